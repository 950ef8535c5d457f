//! Files of NumPy: those that it wrote, those that it reads, and those that are wrong.
//!
//! `make.py` wrote the files in `data/`, and says by what rule the elements go.

mod archives;
mod gallery;

use std::fmt::Debug;
use std::io::Cursor;

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use extents::error::{BytesError, FileProblem};
use extents::layout::{Canonical, ColMajor, RowMajor};
use extents::npy::{self, Archive, ArchiveWriter, Header};
use extents::{
    DType, DynExtents, DynRankExtents, Extents, HasDType, StaticExtents, Tensor, extents,
};
use half::{bf16, f16};
use num_complex::Complex;

use crate::counting::asked_by;
use crate::scratch::{Folder, data, python};

type Cube = StaticExtents![2, dyn, 4];

/// The element at position `p` in row-major order, as `make.py` defines it.
pub(crate) trait Element:
    HasDType + CheckedBitPattern + NoUninit + PartialEq + Debug
{
    fn of(p: i16) -> Self;
}

macro_rules! element {
    ($($t:ty: |$p:ident| $value:expr;)*) => {$(
        impl Element for $t {
            fn of($p: i16) -> Self {
                $value
            }
        }
    )*};
}
element! {
    bool: |p| p % 3 == 0;
    i8: |p| (p * 5 - 60) as i8;
    i16: |p| p * 5 - 60;
    i32: |p| (p * 5 - 60).into();
    i64: |p| (p * 5 - 60).into();
    u8: |p| (p * 10) as u8;
    u16: |p| (p * 10) as u16;
    u32: |p| (p * 10) as u32;
    u64: |p| (p * 10) as u64;
    f16: |p| f16::from_f32(f32::from(p) * 0.5 - 3.0);
    bf16: |p| bf16::from_f32(f32::from(p) * 0.5 - 3.0);
    f32: |p| f32::from(p) * 0.5 - 3.0;
    f64: |p| f64::from(p) * 0.5 - 3.0;
    Complex<f32>: |p| Complex::new(f32::of(p), p.into());
    Complex<f64>: |p| Complex::new(f64::of(p), p.into());
}

/// Calls a function for each type of NumPy, with its code.
macro_rules! each_type {
    ($call:ident($($argument:expr),*)) => {
        $call::<bool>("b1", $($argument),*);
        $call::<i8>("i1", $($argument),*);
        $call::<i16>("i2", $($argument),*);
        $call::<i32>("i4", $($argument),*);
        $call::<i64>("i8", $($argument),*);
        $call::<u8>("u1", $($argument),*);
        $call::<u16>("u2", $($argument),*);
        $call::<u32>("u4", $($argument),*);
        $call::<u64>("u8", $($argument),*);
        $call::<f16>("f2", $($argument),*);
        $call::<f32>("f4", $($argument),*);
        $call::<f64>("f8", $($argument),*);
        $call::<Complex<f32>>("c8", $($argument),*);
        $call::<Complex<f64>>("c16", $($argument),*);
    };
}

fn position([i, j, k]: [usize; 3]) -> i16 {
    ((i * 3 + j) * 4 + k) as i16
}

fn assert_is<T: Element>(found: &Tensor<T, Cube>) {
    assert_eq!(found.extents().extents(), [2, 3, 4]);
    for i in 0..2 {
        for j in 0..3 {
            for k in 0..4 {
                assert_eq!(found[[i, j, k]], T::of(position([i, j, k])), "{i} {j} {k}");
            }
        }
    }
}

#[test]
fn each_type_is_read_in_both_orders_and_both_byte_orders() {
    fn check<T: Element>(code: &str, archive: &mut Archive<impl std::io::Read + std::io::Seek>) {
        for end in ["little", "big"] {
            for order in ["C", "F"] {
                let name = format!("{end}-{code}-{order}");
                assert_is(&archive.read::<T, Cube>(&name).unwrap());
                let header = archive.header(&name).unwrap();
                assert_eq!(header.dtype(), Some(T::DTYPE));
                assert_eq!(header.is_col_major(), order == "F");
            }
        }
    }
    let mut archive = Archive::open(data("npy/data/types.npz")).unwrap();
    assert_eq!(archive.names().unwrap().len(), 14 * 4);
    each_type!(check(&mut archive));
}

#[test]
fn each_type_is_written_so_that_numpy_reads_it() {
    fn check<T: Element>(code: &str, folder: &Folder) {
        let rows = Tensor::from_fn(DynExtents::new([2, 3, 4]).unwrap(), |at| T::of(position(at)));
        let columns = Tensor::from_fn(ColMajor.of(extents![2, 3, 4]), |at| T::of(position(at)));
        let (rows, columns) = (rows.unwrap(), columns.unwrap());
        npy::write(folder.file(&format!("{code}-C.npy")), &rows).unwrap();
        npy::write(folder.file(&format!("{code}-F.npy")), &columns).unwrap();
        for order in ["C", "F"] {
            let path = folder.file(&format!("{code}-{order}.npy"));
            assert_is(&npy::read::<T, Cube>(&path).unwrap());
            // Elements begin at a multiple of 64 bytes, as the format asks for.
            let length = std::fs::read(&path).unwrap().len();
            assert_eq!((length - 24 * size_of::<T>()) % 64, 0);
        }
    }
    let folder = Folder::new("npy-written");
    each_type!(check(&folder));
    let first = Tensor::from_fn(extents![2, 3, 4], |at| f32::of(position(at))).unwrap();
    let second = Tensor::from_fn(extents![2, 3, 4], |at| bool::of(position(at))).unwrap();
    for name in ["stored.npz", "compressed.npz"] {
        let mut writer = ArchiveWriter::create(folder.file(name)).unwrap();
        if name == "compressed.npz" {
            writer = writer.compressed();
        }
        writer.add("first", &first).unwrap();
        writer.add("second", &second).unwrap();
        writer.finish().unwrap();
        let mut archive = Archive::open(folder.file(name)).unwrap();
        assert_is(&archive.read::<f32, Cube>("first").unwrap());
        assert_is(&archive.read::<bool, Cube>("second").unwrap());
    }
    let answer = python(&data("npy/make.py"), "numpy", &["--check".as_ref(), folder.path()]);
    assert!(answer.is_none_or(|text| text == "checked"));
}

#[test]
fn another_reader_finds_the_elements() {
    let bytes = |columns: bool| {
        let mut bytes = Vec::new();
        let at = |at| i32::of(position(at));
        match columns {
            true => npy::write_to(
                &mut bytes,
                &Tensor::from_fn(ColMajor.of(extents![2, 3, 4]), at).unwrap(),
            ),
            false => npy::write_to(&mut bytes, &Tensor::from_fn(extents![2, 3, 4], at).unwrap()),
        }
        .unwrap();
        bytes
    };
    for columns in [false, true] {
        let bytes = bytes(columns);
        let file = npyz::NpyFile::new(bytes.as_slice()).unwrap();
        assert_eq!(file.shape(), [2, 3, 4]);
        assert_eq!(file.order() == npyz::Order::Fortran, columns);
        let found: Vec<i32> = file.into_vec().unwrap();
        for (offset, found) in found.into_iter().enumerate() {
            let index = match columns {
                true => [offset % 2, offset / 2 % 3, offset / 6],
                false => [offset / 12, offset / 4 % 3, offset % 4],
            };
            assert_eq!(found, i32::of(position(index)));
        }
    }
}

#[test]
fn slices_and_broadcasts_are_written_as_they_are_seen() {
    let tensor = Tensor::from_fn(extents![3, 4], |[i, j]| (10 * i + j) as u16).unwrap();
    let mut bytes = Vec::new();
    npy::write_to(&mut bytes, &tensor.view().transpose()).unwrap();
    let found = npy::read_from::<u16, StaticExtents![4, 3]>(bytes.as_slice()).unwrap();
    for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(found[[j, i]], (10 * i + j) as u16);
    }
    // More elements than are copied at once.
    let large = Tensor::from_fn(extents![100, 101], |[i, j]| (i * 101 + j) as u32).unwrap();
    let mut bytes = Vec::new();
    npy::write_to(&mut bytes, &large.view().transpose()).unwrap();
    let found = npy::read_from::<u32, StaticExtents![101, dyn]>(bytes.as_slice()).unwrap();
    assert!((0..100).all(|i| (0..101).all(|j| found[[j, i]] as usize == i * 101 + j)));
}

#[test]
fn scalars_empty_tensors_and_all_versions_are_read() {
    let scalar = npy::read::<f64, StaticExtents![]>(data("npy/data/scalar.npy")).unwrap();
    assert_eq!(scalar[[]], -3.0);
    let empty = npy::read::<i16, DynExtents<2>>(data("npy/data/empty.npy")).unwrap();
    assert_eq!(empty.extents().extents(), [0, 3]);
    for version in 2..=3 {
        let path = data(&format!("npy/data/version{version}.npy"));
        let found = npy::read::<u16, DynRankExtents>(path).unwrap();
        assert!(found.extents().same_extents(&extents![3, 2]));
        assert_eq!(found.as_slice(), [0, 10, 20, 30, 40, 50]);
    }
    let found = npy::read::<bf16, Cube>(data("npy/data/bfloat16.npy")).unwrap();
    assert_is(&found);
    let mut stored = Archive::open(data("npy/data/stored.npz")).unwrap();
    assert_eq!(stored.names().unwrap(), ["first", "second"]);
    assert_eq!(stored.read::<i64, DynRankExtents>("second").unwrap()[[]], -60);
}

#[test]
fn null_is_in_no_file_and_a_scalar_is() {
    let null = npy::write_to(Vec::new(), &Tensor::<u8>::null()).unwrap_err();
    assert!(matches!(null.problem, FileProblem::Shape(extents::ShapeError::Null)));
    let mut bytes = Vec::new();
    npy::write_to(&mut bytes, &Tensor::full(extents![], 7_u8).unwrap()).unwrap();
    assert_eq!(npy::read_from::<u8, DynRankExtents>(bytes.as_slice()).unwrap()[[]], 7);
}

#[test]
fn what_cannot_be_written_leaves_a_file_as_it_is() {
    let folder = Folder::new("npy-unwritten");
    let path = folder.file("a.npy");
    npy::write(&path, &Tensor::full(extents![2], 7_u8).unwrap()).unwrap();
    assert!(npy::write(&path, &Tensor::<u8>::null()).is_err());
    assert_eq!(npy::read::<u8, DynRankExtents>(&path).unwrap().as_slice(), [7, 7]);
    // Nor does it take a name in an archive.
    let mut writer = npy::ArchiveWriter::new(std::io::Cursor::new(Vec::new()));
    assert!(writer.add("a", &Tensor::<u8>::null()).is_err());
    writer.add("a", &Tensor::full(extents![2], 7_u8).unwrap()).unwrap();
    let mut archive = Archive::new(writer.finish().unwrap()).unwrap();
    assert_eq!(archive.read::<u8, DynRankExtents>("a").unwrap().as_slice(), [7, 7]);
}

#[test]
fn an_archive_has_each_name_once() {
    let (a, b) =
        (Tensor::full(extents![2], 7_u8).unwrap(), Tensor::full(extents![1], 8_u8).unwrap());
    let mut writer = npy::ArchiveWriter::new(Cursor::new(Vec::new()));
    writer.add("a", &a).unwrap();
    let mut writer = writer.compressed();
    let error = writer.add("a", &b).unwrap_err().to_string();
    assert_eq!(error, "`a`: the file has a tensor of this name already");
    // What was there is as it was, and other names are free.
    writer.add("b", &b).unwrap();
    let mut archive = Archive::new(writer.finish().unwrap()).unwrap();
    assert_eq!(archive.names().unwrap(), ["a", "b"]);
    assert_eq!(archive.read::<u8, DynRankExtents>("a").unwrap().as_slice(), [7, 7]);
}

#[test]
fn a_mapped_file_is_a_tensor_without_a_copy() {
    // SAFETY: nobody writes to the files of this folder.
    let rows = unsafe { npy::map::<f32, Cube, RowMajor>(data("npy/data/rows.npy")) }.unwrap();
    // SAFETY: as above.
    let columns = unsafe { npy::map::<f32, Cube, ColMajor>(data("npy/data/columns.npy")) }.unwrap();
    // SAFETY: as above.
    let truths =
        unsafe { npy::map::<bool, StaticExtents![5], RowMajor>(data("npy/data/bool.npy")) };
    assert_eq!(truths.unwrap().as_slice(), [true, false, false, true, false]);
    for i in 0..2 {
        for j in 0..3 {
            for k in 0..4 {
                let expected = f32::of(position([i, j, k]));
                assert_eq!((rows[[i, j, k]], columns[[i, j, k]]), (expected, expected));
            }
        }
    }
    // SAFETY: as above.
    let refused =
        unsafe { npy::map::<f32, Cube, ColMajor>(data("npy/data/rows.npy")) }.unwrap_err();
    assert!(matches!(refused.problem, FileProblem::MemoryOrder { is_col_major: false }));
    // SAFETY: as above.
    let refused = unsafe { npy::map::<f32, Cube, RowMajor>(data("npy/data/big.npy")) }.unwrap_err();
    assert!(
        matches!(refused.problem, FileProblem::ByteOrder { .. }) == cfg!(target_endian = "little")
    );
}

#[test]
fn a_file_in_memory_is_viewed_where_it_is_aligned() {
    let tensor = Tensor::from_fn(extents![2, 3, 4], |at| f32::of(position(at))).unwrap();
    let mut file = Vec::new();
    npy::write_to(&mut file, &tensor).unwrap();
    // At each distance from an aligned address, once.
    let mut moved = vec![0_u8; file.len() + 8];
    let aligned = moved.as_ptr().align_offset(4);
    let mut seen = 0;
    for shift in 0..4 {
        let place = &mut moved[aligned + shift..][..file.len()];
        place.copy_from_slice(&file);
        match npy::view::<f32, Cube, RowMajor>(place) {
            Ok(view) => {
                seen += 1;
                assert_eq!((shift, view[[1, 2, 3]]), (0, f32::of(23)));
            }
            Err(error) => {
                let expected = BytesError::Alignment { expected: 4, remainder: shift };
                assert!(matches!(error.problem, FileProblem::Bytes(found) if found == expected));
            }
        }
    }
    assert_eq!(seen, 1);
}

#[test]
fn a_gibibyte_is_mapped_with_few_allocations() {
    let folder = Folder::new("npy-large");
    // Zeros that take no room on the disk.
    let count = 1_usize << 28;
    let mut header = Vec::new();
    npy::write_to(&mut header, &Tensor::<f32, _>::zeros(extents![0, 1024]).unwrap()).unwrap();
    let text = String::from_utf8_lossy(&header).replace("(0, 1024)", "(262144, 1024)");
    // The longer shape takes spaces of the padding.
    let mut header: Vec<u8> = header[..10].to_vec();
    header.extend(text.split_once('{').unwrap().1.trim_end().bytes());
    header.insert(10, b'{');
    header.resize(127, b' ');
    header.push(b'\n');
    let path = folder.with("large.npy", &header);
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(128 + 4 * count as u64).unwrap();
    type Rows = StaticExtents![dyn, 1024];
    // SAFETY: nobody writes to the file.
    let (asked, mapped) = asked_by(|| unsafe { npy::map::<f32, Rows, RowMajor>(&path) });
    let mapped = mapped.unwrap();
    assert_eq!((mapped.len(), mapped[[262_143, 1023]]), (count, 0.0));
    eprintln!("a map of 1 GiB: {asked:?}");
    assert!(asked.times < 300 && asked.bytes < 1 << 16, "{asked:?}");
    let (asked, row) = asked_by(|| mapped.view().chip(extents::slice![7, ..]).unwrap().len());
    assert_eq!((asked.times, row), (0, 1024));
}

#[test]
fn a_program_asks_for_the_type_first() {
    let mut file = Cursor::new(std::fs::read(data("npy/data/columns.npy")).unwrap());
    let header = Header::read(&mut file).unwrap();
    assert_eq!((header.dtype(), header.descr()), (Some(DType::F32), "<f4"));
    assert!(header.is_col_major() && header.extents().same_extents(&extents![2, 3, 4]));
    assert_is(&header.read_elements::<f32, Cube>(file).unwrap());
}
