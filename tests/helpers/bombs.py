"""Files that are short and ask for endless work or memory, or for files and addresses that are not theirs."""

import gzip
import io
import struct
import zipfile
import zlib


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png(width, height, data, *chunks):
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [_chunk(b"IHDR", head), *chunks, _chunk(b"IDAT", data), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _zeros(count):
    """Returns zeros, packed in pieces."""
    packer = zlib.compressobj(9)
    pieces = [packer.compress(bytes(1_000_000)) for _ in range(count // 1_000_000)]
    return b"".join([*pieces, packer.compress(bytes(count % 1_000_000)), packer.flush()])


def _svg(content, size=100):
    links = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {links} width="{size}" height="{size}">{content}</svg>'.encode()


def _zipped():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.non", "w") as entry:
        for _ in range(1000):
            entry.write(bytes(1_000_000))
    return file.getvalue()


def _outside():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../../../../tmp/evil.non", "x")
    return file.getvalue()


def _gzipped():
    file = io.BytesIO()
    with gzip.open(file, "wb") as entry:
        for _ in range(500):
            entry.write(b"1 " * 500_000)
    return file.getvalue()


def _pdf(*objects):
    body = "".join(f"{number} 0 obj{text}endobj " for number, text in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}trailer<</Root 1 0 R>>".encode()


def _forms(levels, each=10):
    """Returns a PDF whose page draws a form so many times, which draws another so many times, and so on."""
    draws = "/F Do " * each
    page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>"
    next_forms = (f"{_FORM}/Resources<</XObject<</F {number} 0 R>>>>" for number in range(6, 5 + levels))
    forms = (_stream(entries, draws) for entries in next_forms)
    pages = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
    return _pdf(_CATALOGUE, pages, page, _stream("", draws), *forms, _stream(_FORM, "0 0 1 1 re f"))


def _stream(entries, content):
    return f"<<{entries}/Length {len(content)}>>stream\n{content}\nendstream "


def _tiff(side):
    tags = ((256, side), (257, side), (259, 5))
    rows = b"".join(struct.pack("<HHII", tag, 4 if tag < 259 else 3, 1, value) for tag, value in tags)
    return b"II*\0\x08\0\0\0\x03\0" + rows + bytes(4)


_ENTITIES = "".join(f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(9))
_LAUGHS = f'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">{_ENTITIES}]>'
_FILE = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
_LINES = "".join(
    f'<clues type="{axis}"><line><count>1</count></line></clues>' for axis in ("columns", "rows")
)
_USES = '<g id="a0"><rect width="1" height="1"/></g>' + "".join(
    f'<g id="a{at}">{f"""<use xlink:href="#a{at - 1}"/>""" * 10}</g>' for at in range(1, 10)
)
_CATALOGUE = "<</Type/Catalog/Pages 2 0 R>>"
_FORM = "/Type/XObject/Subtype/Form/BBox[0 0 99 99]"

BOMBS = {
    "max.png": lambda: _png(2**31 - 1, 2**31 - 1, zlib.compress(bytes(1000))),
    "big.png": lambda: _png(60_000, 60_000, _zeros(120_002_000)),
    "mid.png": lambda: _png(13_000, 13_000, _zeros(13_001 * 13_000)),
    "text.png": lambda: _png(1, 1, zlib.compress(bytes(2)), _chunk(b"zTXt", b"k\0\0" + _zeros(200_000_000))),
    "laughs.xml": lambda: f"{_LAUGHS}<puzzleset><puzzle><title>&j;</title></puzzle></puzzleset>".encode(),
    "file.xml": lambda: (
        f'{_FILE}<puzzleset><puzzle type="grid"><title>&x;</title>{_LINES}</puzzle></puzzleset>'.encode()
    ),
    "file.svg": lambda: _FILE.encode() + _svg('<text>&x;</text><image href="file:///etc/passwd"/>', 10),
    "fetch.svg": lambda: _svg(
        '<image xlink:href="http://127.0.0.1:9/x.png" width="10" height="10"/>'
        '<use href="http://127.0.0.1:9/y.svg#a"/><style>@import url(http://127.0.0.1:9/z.css);</style>'
    ),
    "huge.svg": lambda: _svg('<rect width="10" height="10"/>', 10**9),
    "use.svg": lambda: _svg(f'{_USES}<use xlink:href="#a9"/>'),
    "loop.svg": lambda: _svg(
        '<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g><use xlink:href="#a"/>'
    ),
    "deep.svg": lambda: _svg("<g>" * 100_000 + "</g>" * 100_000, 9),
    "laughs.svg": lambda: _LAUGHS.encode() + _svg("<text>&j;</text>", 9),
    "zeros.zip": _zipped,
    "outside.zip": _outside,
    "ones.non.gz": _gzipped,
    "pages.pdf": lambda: _pdf(
        _CATALOGUE,
        "<</Type/Pages/Kids[3 0 R]/Count 1000000>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 1000000 1000000]>>",
    ),
    "forms.pdf": lambda: _forms(9),
    "itself.pdf": lambda: _pdf(_CATALOGUE, "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"),
    "long.non": lambda: b"width 1\nheight 1\nrows\n" + b"1," * 5_000_000 + b"1\ncolumns\n1\n",
    "wide.non": lambda: b"width 4096\nheight 4096\nrows\n" + b"1\n" * 4096 + b"columns\n" + b"1\n" * 4096,
    "many.json": lambda: b"[" + b",".join([b'{"rows":[[1]],"columns":[[1]]}'] * 200_000) + b"]",
    "huge.gif": lambda: (
        b"GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02L\x01\0;"
    ),
    "huge.bmp": lambda: (
        b"BM"
        + struct.pack("<IHHI", 54, 0, 0, 54)
        + struct.pack("<IiiHHIIiiII", 40, 2**30, 2**30, 1, 24, 0, 0, 0, 0, 0, 0)
    ),
    "huge.pbm": lambda: b"P4 1000000000 1000000000\n\0",
    "endless.pbm": lambda: b"P1 4000000000 1\n1",
    "huge.tif": lambda: _tiff(2**31 - 1),
}
"""The content of each file, made when it is asked for."""

PICTURES = (".png", ".svg", ".gif", ".bmp", ".pbm", ".tif", ".pdf")
