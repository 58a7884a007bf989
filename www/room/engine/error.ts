/** Errors of the engine as they cross to the page. Their messages are safe to show: none holds a text of the records. */

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
export type Fault = "user" | "runtime" | "bug";

/** An error in the form in which it crosses a port. */
export interface ErrorData {
  readonly code: Code;
  readonly fault: Fault;
  readonly message: string;
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

  constructor({ code, fault, message }: ErrorData) {
    super(message);
    this.code = code;
    this.fault = fault;
  }
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
      return { code: code as Code, fault: known, message };
    }
  }
  return {
    code: "internal",
    fault: "bug",
    message: "The engine failed. Reload the page; if it happens again, please report it.",
  };
}
