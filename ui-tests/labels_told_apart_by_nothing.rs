// Two labels that types take for one, as their few digits are equal by chance, and whose hashes are not.
use extents::label::{Label, i, j};
use extents::{InlineTensor, StaticExtents, contract, labels};

labels! { batch }

#[allow(non_camel_case_types)]
enum other {}
impl Label for other {
    const NAME: &'static str = "other";
    type Id = <batch as Label>::Id;
    const HASH: u32 = <batch as Label>::HASH ^ 1;
}

fn main() {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    let Ok(_) = contract!(a[batch, i] * a[other, j] => [i, j]);
}
