//! Benchmarks only: see the files beside this folder.
