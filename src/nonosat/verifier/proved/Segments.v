(* Lines as minimal automata. Each open cell has a table: for each state before the cell, the state after it by colour. *)
Require Import List Arith Bool PArith Lia. Import ListNotations.
Require Import Puzzle Lrat Lines.

(* ---------- whatever is accepted is a filling that the clue describes ---------- *)

Lemma accepted_fits : forall l s n c, agrees s n c -> accepted s l -> Forall2 fits (rest s) (runs_from n c l).
Proof.
  induction l as [| d l IH]; intros [k b r] n c Ha H; unfold agrees in Ha; simpl in *.
  - unfold run_of. unfold final in H; simpl in H. destruct (Nat.eqb_spec c 0).
    + subst k. destruct r; [constructor | discriminate].
    + destruct Ha as (Hk & m & t & -> & Hm). destruct k; [lia|]. destruct t; [| discriminate].
      constructor; constructor; auto. simpl. destruct m as [m |]; auto. unfold full in H. apply Nat.eqb_eq in H. lia.
  - destruct H as (s' & E & H). unfold step in E; simpl in E.
    assert (Hbegin : forall r', begin b d r' = Some s' -> d <> 0 -> Forall2 fits r' (runs_from 1 d l)).
    { intros r' Hb Hd. unfold begin in Hb. destruct r' as [| [m d'] t]; [discriminate|].
      destruct (Nat.eqb_spec d d'); [| discriminate]. subst d'. injection Hb as <-. apply (IH _ 1 d) in H; auto.
      unfold agrees. destruct (Nat.eqb_spec d 0); [lia|]. simpl. split; [lia|]. exists m, t. destruct m; auto. }
    destruct (Nat.eqb_spec c 0) as [Ec | Hc]; [subst c | ].
    + subst k. destruct (Nat.eqb_spec d 0) as [-> | Hd].
      * injection E as <-. apply (IH _ (S n) 0) in H; auto. reflexivity.
      * unfold run_of; simpl. auto.
    + destruct Ha as (Hk & m & t & -> & Hm). destruct k; [lia|]. destruct (Nat.eqb_spec d c) as [Heq | Hd].
      * subst d. assert (Hs : exists n', agrees s' n' c /\ rest s' = (m, c) :: t /\ (n' = S n)).
        { exists (S n). unfold agrees. destruct (Nat.eqb_spec c 0); [lia|]. destruct m as [m |].
          - destruct (Nat.ltb_spec (S k) m); [| discriminate]. injection E as <-. simpl in *. subst n.
            split; [| auto]. split; [lia|]. exists (Some m), t. auto.
          - injection E as <-. simpl. split; [| auto]. split; [lia|]. exists None, t. auto. }
        destruct Hs as (n' & Hs & Hr & ->). rewrite <- Hr. apply (IH s' (S n) c); auto.
      * unfold run_of. destruct (Nat.eqb_spec c 0); [lia|]. destruct (full m (S k)) eqn:F; [| discriminate]. simpl.
        assert (Hfit : fits (m, c) (n, c)).
        { split; auto. simpl. destruct m as [m |]; auto. unfold full in F. apply Nat.eqb_eq in F. lia. }
        constructor; auto. destruct (Nat.eqb_spec d 0) as [-> | Hd0].
        -- injection E as <-. apply (IH _ 1 0) in H; auto. reflexivity.
        -- auto.
Qed.
Corollary accepted_described : forall clue l, accepted (first clue) l -> Forall2 fits clue (runs l).
Proof. intros. apply (accepted_fits l (first clue) 0 0); auto. reflexivity. Qed.

(* ---------- tables ---------- *)

Definition row := list (nat * nat).  (* a colour, and the state that it leads to *)
Definition table := M.t row.         (* by the state before the cell *)
Fixpoint assoc (c : nat) (r : row) : option nat :=
  match r with [] => None | (d, x) :: t => if c =? d then Some x else assoc c t end.
Definition move (T : table) (x c : nat) : option nat :=
  match M.find (cell_number x) T with Some r => assoc c r | None => None end.

(* A part of a line: its open cells in some order. It is read from state 0 to state 0. *)
Definition part := list (positive * table).
Fixpoint goes (p : part) (x : nat) (g : picture) : option nat :=
  match p with
  | [] => Some x
  | (i, T) :: t => match move T x (g i) with Some y => goes t y g | None => None end
  end.
Definition read_well (g : picture) (p : part) : Prop := goes p 0 g = Some 0.

Lemma goes_app : forall p q x g, goes (p ++ q) x g = match goes p x g with Some y => goes q y g | None => None end.
Proof.
  induction p as [| [i T] p IH]; intros q x g; simpl; auto. destruct (move T x (g i)); auto.
Qed.

Definition collect (f : nat -> option nat) (cs : list nat) : row :=
  flat_map (fun c => match f c with Some x => [(c, x)] | None => [] end) cs.
Lemma assoc_collect : forall f cs c, In c cs -> assoc c (collect f cs) = f c.
Proof.
  induction cs as [| d cs IH]; simpl; intros c H; [contradiction|]. destruct (Nat.eq_dec d c) as [-> | N].
  - destruct (f c) eqn:E; simpl; [rewrite Nat.eqb_refl; auto|]. clear IH H. induction cs as [| e cs IH]; simpl; auto.
    destruct (f e) eqn:Ee; simpl; auto. destruct (Nat.eqb_spec c e); [congruence | auto].
  - destruct H as [H | H]; [congruence|]. destruct (f d); simpl; auto. destruct (Nat.eqb_spec c d); [congruence | auto].
Qed.

Fixpoint row_eqb (r s : row) : bool :=
  match r, s with
  | [], [] => true
  | (c, x) :: r, (d, y) :: s => (c =? d) && (x =? y) && row_eqb r s
  | _, _ => false
  end.
Lemma row_eqb_ok : forall r s, row_eqb r s = true <-> r = s.
Proof.
  induction r as [| [c x] r IH]; intros [| [d y] s]; simpl; split; intros H; try discriminate; auto.
  - apply andb_true_iff in H. destruct H as [H Hr]. apply andb_true_iff in H. destruct H as [Hc Hx].
    apply Nat.eqb_eq in Hc, Hx. apply IH in Hr. congruence.
  - injection H as -> -> ->. rewrite !Nat.eqb_refl. simpl. apply IH. reflexivity.
Qed.

Fixpoint seek (r : row) (n : nat) (l : list row) : option nat :=
  match l with [] => None | x :: t => if row_eqb r x then Some n else seek r (S n) t end.
Lemma index_before : forall A (l : list A) n m j, (j < n)%positive -> M.find j (index n l m) = M.find j m.
Proof.
  induction l as [| x l IH]; intros n m j H; simpl; auto. rewrite IH by lia. apply M.gso. intros ->. lia.
Qed.
Lemma seek_index : forall r l n k m, seek r n l = Some k -> M.find (cell_number k) (index (cell_number n) l m) = Some r.
Proof.
  induction l as [| x l IH]; intros n k m H; simpl in H; [discriminate|]. simpl. destruct (row_eqb r x) eqn:E.
  - injection H as <-. apply row_eqb_ok in E. subst x. rewrite index_before; [apply M.gss|]. lia.
  - apply (IH (S n)). exact H.
Qed.
Lemma seek_none : forall r l n, seek r n l = None -> ~ In r l.
Proof.
  induction l as [| x l IH]; intros n H; simpl in *; auto. destruct (row_eqb r x) eqn:E; [discriminate|].
  intros [-> | Hin]; [| exact (IH _ H Hin)]. assert (row_eqb r r = true) by (apply row_eqb_ok; auto). congruence.
Qed.
Lemma seek_some : forall r l n k, seek r n l = Some k -> In r l.
Proof.
  induction l as [| x l IH]; intros n k H; simpl in *; [discriminate|]. destruct (row_eqb r x) eqn:E; eauto.
  apply row_eqb_ok in E. auto.
Qed.

(* The rows that lead anywhere, each once. *)
Definition distinct (l : list row) : list row :=
  fold_right (fun r found => match r with [] => found | _ => match seek r 0 found with Some _ => found | None => r :: found end end)
    [] l.
Lemma distinct_in : forall l r, In r l -> r <> [] -> In r (distinct l).
Proof.
  induction l as [| s l IH]; simpl; intros r H N; [contradiction|]. destruct H as [-> | H].
  - destruct r; [congruence|]. destruct (seek _ 0 (distinct l)) eqn:E; [eapply seek_some; eauto | left; reflexivity].
  - destruct s; auto. destruct (seek _ 0 (distinct l)); simpl; auto.
Qed.
Lemma distinct_not_empty : forall l, ~ In [] (distinct l).
Proof.
  induction l as [| s l IH]; simpl; auto. destruct s; auto. destruct (seek _ 0 (distinct l)); simpl; auto.
  intros [H | H]; [discriminate | auto].
Qed.

(* ---------- the smallest automaton, from one that reads cell by cell ---------- *)

Section Build.
Variable A : Type.
Variable eqb : A -> A -> bool.
Variable final : A -> bool.
Variable fine : A -> Prop.      (* holds of all states *)
Hypothesis eqb_ok : forall s t, fine s -> fine t -> (eqb s t = true <-> s = t).

Record layer := Layer { cell : positive; kept : bool; choices : list nat; leads : A -> nat -> option A }.
Definition sound (L : layer) : Prop :=
  (kept L = false -> exists c, choices L = [c]) /\ forall s c s', fine s -> leads L s c = Some s' -> fine s'.

Fixpoint accepts (ls : list layer) (s : A) (g : picture) : bool :=
  match ls with
  | [] => final s
  | L :: t => match leads L s (g (cell L)) with Some s' => accepts t s' g | None => false end
  end.

Definition join (s : A) (found : list A) : list A := if existsb (eqb s) found then found else s :: found.
Definition ahead (L : layer) (S : list A) : list A :=
  fold_right (fun s found =>
    fold_right (fun c found => match leads L s c with Some s' => join s' found | None => found end) found (choices L)) [] S.
Fixpoint class {B} (s : A) (l : list (A * B)) : option B :=
  match l with [] => None | (t, x) :: l => if eqb s t then Some x else class s l end.
Definition classed {B} (h : B -> option nat) (l : list (A * B)) : list (A * nat) :=
  flat_map (fun e => match h (snd e) with Some x => [(fst e, x)] | None => [] end) l.

(* A state has a class if a filling leads from it to the end, and states with the same fillings have the same class. *)
Fixpoint build (ls : list layer) (S : list A) : part * list (A * nat) :=
  match ls with
  | [] => ([], classed (fun f : bool => if f then Some 0 else None) (map (fun s => (s, final s)) S))
  | L :: t =>
      let (p, classes) := build t (ahead L S) in
      let rows := map (fun s =>
        (s, collect (fun c => match leads L s c with Some s' => class s' classes | None => None end) (choices L))) S in
      if kept L then
        let own := distinct (map snd rows) in ((cell L, numbered own) :: p, classed (fun r => seek r 0 own) rows)
      else (p, classed (fun r => match r with (_, x) :: _ => Some x | [] => None end) rows)
  end.

Lemma join_fine : forall s l, fine s -> Forall fine l -> Forall fine (join s l).
Proof. intros. unfold join. destruct (existsb _ l); auto. Qed.
Lemma join_in : forall s l x, fine s -> Forall fine l -> x = s \/ In x l -> In x (join s l).
Proof.
  intros s l x Hs Hl H. unfold join. destruct (existsb (eqb s) l) eqn:E.
  - destruct H as [-> | H]; auto. apply existsb_exists in E. destruct E as (t & Ht & E).
    rewrite Forall_forall in Hl. apply eqb_ok in E; auto. subst. auto.
  - simpl. destruct H; auto.
Qed.
Lemma ahead_fine : forall L S, sound L -> Forall fine S -> Forall fine (ahead L S).
Proof.
  intros L S [_ HL] H. induction S as [| s S IH]; simpl; auto. inversion H; subst.
  generalize (choices L). induction l as [| c l IHl]; simpl; auto.
  destruct (leads L s c) eqn:E; auto. apply join_fine; eauto.
Qed.
Lemma ahead_in : forall L S s c s', sound L -> Forall fine S -> In s S -> In c (choices L) -> leads L s c = Some s' ->
  In s' (ahead L S).
Proof.
  intros L S s c s' HL H Hs Hc E. pose proof HL as [_ Hf]. induction S as [| t S IH]; simpl; [contradiction|].
  inversion H; subst. pose proof (ahead_fine L S HL H3) as Hah. simpl in Hs.
  set (base := ahead L S) in *. fold base.
  assert (Hrow : forall cs found, Forall fine found -> Forall fine (fold_right (fun c found =>
      match leads L t c with Some s' => join s' found | None => found end) found cs)).
  { induction cs; simpl; intros; auto. destruct (leads L t a) eqn:Ea; auto. apply join_fine; eauto. }
  assert (Hkeep : forall cs found x, Forall fine found -> In x found -> In x (fold_right (fun c found =>
      match leads L t c with Some s' => join s' found | None => found end) found cs)).
  { induction cs; simpl; intros; auto. destruct (leads L t a) eqn:Ea; auto. apply join_in; eauto. }
  destruct Hs as [-> | Hs].
  - clear IH. revert Hc. generalize (choices L). induction l as [| d l IHl]; simpl; intros Hc; [contradiction|].
    destruct Hc as [-> | Hc].
    + rewrite E. apply join_in; eauto.
    + destruct (leads L s d) eqn:Ed; auto. apply join_in; eauto.
  - apply Hkeep; auto.
Qed.

Lemma class_classed : forall B (h : B -> option nat) (r : A -> B) S s, Forall fine S -> In s S ->
  class s (classed h (map (fun s => (s, r s)) S)) = h (r s).
Proof.
  intros B h r S s. induction S as [| t S IH]; simpl; intros HS Hs; [contradiction|]. inversion HS; subst.
  assert (Hfs : fine s). { destruct Hs as [-> | Hs]; auto. rewrite Forall_forall in H2. auto. }
  assert (Hnone : h (r s) = None -> class s (classed h (map (fun s => (s, r s)) S)) = None).
  { intros Hn. destruct (class s _) eqn:E; auto. exfalso. clear IH Hs HS. induction S as [| u S IHS]; simpl in *; [discriminate|].
    inversion H2; subst. destruct (h (r u)) eqn:Eu; simpl in E; auto. destruct (eqb s u) eqn:Es; auto.
    apply eqb_ok in Es; auto. subst u. congruence. }
  destruct (eqb s t) eqn:E.
  - apply eqb_ok in E; auto. subst t. destruct (h (r s)) eqn:Eh; simpl.
    + assert (eqb s s = true) as -> by (apply eqb_ok; auto). auto.
    + apply Hnone; auto.
  - assert (Hin : In s S).
    { destruct Hs as [-> | Hs]; auto. assert (eqb s s = true) by (apply eqb_ok; auto). congruence. }
    destruct (h (r t)); simpl; [rewrite E|]; auto.
Qed.

Theorem build_ok : forall g ls S s, Forall sound ls -> Forall (fun L => In (g (cell L)) (choices L)) ls ->
  Forall fine S -> In s S ->
  match class s (snd (build ls S)) with
  | Some x => accepts ls s g = true <-> goes (fst (build ls S)) x g = Some 0
  | None => accepts ls s g = false
  end.
Proof.
  intros g. induction ls as [| L ls IH]; intros S s Hsound Hg HS Hs; simpl.
  - rewrite class_classed; auto. destruct (final s); simpl; tauto.
  - inversion Hsound as [| ? ? HL Hls]; subst. inversion Hg as [| ? ? Hc Hgs]; subst.
    specialize (fun s' => IH (ahead L S) s' Hls Hgs (ahead_fine L S HL HS)).
    destruct (build ls (ahead L S)) as [p classes]. simpl in IH.
    set (f := fun s c => match leads L s c with Some s' => class s' classes | None => None end).
    change (fun s0 => (s0, collect (fun c => match leads L s0 c with Some s' => class s' classes | None => None end) (choices L)))
      with (fun s0 => (s0, collect (f s0) (choices L))).
    assert (Hone : match f s (g (cell L)) with
                   | Some y => accepts (L :: ls) s g = true <-> goes p y g = Some 0
                   | None => accepts (L :: ls) s g = false
                   end).
    { unfold f. simpl. destruct (leads L s (g (cell L))) as [s' |] eqn:E; auto.
      apply (IH s'). eapply ahead_in; eauto. }
    destruct (kept L) eqn:EL; simpl; rewrite class_classed; auto.
    + destruct (seek _ 0 _) as [x |] eqn:E.
      * unfold numbered. unfold move. pose proof (seek_index _ _ _ _ (M.empty row) E) as Hfind.
        change (cell_number 0) with 1%positive in Hfind. rewrite Hfind.
        rewrite assoc_collect; auto. destruct (f s (g (cell L))) as [y |]; auto. simpl in Hone. rewrite Hone. split; discriminate.
      * assert (Hnil : collect (f s) (choices L) = []).
        { destruct (collect (f s) (choices L)) eqn:El; auto. exfalso. apply seek_none in E. apply E.
          apply distinct_in; [| discriminate]. rewrite map_map. simpl. apply in_map_iff. exists s. auto. }
        pose proof (assoc_collect (f s) (choices L) _ Hc) as Ha. rewrite Hnil in Ha. simpl in Ha. rewrite <- Ha in Hone. exact Hone.
    + destruct HL as [Hsingle _]. destruct (Hsingle EL) as [c Ec]. rewrite Ec in *. destruct Hc as [Hc | []].
      simpl in Hone. rewrite <- Hc in Hone |- *. simpl. destruct (f s c) as [y |]; simpl; auto.
Qed.
End Build.

(* ---------- a line ---------- *)

(* A line is cut before each cell that has just one state before it. *)
Definition single (T : table) : bool := match M.elements T with [(k, _)] => Pos.eqb k (cell_number 0) | _ => false end.
Definition cuts (p : part) : bool := match p with (_, T) :: _ => single T | [] => false end.
Fixpoint cut (p : part) : list part :=
  match p with
  | [] => []
  | e :: t =>
      match cut t with
      | one :: others => if cuts t then [e] :: one :: others else (e :: one) :: others
      | [] => [[e]]
      end
  end.

Lemma single_ok : forall T x c y, single T = true -> move T x c = Some y -> x = 0.
Proof.
  intros T x c y H Hm. unfold single in H. unfold move in Hm. destruct (M.find (cell_number x) T) as [r |] eqn:E; [| discriminate].
  apply M.elements_correct in E. destruct (M.elements T) as [| [k r'] [| ? ?]]; try discriminate. apply Pos.eqb_eq in H. subst k.
  destruct E as [E | []]. assert (Hk : Pos.of_succ_nat 0 = Pos.of_succ_nat x) by (injection E; auto).
  apply SuccNat2Pos.inj in Hk. auto.
Qed.
Lemma cut_ok : forall g p x, goes p x g = Some 0 <->
  match cut p with [] => x = 0 | one :: others => goes one x g = Some 0 /\ Forall (read_well g) others end.
Proof.
  intros g. induction p as [| [i T] t IH]; intros x.
  - simpl. split; congruence.
  - simpl. destruct (cut t) as [| one others].
    + simpl. destruct (move T x (g i)) as [y |]; [| split; [discriminate | intros [H _]; discriminate]].
      rewrite IH. split; [intros ->; auto | intros [H _]; congruence].
    + destruct (cuts t) eqn:ET.
      * simpl. destruct (move T x (g i)) as [y |]; [| split; [discriminate | intros [H _]; discriminate]].
        assert (Hzero : goes t y g = Some 0 -> y = 0).
        { destruct t as [| [j T'] t]; simpl; [congruence|]. destruct (move T' y (g j)) eqn:Em; [| discriminate].
          intros _. eapply single_ok; eauto. }
        split.
        -- intros H. pose proof (Hzero H). subst y. apply IH in H. destruct H as [H Ho]. split; auto.
        -- intros [H Ho]. injection H as ->. inversion Ho; subst. apply IH. auto.
      * simpl. destruct (move T x (g i)) as [y |]; [apply IH | split; [discriminate | intros [H _]; discriminate]].
Qed.
Corollary cut_sound : forall g p, goes p 0 g = Some 0 <-> Forall (read_well g) (cut p).
Proof.
  intros. rewrite cut_ok. destruct (cut p); [intuition | split].
  - intros [H Ho]. constructor; auto.
  - intros H. inversion H; auto.
Qed.

Section Line.
Variable may : positive -> list nat.

Fixpoint line_layers (ls : list positive) : list (layer state) :=
  match ls with
  | [] => []
  | i :: t =>
      let room := length t in
      Layer state i (match may i with [_] => false | _ => true end) (may i)
        (fun s c => match step s c with Some s' => if need s' <=? room then Some s' else None | None => None end) :: line_layers t
  end.
(* None: there is no filling. *)
Definition parts (ls : list positive) (clue : list block) : option (list part) :=
  let (p, classes) := build state eqb_state final (line_layers ls) [first clue] in
  match class state eqb_state (first clue) classes with Some 0 => Some (cut p) | _ => None end.

Lemma line_accepts : forall g ls s, accepts state final (line_layers ls) s g = true <-> accepted s (map g ls).
Proof.
  intros g. induction ls as [| i t IH]; intros s; simpl; [tauto|]. destruct (step s (g i)) as [s' |] eqn:E.
  - destruct (Nat.leb_spec (need s') (length t)).
    + rewrite IH. split; [eauto | intros (s'' & H1 & H2); congruence].
    + split; [discriminate|]. intros (s'' & H1 & H2). injection H1 as <-. apply need_accepted in H2.
      rewrite map_length in H2. lia.
  - split; [discriminate | intros (s'' & H1 & _); discriminate].
Qed.
Lemma line_layers_sound : forall clue ls, Forall (sound state (of_clue clue)) (line_layers ls).
Proof.
  induction ls as [| i t IH]; simpl; constructor; auto. split; simpl.
  - intros H. destruct (may i) as [| c [| ? ?]]; try discriminate. eauto.
  - intros s c s' Hs H. destruct (step s c) eqn:E; [| discriminate]. destruct (need s0 <=? length t); [| discriminate].
    injection H as <-. eapply step_of_clue; eauto.
Qed.
Theorem parts_sound : forall g ls clue ps, parts ls clue = Some ps -> (forall i, In i ls -> In (g i) (may i)) ->
  (Forall2 fits clue (runs (map g ls)) <-> Forall (read_well g) ps).
Proof.
  intros g ls clue ps H Hg. unfold parts in H.
  assert (Hf : of_clue clue (first clue)) by (split; simpl; auto; lia).
  assert (Hl : Forall (fun L => In (g (cell state L)) (choices state L)) (line_layers ls)).
  { clear H. induction ls as [| i t IH]; simpl; constructor; simpl; auto. { apply Hg. left; auto. } apply IH. intros. apply Hg. right; auto. }
  pose proof (build_ok state eqb_state final (of_clue clue)
    ltac:(intros s t Hs Ht; split; [eapply eqb_state_ok; eauto | intros ->; unfold eqb_state; rewrite !Nat.eqb_refl; reflexivity])
    g (line_layers ls) [first clue] (first clue) (line_layers_sound clue ls) Hl ltac:(auto) ltac:(left; auto)) as B.
  destruct (build _ _ _ _ _) as [p classes]. simpl in B. destruct (class _ _ _ _) as [[| ?] |]; try discriminate.
  injection H as <-. rewrite <- cut_sound, <- B, line_accepts. split; [apply described | apply accepted_described].
Qed.

(* ---------- parts that are read from the other end ---------- *)

Definition sources (T : table) (X : list nat) (c : nat) : list nat :=
  flat_map (fun e => match assoc c (snd e) with
    | Some y => if existsb (Nat.eqb y) X then [pred (Pos.to_nat (fst e))] else []
    | None => []
    end) (M.elements T).
Definition back (e : positive * table) : layer (list nat) :=
  Layer (list nat) (fst e) true (may (fst e)) (fun X c => match sources (snd e) X c with [] => None | Y => Some Y end).
Fixpoint same_states (X Y : list nat) : bool :=
  match X, Y with [], [] => true | x :: X, y :: Y => (x =? y) && same_states X Y | _, _ => false end.
Definition backwards (p : part) : option part :=
  let (q, classes) := build (list nat) same_states (existsb (Nat.eqb 0)) (map back (rev p)) [[0]] in
  match class (list nat) same_states [0] classes with Some 0 => Some q | _ => None end.

Lemma same_states_ok : forall X Y, same_states X Y = true <-> X = Y.
Proof.
  induction X as [| x X IH]; intros [| y Y]; simpl; split; intros H; try discriminate; auto.
  - apply andb_true_iff in H. destruct H as [Hx H]. apply Nat.eqb_eq in Hx. apply IH in H. congruence.
  - injection H as -> ->. rewrite Nat.eqb_refl. apply IH. auto.
Qed.
Lemma sources_ok : forall T X c x, In x (sources T X c) <-> exists y, In y X /\ move T x c = Some y.
Proof.
  intros T X c x. unfold sources. rewrite in_flat_map. unfold move. split.
  - intros ([k r] & Hin & H). simpl in H. destruct (assoc c r) as [y |] eqn:E; [| contradiction].
    destruct (existsb (Nat.eqb y) X) eqn:Ey; [| contradiction]. destruct H as [<- | []].
    apply M.elements_complete in Hin. unfold cell_number.
    assert (Hk : Pos.of_succ_nat (pred (Pos.to_nat k)) = k).
    { pose proof (Pos2Nat.is_pos k). apply Pos2Nat.inj. rewrite SuccNat2Pos.id_succ. lia. }
    rewrite Hk, Hin. exists y. split; auto. apply existsb_exists in Ey. destruct Ey as (z & Hz & Ez).
    apply Nat.eqb_eq in Ez. congruence.
  - intros (y & Hy & H). destruct (M.find (cell_number x) T) as [r |] eqn:E; [| discriminate].
    exists (cell_number x, r). split; [apply M.elements_correct; auto|]. simpl. rewrite H.
    assert (existsb (Nat.eqb y) X = true) as -> by (apply existsb_exists; exists y; split; auto; apply Nat.eqb_refl).
    left. unfold cell_number. rewrite SuccNat2Pos.id_succ. reflexivity.
Qed.
Lemma back_accepts : forall g p X, accepts (list nat) (existsb (Nat.eqb 0)) (map back p) X g = true <->
  exists y, In y X /\ goes (rev p) 0 g = Some y.
Proof.
  intros g. induction p as [| [i T] p IH]; intros X; simpl.
  - rewrite existsb_exists. split.
    + intros (y & Hy & H). exists y. split; auto. destruct y; [auto | discriminate].
    + intros (y & Hy & H). exists y. split; auto. injection H as <-. reflexivity.
  - assert (Hgo : forall y, goes (rev p ++ [(i, T)]) 0 g = Some y <-> exists x, goes (rev p) 0 g = Some x /\ move T x (g i) = Some y).
    { intros y. rewrite goes_app. destruct (goes (rev p) 0 g) as [x |]; simpl.
      - destruct (move T x (g i)) eqn:E; split; intros H; eauto; try discriminate.
        + exists x. split; auto. congruence.
        + destruct H as (x' & H1 & H2). congruence.
        + destruct H as (x' & H1 & H2). congruence.
      - split; [discriminate | intros (x' & H1 & _); discriminate]. }
    assert (Hin : accepts (list nat) (existsb (Nat.eqb 0)) (map back p) (sources T X (g i)) g = true <->
      exists y, In y X /\ goes (rev p ++ [(i, T)]) 0 g = Some y).
    { rewrite IH. split.
      - intros (x & Hx & H). apply sources_ok in Hx. destruct Hx as (y & Hy & Hm). exists y. split; auto. apply Hgo. eauto.
      - intros (y & Hy & H). apply Hgo in H. destruct H as (x & H & Hm). exists x. split; auto. apply sources_ok. eauto. }
    destruct (sources T X (g i)) as [| x Y] eqn:E; auto. rewrite <- Hin, IH. split; [discriminate | intros (? & [] & _)].
Qed.
Theorem backwards_sound : forall g p q, backwards p = Some q -> (forall i, In i (map fst p) -> In (g i) (may i)) ->
  (read_well g p <-> read_well g q).
Proof.
  intros g p q H Hg. unfold backwards in H.
  assert (Hs : Forall (sound (list nat) (fun _ => True)) (map back (rev p))).
  { apply Forall_forall. intros L HL. apply in_map_iff in HL. destruct HL as (e & <- & _). split; simpl; auto. discriminate. }
  assert (Hl : Forall (fun L => In (g (cell (list nat) L)) (choices (list nat) L)) (map back (rev p))).
  { apply Forall_forall. intros L HL. apply in_map_iff in HL. destruct HL as (e & <- & He). simpl. apply Hg.
    apply in_map. apply in_rev. auto. }
  pose proof (build_ok (list nat) same_states (existsb (Nat.eqb 0)) (fun _ => True) ltac:(intros; apply same_states_ok)
    g (map back (rev p)) [[0]] [0] Hs Hl ltac:(auto) ltac:(left; auto)) as B.
  destruct (build _ _ _ _ _) as [q' classes]. simpl in B. destruct (class _ _ _ _) as [[| ?] |]; try discriminate.
  injection H as <-. unfold read_well. rewrite <- B, back_accepts, rev_involutive. split.
  - intros H. exists 0. split; auto. left; auto.
  - intros (y & [<- | []] & H). auto.
Qed.

(* ---------- neighbours that are read in the other order ---------- *)

(* What the colours of the first cell lead to once the second has a colour. *)
Definition once_second (U : table) (r : row) (d : nat) : row :=
  collect (fun c => match assoc c r with Some m => move U m d | None => None end) (map fst r).
Definition exchanged (a b : positive * table) : part :=
  let rows := distinct (flat_map (fun e => map (once_second (snd b) (snd e)) (may (fst b))) (M.elements (snd a))) in
  let before r := collect (fun d =>
    match once_second (snd b) r d with [] => None | r' => seek r' 0 rows end) (may (fst b)) in
  [(fst b, M.map before (snd a)); (fst a, numbered rows)].
(* Each cell changes places at most once. *)
Fixpoint paired (later : positive -> positive -> bool) (p : part) : part :=
  match p with
  | a :: (b :: t) as rest => if later (fst a) (fst b) then exchanged a b ++ paired later t else a :: paired later rest
  | _ => p
  end.

Lemma assoc_keys : forall r c, ~ In c (map fst r) -> assoc c r = None.
Proof.
  induction r as [| [d x] r IH]; simpl; intros c H; auto. destruct (Nat.eqb_spec c d); [exfalso; auto | apply IH; auto].
Qed.
Lemma collect_only : forall f cs c x, assoc c (collect f cs) = Some x -> In c cs.
Proof.
  intros f cs c x H. destruct (in_dec Nat.eq_dec c cs); auto. rewrite assoc_keys in H; [discriminate|].
  intros Hin. apply n. unfold collect in Hin. apply in_map_iff in Hin. destruct Hin as ([d y] & <- & Hin).
  apply in_flat_map in Hin. destruct Hin as (e & He & Hin). destruct (f e); [| contradiction].
  destruct Hin as [Hin | []]. injection Hin as <- _. exact He.
Qed.
Lemma once_second_ok : forall U r d c, assoc c (once_second U r d) = match assoc c r with Some m => move U m d | None => None end.
Proof.
  intros. unfold once_second. destruct (in_dec Nat.eq_dec c (map fst r)) as [H | H].
  - apply (assoc_collect (fun c => match assoc c r with Some m => move U m d | None => None end)). auto.
  - rewrite (assoc_keys r c H). destruct (assoc c (collect _ _)) eqn:E; auto. apply collect_only in E. contradiction.
Qed.
Lemma exchanged_ok : forall g a b x, In (g (fst b)) (may (fst b)) -> goes (exchanged a b) x g = goes [a; b] x g.
Proof.
  intros g [i T] [j U] x Hb. unfold exchanged. simpl fst in *. simpl snd in *.
  set (rows := distinct (flat_map (fun e => map (once_second U (snd e)) (may j)) (M.elements T))).
  simpl. unfold move at 1. unfold M.map. rewrite M.gmapi.
  destruct (M.find (cell_number x) T) as [r |] eqn:E; simpl.
  - rewrite assoc_collect by auto. unfold move at 2. rewrite E.
    pose proof (once_second_ok U r (g j) (g i)) as Ho. destruct (once_second U r (g j)) as [| e r'] eqn:Er.
    + simpl in Ho. rewrite Ho. destruct (assoc (g i) r); auto. rewrite <- Ho. reflexivity.
    + destruct (seek (e :: r') 0 rows) as [k |] eqn:Ek.
      * pose proof (seek_index _ _ _ _ (M.empty row) Ek) as Hf. unfold move at 1. unfold numbered.
        change (cell_number 0) with 1%positive in Hf. rewrite Hf, Ho. destruct (assoc (g i) r); auto.
      * exfalso. apply seek_none in Ek. apply Ek. apply distinct_in; [| discriminate]. apply in_flat_map.
        exists (cell_number x, r). split; [apply M.elements_correct; auto|]. apply in_map_iff. exists (g j). auto.
  - unfold move. rewrite E. reflexivity.
Qed.
Lemma paired_ok : forall g later n p x, length p <= n -> (forall i, In i (map fst p) -> In (g i) (may i)) ->
  goes (paired later p) x g = goes p x g.
Proof.
  intros g later. induction n as [| n IH]; intros p x Hn Hp.
  - destruct p; [reflexivity | simpl in Hn; lia].
  - destruct p as [| a [| b t]]; try reflexivity. cbn [paired]. destruct (later (fst a) (fst b)).
    + rewrite goes_app, exchanged_ok by (apply Hp; simpl; auto). change (a :: b :: t) with ([a; b] ++ t). rewrite goes_app.
      destruct (goes [a; b] x g); auto. apply IH; [simpl in Hn; lia | intros i Hi; apply Hp; simpl; auto].
    + destruct a as [i T]. cbn [goes]. destruct (move T x (g i)); auto.
      apply (IH (b :: t)); [simpl in *; lia | intros k Hk; apply Hp; right; auto].
Qed.
End Line.
