"""Paths of `extents` beside those of opt_einsum's `auto` and cotengra's greedy, of the same networks.

Flops are multiply-adds, counted here by the definition, for all alike: a label that one operand alone has is summed first, and
a step takes the product of the extents of all labels of its two operands. Times are those of one process each, the least of
`--repeat`. Usage: run.py PROGRAM [--repeat 3] [--budgets 1000000 ..]
"""

import argparse
import math
import random
import subprocess
import sys
import time

import opt_einsum as oe
from opt_einsum.testing import rand_equation

try:
    import cotengra
except ImportError:
    cotengra = None


class Network:
    def __init__(self, name, operands, result, extents):
        self.name, self.operands, self.result, self.extents = name, operands, result, extents

    def line(self, budget):
        text = lambda labels: " ".join(map(str, labels))
        operands = "|".join(map(text, self.operands))
        extents = [self.extents.get(n, 1) for n in range(max(self.extents, default=0) + 1)]
        return ";".join([str(budget or ""), text(self.result), operands, text(extents)])

    def cost(self, ssa):
        holders, size = {}, lambda labels: math.prod(self.extents[label] for label in labels)
        parts = [set(labels) for labels in self.operands]
        for labels in parts + [set(self.result)]:
            for label in labels:
                holders[label] = holders.get(label, 0) + 1
        adds = 0
        for n, labels in enumerate(parts):
            shared = {label for label in labels if holders[label] > 1}
            adds += size(labels) if size(shared) != size(labels) else 0
            parts[n] = shared
        for a, b in ssa:
            both, one = parts[a] | parts[b], parts[a] & parts[b]
            parts[a] = parts[b] = None
            adds += size(both)
            for label in one:
                holders[label] -= 1
            parts.append({label for label in both if label not in one or holders[label] > 1})
        assert sum(part is not None for part in parts) == 1
        return adds


def of_text(name, text, extents):
    left, right = text.split("->")
    number = {letter: n for n, letter in enumerate(extents)}
    numbers = lambda labels: [number[letter] for letter in labels]
    return Network(name, [numbers(part) for part in left.split(",")], numbers(right),
                   {number[letter]: extent for letter, extent in extents.items()})


def drawn(first, count=200):
    """By opt_einsum's `rand_equation`: 3 to 40 operands, of 2 to 4 modes on average, extents 2 to 9, up to 3 labels
    in the result."""
    for seed in range(first, first + count):
        draw = random.Random(seed)
        operands, regularity = draw.randint(3, 40), draw.choice([2, 3, 4])
        text, _, extents = rand_equation(
            operands, regularity, n_out=draw.randint(0, 3), d_min=2, d_max=9, seed=seed, return_size_dict=True)
        yield of_text(f"random {seed}, {operands}", text, extents)


def lattice(*sides):
    """A tensor at each site, a label of extent 2 at each bond."""
    sites = [()]
    for side in sides:
        sites = [site + (n,) for site in sites for n in range(side)]
    operands, bonds = {site: [] for site in sites}, 0
    for site in sites:
        for axis, side in enumerate(sides):
            if site[axis] + 1 < side:
                other = site[:axis] + (site[axis] + 1,) + site[axis + 1:]
                operands[site].append(bonds)
                operands[other].append(bonds)
                bonds += 1
    return Network("lattice " + " x ".join(map(str, sides)), list(operands.values()), [], dict.fromkeys(range(bonds), 2))


def chain(count):
    draw = random.Random(count)
    extents = {n: draw.randint(2, 60) for n in range(count + 1)}
    return Network(f"chain of {count} matrices", [[n, n + 1] for n in range(count)], [0, count], extents)


def tree(count):
    draw = random.Random(count)
    operands = [[] for _ in range(count)]
    for n in range(1, count):
        other = draw.randrange(n)
        operands[n].append(n)
        operands[other].append(n)
    return Network(f"tree of {count}", operands, [], {n: draw.randint(2, 9) for n in range(1, count)})


def ours(program, networks, budget, repeat):
    lines = "\n".join(network.line(budget) for network in networks)
    found = [None] * len(networks)
    for _ in range(repeat):
        output = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout
        for n, line in enumerate(output.splitlines()):
            nanoseconds, pairs = line.split(";")
            pairs = list(map(int, pairs.split()))
            ssa = list(zip(pairs[::2], pairs[1::2]))
            assert found[n] is None or found[n][1] == ssa, "another path in another run"
            seconds = int(nanoseconds) / 1e9
            found[n] = (min(seconds, found[n][0]) if found[n] else seconds, ssa)
    return [(seconds, network.cost(ssa)) for network, (seconds, ssa) in zip(networks, found)]


def python(find, networks, repeat):
    answers = []
    for network in networks:
        inputs, output = [frozenset(labels) for labels in network.operands], frozenset(network.result)
        least = math.inf
        for _ in range(repeat):
            begin = time.perf_counter()
            path = find(inputs, output, network.extents)
            least = min(least, time.perf_counter() - begin)
        # What is alone, and what is left of more than two, meets as it comes.
        ssa, there, position = [], list(range(len(inputs))), len(inputs)
        for step in path:
            taken = [there.pop(n) for n in sorted(step, reverse=True)]
            while len(taken) > 1:
                ssa.append((taken.pop(), taken.pop()))
                taken.append(position)
                position += 1
            there += taken
        answers.append((least, network.cost(ssa)))
    return answers


def auto(inputs, output, extents):
    return oe.paths.auto(inputs, output, extents, None)


def greedy_of_cotengra(inputs, output, extents):
    return cotengra.pathfinders.path_basic.optimize_greedy(list(map(tuple, inputs)), tuple(output), extents)


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--budgets", type=int, nargs="*", default=[1_000_000])
    parser.add_argument("--seed", type=int, default=0, help="that of the first random network")
    arguments = parser.parse_args()
    print(f"opt_einsum {oe.__version__}, cotengra {cotengra.__version__ if cotengra else 'not installed'}")
    groups = [("200 random networks", list(drawn(arguments.seed)))]
    for one in [chain(100), chain(300), chain(1000), lattice(6, 6), lattice(10, 10), lattice(20, 20), lattice(4, 4, 4),
                lattice(6, 6, 6), tree(100), tree(1000)]:
        groups.append((one.name, [one]))
    finders = [("greedy of cotengra", greedy_of_cotengra)] if cotengra else []
    print("| networks | path | flops / auto: mean | largest | smallest | time / auto: mean | largest | milliseconds in all |")
    print("|---|---|---|---|---|---|---|---|")
    for name, networks in groups:
        base = python(auto, networks, arguments.repeat)
        print(f"| {name} | opt_einsum's `auto` | 1 | 1 | 1 | 1 | 1 | {1e3 * sum(time for time, _ in base):.2f} |")
        rows = [("`cheapest`", ours(arguments.program, networks, None, arguments.repeat))]
        rows += [(f"`searched`, {budget}", ours(arguments.program, networks, budget, arguments.repeat))
                 for budget in arguments.budgets]
        rows += [(label, python(find, networks, arguments.repeat)) for label, find in finders]
        for label, row in rows:
            flops = [cost / best for (_, cost), (_, best) in zip(row, base)]
            times = [seconds / least for (seconds, _), (least, _) in zip(row, base)]
            print(f"| {name} | {label} | {mean(flops):.3f} | {max(flops):.3f} | {min(flops):.2g} | {mean(times):.3f} | "
                  f"{max(times):.2f} | {1e3 * sum(seconds for seconds, _ in row):.2f} |")
            sys.stdout.flush()
            for network, ratio in zip(networks, flops):
                if ratio > 1 + 1e-9:
                    print(f"  {label} of {network.name}: {ratio:.4f} of `auto`", file=sys.stderr)


main()
