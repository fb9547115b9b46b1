(* Proofs that numbered clauses cannot all be true: each step names the clauses that it follows from (LRAT without RAT). *)
Require Import List Bool PArith FMapPositive. Import ListNotations.

Module M := PositiveMap.

Definition literal := (bool * positive)%type.
Definition clause := list literal.
Definition true_in (m : positive -> bool) (a : literal) : bool := Bool.eqb (m (snd a)) (fst a).
Definition holds_in (m : positive -> bool) (c : clause) : bool := existsb (true_in m) c.

Inductive step := Add (n : positive) (c : clause) (hints : list positive) | Delete (ns : list positive).

(* [false]: of each variable the sign of its literal that is false by now. *)
Definition is_false (false : M.t bool) (a : literal) : bool :=
  match M.find (snd a) false with Some sign => Bool.eqb sign (fst a) | None => Datatypes.false end.
Inductive remainder := Nothing | One (a : literal) | More.
Fixpoint remaining (f : M.t bool) (c : clause) : remainder :=
  match c with
  | [] => Nothing
  | a :: t => if is_false f a then remaining f t else if forallb (is_false f) t then One a else More
  end.
Fixpoint propagate (d : M.t clause) (f : M.t bool) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | h :: t => match M.find h d with
              | None => false
              | Some c => match remaining f c with
                          | Nothing => true
                          | One a => propagate d (M.add (snd a) (negb (fst a)) f) t
                          | More => false
                          end
              end
  end.
Definition denied (c : clause) : M.t bool := fold_left (fun f a => M.add (snd a) (fst a) f) c (M.empty bool).
Fixpoint refutes (d : M.t clause) (steps : list step) : bool :=
  match steps with
  | [] => false
  | Add n c hints :: t =>
      if propagate d (denied c) hints then match c with [] => true | _ => refutes (M.add n c d) t end else false
  | Delete ns :: t => refutes (fold_left (fun d n => M.remove n d) ns d) t
  end.

(* ---------- soundness ---------- *)

Lemma find_add : forall A (x y : positive) (e : A) m,
  M.find x (M.add y e m) = if Pos.eq_dec x y then Some e else M.find x m.
Proof. intros. destruct (Pos.eq_dec x y) as [-> | N]; [apply M.gss | apply M.gso; auto]. Qed.

Definition all_true (m : positive -> bool) (d : M.t clause) := forall n c, M.find n d = Some c -> holds_in m c = true.
Definition some_true (m : positive -> bool) (f : M.t bool) :=
  exists v sign, M.find v f = Some sign /\ true_in m (sign, v) = true.

Lemma is_false_true : forall m f a, is_false f a = true -> true_in m a = true -> some_true m f.
Proof.
  intros m f [sign v] H T. unfold is_false in H; simpl in H. destruct (M.find v f) as [s |] eqn:E; [| discriminate].
  apply eqb_prop in H. subst s. exists v, sign. auto.
Qed.
Lemma remaining_sound : forall m f c, holds_in m c = true ->
  match remaining f c with Nothing => some_true m f | One a => some_true m f \/ true_in m a = true | More => True end.
Proof.
  intros m f c. unfold holds_in. induction c as [| a t IH]; simpl; intros H; [discriminate|].
  apply orb_true_iff in H. destruct (is_false f a) eqn:E.
  - destruct H as [H | H]; [| apply IH; auto]. pose proof (is_false_true m f a E H).
    destruct (remaining f t); auto.
  - destruct (forallb (is_false f) t) eqn:Et; auto. destruct H as [H | H]; auto.
    left. apply existsb_exists in H. destruct H as (b & Hb & T). rewrite forallb_forall in Et.
    eapply is_false_true; eauto.
Qed.
Lemma propagate_sound : forall hints d f m, all_true m d -> propagate d f hints = true -> some_true m f.
Proof.
  induction hints as [| h t IH]; intros d f m Hd H; simpl in H; [discriminate|].
  destruct (M.find h d) as [c |] eqn:E; [| discriminate]. pose proof (remaining_sound m f c (Hd _ _ E)) as R.
  destruct (remaining f c) as [| a |]; auto; [| discriminate]. destruct R as [R | R]; auto.
  destruct (IH _ _ m Hd H) as (v & sign & Hf & T). rewrite find_add in Hf. destruct (Pos.eq_dec v (snd a)) as [-> | N].
  - injection Hf as <-. unfold true_in in *; simpl in *. apply eqb_prop in R. rewrite R in T. destruct (fst a); discriminate.
  - exists v, sign. auto.
Qed.
Lemma denied_sound : forall c m, some_true m (denied c) -> holds_in m c = true.
Proof.
  intros c m (v & sign & Hf & T). unfold denied in Hf.
  assert (G : forall l f, M.find v (fold_left (fun f a => M.add (snd a) (fst a) f) l f) = Some sign ->
    In (sign, v) l \/ M.find v f = Some sign).
  { induction l as [| a t IH]; simpl; intros f H; auto. apply IH in H. destruct H as [H | H]; auto.
    rewrite find_add in H. destruct (Pos.eq_dec v (snd a)) as [-> | N]; auto. injection H as <-. left; left. destruct a; auto. }
  apply G in Hf. destruct Hf as [Hin | Hf].
  - apply existsb_exists. exists (sign, v). auto.
  - rewrite M.gempty in Hf. discriminate.
Qed.
Lemma delete_sound : forall ns m d, all_true m d -> all_true m (fold_left (fun d n => M.remove n d) ns d).
Proof.
  induction ns as [| n t IH]; intros m d H; auto. simpl. apply IH. intros j c Hf.
  destruct (Pos.eq_dec j n) as [-> | N]; [rewrite M.grs in Hf; discriminate | rewrite M.gro in Hf by auto; eauto].
Qed.
Theorem refutes_sound : forall steps d m, all_true m d -> refutes d steps = true -> False.
Proof.
  induction steps as [| [n c hints | ns] t IH]; intros d m Hd H; simpl in H; [discriminate | |].
  - destruct (propagate d (denied c) hints) eqn:E; [| discriminate].
    pose proof (denied_sound _ _ (propagate_sound _ _ _ _ Hd E)) as Hc.
    destruct c as [| a c]; [discriminate|]. eapply IH; [| exact H]. intros j c' Hf.
    rewrite find_add in Hf. destruct (Pos.eq_dec j n); [injection Hf as <-; exact Hc | eauto].
  - eapply IH; [apply delete_sound; eauto | eauto].
Qed.

(* ---------- numbering ---------- *)

Fixpoint index {A} (n : positive) (l : list A) (m : M.t A) : M.t A :=
  match l with [] => m | x :: t => index (Pos.succ n) t (M.add n x m) end.
Lemma index_in : forall A (l : list A) n m i x, M.find i (index n l m) = Some x -> In x l \/ M.find i m = Some x.
Proof.
  induction l as [| y t IH]; simpl; intros n m i x H; auto. apply IH in H. destruct H as [H | H]; auto.
  rewrite find_add in H. destruct (Pos.eq_dec i n); auto. injection H as <-. auto.
Qed.
Definition numbered {A} (l : list A) : M.t A := index 1 l (M.empty A).
Lemma numbered_in : forall A (l : list A) i x, M.find i (numbered l) = Some x -> In x l.
Proof. intros. apply index_in in H. destruct H as [H | H]; auto. rewrite M.gempty in H. discriminate. Qed.
