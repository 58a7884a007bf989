/** What can go wrong with what is kept, in words, and how several failures become one. */
import { ChaperoneError, toData, type ErrorData } from "./error.ts";

/** Why a file that was left out is not there. */
export const LEFT_OUT: ErrorData = {
  code: "io",
  fault: "runtime",
  message: "It was left out, as reading it stopped the engine the last time. It is still kept.",
};

/** Nothing can be kept. */
export function unavailable(): ChaperoneError {
  return new ChaperoneError({
    code: "io",
    fault: "runtime",
    message: "Nothing can be kept on this device: the browser offers no storage to this page, or another tab uses it.",
  });
}

/** The person gave it up. */
export function givenUp(): ChaperoneError {
  return new ChaperoneError({ code: "cancelled", fault: "runtime", message: "Cancelled; all is still kept." });
}

/** Another tab began to keep things first. */
export function taken(): ChaperoneError {
  return new ChaperoneError({
    code: "io",
    fault: "user",
    message:
      "Another tab has begun to keep records on this device. Reload this page to see them; this tab's records go with it.",
  });
}

/** Another tab has taken over what is kept. */
export function lost(): ChaperoneError {
  return new ChaperoneError({
    code: "io",
    fault: "runtime",
    message: "Another tab uses what is kept on this device now; this one keeps nothing any more. Reload this page.",
  });
}

/** Does all of `acts`, one after the other, and returns what the first of them that failed says. */
export async function firstFailure(acts: readonly (() => Promise<void>)[]): Promise<ErrorData | undefined> {
  let first: ErrorData | undefined;
  for (const act of acts) {
    try {
      await act();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      first ??= toData(error);
    }
  }
  return first;
}

/** Whether `error` says that something kept is damaged; not that it could not be had now, or is of a newer version. */
export function isDamage(error: unknown): boolean {
  return toData(error).code === "malformed" && !(error instanceof WebAssembly.RuntimeError);
}
