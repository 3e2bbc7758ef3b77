from paperkg.entities.taken_up import in_full


def full(*named, two=()):
    return in_full([(name, "Task") for name in named], lambda one, other: {one, other} in two)


def test_a_shorter_name_takes_up_the_longer_one_before_it():
    assert full("leaf counting", "counting") == {"counting": "leaf counting"}


def test_a_name_takes_up_nothing_that_comes_after_it():
    assert full("counting", "leaf counting") == {}


def test_of_several_longer_names_the_first_is_taken_up():
    assert full("leaf counting", "root counting", "counting") == {"counting": "leaf counting"}


def test_praise_before_a_name_does_not_count():
    assert full("leaf counting", "automatic leaf counting", "Fast counting") == {
        "automatic leaf counting": "leaf counting",
        "Fast counting": "leaf counting",
    }


def test_every_spelling_of_a_shorter_name_takes_up_the_same():
    assert full("leaf counting", "counting", "Counting") == {"counting": "leaf counting", "Counting": "leaf counting"}


def test_a_name_inside_a_longer_one_is_taken_up_in_full():
    assert full("wild leaf counting of moss", "leaf counting") == {"leaf counting": "wild leaf counting of moss"}


def test_things_of_two_kinds_take_up_nothing_from_each_other():
    assert in_full([("leaf rate", "Metric"), ("rate", "Concept")], lambda one, other: False) == {}


def test_what_is_known_as_two_things_stays_two():
    assert full("flying leaf counting", "leaf counting", two=({"flying leaf counting", "leaf counting"},)) == {}


def test_a_name_that_is_no_word_stands_for_itself():
    assert full("tiny LEAF", "LEAF") == {}
    assert full("tiny Leaf2", "Leaf2") == {}


def test_part_of_a_word_is_no_name():
    assert full("recounting", "counting") == {}
