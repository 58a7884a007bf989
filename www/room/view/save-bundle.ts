/** Saves entries as their files have them, as a FHIR Bundle: the button, and what is said before and after. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Gathered, Gathering, LeftOut } from "../engine/bundle.ts";
import type { EngineClient } from "../engine/client.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { many } from "./words.ts";
import { say } from "../words/records.ts";

/** Why entries are left out, in the words of the page. */
const WHY: Readonly<Record<LeftOut, (count: number) => string>> = {
  "not-fhir": (count) => say("fromFilesThatAre", { entries: many(count, "entry") }),
  text: (count) => say("lettersNotesAroundWhich", { texts: many(count, "text") }),
  unread: (count) => say("whoseFileCouldNot", { entries: many(count, "entry") }),
};

@customElement("chaperone-save-bundle")
export class SaveBundle extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  /** What is saved. */
  @property({ attribute: false }) accessor what!: Gathering;
  /** What the button says. */
  @property() accessor label = "";
  @state() private accessor gathered: Gathered | undefined;
  @state() private accessor outcome = "";
  @state() private accessor failure = "";
  @state() private accessor busy = false;

  static override readonly styles = [
    shared,
    css`
      :host { display: grid; gap: 0.5rem; }
      .row { align-items: baseline; }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("what")) return;
    this.gathered = undefined;
    this.outcome = "";
    this.failure = "";
  }

  override render() {
    return html`
      <div class="row">
        <button id="save-bundle" aria-describedby="bundle-hint" ?disabled=${this.busy} @click=${(event: Event) => this.#save(event)}>${this.label}</button>
        <span class="small" role="status" id="bundle-saved">${this.outcome === "" ? nothing : this.outcome}</span>
      </div>
      <p class="small soft" id="bundle-hint">${say("aFhirBundleOf")}</p>
      ${this.gathered === undefined ? nothing : this.#counts(this.gathered)}
      ${this.failure === "" ? nothing : html`<p class="notice bad small" role="alert" id="bundle-failure">${this.failure}</p>`}
    `;
  }

  #counts({ entries, left }: Gathered) {
    const without = left.map(({ why, count }) => WHY[why](count)).join("; ");
    return html`<p class="small" role="status" id="bundle-counts">${say("inTheFile", { entries: many(entries, "entry") })}${without === "" ? nothing : ` ${say("leftOut", { without })}`}</p>`;
  }

  async #save(click: Event): Promise<void> {
    // A click that a script made is none.
    if (!click.isTrusted || this.busy) return;
    this.busy = true;
    this.outcome = "";
    this.failure = "";
    try {
      this.gathered = await this.engine.call("gather", this.what);
      if (this.gathered.entries === 0) {
        this.outcome = say("thereIsNothingTo");
      } else {
        const { saved } = await this.engine.call("export-ledger", { what: "bundle" });
        this.outcome = saved ? say("saved") : say("notSaved");
      }
    } catch (error) {
      this.failure = told(error);
    }
    this.busy = false;
  }
}
