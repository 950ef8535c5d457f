"""The module `extents_example`, of the folder `python/example`, is what all tests here call. `.ci/python` builds it."""

import gc

import pytest


@pytest.fixture(autouse=True)
def _nothing_is_left():
    """What a test gave away is freed before the next one counts."""
    yield
    gc.collect()
