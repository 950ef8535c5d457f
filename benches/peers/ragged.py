#!/usr/bin/env python3
"""The work of benches/ragged.rs in numpy and awkward-array: 10 million rows of 0 to 15 elements.

Prints ratios to numpy's own prefix sum into warm memory. Usage: python3 benches/peers/ragged.py
"""

import sys
import time

try:
    import awkward
    import numpy
except ImportError as error:
    print(f"nothing is measured: {error}")
    sys.exit(0)

ROWS = 10_000_000
LOOK_UPS = 1_000_000
TURNS = 9


def least(work):
    """The least seconds of some turns, after one that is not counted."""
    work()
    times = []
    for _ in range(TURNS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main():
    random = numpy.random.default_rng(1)
    lengths = random.integers(0, 16, ROWS, dtype=numpy.uint8)
    offsets = numpy.zeros(ROWS + 1, dtype=numpy.int64)
    numpy.cumsum(lengths, out=offsets[1:])
    size = int(offsets[-1])
    rows = random.integers(0, ROWS, LOOK_UPS)
    elements = random.integers(0, size, LOOK_UPS)
    content = awkward.contents.NumpyArray(numpy.zeros(size, dtype=numpy.uint8))

    def layout():
        return awkward.contents.ListOffsetArray(awkward.index.Index64(offsets), content)

    array = awkward.Array(layout())
    other = awkward.Array(
        awkward.contents.ListOffsetArray(awkward.index.Index64(offsets.copy()), content)
    )
    tasks = {
        "prefix sum, numpy, warm memory": lambda: numpy.cumsum(lengths, out=offsets[1:]),
        "prefix sum, numpy, new memory": lambda: numpy.cumsum(lengths, dtype=numpy.int64),
        "from lengths, awkward.unflatten": lambda: awkward.unflatten(content, lengths),
        "validate, numpy": lambda: bool((offsets[1:] >= offsets[:-1]).all()),
        "validate, awkward.is_valid": lambda: awkward.is_valid(array),
        "a million rows, numpy": lambda: int((offsets[rows] ^ offsets[rows + 1]).sum()),
        "a million offsets to rows, numpy.searchsorted": lambda: numpy.searchsorted(
            offsets, elements, side="right"
        ),
        "all indices, awkward.local_index": lambda: awkward.local_index(array),
        "equal, numpy": lambda: numpy.array_equal(offsets, other.layout.offsets.data),
        "equal, awkward.array_equal": lambda: awkward.array_equal(array, other),
        "a third of the rows, awkward": lambda: array[ROWS // 3 : ROWS // 3 * 2],
    }
    times = {name: least(work) for name, work in tasks.items()}
    base = times["prefix sum, numpy, warm memory"]
    print(f"| numpy {numpy.__version__}, awkward {awkward.__version__} | 10M rows |")
    print("|---|---:|")
    for name, seconds in times.items():
        print(f"| {name} | {seconds / base:.4g} |")


main()
