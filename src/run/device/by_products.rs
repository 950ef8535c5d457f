//! Elementwise work by contractions: what a device does that has no other kernel.

use alloc::vec::Vec;

use extents_static::__private::Tag;

use super::tasks::PlanRef;
use super::{
    Binary, BufferPlace, ContractTask, Device, EvaluateTask, Fold, Operation, TaskLoop, Unsupported,
};
use crate::ShapeError;
use crate::error::Limit;
use crate::plan::{Modes, Plan};

/// A product of one operand or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Product {
    left: usize,
    right: Option<usize>,
}

/// Runs a task that is a sum of products, or a sum of such along modes.
///
/// # Errors
/// [`Unsupported`] for anything else.
pub(crate) fn run<D: Device>(device: &D, task: EvaluateTask<'_, D>) -> Result<(), D::Error> {
    if let Some(fold) = task.fold
        && fold != Fold::Sum
    {
        return Err(Unsupported::Fold(fold).into());
    }
    let adds = match task.update {
        None => false,
        Some(Binary::Add) => true,
        Some(function) => return Err(Unsupported::Operation(Operation::Binary(function)).into()),
    };
    if let ([Operation::Number(0.0)], None, false) = (task.program, task.fold, adds) {
        return write_zeros(device, task);
    }
    let products = products(task.program)?;
    let operands = task.operands;
    for (number, product) in products.iter().enumerate() {
        let (Some(left), right) =
            (operands.get(product.left), product.right.and_then(|right| operands.get(right)))
        else {
            continue;
        };
        let plan = plan(task.loops, task.kept, *product)?;
        let (left, right, offset) = (*left, right.copied(), task.offset);
        let target = &mut *task.target;
        let adds = adds || number > 0;
        let plan = PlanRef::Made(&plan);
        device.contract(ContractTask { plan, left, right, target, offset, adds })?;
    }
    Ok(())
}

/// Writes sums of nothing.
fn write_zeros<D: Device>(device: &D, task: EvaluateTask<'_, D>) -> Result<(), D::Error> {
    let (target, offset) = (task.target, task.offset);
    let nothing = device.zeros(device.element(target), 0)?;
    let mut loops = task.loops.to_vec();
    loops.push(TaskLoop { extent: 0, target: 0, strides: Vec::new() });
    let plan = plan(&loops, task.kept, Product { left: 0, right: None })?;
    let (plan, left) = (PlanRef::Made(&plan), BufferPlace::new(&nothing, 0));
    device.contract(ContractTask { plan, left, right: None, target, offset, adds: false })
}

/// The products of which a program leaves the sum.
fn products(program: &[Operation]) -> Result<Vec<Product>, Unsupported> {
    // All products of all that is on the stack, in order; and of how many each is the sum.
    let (mut all, mut stack): (Vec<Product>, Vec<usize>) = (Vec::new(), Vec::new());
    for operation in program {
        let refused = Unsupported::Operation(*operation);
        let count = match operation {
            Operation::Load(left) => {
                all.push(Product { left: *left, right: None });
                1
            }
            Operation::Binary(function) => {
                let (Some(right), Some(left)) = (stack.pop(), stack.pop()) else {
                    return Err(refused);
                };
                match (function, left, right, all.as_mut_slice()) {
                    (Binary::Add, ..) => left.saturating_add(right),
                    (
                        Binary::Mul,
                        1,
                        1,
                        [
                            ..,
                            Product { right: to @ None, .. },
                            Product { left: factor, right: None },
                        ],
                    ) => {
                        *to = Some(*factor);
                        all.pop();
                        1
                    }
                    _ => return Err(refused),
                }
            }
            _ => return Err(refused),
        };
        stack.push(count);
    }
    Ok(all)
}

/// The plan of one product over these loops.
fn plan(loops: &[TaskLoop], kept: usize, product: Product) -> Result<Plan, ShapeError> {
    let tags: Vec<Tag> = (0..loops.len()).map(|n| Tag { id: n as u64, ..Tag::NONE }).collect();
    let extents: Vec<usize> = loops.iter().map(|each| each.extent).collect();
    let of_operand = |operand: usize| -> Vec<isize> {
        loops.iter().map(|each| each.strides.get(operand).copied().unwrap_or(0)).collect()
    };
    let (left, right) = (of_operand(product.left), product.right.map(of_operand));
    let target: Vec<isize> = loops.iter().take(kept).map(|each| each.target).collect();
    let modes = |strides| Modes::new(&tags, &extents, strides);
    let right = right.as_deref().map(modes);
    let plan = Plan::of_modes(modes(&left), right, modes(&target));
    plan.map(|plan| plan.fused()).ok_or(ShapeError::LimitExceeded {
        of: Limit::Loops,
        found: loops.iter().filter(|each| each.extent != 1).count(),
        most: Plan::MOST_LOOPS,
    })
}
