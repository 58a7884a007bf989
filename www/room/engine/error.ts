/** Errors of the engine as they cross to the page. Their messages are safe to show: none holds a text of the records. */

import type { Circumstances } from "../../shell/circumstances.ts";
import type { ContextSize } from "./refusal.ts";

/** Stable words for what went wrong; see `error::Code`. */
export type Code =
  | "malformed"
  | "unsupported"
  | "too-large"
  | "model"
  | "not-found"
  | "invalid-argument"
  | "refused"
  | "reply"
  | "cancelled"
  | "io"
  | "network"
  | "unreached"
  | "internal";

/** Who can mend it: the person, a later try, or this project. */
type Fault = "user" | "runtime" | "bug";

/** An error in the form in which it crosses a port. */
export interface ErrorData {
  readonly code: Code;
  readonly fault: Fault;
  readonly message: string;
  /** Of a model server that was asked in vain. */
  readonly server?: ServerFault | undefined;
}

/** What is known of a model server that was asked in vain: words and numbers of ours, and nothing that it said. */
export interface ServerFault {
  /** The status of its answer, where it gave one. */
  readonly status?: number;
  /** What it takes at a time, where the request was too long for it. */
  readonly context?: ContextSize;
  /** How the page stands to it, where it could not be asked. */
  readonly circumstances?: Circumstances;
}

const CODES: readonly string[] = [
  "malformed",
  "unsupported",
  "too-large",
  "model",
  "not-found",
  "invalid-argument",
  "refused",
  "reply",
  "cancelled",
  "io",
  "network",
  "unreached",
  "internal",
] satisfies Code[];

/** What a failed call rejects with. */
export class ChaperoneError extends Error implements ErrorData {
  override readonly name = "ChaperoneError";
  readonly code: Code;
  readonly fault: Fault;
  readonly server: ServerFault | undefined;

  constructor({ code, fault, message, server }: ErrorData) {
    super(message);
    this.code = code;
    this.fault = fault;
    this.server = server;
  }
}

/** Whether what was to be sent never left: no server was there, or the room or the person did not let it go. */
export function isUnsent({ code }: { readonly code?: Code | undefined }): boolean {
  return code === "unreached" || code === "refused";
}

/** What is told of a failure to keep something; a trap is none of these. */
export function unkept(error: unknown): ErrorData {
  if (error instanceof WebAssembly.RuntimeError) throw error;
  return toData(error);
}

/** Returns `error` in the form that crosses a port; whatever is not the engine's own becomes a fixed text. */
export function toData(error: unknown): ErrorData {
  if (typeof error === "object" && error !== null) {
    const { code, fault, message } = error as Partial<Record<keyof ErrorData, unknown>>;
    if (typeof code === "string" && CODES.includes(code) && typeof message === "string") {
      const known = fault === "user" || fault === "runtime" ? fault : "bug";
      const server = error instanceof ChaperoneError ? error.server : undefined;
      return { code: code as Code, fault: known, message, ...(server && { server }) };
    }
  }
  return {
    code: "internal",
    fault: "bug",
    message: "The engine failed. Reload the page; if it happens again, please report it.",
  };
}
