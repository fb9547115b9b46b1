(* nonocheck CERTIFICATE: says whether the checker of Checker.v accepts a certificate, a folder or one file. Of this file only what it
   prints is trusted: that the puzzle is that of puzzle.json, and which statement is checked. *)
open Checker
open Reader

let program = "nonocheck"
exception Uncovered of string  (* a claim that the proof does not cover *)
exception Refused of string

(* ---------- files ---------- *)

let most_bytes = 1 lsl 30          (* of a file *)
let most_words = 1 lsl 28          (* of the heap, after a collection: 2 GB; a frontier can grow without end *)

let content path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
    let size = in_channel_length channel in
    if size > most_bytes then bad "too large";
    really_input_string channel size)

(* The files of an archive: stored one after the other from its start, as docs/certificate-format.md demands. *)
let unpacked data =
  let files = Hashtbl.create 16 and size = String.length data in
  let number at bytes =
    if at + bytes > size then bad "the archive ends too early";
    let rec go n = if n = bytes then 0 else Char.code data.[at + n] lor (go (n + 1) lsl 8) in go 0 in
  let rec go at =
    if number at 4 = 0x04034b50 then begin
      let length = number (at + 18) 4 and name = number (at + 26) 2 in
      if number (at + 6) 4 <> 0 || number (at + 22) 4 <> length || number (at + 28) 2 <> 0 then bad "not an archive of ours";
      let start = at + 30 + name in
      if start + length > size then bad "the archive ends too early";
      let called = String.sub data (at + 30) name in
      if Hashtbl.mem files called then bad "a name comes twice";
      Hashtbl.add files called (start, length);
      go (start + length)
    end else if number at 4 <> 0x02014b50 then bad "not an archive of ours" in
  go 0;
  fun name -> Option.map (fun (start, length) -> String.sub data start length) (Hashtbl.find_opt files name)

let files_of path =
  if Sys.is_directory path then fun name ->
    let inner = Filename.concat path name in
    if Sys.file_exists inner then Some (content inner) else None
  else
    let data = content path in
    if String.length data < 4 then bad "neither a folder nor an archive" else unpacked data

(* ---------- values ---------- *)

let lines_of text =
  match List.rev (String.split_on_char '\n' text) with
  | "" :: lines -> List.rev lines
  | _ -> bad "the file ends in the middle of a line"

let words_of line = List.map (fun word ->
  match int_of_string_opt word with
  | Some n when String.length word < 12 -> n
  | _ -> bad ("expected numbers, read " ^ String.escaped (if String.length line > 40 then String.sub line 0 40 else line)))
  (String.split_on_char ' ' line)

let rec until_zero found = function
  | 0 :: rest -> (List.rev found, rest)
  | n :: rest -> until_zero (n :: found) rest
  | [] -> bad "expected a 0 at the end"

let literal n = (n > 0, abs n)
let natural n = if n > 0 then n else bad "expected the number of a clause"

let step_of line =
  match String.index_opt line 'd' with
  | Some at when at > 1 && at + 2 < String.length line ->
      let numbers, rest = until_zero [] (words_of (String.sub line (at + 2) (String.length line - at - 2))) in
      if rest <> [] then bad "a deletion goes on after its 0";
      Delete (List.map natural numbers)
  | _ ->
      match words_of line with
      | number :: rest ->
          let clause, rest = until_zero [] rest in
          let hints, rest = until_zero [] rest in
          if rest <> [] then bad "a step goes on after its second 0";
          Add (natural number, List.map literal clause, List.map natural hints)
      | [] -> bad "an empty step"

let clause_of line =
  let clause, rest = until_zero [] (words_of line) in
  if rest <> [] then bad "a clause goes on after its 0";
  List.sort_uniq compare (List.map literal clause)

(* ---------- the certificate ---------- *)

type board = {
  line_lengths : int array;
  rows_cells : int array array;
  line_of : string -> int -> int;   (* from 1, by axis and index *)
  lines_of_cell : (int, int) Hashtbl.t }  (* those that have a clue *)

let board_of sides puzzle =
  let all = Array.of_list puzzle.lines in
  let lines_of_cell = Hashtbl.create 4096 in
  Array.iteri (fun at (cells, clue) -> if clue <> None then List.iter (fun i -> Hashtbl.add lines_of_cell i (at + 1)) cells) all;
  let line_of axis index =
    let rec find before = function
      | (name, count) :: _ when name = axis -> (before, count)
      | (_, count) :: rest -> find (before + count) rest
      | [] -> bad "no such axis" in
    let before, count = find 0 sides in
    if index < 0 || index >= count then bad "there is no such line";
    before + index + 1 in
  { line_lengths = Array.map (fun (cells, _) -> List.length cells) all;
    rows_cells = Array.init (snd (List.hd sides)) (fun r -> Array.of_list (fst all.(r)));
    line_of; lines_of_cell }

let cell_at board row place =
  if row < 0 || row >= Array.length board.rows_cells || place < 0 || place >= Array.length board.rows_cells.(row) then
    bad "there is no such cell";
  board.rows_cells.(row).(place)

let meaning board = function
  | List [Text "cell"; Int row; Int place; Int colour] when colour >= 0 -> Cell (cell_at board row place, colour)
  | List [Text (("start" | "end") as kind); Text axis; Int index; Int block; Int position] when block >= 0 && position >= 0 ->
      let line = board.line_of axis index in
      let length = board.line_lengths.(line - 1) in
      if kind = "end" && position >= length then Reach (line, length, Begun block)
      else Reach (line, position + 1, if kind = "end" then Over block else Begun block)
  | _ -> bad "variables.json: expected cell, start or end with what belongs to it"

(* Reasons that may show a clause: its cell, or a line that all its literals are about. *)
let reasons board meanings clause =
  let lines (_, variable) =
    if variable > Array.length meanings then bad "formula.cnf: there is no such variable";
    match meanings.(variable - 1) with
    | Cell (i, _) -> Hashtbl.find_all board.lines_of_cell i
    | Reach (line, _, _) -> [line] in
  match clause with
  | [] -> []
  | first :: rest ->
      let common = List.fold_left (fun common a -> let its = lines a in List.filter (fun l -> List.mem l its) common) (lines first) rest in
      let cell = match meanings.(snd first - 1) with Cell (i, _) -> [ByCell i] | Reach _ -> [] in
      List.map (fun l -> ByLine l) (List.rev common) @ cell

let deduction board line =
  match json_of line with
  | List (Text axis :: Int index :: _) -> board.line_of axis index
  | _ -> bad "deductions.jsonl: expected an axis and an index"

let pictures file name puzzle =
  match file name with
  | None -> []
  | Some text ->
      let size = List.length puzzle.cells in
      let whole value = List.concat_map (fun row -> List.map (within 0 255) (items row)) (items value) in
      let picture first = function
        | Object ["but", changes] ->
            let cells = Array.of_list first in
            List.iter (function
              | List [Int at; Int colour] when 0 <= at && at < Array.length cells && 0 <= colour -> cells.(at) <- colour
              | _ -> bad (name ^ ": expected a cell and a colour")) (items changes);
            Array.to_list cells
        | value -> whole value in
      match items (json_of text) with
      | [] -> []
      | value :: others ->
          let first = whole value in
          let all = first :: List.map (picture first) others in
          if List.exists (fun l -> List.length l <> size) all then bad (name ^ ": a picture has other cells than the puzzle");
          all

let search_of file board claimed =
  match file "formula.cnf", file "variables.json", file "proof.lrat.gz" with
  | Some formula, Some variables, Some proof ->
      let meanings = List.map (meaning board) (items (json_of variables)) in
      let table = Array.of_list meanings in
      let is_clause line = line = "" || (line.[0] <> 'c' && line.[0] <> 'p') in
      let clauses = List.rev_map clause_of (List.filter is_clause (lines_of formula)) in
      let claim, clauses = match claimed, clauses with
        | true, last :: others -> (Some last, List.rev others)
        | true, [] -> bad "formula.cnf: has no clause for the claim"
        | false, _ -> (None, List.rev clauses) in
      let text = try Inflate.gunzip most_bytes proof with Inflate.Damaged -> bad "proof.lrat.gz: not compressed by gzip, or damaged" in
      Some { meanings; claim; formula = List.rev (List.rev_map (fun c -> (reasons board table c, c)) clauses);
             proof = List.rev (List.rev_map step_of (lines_of text)) }
  | None, None, None -> None
  | _ -> raise (Refused "a file of the search is missing")

(* The place of a given in the puzzle's list, from 0. *)
let given_of board puzzle = function
  | List [Int row; Int place; Int colour] ->
      let wanted = (cell_at board row place, colour) in
      let rec find at = function
        | [] -> bad "manifest.json: the puzzle has no such given"
        | given :: _ when given = wanted -> at
        | _ :: rest -> find (at + 1) rest in
      find 0 puzzle.givens
  | _ -> bad "manifest.json: a given is a row, a column and a colour"

let claim_of file board puzzle =
  let manifest = match file "manifest.json" with Some text -> json_of text | None -> bad "manifest.json: there is no such file" in
  match manifest with
  | Object members ->
      (match List.assoc_opt "format" members with
       | Some (Text "nonosat certificate 2") -> ()
       | _ -> bad "manifest.json: of no format that is known");
      (match List.assoc_opt "claim" members with
       | Some (Object ["kind", Text "unique"]) -> Unique
       | Some (Object ["kind", Text "multiple"]) -> Multiple
       | Some (Object ["kind", Text "unsolvable"]) -> Unsolvable
       | Some (Object (["kind", Text "backbone"; "cells", Int n] | ["cells", Int n; "kind", Text "backbone"])) -> Facts n
       | Some (Object claim) ->
           (match List.assoc_opt "kind" claim with
            | Some (Text "count") when List.length claim = 2 ->
                (match List.assoc_opt "count" claim with
                 | Some (Text digits) when digits = "0" || digits <> "" && digits.[0] <> '0' ->
                     let digit c = if '0' <= c && c <= '9' then Char.code c - Char.code '0' else bad "manifest.json: not a number" in
                     Count (List.map digit (List.of_seq (String.to_seq digits)))
                 | _ -> bad "manifest.json: a count is a string of digits")
            | Some (Text "conflict") when List.length claim = 3 ->
                let list key = match List.assoc_opt key claim with Some value -> items value | None -> bad "manifest.json: no such claim" in
                let line = function
                  | List [Text axis; Int index] -> board.line_of axis index - 1
                  | _ -> bad "manifest.json: a line is an axis and an index" in
                Conflict (List.map line (list "lines"), List.map (given_of board puzzle) (list "givens"))
            | Some (Text (("givens" | "contradiction" | "repainting") as kind)) ->
                raise (Uncovered ("claims of the kind " ^ kind))
            | _ -> bad "manifest.json: no such claim")
       | _ -> bad "manifest.json: no claim")
  | _ -> bad "manifest.json: expected an object"

let orders_of file =
  match file "orders.json" with
  | Some text -> List.map (fun order -> List.map (fun n -> within 0 (side * side) n + 1) (items order)) (items (json_of text))
  | None -> []

(* Lines through the cells of which the claim of a search tells something. *)
let renewed_by board = function
  | Some { meanings; claim = Some clause; _ } ->
      let table = Array.of_list meanings in
      List.sort_uniq compare (List.concat_map (fun (_, variable) ->
        if variable > Array.length table then [] else
        match table.(variable - 1) with Cell (i, _) -> Hashtbl.find_all board.lines_of_cell i | Reach _ -> []) clause)
  | _ -> []

(* Every colour with every two families of lines. *)
let families written sides =
  let add (before, found) (_, count) = (before + count, List.init count (fun at -> before + at + 1) :: found) in
  let all = List.rev (snd (List.fold_left add (0, []) sides)) in
  let pairs = List.concat_map (fun a -> List.filter_map (fun b -> if a == b then None else Some (a, b)) all) all in
  List.concat (List.init (written.palette - 1) (fun x -> List.map (fun (a, b) -> ((x + 1, a), b)) pairs))

let line_name sides n =
  let rec find at = function
    | (name, count) :: rest -> if at < count then Printf.sprintf "%s %d" name (at + 1) else find (at - count) rest
    | [] -> "?" in
  find n sides
let given_name written n =
  let (row, place), colour = List.nth written.known n in
  Printf.sprintf "the given of colour %d in row %d, cell %d" colour (row + 1) (place + 1)

let in_words written puzzle sides = function
  | Unique -> "the puzzle has exactly one solution"
  | Multiple -> "the puzzle has several solutions"
  | Unsolvable -> "the puzzle has no solution"
  | Count digits ->
      Printf.sprintf "the number of solutions is %s" (String.concat "" (List.map string_of_int digits))
  | Conflict (ls, gs) ->
      "these contradict each other, and without any one of them they do not (lines and cells counted from 1): "
      ^ String.concat ", " (List.map (line_name sides) ls @ List.map (given_name written) gs)
  | Facts n -> Printf.sprintf "%d of %d cells are the same in all solutions, and no others" n (List.length puzzle.cells)

let check_file path =
  let file = files_of path in
  let written, puzzle, sides = match file "puzzle.json" with
    | Some text -> (try puzzle_of text with Bad reason -> bad ("puzzle.json: " ^ reason))
    | None -> bad "puzzle.json: there is no such file" in
  let board = board_of sides puzzle in
  let statement = claim_of file board puzzle in
  let conflict = match statement with Conflict _ -> true | _ -> false in
  let deductions, sums = match file "deductions.jsonl" with
    | Some text -> (List.map (deduction board) (lines_of text), [])
    | None when statement = Unsolvable || conflict -> (List.mapi (fun at _ -> at + 1) puzzle.lines, families written sides)
    | None -> ([], []) in
  let claimed = match statement with Unique | Facts _ | Count _ -> true | Unsolvable | Multiple | Conflict _ -> false in
  let searched = if statement = Multiple then None else search_of file board claimed in
  let counting = match statement with Count _ -> true | _ -> false in
  let orders = if counting then orders_of file else [] in
  let renewed = if counting then renewed_by board searched else [] in
  let crossing = if not counting then PositiveMap.empty else
    List.fold_left (fun m i -> PositiveMap.add i (Hashtbl.find_all board.lines_of_cell i) m) PositiveMap.empty puzzle.cells in
  let shown = pictures file (if conflict then "witnesses.json" else "solutions.json") puzzle in
  (match statement with
   | Conflict (ls, gs) when List.compare_length_with shown (List.length ls + List.length gs) <> 0 ->
       bad "witnesses.json: one picture for each clue and each given"
   | _ -> ());
  if check written statement { shown; sums; deductions; searched; renewed; crossing; effort = max_int; orders } then begin
    print_endline ("c " ^ in_words written puzzle sides statement);
    print_endline "s VERIFIED"
  end else raise (Refused "the certificate does not prove its claim")

(* Lists are as long as the puzzle has cells, and recursion goes as deep: the program starts itself anew with a large stack. *)
let with_stack () =
  if Sys.getenv_opt "NONOCHECK_STACK" = None then begin
    Unix.putenv "NONOCHECK_STACK" "1";
    let script = "ulimit -s 4000000 2>/dev/null || ulimit -s $(ulimit -H -s); exec \"$0\" \"$@\"" in
    let arguments = Array.sub Sys.argv 1 (Array.length Sys.argv - 1) in
    try Unix.execv "/bin/sh" (Array.append [| "sh"; "-c"; script; Sys.executable_name |] arguments) with Unix.Unix_error _ -> ()
  end

let () =
  with_stack ();
  (* a minor heap of 32 MB: a tenth to a quarter less time *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 22; space_overhead = 200 };
  ignore (Gc.create_alarm (fun () -> if (Gc.quick_stat ()).heap_words > most_words then raise Out_of_memory));
  let say path reason = Printf.eprintf "%s: %s: %s\n" program path reason in
  match Array.to_list Sys.argv with
  | [_; path] ->
      (try check_file path with
       | Refused reason -> print_endline "s NOT VERIFIED"; say path reason; exit 1
       | Uncovered what -> print_endline "s UNKNOWN"; say path ("not covered: " ^ what); exit 3
       | Bad reason -> say path reason; exit 65
       | Sys_error reason -> say path reason; exit 65
       | End_of_file -> say path "changes while it is read"; exit 65
       | Stack_overflow | Out_of_memory -> print_endline "s UNKNOWN"; say path "too large for this machine"; exit 3)
  | _ -> prerr_endline ("usage: " ^ program ^ " CERTIFICATE"); exit 64
