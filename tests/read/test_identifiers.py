"""Identifiers in the spellings that sources give them."""

import pytest

from paperkg.read import identifiers


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("10.18653/v1/2020.acl-main.1", "10.18653/v1/2020.acl-main.1"),
        ("https://doi.org/10.1145/3292500.3330701", "10.1145/3292500.3330701"),
        ("http://dx.doi.org/10.1016/S0140-6736(20)30183-5", "10.1016/s0140-6736(20)30183-5"),
        ("doi:10.1000/ABC.Def", "10.1000/abc.def"),
        ("DOI 10.1000/182.", "10.1000/182"),
        ("(see 10.1000/182)", "10.1000/182"),
        ("https://doi.org/10.1002%2Fabc.123", "10.1002/abc.123"),
        (
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
            "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o",
        ),
        ("https://dl.acm.org/doi/abs/10.1145/1.2?download=true", "10.1145/1.2"),
        ("https://link.springer.com/content/pdf/10.1007/978-3-030-1_2.pdf", "10.1007/978-3-030-1_2"),
        ("10.48550/arXiv.2512.02044", "10.48550/arxiv.2512.02044"),
        ("10.1000/182 [doi]", "10.1000/182"),
        ("no such thing: 10.5 and 10/3", None),
        ("version 1.10.1000/x", None),
        ("", None),
    ],
)
def test_a_doi_has_one_spelling(text, doi):
    assert identifiers.doi(text) == doi


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        ("2512.02044", "2512.02044"),
        ("2512.02044v2", "2512.02044"),
        ("0704.0001", "0704.0001"),
        ("arXiv:2512.02044v2 [cs.CL]", "2512.02044"),
        ("https://arxiv.org/abs/2512.02044v1", "2512.02044"),
        ("http://arxiv.org/pdf/2512.02044.pdf", "2512.02044"),
        ("https://arxiv.org/pdf/cs/0112017v3", "cs/0112017"),
        ("oai:arXiv.org:hep-th/9901001", "hep-th/9901001"),
        ("cs.CL/0112017", "cs/0112017"),
        ("math.GT/0309136", "math/0309136"),
        ("10.48550/arXiv.2512.02044", "2512.02044"),
        ("arXiv preprint arXiv:1706.03762", "1706.03762"),
        ("https://www.arxiv-vanity.com/papers/1706.03762/", "1706.03762"),
        ("10.1145/3292500.3330701", None),
        ("pages 2512.02044 to 2513", None),
        ("arXiv 2513.99999", None),
        ("arxiv.org", None),
        ("1234.56789012", None),
        ("", None),
    ],
)
def test_an_arxiv_identifier_has_no_version(text, arxiv):
    assert identifiers.arxiv(text) == arxiv


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("https://openreview.net/forum?id=SoNexFx8qz", "openreview", "SoNexFx8qz"),
        ("https://openreview.net/pdf?id=rJl-b3RcF7&x=1", "openreview", "rJl-b3RcF7"),
        ("https://openreview.net/group?id=ICML.cc/2024/Conference", "openreview", None),
        ("https://aclanthology.org/2020.acl-main.1/", "acl", "2020.acl-main.1"),
        ("https://aclanthology.org/2020.acl-main.1.pdf", "acl", "2020.acl-main.1"),
        ("https://www.aclweb.org/anthology/P19-1001", "acl", "P19-1001"),
        ("https://github.com/fern/leaves.", "code", "https://github.com/fern/leaves"),
        ("https://github.com/fern", "code", None),
    ],
)
def test_other_registries_are_told_from_their_addresses(text, name, found):
    assert getattr(identifiers, name)(text) == found
