#!/usr/bin/env bash
# The kernels of benches/peers in Rust and with std::mdspan in C++, one after the other on this machine, as a
# markdown table of ratios to the Rust loop by hand. Usage: benches/mdspan.sh, or
# TARGET_CPU=x86-64-v3 benches/mdspan.sh for another processor than this machine's (native). The tables of
# benches/ratios.sh go to stderr.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
TARGET_CPU=${TARGET_CPU:-native}
export TARGET_CPU
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

CXX=${CXX:-clang++-19}
if ! command -v "$CXX" >/dev/null 2>&1 ||
    ! echo '#include <mdspan>' | "$CXX" -std=c++23 -stdlib=libc++ -fsyntax-only -x c++ - 2>"$work/missing"; then
    echo "nothing to compare with: this needs clang 19 and libc++ 19 with <mdspan>," >&2
    echo "on Debian: apt-get install clang-19 libc++-19-dev libc++abi-19-dev; or set CXX" >&2
    exit 0
fi
"$CXX" -std=c++23 -stdlib=libc++ -O3 -march="$TARGET_CPU" -Wall -Wextra \
    "$here/peers/mdspan.cpp" -o "$work/mdspan"

log=$work/log
EXTENTS_BENCH_LOG=$log "$here/ratios.sh" >&2
"$work/mdspan" >>"$log"

awk -F '\t' '
    { race = $1 " | " $2; time[race, $3] = $4 }
    # What stands beside the C++: access by index, of extents that the type knows and of others.
    $3 ~ /^extents (static|mixed)(, index)?$/ && !((race, "static") in time) { time[race, "static"] = $4 }
    $3 ~ /^extents (static rank|all `dyn`)(, index)?$/ { time[race, "dynamic"] = $4 }
    $3 == "C++ by hand" { races[++n] = race }
    function ratio(race, name) {
        return (race, name) in time ? sprintf("%.2f", time[race, name] / time[race, "by hand"]) : ""
    }
    END {
        print "| | size | by hand, unchecked | extents static | extents dynamic | C++ by hand | mdspan static | mdspan dynamic |"
        print "|---|---:|---:|---:|---:|---:|---:|---:|"
        for (k = 1; k <= n; k++) {
            race = races[k]
            print "| " race " | " ratio(race, "by hand, unchecked") " | " ratio(race, "static") " | " \
                ratio(race, "dynamic") " | " ratio(race, "C++ by hand") " | " \
                ratio(race, "C++ mdspan static") " | " ratio(race, "C++ mdspan dynamic") " |"
        }
    }' "$log"
