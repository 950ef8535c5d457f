//! Tells the library, as `cfg(plain_kernels)`, that it is compiled without optimization: wide kernels are then nothing but
//! wait for the compiler, and slower than a plain loop.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(plain_kernels)");
    // The level of this package, which `[profile.dev.package.extents]` may set.
    let is_optimized = env::var("OPT_LEVEL").is_ok_and(|level| level != "0");
    if !is_optimized && env::var_os("CARGO_FEATURE_ALL_KERNELS").is_none() {
        println!("cargo::rustc-cfg=plain_kernels");
    }
}
