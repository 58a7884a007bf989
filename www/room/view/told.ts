/** What errors say to the person. */
import { ChaperoneError, type Code } from "../engine/error.ts";
import { sentence } from "./words.ts";
import { say } from "../words/first.ts";
import { spoken } from "../words/say.ts";

/** Returns the words for an error. Only the engine's own messages are shown: others might quote what they failed on. */
export function told(error: unknown): string {
  if (error instanceof ChaperoneError) return sentence(spoken(error.message));
  if (isCancelled(error)) return say("cancelled");
  return say("somethingFailedInThe");
}

/** Whether `error` says that the person cancelled. */
export function isCancelled(error: unknown): boolean {
  if (error instanceof ChaperoneError) return error.code === "cancelled";
  return error instanceof DOMException && error.name === "AbortError";
}

/** What to do after a question that failed. */
const NEXT: Partial<Record<Code, string>> = {
  get network() {
    return say("tryAgainIfIt");
  },
  get unreached() {
    return say("startTheModelServer");
  },
  get reply() {
    return say("lookAtTheAddress");
  },
  get "too-large"() {
    return say("askForLessOr");
  },
  get "not-found"() {
    return say("quotationsCanAnswerFor");
  },
  get internal() {
    return say("reloadThePage");
  },
};

/** Of what failed at the model on this device the words say what to do: there is no server to be looked at. */
const OF_SERVERS: readonly Code[] = ["network", "unreached", "reply"];

/** Returns what to do after a question that failed with `error`, where `isHere` at the model on this device; an empty text where its words say so. */
export function adviceAfter(error: unknown, isHere = false): string {
  if (isHere && error instanceof ChaperoneError && OF_SERVERS.includes(error.code)) return "";
  return error instanceof ChaperoneError ? (NEXT[error.code] ?? "") : "";
}

/** What lies behind a failure, for who looks after the server. */
const DETAIL: Partial<Record<Code, string>> = {
  get unreached() {
    return say("theConnectionWasRefused");
  },
  get network() {
    return say("ifTheServerIs");
  },
};

/** Returns what lies behind a question that failed with `error`; an empty text where there is nothing to say. */
export function detailOf(error: unknown): string {
  return error instanceof ChaperoneError ? (DETAIL[error.code] ?? "") : "";
}

/** What to do about a file that could not be read. */
const ADVICE: Partial<Record<Code, string>> = {
  get unsupported() {
    return say("askForYourRecords");
  },
  get "too-large"() {
    return say("splitTheFileOr");
  },
  get network() {
    return say("checkTheConnectionAnd");
  },
  get io() {
    return say("chooseItAgain");
  },
};

/** Returns what to do about a file that failed with `error`; an empty text where there is nothing to say. */
export function advice(error: unknown): string {
  return error instanceof ChaperoneError ? (ADVICE[error.code] ?? "") : "";
}
