(* Counts the colourings that all parts of lines accept, by dynamic programming over the cells (a frontier): colourings that lead to
   the same states have the same completions, so they are counted together. *)
Require Import List Arith Bool PArith NArith Lia. Import ListNotations.
Require Import Puzzle Lrat Segments.

(* ---------- numbers of any size, as digits to a large base, the lowest first ---------- *)

Definition large := list N.
Definition base : N := 1000000000.
Fixpoint worth (a : large) : N := match a with [] => 0 | x :: a => x + base * worth a end.

Fixpoint carried (c : N) (a : large) : large :=
  if (c =? 0)%N then a else match a with [] => [c] | x :: a => ((x + c) mod base)%N :: carried ((x + c) / base) a end.
Fixpoint sum (a b : large) (c : N) : large :=
  match a, b with
  | [], b => carried c b
  | a, [] => carried c a
  | x :: a, y :: b => let s := (x + y + c)%N in (s mod base)%N :: sum a b (s / base)
  end.
(* m * a + c *)
Fixpoint scaled (m : N) (a : large) (c : N) : large :=
  match a with
  | [] => if (c =? 0)%N then [] else [c]
  | x :: a => let s := (m * x + c)%N in (s mod base)%N :: scaled m a (s / base)
  end.
Fixpoint product (a b : large) : large :=
  match a with [] => [] | x :: a => sum (scaled x b 0) (0%N :: product a b) 0 end.
Fixpoint equal (a b : large) : bool :=
  match a, b with
  | x :: a, y :: b => (x =? y)%N && equal a b
  | [], b => forallb (N.eqb 0) b
  | a, [] => forallb (N.eqb 0) a
  end.
Definition of_digits (digits : list nat) : large := fold_left (fun a d => scaled 10 a (N.of_nat d)) digits [].

Lemma base_not_0 : base <> 0%N. Proof. discriminate. Qed.
Opaque base.
Lemma digit : forall s w, (s mod base + base * (s / base + w) = s + base * w)%N.
Proof.
  intros. assert (H : (s = base * (s / base) + s mod base)%N) by (apply N.div_mod; exact base_not_0).
  rewrite N.mul_add_distr_l. rewrite H at 3. generalize (base * (s / base))%N (s mod base)%N (base * w)%N. intros. lia.
Qed.
Lemma carried_ok : forall a c, worth (carried c a) = (worth a + c)%N.
Proof.
  induction a as [| x a IH]; intros c; simpl; destruct (N.eqb_spec c 0); simpl; try (subst; lia).
  rewrite IH, (N.add_comm (worth a)), digit. lia.
Qed.
Lemma sum_ok : forall a b c, worth (sum a b c) = (worth a + worth b + c)%N.
Proof.
  induction a as [| x a IH]; intros b c.
  { replace (sum [] b c) with (carried c b) by (destruct b; reflexivity). rewrite carried_ok. simpl. lia. }
  destruct b as [| y b].
  { change (sum (x :: a) [] c) with (carried c (x :: a)). rewrite carried_ok. simpl. lia. }
  simpl sum. simpl worth. rewrite IH.
  rewrite (N.add_comm _ ((x + y + c) / base)), digit. lia.
Qed.
Lemma scaled_ok : forall m a c, worth (scaled m a c) = (m * worth a + c)%N.
Proof.
  intros m. induction a as [| x a IH]; intros c; simpl worth; simpl scaled.
  - destruct (N.eqb_spec c 0); simpl; lia.
  - simpl worth. rewrite IH, (N.add_comm _ ((m * x + c) / base)), digit. lia.
Qed.
Lemma product_ok : forall a b, worth (product a b) = (worth a * worth b)%N.
Proof.
  induction a as [| x a IH]; intros b; simpl; auto. rewrite sum_ok, scaled_ok. simpl. rewrite IH. lia.
Qed.
Lemma zeros : forall a, forallb (N.eqb 0) a = true -> worth a = 0%N.
Proof.
  induction a as [| x a IH]; simpl; intros H; auto. apply andb_true_iff in H. destruct H as [Hx H]. rewrite (IH H).
  destruct x; [lia | discriminate].
Qed.
Lemma equal_ok : forall a b, equal a b = true -> worth a = worth b.
Proof.
  induction a as [| x a IH]; intros b H.
  - symmetry. apply zeros. exact H.
  - destruct b as [| y b]; [apply zeros; exact H|]. simpl in *. apply andb_true_iff in H. destruct H as [Hx H].
    apply N.eqb_eq in Hx. rewrite (IH _ H). congruence.
Qed.
Lemma of_digits_ok : forall digits, worth (of_digits digits) = N.of_nat (number digits).
Proof.
  intros digits. unfold of_digits, number.
  assert (G : forall a n, worth a = N.of_nat n ->
    worth (fold_left (fun a d => scaled 10 a (N.of_nat d)) digits a) = N.of_nat (fold_left (fun n d => 10 * n + d) digits n)).
  { induction digits as [| d t IH]; simpl; intros a n H; auto. apply IH. rewrite scaled_ok, H. lia. }
  apply G. reflexivity.
Qed.

(* ---------- the states of all parts ---------- *)

Definition states := nat -> nat.   (* by the number of the part *)
Definition start : states := fun _ => 0.
Definition put (id x : nat) (k : states) : states := fun j => if id =? j then x else k j.
Definition alike (k k' : states) : Prop := forall j, k j = k' j.
Definition respects (f : states -> N) : Prop := forall k k', alike k k' -> f k = f k'.

Lemma put_alike : forall id x k k', alike k k' -> alike (put id x k) (put id x k').
Proof. intros id x k k' H j. unfold put. destruct (id =? j); auto. Qed.

(* ---------- colourings ---------- *)

(* A cell, its colours, and the tables that it has in the parts with these numbers. *)
Record spot := Spot { its_cell : positive; its_choices : list nat; its_tables : list (nat * table) }.

Fixpoint moved (ts : list (nat * table)) (c : nat) (k : states) : option states :=
  match ts with
  | [] => Some k
  | (id, T) :: t => match move T (k id) c with Some x => moved t c (put id x k) | None => None end
  end.
Definition after (s : spot) (c : nat) (k : states) : option states := moved (its_tables s) c k.

(* The colourings that can be read, from some states on. *)
Fixpoint found (ss : list spot) (k : states) : list (list nat) :=
  match ss with
  | [] => [[]]
  | s :: t => flat_map (fun c => match after s c k with Some k' => map (cons c) (found t k') | None => [] end) (its_choices s)
  end.
Fixpoint ends (ss : list spot) (k : states) (g : picture) : option states :=
  match ss with
  | [] => Some k
  | s :: t => match after s (g (its_cell s)) k with Some k' => ends t k' g | None => None end
  end.
Definition possible (g : picture) (s : spot) : Prop := In (g (its_cell s)) (its_choices s).

Lemma found_ends : forall g ss k, Forall (possible g) ss ->
  (In (map (fun s => g (its_cell s)) ss) (found ss k) <-> ends ss k g <> None).
Proof.
  intros g. induction ss as [| s t IH]; intros k H; simpl.
  - split; [discriminate | auto].
  - inversion H; subst. rewrite in_flat_map. split.
    + intros (c & _ & Hin). destruct (after s c k) as [k' |] eqn:E; [| contradiction].
      apply in_map_iff in Hin. destruct Hin as (w & Hw & Hin). injection Hw as -> ->. rewrite E. apply IH; auto.
    + intros He. exists (g (its_cell s)). split; auto. destruct (after s (g (its_cell s)) k); [| congruence].
      apply in_map. apply IH; auto.
Qed.
Lemma found_among : forall ss k w, In w (found ss k) -> Forall2 (fun c s => In c (its_choices s)) w ss.
Proof.
  induction ss as [| s t IH]; simpl; intros k w H.
  - destruct H as [<- | []]. constructor.
  - apply in_flat_map in H. destruct H as (c & Hc & H). destruct (after s c k); [| contradiction].
    apply in_map_iff in H. destruct H as (v & <- & H). constructor; eauto.
Qed.
Lemma nodup_app : forall A (l m : list A), NoDup l -> NoDup m -> (forall x, In x l -> In x m -> False) -> NoDup (l ++ m).
Proof.
  induction l as [| x l IH]; simpl; intros m Hl Hm H; auto. inversion Hl; subst. constructor.
  - intros Hin. apply in_app_or in Hin. destruct Hin; [auto | eapply H; eauto].
  - apply IH; auto. intros y Hy Hym. eapply H; eauto.
Qed.
Lemma found_once : forall ss k, Forall (fun s => NoDup (its_choices s)) ss -> NoDup (found ss k).
Proof.
  induction ss as [| s t IH]; simpl; intros k H.
  - constructor; [simpl; tauto | constructor].
  - inversion H as [| ? ? Hs Ht]; subst. revert Hs. generalize (its_choices s).
    induction l as [| c l IHl]; simpl; intros Hl; [constructor|]. inversion Hl; subst. apply nodup_app; auto.
    + destruct (after s c k) as [k0 |]; [| constructor]. specialize (IH k0 Ht). clear - IH.
      induction (found t k0); simpl; [constructor|]. inversion IH; subst. constructor; auto.
      intros Hin. apply in_map_iff in Hin. destruct Hin as (w & Hw & Hin). injection Hw as ->. contradiction.
    + intros w Hw Hin. destruct (after s c k); [| contradiction]. apply in_map_iff in Hw. destruct Hw as (v & <- & _).
      apply in_flat_map in Hin. destruct Hin as (d & Hd & Hin). destruct (after s d k); [| contradiction].
      apply in_map_iff in Hin. destruct Hin as (u & Hu & _). injection Hu as -> _. contradiction.
Qed.

(* ---------- what a colouring does to each part ---------- *)

Definition tracked (id : nat) (i : positive) (ts : list (nat * table)) : part :=
  flat_map (fun e => if fst e =? id then [(i, snd e)] else []) ts.
Definition tracks (id : nat) (ss : list spot) : part := flat_map (fun s => tracked id (its_cell s) (its_tables s)) ss.

Lemma moved_ok : forall g i ts k,
  match moved ts (g i) k with
  | Some k' => forall id, goes (tracked id i ts) (k id) g = Some (k' id)
  | None => exists id, goes (tracked id i ts) (k id) g = None
  end.
Proof.
  intros g i. induction ts as [| [j T] ts IH]; intros k; simpl; auto.
  destruct (move T (k j) (g i)) as [x |] eqn:E.
  - specialize (IH (put j x k)). destruct (moved ts (g i) (put j x k)) as [k' |].
    + intros id. specialize (IH id). unfold put in IH. destruct (Nat.eqb_spec j id) as [e | N]; simpl; auto. subst id. rewrite E. auto.
    + destruct IH as [id IH]. exists id. unfold put in IH. destruct (Nat.eqb_spec j id) as [e | N]; simpl; auto. subst id. rewrite E. auto.
  - exists j. rewrite Nat.eqb_refl. simpl. rewrite E. auto.
Qed.
Lemma ends_ok : forall g ss k,
  match ends ss k g with
  | Some k' => forall id, goes (tracks id ss) (k id) g = Some (k' id)
  | None => exists id, goes (tracks id ss) (k id) g = None
  end.
Proof.
  intros g. induction ss as [| s t IH]; intros k; simpl; auto.
  pose proof (moved_ok g (its_cell s) (its_tables s) k) as H. fold (after s (g (its_cell s)) k) in H.
  destruct (after s (g (its_cell s)) k) as [k' |].
  - specialize (IH k'). destruct (ends t k' g) as [k'' |].
    + intros id. rewrite goes_app, H. apply IH.
    + destruct IH as [id IH]. exists id. rewrite goes_app, H. apply IH.
  - destruct H as [id H]. exists id. rewrite goes_app, H. auto.
Qed.

(* ---------- counting ---------- *)

(* The sum of [f] over the states to which the colourings lead. *)
Definition over (s : spot) (k : states) (f : states -> N) : N :=
  fold_right (fun c n => (match after s c k with Some k' => f k' | None => 0 end + n)%N) 0%N (its_choices s).
Fixpoint total (ss : list spot) (k : states) (f : states -> N) : N :=
  match ss with [] => f k | s :: t => over s k (fun k' => total t k' f) end.

Lemma over_ext : forall s k f h, (forall k', f k' = h k') -> over s k f = over s k h.
Proof.
  intros s k f h H. unfold over. induction (its_choices s); simpl; auto. rewrite IHl. destruct (after s a k); auto. rewrite H. auto.
Qed.
Lemma moved_alike : forall ts c k k', alike k k' ->
  match moved ts c k, moved ts c k' with Some a, Some b => alike a b | None, None => True | _, _ => False end.
Proof.
  induction ts as [| [id T] ts IH]; simpl; intros c k k' H; auto. rewrite (H id). destruct (move T (k' id) c); auto.
  apply IH. apply put_alike. auto.
Qed.
Lemma over_respects : forall s f, respects f -> respects (fun k => over s k f).
Proof.
  intros s f Hf k k' H. unfold over. induction (its_choices s) as [| c l IH]; simpl; auto. rewrite IH. f_equal.
  pose proof (moved_alike (its_tables s) c k k' H) as Hm. unfold after. destruct (moved _ c k), (moved _ c k'); auto; contradiction.
Qed.
Lemma total_respects : forall ss f, respects f -> respects (fun k => total ss k f).
Proof. induction ss as [| s ss IH]; simpl; intros f Hf; auto. apply over_respects. apply (IH f Hf). Qed.
Lemma total_app : forall ss tt k f, total (ss ++ tt) k f = total ss k (fun k' => total tt k' f).
Proof. induction ss as [| s ss IH]; simpl; intros; auto. apply over_ext. auto. Qed.
Lemma total_found : forall ss k, N.of_nat (length (found ss k)) = total ss k (fun _ => 1%N).
Proof.
  induction ss as [| s t IH]; intros k; simpl; auto. unfold over. induction (its_choices s); simpl; auto.
  rewrite app_length, Nat2N.inj_add, IHl. destruct (after s a k); simpl; auto. rewrite map_length, IH. auto.
Qed.
Lemma total_zero : forall g ss k k' f, Forall (possible g) ss -> total ss k f = 0%N -> ends ss k g = Some k' -> f k' = 0%N.
Proof.
  intros g. induction ss as [| s t IH]; intros k k' f H Ht He; simpl in *.
  - congruence.
  - inversion H as [| ? ? Hs Hp]; subst. destruct (after s (g (its_cell s)) k) as [k1 |] eqn:E; [| discriminate].
    eapply IH; eauto. unfold over in Ht. revert Hs Ht. unfold possible. generalize (its_choices s).
    induction l as [| c l IHl]; simpl; intros Hs Ht; [contradiction|].
    destruct Hs as [-> | Hs]; [rewrite E in Ht; lia | apply IHl; auto; lia].
Qed.

(* The states that occur, as paths: a level for each part that is begun, which [L] lists, and for each of its states what follows;
   at the end the number of colourings that lead there. *)
Inductive tree := Nil | Tip (n : large) | Alt (x : nat) (child others : tree).
Fixpoint fits_in (L : list nat) (t : tree) : Prop :=
  match t with
  | Nil => True
  | Tip _ => L = []
  | Alt _ child others => match L with [] => False | _ :: L' => fits_in L' child /\ fits_in L others end
  end.
Fixpoint value (L : list nat) (t : tree) (k : states) (f : states -> N) : N :=
  match t with
  | Nil => 0
  | Tip n => worth n * f k
  | Alt x child others => match L with [] => 0 | id :: L' => value L' child (put id x k) f end + value L others k f
  end.

Fixpoint union (a : tree) : tree -> tree :=
  fix with_b (b : tree) : tree :=
    match a, b with
    | Nil, _ => b
    | _, Nil => a
    | Tip m, Tip n => Tip (sum m n 0)
    | Alt x c o, Alt y d p =>
        if x =? y then Alt x (union c d) (union o p) else if x <? y then Alt x c (union o b) else Alt y d (with_b p)
    | _, _ => Nil
    end.
Definition alt (x : nat) (child others : tree) : tree := match child with Nil => others | _ => Alt x child others end.
(* One more cell of a part has a colour. *)
Fixpoint shifted (id : nat) (T : table) (c : nat) (L : list nat) (t : tree) : tree :=
  match t, L with
  | Alt x child others, j :: L' =>
      if id =? j then
        match move T x c with
        | Some y => union (Alt y child Nil) (shifted id T c L others)
        | None => shifted id T c L others
        end
      else alt x (shifted id T c L' child) (shifted id T c L others)
  | _, _ => Nil
  end.
(* Without the level of a part that is in state 0. *)
Fixpoint stripped (id : nat) (L : list nat) (t : tree) : option tree :=
  match t, L with
  | Nil, _ => Some Nil
  | Alt x child others, j :: L' =>
      if id =? j then match x, others with 0, Nil => Some child | _, _ => None end
      else match stripped id L' child with
           | Some a => match stripped id L others with Some b => Some (Alt x a b) | None => None end
           | None => None
           end
  | _, _ => None
  end.
Fixpoint forget (id : nat) (L : list nat) : list nat :=
  match L with [] => [] | j :: L' => if id =? j then L' else j :: forget id L' end.

Definition frontier := (list nat * tree)%type.
Definition widen (F : frontier) (id : nat) : frontier :=
  if in_dec Nat.eq_dec id (fst F) then F else (id :: fst F, Alt 0 (snd F) Nil).
Definition narrow (F : frontier) (id : nat) : frontier :=
  if in_dec Nat.eq_dec id (fst F) then
    match stripped id (fst F) (snd F) with Some t => (forget id (fst F), t) | None => F end
  else F.
Definition coloured (ts : list (nat * table)) (c : nat) (L : list nat) (t : tree) : tree :=
  fold_left (fun t e => shifted (fst e) (snd e) c L t) ts t.
Definition advance (F : frontier) (s : spot) : frontier :=
  let ids := map fst (its_tables s) in
  let (L, t) := fold_left widen ids F in
  fold_left narrow ids (L, fold_right (fun c found => union (coloured (its_tables s) c L t) found) Nil (its_choices s)).
Definition sweep (ss : list spot) (F : frontier) : frontier := fold_left advance ss F.

Definition tidy (F : frontier) : Prop := NoDup (fst F) /\ fits_in (fst F) (snd F).
Definition worth_of (F : frontier) (f : states -> N) : N := value (fst F) (snd F) start f.

(* The value depends on what [f] says of the states at the ends only. *)
Lemma value_frame : forall t L k k' f f', fits_in L t ->
  (forall m m', (forall i, In i L -> m i = m' i) -> (forall i, ~ In i L -> m i = k i /\ m' i = k' i) -> f m = f' m') ->
  value L t k f = value L t k' f'.
Proof.
  induction t as [| n | x child IHc others IHo]; intros L k k' f f' Hw H; simpl in *; auto.
  - subst L. rewrite (H k k'); [reflexivity | intros i [] | intros; auto].
  - destruct L as [| j L]; [contradiction|]. destruct Hw as [Hc Ho]. rewrite (IHo _ k k' f f' Ho H).
    f_equal. apply IHc; auto. intros m m' H1 H2. apply H.
    + intros i [<- | Hi]; auto. destruct (in_dec Nat.eq_dec j L) as [Hj | Hj]; auto.
      destruct (H2 j Hj) as [-> ->]. unfold put. rewrite Nat.eqb_refl. auto.
    + intros i Hi. destruct (H2 i) as [-> ->]; [intros Hx; apply Hi; right; auto|]. unfold put.
      destruct (Nat.eqb_spec j i); [exfalso; apply Hi; left; auto | auto].
Qed.
Lemma value_zero : forall t L k, value L t k (fun _ => 0%N) = 0%N.
Proof.
  induction t as [| n | x child IHc others IHo]; intros L k; simpl.
  - auto.
  - lia.
  - rewrite IHo. destruct L; auto. rewrite IHc. auto.
Qed.
Lemma value_add : forall f h t L k, value L t k (fun k => f k + h k)%N = (value L t k f + value L t k h)%N.
Proof.
  intros f h. induction t as [| n | x child IHc others IHo]; intros L k; simpl.
  - auto.
  - lia.
  - rewrite IHo. destruct L; [lia|]. rewrite IHc. lia.
Qed.
Lemma union_ok : forall f a b L k, fits_in L a -> fits_in L b ->
  fits_in L (union a b) /\ value L (union a b) k f = (value L a k f + value L b k f)%N.
Proof.
  intros f. induction a as [| m | x c IHc o IHo].
  - intros b L k _ Hb. destruct b; simpl; auto.
  - intros b L k Ha Hb. destruct b as [| n | y d p]; simpl in *; [split; auto; lia | | subst; contradiction].
    split; auto. rewrite sum_ok. lia.
  - induction b as [| n | y d IHd p IHp]; intros L k Ha Hb.
    + simpl. split; auto. simpl. lia.
    + simpl in *. subst. contradiction.
    + assert (Ha' := Ha). assert (Hb' := Hb). simpl in Ha, Hb. destruct L as [| j L]; [contradiction|].
      destruct Ha as [Hc Ho]. destruct Hb as [Hd Hp].
      change (union (Alt x c o) (Alt y d p)) with (if x =? y then Alt x (union c d) (union o p)
        else if x <? y then Alt x c (union o (Alt y d p)) else Alt y d (union (Alt x c o) p)).
      destruct (Nat.eqb_spec x y); [| destruct (x <? y)].
      * subst y. destruct (IHc d L (put j x k) Hc Hd) as [H1 H2]. destruct (IHo p (j :: L) k Ho Hp) as [H3 H4].
        simpl. split; auto. rewrite H2, H4. lia.
      * destruct (IHo (Alt y d p) (j :: L) k Ho Hb') as [H3 H4]. split; [simpl; auto|].
        change (value L c (put j x k) f + value (j :: L) (union o (Alt y d p)) k f =
          value (j :: L) (Alt x c o) k f + value (j :: L) (Alt y d p) k f)%N. rewrite H4. cbn [value]. lia.
      * destruct (IHp (j :: L) k Ha' Hp) as [H3 H4]. split; [exact (conj Hd H3)|].
        change (value L d (put j y k) f + value (j :: L) (union (Alt x c o) p) k f =
          value (j :: L) (Alt x c o) k f + value (j :: L) (Alt y d p) k f)%N. rewrite H4. cbn [value]. lia.
Qed.
Lemma alt_ok : forall f x child others L k, fits_in L (Alt x child others) ->
  fits_in L (alt x child others) /\ value L (alt x child others) k f = value L (Alt x child others) k f.
Proof.
  intros f x child others L k H. unfold alt. destruct child; auto. simpl in *. destruct L; [contradiction|]. split; tauto.
Qed.

Definition then_move (id : nat) (T : table) (c : nat) (f : states -> N) : states -> N :=
  fun k => match move T (k id) c with Some y => f (put id y k) | None => 0%N end.
Lemma shifted_ok : forall id T c f, respects f -> forall t L k, fits_in L t -> NoDup L -> In id L ->
  fits_in L (shifted id T c L t) /\ value L (shifted id T c L t) k f = value L t k (then_move id T c f).
Proof.
  intros id T c f Hf. induction t as [| n | x child IHc others IHo]; intros L k Hw Hn Hin.
  - simpl. auto.
  - simpl in Hw. subst. contradiction.
  - pose proof Hw as Hw'. simpl in Hw. destruct L as [| j L]; [contradiction|]. destruct Hw as [Hc Ho].
    inversion Hn as [| ? ? Hj HL]; subst. destruct (IHo (j :: L) k Ho Hn Hin) as [H1 H2]. cbn [shifted].
    destruct (Nat.eqb_spec id j) as [-> | N].
    + destruct (move T x c) as [y |] eqn:E.
      * assert (Hy : fits_in (j :: L) (Alt y child Nil)) by (simpl; auto).
        destruct (union_ok f (Alt y child Nil) _ (j :: L) k Hy H1) as [H3 H4]. split; auto. rewrite H4, H2. simpl.
        rewrite N.add_0_r. f_equal. symmetry. apply value_frame; auto. intros m m' Hm Ho'. unfold then_move.
        destruct (Ho' j Hj) as [Hmj Hmj']. unfold put in Hmj, Hmj'. rewrite Nat.eqb_refl in Hmj, Hmj'. rewrite Hmj, E. apply Hf.
        intros i. unfold put. destruct (Nat.eqb_spec j i); [congruence|]. destruct (in_dec Nat.eq_dec i L) as [Hi | Hi]; auto.
        destruct (Ho' i Hi) as [-> ->]. unfold put. destruct (Nat.eqb_spec j i); [congruence | auto].
      * split; auto. rewrite H2. simpl. replace (value L child (put j x k) (then_move j T c f)) with 0%N; [reflexivity|].
        rewrite <- (value_zero child L (put j x k)). apply value_frame; auto. intros m m' Hm Ho'. unfold then_move.
        destruct (Ho' j Hj) as [_ Hmj]. assert (Hmj' : m' j = x) by (rewrite Hmj; unfold put; rewrite Nat.eqb_refl; auto).
        assert (Hx : m j = x) by (destruct (Ho' j Hj) as [Hq _]; rewrite Hq; unfold put; rewrite Nat.eqb_refl; auto).
        rewrite ?Hx, ?Hmj', ?E. reflexivity.
    + destruct Hin as [Hin | Hin]; [congruence|]. destruct (IHc L (put j x k) Hc HL Hin) as [H3 H4].
      destruct (alt_ok f x (shifted id T c L child) (shifted id T c (j :: L) others) (j :: L) k ltac:(simpl; auto)) as [H5 H6].
      split; auto. rewrite H6. simpl. rewrite H4. f_equal. exact H2.
Qed.
Lemma then_move_respects : forall id T c f, respects f -> respects (then_move id T c f).
Proof.
  intros id T c f Hf k k' H. unfold then_move. rewrite (H id). destruct (move T (k' id) c); auto. apply Hf. apply put_alike. auto.
Qed.
Definition then_all (ts : list (nat * table)) (c : nat) (f : states -> N) : states -> N :=
  fun k => match moved ts c k with Some k' => f k' | None => 0%N end.
Lemma then_all_respects : forall ts c f, respects f -> respects (then_all ts c f).
Proof.
  intros ts c f Hf k k' H. unfold then_all. pose proof (moved_alike ts c k k' H). destruct (moved ts c k), (moved ts c k'); auto; contradiction.
Qed.
Lemma coloured_ok : forall c L k f, respects f -> NoDup L -> forall ts t, fits_in L t -> incl (map fst ts) L ->
  fits_in L (coloured ts c L t) /\ value L (coloured ts c L t) k f = value L t k (then_all ts c f).
Proof.
  intros c L k f Hf Hn. induction ts as [| [id T] ts IH]; intros t Hw Hi.
  - unfold coloured, then_all. simpl. auto.
  - assert (Hid : In id L) by (apply Hi; left; auto).
    destruct (shifted_ok id T c (then_all ts c f) (then_all_respects ts c f Hf) t L k Hw Hn Hid) as [H1 H2].
    destruct (IH (shifted id T c L t) H1) as [H3 H4]; [intros x Hx; apply Hi; right; auto|].
    unfold coloured in *. simpl. split; auto. rewrite H4, H2. apply value_frame; auto.
    intros m m' Hm Ho. unfold then_move, then_all. simpl.
    assert (Hmm : alike m m').
    { intros i. destruct (in_dec Nat.eq_dec i L) as [Hx | Hx]; auto. destruct (Ho i Hx) as [-> ->]. auto. }
    rewrite <- (Hmm id). destruct (move T (m id) c) as [y |]; auto.
    pose proof (moved_alike ts c _ _ (put_alike id y _ _ Hmm)) as Hq.
    destruct (moved ts c (put id y m)), (moved ts c (put id y m')); auto; contradiction.
Qed.
Lemma forget_in : forall id L i, In i (forget id L) -> In i L.
Proof.
  induction L as [| j L IH]; simpl; intros i H; auto. destruct (id =? j); auto. destruct H; auto.
Qed.
Lemma forget_nodup : forall id L, NoDup L -> NoDup (forget id L).
Proof.
  induction L as [| j L IH]; simpl; intros H; auto. inversion H; subst. destruct (id =? j); auto. constructor; auto.
  intros Hx. apply forget_in in Hx. auto.
Qed.
Lemma stripped_ok : forall id f, respects f -> forall t L k t', fits_in L t -> NoDup L -> In id L -> k id = 0 ->
  stripped id L t = Some t' -> fits_in (forget id L) t' /\ value (forget id L) t' k f = value L t k f.
Proof.
  intros id f Hf. induction t as [| n | x child IHc others IHo]; intros L k t' Hw Hn Hin Hk H.
  - destruct L; simpl in H; injection H as <-; simpl; auto.
  - simpl in Hw. subst. contradiction.
  - simpl in Hw. destruct L as [| j L]; [contradiction|]. destruct Hw as [Hc Ho]. inversion Hn as [| ? ? Hj HL]; subst.
    cbn [stripped] in H. cbn [forget]. destruct (Nat.eqb_spec id j) as [-> | N].
    + destruct x; [| discriminate]. destruct others; try discriminate. injection H as <-. split; auto. simpl. rewrite N.add_0_r.
      apply value_frame; auto. intros m m' Hm Hq. apply Hf. intros i. destruct (in_dec Nat.eq_dec i L) as [Hi | Hi]; auto.
      destruct (Hq i Hi) as [-> ->]. unfold put. destruct (Nat.eqb_spec j i); [congruence | auto].
    + destruct Hin as [Hin | Hin]; [congruence|]. destruct (stripped id L child) as [a |] eqn:Ea; [| discriminate].
      destruct (stripped id (j :: L) others) as [b |] eqn:Eb; [| discriminate]. injection H as <-.
      destruct (IHc L (put j x k) a Hc HL Hin) as [H1 H2]; auto.
      { unfold put. destruct (Nat.eqb_spec j id); [congruence | auto]. }
      destruct (IHo (j :: L) k b Ho Hn (or_intror Hin) Hk Eb) as [H3 H4]. cbn [forget] in H3, H4.
      destruct (Nat.eqb_spec id j); [congruence|]. simpl. rewrite H2, H4. auto.
Qed.

Lemma widen_ok : forall f F id, respects f -> tidy F ->
  tidy (widen F id) /\ worth_of (widen F id) f = worth_of F f /\ In id (fst (widen F id)) /\ incl (fst F) (fst (widen F id)).
Proof.
  intros f [L t] id Hf [Hn Hw]. unfold widen. simpl in *. destruct (in_dec Nat.eq_dec id L) as [Hi | Hi].
  - split; [split; auto|]. split; auto. split; auto. apply incl_refl.
  - split; [split; simpl; auto; constructor; auto|]. split; [| split; [left; auto | intros x Hx; right; auto]].
    unfold worth_of. simpl. rewrite N.add_0_r. apply value_frame; auto. intros m m' Hm Hq. apply Hf. intros i.
    destruct (in_dec Nat.eq_dec i L) as [Hx | Hx]; auto. destruct (Hq i Hx) as [-> ->]. unfold put. destruct (id =? i); auto.
Qed.
Lemma widen_all : forall f ids F, respects f -> tidy F ->
  tidy (fold_left widen ids F) /\ worth_of (fold_left widen ids F) f = worth_of F f /\
  incl ids (fst (fold_left widen ids F)) /\ incl (fst F) (fst (fold_left widen ids F)).
Proof.
  intros f. induction ids as [| id ids IH]; simpl; intros F Hf HF.
  - split; auto. split; auto. split; [intros x [] | apply incl_refl].
  - destruct (widen_ok f F id Hf HF) as (H1 & H2 & H3 & H4). destruct (IH _ Hf H1) as (H5 & H6 & H7 & H8).
    split; auto. split; [congruence|]. split; [intros x [<- | Hx]; auto | intros x Hx; auto].
Qed.
Lemma narrow_ok : forall f F id, respects f -> tidy F -> tidy (narrow F id) /\ worth_of (narrow F id) f = worth_of F f.
Proof.
  intros f [L t] id Hf [Hn Hw]. unfold narrow. simpl in *. destruct (in_dec Nat.eq_dec id L) as [Hi | Hi]; [| split; auto; split; auto].
  destruct (stripped id L t) as [t' |] eqn:E; [| split; auto; split; auto].
  destruct (stripped_ok id f Hf t L start t' Hw Hn Hi eq_refl E) as [H1 H2].
  split; [split; simpl; auto; apply forget_nodup; auto | exact H2].
Qed.
Lemma narrow_all : forall f ids F, respects f -> tidy F ->
  tidy (fold_left narrow ids F) /\ worth_of (fold_left narrow ids F) f = worth_of F f.
Proof.
  intros f. induction ids as [| id ids IH]; simpl; intros F Hf HF; auto. destruct (narrow_ok f F id Hf HF) as [H1 H2].
  destruct (IH _ Hf H1) as [H3 H4]. split; auto. congruence.
Qed.
Lemma advance_ok : forall s F f, respects f -> tidy F ->
  tidy (advance F s) /\ worth_of (advance F s) f = worth_of F (fun k => over s k f).
Proof.
  intros s F f Hf HF. unfold advance.
  destruct (widen_all (fun k => over s k f) (map fst (its_tables s)) F (over_respects s f Hf) HF) as ([Hn Hw] & H2 & Hin & _).
  destruct (fold_left widen (map fst (its_tables s)) F) as [L t]. simpl in Hn, Hw, Hin.
  assert (Hall : forall cs, let found := fold_right (fun c found => union (coloured (its_tables s) c L t) found) Nil cs in
    fits_in L found /\ value L found start f =
      value L t start (fun k => fold_right (fun c n => (match after s c k with Some k' => f k' | None => 0 end + n)%N) 0%N cs)).
  { induction cs as [| c cs [H3 H4]]; simpl in *; [rewrite value_zero; auto|].
    destruct (coloured_ok c L start f Hf Hn (its_tables s) t Hw Hin) as [H5 H6].
    destruct (union_ok f _ _ L start H5 H3) as [H7 H8]. split; auto. rewrite H8, H6, H4, <- value_add. reflexivity. }
  destruct (Hall (its_choices s)) as [H3 H4].
  destruct (narrow_all f (map fst (its_tables s)) (L, fold_right (fun c found => union (coloured (its_tables s) c L t) found) Nil
    (its_choices s)) Hf (conj Hn H3)) as [H5 H6].
  split; auto. rewrite H6. unfold worth_of at 1. simpl. rewrite H4. rewrite <- H2. reflexivity.
Qed.
Lemma sweep_ok : forall f ss F, respects f -> tidy F -> worth_of (sweep ss F) f = worth_of F (fun k => total ss k f).
Proof.
  intros f. induction ss as [| s t IH]; intros F Hf HF; simpl; auto. unfold sweep in *. simpl.
  destruct (advance_ok s F (fun k => total t k f) (total_respects t f Hf) HF) as [H1 H2]. rewrite IH; auto.
Qed.

(* Orders that share no part are independent: their numbers are multiplied. *)
Fixpoint counted (orders : list (list spot)) : option large :=
  match orders with
  | [] => Some [1%N]
  | ss :: t =>
      match sweep ss ([], Tip [1%N]) with
      | ([], Tip n) => match counted t with Some m => Some (product n m) | None => None end
      | _ => None
      end
  end.
Lemma worth_one : worth [1%N] = 1%N.
Proof. cbn [worth]. lia. Qed.
Lemma counted_ok : forall orders n f, respects f -> counted orders = Some n -> total (concat orders) start f = (worth n * f start)%N.
Proof.
  induction orders as [| ss t IH]; intros n f Hf H; simpl in H.
  - injection H as <-. rewrite worth_one. simpl. destruct (f start); reflexivity.
  - simpl. rewrite total_app.
    assert (HF : tidy ([], Tip [1%N])) by (split; simpl; auto; constructor).
    pose proof (sweep_ok (fun k' => total (concat t) k' f) ss ([], Tip [1%N]) (total_respects _ f Hf) HF) as Hs.
    destruct (sweep ss ([], Tip [1%N])) as [[| ? ?] [| m | ? ? ?]]; try discriminate.
    destruct (counted t) as [p |]; [| discriminate]. injection H as <-. rewrite product_ok.
    unfold worth_of in Hs. cbn [fst snd value] in Hs. rewrite worth_one, (IH p f Hf eq_refl) in Hs. lia.
Qed.

Theorem counted_sound : forall orders n, counted orders = Some n ->
  N.of_nat (length (found (concat orders) start)) = worth n /\
  forall g, Forall (possible g) (concat orders) ->
    (In (map (fun s => g (its_cell s)) (concat orders)) (found (concat orders) start) <->
     forall id, read_well g (tracks id (concat orders))).
Proof.
  intros orders n H. split.
  - rewrite total_found, (counted_ok _ _ (fun _ => 1%N) (fun _ _ _ => eq_refl) H). lia.
  - intros g Hg. rewrite found_ends by auto. pose proof (ends_ok g (concat orders) start) as He. split.
    + intros Hn id. destruct (ends (concat orders) start g) as [k |] eqn:E; [| congruence].
      set (other := fun k : states => if (k id =? 0)%nat then 0%N else 1%N).
      assert (Ho : respects other) by (intros a b Hab; unfold other; rewrite (Hab id); reflexivity).
      assert (Hk : other k = 0%N).
      { apply (total_zero g (concat orders) start k other Hg); auto. rewrite (counted_ok _ _ other Ho H).
        change (other start) with 0%N. lia. }
      unfold read_well. specialize (He id). unfold start at 1 in He. rewrite He. f_equal. unfold other in Hk.
      destruct (Nat.eqb_spec (k id) 0); [auto | discriminate].
    + intros Hr. destruct (ends (concat orders) start g); [discriminate|]. destruct He as [id He]. specialize (Hr id).
      unfold read_well in Hr. unfold start at 1 in He. congruence.
Qed.

(* ---------- the tables of each cell, out of parts that are read in its order ---------- *)

Section Plan.
Variable may : positive -> list nat.
Variable ids : positive -> list nat.   (* numbers of the parts that go on with a cell *)

Definition left (id : nat) (R : M.t part) : part := match M.find (cell_number id) R with Some p => p | None => [] end.

Fixpoint take (i : positive) (js : list nat) (R : M.t part) : option (list (nat * table) * M.t part) :=
  match js with
  | [] => Some ([], R)
  | id :: t =>
      match M.find (cell_number id) R with
      | Some ((j, T) :: p) =>
          if Pos.eqb i j then
            match take i t (M.add (cell_number id) p R) with Some (ts, R') => Some ((id, T) :: ts, R') | None => None end
          else None
      | _ => None
      end
  end.
Fixpoint plan (order : list positive) (R : M.t part) : option (list spot * M.t part) :=
  match order with
  | [] => Some ([], R)
  | i :: t =>
      match take i (ids i) R with
      | Some (ts, R1) => match plan t R1 with Some (ss, R2) => Some (Spot i (may i) ts :: ss, R2) | None => None end
      | None => None
      end
  end.
Fixpoint plan_all (orders : list (list positive)) (R : M.t part) : option (list (list spot) * M.t part) :=
  match orders with
  | [] => Some ([], R)
  | o :: t =>
      match plan o R with
      | Some (ss, R1) => match plan_all t R1 with Some (sss, R2) => Some (ss :: sss, R2) | None => None end
      | None => None
      end
  end.

Lemma left_add : forall id j p R, left j (M.add (cell_number id) p R) = if id =? j then p else left j R.
Proof.
  intros. unfold left. rewrite find_add. destruct (Pos.eq_dec (cell_number j) (cell_number id)) as [E | N].
  - apply SuccNat2Pos.inj in E. subst. rewrite Nat.eqb_refl. auto.
  - destruct (Nat.eqb_spec id j); [congruence | auto].
Qed.
Lemma take_ok : forall i js R ts R', take i js R = Some (ts, R') -> forall id, left id R = tracked id i ts ++ left id R'.
Proof.
  induction js as [| j js IH]; intros R ts R' H id; simpl in H.
  - injection H as <- <-. reflexivity.
  - destruct (M.find (cell_number j) R) as [[| [i' T] p] |] eqn:E; try discriminate.
    destruct (Pos.eqb_spec i i'); [| discriminate]. subst i'.
    destruct (take i js (M.add (cell_number j) p R)) as [[ts' R1] |] eqn:Et; [| discriminate]. injection H as <- <-.
    specialize (IH _ _ _ Et id). rewrite left_add in IH. simpl. destruct (Nat.eqb_spec j id) as [-> | N]; simpl; auto.
    unfold left at 1. rewrite E. rewrite IH. reflexivity.
Qed.
Lemma plan_ok : forall order R ss R', plan order R = Some (ss, R') ->
  (forall id, left id R = tracks id ss ++ left id R') /\ map its_cell ss = order /\
  Forall (fun s => its_choices s = may (its_cell s)) ss.
Proof.
  induction order as [| i t IH]; intros R ss R' H; simpl in H.
  - injection H as <- <-. auto.
  - destruct (take i (ids i) R) as [[ts R1] |] eqn:E; [| discriminate].
    destruct (plan t R1) as [[ss' R2] |] eqn:Ep; [| discriminate]. injection H as <- <-.
    destruct (IH _ _ _ Ep) as (Hl & Hm & Hc). split; [| split].
    + intros id. rewrite (take_ok _ _ _ _ _ E id), (Hl id). simpl. rewrite app_assoc. reflexivity.
    + simpl. rewrite Hm. reflexivity.
    + constructor; auto.
Qed.
Lemma plan_all_ok : forall orders R sss R', plan_all orders R = Some (sss, R') ->
  (forall id, left id R = tracks id (concat sss) ++ left id R') /\ map its_cell (concat sss) = concat orders /\
  Forall (fun s => its_choices s = may (its_cell s)) (concat sss).
Proof.
  induction orders as [| o t IH]; intros R sss R' H; simpl in H.
  - injection H as <- <-. simpl. auto.
  - destruct (plan o R) as [[ss R1] |] eqn:E; [| discriminate].
    destruct (plan_all t R1) as [[sss' R2] |] eqn:Ep; [| discriminate]. injection H as <- <-.
    destruct (IH _ _ _ Ep) as (Hl & Hm & Hc). destruct (plan_ok _ _ _ _ E) as (Hl' & Hm' & Hc'). simpl. split; [| split].
    + intros id. rewrite (Hl' id), (Hl id). unfold tracks. rewrite flat_map_app, app_assoc. reflexivity.
    + rewrite map_app, Hm, Hm'. reflexivity.
    + apply Forall_app. auto.
Qed.

Definition nothing_left (R : M.t part) : bool := forallb (fun e => match snd e with [] => true | _ => false end) (M.elements R).
Lemma nothing_left_ok : forall R id, nothing_left R = true -> left id R = [].
Proof.
  intros R id H. unfold left. destruct (M.find (cell_number id) R) as [p |] eqn:E; auto. apply M.elements_correct in E.
  unfold nothing_left in H. rewrite forallb_forall in H. specialize (H _ E). simpl in H. destruct p; auto; discriminate.
Qed.
End Plan.

Lemma index_has : forall A (l : list A) x n m, In x l -> exists j, M.find (cell_number j) (index (cell_number n) l m) = Some x.
Proof.
  induction l as [| y l IH]; simpl; intros x n m H; [contradiction|]. destruct H as [-> | H].
  - exists n. rewrite index_before; [apply M.gss|]. lia.
  - apply (IH x (S n)). auto.
Qed.
Lemma all_parts : forall g ps, (forall id, read_well g (left id (numbered ps))) <-> Forall (read_well g) ps.
Proof.
  intros g ps. rewrite Forall_forall. split.
  - intros H p Hp. destruct (index_has _ ps p 0 (M.empty part) Hp) as [j Hj]. specialize (H j). unfold left in H.
    change 1%positive with (cell_number 0) in Hj. unfold numbered in H. change (cell_number 0) with 1%positive in Hj.
    rewrite Hj in H. exact H.
  - intros H id. unfold left. destruct (M.find _ _) as [p |] eqn:E; [| reflexivity]. apply H. eapply numbered_in; eauto.
Qed.
