/** How much is told: the choice of a level, with what each keeps, and what changed when it was last made. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Draft, Level, Telling } from "../engine/types.ts";
import type { Manner } from "./turn-state.ts";
import { OPENING, differences, type Difference } from "./differences.ts";
import { shared } from "./theme.ts";
import { many } from "./words.ts";
import { say as first } from "../words/first.ts";
import { say } from "../words/leaves.ts";
import { spoken } from "../words/say.ts";

/** Fires `tell` with a part of {@link Manner}. */
@customElement("chaperone-manner")
export class MannerView extends LitElement {
  @property({ attribute: false }) accessor draft: Draft | undefined;
  /** The draft as it was told before. */
  @property({ attribute: false }) accessor previous: Draft | undefined;
  @property({ attribute: false }) accessor telling: Telling | undefined;
  /** Whether the draft was approved: then it is only said how it was told. */
  @property({ attribute: false }) accessor sent = false;

  static override readonly styles = [
    shared,
    css`
      fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 0.5rem; min-width: 0; }
      legend { font-weight: 600; padding: 0; margin-bottom: 0.375rem; }
      .levels { display: grid; gap: 0.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); }
      .level { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem 0.625rem; align-content: start; padding: 0.625rem 0.75rem; border: 1px solid var(--line-strong); border-radius: var(--radius-small); font-weight: 400; cursor: pointer; }
      .level:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
      .level:has(:disabled) { cursor: default; background: var(--ground); color: var(--ink-soft); }
      .level > span { grid-column: 2; }
      .level > .name { font-weight: 600; }
      input { margin: 0.2rem 0 0; width: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
      .noise { display: flex; gap: 0.625rem; align-items: start; font-weight: 400; min-height: 2.75rem; padding-top: 0.5rem; }
      #differences div { max-height: 16rem; overflow: auto; }
      #differences ul { display: grid; gap: 0.5rem; list-style: none; padding: 0; }
      #differences li { overflow-wrap: anywhere; white-space: pre-wrap; }
      del { background: var(--bad-ground); color: var(--bad); }
      ins { background: var(--good-ground); color: var(--good); text-decoration-thickness: 2px; }
    `,
  ];

  override render() {
    const { draft, telling } = this;
    if (draft === undefined) return nothing;
    if (this.sent || telling === undefined)
      return html`<p class="small soft" id="told">${say(draft.noise === "on" ? "toldWithNoise" : "toldAtTheLevel", { level: spoken(draft.level) })}</p>`;
    return html`
      <fieldset>
        <legend>${say("howMuchIsTold")}</legend>
        <div class="levels">${telling.levels.map((level) => this.#level(level, draft))}</div>
        <p class="small soft">${say("namesNumbersOfPersons")}</p>
        ${this.#noise(draft, telling)}
      </fieldset>
      ${this.#hosts(telling)} ${this.#differences(draft)}
    `;
  }

  #level({ level, name, keeps, changes, mayBeChosen }: Telling["levels"][number], draft: Draft) {
    return html`<label class="level">
      <input type="radio" name="level" value=${level} aria-describedby="keeps-${level}" ?disabled=${!mayBeChosen} .checked=${draft.level === level} @change=${() => this.#tell({ level })} />
      <span class="name">${spoken(name)}</span>
      <span class="small" id="keeps-${level}">${mayBeChosen ? html`${say("keeps", { keeps: spoken(keeps) })}` : html`${say("notOfferedWhoeverRuns", { floor: this.#floor() })}`}</span>
      ${draft.level === level ? html`<span class="small soft">${spoken(changes)}</span>` : nothing}
    </label>`;
  }

  /** The name of the level that tells most of those that may be chosen. */
  #floor(): string {
    return spoken(this.telling?.levels.findLast(({ mayBeChosen }) => mayBeChosen)?.name ?? "");
  }

  #noise(draft: Draft, { mustHaveNoise }: Telling) {
    return html`<label class="noise">
      <input type="checkbox" id="noise" aria-describedby="noise-says" ?disabled=${mustHaveNoise} .checked=${draft.noise === "on"} @change=${({ target }: Event) => this.#tell({ noise: (target as HTMLInputElement).checked ? "on" : "off" })} />
      <span>${say("noise")} <span class="small soft" id="noise-says">${mustHaveNoise ? `${say("whoeverRunsThisPage")} ` : ""}${say("roundedNumbersMayBe")}</span></span>
    </label>`;
  }

  #hosts({ allowWords, strangers, kinds, endpoints }: Telling) {
    const says = [
      ...(allowWords ? [] : [say("noWordThatIs")]),
      ...(strangers === "warn" ? [] : [say(strangers === "ease" ? "lessWhereAStranger" : "refusedWhereAStranger")]),
      ...(kinds === undefined ? [] : [say("onlyTheseKindsOf", { kinds: kinds.join(", ") || first("none") })]),
      ...(endpoints === undefined
        ? []
        : [say("onlyTheseServersMay", { servers: endpoints.join(", ") || first("none") })]),
    ];
    return says.length === 0
      ? nothing
      : html`<p class="small" id="hosts">${say("setByWhoeverRuns", { says: says.join("; ") })}</p>`;
  }

  #differences(draft: Draft) {
    const { previous } = this;
    if (previous === undefined) return html`<p role="status" class="small"></p>`;
    const found = differences(previous, draft);
    const level = nameOf(previous.level);
    const than = previous.noise === "on" ? say("levelWithNoise", { level }) : level;
    const said =
      found.length === 0
        ? say("nothingIsToldOtherwise", { than })
        : say("toldOtherwiseThanAt", { than, parts: many(found.length, "part") });
    return html`<p role="status" class="small" id="changed">${said}</p>
      ${
        found.length === 0
          ? nothing
          : html`<details id="differences" open>
              <summary>${say("whatChanged")}</summary>
              <div tabindex="0" role="group" aria-label=${say("whatChanged")}>
                <ul class="small">${found.map((each) => this.#difference(each))}</ul>
              </div>
            </details>`
      }`;
  }

  #difference({ name, runs }: Difference) {
    return html`<li><strong>${name === OPENING ? say("beforeThePassages") : name}</strong> ${runs.map(({ of, text }) =>
      of === "both" ? text : of === "before" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`,
    )}</li>`;
  }

  #tell(detail: Partial<Manner>): void {
    this.dispatchEvent(new CustomEvent<Partial<Manner>>("tell", { detail }));
  }
}

function nameOf(level: Level): string {
  return spoken(level.charAt(0).toUpperCase() + level.slice(1));
}
