#!/usr/bin/env bash
# The 48 contractions of the benchmark TCCG on one thread: `extents` with and without the crate `gemm`, under typed labels and by
# text, beside TBLIS and numpy with paths of opt_einsum, on the same arrays in one process. Prints fractions of the speed of a
# product of 1024 x 1024 by the fastest of them. Usage: benches/contractions.sh [--mib 20] [--dtype float64] [--rows ccsd_t] ..
# The packages of Python are installed in a folder of their own; what cannot be had is left out, and named.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/../target}/contractions
environment=$target/environment
cd "$here/contractions"
export RUSTFLAGS="${RUSTFLAGS:-} -C target-cpu=${TARGET_CPU:-native}"
for kind in plain gemm; do
    features=()
    [ "$kind" = plain ] || features=(--features gemm)
    CARGO_TARGET_DIR=$target/$kind cargo build --quiet --release "${features[@]}" >&2
done
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
for package in numpy opt_einsum pytblis; do
    "$environment/bin/python" -c "import $package" 2>/dev/null ||
        "$environment/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$package" >&2 || true
done
exec "$environment/bin/python" run.py \
    --library "gemm=$target/gemm/release/libextents_contractions.so" \
    --library "plain=$target/plain/release/libextents_contractions.so" "$@"
