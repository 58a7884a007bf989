#!/usr/bin/env bash
# Compiles what is of this project for Cargo, where tests alone run it (RUSTC_WORKSPACE_WRAPPER). The command line is not optimised: what takes
# time is in the library, and that is.
#     bash scripts/rustc.sh RUSTC [ARGUMENTS]
for each in "$@"; do
  [[ $each != src/bin/chaperone/main.rs ]] || exec "$@" -C opt-level=0 -C codegen-units=16 -C debug-assertions=off -C overflow-checks=off
done
exec "$@"
