#!/usr/bin/env bash
# What names for extents cost the compiler: instructions of `rustc` that checks a program, counted by valgrind and beyond those
# of an empty program, so that other work on the machine makes no difference.
#
# const, dyn, named  40 contractions `[b, t, h] * [b, h, k] => [b, t, k]`: of numbers, of extents of run time, of `Batch` and `Time`
# own, dot           the same with names, and without labels: `contract!(x * w => [..])`, `x.dot(names![..], &w)`
# sums, chains       40 sums `(x + w).eval()` and 40 expressions `((x + w) * a - b).eval()` of `[dyn, dyn, K]`
# merges             300 merges of tensors with modes of two numbers, named by `Named`; each has the least seconds of CPU of 5 runs
# stated             the same, where the caller states the number
# products           300 functions whose types have the product of two numbers: `StaticExtents![(8 * 64)]`
#
# With a commit, of the programs without names at that commit too. Fails beyond the budgets below. Usage: benches/names.sh [COMMIT]
set -euo pipefail
cd "$(dirname "$0")/.."

# Contractions with names, as a part of those of `dyn`; and programs without names, as a part of what they were.
names_budget=1.25
without_budget=1.05

root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"; git worktree prune' EXIT
compiler=$(rustc --print sysroot)/bin/rustc

main() {
    local kind empty count
    library now "$root"
    for kind in empty const dyn named own dot sums chains merges stated products; do
        "write_$kind" >"$work/$kind.rs"
    done
    empty=$(instructions now empty)
    echo "| program | million instructions | of \`dyn\` |"
    echo "|---|---|---|"
    for kind in dyn const named own dot merges stated products; do
        count=$(($(instructions now "$kind") - empty))
        [ "$kind" != dyn ] || dyn=$count
        awk -v kind="$kind" -v count="$count" -v dyn="$dyn" 'BEGIN {
            printf "| %s | %d | %s |\n", kind, count / 1e6, kind ~ /^(merges|stated|products)$/ ? "" : sprintf("%.2f", count / dyn) }'
        case $kind in named | own | dot) within "$kind" "$count" "$dyn" "$names_budget" ;; esac
    done
    for kind in merges stated products empty; do
        echo "$kind: $(seconds "$kind") s"
    done
    [ $# -eq 0 ] || compare "$1"
    return "$failed"
}

failed=0
# within NAME COUNT OF BUDGET: notes a failure where a count is a larger part of another one.
within() {
    awk -v count="$2" -v of="$3" -v budget="$4" 'BEGIN { exit (count / of > budget) }' && return
    echo "$1: more than $4" >&2
    failed=1
}

# compare COMMIT: programs without names at that commit and now.
compare() {
    local kind before now
    git worktree add --quiet --detach "$work/tree" "$1"
    library before "$work/tree"
    echo "| without names | before | now | now / before |"
    echo "|---|---|---|---|"
    for kind in const dyn sums chains; do
        before=$(($(instructions before "$kind") - $(instructions before empty)))
        now=$(($(instructions now "$kind") - $(instructions now empty)))
        awk -v kind="$kind" -v before="$before" -v now="$now" 'BEGIN {
            printf "| %s | %d | %d | %.2f |\n", kind, before / 1e6, now / 1e6, now / before }'
        within "$kind, now / before" "$now" "$before" "$without_budget"
    done
}

# library NAME FOLDER: checks the library of a folder.
library() {
    mkdir -p "$work/$1/src"
    cp "$2/Cargo.lock" "$2/rust-toolchain.toml" "$work/$1/"
    printf '[package]\nname = "of"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\nextents = { path = "%s" }\n[workspace]\n' \
        "$2" >"$work/$1/Cargo.toml"
    touch "$work/$1/src/lib.rs"
    (cd "$work/$1" && CARGO_INCREMENTAL=0 cargo check --quiet --target-dir "$work/$1/target")
}

# check LIBRARY KIND [TOOL..]: checks a program beside a library.
check() {
    local folder=$work/$1/target/debug/deps program=$work/$2.rs
    shift 2
    "$@" "$compiler" --edition 2024 --crate-type lib --emit metadata --out-dir "$work/out" -L "dependency=$folder" \
        --extern "extents=$(echo "$folder"/libextents-*.rmeta)" "$program"
}

instructions() {
    check "$1" "$2" valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null 2>&1 |
        sed -n 's/.*I *refs: *//p' | tr -d ,
}

seconds() {
    local TIMEFORMAT='%U'
    for _ in 1 2 3 4 5; do
        { time check now "$1"; } 2>&1
    done | sort -n | head -1
}

write_empty() {
    echo 'use extents as _;'
}

# contractions HEAD LEFT RIGHT RESULT EXPRESSION: 40 functions, each with another number `K`.
contractions() {
    local k
    echo "use extents::label::{b, h, k, t};"
    echo "use extents::prelude::*;"
    echo "$1"
    for ((k = 3; k < 43; k++)); do
        echo "pub fn of_$k(x: &TensorOf<StaticExtents![$2], f32>, w: &TensorOf<StaticExtents![${3/K/$k}], f32>)"
        echo "    -> Result<TensorOf<StaticExtents![${4/K/$k}], f32>, ShapeError> {"
        echo "    ${5//K/Key$k}"
        echo "}"
    done
}

by_labels='contract!(x[b, t, h] * w[b, h, k] => [b, t, k])'
write_const() {
    contractions '' '7, 9, 64' '7, 64, K' '7, 9, K' "$by_labels"
}
write_dyn() {
    contractions '' 'dyn, dyn, 64' 'dyn, 64, K' 'dyn, dyn, K' "$by_labels"
}
write_named() {
    contractions 'dims! { Batch, Time }' 'dyn Batch, dyn Time, 64' 'dyn Batch, 64, K' 'dyn Batch, dyn Time, K' "$by_labels"
}
# All modes have names here: 64 is `Width`, and what is another number above is `Out`.
write_own() {
    contractions 'dims! { Batch, Time, Width = 64, Out }' 'dyn Batch, dyn Time, (Width)' 'dyn Batch, (Width), dyn Out' \
        'dyn Batch, dyn Time, dyn Out' 'contract!(x * w => [Batch, Time, Out])'
}
write_dot() {
    contractions 'dims! { Batch, Time, Width = 64, Out }' 'dyn Batch, dyn Time, (Width)' 'dyn Batch, (Width), dyn Out' \
        'dyn Batch, dyn Time, dyn Out' 'x.dot(names![Width], w)'
}

write_sums() {
    elementwise '' '(x + w).eval()'
}
write_chains() {
    elementwise 'a: &TensorOf<StaticExtents![dyn, dyn, K], f32>, b: &TensorOf<StaticExtents![dyn, dyn, K], f32>' \
        '((x + w) * a - b).eval()'
}

# elementwise MORE EXPRESSION: 40 functions, each with another number `K`, and more operands.
elementwise() {
    local k of='TensorOf<StaticExtents![dyn, dyn, K], f32>'
    echo 'use extents::prelude::*;'
    for ((k = 3; k < 43; k++)); do
        echo "pub fn of_$k(x: &${of/K/$k}, w: &${of/K/$k}, ${1//K/$k}) -> Result<${of/K/$k}, ShapeError> {"
        echo "    $2"
        echo '}'
    done
}

write_merges() {
    merges '($n * $((n + 1)))' 'Named'
}
write_stated() {
    merges '$((n * (n + 1)))' 'Const<$((n * (n + 1)))>'
}

write_products() {
    local n
    echo 'use extents::prelude::*;'
    for ((n = 2; n < 302; n++)); do
        echo "pub fn of_$n(x: StaticExtents![($n * $((n + 1)))]) -> StaticExtents![($n * $((n + 1)))] {"
        echo "    x"
        echo "}"
    done
}

# merges RESULT MODE: 300 functions, each with other numbers `n` and `n + 1`.
merges() {
    local n result mode
    echo '#![allow(unused_imports)]'
    echo 'use extents::prelude::*;'
    echo 'use extents::rearrange::Named;'
    for ((n = 2; n < 302; n++)); do
        eval "result=\"$1\" mode=\"$2\""
        echo "pub fn of_$n(x: &TensorOf<StaticExtents![$n, $((n + 1))], f32>) -> View<'_, f32, StaticExtents![$result], extents::layout::Strided<(Const<1>,)>> {"
        echo "    let Ok(x) = x.merge::<$mode, _>(Const::<0>);"
        echo "    x"
        echo "}"
    done
}

main "$@"
