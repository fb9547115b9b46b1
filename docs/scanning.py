"""Makes the pictures of scanning.md: a drawn page, as if photographed, in the stages of a scan: `python docs/scanning.py`."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "scanning"
WIDTH = 560


def main() -> None:
    """Writes the pictures."""
    sys.path.insert(0, str(ROOT / "tools"))
    import pages

    import nonosat as ns

    page = pages.page(pages.puzzle(15, 3), "book", "curled", cell=34, seed=12)
    found = ns.scan(page.image, stages=True)
    for name, stage in (("page", "page.png"), ("straight", "straight.png"), ("read", "read.png")):
        image = Image.open(BytesIO(found.stages[stage]))
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)
        image.save(IMAGES / f"{name}.jpg", quality=80)
    print(f"{'sure' if found.sure else 'not sure'}: {found.reasons}")


if __name__ == "__main__":
    main()
