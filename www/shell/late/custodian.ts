/** Part of the shell's script: signing in to a hospital's server and reading from it, and reading a library of public texts. */
export { CustodianKeeper } from "../custodian/custodian.ts";
export { signIn } from "../custodian/sign-in.ts";
export { openLibrary, readRange } from "../library/host.ts";
