"""Writes `einops.json`: what the packages `einops` and `einx` answer, row by row of docs/einops.md.

    python -m venv venv && venv/bin/pip install einops einx numpy
    venv/bin/python tests/vectors/write_einops.py > tests/vectors/einops.json

Elements are 0, 1, 2 and so on in row-major order, as integers, and as floating-point numbers where they are averaged or multiplied.
A row has the operands' shapes, the pattern with its sizes, and the shape and the elements of the result, or `null` where the package
refuses it.
"""

import json
from importlib.metadata import version

import einops
import einx
import numpy as np

ROWS = []


def numbers(shape, fold=None):
    kind = np.float64 if fold in ("mean", "prod") else np.int64
    size = int(np.prod(shape))
    # Products stay small, and exact.
    values = np.arange(size) % 3 + 1 if fold == "prod" else np.arange(size)
    return values.astype(kind).reshape(shape)


def row(name, verb, pattern, shapes, answer, sizes, fold=None):
    try:
        answer = np.asarray(answer())
        result = {"shape": list(answer.shape), "values": answer.ravel().tolist()}
    except Exception as error:
        if "einops" not in type(error).__module__ and not isinstance(error, (ValueError, RuntimeError, AssertionError)):
            raise
        result = None
    ROWS.append(
        {"name": name, "verb": verb, "pattern": pattern, "sizes": {name: n for name, n in sizes.items() if isinstance(n, int)}, "fold": fold, "shapes": shapes, "result": result}
    )


def rearrange(name, pattern, shape, **sizes):
    row(name, "rearrange", pattern, [shape], lambda: einops.rearrange(numbers(shape), pattern, **sizes), sizes)


def repeat(name, pattern, shape, **sizes):
    row(name, "repeat", pattern, [shape], lambda: einops.repeat(numbers(shape), pattern, **sizes), sizes)


def reduce(name, pattern, fold, shape, **sizes):
    x = numbers(shape, fold)
    if fold in ("any", "all"):
        x = np.array([bin(k).count("1") % 2 == 0 for k in x.ravel()]).reshape(shape)
    row(name, "reduce", pattern, [shape], lambda: einops.reduce(x, pattern, fold, **sizes), sizes, fold)


def einsum(name, pattern, *shapes):
    arrays = [numbers(shape) for shape in shapes]
    row(name, "einsum", pattern, [list(shape) for shape in shapes], lambda: einops.einsum(*arrays, pattern), {})


def numpy_einsum(name, pattern, *shapes):
    arrays = [numbers(shape) for shape in shapes]
    row(name, "numpy", pattern, [list(shape) for shape in shapes], lambda: np.einsum(pattern, *arrays), {})


# The tutorial's first part, with smaller images.
IMAGES, IMAGE = [6, 4, 6, 3], [4, 6, 3]
rearrange("1.transpose", "h w c -> w h c", IMAGE)
rearrange("1.rows", "b h w c -> (b h) w c", IMAGES)
rearrange("1.columns", "b h w c -> h (b w) c", IMAGES)
rearrange("1.flat", "b h w c -> (b h w c)", IMAGES)
rearrange("1.split", "(b1 b2) h w c -> b1 b2 h w c", IMAGES, b1=2)
rearrange("1.grid", "(b1 b2) h w c -> (b1 h) (b2 w) c", IMAGES, b1=2)
rearrange("1.grid-other", "(b1 b2) h w c -> (b2 h) (b1 w) c", IMAGES, b1=2)
rearrange("1.width-to-height", "b h (w w2) c -> (h w2) (b w) c", IMAGES, w2=2)
rearrange("1.height-to-width", "b (h h2) w c -> (b h) (w h2) c", IMAGES, h2=2)
rearrange("1.order", "b h w c -> h (w b) c", IMAGES)
rearrange("1.digits", "(b1 b2) h w c -> h (b1 b2 w) c", IMAGES, b1=2)
rearrange("1.digits-other", "(b1 b2) h w c -> h (b2 b1 w) c", IMAGES, b1=2)
reduce("1.mean-last", "b h w c -> b h w", "mean", IMAGES)
reduce("1.mean-batch", "b h w c -> h w c", "mean", IMAGES)
reduce("1.min", "b h w c -> h w", "min", IMAGES)
reduce("1.mean-pool", "b (h h2) (w w2) c -> h (b w) c", "mean", IMAGES, h2=2, w2=2)
reduce("1.max-pool", "b (h h2) (w w2) c -> h (b w) c", "max", IMAGES, h2=2, w2=2)
reduce("1.grid-mean", "(b1 b2) h w c -> (b2 h) (b1 w)", "mean", IMAGES, b1=2)
rearrange("1.stack", "b h w c -> b h w c", IMAGES)
rearrange("1.stack-last", "b h w c -> h w c b", IMAGES)
rearrange("1.new-modes", "b h w c -> b 1 h w 1 c", IMAGES)
rearrange("1.new-modes-empty", "b h w c -> b () h w () c", IMAGES)
rearrange("1.squeeze", "b 1 h w 1 c -> b h w c", [6, 1, 4, 6, 1, 3])
reduce("1.max-kept", "b h w c -> b () () c", "max", IMAGES)
repeat("1.new-axis", "h w c -> h new_axis w c", IMAGE, new_axis=5)
repeat("1.new-axis-number", "h w c -> h 5 w c", IMAGE)
repeat("1.tile", "h w c -> h (repeat w) c", IMAGE, repeat=3)
repeat("1.tile-two", "h w c -> (2 h) (2 w) c", IMAGE)
repeat("1.each", "h w c -> h (w repeat) c", IMAGE, repeat=3)
repeat("1.repeat-back", "b h w c -> b h new_axis w c", IMAGES, new_axis=2)
reduce("1.reduce-back", "b h new_axis w c -> b h w c", "min", [6, 4, 2, 6, 3])
rearrange("1.interweave", "(b1 b2) h w c -> (h b1) (w b2) c", IMAGES, b1=2)
rearrange("1.interweave-rows", "(b1 b2) h w c -> (h b1) (b2 w) c", IMAGES, b1=2)
reduce("1.shrink", "(b1 b2) h w c -> h (b2 w) c", "max", IMAGES, b1=2)
reduce("1.grey", "b (h 2) (w 2) c -> (c h) (b w)", "mean", IMAGES)
reduce("1.mean-all", "b h w c -> ", "mean", IMAGES)
rearrange("1.channels-apart", "b h w c -> (b h) (c w)", IMAGES)
reduce("1.halves", "(b1 b2) (h h2) (w w2) c -> (h b1) (w b2)", "mean", IMAGES, h2=2, w2=2, b1=2)
rearrange("1.mirror-part", "b h (w w2) c -> h (w2 b w) c", IMAGES, w2=2)

# Its second part.
X = [2, 8, 4, 6]
rearrange("2.channels-last", "b c h w -> b h w c", X)
reduce("2.max", "b c h w -> b c", "max", X)
rearrange("2.swap", "b c -> c b", [2, 8])
reduce("2.sum", "c b -> ", "sum", [8, 2])
rearrange("2.flatten", "b c h w -> b (c h w)", X)
rearrange("2.space-to-depth", "b c (h h1) (w w1) -> b (h1 w1 c) h w", X, h1=2, w1=2)
rearrange("2.depth-to-space", "b (h1 w1 c) h w -> b c (h h1) (w w1)", X, h1=2, w1=2)
reduce("2.global-mean", "b c h w -> b c", "mean", X)
reduce("2.max-pool", "b c (h h1) (w w1) -> b c h w", "max", X, h1=2, w1=2)
reduce("2.max-pool-numbers", "b c (h 2) (w 2) -> b c h w", "max", X)
reduce("2.pool-1d", "(t 2) b c -> t b c", "max", [6, 2, 3])
reduce("2.pool-3d", "b c (x 2) (y 2) (z 2) -> b c x y z", "max", [2, 3, 4, 2, 6])
rearrange("2.image", "c h w -> h w c", [3, 4, 6])
rearrange("2.batch-of-one", "h w c -> () c h w", [4, 6, 3])
rearrange("2.classes", "() classes -> classes", [1, 8])
reduce("2.mean-kept", "b c h w -> b c 1 1", "mean", X)
reduce("2.mean-kept-batch", "b c h w -> 1 c 1 1", "mean", X)
rearrange("2.stack-last", "b c h w -> h w c b", X)
rearrange("2.concat", "b c h w -> (b h) w c", X)
rearrange("2.concat-last", "b c h w -> h w (b c)", X)
rearrange("2.shuffle", "b (g1 g2 c) h w-> b (g2 g1 c) h w", X, g1=2, g2=2)
rearrange("2.shuffle-simple", "b (g c) h w-> b (c g) h w", X, g=4)
rearrange("2.boxes", "b (coord bbox) h w -> coord b bbox h w", X, coord=4, bbox=2)
reduce("2.largest-box", "b bbox h w -> b h w", "max", [2, 2, 4, 6])
rearrange("2.halves", "b (split c) h w -> split b c h w", X, split=2)
rearrange("2.every-other", "b (c split) h w -> split b c h w", X, split=2)
rearrange("2.volume", "b c x (y z) -> b c x y z", X, z=2)
rearrange("2.planes", "b c x y z -> (b z) c x y", [2, 8, 4, 3, 2])
rearrange("2.volume-back", "(b z) c x y -> b c x y z", [4, 8, 4, 3], b=2, c=8, x=4, y=3, z=2)
rearrange("2.strided", "b c (h hs) (w ws) -> (hs ws b) c h w", X, hs=2, ws=2)
rearrange("2.strided-back", "(hs ws b) c h w -> b c (h hs) (w ws)", [8, 8, 2, 3], hs=2, ws=2)
reduce("2.layer", "b c (h 2) (w 2) -> b (c h w)", "max", X)

# What the README shows beside these.
rearrange("r.first", "t b c -> b c t", [5, 2, 3])
reduce("r.first-mean", "b c (h h2) (w w2) -> b h w c", "mean", X, h2=2, w2=2)
repeat("r.first-repeat", "h w -> h w c", [4, 6], c=3)
repeat("r.tile", "h w -> h (tile w)", [4, 6], tile=2)
rearrange("r.sequence", "time c h w -> time (c h w)", X)
rearrange("r.sizes", "b c h w -> b (c h w)", X, c=8, h=4, w=6)
rearrange("r.sizes-differ", "b c h w -> b (c h w)", X, c=8, h=4, w=5)
rearrange("r.depth-first", "b c (h h2) (w w2) -> b (c h2 w2) h w", X, h2=2, w2=2)
rearrange("r.depth-last", "b c (h h2) (w w2) -> b (h2 w2 c) h w", X, h2=2, w2=2)
reduce("r.pool", "b c (x dx) -> b c x", "max", [2, 3, 4], dx=2)
reduce("r.pool-2d", "b c (x dx) (y dy) -> b c x y", "max", X, dx=2, dy=3)
reduce("r.pool-3d", "b c (x dx) (y dy) (z dz) -> b c x y z", "max", [2, 1, 4, 3, 4], dx=2, dy=3, dz=4)
rearrange("r.width-to-height", "b c h (w w2) -> b c (h w2) w", X, w2=2)
rearrange("r.patches", "b (h p1) (w p2) c -> b (h w) (p1 p2 c)", [2, 4, 6, 3], p1=2, p2=2)
rearrange("r.heads", "b t (h d) -> b h t d", [2, 3, 8], h=4)

# Its tests of operations.
FIVE = [2, 3, 4, 5, 2]
for number, pattern in enumerate(
    [
        "...->...",
        "a b c d e-> a b c d e",
        "a b c d e ...-> ... a b c d e",
        "a b c d e ...-> a ... b c d e",
        "... a b c d e -> ... a b c d e",
        "a ... e-> a ... e",
        "a ... -> a ... ",
        "a ... c d e -> a (...) c d e",
    ]
):
    rearrange(f"t.same-{number}", pattern, FIVE)
for number, pattern in enumerate(
    [
        "a b c d e -> (a b) c d e",
        "a b ... -> (a b) ... ",
        "a b c d e -> a b (c d) e",
        "... c d e -> ... (c d) e",
        "... -> ... ",
        "a b c d e -> (a b c d e)",
        "... ->  (...)",
        "a b c d e -> b (c d e) a",
        "a b ... -> b (...) a",
        "a b c d e -> b (a c d) e",
        "a b ... e -> b (a ...) e",
    ]
):
    rearrange(f"t.alike-{number}", pattern, FIVE)
for number, pattern in enumerate(
    [
        "a b c d e -> ",
        " ... ->  ",
        "a b c d e -> (e a)",
        "a ... e -> (e a)",
        "a b c d e -> d (a e)",
        " a b c d e ... -> d (a e) ",
        "a b c d e -> (a b)",
        " ... c d e  -> (...) ",
    ]
):
    for fold in ["min", "max", "sum"]:
        reduce(f"t.folds-{number}-{fold}", pattern, fold, FIVE)
rearrange("t.ellipsis-inside", "a b c d ... ->  a b c ... d", [1, 1, 1, 1, 1])
rearrange("t.ellipsis-split", "a b c d (...) ->  a b c ... d", [1, 1, 1, 1, 1])
rearrange("t.ellipsis-split-all", "(...) -> (...)", [1, 1, 1, 1, 1])
SIX = [1, 2, 3, 5, 2, 3]
for number, pattern in enumerate(
    [
        "a b c d e f -> a b c d e f",
        "b a c d e f -> a b d e f c",
        "a b c d e f -> f e d c b a",
        "a b c d e f -> (f e) d (c b a)",
        "a b c d e f -> (f e d c b a)",
        "a b c d e f -> a (b) (c d e) f",
        "a aa aa1 a1a1 aaaa a11 -> a aa aa1 a1a1 aaaa a11",
        "f e d c b a -> a b c d e f",
    ]
):
    rearrange(f"t.six-{number}", pattern, SIX)
rearrange("t.six-there", "a b c d e f -> (f d) c (e b) a", SIX, a=1, b=2, c=3, d=5, e=2, f=3)
rearrange("t.six-back", "(f d) c (e b) a -> a b c d e f", [15, 3, 4, 1], b=2, d=5)
rearrange("t.three", "a b c -> b c a", [2, 3, 4])
rearrange("t.many", "i0 i1 i2 i3 i4 i5 i6 i7 i8 -> i4 i1 i8 i0 i6 i3 i7 i2 i5", [2] * 9)
for number, (pattern, sizes) in enumerate(
    [
        ("a b c d e -> ", {}),
        ("a ... -> ", {}),
        ("(a1 a2) ... (e1 e2) -> ", dict(a1=1, e2=2)),
        ("a b c d e -> (e c) a", {}),
        ("a ... c d e -> (e c) a", {}),
        ("a b c d e ... -> (e c) a", {}),
        ("a b c d e -> (e c a)", {}),
        ("(a a2) ... -> (a2 a) ...", dict(a2=1)),
    ]
):
    for fold in ["min", "max", "sum", "mean"]:
        reduce(f"t.reduce-{number}-{fold}", pattern, fold, FIVE, **sizes)
reduce("t.product", "a b c -> (c a)", "prod", [2, 3, 4])
for fold in ["any", "all"]:
    for axis in range(6):
        names = list("abcdef")
        kept = names[:axis] + ["1"] + names[axis + 1 :]
        reduce(f"t.bits-{axis}-{fold}", f"{' '.join(names)} -> {' '.join(kept)}", fold, [2] * 6)
    reduce(f"t.bits-two-{fold}", "a b ... -> 1 1 ...", fold, [2] * 6)
rearrange("t.stacked", "b ... -> ... b", [5, 2, 3, 5])
rearrange("t.stacked-scalars", "b ... -> ... b", [5])
THREE = [2, 3, 5]
repeats = [
    ("a b c -> copy a b c ", dict(copy=1)),
    ("a b c -> c a b", dict()),
    ("a b c -> (c copy a b)", dict(copy=2, a=2, b=3, c=5)),
    ("a b c -> (a copy) b c ", dict(copy=1)),
    ("a b c -> (c a) (copy1 b copy2)", dict(a=2, copy1=1, copy2=2)),
    ("a ...  -> a ... copy", dict(copy=4)),
    ("... c -> ... (copy1 c copy2)", dict(copy1=1, copy2=2)),
    ("...  -> ... ", dict()),
    (" ...  -> copy1 ... copy2 ", dict(copy1=2, copy2=3)),
    ("a b c  -> copy1 a copy2 b c () ", dict(copy1=2, copy2=1)),
]
FOUR = [1, 2, 4, 6]
unnamed = [
    ("a b c d -> c a d b", dict()),
    ("a b c d -> (c 2 d a b)", dict(a=1, c=4, d=6)),
    ("1 b c d -> (d copy 1) 3 b c ", dict(copy=3)),
    ("1 ...  -> 3 ... ", dict()),
    ("() ... d -> 1 (copy1 d copy2) ... ", dict(copy1=2, copy2=3)),
    ("1 b c d -> (1 1) (1 b) 2 c 3 d (1 1)", dict()),
]
for kind, shape, cases in [("repeat", THREE, repeats), ("unnamed", FOUR, unnamed)]:
    for number, (pattern, sizes) in enumerate(cases):
        repeat(f"t.{kind}-{number}", pattern, shape, **sizes)
        left, right = pattern.split("->")
        there = list(einops.repeat(numbers(shape), pattern, **sizes).shape)
        reduce(f"t.{kind}-{number}-back", f"{right} -> {left}", "min", there, **sizes)
rearrange("t.list", "... -> (...)", FIVE)
reduce("t.list-reduce", "a ... e -> (...)", "min", FIVE)
repeat("t.list-repeat", "...  -> b (...)", FIVE, b=3)
rearrange("t.compiled", "(a a2) b c ... -> b (c a2) (a ...)", [4, 5, 3, 3], a2=2)
reduce("t.compiled-sum", "b ca2 A -> b A", "sum", [5, 6, 6], ca2=6)

# Its tests of examples.
E = [2, 4, 6, 4]
rearrange("e.depth-to-space", "b (c h1 w1) h w -> b c (h h1) (w w1)", E, h1=2, w1=2)
rearrange("e.letters", "b1 sound b2 letter -> b1 b2 sound letter", E)
rearrange("e.rows", "b c h w -> (b h w) c", E)
rearrange("e.rows-back", "(b h w) c2 -> b c2 h w", [48, 2], b=2, h=6, w=4)
rearrange("e.groups", "b (c g) h w -> g b c h w", E, g=2)
reduce("e.kept", "b c h w -> b c () ()", "max", E)
rearrange("e.dropped", "b c () () -> c b", [2, 4, 1, 1])
rearrange("e.concat", "b c h w -> h (b w) c", E)
rearrange("e.shuffle", "b (c1 c2) h w-> b (c2 c1) h w", E, c1=2, c2=2)
rearrange("e.line", "b c t1 t2 -> b c (t1 t2)", E)
rearrange("e.stride", "b c (t stride) -> (stride b) c t", [2, 4, 24], stride=2)
rearrange("e.stride-back", "(stride b) c t -> b c (t stride)", [4, 4, 12], stride=2)
rearrange("e.deeper", "b c (t dt) -> b (dt c) t", [2, 4, 24], dt=2)
rearrange("e.deeper-back", "b (dt c) t -> b c (t dt)", [2, 8, 12], dt=2)
rearrange("e.train", "(i rest alpha) -> rest (alpha i)", [24], alpha=2, i=3)
rearrange("e.train-core", "i j alpha beta -> (alpha i) (j beta)", [3, 3, 2, 4])
rearrange("e.train-out", "rest (beta j) -> (beta rest j)", [4, 12], beta=4, j=3)
rearrange("e.train-open", "i ... (j alpha) -> ... j (alpha i)", [3, 4, 6], alpha=2, i=3)
rearrange("e.anchors", " b (anchor prediction) h w -> prediction b anchor h w", [2, 6, 2, 2], anchor=3)
rearrange("e.anchor-sizes", "anchor dim -> dim () anchor () ()", [3, 2])
rearrange("e.grid-rows", "h -> () () h ()", [4])
rearrange("e.grid-columns", "w -> () () () w", [4])
rearrange("e.boxes", "prediction b anchor h w -> b anchor h w prediction", [2, 2, 3, 2, 2])

# Texts that are no pattern, or not of this shape.
for number, (pattern, sizes) in enumerate(
    [
        ("a b c", {}),
        ("a (b c -> a b c", {}),
        ("a b c) -> a b c", {}),
        ("a ((b) c) -> a b c", {}),
        ("a a b -> a b", {}),
        ("a b c -> a b c c", {}),
        ("a b c -> a b", {}),
        ("a b c -> a b c d", {}),
        ("a b -> a b", {}),
        ("a b c d -> a b c d", {}),
        ("a b c ... ... -> a b c ...", {}),
        ("a b c -> a b c ...", {}),
        ("(a d) b c -> a b c d", {}),
        ("(a d) b c -> a b c d", dict(d=7)),
        ("(a d) b c -> a b c d", dict(a=2, d=7)),
        ("a b c -> a b c", dict(a=9)),
        ("a b c -> a b c", dict(d=2)),
        ("1 b c -> b c", {}),
        ("a 3 c -> a c", {}),
        ("a .. c -> a c", {}),
        ("a - c -> a c", {}),
        ("a b c -> a b c -> c b a", {}),
    ]
):
    rearrange(f"w.{number}", pattern, [2, 3, 5], **sizes)
repeat("w.no-size", "a b c -> a b c d", [2, 3, 5])
repeat("w.lost", "a b c -> a b", [2, 3, 5])
reduce("w.new", "a b c -> a b d", "max", [2, 3, 5])

# Its einsum with names, and NumPy's ellipsis.
for number, (pattern, shapes) in enumerate(
    [
        ("b c h w, b w -> b h", [(2, 3, 4, 5), (2, 5)]),
        ("b c h w, b w, b c -> b h", [(2, 3, 4, 5), (2, 5), (2, 3)]),
        ("... one two three, three four five -> ... two five", [(3, 5, 2, 3, 4), (4, 5, 6)]),
        ("one two three ..., three four five -> two five ...", [(2, 3, 4, 3, 5), (4, 5, 6)]),
        ("... one two three, ... three four five -> ... two five", [(3, 5, 2, 3, 4), (3, 5, 4, 5, 6)]),
        ("first_tensor second_tensor -> first_tensor", [(5, 4)]),
        ("i i -> ", [(5, 5)]),
        (" one  two  ,  three four->two  four  ", [(2, 3), (4, 5)]),
        ("i middle i -> middle", [(5, 10, 5)]),
        ("i ... i -> ...", [(5, 3, 2, 1, 4, 5)]),
        ("i ... i -> i ...", [(5, 3, 2, 1, 4, 5)]),
        ("one one one -> one", [(5, 5, 5)]),
        ("i j k -> j i k", [(1, 2, 3)]),
        ("... -> ...", [(5, 4, 3, 2, 1)]),
        ("..., ..., ... -> ...", [(3, 2), (3, 2), (3, 2)]),
        ("index ->", [(10,)]),
        ("b t1 head c, b t2 head c -> b head t1 t2", [(2, 3, 2, 4), (2, 5, 2, 4)]),
    ]
):
    einsum(f"s.{number}", pattern, *shapes)
for number, (pattern, shapes) in enumerate(
    [
        ("...ij,jk->...ik", [(2, 2, 3), (3, 4)]),
        ("...ij,...jk->...ik", [(5, 2, 2, 3), (5, 2, 3, 4)]),
        ("...ij,jk", [(2, 2, 3), (3, 4)]),
        ("b...a", [(2, 3, 4, 5)]),
        ("...ii->...", [(2, 3, 3)]),
        ("...ii", [(2, 3, 3)]),
        ("i...,...i->...", [(2, 3, 4), (3, 4, 2)]),
        ("...,...->...", [(3,), (3,)]),
        ("...i->...i", [(3,)]),
        ("...a,...b->ab...", [(4, 2), (4, 3)]),
    ]
):
    numpy_einsum(f"n.{number}", pattern, *shapes)

# Its packing: modes that are joined, and taken apart.
PIXELS = [numbers([2, 3]) + 6 * n for n in range(3)]
for name, pattern in [("last", "h w *"), ("middle", "h * w"), ("first", "* h w"), ("columns", "h *"), ("rows", "* w")]:
    row(f"p.{name}", "pack", pattern, [[2, 3]] * 3, lambda pattern=pattern: einops.pack(PIXELS, pattern)[0], {})
DEEP = numbers([2, 3, 4]) + 18
row("p.depths", "pack", "h w *", [[2, 3]] * 3 + [[2, 3, 4]], lambda: einops.pack([*PIXELS, DEEP], "h w *")[0], {})
TOKENS = [numbers([2, 3]), numbers([2, 2, 2, 3]) + 6, numbers([2, 4, 3]) + 30]
row("p.tokens", "pack", "b * c", [[2, 3], [2, 2, 2, 3], [2, 4, 3]], lambda: einops.pack(TOKENS, "b * c")[0], {})
for part in range(3):
    row(
        f"p.unpack-{part}",
        "unpack",
        "b * c",
        [[2, 9, 3]],
        lambda part=part: einops.unpack(numbers([2, 9, 3]), [(), (2, 2), (4,)], "b * c")[part],
        {},
    )

# The README of einx, by its own answers.
def einx_row(name, operation, text, *operands, part=None, **sizes):
    def answer():
        result = getattr(einx, operation)(text, *operands, **sizes)
        return result if part is None else result[part]

    row(name, f"einx {operation}", text, [list(np.shape(x)) for x in operands], answer, sizes)


einx_row("x.first", "sum", "a [b] c", numbers([2, 3, 4]))
einx_row("x.id", "id", "a (b c) -> (b a) c", numbers([3, 4]), b=2)
einx_row("x.sum", "sum", "a [b]", numbers([2, 3]))
einx_row("x.flip", "flip", "... (g [c])", numbers([2, 6]), c=2)
einx_row("x.mean", "mean", "b [...] c", numbers([2, 2, 3, 4], "mean"))
einx_row("x.kronecker", "multiply", "a..., b... -> (a b)...", numbers([2, 3]), numbers([3, 2]))
einx_row("x.pool", "sum", "b (s [ds])... c", numbers([2, 4, 6, 3]), ds=(2, 2))
einx_row("x.outer", "add", "a, b -> a b", numbers([2]), numbers([3]))
einx_row("x.product", "dot", "a [b], [b] c -> a c", numbers([2, 3]), numbers([3, 4]))
PLACES = np.array([[[1, 2], [0, 0], [1, 1]], [[0, 2], [1, 0], [0, 1]]])
einx_row("x.gather", "get_at", "b [h w] c, b i [2] -> b i c", numbers([2, 2, 3, 2]), PLACES)
einx_row("x.split-left", "id", "b (q + k) -> b q, b k", numbers([2, 5]), part=0, q=2)
einx_row("x.split-right", "id", "b (q + k) -> b q, b k", numbers([2, 5]), part=1, q=2)
einx_row("x.append", "id", "b c, -> b (c + 1)", numbers([2, 3]), np.array(42))
einx_row("x.loops", "add", "a b, b c -> c b a", numbers([2, 3]), numbers([3, 4]))


# An operation of one's own, by the loops that the README says it stands for: its adapters need a backend with `vmap`.
def own_operation():
    x, y = numbers([2, 3]), numbers([4, 3])
    return np.array([[2 * x[a, :] + np.sum(y[b, :]) for b in range(4)] for a in range(2)])


row("x.own", "einx adapt_with_vmap", "a [c], b [c] -> a b [c]", [[2, 3], [4, 3]], own_operation, {})

META = {
    "answers": "einops, einx and numpy, by write_einops.py",
    "versions": {package: version(package) for package in ("einops", "einx", "numpy")},
}
rows = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in ROWS)
print(f'{{"meta":{json.dumps(META)},"cases":[\n{rows}\n]}}')
