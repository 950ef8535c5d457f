#!/usr/bin/env python3
"""Writes tests/dims/random_programs.rs: random contractions of tensors whose modes have names, are numbers or are known at
run time only, each with extents that agree and extents that do not.

What the result's modes are, and which extents agree, is computed here by the rules of docs/names.md, not by the library.
Usage: tests/dims/write_programs.py > tests/dims/random_programs.rs
"""
import random

SEED, PROGRAMS, CASES = 20261123, 48, 6
STORED = ["Batch", "Time", "Past"]
NUMBER, FIXED, ONCE = 3, ("Heads", 2), ("Width", 5)


def written(kind):
    if kind in STORED or kind == "Width":
        return f"dyn {kind}"
    return {"dyn": "dyn", "3": "3", "2": "2", "Heads": "(Heads)"}[kind]


def fixed_extent(kind):
    return {"3": NUMBER, "2": 2, "Heads": 2, "Width": 5}.get(kind)


def united(a, b):
    """The rule: a number knows most, unless it has a name, which stays; then a name; then `dyn`."""
    if a == b:
        return a
    for one, other in ((a, b), (b, a)):
        if one == "dyn":
            return other
        if one == "Heads" and other == "2":
            return "Heads"
        if one in ("3",) and other in STORED:
            return one
        if one == "2" and other in STORED:
            return one
        if one == "Heads" and other in STORED:
            return None
    return None


def draw_program(rng, number):
    labels = rng.sample("ijklm", rng.randint(2, 4))
    # What each label stands for: a name, a number, or neither.
    about = {label: rng.choice(STORED + ["3", "2", "Heads", "Width", "dyn"]) for label in labels}
    operands = []
    for _ in range(rng.randint(1, 3)):
        own = rng.sample(labels, rng.randint(1, min(3, len(labels))))
        kinds = []
        for label in own:
            kind = about[label]
            choices = [kind, kind, "dyn"]
            if kind in STORED:
                choices += ["3"]
            if kind == "Heads":
                choices += ["2"]
            kinds.append(rng.choice(choices))
        operands.append((own, kinds))
    used = [label for label in labels if any(label in own for own, _ in operands)]
    modes = {}
    for own, kinds in operands:
        for label, kind in zip(own, kinds):
            modes[label] = kind if label not in modes else united(modes[label], kind)
            if modes[label] is None:
                return None
    result = rng.sample(used, rng.randint(0, len(used)))
    cases = []
    for case in range(CASES):
        base = {label: rng.randint(1, 4) for label in used}
        for own, kinds in operands:
            for label, kind in zip(own, kinds):
                if fixed_extent(kind) is not None:
                    base[label] = fixed_extent(kind)
        extents = [[base[label] for label in own] for own, _ in operands]
        # In every second case one mode of run time has another extent.
        loose = [
            (n, m)
            for n, (_, kinds) in enumerate(operands)
            for m, kind in enumerate(kinds)
            if fixed_extent(kind) is None
        ]
        if case % 2 and loose:
            n, m = rng.choice(loose)
            extents[n][m] += rng.choice([1, 2])
        seen, agrees = {}, True
        for (own, _), sizes in zip(operands, extents):
            for label, size in zip(own, sizes):
                agrees &= seen.setdefault(label, size) == size
        cases.append((extents, agrees))
    return number, operands, result, [modes[label] for label in result], cases


def write(program):
    number, operands, result, kinds, cases = program
    names = "abc"[: len(operands)]
    text = " * ".join(f"{name}[{', '.join(own)}]" for name, (own, _) in zip(names, operands))
    einsum = ",".join("".join(own) for own, _ in operands) + "->" + "".join(result)
    print(f"\nprogram! {{ program_{number}, \"{einsum}\", {text} => [{', '.join(result)}];")
    for n, (name, (_, modes)) in enumerate(zip(names, operands)):
        end = ";" if n + 1 == len(operands) else ","
        print(f"    {name} {n}: [{', '.join(map(written, modes))}]{end}")
    # The result beside one of the same extents, of which less is known.
    print(f"    result: [{', '.join(map(written, kinds))}] weakened: [{', '.join('dyn' for _ in kinds)}];")
    for at, (one, two) in enumerate(zip(kinds, kinds[1:])):
        if "dyn" not in (one, two):
            merged = ", ".join([*map(written, kinds[:at]), f"({one} * {two})", *map(written, kinds[at + 2 :])])
            print(f"    merged {at}: [{merged}];")
            break
    print("    cases:")
    for pair in zip(cases[::2], cases[1::2]):
        print("   ", " ".join(f"{'agrees' if agrees else 'differs'} {extents}," for extents, agrees in pair))
    print("}")


def main():
    rng = random.Random(SEED)
    print("//! Written by `write_programs.py`, which computes what is expected. Do not edit.\n")
    print("use super::random::{Heads, Width, agree, numbered, program, weak};\nuse super::*;")
    print("use extents::label::{i, j, k, l, m};")
    number = 0
    while number < PROGRAMS:
        program = draw_program(rng, number)
        if program is not None:
            write(program)
            number += 1


if __name__ == "__main__":
    main()
