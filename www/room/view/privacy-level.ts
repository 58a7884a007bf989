/** How exactly something is told when a question is prepared: what the next question begins with. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Beyond, Telling } from "../engine/types.ts";
import type { Manner } from "./turn-state.ts";
import { shared } from "./theme.ts";
import { say } from "../words/settings.ts";
import { spoken } from "../words/say.ts";

/** What may be done where a stranger could know who it is, the least strict first, and what each does. */
const STRANGERS: readonly { readonly beyond: Beyond; readonly name: () => string; readonly does: () => string }[] = [
  { beyond: "warn", name: () => say("showItOnly"), does: () => say("itIsToldAsItIs") },
  { beyond: "ease", name: () => say("tellLess"), does: () => say("coarserUntilEnough") },
  { beyond: "refuse", name: () => say("tellLessOrRefuse"), does: () => say("whatStillTells") },
];

/** Fires `prefer` with a part of {@link Manner}. */
@customElement("chaperone-privacy-level")
export class PrivacyLevelView extends LitElement {
  @property({ attribute: false }) accessor telling: Telling | undefined;
  @property({ attribute: false }) accessor manner!: Manner;

  static override readonly styles = [
    shared,
    css`
      fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
      .level { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem 0.625rem; align-content: start; padding: 0.75rem; border: 1px solid var(--line-strong); border-radius: var(--radius-small); font-weight: 400; cursor: pointer; }
      .level:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
      .level:has(:disabled) { cursor: default; background: var(--ground); color: var(--ink-soft); }
      .level > span { grid-column: 2; }
      .name { font-weight: 600; }
      input { margin: 0.2rem 0 0; width: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
    `,
  ];

  override render() {
    const { telling, manner } = this;
    if (telling === undefined) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("howMuchIsTold")}</h2>
      <p class="soft small" id="says">${say("whatTheNextQuestion")}</p>
      <fieldset aria-labelledby="title" aria-describedby="says">
        ${telling.levels.map(
          ({ level, name, keeps, mayBeChosen }) => html`<label class="level">
            <input type="radio" name="preferred" value=${level} ?disabled=${!mayBeChosen} .checked=${manner.level === level} @change=${() => this.#prefer({ level })} />
            <span class="name">${spoken(name)}</span>
            <span class="small">${mayBeChosen ? html`${say("keeps", { keeps: spoken(keeps) })}` : say("notOfferedByWhoever")}</span>
          </label>`,
        )}
      </fieldset>
      ${this.#strangers(telling, manner)}
    </section>`;
  }

  #strangers(telling: Telling, manner: Manner) {
    const rank = (of: Beyond): number => STRANGERS.findIndex(({ beyond }) => beyond === of);
    const least = rank(telling.strangers);
    const chosen = Math.max(least, rank(manner.strangers));
    return html`<h3 id="strangers-title">${say("whereAStranger")}</h3>
      <p class="soft small" id="strangers-say">${say("rareThingsTogether")}</p>
      <fieldset id="strangers" aria-labelledby="strangers-title" aria-describedby="strangers-say">
        ${STRANGERS.map(
          ({ beyond, name, does }, at) => html`<label class="level">
            <input type="radio" name="strangers" value=${beyond} ?disabled=${at < least} .checked=${at === chosen} @change=${() => this.#prefer({ strangers: beyond })} />
            <span class="name">${name()}</span>
            <span class="small">${at < least ? say("notOfferedByWhoever") : does()}</span>
          </label>`,
        )}
      </fieldset>`;
  }

  #prefer(detail: Partial<Manner>): void {
    this.dispatchEvent(new CustomEvent<Partial<Manner>>("prefer", { detail }));
  }
}
