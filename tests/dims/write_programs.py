#!/usr/bin/env python3
"""Writes tests/dims/random_programs.rs: random contractions of tensors whose modes have names, are numbers or are known at
run time only, each with extents that agree and extents that do not.

What the result's modes are, and which extents agree, is computed here by the rules of docs/names.md, not by the library.
Usage: tests/dims/write_programs.py > tests/dims/random_programs.rs, then `cargo fmt`.
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
    print(f"\n#[test]\nfn program_{number}() {{")
    print(f"    // {text} => [{', '.join(result)}]")
    print("    for (sizes, agrees) in [")
    for extents, agrees in cases:
        print(f"        (vec![{', '.join(f'vec!{sizes}' for sizes in extents)}], {str(agrees).lower()}),")
    print("    ] {")
    for n, (name, (_, modes)) in enumerate(zip(names, operands)):
        print(f"        let {name} = numbered::<StaticExtents![{', '.join(map(written, modes))}]>(&sizes[{n}], {n + 1});")
    of_result = ", ".join(map(written, kinds))
    refs = ", ".join(f"&weak(&{name})" for name in names)
    print(f"        let typed: Result<TensorOf<StaticExtents![{of_result}], i64>, ShapeError> =")
    print(f"            contract!({text} => [{', '.join(result)}]).map_err(Into::into);")
    agree = f"agree(typed, einsum(\"{einsum}\", &[{refs}]), agrees)"
    if not kinds:
        print(f"        {agree};\n    }}\n}}")
        return
    print(f"        let Some(typed) = {agree} else {{ continue }};")
    # The result beside one of the same extents, of which less is known.
    less = ", ".join("dyn" for _ in kinds)
    print(f"        let less: TensorOf<StaticExtents![{less}], i64> = typed.clone().weaken();")
    print(f"        let twice: TensorOf<StaticExtents![{of_result}], i64> = (&less + &typed).eval().unwrap();")
    print("        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));")
    for at, (one, two) in enumerate(zip(kinds, kinds[1:])):
        if "dyn" not in (one, two):
            product = f"({one} * {two})"
            merged = ", ".join([*map(written, kinds[:at]), product, *map(written, kinds[at + 2 :])])
            print(f"        let merged = typed.merge::<Named, _>(Const::<{at}>).unwrap();")
            print(f"        let _: &StaticExtents![{merged}] = merged.extents();")
            print(f"        assert_eq!(merged.extents().extents()[{at}], typed.extents().extents()[{at}] * typed.extents().extents()[{at + 1}]);")
            break
    print("    }\n}")


def main():
    rng = random.Random(SEED)
    print("//! Written by `write_programs.py`, which computes what is expected. Do not edit.")
    print("#![allow(clippy::useless_conversion, reason = \"some cannot fail, and others can\")]\n")
    print("use super::random::{Heads, Width, agree, numbered, weak};\nuse super::*;")
    print("use extents::einsum;\nuse extents::label::{i, j, k, l, m};\nuse extents::rearrange::Named;")
    number = 0
    while number < PROGRAMS:
        program = draw_program(rng, number)
        if program is not None:
            write(program)
            number += 1


main()
