import numpy as np

from nonosat.scanning.ink import inked


def gutter(ink):
    """Two strips with a blob of ink each, on paper whose colour is in coarse blocks, as JPEG leaves it in bad light."""
    image = np.full((96, 144, 3), 60, float)
    random = np.random.Generator(np.random.PCG64(3))
    for top in range(0, 96, 16):
        for left in range(0, 144, 16):
            red = random.uniform(-40, 40)
            image[top : top + 16, left : left + 16] += (red, -0.51 * red, 0)  # as light as before
    for top in (12, 60):
        image[top : top + 22, 90:102] -= ink
    return image.clip(0, 255).round().astype(np.uint8)


def test_coarse_colours_of_the_paper_are_no_ink():
    found = inked(gutter((40, 40, 40)), 48)
    assert [tuple(round(at / 4) for at in piece.box) for piece in found.pieces] == [
        (22, 3, 26, 8),
        (22, 15, 26, 20),
    ]


def test_coloured_ink_of_the_same_light_is_ink():
    plain = np.full((96, 144, 3), 200, np.uint8)
    plain[12:34, 90:102] = (200, 220, 96)
    assert len(inked(plain, 48).pieces) == 1
