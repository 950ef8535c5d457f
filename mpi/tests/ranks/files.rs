//! Files of NumPy that all ranks read and write, for simulated ranks and those of an MPI.

use std::path::{Path, PathBuf};

use extents::layout::{Canonical, ColMajor};
use extents::{DynRankExtents, Tensor, extents, npy};
use extents_mpi::{DistError, DistTensor, Distribution, Mesh, Share, World};

use crate::random::{Random, holds, indices};

fn number(index: &[usize]) -> i64 {
    index.iter().fold(7, |number, &at| number * 31 + at as i64)
}

/// A folder of this process, or of all ranks that have it by name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("extents-mpi-{name}"));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Written from any distribution, byte for byte what one rank writes; read into any other one, each element where it belongs.
pub(crate) fn files_are_those_of_one_rank<W: World>(
    world: &W,
    folder: &Path,
    cases: usize,
) -> Result<(), DistError> {
    let mut random = Random(0x1234_5678_9abc_def1);
    let (me, ranks) = (world.rank(), world.ranks());
    for case in 0..cases {
        let extents: Vec<usize> = (0..random.below(4)).map(|_| random.below(7)).collect();
        let from = random.distribution(&extents, ranks);
        let to = random.distribution(&extents, ranks);
        let shape = DynRankExtents::new(&extents)?;
        let element = |index: extents::ModeArray<usize>| number(&index);
        let path = folder.join(format!("{case}.npy"));
        DistTensor::from_fn(world, shape.clone(), &from, element)?.write_npy(world, &path)?;
        let mut expected = vec![];
        npy::write_to(&mut expected, &Tensor::from_fn(shape.clone(), element)?).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), expected, "case {case}: {extents:?}, {from:?}");
        let read = DistTensor::<i64, _>::read_npy(world, &path, shape, &to)?;
        let here: Vec<i64> = indices(&extents)
            .iter()
            .filter(|index| holds(&to, me, index))
            .map(|index| number(index))
            .collect();
        assert_eq!(read.local().as_slice(), here, "case {case}: {extents:?}, {to:?}");
    }
    Ok(())
}

/// Each with what the error says, on all ranks.
pub(crate) fn wrong_files_are_refused_alike<W: World>(
    world: &W,
    folder: &Path,
) -> Result<(), DistError> {
    let ranks = world.ranks();
    let mesh = Mesh::new([ranks])?;
    let rows = Distribution::new(&mesh, [Share::block(6, &mesh, &[0])?, Share::whole(2)?])?;
    let whole = Tensor::from_fn(extents![6, 2], |[i, j]| (10 * i + j) as i64)?;
    // Each rank writes the same files, to a folder of its own.
    let folder = folder.join(world.rank().to_string());
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name);
    let read = |name: &str| -> String {
        let tensor = DistTensor::<i64, _>::read_npy(world, path(name), extents![6, 2], &rows);
        tensor.unwrap_err().to_string()
    };
    npy::write(path("right"), &whole).unwrap();
    let bytes = std::fs::read(path("right")).unwrap();
    std::fs::write(path("short"), &bytes[..bytes.len() - 1]).unwrap();
    std::fs::write(path("long"), [&bytes[..], &[0]].concat()).unwrap();
    std::fs::write(path("text"), "some text, which is longer than a header").unwrap();
    let swapped = String::from_utf8_lossy(&bytes[10..128]).replace("<i8", ">i8");
    std::fs::write(path("swapped"), [&bytes[..10], swapped.as_bytes(), &bytes[128..]].concat())
        .unwrap();
    npy::write(path("floats"), &Tensor::full(extents![6, 2], 0.5).unwrap()).unwrap();
    npy::write(path("wide"), &Tensor::full(extents![2, 6], 1_i64).unwrap()).unwrap();
    npy::write(path("columns"), &Tensor::full(ColMajor.of(extents![6, 2]), 1_i64).unwrap())
        .unwrap();
    let size = bytes.len();
    for (name, says) in [
        ("none", "none: ".to_string()),
        ("short", format!("the file has {} bytes, but {size} by its header", size - 1)),
        ("long", format!("the file has {} bytes, but {size} by its header", size + 1)),
        ("text", "the file is not an .npy file".into()),
        ("swapped", ">i8".into()),
        ("floats", "f8".into()),
        ("wide", "the file has extents [dyn 2, dyn 6], but they are [dyn 6, dyn 2] here".into()),
        ("columns", "column-major".into()),
    ] {
        let error = read(name);
        assert!(error.starts_with("rank 0: ") && error.contains(&says), "{name}: {error}");
        assert!(error.contains("/0/"), "that of the first rank: {error}");
    }
    // Only the last rank has no file: all say so.
    let last = ranks - 1;
    let name = if world.rank() == last { "none" } else { "right" };
    assert!(read(name).starts_with(&format!("rank {last}: ")));
    let tensor = DistTensor::<i64, _>::read_npy(world, path("right"), extents![6, 2], &rows)?;
    let error = tensor.write_npy(world, path("no/folder")).unwrap_err().to_string();
    assert!(error.starts_with("rank 0: ") && error.contains("/0/no/folder: "), "{error}");
    let other = DistTensor::<i64, _>::read_npy(world, path("right"), extents![6, 3], &rows);
    assert!(matches!(other.map(|_| ()), Err(DistError::Shape(_))));
    Ok(())
}
