(* The checker as OCaml. Natural numbers and positive numbers become machine integers: all of them count cells, colours, blocks,
   clauses and variables, or are lengths of blocks, and the reader of the puzzle admits no number above 10^15. Large numbers have
   digits below 10^9, and no more than the product of two, and a digit or two, is ever added up. *)
Require Import Arith PArith NArith Puzzle Checker.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
(* Names in full: a short name can mean another function than the one in use, and then numbers are compared by OCaml's slow
   polymorphic equality. *)
Extract Constant Pos.of_succ_nat => "succ".
Extract Inlined Constant PeanoNat.Nat.eqb => "Int.equal".
Extract Inlined Constant Pos.eqb => "Int.equal".
Extract Inlined Constant N.eqb => "Int.equal".
Extraction "checker.ml" check read.
