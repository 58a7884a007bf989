/** The choice of the language, and of the units that stand beside those of the records. */
import { LitElement, css, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { say } from "../words/settings.ts";
import { UNITS, type Tag, type Units } from "./choices.ts";
import { LANGUAGES } from "./language.ts";
import { shared } from "./theme.ts";

/** Fires `language` with a {@link Tag}, and `units` with {@link Units}. */
@customElement("chaperone-locale")
export class LocaleView extends LitElement {
  @property({ attribute: false }) accessor language: Tag = "en";
  @property({ attribute: false }) accessor units: Units = "recorded";

  static override readonly styles = [
    shared,
    css`
      .fields { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); align-items: start; }
    `,
  ];

  override render() {
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("languageAndUnits")}</h2>
      <div class="fields">
        <label>${say("language")}<select id="language" @change=${({ target }: Event) => this.#tell("language", (target as HTMLSelectElement).value)}>
          ${LANGUAGES.map(({ tag, name }) => html`<option value=${tag} lang=${tag} ?selected=${tag === this.language}>${name}</option>`)}
        </select><span class="soft small">${say("whatLanguageIs")}</span></label>
        <label>${say("units")}<select id="units" @change=${({ target }: Event) => this.#tell("units", (target as HTMLSelectElement).value)}>
          ${UNITS.map((each) => html`<option value=${each} ?selected=${each === this.units}>${say(each)}</option>`)}
        </select><span class="soft small">${say("whatUnitsAre")}</span></label>
      </div>
    </section>`;
  }

  #tell(name: "language" | "units", detail: string): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
