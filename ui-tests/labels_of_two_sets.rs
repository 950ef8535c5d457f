// `batch` and `column` come from different `labels!`, and so cannot be told apart.
use extents::{InlineTensor, StaticExtents, contract, labels};

labels! { batch, head }
labels! { row, column }

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let Ok(_) = contract!(a[batch, column] => [column, batch]);
}
