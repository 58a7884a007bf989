# Everything that `run` and a task share.
source scripts/toolchain.sh
source scripts/system.sh
source scripts/wasm-std.sh
source scripts/neon.sh
source scripts/setup.sh
source scripts/build.sh
source scripts/checks.sh
source scripts/fuzz.sh
source scripts/abuse.sh
