/** Questions to begin with: of a fixed list those to which the records in the room hold an exact answer. */
import type { EngineClient } from "../engine/client.ts";

/** Questions that most records can answer, the most telling first. */
const CANDIDATES: readonly string[] = [
  "When was my last blood pressure and what was it?",
  "What medications am I taking?",
  "What am I allergic to?",
  "What was my last HbA1c?",
  "Which conditions do I have?",
  "What was my last cholesterol?",
  "When was my last flu vaccination?",
  "How has my weight changed?",
  "What was my last creatinine?",
  "What did the last letter about me say?",
];

/** How many are shown. */
const SHOWN = 4;

/** Resolves to questions about patient `subject` that the records answer; fewer, or none, where they do not. */
export async function examples(engine: EngineClient, subject: number): Promise<readonly string[]> {
  const found: { readonly question: string; readonly exact: boolean }[] = [];
  for (const question of CANDIDATES) {
    const { blocks, notice } = await engine.call("quotes", { question, subject });
    // What is said of an answer is why it is none, or not all of it.
    if (notice !== undefined) continue;
    const exact = blocks.some(({ kind }) => kind === "record-data");
    if (exact || blocks.some(({ kind }) => kind === "verbatim")) found.push({ question, exact });
    if (found.filter((each) => each.exact).length >= SHOWN) break;
  }
  return [...found.filter(({ exact }) => exact), ...found.filter(({ exact }) => !exact)]
    .slice(0, SHOWN)
    .map(({ question }) => question);
}
