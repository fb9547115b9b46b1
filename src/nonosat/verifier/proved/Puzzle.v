(* Nonograms, and what is claimed of them. A reader who accepts the definitions of this file and of Checker.check_sound
   need not read any other proof.

   A cell is a positive number, a colour a natural number; colour 0 is the background. A picture gives each cell a colour. *)
Require Import List Arith Bool PArith ZArith. Import ListNotations.

Definition picture := positive -> nat.

(* The length, unless it is illegible, and the colour. *)
Definition block := (option nat * nat)%type.

Record puzzle := Puzzle {
  colours : nat;                                       (* background included *)
  cells : list positive;                               (* in the order in which pictures are written *)
  lines : list (list positive * option (list block));  (* the cells of a line; its clue, if there is one *)
  givens : list (positive * nat) }.

(* (length, colour) of the maximal runs of cells of one colour other than the background.
   [n] cells of colour [c] come before the list. *)
Definition run_of (n c : nat) : list (nat * nat) := if c =? 0 then [] else [(n, c)].
Fixpoint runs_from (n c : nat) (l : list nat) : list (nat * nat) :=
  match l with
  | [] => run_of n c
  | d :: t => if d =? c then runs_from (S n) c t else run_of n c ++ runs_from 1 d t
  end.
Definition runs := runs_from 0 0.

Definition fits (b : block) (r : nat * nat) : Prop :=
  snd b = snd r /\ match fst b with Some n => n = fst r | None => True end.

Definition solves (P : puzzle) (g : picture) : Prop :=
  (forall i, g i < colours P) /\
  (forall i c, In (i, c) (givens P) -> g i = c) /\
  (forall l clue, In (l, Some clue) (lines P) -> Forall2 fits clue (runs (map g l))).

(* Two pictures are the same if they agree on the cells of the puzzle. *)
Definition same (P : puzzle) (g h : picture) : Prop := forall i, In i (cells P) -> g i = h i.

(* The number that is written with these decimal digits. *)
Definition number (digits : list nat) : nat := fold_left (fun n d => 10 * n + d) digits 0.

Definition numbered {A} (l : list A) : list (nat * A) := combine (seq 0 (length l)) l.

(* The puzzle with no clues but those of the lines [ls] and no givens but [gs]: places in its lists, from 0. *)
Definition in_list (n : nat) (l : list nat) : bool := existsb (Nat.eqb n) l.
Definition part_of (P : puzzle) (ls gs : list nat) : puzzle :=
  Puzzle (colours P) (cells P)
    (map (fun e => let '(n, (l, clue)) := e in (l, if in_list n ls then clue else None)) (numbered (lines P)))
    (map snd (filter (fun e => in_list (fst e) gs) (numbered (givens P)))).
(* The list without its member at place i. *)
Definition without (i : nat) (l : list nat) : list nat := firstn i l ++ skipn (S i) l.

Inductive statement :=
  Unique | Multiple | Unsolvable | Facts (n : nat) | Count (digits : list nat) | Conflict (ls gs : list nat).

Definition holds (P : puzzle) (s : statement) : Prop :=
  match s with
  | Unique => exists g, solves P g /\ forall h, solves P h -> same P g h
  | Multiple => exists g h, solves P g /\ solves P h /\ ~ same P g h
  | Unsolvable => forall g, ~ solves P g
  | Facts n =>  (* n cells have the same colour in all solutions, of which there are some, and no other cells have *)
      (exists g, solves P g) /\ exists fixed : positive -> bool,
      length (filter fixed (cells P)) = n /\
      forall i, In i (cells P) -> (fixed i = true <-> forall g h, solves P g -> solves P h -> g i = h i)
  | Count digits =>  (* a list without repetition, as long as the number, holds the colourings of the solutions and no others *)
      exists all : list (list nat), NoDup all /\ length all = number digits /\
      forall colouring, In colouring all <-> exists g, solves P g /\ map g (cells P) = colouring
  | Conflict ls gs =>  (* these clues and givens have no solution; without any one of them, the others have *)
      (forall g, ~ solves (part_of P ls gs) g) /\
      (forall i, i < length ls -> exists g, solves (part_of P (without i ls) gs) g) /\
      (forall i, i < length gs -> exists g, solves (part_of P ls (without i gs)) g)
  end.

(* ---------- puzzles as they are written: clues by rows, columns and diagonals, or any lines ---------- *)

Definition cell_number (n : nat) : positive := Pos.of_succ_nat n.

Record written := Written {
  palette : nat;
  rows : list (option (list block));
  columns : list (option (list block));
  diagonals : option (Z * list (option (list block)));  (* of a triddler: the number of the first, and their clues *)
  known : list (nat * nat * nat);                       (* row, place in the row, colour *)
  shape : option (list (list (list nat * option (list block)))) }.
    (* families of lines, each with its cells and its clue; those above are then empty, the rows are the first family *)

(* Row r and column c of a rectangle meet in cell r * width + c. *)
Definition rectangle (h w : nat) : list (list nat) * list (list nat) :=
  (map (fun r => seq (r * w) w) (seq 0 h), map (fun c => map (fun r => r * w + c) (seq 0 h)) (seq 0 w)).

(* A triangle of a triddler: row, / strip, \ strip counted from 0; whether it points up. *)
Definition triangle := (nat * nat * Z * bool)%type.
Definition triangles (h w d : nat) (corner : Z) : list triangle :=
  flat_map (fun a => flat_map (fun b =>
    let c := (Z.of_nat b - Z.of_nat a - corner)%Z in
    filter (fun t => let '(_, _, x, _) := t in (0 <=? x)%Z && (x <? Z.of_nat d)%Z)
      [(a, b, (c - 1)%Z, true); (a, b, c, false)]) (seq 0 w)) (seq 0 h).

(* The numbers of the triangles that satisfy a condition; in each row the triangle that points down comes first if [down]. *)
Definition strip (down : bool) (h : nat) (all : list (nat * triangle)) (on : triangle -> bool) : list nat :=
  let mine := filter (fun e => on (snd e)) all in
  if down then
    flat_map (fun a =>
      let here := filter (fun e => let '(r, _, _, _) := snd e in r =? a) mine in
      map fst (filter (fun e => negb (snd (snd e))) here ++ filter (fun e => snd (snd e)) here)) (seq 0 h)
  else map fst mine.

Definition read (W : written) : puzzle :=
  let h := length (rows W) in let w := length (columns W) in
  match shape W, diagonals W with
  | Some families, _ =>
      let rs := map fst (hd [] families) in
      Puzzle (palette W) (map cell_number (seq 0 (length (concat rs))))
        (map (fun e => (map cell_number (fst e), snd e)) (concat families))
        (map (fun e => let '(r, c, x) := e in (cell_number (nth c (nth r rs []) 0), x)) (known W))
  | None, None =>
      let (rs, cs) := rectangle h w in
      Puzzle (palette W) (map cell_number (seq 0 (h * w)))
        (map (fun e => (map cell_number (fst e), snd e)) (combine rs (rows W) ++ combine cs (columns W)))
        (map (fun e => let '(r, c, x) := e in (cell_number (r * w + c), x)) (known W))
  | None, Some (corner, clues) =>
      let d := length clues in
      let all := numbered (triangles h w d corner) in
      let rs := map (fun a => strip false h all (fun t => let '(r, _, _, _) := t in r =? a)) (seq 0 h) in
      let cs := map (fun b => strip true h all (fun t => let '(_, s, _, _) := t in s =? b)) (seq 0 w) in
      let ds := map (fun c => strip true h all (fun t => let '(_, _, s, _) := t in (s =? Z.of_nat c)%Z)) (seq 0 d) in
      Puzzle (palette W) (map (fun e => cell_number (fst e)) all)
        (map (fun e => (map cell_number (fst e), snd e)) (combine rs (rows W) ++ combine cs (columns W) ++ combine ds clues))
        (map (fun e => let '(r, c, x) := e in (cell_number (nth c (nth r rs []) 0), x)) (known W))
  end.
