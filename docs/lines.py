"""Makes the pictures of lines.md by the Python that stands there: `python -m lines`, for the gallery."""

from __future__ import annotations

import re
from pathlib import Path

if __name__ == "__main__":
    page = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
    exec("\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL)))
