/** The parts of the screen of the records, as tabs, and whose they are. */
import { css, html, nothing } from "lit";
import { ref } from "lit/directives/ref.js";
import { choose as pick, people } from "./people.ts";
import { PARTS, type PartName } from "./screens.ts";
import { say } from "../words/first.ts";

/** The look of both. */
export const partsStyles = css`
  .tabs { display: flex; flex-wrap: wrap; gap: 0.25rem; padding: 0.25rem; border-radius: var(--radius); background: var(--hover); justify-self: start; max-width: 100%; }
  .tabs button { flex: 1 1 auto; min-height: 2.5rem; padding: 0.375rem 1rem; border: 1px solid transparent; border-radius: var(--radius-small); background: none; font-weight: 550; font-size: 0.9375rem; }
  .tabs [aria-selected="true"] { background: var(--sheet); border-color: var(--line); color: var(--accent); }
  .person { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; }
  .person select { width: auto; field-sizing: content; max-width: 100%; }
  @media (max-width: 30rem) { .tabs { justify-self: stretch; } .tabs button { padding-inline: 0.375rem; } }
  @media (max-width: 24rem) { .tabs { gap: 0; } .tabs button { padding-inline: 0.25rem; font-size: var(--text-s); } }
`;

/** Returns the tabs; `choose` is called with the part that is to be shown. */
export function partsOf(part: PartName, choose: (part: PartName) => void) {
  const keys = (event: KeyboardEvent): void => {
    const at = PARTS.findIndex(({ name }) => name === part);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: PARTS.length - 1 }[event.key];
    const next = to === undefined ? undefined : PARTS[(to + PARTS.length) % PARTS.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next.name);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#tab-${next.name}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${say("partsOfYourRecords")} @keydown=${keys}>
    ${PARTS.map(
      ({ name, word }) =>
        html`<button role="tab" id="tab-${name}" aria-controls="part-${name}" aria-selected=${String(name === part) as "true" | "false"} tabindex=${name === part ? 0 : -1} @click=${() => choose(name)}>${word}</button>`,
    )}
  </div>`;
}

/** Returns the field for whose records are shown; nothing where they are of one person. */
export function person(patients: readonly string[], chosen: number, choose: (number: number) => void) {
  if (patients.length < 2) return nothing;
  // The field is made anew on each part of the screen: it shows whom the page shows.
  const shows = (select: Element | undefined): void => {
    if (select !== undefined) pick(select as HTMLSelectElement, String(chosen));
  };
  return html`<label class="person small"><span>${say("of")}</span><select id="person" @change=${({ target }: Event) => choose(Number((target as HTMLSelectElement).value))} ${people(patients)} ${ref(shows)}></select></label>`;
}
