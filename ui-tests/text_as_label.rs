// Text labels are for `einsum`; those of `contract!` are types.
use extents::{InlineTensor, StaticExtents, contract};

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let Ok(_) = contract!(a["i", "j"] => ["j", "i"]);
}
