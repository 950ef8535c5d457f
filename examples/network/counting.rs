//! A device of one's own: the native one does the work, and this one counts it.

use std::cell::RefCell;
use std::rc::Rc;

use extents::backend::{
    ContractTask, Device, EvaluateTask, Native, NativeError, Operation, TaskLoop, Transfer,
};
use extents::plan::Loop;

/// What a device was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) contractions: usize,
    /// Those whose plan is a constant.
    pub(crate) static_plans: usize,
    pub(crate) multiply_adds: u128,
    pub(crate) elementwise: usize,
    pub(crate) folds: usize,
    /// Steps of programs, at each index.
    pub(crate) operations: usize,
    pub(crate) read: usize,
    pub(crate) written: usize,
    /// Buffers that had to be zeros, and those that are written before they are read.
    pub(crate) zeroed: usize,
    pub(crate) allocated: usize,
    pub(crate) uploaded: usize,
    pub(crate) downloaded: usize,
}

/// Counts what it has the native device do. Its clones are the same device.
#[derive(Clone, Default)]
pub(crate) struct Counting {
    inner: Native<f64>,
    counts: Rc<RefCell<Counts>>,
}

/// The bytes of so many elements.
fn bytes(elements: usize) -> usize {
    elements * size_of::<f64>()
}

/// How many elements loops lead to, each counted once: those in which an operand does not move do not count.
fn elements(loops: impl Iterator<Item = (usize, isize)>) -> usize {
    loops.map(|(extent, stride)| if stride == 0 { 1 } else { extent }).product()
}

impl Counting {
    /// What was counted since this was last asked.
    pub(crate) fn take(&self) -> Counts {
        self.counts.take()
    }
}

impl Device for Counting {
    type Buffer = Vec<f64>;
    type Element = ();
    type Error = NativeError;

    fn len(&self, buffer: &Vec<f64>) -> usize {
        self.inner.len(buffer)
    }

    fn element(&self, _: &Vec<f64>) {}

    fn zeros(&self, (): (), len: usize) -> Result<Vec<f64>, NativeError> {
        self.counts.borrow_mut().zeroed += 1;
        self.inner.zeros((), len)
    }

    fn allocate(&self, (): (), len: usize) -> Result<Vec<f64>, NativeError> {
        self.counts.borrow_mut().allocated += 1;
        self.inner.allocate((), len)
    }

    fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.counts, &other.counts)
    }

    fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), NativeError> {
        let mut counts = self.counts.borrow_mut();
        let plan = task.plan();
        let touched = |stride: fn(&Loop) -> isize| {
            elements(plan.loops().iter().map(|each| (each.extent, stride(each))))
        };
        counts.contractions += 1;
        counts.static_plans += usize::from(task.static_plan().is_some());
        counts.multiply_adds += plan.iterations();
        counts.read += bytes(touched(|each| each.left));
        counts.read += task.right().map_or(0, |_| bytes(touched(|each| each.right)));
        counts.read += if task.adds() { bytes(touched(|each| each.result)) } else { 0 };
        counts.written += bytes(touched(|each| each.result));
        drop(counts);
        task.run_on(&self.inner)
    }

    fn evaluate(&self, task: EvaluateTask<'_, Self>) -> Result<(), NativeError> {
        let mut counts = self.counts.borrow_mut();
        let all = || task.kept().iter().chain(task.folded());
        let touched = |stride: &dyn Fn(&TaskLoop) -> isize| {
            bytes(elements(all().map(|each| (each.extent, stride(each)))))
        };
        match task.fold() {
            Some(_) => counts.folds += 1,
            None => counts.elementwise += 1,
        }
        let steps = task.program().iter();
        let steps = steps.filter(|step| matches!(step, Operation::Unary(_) | Operation::Binary(_)));
        counts.operations += steps.count() * all().map(|each| each.extent).product::<usize>();
        for operand in 0..task.operands().len() {
            counts.read += touched(&|each| each.strides[operand]);
        }
        let target = touched(&|each| each.target);
        counts.read += if task.update().is_some() { target } else { 0 };
        counts.written += target;
        drop(counts);
        task.run_on(&self.inner)
    }
}

impl Transfer<f64> for Counting {
    fn upload(&self, elements: &[f64]) -> Result<Vec<f64>, NativeError> {
        self.counts.borrow_mut().uploaded += bytes(elements.len());
        self.inner.upload(elements)
    }

    fn download(&self, buffer: &Vec<f64>) -> Result<Vec<f64>, NativeError> {
        self.counts.borrow_mut().downloaded += bytes(buffer.len());
        self.inner.download(buffer)
    }
}
