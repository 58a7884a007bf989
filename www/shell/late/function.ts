/** Part of the shell's script: what asks the function that the portal around offers. */
export { askFunction } from "../function/ask.ts";
