/** What comes to stand beside a draft, where the part of the page that knows libraries is there and one of the person's files is open. */
import type { Draft, ThinkBeside } from "./types.ts";

export const beside = {
  /** Resolves to what changes of the draft, or to nothing. */
  add: undefined as ((draft: Draft) => Promise<Draft | undefined>) | undefined,
  /** Has the thought process told of public passages; resolves to what there is to approve then, or to nothing. */
  think: undefined as (() => Promise<ThinkBeside | undefined>) | undefined,
};
