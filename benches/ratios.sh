#!/usr/bin/env bash
# Runs benches/peers once and prints, as markdown, each median over that of the loop written by
# hand in the same run. Usage: benches/ratios.sh, or RUSTFLAGS="-C target-cpu=native" benches/ratios.sh
set -euo pipefail
cd "$(dirname "$0")/peers"

CRITERION_HOME=$(mktemp -d)
export CRITERION_HOME
trap 'rm -rf "$CRITERION_HOME"' EXIT
cargo bench --quiet --bench peers >&2

# One line a benchmark, in the order of the run: task, size, contender, median in nanoseconds.
median='s/.*"median":\{"confidence_interval":\{[^}]*\},"point_estimate":([0-9.eE+-]+).*/\1/p'
cd "$CRITERION_HOME"
find . -path '*/new/estimates.json' -printf '%T@/%P\n' | sort -n | while IFS=/ read -r _ group contender _; do
    echo "${group%% *}|${group#* }|$contender|$(sed -nE "$median" "$group/$contender/new/estimates.json")"
done | awk -F '|' '
    $3 == "by hand" { by_hand[$1, $2] = $4; sizes[$1] = sizes[$1] " " $2 " |"; columns[$1]++ }
    !(($1, $3) in row) { contenders[$1, ++count[$1]] = $3; if (count[$1] == 1) tasks[++n] = $1 }
    { row[$1, $3] = row[$1, $3] sprintf(" %.2f |", $4 / by_hand[$1, $2]) }
    END {
        for (t = 1; t <= n; t++) {
            task = tasks[t]
            printf "%s| %s |%s\n|---|", (t > 1 ? "\n" : ""), task, sizes[task]
            for (c = 0; c < columns[task]; c++) printf "---:|"
            print ""
            for (c = 1; c <= count[task]; c++) {
                contender = contenders[task, c]
                print "| " contender " |" row[task, contender]
            }
        }
    }'
