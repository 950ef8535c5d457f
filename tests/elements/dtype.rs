//! Types of elements: their names say how large they are.

use extents::DType;

/// The bits that a name of XLA tells: its first number. A truth value takes a byte.
fn bits_of(name: &str) -> Option<usize> {
    if name == "pred" {
        return Some(8);
    }
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

#[test]
fn names_tell_the_bits() {
    for dtype in DType::all() {
        assert_eq!(Some(dtype.bits()), bits_of(dtype.name()), "{dtype}");
        assert_eq!(dtype.name().parse(), Ok(dtype));
        assert_eq!(DType::from_numpy(dtype.numpy_name()), Some(dtype));
        // Each type is of one kind; a truth value is of none.
        let kinds = [dtype.is_float(), dtype.is_integer(), dtype.is_complex()];
        let expected = usize::from(dtype != DType::Pred);
        assert_eq!(kinds.into_iter().filter(|&is| is).count(), expected, "{dtype}");
    }
}

#[test]
fn names_of_numpy_are_read_and_written() {
    // The codes of NumPy's array interface: a letter and the bytes.
    for (code, name, dtype) in [
        ("b1", "bool", DType::Pred),
        ("i1", "int8", DType::S8),
        ("i8", "int64", DType::S64),
        ("u2", "uint16", DType::U16),
        ("f2", "float16", DType::F16),
        ("f4", "float32", DType::F32),
        ("f8", "float64", DType::F64),
        ("c8", "complex64", DType::C64),
        ("c16", "complex128", DType::C128),
    ] {
        for text in [code, &format!("<{code}"), &format!("|{code}"), name] {
            assert_eq!(DType::from_numpy(text), Some(dtype), "{text}");
        }
        let bytes = code[1..].parse().ok();
        assert_eq!(Some(dtype.bytes()), bytes, "{code}");
    }
    assert_eq!(DType::from_numpy("bfloat16"), Some(DType::Bf16));
    for text in ["", "f", "f3", ">f4", "float", "<", "F32", "pred"] {
        assert_eq!(DType::from_numpy(text), None, "{text}");
    }
}

#[test]
fn packed_elements_share_bytes() {
    // 7 of 4 bits are 28 bits.
    assert_eq!(DType::S4.packed_bytes(7), Some(4));
    assert_eq!(DType::U1.packed_bytes(9), Some(2));
    assert_eq!(DType::F32.packed_bytes(3), Some(12));
    assert_eq!(DType::F64.packed_bytes(usize::MAX), None);
    assert_eq!(DType::S2.packed_bytes(0), Some(0));
}
