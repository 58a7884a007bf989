# Steps: run a task with a time-out and a log, remember what is done, and say at the end how long each took.
# Sourced by `run`. A task is a function of the scripts/*.sh files; it runs in a shell of its own (scripts/task.sh), where
# `set -e` holds whatever the caller does with its exit status.

readonly STAMPS=.tools/stamps LOGS=.tools/logs

step_names=() step_times=() step_states=()
running_task= task_beside=

# Ends the tasks that are running, with all that they started.
stop_running_tasks() {
  local task
  for task in $running_task $task_beside; do kill -TERM -- "-$task" 2>/dev/null || true; done
  running_task= task_beside=
}

on_interrupt() {
  trap - INT TERM
  if [[ -n $running_task$task_beside ]]; then
    stop_running_tasks
    echo
    echo "run: interrupted; what is done stays done, the same command goes on from there"
  fi
  exit 130
}

milliseconds() { echo $((${EPOCHREALTIME/[.,]/} / 1000)); }

record() { # NAME MILLISECONDS STATE
  step_names+=("$1") step_times+=("$2") step_states+=("$3")
}

# Shows what the log of a running task gained: all of it, or on a terminal one line that moves.
show_gain() { # NAME LOG STARTED
  local name=$1 log=$2 started=$3 elapsed line width size
  if [[ $OUTPUT == all ]]; then
    size=$(stat -c %s "$log")
    # The log may have grown again: `head` then ends `tail` by a broken pipe, and that is fine.
    tail -c "+$((shown + 1))" "$log" | head -c "$((size - shown))" || true
    shown=$size
    return
  fi
  elapsed=$((SECONDS - started))
  line=$(tail -n 1 "$log" | tr '\r' '\n' | tail -n 1)
  if [[ -t 1 ]]; then
    width=$((${COLUMNS:-100} - 1))
    line="  $name ${elapsed}s  $line"
    printf '\r\033[K%s' "${line:0:width}"
  elif ((elapsed >= next_word)); then
    next_word=$((elapsed + 20))
    echo "  $name ${elapsed}s  ${line:0:140}"
  fi
}

explain_failure() { # NAME LOG LIMIT STATUS
  local name=$1 log=$2 limit=$3 status=$4 why="exit status $4"
  case $status in
    124) why="not done within its time-out of $limit seconds" ;;
    137) why="killed, by its time-out of $limit seconds or for want of memory" ;;
  esac
  if [[ $OUTPUT == all ]]; then
    echo "run: $name failed ($why); what it said is above and in $log"
  else
    echo "run: $name failed ($why). The end of $log:"
    tail -n 25 "$log" | sed 's/^/  | /'
  fi
  echo "run: the same command goes on from this step once the cause is mended; ./run --help names the switches"
}

# Runs TASK with its arguments, at most LIMIT seconds long. Output is shown as $OUTPUT says (all, or progress).
step() { # NAME LIMIT TASK [ARGUMENTS]
  local name=$1 limit=$2 log=$LOGS/$1.log before started=$SECONDS shown=0 next_word=20 status=0
  shift 2
  mkdir -p "$LOGS"
  : >"$log"
  before=$(milliseconds)
  echo "== $name"
  # In the background, so that an interruption is heard at once; `timeout` leads a process group of its own.
  timeout --kill-after=10 "$limit" bash scripts/task.sh "$@" >"$log" 2>&1 </dev/null &
  running_task=$!
  while kill -0 "$running_task" 2>/dev/null; do
    show_gain "$name" "$log" "$started"
    sleep 0.2
  done
  wait "$running_task" || status=$?
  running_task=
  show_gain "$name" "$log" "$started"
  [[ $OUTPUT != all && -t 1 ]] && printf '\r\033[K'
  if ((status == 0)); then
    record "$name" $(($(milliseconds) - before)) 'done'
  else
    record "$name" $(($(milliseconds) - before)) failed
    explain_failure "$name" "$log" "$limit" "$status"
  fi
  return "$status"
}

# Starts TASK, at most LIMIT seconds long, beside the steps that follow: it builds ahead what later steps ask for, which say themselves what
# fails. It has its turn at the processors as they have: where each compiles what cannot be parted, none of two is idle. One at a time;
# its output is in its log alone.
begin_beside() { # NAME LIMIT TASK [ARGUMENTS]
  local log=$LOGS/$1.log
  mkdir -p "$LOGS"
  echo "== $1, beside the steps that follow"
  timeout --kill-after=10 "$2" bash scripts/task.sh "${@:3}" >"$log" 2>&1 </dev/null &
  task_beside=$!
}

# Waits for that task. The table has how long it was waited for.
await_beside() { # NAME
  local before state='done'
  before=$(milliseconds)
  [[ -n $task_beside ]] || return 0
  echo "== $1, waited for"
  wait "$task_beside" || state='left to the steps that need it'
  task_beside=
  record "$1" $(($(milliseconds) - before)) "$state"
}

# Whether the state of a step, as `state_TASK` prints it (inputs hashed, outputs listed), is what it was when the step last
# ended well. A `state_TASK` that fails says that something is not there yet.
is_kept() { # NAME LIMIT TASK [ARGUMENTS]
  local stamp=$STAMPS/$1 state
  [[ -f $stamp ]] && state=$("state_$3" "${@:4}" 2>/dev/null) && [[ $state == "$(<"$stamp")" ]]
}

# A step that is skipped while its state is what it was.
kept_step() { # NAME LIMIT TASK [ARGUMENTS]
  local name=$1 stamp=$STAMPS/$1 before state
  before=$(milliseconds)
  if is_kept "$@"; then
    record "$name" $(($(milliseconds) - before)) skipped
    return 0
  fi
  rm -f "$stamp"
  OUTPUT=progress step "$@" || return
  mkdir -p "$STAMPS"
  if ! state=$("state_$3" "${@:4}"); then
    step_states[-1]=failed
    echo "run: $name ended well, but something that it makes is not there (see the line above)"
    return 1
  fi
  echo "$state" >"$stamp"
}

# The time table. Its last line counts the steps.
show_table() {
  local index total=0 failed=0
  ((${#step_names[@]} == 0)) && return
  echo
  printf '%-14s %9s  %s\n' step seconds state
  for index in "${!step_names[@]}"; do
    printf '%-14s %5d.%03d  %s\n' "${step_names[index]}" $((step_times[index] / 1000)) $((step_times[index] % 1000)) "${step_states[index]}"
    total=$((total + step_times[index]))
    case ${step_states[index]} in failed | 'not run') failed=$((failed + 1)) ;; esac
  done
  printf '%-14s %5d.%03d  %d of %d steps ended well\n' all $((total / 1000)) $((total % 1000)) \
    $((${#step_names[@]} - failed)) ${#step_names[@]}
}
