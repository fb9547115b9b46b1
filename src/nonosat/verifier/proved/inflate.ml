(* What gzip has compressed (RFC 1951, 1952), after the method of Mark Adler's puff: codes are counted by their lengths. *)

exception Damaged

type source = { data : string; mutable at : int; mutable held : int; mutable bits : int }

let rec take s n =
  if s.bits < n then begin
    if s.at >= String.length s.data then raise Damaged;
    s.held <- s.held lor (Char.code s.data.[s.at] lsl s.bits);
    s.at <- s.at + 1; s.bits <- s.bits + 8;
    take s n
  end else begin
    let found = s.held land ((1 lsl n) - 1) in
    s.held <- s.held lsr n; s.bits <- s.bits - n; found
  end

(* How many codes have each length, and the symbols in the order of their codes. *)
let code lengths =
  let counts = Array.make 16 0 in
  Array.iter (fun n -> counts.(n) <- counts.(n) + 1) lengths;
  counts.(0) <- 0;
  let starts = Array.make 17 0 in
  for n = 1 to 15 do starts.(n + 1) <- starts.(n) + counts.(n) done;
  let symbols = Array.make (Array.length lengths) 0 in
  Array.iteri (fun symbol n -> if n > 0 then (symbols.(starts.(n)) <- symbol; starts.(n) <- starts.(n) + 1)) lengths;
  (counts, symbols)

let symbol s (counts, symbols) =
  let rec go n word first index =
    if n > 15 then raise Damaged;
    let word = word lor take s 1 and count = counts.(n) in
    if word - count < first then symbols.(index + word - first)
    else go (n + 1) (word lsl 1) ((first + count) lsl 1) (index + count) in
  go 1 0 0 0

let length_base = [| 3; 4; 5; 6; 7; 8; 9; 10; 11; 13; 15; 17; 19; 23; 27; 31; 35; 43; 51; 59; 67; 83; 99; 115; 131; 163; 195; 227; 258 |]
let length_more = [| 0; 0; 0; 0; 0; 0; 0; 0; 1; 1; 1; 1; 2; 2; 2; 2; 3; 3; 3; 3; 4; 4; 4; 4; 5; 5; 5; 5; 0 |]
let distance_base =
  [| 1; 2; 3; 4; 5; 7; 9; 13; 17; 25; 33; 49; 65; 97; 129; 193; 257; 385; 513; 769; 1025; 1537; 2049; 3073; 4097; 6145; 8193; 12289;
     16385; 24577 |]
let order = [| 16; 17; 18; 0; 8; 7; 9; 6; 10; 5; 11; 4; 12; 3; 13; 2; 14; 1; 15 |]

let copied s out lengths distances =
  let rec go () =
    match symbol s lengths with
    | 256 -> ()
    | n when n < 256 -> Buffer.add_char out (Char.chr n); go ()
    | n ->
        let n = n - 257 in
        let size = length_base.(n) + take s length_more.(n) in
        let d = symbol s distances in
        let back = distance_base.(d) + take s (max 0 ((d / 2) - 1)) in
        for _ = 1 to size do Buffer.add_char out (Buffer.nth out (Buffer.length out - back)) done;
        go () in
  go ()

let stored s out =
  s.held <- 0; s.bits <- 0;
  let size = take s 16 in
  ignore (take s 16);
  if s.at + size > String.length s.data then raise Damaged;
  Buffer.add_substring out s.data s.at size;
  s.at <- s.at + size

let fixed =
  lazy (code (Array.init 288 (fun n -> if n < 144 then 8 else if n < 256 then 9 else if n < 280 then 7 else 8)), code (Array.make 30 5))

let described s =
  let literals = take s 5 + 257 in
  let distances = take s 5 + 1 in
  let known = take s 4 + 4 in
  let lengths = Array.make 19 0 in
  for n = 0 to known - 1 do lengths.(order.(n)) <- take s 3 done;
  let those = code lengths in
  let all = Array.make (literals + distances) 0 in
  let rec go at =
    if at < literals + distances then
      match symbol s those with
      | n when n < 16 -> all.(at) <- n; go (at + 1)
      | 16 -> let value = all.(at - 1) in fill at value (take s 2 + 3)
      | 17 -> fill at 0 (take s 3 + 3)
      | _ -> fill at 0 (take s 7 + 11)
  and fill at value size = Array.fill all at size value; go (at + size) in
  go 0;
  (code (Array.sub all 0 literals), code (Array.sub all literals distances))

(* At most so many bytes of the only member of a gzip file. *)
let gunzip most data =
  if String.length data < 18 || String.sub data 0 3 <> "\031\139\008" || data.[3] <> '\000' then raise Damaged;
  let s = { data; at = 10; held = 0; bits = 0 } and out = Buffer.create (4 * String.length data) in
  let rec blocks () =
    let last = take s 1 in
    (match take s 2 with
     | 0 -> stored s out
     | 1 -> let l, d = Lazy.force fixed in copied s out l d
     | 2 -> let l, d = described s in copied s out l d
     | _ -> raise Damaged);
    if Buffer.length out > most then raise Damaged;
    if last = 0 then blocks () in
  (try blocks () with Invalid_argument _ -> raise Damaged);
  if s.at + 8 <> String.length data then raise Damaged;
  Buffer.contents out
