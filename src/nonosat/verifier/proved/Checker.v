(* The checker of certificates: what it accepts is true (check_sound). *)
Require Import List Arith Bool PArith Lia. Import ListNotations.
Require Import Puzzle Lines Lrat Sums.

(* What a variable of the formula says: the cell has the colour; or after so many cells of the line the state passes a test. *)
Inductive meaning := Cell (i : positive) (c : nat) | Reach (line : positive) (n : nat) (t : test).

(* Why a clause is true: because of a line, or because of the colours that a cell can still have. *)
Inductive reason := ByLine (line : positive) | ByCell (i : positive).

Record search := Search {
  meanings : list meaning;
  formula : list (list reason * clause);   (* with the reasons that may show it *)
  claim : option clause;     (* what the formula is to contradict *)
  proof : list step }.

Record certificate := Certificate {
  shown : list (list nat);         (* solutions: the colours of the cells in order *)
  sums : list (nat * list positive * list positive);  (* a colour, and two families that may need different numbers of it *)
  deductions : list positive;      (* lines that say all they can, in this order *)
  searched : option search }.

(* ---------- what is known of each cell ---------- *)

Definition knowledge := M.t (list nat).

Section OfPuzzle.
Variable P : puzzle.
Variable every : list nat.                             (* all colours *)
Hypothesis every_ok : forall c, c < colours P -> In c every.

Definition may (K : knowledge) (i : positive) : list nat := match M.find i K with Some l => l | None => every end.
Definition true_of (K : knowledge) (g : picture) : Prop := forall i, In (g i) (may K i).
Definition keep (i : positive) (f : nat -> bool) (K : knowledge) : knowledge := M.add i (filter f (may K i)) K.

Lemma may_add : forall K i l j, may (M.add i l K) j = if Pos.eq_dec j i then l else may K j.
Proof. intros. unfold may. rewrite find_add. destruct (Pos.eq_dec j i); auto. Qed.
Lemma keep_sound : forall K g i f, true_of K g -> f (g i) = true -> true_of (keep i f K) g.
Proof.
  intros K g i f H Hf j. unfold keep. rewrite may_add. destruct (Pos.eq_dec j i) as [-> | N]; auto.
  apply filter_In; auto.
Qed.

Definition given : knowledge := fold_left (fun K e => keep (fst e) (fun c => c =? snd e) K) (givens P) (M.empty _).
Lemma given_sound : forall g, solves P g -> true_of given g.
Proof.
  intros g (Hc & Hg & _). unfold given.
  assert (G : forall l K, incl l (givens P) -> true_of K g ->
    true_of (fold_left (fun K e => keep (fst e) (fun c => c =? snd e) K) l K) g).
  { induction l as [| [i c] t IH]; simpl; intros K Hi H; auto. apply IH.
    - intros x Hx. apply Hi. right; auto.
    - apply keep_sound; auto. apply Nat.eqb_eq. apply Hg. apply Hi. left; auto. }
  apply G; [apply incl_refl|]. intros i. unfold may. rewrite M.gempty. auto.
Qed.

(* ---------- deductions ---------- *)

Definition all_lines := numbered (lines P).

Definition learn (ls : list positive) (left : list (list nat)) (K : knowledge) : knowledge :=
  fold_left (fun K e => M.add (fst e) (snd e) K) (combine ls left) K.
(* None: no filling is left. *)
Definition deduce (K : knowledge) (line : positive) : option knowledge :=
  match M.find line all_lines with
  | Some (ls, Some clue) =>
      match settle (map (may K) ls) [first clue] with
      | ([] :: _, _) => None
      | (_, kept) => Some (learn ls kept K)
      end
  | _ => Some K
  end.
Fixpoint deduce_all (K : knowledge) (ns : list positive) : option knowledge :=
  match ns with
  | [] => Some K
  | n :: t => match deduce K n with Some K' => deduce_all K' t | None => None end
  end.

Lemma of_first : forall clue, Forall (of_clue clue) [first clue].
Proof. intros. constructor; auto. split; simpl; auto; lia. Qed.
Lemma line_settled : forall K g ls clue, solves P g -> true_of K g -> In (ls, Some clue) (lines P) ->
  let l := map g ls in
  let found := settle (map (may K) ls) [first clue] in
  accepted (first clue) l /\ among l (map (may K) ls) /\ through (path (first clue) l) (fst found) /\ among l (snd found).
Proof.
  intros K g ls clue (_ & _ & Hl) HK Hin l found. assert (Ha : accepted (first clue) l) by (apply described; apply Hl; auto).
  assert (Hm : among l (map (may K) ls)).
  { unfold l, among. clear Hin found l Ha. induction ls; simpl; constructor; auto. }
  split; auto. split; auto. eapply settle_sound; eauto; [apply of_first | left; auto].
Qed.
Lemma learn_sound : forall ls left K g, true_of K g -> among (map g ls) left -> true_of (learn ls left K) g.
Proof.
  unfold learn. induction ls as [| i ls IH]; intros left K g HK Hm; inversion Hm; subst; simpl; auto.
  apply IH; auto. intros j. rewrite may_add. destruct (Pos.eq_dec j i) as [-> | N]; auto.
Qed.
Lemma deduce_sound : forall K g n, solves P g -> true_of K g -> exists K', deduce K n = Some K' /\ true_of K' g.
Proof.
  intros K g n Hs HK. unfold deduce. destruct (M.find n all_lines) as [[ls [clue |]] |] eqn:E; eauto.
  apply numbered_in in E. destruct (line_settled K g ls clue Hs HK E) as (_ & _ & Hp & Hm).
  destruct (settle (map (may K) ls) [first clue]) as [layers kept]. simpl in Hp, Hm.
  assert (Hl : exists K', Some (learn ls kept K) = Some K' /\ true_of K' g).
  { eexists; split; [reflexivity|]. apply learn_sound; auto. }
  destruct layers as [| [| s here] layers]; auto. exfalso.
  destruct (map g ls); simpl in Hp; inversion Hp; contradiction.
Qed.
Lemma deduce_all_sound : forall ns K g, solves P g -> true_of K g -> exists K', deduce_all K ns = Some K' /\ true_of K' g.
Proof.
  induction ns as [| n t IH]; intros K g Hs HK; simpl; eauto.
  destruct (deduce_sound K g n Hs HK) as (K' & E & HK'). rewrite E. auto.
Qed.

(* ---------- clauses ---------- *)

Record prepared := Prepared {
  its_cells : list positive;
  its_clue : list block;
  its_may : list (list nat);
  its_layers : list (list state) }.
Definition prepare (K : knowledge) (line : list positive * option (list block)) : option prepared :=
  match snd line with
  | None => None
  | Some clue =>
      let m := map (may K) (fst line) in
      Some (Prepared (fst line) clue m (fst (settle m [first clue])))
  end.
Definition prepare_all (K : knowledge) : M.t (option prepared) := numbered (map (prepare K) (lines P)).

Section Formula.
Variable meanings : M.t meaning.
Variable ready : M.t (option prepared).

Definition reads (p : prepared) (g : picture) (f : fact) : bool :=
  let l := map g (its_cells p) in fact_true l (path (first (its_clue p)) l) f.
Definition value (g : picture) (x : positive) : bool :=
  match M.find x meanings with
  | Some (Cell i c) => g i =? c
  | Some (Reach line n t) => match M.find line ready with Some (Some p) => reads p g (Reached n t) | _ => false end
  | None => false
  end.

Fixpoint place (i : positive) (ls : list positive) : option nat :=
  match ls with
  | [] => None
  | j :: t => if Pos.eqb i j then Some 0 else match place i t with Some n => Some (S n) | None => None end
  end.
Definition on_line (line : positive) (p : prepared) (a : Lrat.literal) : list Lines.literal :=
  match M.find (snd a) meanings with
  | Some (Cell i c) => match place i (its_cells p) with Some n => [(fst a, Coloured n c)] | None => [] end
  | Some (Reach l n t) => if Pos.eqb l line then [(fst a, Reached n t)] else []
  | None => []
  end.
Definition shows (K : knowledge) (c : clause) (r : reason) : bool :=
  match r with
  | ByLine line =>
      match M.find line ready with
      | Some (Some p) => implied (its_may p) (its_layers p) (flat_map (on_line line p) c)
      | _ => false
      end
  | ByCell i =>
      forallb (fun e => existsb (fun a =>
        match M.find (snd a) meanings with
        | Some (Cell j d) => Pos.eqb i j && Bool.eqb (e =? d) (fst a)
        | _ => false
        end) c) (may K i)
  end.
Definition clause_ok (K : knowledge) (e : list reason * clause) : bool := existsb (shows K (snd e)) (fst e).

Lemma place_ok : forall (g : picture) i ls n, place i ls = Some n -> nth_error (map g ls) n = Some (g i).
Proof.
  induction ls as [| j t IH]; simpl; intros n H; [discriminate|]. destruct (Pos.eqb_spec i j) as [-> | N].
  - injection H as <-. reflexivity.
  - destruct (place i t); [| discriminate]. injection H as <-. simpl. auto.
Qed.
Lemma on_line_sound : forall line p g a b, M.find line ready = Some (Some p) -> In b (on_line line p a) ->
  (let l := map g (its_cells p) in literal_true l (path (first (its_clue p)) l) b = true) -> true_in (value g) a = true.
Proof.
  intros line p g [sign x] b Hp Hb Ht. unfold on_line in Hb. unfold true_in, value. simpl in *.
  destruct (M.find x meanings) as [[i c | l n t] |]; [| | contradiction].
  - destruct (place i (its_cells p)) as [n |] eqn:E; [| contradiction]. destruct Hb as [<- | []].
    unfold literal_true in Ht; simpl in Ht. rewrite (place_ok g _ _ _ E) in Ht. exact Ht.
  - destruct (Pos.eqb_spec l line) as [-> |]; [| contradiction]. destruct Hb as [<- | []].
    unfold literal_true in Ht; simpl in Ht. rewrite Hp. exact Ht.
Qed.
Lemma clause_ok_sound : forall K g e, ready = prepare_all K -> solves P g -> true_of K g -> clause_ok K e = true ->
  holds_in (value g) (snd e) = true.
Proof.
  intros K g [rs c] Hready Hs HK Hok. unfold clause_ok in Hok. apply existsb_exists in Hok. destruct Hok as (r & _ & Hok).
  simpl in *. apply existsb_exists. destruct r as [line | i]; unfold shows in Hok.
  - destruct (M.find line ready) as [[p |] |] eqn:E; try discriminate.
    pose proof E as E'. rewrite Hready in E'. apply numbered_in in E'. apply in_map_iff in E'.
    destruct E' as ([ls [clue |]] & Ep & Hin); unfold prepare in Ep; simpl in Ep; [| discriminate].
    injection Ep as <-. simpl in Hok. destruct (line_settled K g ls clue Hs HK Hin) as (Ha & Hm & Hp & _).
    pose proof (implied_sound clue _ _ _ _ (settle_of_clue clue (map (may K) ls) _ (of_first clue)) Ha Hp Hm Hok) as H.
    apply existsb_exists in H. destruct H as (b & Hb & Ht). apply in_flat_map in Hb. destruct Hb as (a & Ha' & Hb).
    exists a. split; auto. eapply on_line_sound; eauto.
  - rewrite forallb_forall in Hok. specialize (Hok (g i) (HK i)). apply existsb_exists in Hok.
    destruct Hok as ([sign x] & Ha & H). exists (sign, x). split; auto. unfold true_in, value. simpl in *.
    destruct (M.find x meanings) as [[j d | ? ? ?] |]; try discriminate.
    apply andb_true_iff in H. destruct H as [Hj H]. apply Pos.eqb_eq in Hj. subst j. exact H.
Qed.

(* What is known once all literals of a clause are false. *)
Definition without (c : clause) (K : knowledge) : knowledge :=
  fold_left (fun K a => match M.find (snd a) meanings with
                        | Some (Cell i d) => keep i (fun e => negb (Bool.eqb (e =? d) (fst a))) K
                        | _ => K
                        end) c K.
Lemma without_sound : forall c K g, true_of K g -> holds_in (value g) c = false -> true_of (without c K) g.
Proof.
  unfold without, holds_in. induction c as [| [sign x] t IH]; simpl; intros K g HK H; auto.
  apply orb_false_iff in H. destruct H as [Hx H]. apply IH; auto. unfold true_in, value in Hx. simpl in Hx.
  destruct (M.find x meanings) as [[i d | ? ? ?] |]; auto. apply keep_sound; auto. rewrite Hx. reflexivity.
Qed.
End Formula.

Inductive outcome := Contradiction | Known (K : knowledge) | Wrong.

Definition refute (K : knowledge) (s : search) : outcome :=
  let m := numbered (meanings s) in
  let ready := prepare_all K in
  let clauses := map snd (formula s) in
  if forallb (clause_ok m ready K) (formula s) then
    match claim s with
    | None => if refutes (numbered clauses) (proof s) then Contradiction else Wrong
    | Some c => if refutes (numbered (clauses ++ [c])) (proof s) then Known (without m c K) else Wrong
    end
  else Wrong.
Definition clash (K : knowledge) : bool := existsb (fun e => match may K (fst e) with [] => true | _ => false end) (givens P).
Definition pick (ns : list positive) : family :=
  flat_map (fun n => match M.find n all_lines with Some l => [l] | None => [] end) ns.
Definition unbalanced (e : nat * list positive * list positive) : bool :=
  let '(x, A, B) := e in negb (x =? 0) && differ x (List.length (cells P)) (pick A) (pick B).
Definition conclude (C : certificate) : outcome :=
  if existsb unbalanced (sums C) then Contradiction else
  match deduce_all given (deductions C) with
  | None => Contradiction
  | Some K => if clash K then Contradiction else match searched C with None => Known K | Some s => refute K s end
  end.

Definition about (g : picture) (o : outcome) : Prop :=
  match o with Contradiction => False | Known K => true_of K g | Wrong => True end.
Lemma refute_sound : forall K g s, solves P g -> true_of K g -> about g (refute K s).
Proof.
  intros K g s Hs HK. unfold refute. destruct (forallb _ (formula s)) eqn:Ef; simpl; auto.
  rewrite forallb_forall in Ef.
  assert (Hall : forall c, In c (map snd (formula s)) ->
    holds_in (value (numbered (meanings s)) (prepare_all K) g) c = true).
  { intros c Hc. apply in_map_iff in Hc. destruct Hc as (e & <- & He). eapply clause_ok_sound; eauto. }
  destruct (claim s) as [c |].
  - destruct (refutes _ _) eqn:Er; simpl; auto. apply without_sound with (ready := prepare_all K); auto.
    apply not_true_is_false. intro Hc.
    eapply refutes_sound; [| exact Er]. intros n d Hd. apply numbered_in in Hd. apply in_app_or in Hd.
    destruct Hd as [Hd | [<- | []]]; [apply Hall; exact Hd | exact Hc].
  - destruct (refutes _ _) eqn:Er; simpl; auto. eapply refutes_sound; [| exact Er].
    intros n d Hd. apply numbered_in in Hd. apply Hall; exact Hd.
Qed.
Lemma pick_described : forall g ns, solves P g -> Sums.satisfied g (pick ns).
Proof.
  intros g ns (_ & _ & Hl) l clue Hin. apply in_flat_map in Hin. destruct Hin as (n & _ & Hin).
  destruct (M.find n all_lines) as [e |] eqn:E; [| contradiction]. destruct Hin as [-> | []].
  apply Hl. eapply numbered_in; eauto.
Qed.
Lemma unbalanced_sound : forall g e, solves P g -> unbalanced e = true -> False.
Proof.
  intros g [[x A] B] Hs H. unfold unbalanced in H. apply andb_true_iff in H. destruct H as [Hx H].
  apply negb_true_iff, Nat.eqb_neq in Hx.
  exact (differ_sound x Hx _ g _ _ (pick_described g A Hs) (pick_described g B Hs) H).
Qed.
Lemma conclude_sound : forall g C, solves P g -> about g (conclude C).
Proof.
  intros g C Hs. unfold conclude. destruct (existsb unbalanced (sums C)) eqn:Eu.
  { apply existsb_exists in Eu. destruct Eu as (e & _ & He). exact (unbalanced_sound g e Hs He). }
  destruct (deduce_all_sound (deductions C) given g Hs (given_sound g Hs)) as (K & -> & HK).
  destruct (clash K) eqn:E.
  - unfold clash in E. apply existsb_exists in E. destruct E as (e & _ & E). specialize (HK (fst e)).
    destruct (may K (fst e)); [contradiction | discriminate].
  - destruct (searched C); simpl; auto. apply refute_sound; auto.
Qed.

(* ---------- solutions ---------- *)

Definition picture_of (l : list nat) : picture :=
  let m := fold_left (fun m e => M.add (fst e) (snd e) m) (combine (cells P) l) (M.empty nat) in
  fun i => match M.find i m with Some c => c | None => 0 end.
Definition fits_b (b : block) (r : nat * nat) : bool := (snd b =? snd r) && full (fst b) (fst r).
Fixpoint all_fit (clue : list block) (rs : list (nat * nat)) : bool :=
  match clue, rs with
  | [], [] => true
  | b :: clue, r :: rs => fits_b b r && all_fit clue rs
  | _, _ => false
  end.
Definition solved_by (l : list nat) (g : picture) : bool :=
  (0 <? colours P) && forallb (fun c => c <? colours P) l &&
  forallb (fun e => g (fst e) =? snd e) (givens P) &&
  forallb (fun e => match snd e with None => true | Some clue => all_fit clue (runs (map g (fst e))) end) (lines P).

Lemma all_fit_ok : forall clue rs, all_fit clue rs = true -> Forall2 fits clue rs.
Proof.
  induction clue as [| b clue IH]; intros [| r rs] H; simpl in H; try discriminate; constructor.
  - apply andb_true_iff in H. destruct H as [H _]. apply andb_true_iff in H. destruct H as [Hc Hl].
    apply Nat.eqb_eq in Hc. split; auto. unfold full in Hl. destruct (fst b); auto. apply Nat.eqb_eq in Hl. auto.
  - apply IH. apply andb_true_iff in H. tauto.
Qed.
Lemma picture_of_in : forall l i, picture_of l i = 0 \/ In (picture_of l i) l.
Proof.
  intros l i. unfold picture_of.
  assert (G : forall ls l m (c : nat), M.find i (fold_left (fun m e => M.add (fst e) (snd e) m) (combine ls l) m) = Some c ->
    In c l \/ M.find i m = Some c).
  { induction ls as [| j ls IH]; intros [| d l'] m c H; simpl in *; auto. apply IH in H. destruct H as [H | H]; auto.
    rewrite find_add in H. destruct (Pos.eq_dec i j); auto. injection H as <-. auto. }
  destruct (M.find i _) as [c |] eqn:E; auto. apply G in E. destruct E as [E | E]; auto. rewrite M.gempty in E. discriminate.
Qed.
Lemma solved_by_ok : forall l, solved_by l (picture_of l) = true -> solves P (picture_of l).
Proof.
  intros l H. unfold solved_by in H. apply andb_true_iff in H. destruct H as [H Hl].
  apply andb_true_iff in H. destruct H as [H Hg]. apply andb_true_iff in H. destruct H as [H0 Hc].
  rewrite forallb_forall in Hl, Hg, Hc. apply Nat.ltb_lt in H0. split; [| split].
  - intros i. destruct (picture_of_in l i) as [-> | Hi]; auto. apply Nat.ltb_lt. auto.
  - intros i c Hi. apply Nat.eqb_eq. apply (Hg (i, c) Hi).
  - intros ls clue Hin. apply all_fit_ok. apply (Hl (ls, Some clue) Hin).
Qed.

(* ---------- the whole ---------- *)

Definition fixed (K : knowledge) (i : positive) : bool := match may K i with [_] => true | _ => false end.
Lemma fixed_ok : forall K i g h, fixed K i = true -> true_of K g -> true_of K h -> g i = h i.
Proof.
  intros K i g h H Hg Hh. unfold fixed in H. specialize (Hg i). specialize (Hh i).
  destruct (may K i) as [| c [| ? ?]]; try discriminate. destruct Hg as [<- | []]. destruct Hh as [<- | []]. reflexivity.
Qed.

Definition checked (s : statement) (C : certificate) : bool :=
  let pictures := map (fun l => (l, picture_of l)) (shown C) in
  forallb (fun e => solved_by (fst e) (snd e)) pictures &&
  match s, map snd pictures with
  | Multiple, [g; h] => existsb (fun i => negb (g i =? h i)) (cells P)
  | Unsolvable, [] => match conclude C with Contradiction => true | _ => false end
  | Unique, [_] => match conclude C with Known K => forallb (fixed K) (cells P) | _ => false end
  | Facts n, g :: others =>
      match conclude C with
      | Known K =>
          (List.length (filter (fixed K) (cells P)) =? n) &&
          forallb (fun i => fixed K i || existsb (fun h => negb (h i =? g i)) others) (cells P)
      | _ => false
      end
  | _, _ => false
  end.

Theorem checked_sound : forall s C, checked s C = true -> holds P s.
Proof.
  intros s C H. unfold checked in H. apply andb_true_iff in H. destruct H as [Hall H].
  assert (Hs : forall g, In g (map snd (map (fun l => (l, picture_of l)) (shown C))) -> solves P g).
  { intros g Hg. rewrite map_map in Hg. apply in_map_iff in Hg. destruct Hg as (l & <- & Hl).
    apply solved_by_ok. rewrite forallb_forall in Hall. apply (Hall (l, picture_of l)). apply in_map_iff. eauto. }
  assert (Hk : forall g, solves P g -> about g (conclude C)) by (intros; apply conclude_sound; auto).
  destruct (map snd _) as [| g [| h others]]; destruct s as [| | | n]; try discriminate; simpl.
  - intros g Hg. specialize (Hk g Hg). destruct (conclude C); try discriminate. exact Hk.
  - exists g. split; [apply Hs; left; auto|]. intros h Hh i Hi. pose proof (Hk g (Hs g (or_introl eq_refl))) as Hg.
    specialize (Hk h Hh). destruct (conclude C) as [| K |]; try discriminate. rewrite forallb_forall in H.
    symmetry. eapply fixed_ok; eauto.
  - split; [exists g; apply Hs; left; auto|]. pose proof (Hk g (Hs g (or_introl eq_refl))) as Hg.
    destruct (conclude C) as [| K |]; try discriminate. apply andb_true_iff in H. destruct H as [Hn H].
    exists (fixed K). split; [apply Nat.eqb_eq; auto|]. intros i Hi. split.
    + intros Hf a b Ha Hb. eapply fixed_ok; eauto; [apply (Hk a) | apply (Hk b)]; auto.
    + intros Hf. rewrite forallb_forall in H. specialize (H i Hi). destruct (fixed K i); auto.
  - destruct others; [| discriminate]. exists g, h. split; [apply Hs; left; auto|]. split; [apply Hs; right; left; auto|].
    intros E. apply existsb_exists in H. destruct H as (i & Hi & Hne). apply negb_true_iff, Nat.eqb_neq in Hne. auto.
  - split; [exists g; apply Hs; left; auto|].
    destruct (conclude C) as [| K |]; try discriminate. apply andb_true_iff in H. destruct H as [Hn H].
    exists (fixed K). split; [apply Nat.eqb_eq; auto|]. intros i Hi. split.
    + intros Hf a b Ha Hb. eapply fixed_ok; eauto; [apply (Hk a) | apply (Hk b)]; auto.
    + intros Hf. rewrite forallb_forall in H. specialize (H i Hi). apply orb_true_iff in H. destruct H as [H | H]; auto.
      exfalso. apply existsb_exists in H. destruct H as (x & Hx & Hne).
      rewrite (Hf x g) in Hne; [rewrite Nat.eqb_refl in Hne; discriminate | apply Hs; right; exact Hx | apply Hs; left; auto].
Qed.
End OfPuzzle.

Definition check (W : written) (s : statement) (C : certificate) : bool :=
  let P := read W in checked P (seq 0 (colours P)) s C.

Theorem check_sound : forall W s C, check W s C = true -> holds (read W) s.
Proof. intros W s C. apply checked_sound. intros c Hc. apply in_seq. lia. Qed.
Print Assumptions check_sound.
