"""Makes the pictures of scanning.md: a drawn page, as if photographed, in the stages of a scan: `python docs/scanning.py`."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "scanning"
WIDTH = 560


def main() -> None:
    """Writes the pictures."""
    sys.path.insert(0, str(ROOT / "tools"))
    import pages

    import nonosat as ns

    page = pages.page(pages.puzzle(15, 3), "book", "curled", cell=34, seed=12)
    scan = ns.scan(page.image, straight=True)
    outlined, straight = page.image.copy(), Image.open(BytesIO(scan.straight)).convert("RGB")
    ImageDraw.Draw(outlined).polygon(scan.corners, outline="red", width=3)
    read = straight.copy()
    for number in scan.numbers:
        ImageDraw.Draw(read).rectangle(number.place, outline="blue", width=2)
    for name, image in (("page", outlined), ("straight", straight), ("read", read)):
        height = round(image.height * WIDTH / image.width)
        image.resize((WIDTH, height), Image.Resampling.LANCZOS).save(IMAGES / f"{name}.jpg", quality=80)
    print("sure" if scan.sure else f"not sure: {scan.reasons}")


if __name__ == "__main__":
    main()
