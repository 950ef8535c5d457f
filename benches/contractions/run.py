"""Races the 48 contractions of TCCG: `extents` with and without the crate `gemm`, TBLIS and numpy, on the same arrays in this
process, on one thread. Called by `benches/contractions.sh`.

A speed is given as a fraction of that of the fastest product of two 1024 x 1024 matrices among all contestants, in this process.
A time is the least of a contestant's rounds, in seconds of the processor; contestants take turns, in another order each round.
"""

import argparse
import ctypes
import importlib.util
import math
import os
import random
import re
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np


def extents_of(row, mib):
    """The size rule of the benchmark, for tensors of so many MiB of float32."""
    result, left, right = row.split()[1].split("-")
    rank = max(len(result), len(left), len(right))
    edge = (mib * 2**20 / 4) ** (1 / rank)
    first = {labels[0] for labels in (result, left, right)}
    sizes = {}
    for label in set(left + right):
        if label in first:
            sizes[label] = max(24, 24 * math.ceil(edge / 24))
        else:
            sizes[label] = max(4, 4 * round(edge / 4))
    if row.startswith("intensli"):
        sizes["j"] = 24
    return sizes


class Library:
    """One build of `extents`."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        self.c.rows.restype = ctypes.c_size_t
        self.c.run.restype = ctypes.c_bool

    def names(self):
        text = ctypes.create_string_buffer(64)
        for row in range(self.c.rows()):
            self.c.name(ctypes.c_size_t(row), text)
            yield text.value.decode()

    def contestant(self, row, by_text, sizes, left, right, result):
        letters = (ctypes.c_size_t * 26)(*[sizes.get(chr(97 + n), 1) for n in range(26)])
        lengths = (ctypes.c_size_t * 3)(left.size, right.size, result.size)
        address = [ctypes.c_void_p(array.ctypes.data) for array in (left, right, result)]
        row, size = ctypes.c_size_t(row), ctypes.c_size_t(result.itemsize)

        def run():
            if not self.c.run(row, size, ctypes.c_bool(by_text), letters, lengths, *address):
                raise RuntimeError("refused")
            return result

        return run


def contestants(number, row, sizes, dtype, libraries):
    result, left, right = row.split()[1].split("-")
    shape = lambda labels: [sizes[label] for label in labels]
    rng = np.random.default_rng(7)
    array = lambda labels: np.asfortranarray(rng.standard_normal(shape(labels)).astype(dtype))
    a, b = array(left), array(right)
    text = f"{left},{right}->{result}"
    all = {}
    for name, library in libraries.items():
        for by_text in (False, True):
            c = np.zeros(shape(result), dtype, order="F")
            all[f"{name}, {'text' if by_text else 'typed'}"] = library.contestant(number, by_text, sizes, a, b, c)
    if importlib.util.find_spec("pytblis"):
        import pytblis

        pytblis.set_num_threads(1)
        all["TBLIS"] = lambda: pytblis.einsum(text, a, b)
    if importlib.util.find_spec("opt_einsum"):
        import opt_einsum

        all["numpy"] = lambda: np.asarray(opt_einsum.contract(text, a, b))
    else:
        all["numpy"] = lambda: np.einsum(text, a, b, optimize=True)
    return all


def race(all, seconds, rounds):
    """The least time of each, after the results were compared."""
    expected = None
    for name, run in all.items():
        found = np.array(run(), dtype=np.float64)
        expected = found if expected is None else expected
        worst = np.abs(found - expected).max()
        scale = np.abs(expected).max()
        if not worst <= 1e-4 * scale:
            raise AssertionError(f"{name}: off by {worst}, of {scale}")
    least = dict.fromkeys(all, math.inf)
    spent, turns = 0.0, 0
    while turns < rounds or (spent < seconds and turns < 50):
        for name in random.sample(list(all), len(all)):
            begin = time.process_time()
            all[name]()
            took = time.process_time() - begin
            least[name] = min(least[name], took)
            spent += took
        turns += 1
    return least


def mean(numbers):
    numbers = list(numbers)
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--library", action="append", required=True, help="name=path of a build")
    options.add_argument("--mib", type=float, default=20)
    options.add_argument("--dtype", default="float32", choices=["float32", "float64"])
    options.add_argument("--rows", default="", help="a regular expression")
    options.add_argument("--seconds", type=float, default=2.0, help="that a row takes, or longer")
    options.add_argument("--rounds", type=int, default=3)
    options = options.parse_args()
    libraries = {}
    for each in options.library:
        name, path = each.split("=", 1)
        libraries[name] = Library(path)
    names = list(next(iter(libraries.values())).names())
    square = names.index("ccsd ij-ik-kj")
    sizes = dict.fromkeys("ijk", 1024)
    products = race(contestants(square, names[square], sizes, options.dtype, libraries), options.seconds, options.rounds)
    peak = 2 * 1024**3 / min(products.values())
    for missing in ("pytblis", "opt_einsum"):
        if not importlib.util.find_spec(missing):
            print(f"{missing} is missing, and is left out\n")
    columns = list(products)
    print(f"{options.dtype}, tensors of {options.mib:g} MiB of float32; load {os.getloadavg()[0]:.1f}\n")
    print("| | " + " | ".join(columns) + " | best of `extents` by the best peer |")
    print("|---|" + "---:|" * (len(columns) + 1))
    ours = [name for name in columns if name.split(",")[0] in libraries]
    peers = [name for name in columns if name not in ours]
    of_product = {name: 2 * 1024**3 / took / peak for name, took in products.items()}

    def line(title, speeds):
        lead = max(speeds[name] for name in ours) / max(speeds[name] for name in peers)
        print(f"| {title} | " + " | ".join(f"{speeds[name]:.2f}" for name in columns) + f" | {lead:.2f} |", flush=True)
        return lead

    line("product of 1024 x 1024", of_product)
    found = []
    for number, row in enumerate(names):
        if not re.search(options.rows, row):
            continue
        sizes = extents_of(row, options.mib)
        work = 2 * math.prod(sizes.values())
        least = race(contestants(number, row, sizes, options.dtype, libraries), options.seconds, options.rounds)
        speeds = {name: work / took / peak for name, took in least.items()}
        found.append((row, speeds, line(row, speeds)))
    families = {}
    for row, speeds, lead in found:
        families.setdefault(row.split()[0], []).append(speeds)
    families["all"] = [speeds for _, speeds, _ in found]
    print("\n| geometric means | " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for family, rows in families.items():
        print(f"| {family} ({len(rows)}) | " + " | ".join(f"{mean(s[name] for s in rows):.2f}" for name in columns) + " |")
    for name in ours:
        led = sum(speeds[name] >= 0.97 * max(speeds[peer] for peer in peers) for _, speeds, _ in found)
        print(f"\n{name}: {led} of {len(found)} rows at 0.97 of the best peer or above", end="")
    print()


main()
