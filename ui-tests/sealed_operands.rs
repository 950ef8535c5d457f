// Kernels believe where an operand begins; only the crate itself can write that for an operand of its own.
use extents::generic::AsView;
use extents::layout::RowMajor;
use extents::storage::placement::OnHeap;
use extents::{Operand, StaticExtents, Tensor, View};

struct Far(Tensor<f64, StaticExtents![2]>);

impl Operand for Far {
    type Extents = StaticExtents![2];
    type Placement = OnHeap;
    fn operand_extents(&self) -> StaticExtents![2] {
        *self.0.extents()
    }
}
impl AsView for Far {
    type Elem = f64;
    type Layout = RowMajor;
    fn as_view(&self) -> View<'_, f64, StaticExtents![2]> {
        self.0.view()
    }
    fn kernel_start(&self, _: extents::elements::whole::as_view::Seal) -> *const f64 {
        self.0.as_ptr().wrapping_add(1000)
    }
}

fn main() {}
