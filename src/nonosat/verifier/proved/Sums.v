(* Two families of lines that have the same cells, and need different numbers of cells of a colour. *)
Require Import List Arith Bool PArith Lia Permutation Orders Mergesort. Import ListNotations.
Require Import Puzzle.

Module Order <: TotalLeBool.
  Definition t := positive.
  Definition leb := Pos.leb.
  Theorem leb_total : forall x y, leb x y = true \/ leb y x = true.
  Proof. intros. unfold leb. rewrite !Pos.leb_le. lia. Qed.
End Order.
Module Sorting := Sort Order.

Definition family := list (list positive * option (list block)).
Definition same_cells (A B : family) : bool :=
  if list_eq_dec Pos.eq_dec (Sorting.sort (concat (map fst A))) (Sorting.sort (concat (map fst B))) then true else false.

Section OfColour.
Variable x : nat.
Hypothesis ink : x <> 0.

Definition count (l : list nat) : nat := length (filter (fun c => c =? x) l).
Definition total (rs : list (nat * nat)) : nat := fold_right (fun r n => (if snd r =? x then fst r else 0) + n) 0 rs.

(* At least and at most so many cells have the colour; no block may be longer than [cap], so that sums stay small. *)
Fixpoint least (clue : list block) : nat :=
  match clue with
  | [] => 0
  | (m, d) :: t => (if d =? x then match m with Some m => m | None => 1 end else 0) + least t
  end.
Fixpoint most (clue : list block) : option nat :=
  match clue with
  | [] => Some 0
  | (m, d) :: t => match most t with
                   | None => None
                   | Some n => if d =? x then match m with Some m => Some (m + n) | None => None end else Some n
                   end
  end.
Fixpoint least_of (A : family) : nat :=
  match A with
  | [] => 0
  | (_, Some clue) :: t => least clue + least_of t
  | (_, None) :: t => least_of t
  end.
Fixpoint most_of (A : family) : option nat :=
  match A with
  | [] => Some 0
  | (_, None) :: _ => None
  | (_, Some clue) :: t => match most clue, most_of t with Some m, Some n => Some (m + n) | _, _ => None end
  end.
Definition small (cap : nat) (A : family) : bool :=
  forallb (fun l => match snd l with
                    | Some clue => forallb (fun b => match fst b with Some m => m <=? cap | None => true end) clue
                    | None => true
                    end) A.
Definition differ (cap : nat) (A B : family) : bool :=
  match most_of A with Some m => m <? least_of B | None => false end && small cap A && small cap B && same_cells A B.

Lemma runs_total : forall l n c, total (runs_from n c l) = (if c =? x then n else 0) + count l.
Proof.
  assert (Hrun : forall n c rs, total (run_of n c ++ rs) = (if c =? x then n else 0) + total rs).
  { intros n c rs. unfold run_of. destruct (Nat.eqb_spec c 0); simpl; auto. destruct (Nat.eqb_spec c x); lia. }
  induction l as [| d l IH]; intros n c; simpl.
  - rewrite <- (app_nil_r (run_of n c)), Hrun. reflexivity.
  - unfold count in *. simpl. destruct (Nat.eqb_spec d c).
    + rewrite IH. subst d. destruct (c =? x); simpl; lia.
    + rewrite Hrun, IH. destruct (d =? x); simpl; lia.
Qed.
Lemma runs_positive : forall l n c, n > 0 \/ c = 0 -> Forall (fun r => fst r > 0) (runs_from n c l).
Proof.
  assert (Hrun : forall n c, n > 0 \/ c = 0 -> Forall (fun r => fst r > 0) (run_of n c)).
  { intros n c H. unfold run_of. destruct (Nat.eqb_spec c 0); auto. constructor; auto. simpl. destruct H; [auto | contradiction]. }
  induction l as [| d l IH]; intros n c H; simpl; auto. destruct (d =? c).
  - apply IH. lia.
  - apply Forall_app. split; auto; apply IH; lia.
Qed.
Lemma clue_bounds : forall clue rs, Forall2 fits clue rs -> Forall (fun r => fst r > 0) rs ->
  least clue <= total rs /\ forall m, most clue = Some m -> total rs = m.
Proof.
  induction 1 as [| [m d] [n c] clue rs [Hc Hm] _ IH]; intros Hp; simpl in *.
  - split; auto. congruence.
  - inversion Hp; subst. simpl in *. destruct (IH H2) as [Hl Hmost]. split.
    + destruct (c =? x); auto. destruct m; lia.
    + intros k Hk. destruct (most clue) as [j |]; [| discriminate]. specialize (Hmost j eq_refl).
      destruct (c =? x); [destruct m; [| discriminate] |]; injection Hk as <-; lia.
Qed.
Definition satisfied (g : picture) (A : family) : Prop :=
  forall l clue, In (l, Some clue) A -> Forall2 fits clue (runs (map g l)).
Lemma line_bounds : forall (g : picture) l clue, Forall2 fits clue (runs (map g l)) ->
  least clue <= count (map g l) /\ forall m, most clue = Some m -> count (map g l) = m.
Proof.
  intros g l clue H. pose proof (runs_total (map g l) 0 0) as E. destruct (Nat.eqb_spec 0 x); [congruence|]. simpl in E.
  rewrite <- E. apply clue_bounds; auto. apply runs_positive. auto.
Qed.
Lemma count_app : forall a b, count (a ++ b) = count a + count b.
Proof. intros. unfold count. rewrite filter_app, app_length. reflexivity. Qed.
Lemma least_of_ok : forall g A, satisfied g A -> least_of A <= count (map g (concat (map fst A))).
Proof.
  induction A as [| [l [clue |]] A IH]; intros H; simpl; auto; rewrite map_app, count_app.
  - destruct (line_bounds g l clue) as [Hl _]; [apply H; left; auto|].
    assert (least_of A <= count (map g (concat (map fst A)))) by (apply IH; intros ? ? ?; apply H; right; auto). lia.
  - assert (least_of A <= count (map g (concat (map fst A)))) by (apply IH; intros ? ? ?; apply H; right; auto). lia.
Qed.
Lemma most_of_ok : forall g A m, satisfied g A -> most_of A = Some m -> count (map g (concat (map fst A))) = m.
Proof.
  induction A as [| [l [clue |]] A IH]; intros m H E; simpl in *; try discriminate; [injection E as <-; reflexivity|].
  rewrite map_app, count_app. destruct (most clue) as [a |] eqn:Ea; [| discriminate].
  destruct (most_of A) as [b |] eqn:Eb; [| discriminate]. injection E as <-.
  destruct (line_bounds g l clue) as [_ Hm]; [apply H; left; auto|]. rewrite (Hm a Ea).
  rewrite (IH b); auto. intros ? ? ?. apply H; right; auto.
Qed.
Lemma count_permutation : forall a b, Permutation a b -> count a = count b.
Proof.
  unfold count. induction 1; simpl; auto; try congruence.
  - destruct (x0 =? x); simpl; congruence.
  - destruct (x0 =? x), (y =? x); simpl; auto.
Qed.
Theorem differ_sound : forall cap g A B, satisfied g A -> satisfied g B -> differ cap A B = true -> False.
Proof.
  intros cap g A B HA HB H. unfold differ in H. rewrite !andb_true_iff in H. destruct H as (((Hlt & _) & _) & Hsame).
  unfold same_cells in Hsame.
  destruct (list_eq_dec _ _ _) as [E |]; [| discriminate].
  assert (Hp : Permutation (map g (concat (map fst A))) (map g (concat (map fst B)))).
  { apply Permutation_map. eapply Permutation_trans; [apply Sorting.Permuted_sort|]. rewrite E.
    apply Permutation_sym, Sorting.Permuted_sort. }
  apply count_permutation in Hp. destruct (most_of A) as [m |] eqn:Em; [| discriminate].
  apply Nat.ltb_lt in Hlt. pose proof (most_of_ok g A m HA Em). pose proof (least_of_ok g B HB). lia.
Qed.
End OfColour.
