import type { Circumstances } from "./circumstances.ts";
import type { PortCode } from "./messages.ts";

/** A failure to tell the room of. Messages are fixed texts of this project, never a server's words. */
export class PortError extends Error {
  override readonly name = "PortError";
  constructor(
    readonly code: PortCode,
    message: string,
    /** Of a server that could not be asked. */
    readonly circumstances?: Circumstances,
  ) {
    super(message);
  }
}
