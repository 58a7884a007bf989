/** Asks whose records a source holds, where it does not say so, or names somebody like another patient. Nothing is joined unasked. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Unmatched } from "../engine/types.ts";
import { shared } from "./theme.ts";
import { say } from "../words/first.ts";

/** What the person says: the patient `from` is the patient `to`; or, without `to`, somebody else. Numbers of patients. */
export interface Said {
  readonly from: number;
  readonly to: number | undefined;
}

/** Fires `said` with {@link Said}. */
@customElement("chaperone-whose")
export class WhoseView extends LitElement {
  /** Of whom it is to be asked. */
  @property({ attribute: false }) accessor unmatched: readonly Unmatched[] = [];
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  @property({ attribute: false }) accessor busy = false;

  static override readonly styles = [
    shared,
    css`
      fieldset { border: 1px solid var(--line); border-radius: var(--radius-small); padding: 0.75rem 1rem; display: grid; gap: 0.5rem; margin: 0; }
      legend { font-weight: 600; padding: 0 0.25rem; }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; overflow-wrap: anywhere; }
    `,
  ];

  /** One question at a time: the next takes the place of the one that was answered. */
  override render() {
    const asked = this.unmatched.filter(({ patient }) => this.patients[patient] !== undefined);
    const [first, ...later] = asked;
    if (first === undefined) return nothing;
    const { patient, unsaid, candidates } = first;
    const name = this.patients[patient] ?? "";
    return html`<fieldset class="whose" data-patient=${patient} ?disabled=${this.busy}>
        <legend>${unsaid ? say("whoseRecordsAreThese") : say("isThisTheSame")}</legend>
        <p class="small">${
          unsaid ? html`${say("whatIsShownUnder", { name })}` : html`${say("hasTheBirthDate", { name })}`
        }</p>
        <div class="row">
          ${candidates.map((to) => html`<button data-to=${to} @click=${() => this.#say({ from: patient, to })}>${this.patients[to] ?? ""}</button>`)}
          <button class="else" @click=${() => this.#say({ from: patient, to: undefined })}>${say("somebodyElse")}</button>
        </div>
        ${later.length === 0 ? nothing : html`<p class="small soft" id="later">${say("moreAreAsked", { count: later.length })}</p>`}
      </fieldset>`;
  }

  #say(said: Said): void {
    this.dispatchEvent(new CustomEvent<Said>("said", { detail: said, bubbles: true, composed: true }));
  }
}
