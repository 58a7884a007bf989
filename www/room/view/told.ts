/** What errors say to the person. */
import { ChaperoneError, type Code } from "../engine/error.ts";
import { sentence } from "./words.ts";

/** Returns the words for an error. Only the engine's own messages are shown: others might quote what they failed on. */
export function told(error: unknown): string {
  if (error instanceof ChaperoneError) return sentence(error.message);
  if (isCancelled(error)) return "Cancelled.";
  return "Something failed in the page. Reload it; if it happens again, please report it.";
}

/** Whether `error` says that the person cancelled. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof ChaperoneError) return error.code === "cancelled";
  return error instanceof DOMException && error.name === "AbortError";
}

/** What to do after a question that failed. */
const NEXT: Partial<Record<Code, string>> = {
  network:
    "Try again. If it fails again, check that the server is running, and look at the settings under “Model server”.",
  reply: "Look at the address and the model’s name under “Model server”, then try again.",
  "too-large": "Ask for less, or take another model.",
  "not-found": "Quotations can answer: for them nothing has to leave.",
  internal: "Reload the page.",
};

/** Returns what to do after a question that failed with `error`; an empty text where its words say so. */
export function adviceAfter(error: unknown): string {
  return error instanceof ChaperoneError ? (NEXT[error.code] ?? "") : "";
}

/** What to do about a file that could not be read. */
const ADVICE: Partial<Record<Code, string>> = {
  unsupported: "Ask for your records as FHIR R4 in JSON.",
  "too-large": "Split the file, or ask for an export of fewer years.",
  network: "Check the connection, and try again.",
  io: "Choose it again.",
};

/** Returns what to do about a file that failed with `error`; an empty text where there is nothing to say. */
export function advice(error: unknown): string {
  return error instanceof ChaperoneError ? (ADVICE[error.code] ?? "") : "";
}
