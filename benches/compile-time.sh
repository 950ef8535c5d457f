#!/usr/bin/env bash
# What static shapes cost the compiler, in seconds of CPU time (user and system).
#
# 1. A program with 300 distinct static shapes, their strides, and 300 matrix products by
#    `contract!`, each of extents that no other has, half of them inline and half in a `Vec`:
#    what `cargo check` takes for it beyond an empty program.
# 2. A clean `cargo build` of `extents` with its dependencies.
#
# Each figure is the least of several runs, since other work on the machine can only add to it.
# Exits 1 if a figure is over its budget. Usage: benches/compile-time.sh
set -euo pipefail
cd "$(dirname "$0")/.."

readonly COUNT=300 RUNS=5
readonly PROGRAM_BUDGET=1.5 BUILD_BUDGET=10
root=$PWD
mkdir -p "${CARGO_TARGET_DIR:-target}"
work=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/compile-time
export CARGO_TARGET_DIR=$work/target CARGO_TERM_COLOR=never
# Nothing is reused from the run before.
export CARGO_INCREMENTAL=0
unset RUSTC_WRAPPER RUSTFLAGS

main() {
    write_package
    cd "$work"
    cargo check --quiet
    local empty program build
    empty=$(least "$RUNS" check_again empty)
    program=$(least "$RUNS" check_again program)
    cd "$root"
    build=$(least 2 clean_build)
    local status=0
    report "$COUNT shapes and $COUNT products: %.2f s of CPU beyond an empty program (budget %.1f s)" \
        "$(awk "BEGIN { print $program - $empty }")" "$PROGRAM_BUDGET" || status=1
    report "clean build: %.1f s of CPU (budget %.1f s)" "$build" "$BUILD_BUDGET" || status=1
    return "$status"
}

# The two programs, as binaries of one package.
write_package() {
    rm -rf "$work/src"
    mkdir -p "$work/src/bin"
    cp Cargo.lock rust-toolchain.toml "$work/"
    cat >"$work/Cargo.toml" <<END
[package]
name = "compile-time"
version = "0.0.0"
edition = "2024"
[dependencies]
extents = { path = "$root" }
[workspace]
END
    echo 'fn main() {}' >"$work/src/bin/empty.rs"
    generate >"$work/src/bin/program.rs"
}

generate() {
    echo '#![allow(dead_code)]'
    echo 'use extents::label::{i, j, k};'
    echo 'use extents::{InlineTensor, Mapping, ShapeError, StaticExtents, TensorOf, contract};'
    local n shape rank rows middle columns
    for ((n = 0; n < COUNT; n++)); do
        rank=$((2 + n % 3))
        shape="$((n + 2)), 3"
        ((rank < 3)) || shape+=", $((n % 5 + 2))"
        ((rank < 4)) || shape+=", 7"
        echo "const STRIDES_$n: [isize; $rank] = Mapping::<StaticExtents![$shape]>::STRIDES;"

        # No two of the 900 tensors have equal extents, and each is small enough to be inline.
        rows=$((n % 17 + 2)) middle=$((n / 17 + 20)) columns=$((n + 40))
        if ((n % 2)); then
            product "$n" 'InlineTensor<f32, StaticExtents!' '>' 'let Ok(c) = ' '; c'
        else
            product "$n" 'TensorOf<StaticExtents!' ', f32>' '' ''
        fi
    done
    echo 'fn main() {}'
}

# A function with the product of `rows` x `middle` and `middle` x `columns`.
product() {
    local n=$1 open=$2 close=$3 before=$4 after=$5
    local result="$open[$rows, $columns]$close"
    [[ $after ]] || result="Result<$result, ShapeError>"
    echo "fn product_$n(a: &$open[$rows, $middle]$close, b: &$open[$middle, $columns]$close) -> $result {"
    echo "    ${before}contract!(a[i, j] * b[j, k] => [i, k])$after"
    echo '}'
}

check_again() {
    touch "src/bin/$1.rs"
    cargo check --quiet --offline --bin "$1"
}

clean_build() {
    rm -rf "$work/build"
    CARGO_TARGET_DIR=$work/build cargo build --quiet --lib
}

# least RUNS COMMAND..: the least CPU time of some runs of a command.
least() {
    local runs=$1 TIMEFORMAT='%U %S'
    shift
    for ((run = 0; run < runs; run++)); do
        { time "$@" >&2; } 2>&1 | tail -n 1
    done | awk '{ cpu = $1 + $2 } NR == 1 || cpu < least { least = cpu } END { print least }'
}

# report FORMAT FIGURE BUDGET: prints a line, and fails if the figure is over the budget.
report() {
    # shellcheck disable=SC2059
    printf "$1\n" "$2" "$3"
    awk "BEGIN { exit !($2 <= $3) }"
}

main
