//! Written by `write_shapes.py`, which computes what is expected. Do not edit.

use super::random::{Heads, Width};
use super::random_steps::{but, shapes};
use super::*;
use extents::arrange::{Padding, concat};
use extents::rearrange::{Named, Slice};

shapes! { shapes_0, x y z w: [3, 3] => [((((3 * 3) - 2) / 3) + 2)];
    [(3 * 3)] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    [(((3 * 3) - 2) / 3)] = x.slice(slice![(2..; 3)])?.lazy().eval()?;
        y.slice([Slice::from(2..).step(3)])?.lazy().eval()?;
    [((((3 * 3) - 2) / 3) + 2)] = concat::<Named, _, _>(Const::<0>, (&x, &z))?, with [2];
        concat(0, (&y, &w))?;
    cases:
    [[3, 3], [2]] gives [5] 174,
}

shapes! { shapes_1, x y z w: [dyn Width, dyn Time, 3] => [((Width / 2) * (Time * 3))];
    [(Width / 2), dyn Time, 3] = x.slice(slice![(..; 2), .., ..])?.lazy().eval()?;
        y.slice([Slice::from(0..).step(2), Slice::from(..), Slice::from(..)])?.lazy().eval()?;
    [(Width / 2), (Time * 3)] = x.merge::<Named, _>(Const::<1>)?.lazy().eval()?;
        y.merge(1)?.lazy().eval()?;
    [((Width / 2) * (Time * 3))] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    cases:
    [[5, 1, 3]] gives [9] 1332,
    [[5, 4, 3]] gives [36] 81630,
    [[5, 2, 3]] gives [18] 10359,
    [[5, 3, 3]] gives [27] 34614,
}

shapes! { shapes_2, x y z w: [dyn, dyn Past] => [dyn];
    [dyn, dyn Past] = concat::<Named, _, _>(Const::<0>, (&x, &z))?, with [2, dyn Past];
        concat(0, (&y, &w))?;
    [dyn] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    [dyn] = x.slice(slice![(..-1)])?.lazy().eval()?;
        y.slice([but(0, 1, &y)])?.lazy().eval()?;
    cases:
    [[1, 5], [2, 5]] gives [14] 1845,
    [[1, 3], [2, 4]] fails,
    [[5, 1], [2, 1]] gives [6] 165,
    [[5, 1], [2, 2]] fails,
    [[1, 1], [2, 1]] gives [2] 11,
    [[5, 4], [2, 4]] gives [27] 10626,
}

shapes! { shapes_3, x y z w: [dyn, dyn Time] => [dyn, ((Time / 3) + 3)];
    [dyn, (Time / 3)] = x.slice(slice![.., (..; 3)])?.lazy().eval()?;
        y.slice([Slice::from(..), Slice::from(0..).step(3)])?.lazy().eval()?;
    [dyn, (Time / 3)] = x.pad::<Named, _, _, _>(Const::<0>, (Const::<2>, Const::<2>), Padding::Constant(9))?;
        y.pad(0, (2, 2), Padding::Constant(9))?;
    [dyn, ((Time / 3) + 3)] = concat::<Named, _, _>(Const::<1>, (&x, &z))?, with [dyn, 3];
        concat(1, (&y, &w))?;
    cases:
    [[5, 2], [9, 3]] gives [9, 4] 31063,
    [[2, 2], [7, 3]] fails,
    [[4, 2], [8, 3]] gives [8, 4] 21960,
    [[1, 5], [5, 3]] gives [5, 5] 7799,
    [[4, 3], [8, 3]] gives [8, 4] 22290,
}

shapes! { shapes_4, x y z w: [3, (Heads)] => [dyn Time, dyn];
    [(3 * Heads)] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    [dyn Time, dyn] = x.split(Const::<0>, <StaticExtents![dyn Time, dyn]>::from_extents(&[2, 3])?)?.lazy().eval()?;
        y.split(0, [2, 3])?.lazy().eval()?;
    [dyn Time, dyn] = x.pad::<Named, _, _, _>(Const::<1>, (Const::<2>, Const::<1>), Padding::Constant(9))?;
        y.pad(1, (2, 1), Padding::Constant(9))?;
    cases:
    [[3, 2]] gives [2, 6] 774,
}

shapes! { shapes_5, x y z w: [2, 3] => [3, 2];
    [3, 2] = x.permute(modes![1, 0]).lazy().eval()?;
        y.permute([1, 0])?.lazy().eval()?;
    [3, 2] = (&x + &z).eval()?, with [3, dyn];
        (&y + &w).eval()?;
    [3, 2] = (&x + &z).eval()?, with [3, 2];
        (&y + &w).eval()?;
    cases:
    [[2, 3], [3, 2], [3, 2]] gives [3, 2] 846,
    [[2, 3], [3, 3], [3, 2]] fails,
}

shapes! { shapes_6, x y z w: [3, 2, 3] => [((3 * (2 * 3)) + 2)];
    [3, (2 * 3)] = x.merge::<Named, _>(Const::<1>)?.lazy().eval()?;
        y.merge(1)?.lazy().eval()?;
    [(3 * (2 * 3))] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    [((3 * (2 * 3)) + 2)] = x.pad::<Named, _, _, _>(Const::<0>, ((), Const::<2>), Padding::Constant(9))?;
        y.pad(0, (0, 2), Padding::Constant(9))?;
    cases:
    [[3, 2, 3]] gives [20] 6336,
}

shapes! { shapes_7, x y z w: [dyn Batch, 2, dyn Batch] => [(((Batch * 2) + Heads) + 2), dyn Batch];
    [(Batch * 2), dyn Batch] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    [((Batch * 2) + Heads), dyn Batch] = concat::<Named, _, _>(Const::<0>, (&x, &z))?, with [(Heads), dyn Batch];
        concat(0, (&y, &w))?;
    [(((Batch * 2) + Heads) + 2), dyn Batch] = concat::<Named, _, _>(Const::<0>, (&x, &z))?, with [2, dyn Batch];
        concat(0, (&y, &w))?;
    cases:
    [[3, 2, 4], [2, 4], [2, 4]] gives [10, 4] 22412,
    [[3, 2, 2], [2, 3], [2, 2]] fails,
    [[3, 2, 2], [2, 2], [2, 2]] gives [10, 2] 3078,
    [[3, 2, 2], [2, 3], [2, 3]] fails,
    [[4, 2, 1], [2, 1], [2, 1]] gives [12, 1] 816,
    [[5, 2, 5], [2, 5], [2, 6]] fails,
}

shapes! { shapes_8, x y z w: [3, (Heads), dyn] => [(2 + (3 + 2)), 5, 2];
    [3, dyn] = x.merge::<Named, _>(Const::<1>)?.lazy().eval()?;
        y.merge(1)?.lazy().eval()?;
    [(2 + (3 + 2)), dyn] = x.pad::<Named, _, _, _>(Const::<0>, (Const::<2>, Const::<2>), Padding::Constant(9))?;
        y.pad(0, (2, 2), Padding::Constant(9))?;
    [(2 + (3 + 2)), 5, 2] = x.split(Const::<1>, <StaticExtents![5, 2]>::from_extents(&[5, 2])?)?.lazy().eval()?;
        y.split(1, [5, 2])?.lazy().eval()?;
    cases:
    [[3, 2, 5]] gives [7, 5, 2] 66915,
    [[3, 2, 1]] fails,
    [[3, 2, 4]] fails,
    [[3, 2, 2]] fails,
}

shapes! { shapes_9, x y z w: [dyn Width, 3, (Heads)] => [((Width - 1) + 1), (((3 * Heads) - 1) + 1), 1, 1];
    [dyn Width, (3 * Heads)] = x.merge::<Named, _>(Const::<1>)?.lazy().eval()?;
        y.merge(1)?.lazy().eval()?;
    [dyn Width, (3 * Heads)] = x.permute(modes![0, 1]).lazy().eval()?;
        y.permute([0, 1])?.lazy().eval()?;
    [((Width - 1) + 1), (((3 * Heads) - 1) + 1), 1, 1] = x.windows::<Named, _>(extents![1, 1])?.lazy().eval()?;
        y.windows([1, 1])?.lazy().eval()?;
    cases:
    [[5, 3, 2]] gives [5, 6, 1, 1] 27435,
}

shapes! { shapes_10, x y z w: [dyn, dyn Time] => [2, dyn];
    [dyn, dyn Time] = x.slice(slice![(1..; 3), ..])?.lazy().eval()?;
        y.slice([Slice::from(1..).step(3), Slice::from(..)])?.lazy().eval()?;
    [dyn] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    [2, dyn] = x.split(Const::<0>, <StaticExtents![2, dyn]>::from_extents(&[2, 3])?)?.lazy().eval()?;
        y.split(0, [2, 3])?.lazy().eval()?;
    cases:
    [[5, 3]] gives [2, 3] 690,
    [[1, 4]] fails,
    [[1, 1]] fails,
    [[2, 2]] fails,
    [[3, 3]] fails,
    [[5, 2]] fails,
}

shapes! { shapes_11, x y z w: [dyn Past, 2] => [2, 3];
    [dyn Past, (2 + Batch)] = concat::<Named, _, _>(Const::<1>, (&x, &z))?, with [dyn Past, dyn Batch];
        concat(1, (&y, &w))?;
    [(Past * (2 + Batch))] = x.merge::<Named, _>(Const::<0>)?.lazy().eval()?;
        y.merge(0)?.lazy().eval()?;
    [2, 3] = x.split(Const::<0>, <StaticExtents![2, 3]>::from_extents(&[2, 3])?)?.lazy().eval()?;
        y.split(0, [2, 3])?.lazy().eval()?;
    cases:
    [[2, 2], [2, 2]] fails,
    [[5, 2], [6, 5]] fails,
    [[3, 2], [3, 4]] fails,
    [[2, 2], [2, 3]] fails,
    [[4, 2], [4, 4]] fails,
    [[1, 2], [2, 3]] fails,
}

shapes! { shapes_12, x y z w: [(Heads), (Heads), 3] => [((Heads * 3) + 2), (Heads)];
    [(Heads), (Heads * 3)] = x.merge::<Named, _>(Const::<1>)?.lazy().eval()?;
        y.merge(1)?.lazy().eval()?;
    [(Heads), ((Heads * 3) + 2)] = concat::<Named, _, _>(Const::<1>, (&x, &z))?, with [(Heads), 2];
        concat(1, (&y, &w))?;
    [((Heads * 3) + 2), (Heads)] = x.permute(modes![1, 0]).lazy().eval()?;
        y.permute([1, 0])?.lazy().eval()?;
    cases:
    [[2, 2, 3], [2, 2]] gives [8, 2] 2192,
}

shapes! { shapes_13, x y z w: [dyn, (Heads)] => [dyn, dyn Time, (Heads)];
    [dyn, (Heads)] = x.pad::<Named, _, _, _>(Const::<0>, (Const::<1>, Const::<1>), Padding::Constant(9))?;
        y.pad(0, (1, 1), Padding::Constant(9))?;
    [dyn, dyn Time, (Heads)] = x.split(Const::<0>, <StaticExtents![dyn, dyn Time]>::from_extents(&[2, 2])?)?.lazy().eval()?;
        y.split(0, [2, 2])?.lazy().eval()?;
    [dyn, dyn Time, (Heads)] = (&x + &z).eval()?, with [dyn, dyn, (Heads)];
        (&y + &w).eval()?;
    cases:
    [[2, 2], [2, 2, 2]] gives [2, 2, 2] 960,
    [[5, 2], [3, 5, 2]] fails,
    [[3, 2], [2, 5, 2]] fails,
    [[4, 2], [2, 5, 2]] fails,
    [[1, 2], [2, 5, 2]] fails,
    [[1, 2], [1, 1, 2]] fails,
}

shapes! { shapes_14, x y z w: [dyn Batch, (Heads)] => [(Heads), dyn Batch];
    [(Heads), dyn Batch] = x.permute(modes![1, 0]).lazy().eval()?;
        y.permute([1, 0])?.lazy().eval()?;
    [dyn Batch, (Heads)] = x.permute(modes![1, 0]).lazy().eval()?;
        y.permute([1, 0])?.lazy().eval()?;
    [(Heads), dyn Batch] = x.permute(modes![1, 0]).lazy().eval()?;
        y.permute([1, 0])?.lazy().eval()?;
    cases:
    [[5, 2]] gives [2, 5] 955,
    [[1, 2]] gives [2, 1] 9,
    [[2, 2]] gives [2, 2] 67,
}

shapes! { shapes_15, x y z w: [dyn Width, dyn Time] => [(Width / 2), (Time - 2)];
    [dyn Width, dyn Time] = (&x + &z).eval()?, with [dyn, dyn Time];
        (&y + &w).eval()?;
    [dyn Width, (Time - 2)] = x.slice(slice![.., (..-2)])?.lazy().eval()?;
        y.slice([Slice::from(..), but(1, 2, &y)])?.lazy().eval()?;
    [(Width / 2), (Time - 2)] = x.slice(slice![(..; 2), ..])?.lazy().eval()?;
        y.slice([Slice::from(0..).step(2), Slice::from(..)])?.lazy().eval()?;
    cases:
    [[5, 5], [5, 5]] gives [3, 3] 4356,
    [[5, 1], [6, 1]] fails,
    [[5, 2], [5, 2]] gives [3, 0] 0,
    [[5, 4], [5, 4]] gives [3, 2] 1590,
}

shapes! { shapes_16, x y z w: [dyn Past, 3, 3] => [(3 + 2), dyn, dyn Past, 3];
    [3, dyn Past, 3] = x.permute(modes![1, 0, 2]).lazy().eval()?;
        y.permute([1, 0, 2])?.lazy().eval()?;
    [(3 + 2), dyn Past, 3] = x.pad::<Named, _, _, _>(Const::<0>, ((), Const::<2>), Padding::Constant(9))?;
        y.pad(0, (0, 2), Padding::Constant(9))?;
    [(3 + 2), dyn, dyn Past, 3] = x.split(Const::<1>, <StaticExtents![dyn, dyn Past]>::from_extents(&[2, 2])?)?.lazy().eval()?;
        y.split(1, [2, 2])?.lazy().eval()?;
    cases:
    [[4, 3, 3]] gives [5, 2, 2, 3] 52416,
    [[3, 3, 3]] fails,
    [[1, 3, 3]] fails,
}

shapes! { shapes_17, x y z w: [dyn Batch] => [(Batch / 2)];
    [(Batch / 2)] = x.slice(slice![(..; 2)])?.lazy().eval()?;
        y.slice([Slice::from(0..).step(2)])?.lazy().eval()?;
    [(Batch / 2)] = x.permute(modes![0]).lazy().eval()?;
        y.permute([0])?.lazy().eval()?;
    [(Batch / 2)] = x.permute(modes![0]).lazy().eval()?;
        y.permute([0])?.lazy().eval()?;
    cases:
    [[4]] gives [2] 15,
    [[2]] gives [1] 1,
    [[5]] gives [3] 54,
}

shapes! { shapes_18, x y z w: [(Heads), 2] => [((Heads - 1) + 1), ((2 - 2) + 1), 1, 2];
    [((Heads - 1) + 1), ((2 - 2) + 1), 1, 2] = x.windows::<Named, _>(extents![1, 2])?.lazy().eval()?;
        y.windows([1, 2])?.lazy().eval()?;
    [((Heads - 1) + 1), ((2 - 2) + 1), 1, 2] = (&x + &z).eval()?, with [dyn, ((2 - 2) + 1), dyn, 2];
        (&y + &w).eval()?;
    [((Heads - 1) + 1), ((2 - 2) + 1), 1, 2] = (&x + &z).eval()?, with [((Heads - 1) + 1), ((2 - 2) + 1), 1, dyn];
        (&y + &w).eval()?;
    cases:
    [[2, 2], [2, 1, 1, 2], [2, 1, 1, 2]] gives [2, 1, 1, 2] 290,
    [[2, 2], [2, 1, 1, 2], [2, 1, 1, 3]] fails,
    [[2, 2], [2, 1, 2, 2], [2, 1, 1, 3]] fails,
}

shapes! { shapes_19, x y z w: [dyn, dyn] => [dyn, dyn];
    [dyn, dyn] = (&x + &z).eval()?, with [dyn, dyn];
        (&y + &w).eval()?;
    [dyn, dyn] = x.permute(modes![0, 1]).lazy().eval()?;
        y.permute([0, 1])?.lazy().eval()?;
    [dyn, dyn] = concat::<Named, _, _>(Const::<1>, (&x, &z))?, with [dyn, 2];
        concat(1, (&y, &w))?;
    cases:
    [[4, 5], [4, 5], [4, 2]] gives [4, 7] 25034,
    [[3, 4], [4, 4], [3, 2]] fails,
    [[3, 1], [3, 1], [3, 2]] gives [3, 3] 669,
    [[3, 5], [3, 5], [4, 2]] fails,
    [[3, 5], [3, 5], [3, 2]] gives [3, 7] 10665,
    [[2, 5], [2, 6], [3, 2]] fails,
}

shapes! { shapes_20, x y z w: [dyn] => [dyn];
    [dyn] = concat::<Named, _, _>(Const::<0>, (&x, &z))?, with [3];
        concat(0, (&y, &w))?;
    [dyn] = x.permute(modes![0]).lazy().eval()?;
        y.permute([0])?.lazy().eval()?;
    [dyn] = concat::<Named, _, _>(Const::<0>, (&x, &z))?, with [3];
        concat(0, (&y, &w))?;
    cases:
    [[5], [3], [3]] gives [11] 555,
    [[4], [3], [3]] gives [10] 442,
    [[3], [3], [3]] gives [9] 354,
    [[1], [3], [3]] gives [7] 229,
    [[2], [3], [3]] gives [8] 285,
}

shapes! { shapes_21, x y z w: [2, dyn Width] => [(2 - 1), dyn Past, 3];
    [2, dyn] = concat::<Named, _, _>(Const::<1>, (&x, &z))?, with [2, dyn];
        concat(1, (&y, &w))?;
    [2, dyn Past, 3] = x.split(Const::<1>, <StaticExtents![dyn Past, 3]>::from_extents(&[2, 3])?)?.lazy().eval()?;
        y.split(1, [2, 3])?.lazy().eval()?;
    [(2 - 1), dyn Past, 3] = x.slice(slice![(..-1), .., ..])?.lazy().eval()?;
        y.slice([but(0, 1, &y), Slice::from(..), Slice::from(..)])?.lazy().eval()?;
    cases:
    [[2, 5], [2, 5]] fails,
    [[2, 5], [2, 3]] fails,
}

shapes! { shapes_22, x y z w: [(Heads), dyn Width, dyn] => [(Heads + Time), (1 + (Width + 2)), dyn];
    [(Heads), dyn Width, dyn] = (&x + &z).eval()?, with [(Heads), dyn Width, dyn];
        (&y + &w).eval()?;
    [(Heads + Time), dyn Width, dyn] = concat::<Named, _, _>(Const::<0>, (&x, &z))?, with [dyn Time, dyn Width, dyn];
        concat(0, (&y, &w))?;
    [(Heads + Time), (1 + (Width + 2)), dyn] = x.pad::<Named, _, _, _>(Const::<1>, (Const::<1>, Const::<2>), Padding::Constant(9))?;
        y.pad(1, (1, 2), Padding::Constant(9))?;
    cases:
    [[2, 5, 2], [2, 5, 2], [1, 5, 2]] gives [3, 8, 2] 37114,
    [[2, 5, 1], [2, 5, 2], [2, 5, 4]] fails,
    [[2, 5, 4], [2, 5, 4], [1, 5, 4]] gives [3, 8, 4] 267824,
    [[2, 5, 5], [2, 5, 6], [5, 5, 1]] fails,
    [[2, 5, 3], [2, 5, 4], [3, 5, 1]] fails,
}

shapes! { shapes_23, x y z w: [2, dyn Time] => [dyn Time, 2, dyn Time];
    [(1 + (2 + 1)), dyn Time] = x.pad::<Named, _, _, _>(Const::<0>, (Const::<1>, Const::<1>), Padding::Constant(9))?;
        y.pad(0, (1, 1), Padding::Constant(9))?;
    [(1 + (2 + 1)), dyn Time] = (&x + &z).eval()?, with [(1 + (2 + 1)), dyn];
        (&y + &w).eval()?;
    [dyn Time, 2, dyn Time] = x.split(Const::<0>, <StaticExtents![dyn Time, 2]>::from_extents(&[2, 2])?)?.lazy().eval()?;
        y.split(0, [2, 2])?.lazy().eval()?;
    cases:
    [[2, 4], [4, 4]] gives [2, 2, 4] 6280,
    [[2, 2], [4, 3]] fails,
    [[2, 3], [4, 3]] gives [2, 2, 3] 2841,
    [[2, 4], [4, 5]] fails,
    [[2, 2], [4, 2]] gives [2, 2, 2] 960,
    [[2, 1], [4, 1]] gives [2, 2, 1] 169,
}
