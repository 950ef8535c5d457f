//! Each row by text.

use extents::einops::Pattern;
use extents::layout::{Canonical, ColMajor};
use extents::{
    Composition, ContractBy, DynRankExtents, ShapeError, Tensor, View, composition::DynOperand,
    einsum,
};

use super::{Row, assert_is, counting, rows};

fn pattern(row: &Row) -> Result<Pattern, ShapeError> {
    let pattern = Pattern::new(&row.pattern)?;
    Ok(row.sizes.iter().fold(pattern, |pattern, (label, size)| pattern.with(label, *size)))
}

/// The operand of a row: as the generator of the rows has it.
fn operand(row: &Row) -> Tensor<f64, DynRankExtents> {
    let counting = counting(&row.shapes[0]);
    match row.fold.as_str() {
        "prod" => counting.map(|n| n % 3.0 + 1.0).unwrap(),
        "any" | "all" => {
            counting.map(|n| f64::from((*n as u64).count_ones().is_multiple_of(2))).unwrap()
        }
        _ => counting,
    }
}

/// The result of a row of one operand.
fn run<L>(
    row: &Row,
    x: &View<'_, f64, DynRankExtents, L>,
) -> Result<Tensor<f64, DynRankExtents>, ShapeError>
where
    L: extents::layout::TrustedLayout<DynRankExtents>
        + extents::layout::StridedLayout<DynRankExtents>,
{
    let pattern = pattern(row)?;
    match (row.verb.as_str(), row.fold.as_str()) {
        ("rearrange", _) => pattern.rearrange(x)?.into_tensor(),
        ("repeat", _) => pattern.repeat(x)?.into_tensor(),
        (_, "min") => pattern.reduce(x, |over| over.min()),
        (_, "max") => pattern.reduce(x, |over| over.max()),
        (_, "sum") => pattern.reduce(x, |over| over.sum()),
        (_, "prod") => pattern.reduce(x, |over| over.product()),
        (_, "mean") => pattern.reduce(x, |over| over.mean()),
        (_, "any") => pattern.reduce(x, |over| over.any(|n| *n != 0.0))?.map(|is| f64::from(*is)),
        (_, "all") => pattern.reduce(x, |over| over.all(|n| *n != 0.0))?.map(|is| f64::from(*is)),
        other => panic!("{other:?}"),
    }
}

fn is_by_pattern(row: &Row) -> bool {
    ["rearrange", "repeat", "reduce"].contains(&row.verb.as_str())
}

#[test]
fn rows_are_as_einops_has_them() {
    let mut count = 0;
    for row in rows().iter().filter(|row| is_by_pattern(row)) {
        let x = operand(row);
        match run(row, &x.view()) {
            Ok(found) if row.result.is_some() => assert_is(&found.view(), &row.name),
            Ok(_) => panic!("{}: einops refuses `{}`", row.name, row.pattern),
            Err(error) => assert!(row.result.is_none(), "{}: {error}", row.name),
        }
        count += 1;
    }
    assert!(count > 200, "{count} rows");
}

/// The same elements in another order of memory: what was a view may be a copy, and the other way round.
#[test]
fn rows_hold_of_operands_in_columns() {
    for row in rows().iter().filter(|row| is_by_pattern(row) && row.result.is_some()) {
        let x = operand(row);
        let mut columns = Tensor::full(ColMajor.of(x.extents().clone()), 0.0).unwrap();
        columns.assign(&x).unwrap();
        assert_is(&run(row, &columns.view()).unwrap().view(), &row.name);
    }
}

/// `x.rearrange` of a pattern is the view, or refuses what needs a copy.
#[test]
fn the_operation_never_copies() {
    let (mut views, mut copies) = (0, 0);
    for row in rows().iter().filter(|row| row.verb == "rearrange" && row.result.is_some()) {
        let (x, pattern) = (operand(row), pattern(row).unwrap());
        match x.rearrange(&pattern) {
            Ok(view) => {
                assert_is(&view, &row.name);
                views += 1;
            }
            Err(ShapeError::NotMergeable { .. }) => copies += 1,
            Err(error) => panic!("{}: {error}", row.name),
        }
    }
    assert!(views > 30 && copies > 30, "{views} {copies}");
}

/// The named labels of `einops.einsum` with commas between.
fn labels(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(", ")
}

#[test]
fn named_sums_are_as_einops_has_them() {
    for row in rows().iter().filter(|row| row.verb == "einsum") {
        let (left, right) = row.pattern.split_once("->").unwrap();
        let left: Vec<String> = left.split(',').map(labels).collect();
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        let composition = Composition::of_labels(&left, &labels(right)).unwrap();
        let operands: Vec<_> = row.shapes.iter().map(|shape| counting(shape)).collect();
        let operands: Vec<&dyn DynOperand<f64>> = operands.iter().map(|x| x as _).collect();
        assert_is(&ContractBy::new(&composition).eval(&operands).unwrap().view(), &row.name);
    }
}

#[test]
fn an_ellipsis_is_as_numpy_has_it() {
    for row in rows().iter().filter(|row| row.verb == "numpy") {
        let operands: Vec<_> = row.shapes.iter().map(|shape| counting(shape)).collect();
        let operands: Vec<&dyn DynOperand<f64>> = operands.iter().map(|x| x as _).collect();
        assert_is(&einsum(&row.pattern, &operands).unwrap().view(), &row.name);
    }
}

/// docs/einops.md names each row, and none that is not there.
#[test]
fn the_table_has_each_row() {
    let page = include_str!("../../docs/einops.md");
    let named: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter_map(|line| line.split_once('`').map(|(name, _)| name))
        .collect();
    let there: Vec<&str> = rows().iter().map(|row| row.name.as_str()).collect();
    for name in &there {
        assert_eq!(named.iter().filter(|other| other == &name).count(), 1, "{name}");
    }
    for name in named {
        assert!(there.contains(&name), "no row `{name}`");
    }
}

/// The text without what a formatter adds.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<String>().replace(",)", ")")
}

/// Each typed twin in docs/einops.md is a program of the tests, of that row. Rows of one pattern differ in the fold alone, and one of them
/// is a test.
#[test]
fn typed_twins_are_tests() {
    let by_macro = squeezed(include_str!("typed_rows.rs"));
    let others = [include_str!("typed_sums.rs"), include_str!("typed_einx.rs")].concat();
    let others = squeezed(&others);
    let mut count = 0;
    for line in include_str!("../../docs/einops.md").lines() {
        let Some((name, cells)) = line.strip_prefix("| `").and_then(|line| line.split_once("` |"))
        else {
            continue;
        };
        let typed = cells.strip_suffix(" |").unwrap().rsplit(" | ").next().unwrap();
        let is_there = |source: &str| source.contains(&format!("\"{name}\""));
        if "snpx".contains(&name[..1]) {
            assert!(is_there(&others), "{name}");
            let programs: Vec<&str> = typed.split('`').skip(1).step_by(2).collect();
            assert!(!programs.is_empty(), "{name}");
            for program in programs.iter().filter(|program| program.len() > 1) {
                assert!(others.contains(&squeezed(program)), "{name}: {program}");
            }
            count += 1;
        } else if name == "t.product" {
            assert!(by_macro.contains(&squeezed(typed.trim_matches('`'))));
        } else if is_there(&by_macro) {
            let program = typed.trim_matches('`');
            let row = squeezed(&format!("\"{name}\" ")) + "[";
            let at = by_macro.find(&row).unwrap();
            let test = by_macro[at..].split_once("|x|").unwrap().1;
            assert!(test.starts_with(&(squeezed(program) + ";")), "{name}: {program}");
            count += 1;
        } else if let Some((program, _)) = typed.trim_matches('`').split_once("];") {
            let with_another_fold =
                typed.starts_with("`reduce!") && by_macro.contains(&squeezed(program));
            assert!(with_another_fold, "{name}");
        }
    }
    assert!(count > 200, "{count} rows");
}
