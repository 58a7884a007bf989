/** What a server's refusal comes to: a sentence of ours, and of what it said only the numbers of its context. */
import { ChaperoneError } from "./error.ts";

/** Tokens that a server can take, and those that a request had, as far as it says. */
export interface ContextSize {
  readonly has: number;
  readonly needs: number | undefined;
}

/** Statuses with which servers say that a request is too long; of others nothing is read. */
const TELLING: readonly number[] = [400, 413, 422];

/** The most characters of a refusal that are looked at. */
export const MOST_REFUSAL = 4096;
/** Milliseconds that the rest of a refusal is waited for. */
export const REFUSAL_MILLIS = 3000;

/** Whether anything can be learned from what a server says with `status`. */
export function isTelling(status: number): boolean {
  return TELLING.includes(status);
}

/** Returns the error of a server that answered with `status`, and `said` so with it. */
export function refusalOf(status: number, said = ""): ChaperoneError {
  const context = isTelling(status) ? contextIn(said) : undefined;
  if (context === undefined)
    return new ChaperoneError({ code: "network", fault: "runtime", message: refusal(status), server: { status } });
  const needs = context.needs === undefined ? "" : `${context.needs} tokens, `;
  return new ChaperoneError({
    code: "too-large",
    fault: "user",
    message: `The request is longer than the model takes at a time: ${needs}where it takes ${context.has}.`,
    server: { status, context },
  });
}

function refusal(status: number): string {
  if (status === 401 || status === 403) return `The model server did not accept the key (status ${status}).`;
  if (status === 404) return "The model server does not know this address or this model (status 404).";
  if (status === 429) return "The model server asks to wait: too many requests (status 429). Try again later.";
  if (status === 503 || status === 529) return `The model server is overloaded (status ${status}). Try again later.`;
  return `The model server answered with an error (status ${status}).`;
}

/** How servers write it: llama.cpp's own fields are read before. OpenAI and vLLM, Anthropic, LM Studio. */
const FORMS: readonly (readonly [RegExp, has: number, needs: number])[] = [
  [/maximum context length is (\d{1,9}) tokens\D{1,80}?(\d{1,9}) tokens/, 1, 2],
  [/maximum context length is (\d{1,9}) tokens/, 1, 0],
  [/prompt is too long: (\d{1,9}) tokens > (\d{1,9}) maximum/, 2, 1],
  [/n_keep:? ?(\d{1,9}) ?>= ?n_ctx:? ?(\d{1,9})/, 2, 1],
];

/** Returns the sizes that stand in a refusal; nothing else of it is kept. */
export function contextIn(said: string): ContextSize | undefined {
  if (said.length > MOST_REFUSAL) return undefined;
  const own = ownFields(said);
  if (own !== undefined) return own;
  for (const [form, has, needs] of FORMS) {
    const found = form.exec(said);
    if (found !== null) return { has: Number(found[has]), needs: needs === 0 ? undefined : Number(found[needs]) };
  }
  return undefined;
}

/** The fields of llama.cpp's `exceed_context_size_error`. */
function ownFields(said: string): ContextSize | undefined {
  try {
    const { error } = JSON.parse(said) as { error?: Record<string, unknown> };
    const [has, needs] = [error?.["n_ctx"], error?.["n_prompt_tokens"]];
    if (isCount(has)) return { has, needs: isCount(needs) ? needs : undefined };
  } catch {
    // No JSON, or none of an object.
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 1e9;
}
