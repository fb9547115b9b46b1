(* The checker as OCaml. Natural numbers and positive numbers become machine integers: all of them count cells, colours, blocks,
   clauses and variables, or are lengths of blocks, and the reader of the puzzle admits no number above 10^15. *)
Require Import PArith Puzzle Checker.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
Extract Constant Pos.of_succ_nat => "succ".
Extract Inlined Constant Nat.eqb => "Int.equal".
Extract Inlined Constant Pos.eqb => "Int.equal".
Extraction "checker.ml" check read.
