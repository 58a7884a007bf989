/** Part of the shell's script: signing in to a hospital's server and reading from it. */
export { CustodianKeeper } from "../custodian/custodian.ts";
export { signIn } from "../custodian/sign-in.ts";
