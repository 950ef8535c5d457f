//! Tells the library that it is compiled without optimization.
//!
//! `cfg(unoptimized)`: functions that are always inlined for the sake of constants and vectors are not, since each copy would only
//! be more code. `cfg(plain_kernels)`: wide kernels are then nothing but wait for the compiler, and slower than a plain loop; the
//! feature `all-kernels` has them compiled all the same.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimized, plain_kernels)");
    // The level of this package, which `[profile.dev.package.extents]` may set.
    if env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
        if env::var_os("CARGO_FEATURE_ALL_KERNELS").is_none() {
            println!("cargo::rustc-cfg=plain_kernels");
        }
    }
}
