#!/usr/bin/env bash
# Paths of networks of 3 to 1000 tensors beside those of Python's opt_einsum (`auto`) and cotengra (greedy): how many
# multiply-adds they take, and how long each is looked for. Usage: benches/paths.sh [--repeat 3] [--budgets 1000000 ..]
# The packages of Python are installed in a folder of their own; without opt_einsum there is nothing to compare with.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
target=${CARGO_TARGET_DIR:-$here/../target}/paths
environment=$target/environment
cd "$here/paths"
CARGO_TARGET_DIR=$target cargo build --quiet --release >&2
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
# numpy and pytest are what opt_einsum draws networks with.
for package in numpy pytest opt_einsum cotengra; do
    "$environment/bin/python" -c "import $package" 2>/dev/null ||
        "$environment/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$package" >&2 || true
done
if ! "$environment/bin/python" -c 'import opt_einsum.testing; opt_einsum.testing.rand_equation(3, 2)' 2>/dev/null; then
    echo "paths: pip does not install opt_einsum and pytest, so there is nothing to compare with" >&2
    exit 1
fi
exec "$environment/bin/python" run.py "$target/release/extents-paths" "$@"
