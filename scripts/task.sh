#!/usr/bin/env bash
# Runs one task, that is one function of the scripts beside it, so that any command of it that fails ends it.
#     bash scripts/task.sh TASK [ARGUMENTS]
set -Eeuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
trap '[[ $BASH_COMMAND == return* ]] || echo "$BASH_COMMAND: exit status $? (${BASH_SOURCE[0]}, line $LINENO)" >&2' ERR
source scripts/parts.sh
use_toolchain
"task_$1" "${@:2}"
