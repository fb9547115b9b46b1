"""`nonosat.apps.many.disk_index`."""

from nonosat.apps.many.disk_index import DiskIndex, hashed


def test_numbers_by_two_texts():
    places = DiskIndex()
    assert places.get("a", "b") is None
    assert places.put("a", "b", 5) is None
    assert places.put("a", "b", 6) == 5
    assert (places.get("a", "b"), places.get("b", "a"), len(places)) == (6, None, 1)
    places.close()


def test_any_of_returns_a_number_of_the_group():
    places = DiskIndex()
    places.put("a", "b", -1)
    assert places.any_of("a") is None
    places.put("a", "c", 0)
    assert (places.any_of("a"), places.any_of("c")) == (0, None)
    places.close()


def test_hashes_of_texts_that_no_file_system_should_have():
    assert len({hashed("\udcff"), hashed("\udcfe"), hashed("")}) == 3
