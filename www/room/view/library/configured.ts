/** What a configuration that the person chose sets, in plain words. */
import { html } from "lit";
import type { LibraryConfigured } from "../../../../pkg/chaperone.js";
import { listed } from "../words.ts";
import { say } from "../../words/library.ts";

/** Renders what holds by the file. */
export function configured({
  best,
  filters,
  evidence,
  chunking,
  prefix,
  k1,
  b,
  reading,
  lacksVectors,
}: LibraryConfigured) {
  const before = [
    prefix.title ? say("theTitle") : undefined,
    prefix.journal ? say("theJournal") : undefined,
    prefix.year ? say("theYear") : undefined,
    prefix.mesh ? say("theTopics") : undefined,
  ].filter((part) => part !== undefined);
  const sets = [
    say("findsAtMost", { count: best }),
    say(filters ? "whatIsStatedNarrows" : "nothingNarrows"),
    say(evidence ? "kindCounts" : "kindDoesNotCount"),
    reading.spelling ? say("slipsAreRead") : undefined,
    reading.concepts ? say("otherWordsCount") : undefined,
    reading.queries ? say("otherWordingsCount") : undefined,
    reading.causal ? say("wordingsOfCausesCount") : undefined,
    Object.values(reading).includes(true) ? say("serverMayTellMore") : undefined,
    say(chunking === "whole" ? "abstractsAreWhole" : "abstractsAreCut"),
    before.length === 0 ? say("foundByTheirText") : say("foundAlsoBy", { parts: listed(before) }),
    say("wordsCountBy", { k1: String(k1), b: String(b) }),
    lacksVectors ? say("vectorsDoNotCount") : undefined,
  ].filter((set) => set !== undefined);
  return html`<p>${say("thisHolds")}</p>
    <ul>${sets.map((set) => html`<li>${set}</li>`)}</ul>`;
}
