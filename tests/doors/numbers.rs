//! What users of `approx`, `num-traits`, `rand` and `generic-array` expect of tensors.

#[cfg(feature = "approx")]
mod approx {
    use approx::{
        abs_diff_eq, abs_diff_ne, assert_abs_diff_eq, assert_relative_eq, assert_ulps_eq,
        relative_ne, ulps_ne,
    };
    use extents::layout::{Canonical, ColMajor};
    use extents::{DynExtents, Tensor, dims, extents};

    dims! { Row, Column }

    #[test]
    fn tensors_are_compared_index_by_index() {
        let a = Tensor::from_slice(extents![2, 2], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        let b = Tensor::from_slice(ColMajor.of(extents![2, 2]), &[1.0, 3.0, 2.0, 4.001]).unwrap();
        assert_abs_diff_eq!(a, b, epsilon = 0.01);
        assert!(abs_diff_ne!(a, b, epsilon = 0.0001));
        assert_relative_eq!(a, b, max_relative = 0.001);
        assert!(relative_ne!(a, b, max_relative = 0.0001));
        assert!(ulps_ne!(a, b));
        let next = a.map(|x: &f64| f64::from_bits(x.to_bits() + 3)).unwrap();
        assert_ulps_eq!(a, next, max_ulps = 3);
        assert!(ulps_ne!(a, next, max_ulps = 2, epsilon = 0.0));
        assert_abs_diff_eq!(a.view(), b, epsilon = 0.01);
        assert_abs_diff_eq!(
            a,
            b.view().reverse(extents::Const::<0>).reverse(extents::Const::<0>),
            epsilon = 0.01
        );
    }

    /// As by `==`: a mode with a name is compared with the one of its name.
    #[test]
    fn modes_with_names_are_compared_by_name() {
        let rows = extents![dyn Row = 2, dyn Column = 2].unwrap();
        let columns = extents![dyn Column = 2, dyn Row = 2].unwrap();
        let a = Tensor::from_vec(rows, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
        let turned = Tensor::from_vec(columns, vec![1.0, 3.0, 2.0, 4.0]).unwrap();
        let other = Tensor::from_vec(columns, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_abs_diff_eq!(a, turned);
        assert_relative_eq!(a, turned);
        assert_ulps_eq!(a, turned);
        assert!(abs_diff_ne!(a, other) && relative_ne!(a, other) && ulps_ne!(a, other));
    }

    #[test]
    fn other_extents_are_never_equal() {
        let a = Tensor::full(extents![2, 2], 1.0).unwrap();
        let b = Tensor::full(extents![4], 1.0).unwrap();
        let c = Tensor::full(DynExtents::new([2, 2]).unwrap(), 1.0).unwrap();
        assert!(abs_diff_ne!(a, b, epsilon = f64::INFINITY));
        assert!(abs_diff_eq!(a, c));
        // As many elements as there are, none: their extents differ all the same.
        let none = Tensor::<f64, _>::zeros(DynExtents::new([0, 2]).unwrap()).unwrap();
        let other = Tensor::<f64, _>::zeros(DynExtents::new([0, 3]).unwrap()).unwrap();
        assert!(abs_diff_eq!(none, none.clone()) && abs_diff_ne!(none, other));
        let nan = Tensor::full(extents![2, 2], f64::NAN).unwrap();
        assert!(abs_diff_ne!(nan, nan.clone(), epsilon = 1.0));
    }
}

#[cfg(feature = "num-traits")]
mod num_traits {
    use std::ops::{Add, Mul};

    use extents::generic::Num;
    use extents::label::{i, j, k};
    use extents::{Tensor, View, contract, einsum, extents};
    use num_traits::{ConstZero, Zero};

    /// Numbers modulo 7.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Mod7(u8);
    impl Add for Mod7 {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Mod7((self.0 + other.0) % 7)
        }
    }
    impl Mul for Mod7 {
        type Output = Self;
        fn mul(self, other: Self) -> Self {
            Mod7(self.0 * other.0 % 7)
        }
    }
    impl Zero for Mod7 {
        fn zero() -> Self {
            Self::ZERO
        }
        fn is_zero(&self) -> bool {
            self.0 == 0
        }
    }
    impl ConstZero for Mod7 {
        const ZERO: Self = Mod7(0);
    }

    #[test]
    fn numbers_of_others_are_contracted() {
        let elements: Vec<Mod7> = (0..12).map(|n| Mod7(n % 7)).collect();
        let a = View::from_slice(extents![3, 4], &elements).unwrap().as_num();
        assert_eq!(a.as_ptr().cast(), elements.as_ptr());
        let product = contract!(a[i, j] * a[k, j] => [i, k]).unwrap();
        let texts = einsum("ij,kj->ik", &[&a, &a]).unwrap();
        for row in 0..3 {
            for column in 0..3 {
                let sum: usize = (0..4).map(|n| ((4 * row + n) % 7) * ((4 * column + n) % 7)).sum();
                assert_eq!(product[[row, column]], Num(Mod7((sum % 7) as u8)));
                assert_eq!(texts[[row, column]], Num(Mod7((sum % 7) as u8)));
            }
        }
        let wrapped = Tensor::full(extents![2], Num(Mod7(6))).unwrap();
        assert_eq!(contract!(wrapped[i] => []).unwrap()[[]].0, Mod7(5));
    }
}

#[cfg(feature = "rand")]
mod rand {
    use std::convert::Infallible;

    use extents::layout::{Canonical, ColMajor};
    use extents::{Tensor, ViewMut, extents};
    use rand::TryRng;
    use rand::distr::{StandardUniform, Uniform};

    /// Counts up.
    struct Count(u32);
    impl TryRng for Count {
        type Error = Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.0 += 1;
            Ok(self.0)
        }
        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            Ok(self.try_next_u32()?.into())
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            bytes.fill(0);
            Ok(())
        }
    }

    #[test]
    fn elements_are_drawn_in_the_order_of_memory() {
        // The uniform distribution of all `u32` is the generator itself.
        let rows: Tensor<u32, _> =
            Tensor::random(extents![2, 3], &StandardUniform, &mut Count(0)).unwrap();
        assert_eq!(rows.as_slice(), [1, 2, 3, 4, 5, 6]);
        let numbers: Tensor<u32, _> =
            Tensor::random([3, 2], &StandardUniform, &mut Count(0)).unwrap();
        assert_eq!(numbers.as_slice(), [1, 2, 3, 4, 5, 6]);
        let columns: Tensor<u32, _, ColMajor> =
            Tensor::random(ColMajor.of(extents![2, 3]), &StandardUniform, &mut Count(0)).unwrap();
        assert_eq!((columns[[1, 0]], columns[[0, 1]]), (2, 3));
        let mut elements = [0_u32; 6];
        let view = ViewMut::from_slice(ColMajor.of(extents![2, 3]), &mut elements);
        view.unwrap().fill_random(&StandardUniform, &mut Count(0));
        assert_eq!(elements, [1, 4, 2, 5, 3, 6]);
        let dice: Tensor<u8, _> =
            Tensor::random(extents![100], &Uniform::new(1, 7).unwrap(), &mut Count(0)).unwrap();
        assert!(dice.iter().all(|number| (1..7).contains(number)));
    }
}

#[cfg(feature = "generic-array")]
mod generic_array {
    use extents::error::Quantity;
    use extents::label::{i, j, k};
    use extents::layout::{Canonical, ColMajor};
    use extents::{ShapeError, StaticExtents, Tensor, TensorOf, contract, extents};
    use generic_array::typenum::{U4, U6};
    use generic_array::{GenericArray, arr};

    #[test]
    fn an_array_holds_elements() {
        let elements: GenericArray<i32, U6> = arr![1, 2, 3, 4, 5, 6];
        let mut a = Tensor::from_storage(extents![2, 3], elements).unwrap();
        a[[0, 0]] = 10;
        a[[1, 2]] = 60;
        // In memory there is nothing but the elements.
        assert_eq!(size_of_val(&a), 6 * size_of::<i32>());
        let b = Tensor::from_storage(ColMajor.of(extents![3, 2]), elements).unwrap();
        assert_eq!((b[[1, 0]], b[[0, 1]]), (2, 4));
        // [10 2 3; 4 5 60] times [1 4; 2 5; 3 6].
        let c: TensorOf<StaticExtents![2, 2], i32> =
            contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
        assert_eq!(c.as_slice(), [23, 68, 194, 401]);
        assert_eq!(a.into_storage(), arr![10, 2, 3, 4, 5, 60]);
    }

    #[test]
    fn another_length_is_refused_and_given_back() {
        let elements: GenericArray<i32, U4> = arr![1, 2, 3, 4];
        let rejected = Tensor::from_storage(extents![2, 3], elements).unwrap_err();
        let of = Quantity::Elements;
        assert_eq!(rejected.error, ShapeError::CountMismatch { of, expected: 6, found: 4 });
        assert_eq!(rejected.value, elements);
    }
}
