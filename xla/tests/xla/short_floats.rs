//! Buffers of elements of 16 bits.

use extents::{StaticExtents, View};
use extents_xla::ArrayShape;
use half::bf16;

#[test]
fn buffers_of_xla_hold_short_floats() {
    let shape: ArrayShape = "bf16[3,5]{1,0:T(2,2)}".parse().unwrap();
    let mut buffer = vec![bf16::ONE; shape.allocated_elements().unwrap()];
    shape.fill_padding(&mut buffer).unwrap();
    let mapping = shape.mapping::<StaticExtents![3, 5]>().unwrap();
    let view = View::from_slice(mapping, &buffer).unwrap();
    assert!(view.iter().all(|&element| element == bf16::ONE));
    assert_eq!(buffer.iter().filter(|&&slot| slot == bf16::ZERO).count(), 24 - 15);
}
