/** The ways in which a model can be asked, as `quote::prompt` has them. */
import type { Prompt } from "../engine/types.ts";

/** Each prompt with what a person chooses it by, the default first. */
export const PROMPTS: readonly { readonly name: Prompt; readonly title: string }[] = [
  { name: "standard", title: "Short answer" },
  { name: "chain-of-thought", title: "Reasoning first" },
  { name: "patient-friendly", title: "In everyday words" },
  { name: "clinician-brief", title: "Brief, for clinicians" },
  { name: "multiple-choice", title: "Choose among answers" },
  { name: "abstracts-only", title: "From articles, text only" },
  { name: "abstracts-with-metadata", title: "From articles, with year and journal" },
];
