"""`nonosat.apps.drawing.tracks`: what the tracks show together in a frame is that frame's scene."""

from hypothesis import given
from hypothesis import strategies as st

from nonosat.apps.drawing.scene import Boxes, Scene, Texts, Tiles
from nonosat.apps.drawing.tracks import tracks

SIDE = 3
SCENES = st.lists(
    st.tuples(
        st.lists(st.sampled_from("abc"), min_size=SIDE * SIDE, max_size=SIDE * SIDE),
        st.frozensets(st.integers(0, 4)),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


def scene(tiles, boxes, words):
    roles = tuple(dict.fromkeys(tiles))
    rows = [bytes(map(roles.index, tiles[at : at + SIDE])) for at in range(0, SIDE * SIDE, SIDE)]
    items = [
        Tiles(5, 7, 2, tuple(rows), roles),
        Boxes("box", 1, tuple((at, 0, 1, 1) for at in sorted(boxes))),
        Texts("words", 9, "start", ((0, 0, "text"),)),
    ]
    return Scene(20, 20, tuple(items if words else items[:-1]))


def tiles_seen(items):
    """The role on top in each place."""
    seen = {}
    for item in items:
        for row, tiles in enumerate(item.rows):
            for column, tile in enumerate(tiles):
                if role := item.roles[tile]:
                    seen[item.x + column * item.cell, item.y + row * item.cell] = role
    return seen


@given(SCENES)
def test_every_frame_is_its_scene(drawn):
    scenes = [scene(*each) for each in drawn]
    found = list(tracks(scenes))
    for number, whole in enumerate(scenes):
        now = [track.item for track in found if track.seen[0] <= number < track.seen[1]]
        for kind, those in ((Tiles, tiles_seen), (Boxes, _boxes), (Texts, _texts)):
            mine = [item for item in now if isinstance(item, kind)]
            assert those(mine) == those([item for item in whole.items if isinstance(item, kind)])
    order = [type(track.item) for track in found]
    assert order == sorted(order, key=[Tiles, Boxes, Texts].index)


def _boxes(items):
    return sorted(box for item in items for box in item.boxes)


def _texts(items):
    return sorted(text for item in items for text in item.texts)


def test_a_square_under_others_is_there_once():
    scenes = [scene("aaaaaaaaa", (), False), scene("aaaabaaaa", (), False), scene("aaaaaaaaa", (), False)]
    found = [(track.item.roles, track.seen) for track in tracks(scenes) if isinstance(track.item, Tiles)]
    assert found == [(("", "a"), (0, 3)), (("", "b"), (1, 2))]
