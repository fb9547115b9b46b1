(* All fillings of one line, as paths through states; what they have in common; and clauses that hold in all of them. *)
Require Import List Arith Bool Lia. Import ListNotations.
Require Import Puzzle.

(* Cells of the open run (1 stands for any number if its length is illegible; 0 if the last cell is background),
   blocks that are begun, and the clue from the open block on, or from the next one if none is open. *)
Record state := State { open : nat; begun : nat; rest : list block }.

Definition full (length : option nat) (n : nat) : bool := match length with Some m => n =? m | None => true end.
Definition begin (n : nat) (c : nat) (clue : list block) : option state :=
  match clue with
  | (_, d) :: _ => if c =? d then Some (State 1 (S n) clue) else None
  | [] => None
  end.
(* The state after one more cell, of colour [c]. *)
Definition step (s : state) (c : nat) : option state :=
  match open s, rest s with
  | 0, clue => if c =? 0 then Some s else begin (begun s) c clue
  | S _, [] => None
  | S _, (m, d) :: clue =>
      if c =? d then match m with
                     | None => Some s
                     | Some m => if open s <? m then Some (State (S (open s)) (begun s) (rest s)) else None
                     end
      else if full m (open s) then if c =? 0 then Some (State 0 (begun s) clue) else begin (begun s) c clue
      else None
  end.
Definition final (s : state) : bool :=
  match open s, rest s with
  | 0, [] => true
  | S _, [(m, _)] => full m (open s)
  | _, _ => false
  end.
Definition first (clue : list block) : state := State 0 0 clue.

Fixpoint path (s : state) (l : list nat) : list state :=
  s :: match l with [] => [] | c :: t => match step s c with Some s' => path s' t | None => [] end end.
Fixpoint accepted (s : state) (l : list nat) : Prop :=
  match l with
  | [] => final s = true
  | c :: t => exists s', step s c = Some s' /\ accepted s' t
  end.

(* ---------- a filling that the clue describes is accepted ---------- *)

Lemma runs_first : forall l n c, c <> 0 -> exists m t, runs_from n c l = (m, c) :: t /\ n <= m.
Proof.
  induction l as [| d l IH]; intros n c Hc; simpl.
  - unfold run_of. destruct (Nat.eqb_spec c 0); [lia|]. eauto.
  - destruct (Nat.eqb_spec d c).
    + destruct (IH (S n) c Hc) as (m & t & E & L). exists m, t. split; auto; lia.
    + unfold run_of. destruct (Nat.eqb_spec c 0); [lia|]. simpl. eauto.
Qed.

(* [n] cells of colour [c] come before the line and are what the state says *)
Definition agrees (s : state) (n c : nat) : Prop :=
  if c =? 0 then open s = 0
  else open s > 0 /\ exists m t, rest s = (m, c) :: t /\ match m with Some _ => open s = n | None => True end.

Lemma accepts : forall l s n c, agrees s n c -> Forall2 fits (rest s) (runs_from n c l) -> accepted s l.
Proof.
  induction l as [| d l IH]; intros [k b r] n c Ha Hf; unfold agrees in Ha; simpl in *.
  - unfold run_of in Hf. unfold final; simpl. destruct (Nat.eqb_spec c 0).
    + subst k. inversion Hf; subst. reflexivity.
    + destruct Ha as (Hk & m & t & -> & Hm). inversion Hf; subst. inversion H4; subst.
      destruct k; [lia|]. destruct H2 as [_ Hl]; simpl in Hl. destruct m; simpl; auto.
      subst. apply Nat.eqb_refl.
  - assert (Hbegin : forall r, d <> 0 -> Forall2 fits r (runs_from 1 d l) ->
      exists s', begin b d r = Some s' /\ accepted s' l).
    { intros r' Hd Hr. destruct (runs_first l 1 d Hd) as (m & t & E & _). rewrite E in Hr.
      inversion Hr as [| [m' d'] ? r'' ? Hfit Hrest]; subst. destruct Hfit as [Hcol Hlen]; simpl in Hcol, Hlen. subst d'.
      simpl. rewrite Nat.eqb_refl. eexists; split; [reflexivity|].
      apply (IH _ 1 d).
      - unfold agrees. destruct (Nat.eqb_spec d 0); [lia|]. simpl. split; [lia|].
        exists m', r''. split; auto. destruct m'; auto.
      - simpl. rewrite E. exact Hr. }
    destruct (Nat.eqb_spec c 0) as [Ec | Hc]; [subst c | ].
    + subst k. unfold step; simpl. destruct (Nat.eqb_spec d 0) as [-> | Hd].
      * eexists; split; [reflexivity|]. apply (IH _ (S n) 0); auto. reflexivity.
      * unfold run_of in Hf; simpl in Hf. auto.
    + destruct Ha as (Hk & m & t & -> & Hm). destruct k; [lia|]. unfold step; simpl.
      destruct (Nat.eqb_spec d c) as [Heq | Hd].
      * subst d. destruct (runs_first l (S n) c Hc) as (x & y & E & L). pose proof Hf as Hf'. rewrite E in Hf'.
        inversion Hf'; subst. destruct H2 as [_ Hl]; simpl in Hl.
        assert (Hagrees : forall s' n', open s' > 0 -> rest s' = (m, c) :: t ->
          match m with Some _ => open s' = n' | None => True end -> agrees s' n' c).
        { intros s' n' H1 H2 H5. unfold agrees. destruct (Nat.eqb_spec c 0); [lia|]. eauto. }
        destruct m as [m |].
        -- subst. destruct (Nat.ltb_spec (S k) x); [| lia]. eexists; split; [reflexivity|].
           apply (IH _ (S (S k)) c); [apply Hagrees; simpl; auto; lia | exact Hf].
        -- eexists; split; [reflexivity|].
           apply (IH _ (S n) c); [apply Hagrees; simpl; auto; lia | exact Hf].
      * unfold run_of in Hf. destruct (Nat.eqb_spec c 0); [lia|]. simpl in Hf.
        inversion Hf as [| ? ? ? ? Hfit Hrest]; subst. destruct Hfit as [_ Hl]; simpl in Hl.
        assert (full m (S k) = true) as ->.
        { destruct m; simpl; auto. subst. apply Nat.eqb_refl. }
        destruct (Nat.eqb_spec d 0) as [-> | Hd0].
        -- eexists; split; [reflexivity|]. apply (IH _ 1 0); auto. reflexivity.
        -- auto.
Qed.

Corollary described : forall clue l, Forall2 fits clue (runs l) -> accepted (first clue) l.
Proof. intros. apply (accepts _ _ 0 0); auto. reflexivity. Qed.

(* The cells that are at least missing: a line that is shorter cannot complete the clue. *)
Definition need_of (clue : list block) : nat := fold_right (fun b n => match fst b with Some m => m | None => 1 end + n) 0 clue.
Definition need (s : state) : nat :=
  match open s, rest s with
  | S k, (m, _) :: clue => match m with Some m => m - open s | None => 0 end + need_of clue
  | _, clue => need_of clue
  end.
Lemma need_step : forall s c s', step s c = Some s' -> need s <= S (need s').
Proof.
  intros [k b r] c s' H. unfold step, begin in H. unfold need. simpl in *.
  destruct k; destruct r as [| [m d] r]; simpl in *.
  - destruct (c =? 0); [| discriminate]. injection H as <-. simpl. lia.
  - destruct (c =? 0); [injection H as <-; simpl; lia|]. destruct (c =? d); [| discriminate]. injection H as <-. simpl.
    destruct m; lia.
  - discriminate.
  - destruct (c =? d).
    + destruct m as [m |]; [| injection H as <-; simpl; lia].
      destruct (Nat.ltb_spec (S k) m); [| discriminate]. injection H as <-. simpl. lia.
    + destruct (full m (S k)) eqn:E; [| discriminate].
      assert (Hm : match m with Some m => m - S k | None => 0 end = 0).
      { destruct m as [m |]; auto. assert (S k = m) by (apply Nat.eqb_eq; exact E). lia. }
      rewrite Hm. destruct (c =? 0); [injection H as <-; simpl; lia|].
      destruct r as [| [m' d'] r]; [discriminate|]. destruct (c =? d'); [| discriminate]. injection H as <-. simpl.
      destruct m'; lia.
Qed.
Lemma need_accepted : forall l s, accepted s l -> need s <= length l.
Proof.
  induction l as [| c l IH]; intros s H; simpl in H.
  - unfold final in H. unfold need. destruct (open s), (rest s) as [| [m d] [| ? ?]]; simpl in *; try discriminate; auto.
    destruct m as [m |]; auto. assert (S n = m) by (apply Nat.eqb_eq; exact H). lia.
  - destruct H as (s' & E & H). apply need_step in E. apply IH in H. simpl. lia.
Qed.

(* ---------- sets of states, as sorted lists ---------- *)

(* The clue from somewhere on is given by the numbers, so that these tell states apart. *)
Definition of_clue (clue : list block) (s : state) : Prop :=
  rest s = skipn (match open s with 0 => begun s | S _ => pred (begun s) end) clue /\ (open s > 0 -> begun s > 0).

Lemma step_of_clue : forall clue s c s', of_clue clue s -> step s c = Some s' -> of_clue clue s'.
Proof.
  intros clue [k b r] c s' [Hr Hb] Hs. unfold step, begin in Hs. simpl in *.
  assert (Htail : forall m (x : block) t, skipn m clue = x :: t -> skipn (S m) clue = t).
  { clear. intros m. revert clue. induction m; intros clue x t H; destruct clue; simpl in *; try discriminate.
    - congruence.
    - apply (IHm clue x t H). }
  destruct k.
  - destruct (c =? 0); [injection Hs as <-; split; auto|]. destruct r as [| [m d] r]; [discriminate|].
    destruct (c =? d); [| discriminate]. injection Hs as <-. split; simpl; auto; lia.
  - destruct r as [| [m d] r]; [discriminate|]. assert (Hb' : b > 0) by (apply Hb; lia).
    symmetry in Hr. pose proof (Htail _ _ _ Hr) as Ht. replace (S (pred b)) with b in Ht by lia.
    destruct (c =? d).
    + destruct m as [m |]; [| injection Hs as <-; split; simpl; auto].
      destruct (S k <? m); [| discriminate]. injection Hs as <-. split; simpl; auto.
    + destruct (full m (S k)); [| discriminate]. destruct (c =? 0).
      * injection Hs as <-. split; simpl; auto; lia.
      * destruct r as [| [m' d'] r]; [discriminate|]. destruct (c =? d'); [| discriminate].
        injection Hs as <-. split; simpl; auto; lia.
Qed.

Definition eqb_state (s t : state) : bool := (begun s =? begun t) && (open s =? open t).
Definition before (s t : state) : bool := (begun s <? begun t) || ((begun s =? begun t) && (open s <? open t)).
Fixpoint insert (s : state) (l : list state) : list state :=
  match l with
  | [] => [s]
  | t :: r => if eqb_state s t then l else if before s t then s :: l else t :: insert s r
  end.
Definition member (s : state) (l : list state) : bool := existsb (eqb_state s) l.

Lemma eqb_state_ok : forall clue s t, of_clue clue s -> of_clue clue t -> eqb_state s t = true -> s = t.
Proof.
  intros clue [k b r] [k' b' r'] [H _] [H' _] E. unfold eqb_state in E; simpl in *.
  apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1, E2. subst. reflexivity.
Qed.
Lemma insert_in : forall clue s l x, of_clue clue s -> Forall (of_clue clue) l -> x = s \/ In x l -> In x (insert s l).
Proof.
  induction l as [| t r IH]; intros x Hs Hl Hx; simpl.
  - destruct Hx; auto.
  - inversion Hl; subst. destruct (eqb_state s t) eqn:E.
    + destruct Hx as [-> | Hx]; auto. left. symmetry. eapply eqb_state_ok; eauto.
    + destruct (before s t).
      * destruct Hx as [-> | Hx]; simpl; auto.
      * destruct Hx as [-> | [-> | Hx]]; simpl; auto.
Qed.
Lemma insert_of_clue : forall clue s l, of_clue clue s -> Forall (of_clue clue) l -> Forall (of_clue clue) (insert s l).
Proof.
  induction l as [| t r IH]; intros Hs Hl; simpl; auto. inversion Hl; subst.
  destruct (eqb_state s t); auto. destruct (before s t); auto.
Qed.
Lemma member_in : forall s l, In s l -> member s l = true.
Proof.
  intros. apply existsb_exists. exists s. split; auto. unfold eqb_state. rewrite !Nat.eqb_refl. reflexivity.
Qed.

(* The states that one more cell leads to, as far as [keep] lets them pass. *)
Definition next (keep : nat -> state -> bool) (may : list nat) (S : list state) : list state :=
  fold_right (fun s found =>
    fold_right (fun c found =>
      match step s c with Some s' => if keep c s' then insert s' found else found | None => found end) found may) [] S.

Section Next.
  Variable clue : list block.
  Variable keep : nat -> state -> bool.

  Let one s c found := match step s c with Some s' => if keep c s' then insert s' found else found | None => found end.

  Lemma one_of_clue : forall s c found, of_clue clue s -> Forall (of_clue clue) found -> Forall (of_clue clue) (one s c found).
  Proof.
    intros. unfold one. destruct (step s c) eqn:E; auto. destruct (keep c s0); auto.
    apply insert_of_clue; auto. eapply step_of_clue; eauto.
  Qed.
  Lemma one_in : forall s c found x, of_clue clue s -> Forall (of_clue clue) found -> In x found -> In x (one s c found).
  Proof.
    intros. unfold one. destruct (step s c) eqn:E; auto. destruct (keep c s0); auto.
    apply insert_in with (clue := clue); auto. eapply step_of_clue; eauto.
  Qed.
  Lemma row_of_clue : forall s may found, of_clue clue s -> Forall (of_clue clue) found ->
    Forall (of_clue clue) (fold_right (one s) found may).
  Proof. induction may; simpl; intros; auto. apply one_of_clue; auto. Qed.
  Lemma row_in : forall s may found x, of_clue clue s -> Forall (of_clue clue) found -> In x found ->
    In x (fold_right (one s) found may).
  Proof. induction may; simpl; intros; auto. apply one_in; auto. apply row_of_clue; auto. Qed.
  Lemma row_new : forall s may found c x, of_clue clue s -> Forall (of_clue clue) found -> In c may ->
    step s c = Some x -> keep c x = true -> In x (fold_right (one s) found may).
  Proof.
    induction may; simpl; intros found c x Hs Hf Hin E K; [contradiction|]. destruct Hin as [-> | Hin].
    - unfold one at 1. rewrite E, K. apply insert_in with (clue := clue); auto.
      + eapply step_of_clue; eauto.
      + apply row_of_clue; auto.
    - apply one_in; auto. apply row_of_clue; auto. eapply IHmay; eauto.
  Qed.
  Lemma next_of_clue : forall may S, Forall (of_clue clue) S -> Forall (of_clue clue) (next keep may S).
  Proof.
    induction S as [| s S IH]; simpl; intros H; auto. inversion H; subst. apply (row_of_clue s may); auto.
  Qed.
  Lemma next_in : forall may S s c x, Forall (of_clue clue) S -> In s S -> In c may -> step s c = Some x ->
    keep c x = true -> In x (next keep may S).
  Proof.
    induction S as [| t S IH]; simpl; intros s c x H Hs Hc E K; [contradiction|]. inversion H; subst.
    destruct Hs as [-> | Hs].
    - apply (row_new s may _ c x); auto. apply next_of_clue; auto.
    - apply (row_in t may); auto. { apply next_of_clue; auto. } eapply IH; eauto.
  Qed.
End Next.

(* ---------- all fillings of a line of which each cell may have some colours ---------- *)

(* The states after each number of cells through which a filling passes, and the colours that the cells have in one. *)
Fixpoint settle (may : list (list nat)) (S : list state) : list (list state) * list (list nat) :=
  match may with
  | [] => ([filter final S], [])
  | now :: t =>
      let room := List.length t in
      let (layers, left) := settle t (next (fun _ s => need s <=? room) now S) in
      match layers with
      | [] => ([], [])
      | ahead :: _ =>
          let leads s c := match step s c with Some s' => member s' ahead | None => false end in
          (filter (fun s => existsb (leads s) now) S :: layers, filter (fun c => existsb (fun s => leads s c) S) now :: left)
      end
  end.

Definition through (p : list state) (layers : list (list state)) := Forall2 (fun s those => In s those) p layers.
Definition among (l : list nat) (may : list (list nat)) := Forall2 (fun c now => In c now) l may.

Lemma among_length : forall l may, among l may -> List.length l = List.length may.
Proof. induction 1; simpl; auto. Qed.

Lemma settle_sound : forall clue may l S s, Forall (of_clue clue) S -> In s S -> among l may -> accepted s l ->
  through (path s l) (fst (settle may S)) /\ among l (snd (settle may S)).
Proof.
  induction may as [| now may IH]; intros l S s HS Hs Hl Ha; inversion Hl; subst; simpl in *.
  - split; constructor; auto. apply filter_In; auto.
  - destruct Ha as (s' & E & Ha). rewrite E.
    assert (Hin : In s' (next (fun _ s => need s <=? List.length may) now S)).
    { eapply next_in; eauto. apply Nat.leb_le. rewrite <- (among_length _ _ H3). apply need_accepted; auto. }
    destruct (IH l0 _ s' (next_of_clue _ _ now S HS) Hin H3 Ha) as [Hp Hr].
    destruct (settle may (next _ now S)) as [layers left]. simpl in Hp, Hr.
    assert (Hhead : exists t, path s' l0 = s' :: t) by (destruct l0; simpl; eauto).
    destruct Hhead as (t & Et). rewrite Et in Hp |- *. inversion Hp as [| ? ahead ? layers' Hahead Hrest]; subst. simpl.
    assert (Hlead : match step s x with Some s'0 => member s'0 ahead | None => false end = true).
    { rewrite E. apply member_in; auto. }
    split; constructor; auto.
    + apply filter_In. split; auto. apply existsb_exists. exists x. auto.
    + apply filter_In. split; auto. apply existsb_exists. exists s. auto.
Qed.

(* ---------- clauses ---------- *)

(* Of a state: more than b blocks are begun; or more than b blocks are over. *)
Inductive test := Begun (b : nat) | Over (b : nat).
Definition passes (t : test) (s : state) : bool :=
  match t with
  | Begun b => b <? begun s
  | Over b => (S b <? begun s) || ((S b =? begun s) && (open s =? 0))
  end.

(* A literal about a line: whether cell [i] has the colour, or the state after [n] cells passes the test. *)
Inductive fact := Coloured (i c : nat) | Reached (n : nat) (t : test).
Definition literal := (bool * fact)%type.
Definition fact_true (l : list nat) (p : list state) (f : fact) : bool :=
  match f with
  | Coloured i c => match nth_error l i with Some d => d =? c | None => false end
  | Reached n t => match nth_error p n with Some s => passes t s | None => false end
  end.
Definition literal_true l p (a : literal) : bool := Bool.eqb (fact_true l p (snd a)) (fst a).

(* Whether the literal is seen to be true when cell [i] gets colour [c] and leads to the state. *)
Definition fires (i c : nat) (s : state) (a : literal) : bool :=
  match snd a with
  | Coloured j d => (j =? i) && Bool.eqb (c =? d) (fst a)
  | Reached n t => (n =? S i) && Bool.eqb (passes t s) (fst a)
  end.

(* The states that a filling can be in that makes no literal true, from cell [i] on. *)
Fixpoint sweep (clause : list literal) (i : nat) (may : list (list nat)) (layers : list (list state)) (S : list state)
  : list state :=
  match may, layers with
  | now :: may', layer :: layers' =>
      sweep clause (Nat.succ i) may' layers'
        (next (fun c s => member s layer && negb (existsb (fires i c s) clause)) now S)
  | _, _ => S
  end.
Definition last_cell (a : literal) : nat := match snd a with Coloured i _ => i | Reached n _ => pred n end.
(* Whether every filling makes the clause true: only the cells from the first to the last of which it speaks are looked at. *)
Definition implied (may : list (list nat)) (layers : list (list state)) (clause : list literal) : bool :=
  let places := map last_cell clause in
  let low := fold_right Nat.min (List.length may) places in
  let size := S (fold_right Nat.max 0 places) - low in
  match skipn low layers with
  | here :: layers' => match sweep clause low (firstn size (skipn low may)) layers' here with [] => true | _ => false end
  | [] => false
  end.

Lemma path_skip : forall n l s, accepted s l -> n <= List.length l ->
  exists t, skipn n (path s l) = path t (skipn n l) /\ accepted t (skipn n l) /\ nth_error (path s l) n = Some t.
Proof.
  induction n as [| n IH]; intros l s Ha Hn.
  - exists s. rewrite !skipn_O. split; auto. split; auto. destruct l; reflexivity.
  - destruct l as [| c l]; [simpl in Hn; lia|]. destruct Ha as (s' & E & Ha). simpl. rewrite E. apply IH; auto. simpl in Hn. lia.
Qed.

Lemma sweep_survives : forall clue clause l0 p0 may layers l i S s,
  Forall (of_clue clue) S -> In s S -> accepted s l -> skipn i l0 = l -> skipn i p0 = path s l ->
  Forall (fun a => literal_true l0 p0 a = false) clause ->
  List.length may <= List.length l -> among (firstn (List.length may) l) may ->
  (exists more, through (path s l) (S :: layers ++ more)) ->
  sweep clause i may layers S <> [].
Proof.
  induction may as [| now may IH]; intros layers l i S s HS Hs Ha El Ep Hfalse Hlen Hmay (more & Hthrough).
  - simpl. destruct S; [contradiction | congruence].
  - destruct l as [| c l]; [simpl in Hlen; lia|]. simpl in Hmay. inversion Hmay as [| ? ? ? ? Hc Hmay']; subst.
    destruct Ha as (s' & E & Ha).
    destruct layers as [| layer layers].
    + simpl. destruct S; [contradiction | congruence].
    + simpl. simpl in Hthrough. rewrite E in Hthrough. inversion Hthrough as [| ? ? ? ? _ Hthrough']; subst.
      assert (Hhead : exists t, path s' l = s' :: t) by (destruct l; simpl; eauto). destruct Hhead as (t & Et).
      assert (Hlayer : In s' layer) by (rewrite Et in Hthrough'; inversion Hthrough'; auto).
      assert (Hci : nth_error l0 i = Some c).
      { rewrite <- (firstn_skipn i l0) at 1. rewrite El. rewrite nth_error_app2; rewrite firstn_length_le.
        - rewrite Nat.sub_diag. reflexivity.
        - destruct (Nat.le_gt_cases i (List.length l0)); auto. rewrite skipn_all2 in El by lia. discriminate.
        - auto.
        - destruct (Nat.le_gt_cases i (List.length l0)); auto. rewrite skipn_all2 in El by lia. discriminate. }
      assert (Hskip : forall A (x : A) m (q : list A) r, skipn m q = x :: r -> skipn (Nat.succ m) q = r).
      { clear. intros A x m. induction m; intros q r H; destruct q; simpl in *; try discriminate; [congruence | eauto]. }
      assert (Hp : skipn (Nat.succ i) p0 = path s' l).
      { simpl in Ep. rewrite E in Ep. eapply Hskip; eauto. }
      assert (Hsi : nth_error p0 (Nat.succ i) = Some s').
      { rewrite <- (firstn_skipn (Nat.succ i) p0) at 1. rewrite Hp, Et. rewrite nth_error_app2; rewrite firstn_length_le; auto.
        - rewrite Nat.sub_diag. reflexivity.
        - destruct (Nat.le_gt_cases (Nat.succ i) (List.length p0)); auto. rewrite skipn_all2 in Hp by lia. congruence.
        - destruct (Nat.le_gt_cases (Nat.succ i) (List.length p0)); auto. rewrite skipn_all2 in Hp by lia. congruence. }
      assert (Hkeep : member s' layer && negb (existsb (fires i c s') clause) = true).
      { rewrite (member_in _ _ Hlayer). simpl. apply negb_true_iff. apply not_true_is_false. intro Hx.
        apply existsb_exists in Hx. destruct Hx as ([b f] & Hina & Hf). rewrite Forall_forall in Hfalse.
        specialize (Hfalse _ Hina). unfold literal_true in Hfalse. unfold fires in Hf. simpl in Hf, Hfalse.
        destruct f as [j d | n u].
        - apply andb_true_iff in Hf. destruct Hf as [Hj Hf]. apply Nat.eqb_eq in Hj. subst j. simpl in Hfalse.
          rewrite Hci in Hfalse. congruence.
        - apply andb_true_iff in Hf. destruct Hf as [Hj Hf]. apply Nat.eqb_eq in Hj. subst n. unfold fact_true in Hfalse.
          change (Datatypes.S i) with (Nat.succ i) in Hfalse. rewrite Hsi in Hfalse. congruence. }
      eapply (IH layers l (Nat.succ i) _ s'); eauto.
      * apply next_of_clue; auto.
      * eapply next_in with (clue := clue); eauto.
      * simpl in Hlen. lia.
      * exists more. rewrite Et. rewrite Et in Hthrough'. inversion Hthrough'; subst. constructor; auto.
        eapply next_in with (clue := clue); eauto.
Qed.

Lemma forall2_skipn : forall A B (R : A -> B -> Prop) n a b, Forall2 R a b -> Forall2 R (skipn n a) (skipn n b).
Proof.
  induction n; intros a b H; [rewrite !skipn_O; auto|]. inversion H; subst; simpl; auto.
Qed.
Lemma forall2_firstn : forall A B (R : A -> B -> Prop) n a b, Forall2 R a b -> Forall2 R (firstn n a) (firstn n b).
Proof.
  induction n; intros a b H; simpl; auto. inversion H; subst; simpl; auto.
Qed.

Lemma forall2_length : forall A B (R : A -> B -> Prop) a b, Forall2 R a b -> List.length a = List.length b.
Proof. induction 1; simpl; auto. Qed.

Theorem implied_sound : forall clue may layers clause l,
  Forall (Forall (of_clue clue)) layers -> accepted (first clue) l ->
  through (path (first clue) l) layers -> among l may -> implied may layers clause = true ->
  existsb (literal_true l (path (first clue) l)) clause = true.
Proof.
  intros clue may layers clause l Hof Ha Hthrough Hmay Hi. apply not_false_iff_true. intro Hfalse.
  unfold implied in Hi. set (low := fold_right Nat.min (List.length may) (map last_cell clause)) in *.
  assert (Hlow : low <= List.length may).
  { unfold low. clear. induction (map last_cell clause); simpl; lia. }
  assert (Hlen : List.length l = List.length may) by (eapply forall2_length; eauto).
  destruct (path_skip low l (first clue) Ha ltac:(lia)) as (t & Hpath & Hat & _).
  pose proof (forall2_skipn _ _ _ low _ _ Hthrough) as Ht. rewrite Hpath in Ht.
  destruct (skipn low layers) as [| here layers'] eqn:El; [discriminate|].
  assert (HS : Forall (of_clue clue) here).
  { rewrite Forall_forall in Hof. apply Hof. rewrite <- (firstn_skipn low layers), El. apply in_or_app. right. left. reflexivity. }
  destruct (sweep _ _ _ _ _) eqn:Es; [| discriminate]. revert Es.
  pose proof (forall2_firstn _ _ _ (S (fold_right Nat.max 0 (map last_cell clause)) - low) _ _
    (forall2_skipn _ _ _ low _ _ Hmay)) as Hm.
  eapply sweep_survives with (clue := clue) (s := t) (l := skipn low l) (l0 := l) (p0 := path (first clue) l); eauto.
  - assert (Hhead : exists q, path t (skipn low l) = t :: q) by (destruct (skipn low l); simpl; eauto).
    destruct Hhead as (q & Eq). rewrite Eq in Ht. inversion Ht; auto.
  - apply Forall_forall. intros a Hina. apply not_true_is_false. intro Hx.
    assert (existsb (literal_true l (path (first clue) l)) clause = true) by (apply existsb_exists; eauto). congruence.
  - rewrite firstn_length, !skipn_length. lia.
  - rewrite <- (forall2_length _ _ _ _ _ Hm), firstn_length.
    set (size := S (fold_right Nat.max 0 (map last_cell clause)) - low) in *.
    replace (firstn (Nat.min size (List.length (skipn low l))) (skipn low l)) with (firstn size (skipn low l)); auto.
    destruct (Nat.le_gt_cases size (List.length (skipn low l))).
    + rewrite Nat.min_l; auto.
    + rewrite Nat.min_r by lia. rewrite firstn_all, firstn_all2; auto; lia.
  - exists []. rewrite app_nil_r. exact Ht.
Qed.

Lemma settle_of_clue : forall clue may S, Forall (of_clue clue) S -> Forall (Forall (of_clue clue)) (fst (settle may S)).
Proof.
  assert (Hfilter : forall clue f S, Forall (of_clue clue) S -> Forall (of_clue clue) (filter f S)).
  { intros. apply Forall_forall. intros x Hx. apply filter_In in Hx. rewrite Forall_forall in H. apply H. tauto. }
  induction may as [| now may IH]; intros S HS; simpl; auto.
  specialize (IH (next (fun _ s => need s <=? List.length may) now S) (next_of_clue _ _ now S HS)).
  destruct (settle may _) as [layers left]. simpl in IH. destruct layers; simpl; auto.
Qed.
