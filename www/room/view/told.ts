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
  unreached:
    "Start the model server, or correct its address under “Model server”, then try again. Quotations answer without it.",
  reply: "Look at the address and the model’s name under “Model server”, then try again.",
  "too-large": "Ask for less, or take another model.",
  "not-found": "Quotations can answer: for them nothing has to leave.",
  internal: "Reload the page.",
};

/** Returns what to do after a question that failed with `error`; an empty text where its words say so. */
export function adviceAfter(error: unknown): string {
  return error instanceof ChaperoneError ? (NEXT[error.code] ?? "") : "";
}

/** What lies behind a failure, for who looks after the server. */
const DETAIL: Partial<Record<Code, string>> = {
  unreached:
    "The connection was refused, the name is not known, its certificate is not valid, or the browser does not let this page reach that address (a page served by https needs its permission for servers on this computer or network). An empty request (HEAD /) got no answer, so the prepared one was not sent.",
  network:
    "If the server is running: it may not allow this page’s origin (CORS), answer with a redirect, which is not followed, or have ended the connection. For Ollama, OLLAMA_ORIGINS names the origins that it allows.",
};

/** Returns what lies behind a question that failed with `error`; an empty text where there is nothing to say. */
export function detailOf(error: unknown): string {
  return error instanceof ChaperoneError ? (DETAIL[error.code] ?? "") : "";
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
