(* The checker of certificates: what it accepts is true (check_sound). *)
Require Import List Arith Bool PArith NArith Lia. Import ListNotations.
Require Import Puzzle Segments Counts Lines Lrat Sums.

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
  searched : option search;
  (* for counts: lines to begin with once the search has told colours, lines of each cell, a limit, and the cells in order *)
  renewed : list positive;
  crossing : M.t (list positive);
  effort : nat;
  orders : list (list positive) }.

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
Definition leaving_out (c : clause) (K : knowledge) : knowledge :=
  fold_left (fun K a => match M.find (snd a) meanings with
                        | Some (Cell i d) => keep i (fun e => negb (Bool.eqb (e =? d) (fst a))) K
                        | _ => K
                        end) c K.
Lemma leaving_out_sound : forall c K g, true_of K g -> holds_in (value g) c = false -> true_of (leaving_out c K) g.
Proof.
  unfold leaving_out, holds_in. induction c as [| [sign x] t IH]; simpl; intros K g HK H; auto.
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
    | Some c => if refutes (numbered (clauses ++ [c])) (proof s) then Known (leaving_out m c K) else Wrong
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
  - destruct (refutes _ _) eqn:Er; simpl; auto. apply leaving_out_sound with (ready := prepare_all K); auto.
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

(* ---------- counts ---------- *)

Definition fixed (K : knowledge) (i : positive) : bool := match may K i with [_] => true | _ => false end.
Lemma fixed_ok : forall K i g h, fixed K i = true -> true_of K g -> true_of K h -> g i = h i.
Proof.
  intros K i g h H Hg Hh. unfold fixed in H. specialize (Hg i). specialize (Hh i).
  destruct (may K i) as [| c [| ? ?]]; try discriminate. destruct Hg as [<- | []]. destruct Hh as [<- | []]. reflexivity.
Qed.

(* Lines say all they can until nothing is new. *)
Fixpoint close (fuel : nat) (cross : M.t (list positive)) (queue : list positive) (K : knowledge) : option knowledge :=
  match fuel, queue with
  | S fuel, n :: queue =>
      match deduce K n with
      | None => None
      | Some K' =>
          let ls := match M.find n all_lines with Some e => fst e | None => [] end in
          let news := filter (fun i => negb (List.length (may K i) =? List.length (may K' i))) ls in
          close fuel cross (flat_map (fun i => match M.find i cross with Some l => l | None => [] end) news ++ queue) K'
      end
  | _, _ => Some K
  end.
Definition closed (C : certificate) (o : outcome) : outcome :=
  match o with
  | Known K => match close (effort C) (crossing C) (renewed C) K with Some K' => Known K' | None => Contradiction end
  | _ => o
  end.

Definition set_of (l : list positive) : M.t unit := fold_left (fun m i => M.add i tt m) l (M.empty unit).
Definition inside (m : M.t unit) (i : positive) : bool := match M.find i m with Some _ => true | None => false end.
Fixpoint once (m : M.t unit) (l : list positive) : bool :=
  match l with [] => true | i :: t => negb (inside m i) && once (M.add i tt m) t end.
Fixpoint no_twice (l : list nat) : bool :=
  match l with [] => true | c :: t => negb (existsb (Nat.eqb c) t) && no_twice t end.

(* Each part is turned so that the order reads it from its beginning, but for neighbours that change places. *)
Definition later (pos : M.t nat) (i j : positive) : bool :=
  match M.find i pos, M.find j pos with Some m, Some n => n <? m | _, _ => false end.
Fixpoint increasing (pos : M.t nat) (p : part) : bool :=
  match p with a :: (b :: _) as t => negb (later pos (fst a) (fst b)) && increasing pos t | _ => true end.
Definition turned (K : knowledge) (board : M.t unit) (pos : M.t nat) (p : part) : part :=
  if increasing pos p then p
  else if forallb (fun e => inside board (fst e)) p then
    let q := paired (may K) (later pos) p in
    if increasing pos q then q
    else match backwards (may K) p with
         | Some b => if increasing pos b then b
                     else if forallb (fun e => inside board (fst e)) b then paired (may K) (later pos) b else b
         | None => p
         end
  else p.
Fixpoint all_parts_of (K : knowledge) (ls : list (list positive * option (list block))) : option (list part) :=
  match ls with
  | [] => Some []
  | (_, None) :: t => all_parts_of K t
  | (l, Some clue) :: t =>
      match parts (may K) l clue, all_parts_of K t with Some ps, Some qs => Some (ps ++ qs) | _, _ => None end
  end.
Definition ids_of (ps : list part) : M.t (list nat) :=
  fst (fold_left (fun acc p =>
    let '(m, id) := acc in
    (fold_left (fun m e => M.add (fst e) (id :: match M.find (fst e) m with Some l => l | None => [] end) m) p m, S id))
    ps (M.empty (list nat), 0)).
Definition positions (l : list positive) : M.t nat :=
  fst (fold_left (fun acc i => (M.add i (snd acc) (fst acc), S (snd acc))) l (M.empty nat, 0)).

(* The number of colourings that are left; None if the orders do not determine it. *)
Definition counts (K : knowledge) (os : list (list positive)) : option large :=
  let opened := concat os in
  let board := set_of (cells P) in
  let open_cells := set_of opened in
  if (0 <? colours P) && once (M.empty unit) opened && forallb (inside board) opened &&
     forallb (fun i => forallb (fun c => c <? colours P) (may K i) && no_twice (may K i) && (inside open_cells i || fixed K i))
       (cells P) &&
     forallb (fun e => inside board (fst e) && forallb (Nat.eqb (snd e)) (may K (fst e))) (givens P) &&
     forallb (fun e => forallb (inside board) (fst e)) (lines P)
  then
    match all_parts_of K (lines P) with
    | None => None
    | Some ps =>
        let pos := positions opened in
        let qs := map (turned K board pos) ps in
        let ids := ids_of qs in
        match plan_all (may K) (fun i => match M.find i ids with Some l => l | None => [] end) os (numbered qs) with
        | Some (sss, R) => if nothing_left R then counted sss else None
        | None => None
        end
    end
  else None.

Lemma close_sound : forall fuel cross queue K g, solves P g -> true_of K g ->
  exists K', close fuel cross queue K = Some K' /\ true_of K' g.
Proof.
  induction fuel as [| fuel IH]; intros cross [| n queue] K g Hs HK; simpl; eauto.
  destruct (deduce_sound K g n Hs HK) as (K' & -> & HK'). apply IH; auto.
Qed.
Lemma closed_sound : forall C o g, solves P g -> about g o -> about g (closed C o).
Proof.
  intros C o g Hs Ho. destruct o as [| K |]; simpl in *; auto.
  destruct (close_sound (effort C) (crossing C) (renewed C) K g Hs Ho) as (K' & -> & HK'). exact HK'.
Qed.
Lemma set_of_in : forall l i, inside (set_of l) i = true -> In i l.
Proof.
  intros l i. unfold set_of.
  assert (G : forall l m, inside (fold_left (fun m i => M.add i tt m) l m) i = true -> In i l \/ inside m i = true).
  { induction l0 as [| j t IH]; simpl; intros m H; auto. apply IH in H. destruct H as [H | H]; auto.
    unfold inside in H. rewrite find_add in H. destruct (Pos.eq_dec i j); auto. }
  intros H. apply G in H. destruct H as [H | H]; auto. unfold inside in H. rewrite M.gempty in H. discriminate.
Qed.
Lemma set_of_all : forall l i, In i l -> inside (set_of l) i = true.
Proof.
  intros l i. unfold set_of.
  assert (G : forall l m, In i l \/ inside m i = true -> inside (fold_left (fun m i => M.add i tt m) l m) i = true).
  { induction l0 as [| j t IH]; simpl; intros m H; [tauto|]. apply IH. unfold inside in *. rewrite find_add.
    destruct (Pos.eq_dec i j); auto. destruct H as [[H | H] | H]; auto; congruence. }
  intros H. apply G. auto.
Qed.
Lemma once_ok : forall l m, once m l = true -> NoDup l /\ forall i, In i l -> inside m i = false.
Proof.
  induction l as [| i t IH]; simpl; intros m H; [split; [constructor | contradiction]|].
  apply andb_true_iff in H. destruct H as [Hi H]. apply negb_true_iff in Hi. apply IH in H. destruct H as [Hn H].
  assert (Hadd : forall j, inside (M.add i tt m) j = if Pos.eq_dec j i then true else inside m j).
  { intros j. unfold inside. rewrite find_add. destruct (Pos.eq_dec j i); auto. }
  split.
  - constructor; auto. intros Hin. apply H in Hin. rewrite Hadd in Hin. destruct (Pos.eq_dec i i); congruence.
  - intros j [<- | Hj]; auto. apply H in Hj. rewrite Hadd in Hj. destruct (Pos.eq_dec j i); congruence.
Qed.
Lemma no_twice_ok : forall l, no_twice l = true -> NoDup l.
Proof.
  induction l as [| c t IH]; simpl; intros H; constructor; apply andb_true_iff in H; destruct H as [Hc H]; auto.
  apply negb_true_iff in Hc. intros Hin. assert (existsb (Nat.eqb c) t = true); [| congruence].
  apply existsb_exists. exists c. split; auto. apply Nat.eqb_refl.
Qed.

Definition fits_all (K : knowledge) (g : picture) : Prop := forall i, In i (cells P) -> In (g i) (may K i).

Lemma turned_sound : forall K pos p g, fits_all K g -> (read_well g p <-> read_well g (turned K (set_of (cells P)) pos p)).
Proof.
  intros K pos p g Hg.
  assert (Hin : forall p, forallb (fun e : positive * table => inside (set_of (cells P)) (fst e)) p = true ->
    forall i, In i (map fst p) -> In (g i) (may K i)).
  { intros q E i Hi. apply Hg. apply in_map_iff in Hi. destruct Hi as (e & <- & He). rewrite forallb_forall in E.
    apply set_of_in. auto. }
  assert (Hpair : forall p, forallb (fun e : positive * table => inside (set_of (cells P)) (fst e)) p = true ->
    (read_well g p <-> read_well g (paired (may K) (later pos) p))).
  { intros q E. unfold read_well. rewrite (paired_ok (may K) g (later pos) (List.length q) q 0 (le_n _) (Hin q E)). tauto. }
  unfold turned. destruct (increasing pos p); [tauto|]. destruct (forallb _ p) eqn:E; [| tauto].
  destruct (increasing pos (paired (may K) (later pos) p)); [auto|].
  destruct (backwards (may K) p) as [q |] eqn:Eb; [| tauto].
  rewrite (backwards_sound (may K) g p q Eb (Hin p E)). destruct (increasing pos q); [tauto|].
  destruct (forallb _ q) eqn:Eq; [auto | tauto].
Qed.
Lemma all_parts_of_sound : forall K g ls ps, all_parts_of K ls = Some ps ->
  (forall l clue i, In (l, Some clue) ls -> In i l -> In (g i) (may K i)) ->
  (Forall (read_well g) ps <-> forall l clue, In (l, Some clue) ls -> Forall2 fits clue (runs (map g l))).
Proof.
  intros K g. induction ls as [| [l [clue |]] t IH]; intros ps H Hg; simpl in H.
  - injection H as <-. split; [intros _ l clue [] | constructor].
  - destruct (parts (may K) l clue) as [ps1 |] eqn:E; [| discriminate].
    destruct (all_parts_of K t) as [ps2 |] eqn:Et; [| discriminate]. injection H as <-. rewrite Forall_app.
    rewrite <- (parts_sound (may K) g l clue ps1 E) by (intros i Hi; eapply Hg; [left; reflexivity | auto]).
    rewrite (IH ps2 eq_refl) by (intros l' clue' i Hl Hi; eapply Hg; [right; exact Hl | auto]). split.
    + intros [H1 H2] l' clue' [Hin | Hin]; auto. injection Hin as <- <-. auto.
    + intros H. split; [apply H; left; auto | intros; apply H; right; auto].
  - rewrite (IH ps H) by (intros l' clue' i Hl Hi; eapply Hg; [right; exact Hl | auto]). split.
    + intros H1 l' clue' [Hin | Hin]; auto. discriminate.
    + intros H1 l' clue' Hin. apply H1. right; auto.
Qed.

(* The picture with these colours in the open cells. *)
Fixpoint look (i : positive) (open_cells : list positive) (w : list nat) : option nat :=
  match open_cells, w with j :: t, c :: w => if Pos.eq_dec i j then Some c else look i t w | _, _ => None end.
Definition painted (K : knowledge) (opened : list positive) (w : list nat) : picture := fun i =>
  match look i opened w with
  | Some c => c
  | None => if inside (set_of (cells P)) i then match may K i with c :: _ => c | [] => 0 end else 0
  end.
Lemma look_map : forall (g : picture) i l, In i l -> look i l (map g l) = Some (g i).
Proof.
  induction l as [| j t IH]; simpl; intros H; [contradiction|]. destruct (Pos.eq_dec i j) as [-> | N]; auto.
  destruct H; [congruence | auto].
Qed.
Lemma look_none : forall i l w, ~ In i l -> look i l w = None.
Proof.
  induction l as [| j t IH]; simpl; intros w H; auto. destruct w; auto. destruct (Pos.eq_dec i j); [intuition congruence|].
  apply IH. tauto.
Qed.
Lemma painted_open : forall K l w, NoDup l -> List.length w = List.length l -> map (painted K l w) l = w.
Proof.
  intros K l w Hn Hl.
  assert (G : forall i, In i l -> exists c, look i l w = Some c).
  { clear Hn. revert w Hl. induction l as [| j t IH]; simpl; intros w Hl i Hi; [contradiction|]. destruct w; [discriminate|].
    destruct (Pos.eq_dec i j); eauto. destruct Hi; [congruence|]. apply IH; auto. }
  assert (E : map (fun i => match look i l w with Some c => c | None => 0 end) l = w).
  { clear G. revert w Hl. induction l as [| j t IH]; simpl; intros w Hl; destruct w; try discriminate; auto.
    inversion Hn; subst. destruct (Pos.eq_dec j j); [| congruence]. f_equal. etransitivity; [| apply (IH H2 w); auto].
    apply map_ext_in. intros i Hi. destruct (Pos.eq_dec i j); [congruence | auto]. }
  rewrite <- E at 2. apply map_ext_in. intros i Hi. destruct (G i Hi) as [c Hc]. unfold painted. rewrite Hc. auto.
Qed.

Theorem counts_sound : forall K os n, counts K os = Some n -> (forall g, solves P g -> true_of K g) ->
  exists all, NoDup all /\ N.of_nat (List.length all) = worth n /\
    forall colouring, In colouring all <-> exists g, solves P g /\ map g (cells P) = colouring.
Proof.
  intros K os n H HK. unfold counts in H. set (opened := concat os) in *. set (board := set_of (cells P)) in *.
  match type of H with (if ?b then _ else _) = _ => destruct b eqn:Ec; [| discriminate] end.
  repeat (apply andb_true_iff in Ec; let Hnew := fresh "C" in destruct Ec as [Ec Hnew]).
  rename C into Clines, C0 into Cgivens, C1 into Ccells, C2 into Cboard, C3 into Conce. apply Nat.ltb_lt in Ec.
  rewrite forallb_forall in Clines, Cgivens, Ccells, Cboard.
  destruct (once_ok _ _ Conce) as [Hnodup _].
  assert (Hopen : forall i, In i opened -> In i (cells P)) by (intros i Hi; apply set_of_in; apply Cboard; auto).
  assert (Hcell : forall i, In i (cells P) -> (forall c, In c (may K i) -> c < colours P) /\ NoDup (may K i) /\
    (In i opened \/ fixed K i = true)).
  { intros i Hi. specialize (Ccells i Hi). apply andb_true_iff in Ccells. destruct Ccells as [H1 H2].
    apply andb_true_iff in H1. destruct H1 as [H1 H3]. rewrite forallb_forall in H1. split; [| split].
    - intros c Hc. apply Nat.ltb_lt. auto.
    - apply no_twice_ok; auto.
    - apply orb_true_iff in H2. destruct H2 as [H2 | H2]; auto. left. apply set_of_in. auto. }
  destruct (all_parts_of K (lines P)) as [ps |] eqn:Eps; [| discriminate].
  set (qs := map (turned K board (positions opened)) ps) in *.
  match type of H with match ?p with _ => _ end = _ => destruct p as [[sss R] |] eqn:Eplan; [| discriminate] end.
  destruct (nothing_left R) eqn:Enone; [| discriminate].
  destruct (plan_all_ok _ _ _ _ _ _ Eplan) as (Hleft & Hcells & Hchoices).
  destruct (counted_sound _ _ H) as [Hlength Hfound]. set (ss := concat sss) in *. set (words := found ss start) in *.
  fold opened in Hcells.
  (* a picture with colours that are left solves the puzzle if all parts are read well *)
  assert (Hread : forall g, fits_all K g -> (forall i, g i < colours P) -> (solves P g <-> forall id, read_well g (tracks id ss))).
  { intros g Hg Hc.
    assert (Hall : (forall id, read_well g (tracks id ss)) <->
      forall l clue, In (l, Some clue) (lines P) -> Forall2 fits clue (runs (map g l))).
    { rewrite <- (all_parts_of_sound K g (lines P) ps Eps).
      - assert (Hq : Forall (read_well g) ps <-> Forall (read_well g) qs).
        { unfold qs. rewrite !Forall_forall. split.
          - intros Hp q Hq. apply in_map_iff in Hq. destruct Hq as (p & <- & Hq). apply turned_sound; auto.
          - intros Hp p Hin. apply (turned_sound K (positions opened) p g Hg). apply Hp. apply in_map_iff. eauto. }
        rewrite Hq, <- all_parts. split; intros Hr id; specialize (Hr id).
        + rewrite (Hleft id), (nothing_left_ok _ _ Enone), app_nil_r. exact Hr.
        + rewrite (Hleft id), (nothing_left_ok _ _ Enone), app_nil_r in Hr. exact Hr.
      - intros l clue i Hl Hi. apply Hg. apply set_of_in. specialize (Clines _ Hl). simpl in Clines.
        rewrite forallb_forall in Clines. apply Clines; auto. }
    rewrite Hall. unfold solves. split; [tauto|]. intros Hl. split; auto. split; auto.
    intros i c Hi. specialize (Cgivens _ Hi). simpl in Cgivens. apply andb_true_iff in Cgivens. destruct Cgivens as [H1 H2].
    apply set_of_in in H1. rewrite forallb_forall in H2. specialize (H2 _ (Hg i H1)). apply Nat.eqb_eq in H2. auto. }
  assert (Hpossible : forall g, fits_all K g -> Forall (possible g) ss).
  { intros g Hg. apply Forall_forall. intros s Hs. unfold possible. rewrite Forall_forall in Hchoices. rewrite (Hchoices s Hs).
    apply Hg. apply Hopen. rewrite <- Hcells. apply in_map. auto. }
  assert (Hword : forall g : picture, map (fun s => g (its_cell s)) ss = map g opened).
  { intros g. rewrite <- Hcells, map_map. reflexivity. }
  (* words and the pictures that they paint *)
  assert (Hlen : forall w, In w words -> List.length w = List.length opened).
  { intros w Hw. apply found_among in Hw. rewrite <- Hcells, map_length. eapply forall2_length; eauto. }
  assert (Hback : forall w, In w words -> map (painted K opened w) opened = w) by (intros; apply painted_open; auto).
  assert (Hin_may : forall w, In w words -> fits_all K (painted K opened w)).
  { intros w Hw i Hi. destruct (in_dec Pos.eq_dec i opened) as [Ho | Ho].
    - pose proof (found_among _ _ _ Hw) as Ha. rewrite <- (Hback w Hw), <- Hword in Ha.
      rewrite <- Hcells in Ho. apply in_map_iff in Ho. destruct Ho as (s & <- & Hs).
      rewrite Forall_forall in Hchoices. rewrite <- (Hchoices s Hs). clear - Ha Hs.
      induction ss as [| s' t IH]; simpl in *; [contradiction|]. inversion Ha; subst. destruct Hs as [-> | Hs]; auto.
    - unfold painted. rewrite look_none, set_of_all by auto. destruct (Hcell i Hi) as (_ & _ & [Hx | Hx]); [contradiction|].
      unfold fixed in Hx. destruct (may K i) as [| c [| ? ?]]; try discriminate. left; auto. }
  assert (Hcolours : forall w, In w words -> forall i, painted K opened w i < colours P).
  { intros w Hw i. destruct (in_dec Pos.eq_dec i (cells P)) as [Hi | Hi].
    - apply (Hcell i Hi). apply Hin_may; auto.
    - unfold painted. rewrite look_none by (intros Ho; apply Hi; auto).
      destruct (inside (set_of (cells P)) i) eqn:Ei; auto. apply set_of_in in Ei. contradiction. }
  exists (map (fun w => map (painted K opened w) (cells P)) words). split; [| split].
  - (* different words paint different pictures *)
    assert (Hinj : forall v w, In v words -> In w words ->
      map (painted K opened v) (cells P) = map (painted K opened w) (cells P) -> v = w).
    { intros v w Hv Hw E. rewrite <- (Hback v Hv), <- (Hback w Hw). apply map_ext_in. intros i Hi. apply Hopen in Hi.
      clear - E Hi. induction (cells P) as [| j t IH]; simpl in *; [contradiction|]. injection E as E1 E2.
      destruct Hi as [-> | Hi]; auto. }
    assert (Hnd : NoDup words).
    { apply found_once. apply Forall_forall. intros s Hs. rewrite Forall_forall in Hchoices. rewrite (Hchoices s Hs).
      apply (Hcell (its_cell s)). apply Hopen. rewrite <- Hcells. apply in_map. auto. }
    clear - Hinj Hnd. induction words as [| v t IH]; simpl; constructor.
    + inversion Hnd; subst. intros Hin. apply in_map_iff in Hin. destruct Hin as (w & E & Hw).
      assert (w = v) by (apply Hinj; simpl; auto). subst. contradiction.
    + inversion Hnd; subst. apply IH; auto. intros; apply Hinj; simpl; auto.
  - rewrite map_length. exact Hlength.
  - intros colouring. rewrite in_map_iff. split.
    + intros (w & <- & Hw). exists (painted K opened w). split; auto. apply Hread; auto.
      apply Hfound; [apply Hpossible; auto|]. rewrite Hword, Hback; auto.
    + intros (g & Hs & <-). pose proof (HK g Hs) as Hg. assert (Hf : fits_all K g) by (intros i _; apply Hg).
      exists (map g opened). split.
      * apply map_ext_in. intros i Hi. unfold painted. destruct (in_dec Pos.eq_dec i opened) as [Ho | Ho].
        -- rewrite look_map; auto.
        -- rewrite look_none, set_of_all by auto. destruct (Hcell i Hi) as (_ & _ & [Hx | Hx]); [contradiction|].
           unfold fixed in Hx. specialize (Hg i). destruct (may K i) as [| c [| ? ?]]; try discriminate.
           destruct Hg as [<- | []]. auto.
      * rewrite <- Hword. apply Hfound; [apply Hpossible; auto|]. apply Hread; auto. apply Hs.
Qed.

(* ---------- the whole ---------- *)

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
  | Count digits, [] =>
      match closed C (conclude C) with
      | Contradiction => equal (of_digits digits) []
      | Known K => match counts K (orders C) with Some n => equal n (of_digits digits) | None => false end
      | Wrong => false
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
  destruct (map snd _) as [| g [| h others]]; destruct s as [| | | n | digits | ls gs]; try discriminate; simpl.
  - intros g Hg. specialize (Hk g Hg). destruct (conclude C); try discriminate. exact Hk.
  - assert (Hc : forall g, solves P g -> about g (closed C (conclude C))) by (intros; apply closed_sound; auto).
    destruct (closed C (conclude C)) as [| K |]; [| | discriminate].
    + exists []. apply equal_ok in H. rewrite of_digits_ok in H. simpl in H. split; [constructor|]. split; [simpl; lia|].
      intros colouring. split; [contradiction|]. intros (g & Hg & _). exact (Hc g Hg).
    + destruct (counts K (orders C)) as [n |] eqn:En; [| discriminate]. apply equal_ok in H. rewrite of_digits_ok in H.
      destruct (counts_sound K (orders C) n En Hc) as (all & Hn & Hl & Hi). exists all. split; auto. split; auto. lia.
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

(* Of a conflict, a picture for each clue and then for each given that has all the others. *)
Definition spared (Q : puzzle) (l : option (list nat)) : bool :=
  match l with Some l => solved_by Q l (picture_of Q l) | None => false end.
Definition conflict (P : puzzle) (every : list nat) (ls gs : list nat) (C : certificate) : bool :=
  let m := List.length ls in
  forallb (fun i => spared (part_of P (without i ls) gs) (nth_error (shown C) i)) (seq 0 m) &&
  forallb (fun i => spared (part_of P ls (without i gs)) (nth_error (shown C) (m + i))) (seq 0 (List.length gs)) &&
  match conclude (part_of P ls gs) every C with Contradiction => true | _ => false end.
Lemma spared_ok : forall Q l, spared Q l = true -> exists g, solves Q g.
Proof. intros Q [l |] H; [| discriminate]. exists (picture_of Q l). apply solved_by_ok. exact H. Qed.
Theorem conflict_sound : forall P every ls gs C, (forall c, c < colours P -> In c every) -> conflict P every ls gs C = true ->
  holds P (Conflict ls gs).
Proof.
  intros P every ls gs C He H. unfold conflict in H. apply andb_true_iff in H. destruct H as [H Hc].
  apply andb_true_iff in H. destruct H as [Hl Hg]. rewrite forallb_forall in Hl, Hg. simpl. split; [| split].
  - intros g Hs. pose proof (conclude_sound (part_of P ls gs) every He g C Hs) as Ha.
    destruct (conclude _ _ _); try discriminate. exact Ha.
  - intros i Hi. eapply spared_ok. apply Hl. apply in_seq. lia.
  - intros i Hi. eapply spared_ok. apply Hg. apply in_seq. lia.
Qed.

Definition check (W : written) (s : statement) (C : certificate) : bool :=
  let P := read W in
  let every := seq 0 (colours P) in
  match s with Conflict ls gs => conflict P every ls gs C | _ => checked P every s C end.

Theorem check_sound : forall W s C, check W s C = true -> holds (read W) s.
Proof.
  intros W s C H. assert (He : forall c, c < colours (read W) -> In c (seq 0 (colours (read W)))) by (intros; apply in_seq; lia).
  destruct s; try (eapply checked_sound; eauto; fail). eapply conflict_sound; eauto.
Qed.
Print Assumptions check_sound.
