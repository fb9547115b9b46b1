"""A printed page that can be read in two ways at one place."""

import numpy as np
import pages
from PIL import ImageDraw


def blotted(condition):
    """Returns a page in a condition, with a blot before the first row that can be a number, and a row without numbers."""
    page = pages.page(pages.puzzle(15, 3), "book", condition, cell=30, seed=3)
    x, y = page.warp(np.array([(-0.45, 0.5)]))[0]
    ImageDraw.Draw(page.image).ellipse((x - 8, y - 8, x + 8, y + 8), "black")
    return page
