//! `...` in compositions by text: paths, outputs, errors. What its results are stands in the rows.

use extents::backend::{Native, contract_on};
use extents::plan::{Path, Plan};
use extents::{Composition, ContractBy, DynRankExtents, Tensor, einsum};

use super::{assert_is, counting, message};

fn shape(extents: &[usize]) -> DynRankExtents {
    DynRankExtents::new(extents).unwrap()
}

#[test]
fn texts_with_an_ellipsis() {
    let text = |text: &str| Composition::einsum(text).unwrap().to_string();
    assert_eq!(text("...ij, jk -> ...ik"), "...ij,jk->...ik");
    assert_eq!(text("i...i"), "i...i->...");
    assert_eq!(text("b...a"), "b...a->...ab");
    let named = Composition::of_labels(&["..., row, sum", "sum, col"], "..., row, col").unwrap();
    assert_eq!(named.to_string(), "(..., row, sum), (sum, col) -> (..., row, col)");
    let error = |text: &str| message(Composition::einsum(text));
    assert_eq!(error("i..j"), "expected a label at position 1, found '.'");
    assert_eq!(error("......"), "label `...` occurs twice in an operand");
    assert_eq!(error("i->...i"), "label `...` of the result occurs in no operand");
    assert_eq!(error("...->......"), "label `...` occurs twice in the result");
}

/// All modes that an ellipsis stands for are those of the first operand, in number and in extent: none is repeated or left
/// out where NumPy would do so.
#[test]
fn an_ellipsis_stands_for_equal_modes() {
    let sum = Composition::einsum("...i,...i->...").unwrap();
    let error =
        |left: &[usize], right: &[usize]| message(sum.resolve(&[shape(left), shape(right)]));
    assert_eq!(
        error(&[7, 2, 3], &[2, 3]),
        "`...` should stand for 2 modes of operand 1, as in those before it, but stands for 1"
    );
    assert_eq!(
        error(&[7, 2, 3], &[1, 2, 3]),
        "label `...0` names modes of different extents: 7 and 1"
    );
    assert_eq!(
        error(&[7, 2, 3], &[]),
        "operand 1 should have a label for each of its 0 modes, but has 1"
    );
    assert_eq!(
        message(sum.resolve(&[shape(&[2]), DynRankExtents::null()])),
        "the null shape has no modes and no elements to work on"
    );
    assert_eq!(
        message(sum.resolve(&[shape(&[2])])),
        "the number of operands should be 2, but is 1"
    );
    assert_eq!(sum.resolve(&[shape(&[3]), shape(&[3])]).unwrap().result.as_slice(), [0; 0]);
}

/// As any label that the result does not have.
#[test]
fn an_ellipsis_is_summed() {
    let x = counting(&[2, 3, 4]);
    let columns = einsum("...i->i", &[&x]).unwrap();
    // 6 rows: 4 n + i of each.
    let expected: Vec<f64> = (0..4).map(|i| f64::from(4 * 15 + 6 * i)).collect();
    assert_eq!(columns.as_slice(), expected);
}

/// Whatever makes a plan expands the composition first: `n.0` and `n.1` of the rows by each of them.
#[test]
fn paths_plans_outputs_and_backends_have_an_ellipsis() {
    let (a, b) = (counting(&[5, 2, 2, 3]), counting(&[5, 2, 3, 4]));
    let product = Composition::einsum("...ij,...jk->...ik").unwrap();
    let shapes = [a.extents().clone(), b.extents().clone()];
    let paths = [
        Path::cheapest(&product, &shapes),
        Path::automatic(&product, &shapes),
        Path::direct(&product, &shapes),
        Path::in_order(&product, &shapes),
        Path::given(&product, &shapes, &[(0, 1)]),
    ];
    for path in paths {
        let path = path.unwrap();
        assert_eq!(path.composition().names(), ["...0", "...1", "i", "j", "k"]);
        assert_is(&ContractBy::along(&path).eval(&[&a, &b]).unwrap().view(), "n.1");
    }
    let plan = Plan::new(&product, &shapes, &[&[12, 6, 3, 1], &[24, 12, 4, 1]]).unwrap();
    assert_eq!(plan.loops().len(), 5);
    let mut c = Tensor::full(shape(&[5, 2, 2, 4]), 1.0).unwrap();
    ContractBy::new(&product).assign_to(&[&a, &b], c.view_mut()).unwrap();
    assert_is(&c.view(), "n.1");
    let result = contract_on(&mut Native::new(), &product, &[&a, &b]).unwrap();
    assert_is(&result.view(), "n.1");

    // Three operands, along a path.
    let (a, b) = (counting(&[2, 2, 3]), counting(&[3, 4]));
    let one = Tensor::from_fn(shape(&[4, 4]), |at| f64::from(at[0] == at[1])).unwrap();
    assert_is(&einsum("...ij,jk,kl->...il", &[&a, &b, &one]).unwrap().view(), "n.0");
}
