#!/usr/bin/env bash
# Races `extents` against loops written by hand and other libraries (benches/peers) and prints the ratios
# as markdown tables. Usage: benches/ratios.sh [bench..], such as benches/ratios.sh sum3d copy;
# TARGET_CPU=x86-64-v3 benches/ratios.sh for another processor than this machine's (native);
# WITHOUT_GEMM=1 for the kernels of `extents` itself in place of the crate `gemm`; XSMM=1 for LIBXSMM in `contract_batches`. The bench `parallel` wants all processors for
# itself, runs both ways, and only where it is named.
set -euo pipefail
cd "$(dirname "$0")/peers"

benches=("$@")
[ $# -gt 0 ] || benches=(sum3d stencil3d tiny matvec parts copy lazy ragged xla everyday programs
    contract_small contract_batches contract_large einsum memory_bound)
RUSTFLAGS="${RUSTFLAGS:-} -C target-cpu=${TARGET_CPU:-native}"
export RUSTFLAGS
features=(${WITHOUT_GEMM:+--no-default-features} ${XSMM:+--features xsmm})
cargo build --quiet --profile bench --benches "${features[@]}" >&2
for bench in "${benches[@]}"; do
    if [ "$bench" = parallel ]; then
        cargo bench --quiet --bench "$bench" --features rayon
        cargo bench --quiet --bench "$bench" --features rayon --no-default-features
    else
        cargo bench --quiet --bench "$bench" "${features[@]}"
    fi
done
