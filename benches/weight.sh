#!/usr/bin/env bash
# What `extents` costs the compiler, in seconds of CPU time (user and system).
#
# build      a clean debug build of `extents` and its dependencies, and that of `ndarray` beside it
# release    a clean release build
# rebuild    rebuilding a program with one run-time `contract!` of `f64` in release, beyond the same program without it
# own        the same of `u16`, as an example of elements that the library has compiled no kernels of
# text       the same of one `einsum` of `f64`
# folds      the same of a sum, a maximum and a variance along a mode, of `f64`
# labels     60 run-time contractions, each of other labels and most of other ranks, in debug
# numbers    60 contractions that differ in one extent of a type, in debug
# shapes     300 static shapes with their strides, and 300 products, each of extents that no other has: `cargo check`
#
# The last three are what they cost beyond an empty program. Each figure is the least of several runs, since other work on
# the machine can only add to it; one that is over its budget is measured again, `TRIES` times in all. Seconds are those of
# the machine that the goals were set for, which builds `ndarray` in 4.9 s: what a slower or busier one takes is divided by
# how much longer it builds `ndarray`. A figure has a goal, and a budget, which is what it may take until it is there; both
# are printed. Exits 1 if a figure is over its budget times `MARGIN` (1 unless set; see .ci/weight).
# Usage: benches/weight.sh [figure..], such as benches/weight.sh rebuild labels
set -euo pipefail
cd "$(dirname "$0")/.."

readonly MARGIN=${MARGIN:-1} RUNS=${RUNS:-3} TRIES=${TRIES:-3}
# What `ndarray` takes on the machine of the goals.
readonly NDARRAY=4.9
# A goal and a budget each.
readonly BUILD='4.0 9.0' OF_NDARRAY='0.85 1.85' RELEASE='15 24' REBUILD='0.5 0.5' LABELS='6 2.6' NUMBERS='2 1.4'
readonly SHAPES='1.2 1.7' OWN='4 4' TEXT='0.5 0.6' FOLDS='1.5 2.8'
root=$PWD
mkdir -p "${CARGO_TARGET_DIR:-target}"
work=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/weight
export CARGO_TARGET_DIR=$work/target CARGO_TERM_COLOR=never
# Nothing is reused from the run before, and processors count alike, one or many.
export CARGO_INCREMENTAL=0
unset RUSTC_WRAPPER RUSTFLAGS
status=0

main() {
    local figures=("$@") figure
    [ $# -gt 0 ] || figures=(build release rebuild own text folds labels numbers shapes)
    write_package
    cd "$work"
    measure_pace
    for figure in "${figures[@]}"; do
        settle "weigh_$figure" || status=1
    done
    return "$status"
}

# settle FUNCTION: measures until the figures are within their budgets, or `TRIES` are over.
settle() {
    local try
    for ((try = 1; try <= TRIES; try++)); do
        ((try == 1)) || measure_pace
        "$1" && return 0
    done
    return 1
}

measure_pace() {
    of_ndarray=$(least "$RUNS" clean_build ndarray)
    least_ndarray=$(smaller "$of_ndarray" "${least_ndarray:-$of_ndarray}")
    pace=$(awk "BEGIN { pace = $of_ndarray / $NDARRAY; print pace < 1 ? 1 : pace }")
    printf 'clean debug build of ndarray: %.1f s, so seconds count as %.2f of one\n' "$of_ndarray" "$(quotient 1 "$pace")"
}

weigh_build() {
    local of_extents over=0
    of_extents=$(least "$RUNS" clean_build extents)
    # Of two builds a minute apart, either may meet other work, so that the least of all tries are compared.
    least_extents=$(smaller "$of_extents" "${least_extents:-$of_extents}")
    report 'clean debug build: %.1f s (goal %g s, budget %g s)' "$of_extents" "$BUILD" || over=1
    report 'the same beside ndarray: %.2f (goal %g, budget %g)' "$(quotient "$least_extents" "$least_ndarray")" "$OF_NDARRAY" 1 ||
        over=1
    return "$over"
}

weigh_release() {
    report 'clean release build: %.1f s (goal %g s, budget %g s)' "$(least "$RUNS" clean_build extents --release)" "$RELEASE"
}

weigh_rebuild() {
    report 'rebuilding one run-time contraction in release: %.2f s (goal %g s, budget %g s)' \
        "$(beyond without one build --release)" "$REBUILD"
}

weigh_own() {
    report 'the same of elements without kernels in the library: %.2f s (goal %g s, budget %g s)' \
        "$(beyond without own build --release)" "$OWN"
}

weigh_text() {
    report 'the same of one contraction by text: %.2f s (goal %g s, budget %g s)' \
        "$(beyond without text build --release)" "$TEXT"
}

weigh_folds() {
    report 'the same of a sum, a maximum and a variance along a mode: %.2f s (goal %g s, budget %g s)' \
        "$(beyond without folds build --release)" "$FOLDS"
}

weigh_labels() {
    report '60 contractions of other labels in debug: %.1f s (goal %g s, budget %g s)' "$(beyond empty labels build)" "$LABELS"
}

weigh_numbers() {
    report '60 contractions of another number in debug: %.1f s (goal %g s, budget %g s)' "$(beyond empty numbers build)" "$NUMBERS"
}

weigh_shapes() {
    report '300 shapes and 300 products checked: %.2f s (goal %g s, budget %g s)' "$(beyond empty shapes check)" "$SHAPES"
}

# The programs, as binaries of one package.
write_package() {
    rm -rf "$work/src" "$work/of"
    mkdir -p "$work/src/bin" "$work/of/extents/src" "$work/of/ndarray/src"
    write_manifest "$work" weight "extents = { path = \"$root\" }"
    write_manifest "$work/of/extents" of "extents = { path = \"$root\" }"
    write_manifest "$work/of/ndarray" of 'ndarray = "0.17"'
    touch "$work/of/extents/src/lib.rs" "$work/of/ndarray/src/lib.rs"
    local program
    for program in empty without one own text folds labels numbers shapes; do
        "write_$program" >"$work/src/bin/$program.rs"
    done
}

# write_manifest FOLDER NAME DEPENDENCY
write_manifest() {
    cp Cargo.lock rust-toolchain.toml "$1/"
    cat >"$1/Cargo.toml" <<END
[package]
name = "$2"
version = "0.0.0"
edition = "2024"
[dependencies]
$3
[workspace]
END
}

write_empty() {
    echo 'fn main() {}'
}

write_without() {
    write_run_time f64 'a[[0, 0]] + b[[n - 1, n - 1]]'
}

write_one() {
    write_run_time f64 'contract!(a[i, j] * b[j, k] => [i, k])?[[0, 0]]'
}

write_own() {
    write_run_time u16 'contract!(a[i, j] * b[j, k] => [i, k])?[[0, 0]]'
}

write_text() {
    write_run_time f64 'extents::einsum("ij,jk->ik", &[&a, &b])?.as_slice()[0]'
}

write_folds() {
    local folds=('a.over(modes![1]).sum()?' 'a.over(modes![1]).max()?' 'b.over(modes![0]).var(0)?')
    write_run_time f64 "$(printf '%s[[0]] + ' "${folds[@]}")0.0"
}

# write_run_time TYPE EXPRESSION: a program with two matrices of run-time extents that prints a number.
write_run_time() {
    cat <<END
#![allow(unused_imports)]
use extents::label::{i, j, k};
use extents::{Tensor, contract, extents, modes};
fn main() -> Result<(), extents::ShapeError> {
    let n = std::env::args().count();
    let a = Tensor::full(extents![dyn n, dyn n]?, 1 as $1)?;
    let b = Tensor::full(extents![dyn n, dyn n]?, 2 as $1)?;
    println!("{}", $2);
    Ok(())
}
END
}

# Each with one to four labels of the left operand in the result, one to three that are summed, and none to four of the
# right operand.
write_labels() {
    head_of_products
    local letters=(a b c d e f g h i j k l m n o p q r s t u v w x y z)
    local n=0 rows sums columns
    for rows in 1 2 3 4; do
        for sums in 1 2 3; do
            for columns in 0 1 2 3 4; do
                local all=("${letters[@]:n % 26}" "${letters[@]:0:n % 26}")
                local of_rows=("${all[@]:0:rows}") of_sums=("${all[@]:rows:sums}")
                local of_columns=("${all[@]:rows+sums:columns}")
                dyn_product "$n" "${of_rows[*]} ${of_sums[*]}" "${of_sums[*]} ${of_columns[*]}" \
                    "${of_rows[*]} ${of_columns[*]}"
                n=$((n + 1))
            done
        done
    done
    call_products "$((n - 1))"
}

# dyn_product N LEFT RIGHT RESULT: a function with a contraction of `f64` under these labels, all extents of run time.
dyn_product() {
    local n=$1 labels types=() lists=()
    shift
    for labels in "$@"; do
        # A comma between labels.
        labels=$(xargs <<<"$labels" | sed 's/ /, /g')
        lists+=("$labels")
        types+=("TensorOf<StaticExtents![$(sed -E 's/[a-z]/dyn/g' <<<"$labels")], f64>")
    done
    echo "fn product_$n(left: &${types[0]}, right: &${types[1]}) -> Result<${types[2]}, ShapeError> {"
    echo "    contract!(left[${lists[0]}] * right[${lists[1]}] => [${lists[2]}])"
    echo '}'
}

write_numbers() {
    head_of_products
    local n extents
    for ((n = 0; n < 60; n++)); do
        extents="TensorOf<StaticExtents!"
        echo "fn product_$n(left: &${extents}[dyn, $((n + 2))], f64>, right: &${extents}[$((n + 2)), dyn], f64>)"
        echo "    -> Result<${extents}[dyn, dyn], f64>, ShapeError> {"
        echo '    contract!(left[i, j] * right[j, k] => [i, k])'
        echo '}'
    done
    call_products 59
}

# call_products LAST: a main function that uses them, as else they would not be compiled.
call_products() {
    echo 'fn main() {'
    seq 0 "$1" | sed 's/.*/    std::hint::black_box(product_& as *const ());/'
    echo '}'
}

head_of_products() {
    echo '#![allow(dead_code)]'
    echo 'use extents::label::*;'
    echo 'use extents::{ShapeError, StaticExtents, TensorOf, contract};'
}

# Half of the products are inline and half in a `Vec`.
write_shapes() {
    echo '#![allow(dead_code)]'
    echo 'use extents::label::{i, j, k};'
    echo 'use extents::{InlineTensor, Mapping, ShapeError, StaticExtents, TensorOf, contract};'
    local n shape rank rows middle columns
    for ((n = 0; n < 300; n++)); do
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

# beyond PROGRAM OTHER COMMAND..: how much longer `cargo COMMAND` takes for the other program.
beyond() {
    local program=$1 other=$2 of_program of_other
    shift 2
    compile "$@" --bin "$program" --bin "$other"
    of_program=$(least "$RUNS" again "$program" "$@")
    of_other=$(least "$RUNS" again "$other" "$@")
    awk "BEGIN { print $of_other - $of_program }"
}

# again PROGRAM COMMAND..: compiles the program once more, and nothing else.
again() {
    local program=$1
    shift
    touch "src/bin/$program.rs"
    compile "$@" --bin "$program"
}

# compile COMMAND..: `cargo COMMAND`. One that ends early takes less time, and is no figure: the whole script ends, for which
# `set -e` is not enough, as it is off in what is called before a `&&`.
compile() {
    cargo "$@" --quiet || { kill $$; exit 1; }
}

# clean_build PACKAGE [OPTION]: a library that depends on the package, and all that this one depends on. What it builds stays, for
# the programs that are weighed after it.
clean_build() {
    local package=$1 folder=$CARGO_TARGET_DIR
    shift
    [ "$package" = extents ] || folder=$work/build
    case " $* " in
    *' --release '*) rm -rf "$folder/release" ;;
    *) rm -rf "$folder/debug" ;;
    esac
    (cd "of/$package" && CARGO_TARGET_DIR=$folder compile build "$@")
}

# least RUNS COMMAND..: the least CPU time of some runs of a command.
least() {
    local runs=$1 TIMEFORMAT='%U %S'
    shift
    for ((run = 0; run < runs; run++)); do
        { time "$@" >&2; } 2>&1 | tail -n 1
    done | awk '{ cpu = $1 + $2 } NR == 1 || cpu < least { least = cpu } END { print least }'
}

smaller() {
    awk "BEGIN { print ($1 < $2 ? $1 : $2) }"
}

quotient() {
    awk "BEGIN { print $1 / $2 }"
}

# report FORMAT FIGURE "GOAL BUDGET" [PACE]: prints a line, and fails if the figure is over the budget and its margin.
report() {
    local figure goal=${3% *} budget=${3#* }
    figure=$(quotient "$2" "${4:-$pace}")
    # shellcheck disable=SC2059
    printf "$1\n" "$figure" "$goal" "$budget"
    awk "BEGIN { exit !($figure <= $budget * $MARGIN) }" || { echo "  that is too much" && return 1; }
}

main "$@"
