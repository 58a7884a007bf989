/** What is said of a thought process. */
import type { ThinkEnding, ThinkNode, ThinkTells } from "../../engine/types.ts";

/** What kinds are told, with how many facts of each. */
export function tellsWords(tells: readonly ThinkTells[]): string {
  return tells.length === 0 ? "nothing" : tells.map(({ words, facts }) => `${words} (${facts})`).join(", ");
}

/** What a node is called. */
export function nameOf({ kind, id }: ThinkNode): string {
  return kind === "question" ? "Question" : `${kind === "document" ? "Document" : "Thought"} ${id}`;
}

/** A score in percent. */
export function percent(score: number): string {
  return `${Math.round(score * 100)} %`;
}

/** Who gave a score. */
export const SCORERS: Record<NonNullable<ThinkNode["by"]>, string> = {
  "self-critic": "the model itself, from how likely it was to say so",
  sampled: "the model itself, asked three times, as its server tells no probabilities",
  estimator: "the estimator",
  person: "you",
  oracle: "the truth",
  rule: "a rule: it has no words, or could not be judged",
};

/** Why a process ended. */
export const ENDINGS: Record<ThinkEnding, string> = {
  "good-enough": "A thought is good enough.",
  size: "There are as many thoughts as you approved.",
  budget: "The requests or tokens that you approved are used up.",
  exhausted: "There is nothing left in the records to put together.",
  cancelled: "You ended it.",
};

/** What the model is asked at the moment. */
export const DOING = {
  think: "The model is thinking…",
  judge: "The model is judging its thought…",
  seek: "The model says what to look up next…",
} as const;

/** The first words of a text. */
export function short(text: string, most = 60): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
