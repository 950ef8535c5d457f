#!/usr/bin/env python3
"""Writes tests/dims/random_shapes.rs: random programs that slice, pad, concatenate, cut to windows, split, merge, permute and add
tensors whose modes have names, are numbers or are known at run time only.

The modes of each result, its extents and elements, and what is an error, are computed here by the rules of the guide's chapter on
names and by the definition of each operation, not by the library.
Usage: tests/dims/write_shapes.py > tests/dims/random_shapes.rs
"""
import itertools
import random

SEED, PROGRAMS, STEPS, CASES = 20261125, 24, 3, 6
# A mode is `None` where its extent has no name, else what is written in brackets: ("dim", name), ("number", n), or an operation
# of two of them.
STORED = ["Batch", "Time", "Past"]
HEADS, WIDTH = ("dim", "Heads"), ("dim", "Width")
FIXED = {"Heads": 2, "Width": 5}


def inner(mode):
    kind, *rest = mode
    if kind in ("dim", "number"):
        return str(rest[0])
    return f"({inner(rest[0])} {kind} {inner(rest[1])})"


def written(mode):
    if mode is None:
        return "dyn"
    if mode[0] == "number":
        return str(mode[1])
    if mode[0] == "dim" and mode != HEADS:
        return f"dyn {mode[1]}"
    text = inner(mode)
    return text if text.startswith("(") else f"({text})"


def number(mode):
    """The extent, where the type knows it."""
    if mode is None or mode[0] == "dim":
        return FIXED["Heads"] if mode == HEADS else None
    if mode[0] == "number":
        return mode[1]
    a, b = number(mode[1]), number(mode[2])
    if a is None or b is None:
        return None
    return {"*": a * b, "+": a + b, "-": a - b, "/": -(-a // b)}[mode[0]]


def bound(mode):
    """The extent that each mode of this type has."""
    return FIXED["Width"] if mode == WIDTH else number(mode)


def made(sign, a, b):
    """Of an extent without a name nothing is known of what is made of it."""
    return None if a is None or b is None else (sign, a, b)


def draw_mode(rng):
    return rng.choice([("dim", rng.choice(STORED)), ("dim", rng.choice(STORED)), ("number", 3), ("number", 2), HEADS, WIDTH, None])


def modes_text(modes):
    return ", ".join(map(written, modes))


class Array:
    """Extents, and the element at each index."""

    def __init__(self, extents, at):
        self.extents = extents
        self.at = {index: at(index) for index in itertools.product(*map(range, extents))}

    @staticmethod
    def numbered(extents, start):
        counter = itertools.count()
        return Array(extents, lambda _: start + 3 * next(counter))


def place(index, mode, value):
    return index[:mode] + value + index[mode + 1 :]


# Each operation is drawn for the modes at hand: it gives the text of the typed step and of the one by numbers, the modes of the
# result, those of another operand, and a function of the arrays that gives the result, or `None` for an error.


def draw_slice(rng, modes, _):
    mode = rng.randrange(len(modes))
    known = number(modes[mode])
    first, step, last = rng.randint(0, 2), rng.randint(1, 3), rng.randint(1, 2)
    at_end = rng.random() < 0.3
    if at_end:
        first, step = 0, 1
    if known is not None and known < max(first, last if at_end else 0) or (first, step) == (0, 1) and not at_end:
        return None
    result = modes[mode]
    if at_end:
        entry, by_number = f"(..-{last})", f"but({mode}, {last}, &y)"
        result = made("-", result, ("number", last))
    else:
        begin = f"{first}.." if first else ".."
        entry = f"({begin}; {step})" if step > 1 else f"({begin})"
        by_number = f"Slice::from({first}..).step({step})"
        result = made("-", result, ("number", first)) if first else result
        result = made("/", result, ("number", step)) if step > 1 else result
    typed = ", ".join(entry if n == mode else ".." for n in range(len(modes)))
    weak = ", ".join(by_number if n == mode else "Slice::from(..)" for n in range(len(modes)))

    def run(x, _):
        extent = x.extents[mode]
        left_out = last if at_end else first
        if left_out > extent:
            return None
        kept = range(0, extent - last) if at_end else range(first, extent, step)
        return Array(place(x.extents, mode, (len(kept),)), lambda i: x.at[place(i, mode, (kept[i[mode]],))])

    texts = f"x.slice(slice![{typed}])?.lazy().eval()?", f"y.slice([{weak}])?.lazy().eval()?"
    return texts, place(modes, mode, (result,)), None, run


def draw_pad(rng, modes, _):
    mode, before, after = rng.randrange(len(modes)), rng.randint(0, 2), rng.randint(1, 2)
    result = made("+", modes[mode], ("number", after))
    width = "()"
    if before:
        result, width = made("+", ("number", before), result), f"Const::<{before}>"

    def run(x, _):
        extent = x.extents[mode]

        def at(i):
            entry = i[mode] - before
            return x.at[place(i, mode, (entry,))] if 0 <= entry < extent else 9

        return Array(place(x.extents, mode, (before + extent + after,)), at)

    typed = f"x.pad::<Named, _, _, _>(Const::<{mode}>, ({width}, Const::<{after}>), Padding::Constant(9))?"
    weak = f"y.pad({mode}, ({before}, {after}), Padding::Constant(9))?"
    return (typed, weak), place(modes, mode, (result,)), None, run


def draw_concat(rng, modes, _):
    mode = rng.randrange(len(modes))
    other = draw_mode(rng)
    if modes[mode] is not None and modes[mode][0] == "-":
        # What follows a difference is written without brackets around it.
        return None
    result = made("+", modes[mode], other)
    operand = place(modes, mode, (other,))

    def run(x, z):
        if place(x.extents, mode, ()) != place(z.extents, mode, ()):
            return None
        first = x.extents[mode]

        def at(i):
            return x.at[i] if i[mode] < first else z.at[place(i, mode, (i[mode] - first,))]

        return Array(place(x.extents, mode, (first + z.extents[mode],)), at)

    texts = f"concat::<Named, _, _>(Const::<{mode}>, (&x, &z))?", f"concat({mode}, (&y, &w))?"
    return texts, place(modes, mode, (result,)), (operand, mode), run


def draw_windows(rng, modes, _):
    if len(modes) != 2:
        return None
    window = (rng.randint(1, 2), rng.randint(1, 3))
    if any(known is not None and known < width for known, width in zip(map(number, modes), window)):
        return None
    places = tuple(made("+", made("-", mode, ("number", width)), ("number", 1)) for mode, width in zip(modes, window))

    def run(x, _):
        if any(width > extent for width, extent in zip(window, x.extents)):
            return None
        extents = tuple(extent - width + 1 for extent, width in zip(x.extents, window)) + window
        return Array(extents, lambda i: x.at[i[0] + i[2], i[1] + i[3]])

    typed = f"x.windows::<Named, _>(extents![{window[0]}, {window[1]}])?.lazy().eval()?"
    weak = f"y.windows([{window[0]}, {window[1]}])?.lazy().eval()?"
    return (typed, weak), places + tuple(("number", width) for width in window), None, run


def draw_split(rng, modes, extents):
    """Of the extents that the mode has in the first case."""
    mode = rng.randrange(len(modes))
    extent = extents[mode]
    factors = [n for n in range(1, extent + 1) if extent % n == 0]
    if len(factors) < 3:
        return None
    slow = rng.choice(factors[1:-1])
    parts = tuple(rng.choice([("number", n), ("dim", rng.choice(STORED)), None]) for n in (slow, extent // slow))
    known = [number(part) for part in parts]
    if None not in known and number(modes[mode]) not in (None, known[0] * known[1]):
        return None
    numbers = (slow, extent // slow)

    def run(x, _):
        if x.extents[mode] != numbers[0] * numbers[1]:
            return None

        def at(i):
            return x.at[i[:mode] + (i[mode] * numbers[1] + i[mode + 1],) + i[mode + 2 :]]

        return Array(place(x.extents, mode, numbers), at)

    of = f"<StaticExtents![{modes_text(parts)}]>::from_extents(&{list(numbers)})?"
    texts = f"x.split(Const::<{mode}>, {of})?.lazy().eval()?", f"y.split({mode}, {list(numbers)})?.lazy().eval()?"
    return texts, place(modes, mode, parts), None, run


def draw_permute(rng, modes, _):
    order = list(range(len(modes)))
    rng.shuffle(order)

    def run(x, _):
        back = [order.index(n) for n in range(len(order))]
        return Array(tuple(x.extents[n] for n in order), lambda i: x.at[tuple(i[n] for n in back)])

    texts = f"x.permute(modes!{order}).lazy().eval()?", f"y.permute({order})?.lazy().eval()?"
    return texts, tuple(modes[n] for n in order), None, run


def draw_merge(rng, modes, _):
    if len(modes) < 2:
        return None
    mode = rng.randrange(len(modes) - 1)
    result = made("*", modes[mode], modes[mode + 1])

    def run(x, _):
        slow, fast = x.extents[mode : mode + 2]
        extents = x.extents[:mode] + (slow * fast,) + x.extents[mode + 2 :]

        def at(i):
            return x.at[i[:mode] + divmod(i[mode], fast) + i[mode + 1 :]] if fast else 0

        return Array(extents, at)

    texts = f"x.merge::<Named, _>(Const::<{mode}>)?.lazy().eval()?", f"y.merge({mode})?.lazy().eval()?"
    return texts, modes[:mode] + (result,) + modes[mode + 2 :], None, run


def draw_add(rng, modes, _):
    # The other one has the same names, or none; what has a name keeps it, and a number is known of both.
    other = tuple(rng.choice([mode, mode, None]) for mode in modes)
    result = tuple(mode or of for mode, of in zip(modes, other))

    def run(x, z):
        return Array(x.extents, lambda i: x.at[i] + z.at[i]) if x.extents == z.extents else None

    return ("(&x + &z).eval()?", "(&y + &w).eval()?"), result, (other, None), run


# As they fit more or less often.
OPERATIONS = [draw_slice, draw_slice, draw_pad, draw_concat, draw_permute, draw_add] + 3 * [draw_merge, draw_windows] + 6 * [draw_split]


def draw_sizes(rng, modes):
    return tuple(bound(mode) if bound(mode) is not None else rng.randint(1, 5) for mode in modes)


def draw_program(rng):
    modes = tuple(draw_mode(rng) for _ in range(rng.randint(1, 3)))
    start, steps = modes, []
    sizes = draw_sizes(rng, modes)
    # The array of the first case, along which the program is drawn.
    along = Array.numbered(sizes, 1)
    while len(steps) < STEPS:
        step = rng.choice(OPERATIONS)(rng, modes, along.extents)
        if step is None:
            return None
        texts, result, operand, run = step
        if len(result) > 4 or operand and any(mode and mode[0] not in ("dim", "number") and number(mode) is None for mode in operand[0]):
            return None
        other = None
        if operand:
            extents = fitting(rng, operand, along.extents)
            other = Array.numbered(extents, 5) if extents else None
        along = run(along, other) if not operand or other else None
        if along is None or not along.at:
            return None
        steps.append((texts, result, operand, run))
        modes = result
    cases = [sizes] + [draw_sizes(rng, start) for _ in range(CASES - 1)]
    written_cases = []
    for case, sizes in enumerate(cases):
        x, others = Array.numbered(sizes, 1), []
        for _, _, operand, run in steps:
            other = None
            if operand:
                extents = fitting(rng, operand, x.extents) if x else None
                if case % 2 and extents and rng.random() < 0.7:
                    # One extent that is not the other operand's.
                    loose = [n for n, mode in enumerate(operand[0]) if bound(mode) is None]
                    if loose:
                        n = rng.choice(loose)
                        extents = place(extents, n, (extents[n] + 1,))
                extents = extents or draw_sizes(rng, operand[0])
                other = Array.numbered(extents, 5)
                others.append(list(extents))
            x = run(x, other) if x else None
        if (list(sizes), others) not in [case[:2] for case in written_cases]:
            written_cases.append((list(sizes), others, x))
    return start, steps, written_cases


def fitting(rng, operand, extents):
    """Extents of another operand that fit, if its modes may have them."""
    modes, along = operand
    drawn = draw_sizes(rng, modes)
    fit = extents if along is None else place(extents, along, (drawn[along],))
    return fit if all(bound(mode) in (None, extent) for mode, extent in zip(modes, fit)) else None


def write(at, program):
    start, steps, cases = program
    print(f"\nshapes! {{ shapes_{at}, x y z w: [{modes_text(start)}] => [{modes_text(steps[-1][1])}];")
    for texts, result, operand, _ in steps:
        beside = f", with [{modes_text(operand[0])}]" if operand else ""
        print(f"    [{modes_text(result)}] = {texts[0]}{beside};\n        {texts[1]};")
    print("    cases:")
    for sizes, others, result in cases:
        gives = "fails"
        if result:
            total = sum((n + 1) * element for n, element in enumerate(result.at.values()))
            gives = f"gives {list(result.extents)} {total}"
        print(f"    {[sizes] + others} {gives},")
    print("}")


def main():
    rng = random.Random(SEED)
    print("//! Written by `write_shapes.py`, which computes what is expected. Do not edit.\n")
    print("use super::random::{Heads, Width};\nuse super::random_steps::{but, shapes};\nuse super::*;")
    print("use extents::arrange::{Padding, concat};\nuse extents::rearrange::{Named, Slice};")
    seen, at = {}, 0
    while at < PROGRAMS:
        program = draw_program(rng)
        if program is None:
            continue
        # As many of each operation.
        names = [texts[0].split("(")[0].split("::")[0] for texts, *_ in program[1]]
        if any(seen.get(name, 0) > PROGRAMS * STEPS // 8 + 3 for name in names):
            continue
        for name in names:
            seen[name] = seen.get(name, 0) + 1
        write(at, program)
        at += 1


if __name__ == "__main__":
    main()
