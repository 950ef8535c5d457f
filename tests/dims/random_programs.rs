//! Written by `write_programs.py`, which computes what is expected. Do not edit.
#![allow(clippy::useless_conversion, reason = "some cannot fail, and others can")]

use super::random::{Heads, Width, agree, numbered, weak};
use super::*;
use extents::einsum;
use extents::label::{i, j, k, l, m};
use extents::rearrange::Named;

#[test]
fn program_0() {
    // a[l] * b[i, k, l] * c[i, l] => []
    for (sizes, agrees) in [
        (vec![vec![5], vec![2, 2, 5], vec![2, 5]], true),
        (vec![vec![5], vec![1, 5, 5], vec![1, 5]], true),
        (vec![vec![5], vec![4, 4, 5], vec![4, 5]], true),
        (vec![vec![5], vec![3, 4, 5], vec![3, 5]], true),
        (vec![vec![5], vec![3, 4, 5], vec![3, 5]], true),
        (vec![vec![5], vec![4, 3, 5], vec![2, 5]], false),
    ] {
        let a = numbered::<StaticExtents![dyn Width]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Past, dyn, dyn Width]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn Past, dyn Width]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l] * b[i, k, l] * c[i, l] => []).map_err(Into::into);
        agree(typed, einsum("l,ikl,il->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_1() {
    // a[l, m, k] * b[l, m] => [k]
    for (sizes, agrees) in [
        (vec![vec![3, 3, 3], vec![3, 3]], true),
        (vec![vec![2, 3, 3], vec![4, 3]], false),
        (vec![vec![1, 3, 3], vec![1, 3]], true),
        (vec![vec![1, 4, 3], vec![1, 3]], false),
        (vec![vec![1, 3, 3], vec![1, 3]], true),
        (vec![vec![4, 4, 3], vec![4, 3]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn Past, 3]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, 3]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![3], i64>, ShapeError> =
            contract!(a[l, m, k] * b[l, m] => [k]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("lmk,lm->k", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_2() {
    // a[j, l] * b[j, l] => [l, j]
    for (sizes, agrees) in [
        (vec![vec![5, 3], vec![5, 3]], true),
        (vec![vec![5, 3], vec![5, 3]], true),
        (vec![vec![5, 3], vec![5, 3]], true),
        (vec![vec![5, 3], vec![5, 3]], true),
        (vec![vec![5, 3], vec![5, 3]], true),
        (vec![vec![5, 3], vec![5, 3]], true),
    ] {
        let a = numbered::<StaticExtents![dyn Width, 3]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Width, 3]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![3, dyn Width], i64>, ShapeError> =
            contract!(a[j, l] * b[j, l] => [l, j]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("jl,jl->lj", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3, dyn Width], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(3 * Width)] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_3() {
    // a[k] * b[i, j] * c[j] => [k]
    for (sizes, agrees) in [
        (vec![vec![2], vec![3, 3], vec![3]], true),
        (vec![vec![2], vec![4, 4], vec![3]], false),
        (vec![vec![2], vec![4, 3], vec![3]], true),
        (vec![vec![2], vec![3, 5], vec![3]], false),
        (vec![vec![2], vec![3, 3], vec![3]], true),
        (vec![vec![2], vec![5, 3], vec![3]], true),
    ] {
        let a = numbered::<StaticExtents![2]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Batch, dyn]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![3]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![2], i64>, ShapeError> =
            contract!(a[k] * b[i, j] * c[j] => [k]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("k,ij,j->k", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![2], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_4() {
    // a[j] => []
    for (sizes, agrees) in [
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
    ] {
        let a = numbered::<StaticExtents![3]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[j] => []).map_err(Into::into);
        agree(typed, einsum("j->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_5() {
    // a[m] * b[i, m] => []
    for (sizes, agrees) in [
        (vec![vec![4], vec![1, 4]], true),
        (vec![vec![2], vec![6, 2]], true),
        (vec![vec![4], vec![2, 4]], true),
        (vec![vec![1], vec![5, 1]], true),
        (vec![vec![3], vec![1, 3]], true),
        (vec![vec![6], vec![1, 4]], false),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Batch, dyn]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[m] * b[i, m] => []).map_err(Into::into);
        agree(typed, einsum("m,im->", &[&weak(&a), &weak(&b)]), agrees);
    }
}

#[test]
fn program_6() {
    // a[j, m] * b[m] * c[i, j] => []
    for (sizes, agrees) in [
        (vec![vec![1, 2], vec![2], vec![2, 1]], true),
        (vec![vec![5, 2], vec![2], vec![2, 3]], false),
        (vec![vec![3, 2], vec![2], vec![2, 3]], true),
        (vec![vec![4, 2], vec![2], vec![2, 5]], false),
        (vec![vec![4, 2], vec![2], vec![2, 4]], true),
        (vec![vec![3, 2], vec![2], vec![2, 1]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, (Heads)]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![2]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![2, dyn]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[j, m] * b[m] * c[i, j] => []).map_err(Into::into);
        agree(typed, einsum("jm,m,ij->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_7() {
    // a[m] => [m]
    for (sizes, agrees) in [
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
    ] {
        let a = numbered::<StaticExtents![3]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![3], i64>, ShapeError> =
            contract!(a[m] => [m]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("m->m", &[&weak(&a)]), agrees) else { continue };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_8() {
    // a[l, m] * b[i, m, l] => []
    for (sizes, agrees) in [
        (vec![vec![2, 3], vec![2, 3, 2]], true),
        (vec![vec![4, 1], vec![4, 1, 3]], false),
        (vec![vec![2, 1], vec![1, 1, 2]], true),
        (vec![vec![3, 2], vec![5, 2, 3]], true),
        (vec![vec![4, 2], vec![2, 2, 4]], true),
        (vec![vec![4, 1], vec![1, 1, 6]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, dyn, dyn]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l, m] * b[i, m, l] => []).map_err(Into::into);
        agree(typed, einsum("lm,iml->", &[&weak(&a), &weak(&b)]), agrees);
    }
}

#[test]
fn program_9() {
    // a[l, j] * b[l] => [j]
    for (sizes, agrees) in [
        (vec![vec![3, 2], vec![3]], true),
        (vec![vec![3, 2], vec![5]], false),
        (vec![vec![3, 2], vec![3]], true),
        (vec![vec![3, 2], vec![5]], false),
        (vec![vec![3, 2], vec![3]], true),
        (vec![vec![3, 2], vec![4]], false),
    ] {
        let a = numbered::<StaticExtents![3, (Heads)]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![(Heads)], i64>, ShapeError> =
            contract!(a[l, j] * b[l] => [j]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("lj,l->j", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![(Heads)], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_10() {
    // a[j, m] => []
    for (sizes, agrees) in [
        (vec![vec![4, 3]], true),
        (vec![vec![4, 3]], true),
        (vec![vec![3, 3]], true),
        (vec![vec![3, 3]], true),
        (vec![vec![1, 3]], true),
        (vec![vec![6, 3]], true),
    ] {
        let a = numbered::<StaticExtents![dyn Time, 3]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[j, m] => []).map_err(Into::into);
        agree(typed, einsum("jm->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_11() {
    // a[j] => []
    for (sizes, agrees) in [
        (vec![vec![4]], true),
        (vec![vec![2]], true),
        (vec![vec![1]], true),
        (vec![vec![3]], true),
        (vec![vec![1]], true),
        (vec![vec![4]], true),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[j] => []).map_err(Into::into);
        agree(typed, einsum("j->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_12() {
    // a[i, m] => []
    for (sizes, agrees) in [
        (vec![vec![1, 4]], true),
        (vec![vec![3, 6]], true),
        (vec![vec![4, 1]], true),
        (vec![vec![3, 5]], true),
        (vec![vec![1, 3]], true),
        (vec![vec![1, 5]], true),
    ] {
        let a = numbered::<StaticExtents![dyn Time, dyn]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[i, m] => []).map_err(Into::into);
        agree(typed, einsum("im->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_13() {
    // a[j, i] * b[j, i] * c[i] => []
    for (sizes, agrees) in [
        (vec![vec![1, 2], vec![1, 2], vec![2]], true),
        (vec![vec![3, 2], vec![2, 2], vec![2]], false),
        (vec![vec![2, 2], vec![2, 2], vec![2]], true),
        (vec![vec![2, 2], vec![4, 2], vec![2]], false),
        (vec![vec![2, 2], vec![2, 2], vec![2]], true),
        (vec![vec![3, 4], vec![3, 2], vec![2]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, 2]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![2]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[j, i] * b[j, i] * c[i] => []).map_err(Into::into);
        agree(typed, einsum("ji,ji,i->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_14() {
    // a[j] * b[j] * c[l] => []
    for (sizes, agrees) in [
        (vec![vec![2], vec![2], vec![2]], true),
        (vec![vec![2], vec![2], vec![2]], true),
        (vec![vec![2], vec![2], vec![3]], true),
        (vec![vec![2], vec![2], vec![4]], true),
        (vec![vec![2], vec![2], vec![4]], true),
        (vec![vec![2], vec![2], vec![3]], true),
    ] {
        let a = numbered::<StaticExtents![2]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![2]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn Time]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[j] * b[j] * c[l] => []).map_err(Into::into);
        agree(typed, einsum("j,j,l->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_15() {
    // a[l, m] * b[m] * c[m] => [m]
    for (sizes, agrees) in [
        (vec![vec![2, 2], vec![2], vec![2]], true),
        (vec![vec![1, 4], vec![6], vec![4]], false),
        (vec![vec![2, 3], vec![3], vec![3]], true),
        (vec![vec![4, 2], vec![1], vec![1]], false),
        (vec![vec![3, 1], vec![1], vec![1]], true),
        (vec![vec![2, 3], vec![4], vec![3]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn Time]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![dyn Time], i64>, ShapeError> =
            contract!(a[l, m] * b[m] * c[m] => [m]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("lm,m,m->m", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn Time], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_16() {
    // a[l] * b[l] => [l]
    for (sizes, agrees) in [
        (vec![vec![3], vec![3]], true),
        (vec![vec![4], vec![3]], false),
        (vec![vec![3], vec![3]], true),
        (vec![vec![5], vec![3]], false),
        (vec![vec![3], vec![3]], true),
        (vec![vec![4], vec![3]], false),
    ] {
        let a = numbered::<StaticExtents![dyn Past]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![3]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![3], i64>, ShapeError> =
            contract!(a[l] * b[l] => [l]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("l,l->l", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_17() {
    // a[k] * b[k, i, j] * c[k, j] => [k]
    for (sizes, agrees) in [
        (vec![vec![3], vec![3, 2, 2], vec![3, 2]], true),
        (vec![vec![3], vec![4, 2, 2], vec![3, 2]], false),
        (vec![vec![3], vec![3, 2, 2], vec![3, 2]], true),
        (vec![vec![3], vec![4, 2, 2], vec![3, 2]], false),
        (vec![vec![3], vec![3, 2, 2], vec![3, 2]], true),
        (vec![vec![3], vec![5, 2, 2], vec![3, 2]], false),
    ] {
        let a = numbered::<StaticExtents![3]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Time, 2, (Heads)]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![3, 2]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![3], i64>, ShapeError> =
            contract!(a[k] * b[k, i, j] * c[k, j] => [k]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("k,kij,kj->k", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_18() {
    // a[m, k, l] => []
    for (sizes, agrees) in [
        (vec![vec![2, 4, 3]], true),
        (vec![vec![2, 3, 3]], true),
        (vec![vec![2, 2, 3]], true),
        (vec![vec![2, 4, 3]], true),
        (vec![vec![2, 2, 3]], true),
        (vec![vec![2, 6, 3]], true),
    ] {
        let a = numbered::<StaticExtents![2, dyn, 3]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[m, k, l] => []).map_err(Into::into);
        agree(typed, einsum("mkl->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_19() {
    // a[k, l] => []
    for (sizes, agrees) in [
        (vec![vec![2, 5]], true),
        (vec![vec![2, 5]], true),
        (vec![vec![2, 5]], true),
        (vec![vec![2, 5]], true),
        (vec![vec![2, 5]], true),
        (vec![vec![2, 5]], true),
    ] {
        let a = numbered::<StaticExtents![2, dyn Width]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[k, l] => []).map_err(Into::into);
        agree(typed, einsum("kl->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_20() {
    // a[l] * b[l] => []
    for (sizes, agrees) in [
        (vec![vec![3], vec![3]], true),
        (vec![vec![5], vec![4]], false),
        (vec![vec![3], vec![3]], true),
        (vec![vec![2], vec![4]], false),
        (vec![vec![2], vec![2]], true),
        (vec![vec![4], vec![3]], false),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l] * b[l] => []).map_err(Into::into);
        agree(typed, einsum("l,l->", &[&weak(&a), &weak(&b)]), agrees);
    }
}

#[test]
fn program_21() {
    // a[k] * b[l, m] => [k]
    for (sizes, agrees) in [
        (vec![vec![2], vec![3, 3]], true),
        (vec![vec![2], vec![3, 3]], true),
        (vec![vec![2], vec![3, 3]], true),
        (vec![vec![2], vec![3, 3]], true),
        (vec![vec![2], vec![3, 3]], true),
        (vec![vec![2], vec![3, 3]], true),
    ] {
        let a = numbered::<StaticExtents![(Heads)]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![3, 3]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![(Heads)], i64>, ShapeError> =
            contract!(a[k] * b[l, m] => [k]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("k,lm->k", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![(Heads)], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_22() {
    // a[l] * b[l, k, m] => [l, k, m]
    for (sizes, agrees) in [
        (vec![vec![2], vec![2, 3, 3]], true),
        (vec![vec![2], vec![2, 5, 3]], true),
        (vec![vec![2], vec![2, 1, 3]], true),
        (vec![vec![2], vec![2, 3, 3]], true),
        (vec![vec![2], vec![2, 1, 3]], true),
        (vec![vec![2], vec![2, 2, 3]], true),
    ] {
        let a = numbered::<StaticExtents![2]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, dyn, 3]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![2, dyn, 3], i64>, ShapeError> =
            contract!(a[l] * b[l, k, m] => [l, k, m]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("l,lkm->lkm", &[&weak(&a), &weak(&b)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![2, dyn, 3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_23() {
    // a[m, l] * b[l, m] => [l]
    for (sizes, agrees) in [
        (vec![vec![3, 2], vec![2, 3]], true),
        (vec![vec![4, 2], vec![2, 6]], false),
        (vec![vec![3, 3], vec![3, 3]], true),
        (vec![vec![3, 4], vec![3, 3]], false),
        (vec![vec![3, 3], vec![3, 3]], true),
        (vec![vec![3, 1], vec![1, 5]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn Past]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Past, dyn]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![dyn Past], i64>, ShapeError> =
            contract!(a[m, l] * b[l, m] => [l]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("ml,lm->l", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn Past], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_24() {
    // a[m, l] => [m, l]
    for (sizes, agrees) in [
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
    ] {
        let a = numbered::<StaticExtents![(Heads), 3]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![(Heads), 3], i64>, ShapeError> =
            contract!(a[m, l] => [m, l]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("ml->ml", &[&weak(&a)]), agrees) else { continue };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![(Heads), 3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(Heads * 3)] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_25() {
    // a[l] => []
    for (sizes, agrees) in [
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![1]], true),
        (vec![vec![5]], true),
        (vec![vec![1]], true),
        (vec![vec![4]], true),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l] => []).map_err(Into::into);
        agree(typed, einsum("l->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_26() {
    // a[i, m] => []
    for (sizes, agrees) in [
        (vec![vec![3, 1]], true),
        (vec![vec![4, 2]], true),
        (vec![vec![3, 4]], true),
        (vec![vec![6, 1]], true),
        (vec![vec![2, 4]], true),
        (vec![vec![3, 4]], true),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[i, m] => []).map_err(Into::into);
        agree(typed, einsum("im->", &[&weak(&a)]), agrees);
    }
}

#[test]
fn program_27() {
    // a[l] * b[l, k] * c[l, k] => [k, l]
    for (sizes, agrees) in [
        (vec![vec![2], vec![2, 2], vec![2, 2]], true),
        (vec![vec![2], vec![2, 2], vec![2, 2]], true),
        (vec![vec![2], vec![2, 2], vec![2, 2]], true),
        (vec![vec![2], vec![2, 2], vec![2, 2]], true),
        (vec![vec![2], vec![2, 2], vec![2, 2]], true),
        (vec![vec![2], vec![2, 2], vec![2, 2]], true),
    ] {
        let a = numbered::<StaticExtents![(Heads)]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![(Heads), (Heads)]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![(Heads), 2]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![(Heads), (Heads)], i64>, ShapeError> =
            contract!(a[l] * b[l, k] * c[l, k] => [k, l]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("l,lk,lk->kl", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![(Heads), (Heads)], i64> =
            (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(Heads * Heads)] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_28() {
    // a[m] * b[k, j, m] => [j, k]
    for (sizes, agrees) in [
        (vec![vec![5], vec![2, 2, 5]], true),
        (vec![vec![5], vec![2, 4, 5]], true),
        (vec![vec![5], vec![2, 3, 5]], true),
        (vec![vec![5], vec![2, 3, 5]], true),
        (vec![vec![5], vec![2, 2, 5]], true),
        (vec![vec![5], vec![2, 3, 5]], true),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![2, dyn Past, dyn Width]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![dyn Past, 2], i64>, ShapeError> =
            contract!(a[m] * b[k, j, m] => [j, k]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("m,kjm->jk", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn Past, 2], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(Past * 2)] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_29() {
    // a[k] * b[k, m] * c[m, k] => [m, k]
    for (sizes, agrees) in [
        (vec![vec![2], vec![2, 1], vec![1, 2]], true),
        (vec![vec![4], vec![4, 1], vec![1, 5]], false),
        (vec![vec![4], vec![4, 4], vec![4, 4]], true),
        (vec![vec![1], vec![3, 2], vec![2, 1]], false),
        (vec![vec![2], vec![2, 3], vec![3, 2]], true),
        (vec![vec![3], vec![3, 3], vec![3, 5]], false),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, dyn Time]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn, dyn]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![dyn Time, dyn], i64>, ShapeError> =
            contract!(a[k] * b[k, m] * c[m, k] => [m, k]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("k,km,mk->mk", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn Time, dyn], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_30() {
    // a[j, k] * b[k] * c[j, k] => [j, k]
    for (sizes, agrees) in [
        (vec![vec![2, 2], vec![2], vec![2, 2]], true),
        (vec![vec![3, 2], vec![2], vec![4, 2]], false),
        (vec![vec![3, 1], vec![1], vec![3, 1]], true),
        (vec![vec![1, 1], vec![1], vec![1, 3]], false),
        (vec![vec![4, 3], vec![3], vec![4, 3]], true),
        (vec![vec![5, 1], vec![1], vec![4, 1]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn, dyn]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![dyn, dyn], i64>, ShapeError> =
            contract!(a[j, k] * b[k] * c[j, k] => [j, k]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("jk,k,jk->jk", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn, dyn], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_31() {
    // a[i, m, l] => [i, m, l]
    for (sizes, agrees) in [
        (vec![vec![2, 3, 5]], true),
        (vec![vec![1, 5, 5]], true),
        (vec![vec![4, 3, 5]], true),
        (vec![vec![4, 3, 5]], true),
        (vec![vec![2, 1, 5]], true),
        (vec![vec![3, 5, 5]], true),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn, dyn Width]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![dyn, dyn, dyn Width], i64>, ShapeError> =
            contract!(a[i, m, l] => [i, m, l]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("iml->iml", &[&weak(&a)]), agrees) else { continue };
        let less: TensorOf<StaticExtents![dyn, dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn, dyn, dyn Width], i64> =
            (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_32() {
    // a[l] * b[m, l] => []
    for (sizes, agrees) in [
        (vec![vec![3], vec![4, 3]], true),
        (vec![vec![4], vec![3, 3]], false),
        (vec![vec![3], vec![4, 3]], true),
        (vec![vec![5], vec![3, 3]], false),
        (vec![vec![3], vec![2, 3]], true),
        (vec![vec![3], vec![6, 3]], true),
    ] {
        let a = numbered::<StaticExtents![dyn Batch]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, 3]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l] * b[m, l] => []).map_err(Into::into);
        agree(typed, einsum("l,ml->", &[&weak(&a), &weak(&b)]), agrees);
    }
}

#[test]
fn program_33() {
    // a[l, m] * b[m, l] => []
    for (sizes, agrees) in [
        (vec![vec![2, 3], vec![3, 2]], true),
        (vec![vec![2, 4], vec![2, 2]], false),
        (vec![vec![2, 1], vec![1, 2]], true),
        (vec![vec![2, 2], vec![3, 2]], false),
        (vec![vec![2, 2], vec![2, 2]], true),
        (vec![vec![2, 3], vec![5, 2]], false),
    ] {
        let a = numbered::<StaticExtents![2, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, 2]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l, m] * b[m, l] => []).map_err(Into::into);
        agree(typed, einsum("lm,ml->", &[&weak(&a), &weak(&b)]), agrees);
    }
}

#[test]
fn program_34() {
    // a[j] * b[l, k] * c[k, j] => []
    for (sizes, agrees) in [
        (vec![vec![2], vec![2, 2], vec![2, 2]], true),
        (vec![vec![2], vec![3, 2], vec![2, 2]], true),
        (vec![vec![2], vec![4, 2], vec![2, 2]], true),
        (vec![vec![3], vec![2, 2], vec![2, 2]], false),
        (vec![vec![2], vec![4, 2], vec![2, 2]], true),
        (vec![vec![2], vec![4, 2], vec![2, 2]], true),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Batch, dyn]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![2, 2]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[j] * b[l, k] * c[k, j] => []).map_err(Into::into);
        agree(typed, einsum("j,lk,kj->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_35() {
    // a[m, i] * b[m] => []
    for (sizes, agrees) in [
        (vec![vec![5, 4], vec![5]], true),
        (vec![vec![7, 4], vec![5]], false),
        (vec![vec![5, 4], vec![5]], true),
        (vec![vec![5, 2], vec![5]], true),
        (vec![vec![5, 4], vec![5]], true),
        (vec![vec![5, 6], vec![5]], true),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn Time]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Width]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[m, i] * b[m] => []).map_err(Into::into);
        agree(typed, einsum("mi,m->", &[&weak(&a), &weak(&b)]), agrees);
    }
}

#[test]
fn program_36() {
    // a[k, i] * b[i] * c[i, k] => [k, i]
    for (sizes, agrees) in [
        (vec![vec![2, 3], vec![3], vec![3, 2]], true),
        (vec![vec![2, 3], vec![5], vec![3, 2]], false),
        (vec![vec![4, 3], vec![3], vec![3, 4]], true),
        (vec![vec![1, 3], vec![4], vec![3, 1]], false),
        (vec![vec![1, 1], vec![1], vec![1, 1]], true),
        (vec![vec![2, 3], vec![3], vec![5, 2]], false),
    ] {
        let a = numbered::<StaticExtents![dyn Past, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Time]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn Time, dyn Past]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![dyn Past, dyn Time], i64>, ShapeError> =
            contract!(a[k, i] * b[i] * c[i, k] => [k, i]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("ki,i,ik->ki", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn Past, dyn Time], i64> =
            (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(Past * Time)] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_37() {
    // a[m, i] * b[m] * c[l, m, i] => []
    for (sizes, agrees) in [
        (vec![vec![2, 5], vec![2], vec![3, 2, 5]], true),
        (vec![vec![4, 5], vec![2], vec![3, 2, 5]], false),
        (vec![vec![2, 5], vec![2], vec![3, 2, 5]], true),
        (vec![vec![4, 5], vec![2], vec![3, 2, 5]], false),
        (vec![vec![2, 5], vec![2], vec![3, 2, 5]], true),
        (vec![vec![3, 5], vec![2], vec![3, 2, 5]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![2]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![3, 2, dyn Width]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[m, i] * b[m] * c[l, m, i] => []).map_err(Into::into);
        agree(typed, einsum("mi,m,lmi->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_38() {
    // a[i] * b[l, i] => [i]
    for (sizes, agrees) in [
        (vec![vec![3], vec![5, 3]], true),
        (vec![vec![4], vec![5, 3]], false),
        (vec![vec![3], vec![5, 3]], true),
        (vec![vec![5], vec![5, 3]], false),
        (vec![vec![3], vec![5, 3]], true),
        (vec![vec![4], vec![5, 3]], false),
    ] {
        let a = numbered::<StaticExtents![dyn Time]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Width, 3]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![3], i64>, ShapeError> =
            contract!(a[i] * b[l, i] => [i]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("i,li->i", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_39() {
    // a[j, m] => [m]
    for (sizes, agrees) in [
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
        (vec![vec![2, 3]], true),
    ] {
        let a = numbered::<StaticExtents![(Heads), 3]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![3], i64>, ShapeError> =
            contract!(a[j, m] => [m]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("jm->m", &[&weak(&a)]), agrees) else { continue };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_40() {
    // a[j] => [j]
    for (sizes, agrees) in [
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![3]], true),
        (vec![vec![4]], true),
        (vec![vec![4]], true),
        (vec![vec![3]], true),
    ] {
        let a = numbered::<StaticExtents![dyn]>(&sizes[0], 1);
        let typed: Result<TensorOf<StaticExtents![dyn], i64>, ShapeError> =
            contract!(a[j] => [j]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("j->j", &[&weak(&a)]), agrees) else { continue };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_41() {
    // a[l] * b[m] => [m, l]
    for (sizes, agrees) in [
        (vec![vec![2], vec![1]], true),
        (vec![vec![2], vec![4]], true),
        (vec![vec![2], vec![1]], true),
        (vec![vec![2], vec![4]], true),
        (vec![vec![2], vec![4]], true),
        (vec![vec![2], vec![2]], true),
    ] {
        let a = numbered::<StaticExtents![2]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn Batch]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![dyn Batch, 2], i64>, ShapeError> =
            contract!(a[l] * b[m] => [m, l]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("l,m->ml", &[&weak(&a), &weak(&b)]), agrees) else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn Batch, 2], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(Batch * 2)] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_42() {
    // a[l, k, i] * b[m, l] * c[k, m, i] => [l]
    for (sizes, agrees) in [
        (vec![vec![2, 2, 3], vec![2, 2], vec![2, 2, 3]], true),
        (vec![vec![2, 2, 3], vec![5, 2], vec![2, 3, 3]], false),
        (vec![vec![2, 4, 3], vec![2, 2], vec![4, 2, 3]], true),
        (vec![vec![2, 4, 3], vec![1, 2], vec![3, 1, 3]], false),
        (vec![vec![2, 4, 3], vec![4, 2], vec![4, 4, 3]], true),
        (vec![vec![2, 2, 3], vec![3, 2], vec![2, 3, 5]], false),
    ] {
        let a = numbered::<StaticExtents![(Heads), dyn, 3]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, (Heads)]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn, dyn, dyn Past]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![(Heads)], i64>, ShapeError> =
            contract!(a[l, k, i] * b[m, l] * c[k, m, i] => [l]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("lki,ml,kmi->l", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![(Heads)], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}

#[test]
fn program_43() {
    // a[l, j] * b[j] * c[l] => []
    for (sizes, agrees) in [
        (vec![vec![4, 3], vec![3], vec![4]], true),
        (vec![vec![4, 3], vec![3], vec![2]], false),
        (vec![vec![1, 3], vec![3], vec![1]], true),
        (vec![vec![5, 3], vec![3], vec![3]], false),
        (vec![vec![2, 3], vec![3], vec![2]], true),
        (vec![vec![4, 5], vec![3], vec![4]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![3]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l, j] * b[j] * c[l] => []).map_err(Into::into);
        agree(typed, einsum("lj,j,l->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_44() {
    // a[k, m] * b[i, m, k] => [m, i, k]
    for (sizes, agrees) in [
        (vec![vec![3, 3], vec![3, 3, 3]], true),
        (vec![vec![3, 3], vec![3, 3, 5]], false),
        (vec![vec![3, 3], vec![3, 3, 3]], true),
        (vec![vec![3, 3], vec![3, 3, 4]], false),
        (vec![vec![3, 3], vec![3, 3, 3]], true),
        (vec![vec![3, 3], vec![3, 3, 4]], false),
    ] {
        let a = numbered::<StaticExtents![3, 3]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![3, 3, dyn]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![3, 3, 3], i64>, ShapeError> =
            contract!(a[k, m] * b[i, m, k] => [m, i, k]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("km,imk->mik", &[&weak(&a), &weak(&b)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3, 3, 3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(3 * 3), 3] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_45() {
    // a[l] * b[l, k, i] * c[m] => [i, k, l]
    for (sizes, agrees) in [
        (vec![vec![3], vec![3, 3, 3], vec![3]], true),
        (vec![vec![3], vec![4, 2, 3], vec![3]], false),
        (vec![vec![3], vec![3, 3, 3], vec![3]], true),
        (vec![vec![3], vec![4, 3, 3], vec![3]], false),
        (vec![vec![3], vec![3, 2, 3], vec![3]], true),
        (vec![vec![3], vec![3, 4, 3], vec![3]], true),
    ] {
        let a = numbered::<StaticExtents![3]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn, dyn Time, 3]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![3]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![3, dyn Time, 3], i64>, ShapeError> =
            contract!(a[l] * b[l, k, i] * c[m] => [i, k, l]).map_err(Into::into);
        let Some(typed) =
            agree(typed, einsum("l,lki,m->ikl", &[&weak(&a), &weak(&b), &weak(&c)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![3, dyn Time, 3], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
        let merged = typed.merge::<Named, _>(Const::<0>).unwrap();
        let _: &StaticExtents![(3 * Time), 3] = merged.extents();
        assert_eq!(
            merged.extents().extents()[0],
            typed.extents().extents()[0] * typed.extents().extents()[1]
        );
    }
}

#[test]
fn program_46() {
    // a[l, k, j] * b[l] * c[l, i] => []
    for (sizes, agrees) in [
        (vec![vec![3, 2, 5], vec![3], vec![3, 2]], true),
        (vec![vec![3, 2, 5], vec![3], vec![4, 2]], false),
        (vec![vec![1, 2, 5], vec![1], vec![1, 4]], true),
        (vec![vec![1, 2, 5], vec![2], vec![1, 3]], false),
        (vec![vec![4, 2, 5], vec![4], vec![4, 2]], true),
        (vec![vec![4, 2, 5], vec![5], vec![4, 2]], false),
    ] {
        let a = numbered::<StaticExtents![dyn, (Heads), dyn Width]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn]>(&sizes[1], 2);
        let c = numbered::<StaticExtents![dyn, dyn]>(&sizes[2], 3);
        let typed: Result<TensorOf<StaticExtents![], i64>, ShapeError> =
            contract!(a[l, k, j] * b[l] * c[l, i] => []).map_err(Into::into);
        agree(typed, einsum("lkj,l,li->", &[&weak(&a), &weak(&b), &weak(&c)]), agrees);
    }
}

#[test]
fn program_47() {
    // a[m, j, k] * b[m] => [m, k, j]
    for (sizes, agrees) in [
        (vec![vec![4, 1, 4], vec![4]], true),
        (vec![vec![2, 5, 2], vec![2]], true),
        (vec![vec![1, 4, 2], vec![1]], true),
        (vec![vec![3, 4, 4], vec![1]], false),
        (vec![vec![1, 4, 2], vec![1]], true),
        (vec![vec![3, 6, 1], vec![3]], true),
    ] {
        let a = numbered::<StaticExtents![dyn, dyn, dyn]>(&sizes[0], 1);
        let b = numbered::<StaticExtents![dyn]>(&sizes[1], 2);
        let typed: Result<TensorOf<StaticExtents![dyn, dyn, dyn], i64>, ShapeError> =
            contract!(a[m, j, k] * b[m] => [m, k, j]).map_err(Into::into);
        let Some(typed) = agree(typed, einsum("mjk,m->mkj", &[&weak(&a), &weak(&b)]), agrees)
        else {
            continue;
        };
        let less: TensorOf<StaticExtents![dyn, dyn, dyn], i64> = typed.clone().weaken();
        let twice: TensorOf<StaticExtents![dyn, dyn, dyn], i64> = (&less + &typed).eval().unwrap();
        assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
    }
}
