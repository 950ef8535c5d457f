//! Files of `safetensors`: one that its Python package wrote, those that it reads, and those that are wrong.
//!
//! `make.py` wrote `types.safetensors`, and says by what rule the elements go.

mod gallery;

use extents::error::{FileError, FileProblem};
use extents::layout::{Canonical, ColMajor};
use extents::safetensors::{Archive, Writer};
use extents::storage::Mapped;
use extents::{DType, DynExtents, StaticExtents, Tensor, View, extents};

use crate::counting::asked_by;
use crate::scratch::{Folder, data, python};

type Cube = StaticExtents![2, dyn, 4];

/// What the file of `make.py` holds. Its fields are what the file is compared with.
struct Types<'a> {
    bool: View<'a, bool, Cube>,
    i8: View<'a, i8, Cube>,
    i16: View<'a, i16, Cube>,
    i32: View<'a, i32, Cube>,
    i64: View<'a, i64, Cube>,
    u8: View<'a, u8, Cube>,
    u16: View<'a, u16, Cube>,
    u32: View<'a, u32, Cube>,
    u64: View<'a, u64, Cube>,
    f32: View<'a, f32, Cube>,
    f64: View<'a, f64, Cube>,
    scalar: View<'a, f32, StaticExtents![]>,
    empty: View<'a, i16, StaticExtents![dyn, 3]>,
}

impl<'a> Types<'a> {
    fn load(file: &Archive<'a>) -> Result<Self, FileError> {
        Ok(Types {
            bool: file.view("BOOL")?,
            i8: file.view("I8")?,
            i16: file.view("I16")?,
            i32: file.view("I32")?,
            i64: file.view("I64")?,
            u8: file.view("U8")?,
            u16: file.view("U16")?,
            u32: file.view("U32")?,
            u64: file.view("U64")?,
            f32: file.view("F32")?,
            f64: file.view("F64")?,
            scalar: file.view("scalar")?,
            empty: file.view("empty")?,
        })
    }
}

fn positions() -> impl Iterator<Item = ([usize; 3], i64)> {
    (0..24).map(|p: usize| ([p / 12, p / 4 % 3, p % 4], p as i64))
}

fn assert_is(types: &Types<'_>) {
    for (at, p) in positions() {
        assert_eq!(types.bool[at], p % 3 == 0);
        let signed = p * 5 - 60;
        assert_eq!((types.i8[at].into(), types.i16[at].into()), (signed, signed));
        assert_eq!((types.i32[at].into(), types.i64[at]), (signed, signed));
        let natural = p as u64 * 10;
        assert_eq!((types.u8[at].into(), types.u16[at].into()), (natural, natural));
        assert_eq!((types.u32[at].into(), types.u64[at]), (natural, natural));
        assert_eq!(
            (types.f32[at].into(), types.f64[at]),
            (p as f64 * 0.5 - 3.0, p as f64 * 0.5 - 3.0)
        );
    }
    assert_eq!(types.scalar[[]], -3.0);
    assert_eq!((types.empty.len(), types.empty.rank()), (0, 2));
}

#[test]
fn a_struct_is_loaded_from_a_file_of_the_real_thing() {
    // SAFETY: nobody writes to this file.
    let bytes = unsafe { Mapped::open(data("safetensors/types.safetensors")) }.unwrap();
    let file = Archive::new(&bytes).unwrap();
    let types = Types::load(&file).unwrap();
    assert_is(&types);
    assert_eq!(file.names().len(), 14);
    assert_eq!((file.note("made by"), file.note("made for")), (Some("a test"), None));
    assert_eq!(file.dtype("F16").unwrap(), Some(DType::F16));
    // Elements are in the file, and not copied.
    let range = bytes.as_ptr_range();
    assert!(
        range.contains(&types.f32.as_ptr().cast()) && range.contains(&types.bool.as_ptr().cast())
    );
}

#[cfg(feature = "half")]
#[test]
fn half_floats_are_loaded() {
    let bytes = std::fs::read(data("safetensors/types.safetensors")).unwrap();
    let halves = Archive::new(&bytes).unwrap().read::<half::f16, Cube>("F16").unwrap();
    assert!(positions().all(|(at, p)| halves[at].to_f32() == p as f32 * 0.5 - 3.0));
}

#[test]
fn the_real_thing_reads_what_is_written() {
    macro_rules! tensor {
        ($t:ty, |$p:ident| $value:expr) => {
            Tensor::from_fn(extents![2, 3, 4], |[i, j, k]: [usize; 3]| {
                let $p = ((i * 3 + j) * 4 + k) as i16;
                $value as $t
            })
            .unwrap()
        };
    }
    let (i8s, u8s) = (tensor!(i8, |p| p * 5 - 60), tensor!(u8, |p| p * 10));
    let (i16s, u16s) = (tensor!(i16, |p| p * 5 - 60), tensor!(u16, |p| p * 10));
    let (i32s, u32s) = (tensor!(i32, |p| p * 5 - 60), tensor!(u32, |p| p * 10));
    let (i64s, u64s) = (tensor!(i64, |p| p * 5 - 60), tensor!(u64, |p| p * 10));
    let f64s = tensor!(f64, |p| f64::from(p) * 0.5 - 3.0);
    let bools = tensor!(i16, |p| p).map(|p| p % 3 == 0).unwrap();
    // Not in the order of the file: it is copied into it.
    let f32s = Tensor::from_fn(ColMajor.of(extents![2, 3, 4]), |[i, j, k]| {
        ((i * 3 + j) * 4 + k) as f32 * 0.5 - 3.0
    });
    let f32s = f32s.unwrap();
    let scalar = Tensor::full(extents![], -3_f32).unwrap();
    let empty = Tensor::<i16, _>::full(DynExtents::new([0, 3]).unwrap(), 0).unwrap();
    let mut writer = Writer::new();
    let mut write = || -> Result<(), FileError> {
        writer.add("scalar", &scalar)?.add("empty", &empty)?.add("BOOL", &bools)?;
        writer.add("I8", &i8s)?.add("I16", &i16s)?.add("I32", &i32s)?.add("I64", &i64s)?;
        writer.add("U8", &u8s)?.add("U16", &u16s)?.add("U32", &u32s)?.add("U64", &u64s)?;
        writer.add("F32", &f32s)?.add("F64", &f64s)?.note("made by", "a test");
        Ok(())
    };
    write().unwrap();
    #[cfg(feature = "half")]
    let f16s = f64s.map(|value| half::f16::from_f64(*value)).unwrap();
    #[cfg(feature = "half")]
    writer.add("F16", &f16s).unwrap();
    let folder = Folder::new("safetensors");
    let path = folder.file("written.safetensors");
    writer.write(&path).unwrap();
    // SAFETY: nobody writes to this file.
    let bytes = unsafe { Mapped::open(&path) }.unwrap();
    assert_is(&Types::load(&Archive::new(&bytes).unwrap()).unwrap());
    // The crate finds the same, by its own means.
    let crates = ::safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let found = crates.tensor("I32").unwrap();
    assert_eq!(found.shape(), [2, 3, 4]);
    let expected: Vec<u8> = (0..24).flat_map(|p: i32| (p * 5 - 60).to_le_bytes()).collect();
    assert_eq!(found.data(), expected);
    if cfg!(feature = "half") {
        let program = data("safetensors/make.py");
        let answer = python(&program, "numpy, safetensors", &["--check".as_ref(), &path]);
        assert!(answer.is_none_or(|text| text == "checked"));
    }
}

#[test]
fn elements_that_are_not_aligned_are_read_but_not_viewed() {
    let bytes = std::fs::read(data("safetensors/types.safetensors")).unwrap();
    let mut moved = vec![0; bytes.len() + 16];
    let aligned = moved.as_ptr().align_offset(8);
    for shift in 0..8 {
        let place = &mut moved[aligned + shift..][..bytes.len()];
        place.copy_from_slice(&bytes);
        let file = Archive::new(place).unwrap();
        assert_eq!(file.view::<f64, Cube>("F64").is_ok(), shift == 0);
        assert_eq!(file.view::<i16, Cube>("I16").is_ok(), shift % 2 == 0);
        let copy = file.read::<f64, Cube>("F64").unwrap();
        assert!(positions().all(|(at, p)| copy[at] == p as f64 * 0.5 - 3.0));
        if shift == 4 {
            let error = file.view::<f64, Cube>("F64").unwrap_err().to_string();
            let words = "`F64`: the elements should begin at a multiple of 8 bytes, but begin 4 bytes after one";
            assert_eq!(error, words);
        }
    }
}

#[test]
fn a_type_that_the_format_has_not_is_not_written() {
    let null = Tensor::<u8>::null();
    let error = Writer::new().add("n", &null).unwrap_err();
    assert!(matches!(error.problem, FileProblem::Shape(extents::ShapeError::Null)));
    #[cfg(feature = "num-complex")]
    {
        let complex = Tensor::full(extents![1], num_complex::Complex::new(1_f64, 2.0)).unwrap();
        let error = Writer::new().add("c", &complex).unwrap_err().to_string();
        assert_eq!(error, "`c`: the format has no type for c128");
    }
}

#[test]
fn a_file_is_the_same_bytes_each_time() {
    let (a, b) =
        (Tensor::full(extents![1], 7_u8).unwrap(), Tensor::full(extents![2], 8_u8).unwrap());
    let keys = ["e", "b", "\"", "d", "a", "f", "c"];
    let write = |keys: &mut dyn Iterator<Item = &&str>| {
        let (mut file, mut writer) = (Vec::new(), Writer::new());
        writer.add("y\n", &b).unwrap().add("x", &a).unwrap();
        keys.for_each(|key| {
            writer.note(key, "before").note(key, key);
        });
        writer.write_to(&mut file).unwrap();
        file
    };
    let notes = r#""__metadata__":{"\"":"\"","a":"a","b":"b","c":"c","d":"d","e":"e","f":"f"}"#;
    let tensors = r#""x":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"y\n":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}"#;
    let header = format!("{{{notes},{tensors}}}");
    let header = format!("{header:<width$}", width = header.len().next_multiple_of(8));
    let length = (header.len() as u64).to_le_bytes();
    let expected = [&length[..], header.as_bytes(), &[7, 8, 8]].concat();
    assert_eq!(write(&mut keys.iter()), expected);
    assert_eq!(write(&mut keys.iter().rev()), expected);
    assert!(::safetensors::SafeTensors::deserialize(&expected).is_ok());
}

#[test]
fn a_range_that_is_reversed_is_not_a_length() {
    use extents::error::BytesError;
    let path = data("safetensors/types.safetensors");
    let refused = |begin: usize, end: usize| {
        // SAFETY: nobody writes to this file.
        let map = unsafe { memmap2::Mmap::map(&std::fs::File::open(&path).unwrap()) }.unwrap();
        Mapped::<u8>::new(map, begin..end).unwrap_err()
    };
    let length = std::fs::metadata(&path).unwrap().len() as usize;
    assert_eq!(refused(5, 3), BytesError::Reversed { begin: 5, end: 3 });
    assert_eq!(refused(5, 3).to_string(), "the bytes end at 3, before they begin at 5");
    // So it is behind the end of the map, too.
    let behind = BytesError::Reversed { begin: length + 2, end: length + 1 };
    assert_eq!(refused(length + 2, length + 1), behind);
    let short = BytesError::Length { expected: 4, found: 3 };
    assert_eq!(refused(length - 3, length + 1), short);
}

#[test]
fn the_name_of_the_texts_is_refused_as_what_it_is() {
    let tensor = Tensor::full(extents![1], 7_u8).unwrap();
    let error = Writer::new().add("__metadata__", &tensor).unwrap_err().to_string();
    assert_eq!(error, "`__metadata__`: the format has texts under this name, not a tensor");
}

#[test]
fn each_of_many_names_is_there_once() {
    let tensor = Tensor::full(extents![1], 7_u8).unwrap();
    let names: Vec<String> = (0..200).map(|number| format!("t{}", number * 37 % 200)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (mut file, mut writer) = (Vec::new(), Writer::new());
    for name in &names {
        writer.add(name, &tensor).unwrap();
    }
    for name in &names {
        let error = writer.add(name, &tensor).unwrap_err().to_string();
        assert_eq!(error, format!("`{name}`: the file has a tensor of this name already"));
    }
    writer.write_to(&mut file).unwrap();
    let file = Archive::new(&file).unwrap();
    file.check_names(&names).unwrap();
    for at in 0..names.len() {
        let mut others = names.clone();
        let name = others.remove(at);
        let error = file.check_names(&others).unwrap_err();
        assert_eq!(error.name(), Some(name));
        assert!(matches!(error.problem, FileProblem::Unexpected));
        others.push("t200");
        let error = file.check_names(&others).unwrap_err();
        assert_eq!(error.name(), Some("t200"));
        assert!(matches!(error.problem, FileProblem::Missing));
    }
}

#[test]
fn a_gibibyte_is_loaded_with_few_allocations() {
    let folder = Folder::new("safetensors-large");
    let count = 1_usize << 28;
    let text = format!(
        r#"{{"w":{{"dtype":"F32","shape":[262144,1024],"data_offsets":[0,{}]}}}}"#,
        4 * count
    );
    let text = format!("{text:<120}");
    let mut header = (text.len() as u64).to_le_bytes().to_vec();
    header.extend(text.bytes());
    let path = folder.with("large.safetensors", &header);
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len((header.len() + 4 * count) as u64).unwrap();
    // SAFETY: nobody writes to the file.
    let bytes = unsafe { Mapped::open(&path) }.unwrap();
    let (asked, view) = asked_by(|| {
        let file = Archive::new(&bytes).unwrap();
        file.view::<f32, StaticExtents![dyn, 1024]>("w").unwrap()
    });
    assert_eq!((view.len(), view[[262_143, 1023]]), (count, 0.0));
    eprintln!("a view of 1 GiB: {asked:?}");
    assert!(asked.times < 100 && asked.bytes < 1 << 14, "{asked:?}");
}
