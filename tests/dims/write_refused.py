#!/usr/bin/env python3
"""Writes ui-tests/names_that_differ.rs and ui-tests/names_that_constants_tell_apart.rs: random functions over tensors whose modes
have names, in pairs. A pair changes one tensor alike, and what comes out meets another one: in the first function one of the same names,
in the second one in which a single name differs. The first of a pair compiles, and above the second stands what its error says.

Which names come out, and so what is refused and how, is computed here by the rules of the guide's chapter on names, not by the
library. `tests/ui/refused.rs` compares what the compiler says line by line.
Usage: tests/dims/write_refused.py ui-tests
"""
import pathlib
import random
import sys

from write_shapes import inner

SEED, BY_TYPES, BY_CONSTANTS = 20261127, 40, 20
STORED = ["Batch", "Time", "Past", "Rows"]
DYN = ("dyn",)


def joined(sign, a, b):
    """A product or a sum: brackets make no difference, the others stand to the right."""
    if DYN in (a, b):
        return DYN
    return (sign, a[1], joined(sign, a[2], b)) if a[0] == sign else (sign, a, b)


def less(a, n):
    return DYN if a == DYN else ("-", a, ("number", n))


def every(a, n):
    return DYN if a == DYN else ("/", a, ("number", n))


def number(mode):
    """The extent, where the type knows it."""
    if mode[0] == "number":
        return mode[1]
    if mode[0] in ("dim", "dyn"):
        return 2 if mode == ("dim", "Heads") else None
    a, b = number(mode[1]), number(mode[2])
    if None in (a, b):
        return None
    return {"*": a * b, "+": a + b, "-": a - b, "/": -(-a // b)}[mode[0]]


def written(mode):
    if mode == DYN:
        return "dyn"
    if mode[0] == "number":
        return str(mode[1])
    if mode[0] == "dim":
        return "(Heads)" if mode[1] == "Heads" else f"dyn {mode[1]}"
    return inner(mode)


def dim_type(mode):
    """The type of the name."""
    if mode[0] == "number":
        return f"Const<{mode[1]}>"
    if mode[0] == "dim":
        return mode[1]
    kind = {"*": "Product", "+": "Join", "-": "Less", "/": "Every"}[mode[0]]
    return f"{kind}<{dim_type(mode[1])}, {dim_type(mode[2])}>"


def mode_type(mode):
    return dim_type(mode) if mode[0] == "number" else f"Sym<{dim_type(mode)}>"


def printed(mode):
    """As values print it."""
    if mode[0] in ("number", "dim"):
        return str(mode[1])
    bracketed = {"*": ("+-/", "+-/"), "+": ("", ""), "-": ("", "+-"), "/": ("+-", "+-*/")}[mode[0]]
    parts = (f"({printed(part)})" if part[0] in signs else printed(part) for part, signs in zip(mode[1:], bracketed))
    return mode[0].join(parts)


def tensor(modes):
    return f"&TensorOf<StaticExtents![{', '.join(map(written, modes))}], f32>"


def draw_modes(rng):
    """Of several modes, most of which have names."""
    kinds = [("dim", name) for name in STORED] * 2 + [("dim", "Heads"), ("number", 3), DYN]
    return tuple(rng.choice(kinds) for _ in range(rng.randint(1, 3)))


# What changes a tensor `x`: the expression, and the modes of the result.


def change(rng, modes):
    kind = rng.choice(["permute", "slice", "merge", "rename", "concat", "fold", "split", "step"])
    at = rng.randrange(len(modes))
    name = modes[at]
    before, after = modes[:at], modes[at + 1 :]
    entries = lambda entry: ", ".join(entry if n == at else ".." for n in range(len(modes)))
    if kind == "permute" and len(modes) > 1:
        order = rng.sample(range(len(modes)), len(modes))
        return f"x.permute(modes!{order})", tuple(modes[n] for n in order)
    if kind == "slice" and name[0] == "dim":
        return f"x.slice(slice![{entries('(1..)')}]).unwrap()", (*before, less(name, 1), *after)
    if kind == "step" and name[0] == "dim":
        return f"x.slice(slice![{entries('(..; 2)')}]).unwrap()", (*before, every(name, 2), *after)
    if kind == "merge" and after:
        return f"x.merge::<Named, _>(Const::<{at}>).unwrap()", (*before, joined("*", name, after[0]), *after[1:])
    if kind == "rename" and name[0] == "dim" and modes.count(name) == 1:
        to = rng.choice([other for other in STORED if ("dim", other) not in modes])
        return f"x.rename::<{name[1]}, {to}>().unwrap()", (*before, ("dim", to), *after)
    if kind == "concat" and name != DYN:
        return f"concat::<Named, _, _>(Const::<{at}>, (&x, &x)).unwrap()", (*before, joined("+", name, name), *after)
    if kind == "fold" and len(modes) > 1:
        return f"x.over(modes![{at}]).sum().unwrap()", before + after
    if kind == "split" and name[0] == "*":
        # Into factors, or into strangers of the same number.
        first, others = name[1], name[2]
        if first[0] != "dim" or others[0] != "dim" or "Heads" in (first[1], others[1]):
            return None
        parts = rng.choice([(first, others), tuple(("dim", part) for part in rng.sample(STORED, 2))])
        sizes = ", ".join(f"dyn {part[1]} = 1" for part in parts)
        return f"x.split(Const::<{at}>, extents![{sizes}].unwrap()).unwrap()", (*before, *parts, *after)
    return None


def other(rng, mode):
    """Another name, which no number of it is known to differ from."""
    if mode[0] == "dim":
        return ("dim", rng.choice([name for name in STORED if name != mode[1]]))
    if mode[0] == "number":
        return ("number", mode[1] + 1)
    if mode == DYN:
        return None
    sign, a, b = mode
    if sign in "*+" and a != b and b[0] in ("dim", "number") and rng.random() < 0.5:
        return (sign, b, a)
    if b[0] == "number" and sign in "-/":
        return (sign, a, ("number", b[1] + 1))
    changed = other(rng, a)
    return changed and (sign, changed, b)


# What `x` and `z` meet in: the statement, and the message where mode `at` is `a` of the one and `b` of the other.


def by_types(rng, modes, at):
    labels = ", ".join("ijkl"[: len(modes)])
    label = "ijkl"[at]
    both = f"(x.view())[{labels}] * z[{labels}]"
    names = ", ".join(map(written, modes))
    differ = lambda a, b: f"mode {at}: extent `{mode_type(a)}` does not match `{mode_type(b)}`"
    labelled = lambda a, b: f"label `{label}` names modes of different extents: `{dim_type(a)}` and `{dim_type(b)}`"
    return rng.choice(
        [
            ("x.view() + z.view()", differ),
            ("x.lazy().equals(z)", differ),
            ("z.lazy().assign_to(&mut x.map(|x| *x).unwrap())", differ),
            (f"z.view().strengthen::<StaticExtents![{names}]>()", differ),
            (f"z.view().weaken::<StaticExtents![{names}]>()", lambda a, b: f"mode {at}: extent `{mode_type(b)}` does not weaken to `{mode_type(a)}`"),
            (f"contract!({both} => [])", labelled),
            (f"contract!({both} => [{label}])", labelled),
            (f"contract!((x.map(|x| *x).unwrap())[{labels}] = z[{labels}])", lambda a, b: labelled(b, a)),
        ]
    )


def by_constants(rng, modes, at):
    along = rng.choice([n for n in range(len(modes)) if n != at])
    if modes[along] == DYN:
        return None
    joined = lambda a, b: f"mode {at} of operand 1 should be `{printed(a)}`, but is `{printed(b)}`"
    return rng.choice(
        [
            (f"concat::<Named, _, _>(Const::<{along}>, (&x.view(), z))", joined),
            ("stack(Const::<0>, (&x.view(), z))", joined),
            ("x.view() == z.view()", joined),
        ]
    )


def numbers(rng, modes, at):
    """A name that is a number, or has a largest extent, meets a number."""
    labels = ", ".join("ijkl"[: len(modes)])
    label = "ijkl"[at]
    if modes[at] == ("dim", "Rows"):
        found = lambda a, b: f"dim `Rows` has at most 4 entries, but should get {number(b)}"
        sums, labelled = found, found
    else:
        sums = lambda a, b: f"mode {at} should have extent {number(a)}, but has {number(b)}"
        labelled = lambda a, b: f"label `{label}` names modes of different extents: {number(a)} and {number(b)}"
    return rng.choice(
        [
            ("x.view() + z.view()", sums),
            (f"contract!((x.view())[{labels}] * z[{labels}] => [])", labelled),
            (f"z.view().strengthen::<StaticExtents![{', '.join(map(written, modes))}]>()", sums),
        ]
    )


def labels_of_dims(modes, at):
    """The label of a mode is a dim: its own, or another one."""
    labels = ["ijkl"[n] for n in range(len(modes))]
    labels[at] = modes[at][1]
    return f"contract!(z[{', '.join(labels)}] => [])"


def function(number, kind, signature, steps, meeting):
    lines = [f"    let x = {step};" for step in steps] + [f"    let _ = {meeting};"]
    return "\n".join([f"fn p{number}_{kind}({signature}) {{", *lines, "}"])


def draw(rng, number, constants):
    """A pair of functions, and the message of the second one."""
    start = modes = draw_modes(rng)
    steps = []
    for _ in range(rng.randint(0, 2)):
        step = change(rng, modes)
        if step is None or len(step[1]) > 4:
            return None
        steps.append(step[0])
        modes = step[1]
    at = rng.randrange(len(modes))
    if constants == "labels":
        if modes[at][0] != "dim" or modes.count(modes[at]) > 1 or modes[at][1] == "Heads":
            return None
        unlike = other(rng, modes[at])
        meeting = labels_of_dims(modes, at), lambda a, b: f"label `{a[1]}` names a mode of another name: `{b[1]}`"
    elif constants == "numbers":
        if modes[at] not in (("dim", "Rows"), ("dim", "Heads")):
            return None
        unlike = ("number", 5)
        meeting = numbers(rng, modes, at)
    elif constants:
        unlike = other(rng, modes[at])
        meeting = by_constants(rng, modes, at) if len(modes) > 1 else None
        # Names of more than 15 bytes are cut where they are printed, and numbers are compared as such.
        if meeting is None or unlike is None or max(len(printed(modes[at])), len(printed(unlike))) > 15 or number_of(modes[at], unlike):
            return None
    else:
        unlike = other(rng, modes[at])
        meeting = by_types(rng, modes, at)
    if unlike is None:
        return None
    statement, message = meeting
    place = lambda mode: (*modes[:at], mode, *modes[at + 1 :])
    first, second = (f"x: {tensor(start)}, z: {tensor(place(mode))}" for mode in (modes[at], unlike))
    return steps, (first, second), statement, message(modes[at], unlike)


def number_of(*modes):
    return any(number(mode) is not None for mode in modes)


def pair(number, drawn):
    steps, (first, second), statement, message = drawn
    equal = function(number, "equal", first, steps, statement)
    differing = function(number, "differing", second, steps, statement)
    return f"{equal}\n\n// {message}\n{differing}\n"


HEAD = """// Written by `tests/dims/write_refused.py`, which computes what is expected. Do not edit.
// Pairs of functions: {what}
#![allow(unused, clippy::type_complexity)]
use extents::arrange::{{concat, stack}};
use extents::label::{{i, j, k, l}};
use extents::rearrange::Named;
use extents::prelude::*;

dims! {{ Batch, Time, Past, Rows ..= 4, Heads = 2 }}

"""


def write(path, what, kinds, main):
    rng = random.Random(SEED)
    pairs = []
    for constants, count in kinds:
        made, seen = 0, {}
        while made < count:
            drawn = draw(rng, len(pairs), constants)
            # As many of each operation.
            names = drawn and [part.split("(")[0].split("::<")[0].split("!")[0].strip("(") for part in (*drawn[0], drawn[2])]
            if not drawn or any(seen.get(name, 0) > count // 2 for name in names if name != "contract"):
                continue
            for name in names:
                seen[name] = seen.get(name, 0) + 1
            pairs.append(pair(len(pairs), drawn))
            made += 1
    path.write_text(HEAD.format(what=what) + "\n".join(pairs) + "\n" + main(len(pairs)))


def calls(count):
    """What constants refuse, they refuse where code is made."""
    lines = [f"    let _: [fn(&_, &_); 1] = [p{n}_{kind}];" for n in range(count) for kind in ("equal", "differing")]
    return "\n".join(["fn main() {", *lines, "}", ""])


def main():
    folder = pathlib.Path(sys.argv[1])
    write(folder / "names_that_differ.rs", "names that are equal, and names of which one differs.", [(None, BY_TYPES)], lambda _: "fn main() {}\n")
    kinds = [("names", BY_CONSTANTS // 2), ("numbers", BY_CONSTANTS // 4), ("labels", BY_CONSTANTS // 4)]
    what = "names, numbers and labels that are equal, and such of which one differs."
    write(folder / "names_that_constants_tell_apart.rs", what, kinds, calls)


if __name__ == "__main__":
    main()
