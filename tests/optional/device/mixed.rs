//! A device whose buffers know the type of their elements: `bf16`, `f32` and integers. Products of `bf16` are `f32`.

use std::cell::RefCell;
use std::rc::Rc;

use extents::DType;
use extents::backend::{
    Array, Binary, ContractTask, Device, EvaluateTask, Transfer, Unsupported, concat,
};
use extents::label::{i, j, k, l};
use extents::plan::Loop;
use extents::{Const, DynRankExtents, Extents, StaticExtents, Tensor, contract, extents, modes};

use super::loops::Failure;

/// The upper half of an `f32`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bf16(u16);

impl Bf16 {
    /// Rounds to the nearest one, of two to the even one; no test has NaN.
    fn round(x: f32) -> Self {
        let bits = x.to_bits();
        Bf16(((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16)
    }

    fn widen(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }
}

#[derive(Clone, Debug)]
enum Elements {
    Bf16(Vec<Bf16>),
    F32(Vec<f32>),
    S32(Vec<i32>),
}

impl Elements {
    fn get(&self, at: usize) -> f64 {
        match self {
            Elements::Bf16(all) => f64::from(all[at].widen()),
            Elements::F32(all) => f64::from(all[at]),
            Elements::S32(all) => f64::from(all[at]),
        }
    }

    fn set(&mut self, at: usize, x: f64) {
        match self {
            Elements::Bf16(all) => all[at] = Bf16::round(x as f32),
            Elements::F32(all) => all[at] = x as f32,
            Elements::S32(all) => all[at] = x as i32,
        }
    }
}

/// Writes down the types of each contraction: of the operands and of the target.
#[derive(Clone, Default)]
struct Mixed(Rc<RefCell<Vec<Vec<DType>>>>);

impl Device for Mixed {
    type Buffer = Elements;
    type Element = DType;
    type Error = Failure;

    fn len(&self, buffer: &Elements) -> usize {
        match buffer {
            Elements::Bf16(all) => all.len(),
            Elements::F32(all) => all.len(),
            Elements::S32(all) => all.len(),
        }
    }

    fn element(&self, buffer: &Elements) -> DType {
        match buffer {
            Elements::Bf16(_) => DType::Bf16,
            Elements::F32(_) => DType::F32,
            Elements::S32(_) => DType::S32,
        }
    }

    fn zeros(&self, element: DType, len: usize) -> Result<Elements, Failure> {
        match element {
            DType::Bf16 => Ok(Elements::Bf16(vec![Bf16(0); len])),
            DType::F32 => Ok(Elements::F32(vec![0.0; len])),
            DType::S32 => Ok(Elements::S32(vec![0; len])),
            other => Err(Failure(format!("no memory for {other:?}"))),
        }
    }

    /// Of one operand its own; of floating-point numbers `f32`; integers and they do not mix.
    fn result_element(&self, first: DType, others: &[DType]) -> Result<DType, Failure> {
        let is_float = |element: &DType| matches!(element, DType::Bf16 | DType::F32);
        match others {
            [] => Ok(first),
            others if is_float(&first) && others.iter().all(is_float) => Ok(DType::F32),
            others if others.iter().all(|other| *other == first) => Ok(first),
            _ => Err(Unsupported::UnlikeElements.into()),
        }
    }

    fn contract(&self, mut task: ContractTask<'_, Self>) -> Result<(), Failure> {
        let plan = *task.plan();
        let (left, right, adds) = (task.left(), task.right(), task.adds());
        let (target, offset) = task.target();
        let mut types = vec![self.element(left.buffer())];
        types.extend(right.map(|right| self.element(right.buffer())));
        types.push(self.element(target));
        self.0.borrow_mut().push(types);
        let extents = |loops: &[Loop]| {
            DynRankExtents::new(&loops.iter().map(|each| each.extent).collect::<Vec<_>>())
        };
        let at = |offset: usize, counts: &[usize], stride: fn(&Loop) -> isize| {
            let steps = plan.loops().iter().zip(counts);
            let steps = steps.map(|(each, count)| stride(each) * *count as isize);
            usize::try_from(offset as isize + steps.sum::<isize>()).expect("an offset")
        };
        for result in extents(plan.kept())?.indices() {
            let mut sum = 0.0;
            for summed in extents(plan.summed())?.indices() {
                let counts = [&result[..], &summed[..]].concat();
                let factor = right.map_or(1.0, |right| {
                    right.buffer().get(at(right.offset(), &counts, |each| each.right))
                });
                sum += left.buffer().get(at(left.offset(), &counts, |each| each.left)) * factor;
            }
            let place = at(offset, &result, |each| each.result);
            target.set(place, sum + if adds { target.get(place) } else { 0.0 });
        }
        Ok(())
    }
}

macro_rules! transfer {
    ($($device:ident: $($number:ident $kind:ident)*;)*) => {$($(
        impl Transfer<$number> for $device {
            fn upload(&self, elements: &[$number]) -> Result<Elements, Failure> {
                Ok(Elements::$kind(elements.to_vec()))
            }

            fn download(&self, buffer: &Elements) -> Result<Vec<$number>, Failure> {
                match buffer {
                    Elements::$kind(all) => Ok(all.clone()),
                    other => Err(Failure(format!("elements of type {}", self.element(other)))),
                }
            }
        }
    )*)*};
}
transfer! { Mixed: Bf16 Bf16 f32 F32 i32 S32; Strict: Bf16 Bf16 f32 F32; Wide: Bf16 Bf16 f32 F32; }

/// The same device, without a word on what types mix.
#[derive(Clone, Default)]
struct Strict(Mixed);

impl Device for Strict {
    type Buffer = Elements;
    type Element = DType;
    type Error = Failure;

    fn len(&self, buffer: &Elements) -> usize {
        self.0.len(buffer)
    }

    fn element(&self, buffer: &Elements) -> DType {
        self.0.element(buffer)
    }

    fn zeros(&self, element: DType, len: usize) -> Result<Elements, Failure> {
        self.0.zeros(element, len)
    }

    fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), Failure> {
        task.run_on(&self.0)
    }

    fn evaluate(&self, task: EvaluateTask<'_, Self>) -> Result<(), Failure> {
        task.run_on(&self.0)
    }
}

/// The same device, whose every result is `f32`, of one operand too.
#[derive(Clone, Default)]
struct Wide(Mixed);

impl Device for Wide {
    type Buffer = Elements;
    type Element = DType;
    type Error = Failure;

    fn len(&self, buffer: &Elements) -> usize {
        self.0.len(buffer)
    }

    fn element(&self, buffer: &Elements) -> DType {
        self.0.element(buffer)
    }

    fn zeros(&self, element: DType, len: usize) -> Result<Elements, Failure> {
        self.0.zeros(element, len)
    }

    fn result_element(&self, _: DType, _: &[DType]) -> Result<DType, Failure> {
        Ok(DType::F32)
    }

    fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), Failure> {
        task.run_on(&self.0)
    }
}

/// Numbers of 8 bits, so that they are `bf16` as they are; products of two are not.
fn numbers(count: usize, seed: usize) -> Vec<Bf16> {
    (0..count).map(|n| Bf16::round(129.0 + ((n * 7 + seed) % 126) as f32)).collect()
}

fn sums(a: &[f64], b: &[f64], (rows, inner, columns): (usize, usize, usize)) -> Vec<f64> {
    let at = |n: usize| (n / columns, n % columns);
    let sum = |(row, column)| {
        (0..inner).map(|n| a[row * inner + n] * b[n * columns + column]).sum::<f64>()
    };
    (0..rows * columns).map(|n| sum(at(n))).collect()
}

fn wide(all: &[Bf16]) -> Vec<f64> {
    all.iter().map(|x| f64::from(x.widen())).collect()
}

#[test]
fn products_of_bf16_are_f32_and_a_target_has_its_own_type() -> Result<(), Failure> {
    let device = Mixed::default();
    let (a, b) = (numbers(6, 1), numbers(6, 5));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, dyn 2]?, b.clone())?)?;
    let expected = sums(&wide(&a), &wide(&b), (2, 3, 2));
    let z = contract!(x[i, j] * y[j, k] => [i, k])?;
    assert_eq!((x.element(), z.element()), (DType::Bf16, DType::F32));
    // Three products of 16 bits are exact in 24.
    let exact: Vec<f32> = expected.iter().map(|x| *x as f32).collect();
    assert_eq!(z.download::<f32>()?.as_slice(), exact);
    assert_eq!(z.download::<Bf16>().unwrap_err().0, "elements of type f32");

    // Rounded once, when it is assigned.
    let rounded: Vec<Bf16> = exact.iter().map(|x| Bf16::round(*x)).collect();
    assert_ne!(wide(&rounded), expected);
    let mut narrow = Array::zeros(&device, DType::Bf16, extents![2, 2])?;
    contract!(narrow[i, k] = x[i, j] * y[j, k])?;
    assert_eq!(narrow.download::<Bf16>()?.as_slice(), rounded);
    let mut cast = Array::zeros(&device, DType::Bf16, extents![2, 2])?;
    z.lazy().assign_to(&mut cast.view_mut())?;
    assert_eq!(cast.download::<Bf16>()?.as_slice(), rounded);
    // One operand keeps its type: a copy, a sum, parts.
    let rows: Array<_, StaticExtents![2]> = contract!(x[i, j] => [i])?;
    let joined = concat::<Const<4>, _, _>(Const::<0>, (&x, &x))?;
    assert_eq!((rows.element(), joined.element()), (DType::Bf16, DType::Bf16));
    Ok(())
}

/// Of three operands: in a `bf16` between, each product would be rounded.
#[test]
fn temporaries_are_of_the_type_of_a_new_result() -> Result<(), Failure> {
    let device = Mixed::default();
    let (a, b, c) = (numbers(4, 1), numbers(4, 2), numbers(2, 3));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 2], a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![2, 2], b.clone())?)?;
    let z = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 1]?, c.clone())?)?;
    let between = sums(&wide(&b), &wide(&c), (2, 2, 1));
    let expected = sums(&wide(&a), &between, (2, 2, 1));
    let steps = [vec![DType::Bf16, DType::Bf16, DType::F32], vec![DType::Bf16, DType::F32]];
    let all = contract!(x[i, j] * y[j, k] * z[k, l] => [i, l])?;
    let to = |element: DType| {
        let [first, second] = steps.clone();
        vec![first, [second, vec![element]].concat()]
    };
    assert_eq!(device.0.take(), to(DType::F32));
    assert_eq!(all.download::<f32>()?.as_slice(), [expected[0] as f32, expected[1] as f32]);
    let mut narrow = Array::zeros(&device, DType::Bf16, extents![2, 1])?;
    device.0.take();
    contract!(narrow[i, l] = x[i, j] * y[j, k] * z[k, l])?;
    assert_eq!(device.0.take(), to(DType::Bf16));
    let rounded = expected.iter().map(|x| Bf16::round(*x as f32)).collect::<Vec<_>>();
    assert_eq!(narrow.download::<Bf16>()?.as_slice(), rounded);
    Ok(())
}

#[test]
fn unlike_elements_are_refused_in_words() -> Result<(), Failure> {
    let words = "the device has no kernel for elements of unlike types";
    let device = Mixed::default();
    let x = Array::upload(&device, &Tensor::full(extents![2, 2], 1.5_f32)?)?;
    let n = Array::upload(&device, &Tensor::full(extents![2, 2], 3_i32)?)?;
    assert_eq!(contract!(x[i, j] * n[j, k] => [i, k]).unwrap_err().0, words);
    assert_eq!((&x + &n).eval().unwrap_err().0, words);
    assert_eq!((&n * &x).over(modes![0]).sum().unwrap_err().0, words);
    assert_eq!(concat::<Const<4>, _, _>(Const::<0>, (&n, &x)).unwrap_err().0, words);
    let narrow = Array::upload(&device, &Tensor::full(extents![1, 2], Bf16::round(2.0))?)?;
    let joined = concat::<Const<3>, _, _>(Const::<0>, (&narrow, &x))?;
    assert_eq!(joined.download::<f32>()?.as_slice(), [2.0, 2.0, 1.5, 1.5, 1.5, 1.5]);
    let squares = contract!(n[i, j] * n[j, k] => [i, k])?;
    assert_eq!(squares.download::<i32>()?.as_slice(), [18; 4]);

    // By default, no types mix, whatever the target is of.
    let device = Strict::default();
    let x = Array::upload(&device, &Tensor::full(extents![2, 2], 1.5_f32)?)?;
    let y = Array::upload(&device, &Tensor::full(extents![2, 2], Bf16::round(2.0))?)?;
    assert_eq!(contract!(x[i, j] * y[j, k] => [i, k]).unwrap_err().0, words);
    let mut into = Array::zeros(&device, DType::F32, extents![2, 2])?;
    assert_eq!(contract!(into[i, k] = x[i, j] * y[j, k]).unwrap_err().0, words);
    assert_eq!((&x * &y).eval().unwrap_err().0, words);
    assert_eq!(concat::<Const<4>, _, _>(Const::<0>, (&y, &x)).unwrap_err().0, words);
    y.lazy().update_in(&mut into.view_mut(), Binary::Add)?;
    assert_eq!(into.download::<f32>()?.as_slice(), [2.0; 4]);
    Ok(())
}

#[test]
fn copies_keep_the_type_of_an_array_whose_sums_are_of_another() -> Result<(), Failure> {
    let device = Wide::default();
    let halves: Vec<Bf16> = (1..=4_u8).map(|n| Bf16::round(f32::from(n) / 2.0)).collect();
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 2], halves.clone())?)?;
    assert_eq!(x.download::<Bf16>()?.as_slice(), halves);
    let columns = [halves[0], halves[2], halves[1], halves[3]];
    assert_eq!(x.transpose().download::<Bf16>()?.as_slice(), columns);
    let joined: Array<_, StaticExtents![4, 2]> = concat::<Const<4>, _, _>(Const::<0>, (&x, &x))?;
    assert_eq!(joined.download::<Bf16>()?.as_slice(), [&halves[..], &halves].concat());
    let turned: Array<_, StaticExtents![2, 2]> = x.take(Const::<0>, [1, 0])?;
    assert_eq!(turned.download::<Bf16>()?.as_slice(), [&halves[2..], &halves[..2]].concat());
    // What computes has the type that the device says.
    let sums: Array<_, StaticExtents![2]> = x.over(modes![1]).sum()?;
    assert_eq!(sums.download::<f32>()?.as_slice(), [1.5, 3.5]);
    assert_eq!((&x + &x).eval()?.download::<f32>()?.as_slice(), [1.0, 2.0, 3.0, 4.0]);
    Ok(())
}
