// Which labels are the same decides which elements are read: no other crate can name what compares them, nor
// make digits of its own, nor say that two modes agree, nor count what a range keeps.
use extents::label::{Digits, Truth};
use extents_static::__private::Unify;
use extents_static::slice::Count;
use extents_static::label::{Digits as Number, Truth as Comparison};

fn main() {}
