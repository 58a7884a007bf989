# What the tests of NEON take on a machine without it: a standard library, and a simulated processor. Where they cannot be had NEON is
# left out, and the run says so and why.

has_arm_std() { has_std rustc "$ARM_TARGET"; }

arm_std() {
  has_arm_std && return
  type -P rustup >/dev/null && timeout --foreground 120 rustup target add "$ARM_TARGET" && has_arm_std
}

arm_simulator() {
  type -P "$QEMU_ARM" && return
  type -P apt-get >/dev/null && can_be_root && apt_install qemu-user && type -P "$QEMU_ARM"
}

task_neon() {
  local runs=simulated
  if [[ $(uname -m) == @(aarch64|arm64) ]]; then
    runs="the native tests run it on this processor"
  elif ! arm_std; then
    runs="no standard library for $ARM_TARGET"
  elif ! arm_simulator; then
    runs="no $QEMU_ARM"
  fi
  echo "$runs" >"$NEON"
}

state_neon() { cat "$NEON" && { has_arm_std || true; } && { type -P "$QEMU_ARM" || true; }; }
