from paperkg.records import Span
from paperkg.shelf import Shelf


def test_what_was_put_on_a_shelf_comes_back_in_its_order_as_often_as_wanted(tmp_path):
    spans = [Span(number, 2 * number) for number in range(100)]
    with Shelf(Span, tmp_path) as shelf:
        shelf.extend(iter(spans[:40]))
        assert list(shelf) == spans[:40]
        shelf.extend(spans[40:])
        assert (len(shelf), list(shelf), list(shelf)) == (100, spans, spans)


def test_a_shelf_that_is_put_on_while_it_is_gone_through_loses_nothing(tmp_path):
    with Shelf(Span, tmp_path) as shelf:
        shelf.extend([Span(1, 2), Span(3, 4)])
        reading = iter(shelf)
        first = next(reading)
        shelf.extend([Span(5, 6)])
        assert [first, *reading] == [Span(1, 2), Span(3, 4)]
        assert list(shelf)[-1] == Span(5, 6)


def test_a_shelf_leaves_nothing_behind(tmp_path):
    with Shelf(Span, tmp_path) as shelf:
        shelf.extend([Span(1, 2)])
    assert list(tmp_path.iterdir()) == []


def test_a_record_may_take_the_place_of_another(tmp_path):
    with Shelf(Span, tmp_path) as shelf:
        shelf.extend([Span(1, 2), Span(3, 4), Span(5, 6)])
        shelf.replace(1, Span(7, 800_000))
        shelf.extend([Span(9, 10)])
        assert list(shelf) == [Span(1, 2), Span(7, 800_000), Span(5, 6), Span(9, 10)]
        assert shelf.at(2) == Span(5, 6)
