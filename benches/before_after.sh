#!/usr/bin/env bash
# Compares the figures of `benches/ratios.sh` at a commit with those of the working tree, in one run: both are built, and
# each bench runs at one, then at the other. Usage: benches/before_after.sh COMMIT [bench..]
# Prints a markdown table: for each bench the number of rows of `extents`, the geometric mean and the greatest of after /
# before, and the rows above 1.05. A figure is the least time of a contestant over that of the first one of its column.
set -euo pipefail
cd "$(dirname "$0")/.."

commit=${1:?"usage: benches/before_after.sh COMMIT [bench..]"}
shift
benches=("$@")
[ $# -gt 0 ] || benches=(sum3d stencil3d tiny matvec parts copy lazy contract_small contract_large einsum memory_bound)
RUSTFLAGS="${RUSTFLAGS:-} -C target-cpu=${TARGET_CPU:-native}"
export RUSTFLAGS
# What both have in common is built once.
export CARGO_TARGET_DIR=$PWD/target/before_after

scratch=$(mktemp -d)
trap 'git worktree remove --force "$scratch/before"; rm -rf "$scratch"' EXIT
git worktree add --quiet --detach "$scratch/before" "$commit"

declare -A root=([before]=$scratch/before [after]=$PWD)
for bench in "${benches[@]}"; do
    for when in before after; do
        # The name of the program that was built ends in a hash, which tells the two apart.
        cargo bench --manifest-path "${root[$when]}/benches/peers/Cargo.toml" --bench "$bench" --no-run \
            >"$scratch/build.log" 2>&1 || { cat "$scratch/build.log" >&2; exit 1; }
        program=$(sed -n 's/.*Executable.*(\(.*\))$/\1/p' "$scratch/build.log")
        cp "$program" "$scratch/$bench-$when"
    done
done
for bench in "${benches[@]}"; do
    for turn in 1 2; do
        for when in before after; do
            EXTENTS_BENCH_LOG="$scratch/$bench-$when.log" "$scratch/$bench-$when" --bench >/dev/null 2>&1
        done
    done
done

echo "| bench | rows | mean | greatest | above 1.05 |"
echo "|---|---:|---:|---:|---|"
for bench in "${benches[@]}"; do
    awk -F '\t' -v bench="$bench" '
        # The least time of each row; the first contestant of a column is what the others are compared with.
        { row = $1 ", " $2; key = row "\t" $3; when = FILENAME ~ /-before\.log$/ ? 0 : 1
          if (!((when, row) in first)) first[when, row] = key
          if (!((when, key) in least) || $4 < least[when, key]) least[when, key] = $4
          if ($3 ~ /^extents/ && !(key in seen)) { seen[key] = 1; rows[key] = row } }
        END {
            for (key in rows) {
                row = rows[key]
                if (!((0, key) in least) || !((1, key) in least)) continue
                after = least[1, key] / least[1, first[1, row]]
                before = least[0, key] / least[0, first[0, row]]
                ratio = after / before
                n++; logs += log(ratio)
                if (ratio > greatest) greatest = ratio
                if (ratio > 1.05) { split(key, part, "\t"); above = above sprintf("%s%s, %s: %.2f", above ? "; " : "", part[1], part[2], ratio) }
            }
            if (n) printf "| %s | %d | %.2f | %.2f | %s |\n", bench, n, exp(logs / n), greatest, above
        }' "$scratch/$bench-before.log" "$scratch/$bench-after.log"
done
