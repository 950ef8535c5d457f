//! A device that queues its tasks, and runs them when elements are asked for.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use extents::backend::{Array, ContractTask, Device, Transfer};
use extents::label::{i, j, k, l};
use extents::plan::{Loop, Plan};
use extents::{DynRankExtents, Extents, Tensor, contract, extents};

use super::loops::Failure;
use super::{matrix, product};

/// Memory that the queue shares with arrays.
type Memory = Arc<Mutex<Vec<f64>>>;

/// A contraction to come: all that it needs is in it.
struct Queued {
    plan: Plan,
    left: (Memory, usize),
    right: Option<(Memory, usize)>,
    target: (Memory, usize),
    adds: bool,
}

impl Queued {
    fn run(&self) -> Result<(), Failure> {
        let extents = |loops: &[Loop]| {
            DynRankExtents::new(&loops.iter().map(|each| each.extent).collect::<Vec<_>>())
        };
        let read =
            |(memory, offset): &(Memory, usize), counts: &[usize], stride: fn(&Loop) -> isize| {
                let steps = self.plan.loops().iter().zip(counts);
                let steps = steps.map(|(each, count)| stride(each) * *count as isize);
                memory.lock().unwrap()[(*offset as isize + steps.sum::<isize>()) as usize]
            };
        for result in extents(self.plan.kept())?.indices() {
            let mut sum = 0.0;
            for summed in extents(self.plan.summed())?.indices() {
                let counts = [&result[..], &summed[..]].concat();
                let right = self.right.as_ref();
                let factor = right.map_or(1.0, |right| read(right, &counts, |each| each.right));
                sum += read(&self.left, &counts, |each| each.left) * factor;
            }
            if sum.is_nan() {
                return Err(Failure("a kernel met NaN".into()));
            }
            let steps = self.plan.kept().iter().zip(&result[..]);
            let steps = steps.map(|(each, count)| each.result * *count as isize);
            let at = (self.target.1 as isize + steps.sum::<isize>()) as usize;
            let mut target = self.target.0.lock().unwrap();
            target[at] = sum + if self.adds { target[at] } else { 0.0 };
        }
        Ok(())
    }
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Queued>,
    ran: usize,
    error: Option<String>,
}

#[derive(Clone, Default)]
struct Queue(Rc<RefCell<State>>);

impl Queue {
    /// Runs what waits; what came behind an error is dropped.
    fn wait(&self) -> Result<(), Failure> {
        let mut state = self.0.borrow_mut();
        while let Some(task) = state.waiting.pop_front() {
            state.ran += 1;
            if let Err(error) = task.run() {
                state.error = Some(error.0);
                state.waiting.clear();
            }
        }
        state.error.clone().map_or(Ok(()), |error| Err(Failure(error)))
    }
}

impl Device for Queue {
    type Buffer = Memory;
    type Element = ();
    type Error = Failure;

    fn len(&self, buffer: &Memory) -> usize {
        buffer.lock().unwrap().len()
    }

    fn element(&self, _: &Memory) {}

    fn zeros(&self, (): (), len: usize) -> Result<Memory, Failure> {
        Ok(Arc::new(Mutex::new(vec![0.0; len])))
    }

    fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    fn contract(&self, mut task: ContractTask<'_, Self>) -> Result<(), Failure> {
        let left = (task.left().buffer().clone(), task.left().offset());
        let right = task.right().map(|right| (right.buffer().clone(), right.offset()));
        let (plan, adds) = (*task.plan(), task.adds());
        let (target, offset) = task.target();
        let target = (target.clone(), offset);
        self.0.borrow_mut().waiting.push_back(Queued { plan, left, right, target, adds });
        Ok(())
    }
}

impl Transfer<f64> for Queue {
    fn upload(&self, elements: &[f64]) -> Result<Memory, Failure> {
        Ok(Arc::new(Mutex::new(elements.to_vec())))
    }

    fn download(&self, buffer: &Memory) -> Result<Vec<f64>, Failure> {
        self.wait()?;
        Ok(buffer.lock().unwrap().clone())
    }
}

/// Arrays are dropped, temporaries released and an operand overwritten before anything runs.
#[test]
fn tasks_run_when_elements_are_asked_for_in_the_order_in_which_they_came() -> Result<(), Failure> {
    let device = Queue::default();
    let (a, b) = (matrix(2, 3, 1), matrix(3, 2, 2));
    let result = {
        let x = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a.clone())?)?;
        let mut y = Array::upload(&device, &Tensor::from_vec(extents![3, dyn 2]?, b.clone())?)?;
        let all = contract!(x[i, j] * y[j, k] * x[k, l] => [i, l])?;
        let sum = (&all + &all).eval()?;
        // The contraction was asked for before, and reads what was there.
        contract!(y[j, i] = x[i, j])?;
        sum
    };
    assert_eq!(device.0.borrow().ran, 0);
    let once = product(&product(&a, &b, (2, 3, 2)), &a, (2, 2, 3));
    let expected: Vec<f64> = once.iter().map(|x| 2.0 * x).collect();
    assert_eq!(result.download()?.as_slice(), expected);
    // Two steps, two terms of a sum, a copy, and that of the download.
    assert_eq!(device.0.borrow().ran, 6);
    Ok(())
}

#[test]
fn errors_of_shapes_come_at_once_and_those_of_kernels_with_the_elements() -> Result<(), Failure> {
    let device = Queue::default();
    let x = Array::upload(
        &device,
        &Tensor::from_vec(extents![2, dyn 2]?, vec![1.0, f64::NAN, 0.0, 0.0])?,
    )?;
    let y = Array::upload(&device, &Tensor::full(extents![dyn 3, 2]?, 1.0)?)?;
    let error = contract!(x[i, j] * y[j, k] => [i, k]).unwrap_err();
    assert_eq!(error.0, "label `j` names modes of different extents: 2 and 3");
    let sums = contract!(x[i, j] * y[k, j] => [i, k])?;
    let later = contract!(sums[i, k] => [k, i])?;
    assert_eq!(device.0.borrow().ran, 0);
    assert_eq!(later.download().unwrap_err().0, "a kernel met NaN");
    assert_eq!(device.0.borrow().ran, 1);
    Ok(())
}
