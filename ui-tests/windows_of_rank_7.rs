// The result would have 14 modes.
use extents::rearrange::Windows;
use extents::{Mapping, StaticExtents};


fn main() {
    type Ones = StaticExtents![1; 7];
    let mapping = Mapping::new(Ones::new());
    let Ok(_) = mapping.rearrange(Windows::<Ones, _>::of(Ones::new()));
}
