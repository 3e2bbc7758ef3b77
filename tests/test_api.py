"""The public names of the package."""

import subprocess
import sys

import pytest

import paperkg


@pytest.mark.parametrize("name", paperkg.__all__)
def test_every_public_name_is_documented_and_no_module(name):
    assert callable(getattr(paperkg, name))
    assert getattr(paperkg, name).__doc__


def test_a_public_name_stays_what_it_is_after_its_module_is_imported():
    code = "import paperkg; first = paperkg.build; import paperkg.build, paperkg.store; assert paperkg.build is first"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_public_name_is_the_function_however_it_is_imported():
    code = (
        "import paperkg.build; from paperkg import build; from paperkg.build import build as same; assert build is same"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_other_modules_are_still_found_on_the_package():
    code = "import paperkg, paperkg.records; paperkg.records.Paper; paperkg.store = 1; assert paperkg.store == 1"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_name_that_does_not_exist_is_named():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = paperkg.nothing
