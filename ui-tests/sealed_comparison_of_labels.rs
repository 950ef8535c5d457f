// Which labels are the same decides which elements are read: no other crate can name what compares them, nor
// make digits of its own, nor say that two modes agree.
use extents::label::{Compare, Digit};
use extents_static::__private::Unify;
use extents_static::label::{Compare as Comparison, Digit as Number};

fn main() {}
