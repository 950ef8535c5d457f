//! Tells the library that it is compiled without optimization.
//!
//! `cfg(unoptimized)`: functions that are always inlined for the sake of constants and vectors are not, since each copy would only
//! be more code. `cfg(one_pace)`: rows have one version, whatever their steps; the tests under a sanitizer, whose build says
//! `cfg(sanitized)`, have them all. `cfg(plain_kernels)`: wide kernels are then nothing but wait for the compiler, and slower than a
//! plain loop; the feature `all-kernels` has them compiled all the same.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(unoptimized, one_pace, plain_kernels)");
    // The level of this package, which `[profile.dev.package.extents]` may set.
    if env::var("OPT_LEVEL").is_ok_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
        if env::var_os("CARGO_CFG_SANITIZED").is_none() {
            println!("cargo::rustc-cfg=one_pace");
        }
        if env::var_os("CARGO_FEATURE_ALL_KERNELS").is_none() {
            println!("cargo::rustc-cfg=plain_kernels");
        }
    }
}
