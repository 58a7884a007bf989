// The two content security policies, as text; read by the build and by the tests.

/** Trusted Types policies of the room: Lit's templates, and the script addresses of its workers. */
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types lit-html chaperone-engine";

/** The shell's: those of the room, which inherits the shell's policy, and the script address of the shell's own worker. */
const SHELL_TRUSTED_TYPES = `${TRUSTED_TYPES} chaperone-assets`;

/** The record room's own policy: nothing gets out, and the scripts of this build run, known by their hashes. */
export function roomPolicy(roomScripts) {
  return [
    "default-src 'none'",
    "connect-src 'none'",
    `script-src ${roomScripts} 'wasm-unsafe-eval'`,
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
 * A worker from the page's own origin is the service worker; Trusted Types let the shell name no other.
 */
export function shellPolicy(shellScripts, roomScripts, shellStyle) {
  return [
    "default-src 'none'",
    "connect-src 'self' http: https:",
    `script-src ${shellScripts} ${roomScripts} 'wasm-unsafe-eval'`,
    `style-src ${shellStyle}`,
    "worker-src blob: 'self'",
    "manifest-src 'self'",
    "img-src 'self' data: blob:",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    SHELL_TRUSTED_TYPES,
  ].join("; ");
}
