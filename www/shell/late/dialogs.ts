/** Part of the shell's script: what it asks the person in dialogs of its own before a file is saved or a server is sent to. */
export { Destinations } from "../destination.ts";
export { offer } from "../export.ts";
