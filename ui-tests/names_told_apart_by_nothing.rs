// Two names that types take for one, as their few digits are equal by chance, and whose hashes are not.
use extents::label::Label;
use extents::{Tensor, dims, extents, names};

dims! { Time }

enum Other {}
impl Label for Other {
    const NAME: &'static str = "Other";
    type Id = <Time as Label>::Id;
    const HASH: u32 = <Time as Label>::HASH ^ 1;
}

fn main() {
    let x = Tensor::full(extents![dyn Time = 3].unwrap(), 1).unwrap();
    let _ = x.over(names![Other]).sum();
    let _ = x.rename::<Other, Time>();
    let _ = x.permute(names![Other]);
    let _ = x.places(names![Other]);
    let _ = x.dot(names![Other], &x);
}
