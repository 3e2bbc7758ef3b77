from paperkg.vocabulary import builtin_vocabulary


def test_an_id_that_two_tables_own_carries_its_table():
    vocabulary = builtin_vocabulary()
    assert vocabulary.get("fid") is None
    assert vocabulary.get("fid-metric").kind == "Metric"
    assert vocabulary.get("fid-method").kind == "Method"


def test_every_broader_entry_exists():
    vocabulary = builtin_vocabulary()
    assert [wider for term in vocabulary for wider in term.broader if vocabulary.get(wider) is None] == []
