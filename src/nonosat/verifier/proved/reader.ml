(* The puzzle that a certificate states, out of puzzle.json: this file is trusted, with Puzzle.v. *)

exception Bad of string  (* the text cannot be read *)

let bad text = raise (Bad text)

type json = Null | Bool of bool | Int of int | Other | Text of string | List of json list | Object of (string * json) list

(* A JSON text without a key that comes twice. Whole numbers have at most 18 digits; other numbers are [Other]. An escaped
   character becomes a zero byte, so that no text with one is taken for a text that means something. *)
let json_of text =
  let size = String.length text and at = ref 0 in
  let peek () = if !at < size then text.[!at] else '\000' in
  let rec space () = match peek () with ' ' | '\n' | '\r' | '\t' -> incr at; space () | _ -> () in
  let expect c = if peek () = c then incr at else bad "not JSON" in
  let word w value =
    let n = String.length w in
    if !at + n <= size && String.sub text !at n = w then (at := !at + n; value) else bad "not JSON" in
  let hexadecimal c = match c with '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false in
  let string () =
    let found = Buffer.create 16 in
    let rec go () = match peek () with
      | '"' when !at < size -> incr at
      | '\\' ->
          (match (incr at; peek ()) with
           | 'u' ->
               for _ = 1 to 4 do incr at; if not (hexadecimal (peek ())) then bad "not JSON" done;
               Buffer.add_char found '\000'
           | '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' -> Buffer.add_char found '\000'
           | _ -> bad "not JSON");
          incr at; go ()
      | c when c < ' ' -> bad "not JSON"
      | c -> Buffer.add_char found c; incr at; go () in
    expect '"'; go (); Buffer.contents found in
  let digits () =
    let start = !at in
    while (match peek () with '0' .. '9' -> true | _ -> false) do incr at done;
    if !at = start then bad "not JSON" in
  let number () =
    let start = !at in
    if peek () = '-' then incr at;
    let first = !at in
    digits ();
    if !at > first + 1 && text.[first] = '0' then bad "not JSON";
    let whole = ref true in
    if peek () = '.' then (whole := false; incr at; digits ());
    (match peek () with
     | 'e' | 'E' -> whole := false; incr at; (match peek () with '+' | '-' -> incr at | _ -> ()); digits ()
     | _ -> ());
    if !whole && !at - first <= 18 then Int (int_of_string (String.sub text start (!at - start))) else Other in
  let rec value depth =
    if depth > 100 then bad "nested too deeply";
    space ();
    let found = match peek () with
      | '"' -> Text (string ())
      | '[' -> incr at; space (); if peek () = ']' then (incr at; List []) else List (items depth [])
      | '{' -> incr at; space (); if peek () = '}' then (incr at; Object []) else Object (members depth [])
      | 't' -> word "true" (Bool true) | 'f' -> word "false" (Bool false) | 'n' -> word "null" Null
      | _ -> number () in
    space (); found
  and items depth found =
    let found = value (depth + 1) :: found in
    if peek () = ',' then (incr at; items depth found) else (expect ']'; List.rev found)
  and members depth found =
    space ();
    let key = string () in
    if List.mem_assoc key found || List.compare_length_with found 1000 > 0 then bad "a key comes twice, or too many keys";
    space (); expect ':';
    let found = (key, value (depth + 1)) :: found in
    if peek () = ',' then (incr at; members depth found) else (expect '}'; List.rev found) in
  let found = value 0 in
  if !at < size then bad "not JSON";
  found

let items = function List l -> l | _ -> bad "expected a list"
let within low high = function Int n when low <= n && n <= high -> n | _ -> bad "a number is missing or out of bounds"
let side = 4096

(* Families of lines with their clues; each family has every cell once, the first in order. *)
let shape_of clues lines =
  let cells_of line = List.map (within 0 (side * side)) (items line) in
  let families = List.map (fun family -> List.map cells_of (items family)) (items lines) in
  let in_order family = List.mapi (fun at _ -> at) (List.concat family) in
  (match families with
   | [] -> bad "there are no lines"
   | first :: others ->
       if List.concat first <> in_order first then bad "the cells of the first family are not in order";
       let complete family = List.sort compare (List.concat family) = in_order first in
       if not (List.for_all complete others) then bad "a family does not have each cell once");
  if List.exists (List.mem []) families then bad "a line has no cells";
  if List.map List.length families <> List.map List.length clues then bad "lines and clues differ in number";
  List.map2 List.combine families clues

let puzzle_of text =
  let stated = match json_of text with Object o -> o | _ -> bad "expected an object" in
  let has key = List.mem_assoc key stated in
  let plain = ["palette"; "rows"; "columns"; "givens"] in
  let names =
    if has "lines" then ["palette"; "givens"; "axes"; "lines"; "clues"]
    else if has "diagonals" then plain @ ["diagonals"; "corner"] else plain in
  if not (List.for_all has names && List.length stated = List.length names) then bad "expected other keys";
  let get key = List.assoc key stated in
  let palette = within 2 256 (Int (List.length (items (get "palette")))) in
  let block = function
    | List [length; colour] ->
        ((if length = Text "?" then None else Some (within 1 1_000_000_000_000_000 length)), within 1 (palette - 1) colour)
    | _ -> bad "a block is a length and a colour" in
  let clue = function Null -> None | other -> Some (List.map block (items other)) in
  let clues_of value =
    let found = List.map clue (items value) in
    ignore (within 1 side (Int (List.length found))); found in
  let clues key = if has key then clues_of (get key) else [] in
  let rows = clues "rows" and columns = clues "columns" in
  let shape = if has "lines" then Some (shape_of (List.map clues_of (items (get "clues"))) (get "lines")) else None in
  let diagonals = if has "diagonals" then Some (within (-side) side (get "corner"), clues "diagonals") else None in
  let given = function
    | List [row; place; colour] -> ((within 0 side row, within 0 side place), within 0 (palette - 1) colour)
    | _ -> bad "a given is a row, a column and a colour" in
  let written = { Checker.palette; rows; columns; diagonals; known = List.map given (items (get "givens")); shape } in
  (* the name of each family of lines, and their number *)
  let sides = match shape, diagonals with
    | Some families, _ ->
        let names = List.map (function Text name -> name | _ -> bad "an axis is a name") (items (get "axes")) in
        if List.compare_lengths names families <> 0 || List.sort_uniq compare names <> List.sort compare names then
          bad "the axes must be as many different names as families";
        List.map2 (fun name family -> (name, List.length family)) names families
    | None, None -> [("row", List.length rows); ("column", List.length columns)]
    | None, Some (_, clues) ->
        [("row", List.length rows); ("column", List.length columns); ("diagonal", List.length clues)] in
  (* a given outside of its row would be another cell's *)
  let puzzle = Checker.read written and height = snd (List.hd sides) in
  let lengths = Array.of_list (List.filteri (fun at _ -> at < height) (List.map (fun (l, _) -> List.length l) puzzle.Checker.lines)) in
  List.iter (fun ((row, place), _) -> if row >= height || place >= lengths.(row) then bad "a given is outside of the puzzle")
    written.Checker.known;
  (written, puzzle, sides)
