/** The ways in which a model can be asked, as `quote::prompt` has them. */
import type { Prompt } from "../engine/types.ts";

/** Each prompt with the key of what a person chooses it by, the default first. */
export const PROMPTS = [
  { name: "standard", title: "shortAnswer" },
  { name: "chain-of-thought", title: "reasoningFirst" },
  { name: "patient-friendly", title: "inEverydayWords" },
  { name: "clinician-brief", title: "briefForClinicians" },
  { name: "multiple-choice", title: "chooseAmongAnswers" },
  { name: "abstracts-only", title: "fromArticlesText" },
  { name: "abstracts-with-metadata", title: "fromArticlesWith" },
] as const satisfies readonly { readonly name: Prompt; readonly title: string }[];
