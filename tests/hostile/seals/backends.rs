//! A backend that answers differently each time that it is asked.

use std::cell::Cell;

use extents::backend::{Backend, Contraction, Native, Prepared};
use extents::{Composition, DynRankExtents, Extents, ModeArray, ShapeError, Tensor};

/// Lies in one of its answers about extents and strides.
struct Lies {
    asked: Cell<usize>,
    at: usize,
}

impl Lies {
    /// How often a number is to be taken this time.
    fn times(&self) -> usize {
        let asked = self.asked.replace(self.asked.get() + 1);
        if asked == self.at { 1_000_000 } else { 1 }
    }
}

/// Arrays are their extents.
impl Backend for Lies {
    type Array = Vec<usize>;
    type Tensor = Vec<usize>;
    type Error = ShapeError;

    fn extents(&self, array: &Vec<usize>) -> Result<DynRankExtents, ShapeError> {
        let times = self.times();
        let extents: Vec<usize> = array.iter().map(|extent| extent * times).collect();
        DynRankExtents::new(&extents)
    }

    fn strides(&self, array: &Vec<usize>) -> ModeArray<isize> {
        let (mut stride, times) = (1, self.times());
        let mut strides: Vec<isize> = Vec::new();
        for extent in array.iter().rev() {
            strides.insert(0, stride as isize);
            stride *= extent * times;
        }
        strides.as_slice().into()
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Vec<usize>, ShapeError> {
        Ok(extents.extents().to_vec())
    }

    fn contract(&mut self, _: Contraction<'_, Self>) -> Result<(), ShapeError> {
        Ok(())
    }
}

#[test]
fn what_one_backend_says_of_its_arrays_is_not_believed_of_those_of_another() {
    let two = |rank: usize| vec![2; rank];
    let mut kept = 0;
    for (text, ranks, result, expected) in [
        ("i->", &[1][..], 0, 2.0_f32),
        ("ij->ji", &[2], 2, 1.0),
        ("ij,jk->ik", &[2, 2], 2, 2.0),
        ("ij,jk,kl->il", &[2, 2, 2], 2, 4.0),
        ("ij,jk,kl,lm->im", &[2, 2, 2, 2], 2, 8.0),
    ] {
        let arrays: Vec<Vec<usize>> = ranks.iter().map(|rank| two(*rank)).collect();
        let arrays: Vec<&Vec<usize>> = arrays.iter().collect();
        let ones = ranks
            .iter()
            .map(|rank| Tensor::full(DynRankExtents::new(&two(*rank)).unwrap(), 1.0_f32).unwrap());
        let ones: Vec<_> = ones.collect();
        let ones: Vec<&_> = ones.iter().collect();
        for at in 0..60 {
            let mut prepared = Prepared::new(Composition::einsum(text).unwrap());
            let lies = &mut Lies { asked: Cell::new(0), at };
            kept += usize::from(prepared.eval(lies, &arrays).is_ok());
            let results = prepared.eval(&mut Native::new(), &ones).unwrap();
            assert_eq!(results.as_slice(), vec![expected; 1 << result], "{text}, lie {at}");
            // A target that is there, too.
            let mut target =
                Tensor::full(DynRankExtents::new(&two(result)).unwrap(), -1.0_f32).unwrap();
            let mut prepared = Prepared::new(Composition::einsum(text).unwrap());
            let lies = &mut Lies { asked: Cell::new(0), at };
            let _ = prepared.assign_to(lies, &arrays, &mut two(result));
            prepared.add_to(&mut Native::new(), &ones, &mut target).unwrap();
            assert_eq!(target.as_slice(), vec![expected - 1.0; 1 << result], "{text}, lie {at}");
        }
    }
    assert!(kept > 100, "{kept}");
}
