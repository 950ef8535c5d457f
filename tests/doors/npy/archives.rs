//! Archives that are not written to their end, and names that do not fit.

use std::io::{Cursor, Seek, SeekFrom, Write};

use extents::error::FileProblem;
use extents::npy::{Archive, ArchiveWriter};
use extents::{StaticExtents, Tensor, extents};

use crate::scratch::Folder;

/// A file of which some writes fail.
struct Failing {
    file: Cursor<Vec<u8>>,
    writes: usize,
    fails: std::ops::Range<usize>,
}

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writes += 1;
        if self.fails.contains(&self.writes) {
            return Err(std::io::Error::other("the disk is full"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Seek for Failing {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

/// Whichever writes fail, of one tensor or of the table of contents, and however many.
#[test]
fn archives_of_failing_files_are_errors_or_whole() {
    let a = Tensor::from_fn(extents![1000], |[i]| i as f64).unwrap();
    let b = Tensor::full(extents![3], 7_u8).unwrap();
    let (mut whole, mut failed) = (0, 0);
    for first in (1..40).chain([1000]) {
        for (fails, is_compressed, is_finished) in [
            (first..first + 1, false, true),
            (first..usize::MAX, false, true),
            (first..first + 1, true, true),
            (first..usize::MAX, true, true),
            (first..first + 1, false, false),
            (first..usize::MAX, true, false),
        ] {
            let file = Failing { file: Cursor::new(vec![]), writes: 0, fails: fails.clone() };
            let mut writer = ArchiveWriter::new(file);
            if is_compressed {
                writer = writer.compressed();
            }
            let added = [writer.add("a", &a), writer.add("b", &b)];
            if !is_finished {
                drop(writer);
                continue;
            }
            match writer.finish() {
                Ok(file) => {
                    assert!(added.iter().all(Result::is_ok), "{fails:?}: {added:?}");
                    let mut archive = Archive::new(file.file).unwrap();
                    assert_eq!(archive.names().unwrap(), ["a", "b"]);
                    assert_eq!(archive.read::<f64, StaticExtents![1000]>("a").unwrap(), a);
                    assert_eq!(archive.read::<u8, StaticExtents![3]>("b").unwrap(), b);
                    whole += 1;
                }
                Err(error) => {
                    assert!(matches!(error.problem, FileProblem::Io(_)), "{error}");
                    failed += 1;
                }
            }
        }
    }
    assert_eq!((whole, failed), (4, 156));
}

#[test]
fn an_archive_that_is_not_finished_is_none() {
    let folder = Folder::new("npz-unfinished");
    let path = folder.file("a.npz");
    let mut writer = ArchiveWriter::create(&path).unwrap();
    writer.add("a", &Tensor::full(extents![3], 7_u8).unwrap()).unwrap();
    drop(writer);
    assert!(Archive::open(&path).is_err());
}

#[test]
fn a_name_that_is_too_long_leaves_the_archive_as_it_was() {
    let a = Tensor::full(extents![3], 7_u8).unwrap();
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
    let error = writer.add(&"x".repeat(70_000), &a).unwrap_err();
    assert_eq!(error.problem.to_string(), "a name of 70000 bytes is too long for an archive");
    writer.add(&"x".repeat(64_996), &a).unwrap();
    let mut archive = Archive::new(writer.finish().unwrap()).unwrap();
    assert_eq!(archive.names().unwrap(), ["x".repeat(64_996)]);
    assert_eq!(archive.read::<u8, StaticExtents![3]>(&"x".repeat(64_996)).unwrap(), a);
}
