/** One question of the conversation and what became of it. */
import type { Replied } from "../engine/calls.ts";
import type { Choice, Draft, Inside } from "../engine/types.ts";
import type { Letter } from "./question.ts";

/** To whom a request went, and when. */
export interface Sent {
  readonly url: string;
  readonly model: string;
  readonly at: Date;
  /** Whether the server was never reached: then nothing left. */
  readonly unreached?: boolean;
}

/** A request that was approved and brought no whole answer. */
export interface Attempt {
  readonly sent: Sent;
  /** What was approved; not known any more in a later session. */
  readonly draft: Draft | undefined;
}

/** One question and what became of it. A new object at each change. */
export interface Turn {
  readonly id: number;
  readonly question: string;
  /** The question as it was searched and rewritten: where it was a follow-up, whole with what it left unsaid; else as it was typed. */
  readonly asked: string;
  /** Whether the person wants it asked as it was typed, whatever was asked before. */
  readonly alone: boolean;
  /** Whether the literature alone is asked, without the records. */
  readonly apart?: boolean | undefined;
  /** The patient whom it is about where it names nobody, by name; `undefined` for everybody. */
  readonly about: string | undefined;
  readonly at: Date;
  /** Who is to answer. */
  readonly by: "quotes" | "model";
  /** Whether the engine is searching, or preparing what would leave. */
  readonly working: boolean;
  /** What the model on this device has done meanwhile, where it searches and drafts. */
  readonly inside: Inside | undefined;
  /** The note or letter of which all is asked about. */
  readonly letter: Letter | undefined;
  readonly draft: Draft | undefined;
  /** The draft as it was told before the person chose otherwise. */
  readonly previous: Draft | undefined;
  /** Why nothing is left of the draft with what the person keeps back: then it cannot be approved. */
  readonly emptied: string | undefined;
  /** How the last draft was to be told, with what was kept back and let leave: so is the next one. In a later session what was kept back stays. */
  readonly chosen: Choice | undefined;
  /** Whether the person discarded the draft. */
  readonly discarded: boolean;
  readonly sent: Sent | undefined;
  /** The public passages that were told with it, and those that were found and stayed. */
  readonly literature?: Draft["literature"];
  /** The attempts before this one, oldest first. */
  readonly earlier: readonly Attempt[];
  /** What has come so far of a reply that is under way; `undefined` when none is. */
  readonly streaming: string | undefined;
  /** For how many milliseconds a busy server is left alone before it is asked again; `undefined` when it is not. */
  readonly pause: number | undefined;
  readonly answer: Replied | undefined;
  readonly failure: string;
  /** What to do about the failure; empty where there is nothing to say. */
  readonly advice: string;
  /** What lies behind the failure, for who looks after the server; empty where there is nothing to say. */
  readonly detail: string;
}

/** How exactly something is told. */
export interface Manner {
  readonly level: NonNullable<Choice["level"]>;
  readonly noise: NonNullable<Choice["noise"]>;
  /** What is done where a stranger could know who it is. */
  readonly strangers: NonNullable<Choice["strangers"]>;
}

/** What a turn begins as, and begins again as. */
export const FRESH = {
  working: true,
  inside: undefined,
  draft: undefined,
  previous: undefined,
  emptied: undefined,
  discarded: false,
  sent: undefined,
  literature: undefined,
  streaming: undefined,
  pause: undefined,
  answer: undefined,
  failure: "",
  advice: "",
  detail: "",
} as const;
