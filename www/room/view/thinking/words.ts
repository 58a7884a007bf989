/** What is said of a thought process. */
import type { ThinkEnding, ThinkJudge, ThinkNode, ThinkTells } from "../../engine/types.ts";
import { say } from "../../words/thinking.ts";
import { spoken } from "../../words/say.ts";

/** What kinds are told, with how many facts of each. */
export function tellsWords(tells: readonly ThinkTells[]): string {
  return tells.length === 0
    ? say("nothing")
    : tells.map(({ words, facts }) => `${spoken(words, "sort")} (${facts})`).join(", ");
}

/** What a node is called. */
export function nameOf({ kind, id }: ThinkNode): string {
  return kind === "question" ? say("question") : `${kind === "document" ? say("document") : say("thought")} ${id}`;
}

/** A score in percent. */
export function percent(score: number): string {
  return `${Math.round(score * 100)} %`;
}

/** Who gave a score. */
export const SCORERS: Record<NonNullable<ThinkNode["by"]>, string> = {
  get "self-critic"() {
    return say("theModelItselfFrom");
  },
  get sampled() {
    return say("theModelItselfAsked");
  },
  get estimator() {
    return say("theEstimator");
  },
  get person() {
    return say("you");
  },
  get oracle() {
    return say("theTruth");
  },
  get rule() {
    return say("aRuleItHas");
  },
};

/** Who can judge thoughts: what they are called, and what that means. */
export const JUDGE_WORDS: Record<ThinkJudge, { readonly name: string; readonly means: string }> = {
  "self-critic": {
    get name() {
      return say("theModel");
    },
    get means() {
      return say("itIsAskedOnce");
    },
  },
  estimator: {
    get name() {
      return say("anEstimator");
    },
    get means() {
      return say("aSmallNetwork");
    },
  },
  person: {
    get name() {
      return say("iDo");
    },
    get means() {
      return say("youAreShown");
    },
  },
};

/** Why a process ended. */
export const ENDINGS: Record<ThinkEnding, string> = {
  get "good-enough"() {
    return say("aThoughtIsGood");
  },
  get size() {
    return say("thereAreAsMany");
  },
  get budget() {
    return say("theRequestsOrTokens");
  },
  get exhausted() {
    return say("thereIsNothingLeft");
  },
  get cancelled() {
    return say("youEndedIt");
  },
};

/** What the model is asked at the moment. */
export const DOING = {
  get think() {
    return say("theModelIsThinking");
  },
  get judge() {
    return say("theModelIsJudging");
  },
  get seek() {
    return say("theModelSaysWhat");
  },
} as const;

/** The first words of a text. */
export function short(text: string, most = 60): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}
