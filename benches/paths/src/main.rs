//! Reads networks, a line each, and prints the nanoseconds that a path takes to be found and its pairs in SSA form.
//!
//! A line is `budget;labels of the result;labels of an operand|..;extents of the labels`, numbers with spaces between them. Without
//! a budget the path is that of `Path::cheapest`.

use std::io::{self, BufRead};
use std::time::Instant;

use extents::plan::Path;
use extents::{Composition, DynRankExtents, ShapeError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let [budget, result, operands, extents] = line.split(';').collect::<Vec<_>>()[..] else {
            return Err(format!("four parts, not `{line}`").into());
        };
        let budget = budget.trim().parse::<u64>().ok();
        let (result, extents) = (numbers(result)?, numbers(extents)?);
        let operands: Vec<Vec<usize>> =
            operands.split('|').map(numbers).collect::<Result<_, _>>()?;
        let labels: Vec<&[usize]> = operands.iter().map(Vec::as_slice).collect();
        let shapes = labels.iter().map(|labels| {
            let shape: Vec<usize> = labels.iter().map(|&label| extents[label]).collect();
            DynRankExtents::new(&shape)
        });
        let shapes: Vec<DynRankExtents> = shapes.collect::<Result<_, ShapeError>>()?;
        let composition = Composition::from_numbers(&labels, &result)?;
        let begin = Instant::now();
        let path = match budget {
            None => Path::cheapest(&composition, &shapes)?,
            Some(budget) => Path::searched(&composition, &shapes, budget, 0)?,
        };
        let took = begin.elapsed().as_nanos();
        let pairs: Vec<String> = path.ssa_pairs().iter().map(|(a, b)| format!("{a} {b}")).collect();
        println!("{took};{}", pairs.join(" "));
    }
    Ok(())
}

fn numbers(text: &str) -> Result<Vec<usize>, std::num::ParseIntError> {
    text.split_whitespace().map(str::parse).collect()
}
