// The two content security policies, as text; read by the build and by the tests.

/** Trusted Types policies of the room: Lit's templates, and the script addresses of its workers. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types lit-html chaperone-engine";

/** The shell's: those of the room, which inherits the shell's policy, and the script address of the shell's own worker. */
const SHELL_TRUSTED_TYPES = `${TRUSTED_TYPES} chaperone-assets`;

/** The record room's own policy: nothing gets out, and one script, known by its hash, runs. */
export function roomPolicy(roomScript) {
  return [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src ${roomScript} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "img-src data: blob:",
    "form-action 'none'",
    "base-uri 'none'",
    TRUSTED_TYPES,
  ].join("; ");
}

/**
 * The shell's policy, which the room inherits and narrows: it allows the network to the courier,
 * and no frame to go anywhere (a srcdoc frame is no navigation, so the room itself is not concerned).
 */
export function shellPolicy(shellScript, roomScript, shellStyle) {
  return [
    "default-src 'none'",
    "connect-src 'self' http: https:",
    `script-src ${shellScript} ${roomScript} 'wasm-unsafe-eval'`,
    `style-src ${shellStyle}`,
    "worker-src blob:",
    "img-src data: blob:",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    SHELL_TRUSTED_TYPES,
  ].join("; ");
}
