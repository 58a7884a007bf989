import type { Note } from "./note.ts";
import type { Theme } from "./theme.ts";

/** The only window messages of the page: what the shell says to its frames, each with one port. */
export type Hello =
  /**
   * To the record room, once: the port of the engine, the look and the policy that a portal asks for, what the page before
   * left, whether the shell is in a frame of somebody's page, the host of the hospital's server that opened it, if one did, and
   * the origin of the page around where that offers a function in place of a model server.
   */
  | {
      readonly hello: "room";
      readonly theme: Theme;
      readonly policy: string | undefined;
      readonly note: Note;
      readonly framed: boolean;
      readonly launched: string | undefined;
      readonly answers: string | undefined;
    }
  /** To a double: the port on which it hears what to try. */
  | { readonly hello: "double" }
  /**
   * To the record room: the other end of a fresh double's port. `ended` says how the double before it
   * came to its end: the shell's policy stopped it from leaving, or it left (a reload or a departure).
   */
  | { readonly hello: "double-of-room"; readonly ended: "first" | "stopped" | "left" };
