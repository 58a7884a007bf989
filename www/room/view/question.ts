/** The question, and who answers it: quotes only, or a language model. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { shared } from "./theme.ts";

/** A model server as the person entered it. The key is kept in memory only. */
export interface Connector {
  readonly url: string;
  readonly model: string;
  readonly key: string;
  readonly waitSeconds: number;
}

/** A question that was asked; without a connector nothing leaves. */
export interface Asked {
  readonly question: string;
  /** The number of the patient whom it is about where it names nobody; everybody without one. */
  readonly subject: number | undefined;
  readonly connector: Connector | undefined;
}

/** Fires `ask` with {@link Asked}. */
@customElement("chaperone-question")
export class QuestionView extends LitElement {
  @property({ attribute: false }) accessor ready = false;
  @property({ attribute: false }) accessor busy = false;
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  @state() private accessor withModel = false;

  static override readonly styles = [
    shared,
    css`
      .form { display: grid; gap: 0.875rem; }
      fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 0.5rem; min-width: 0; }
      legend { font-weight: 600; padding: 0; margin-bottom: 0.25rem; }
      .choice { display: flex; gap: 0.625rem; align-items: start; font-weight: 400; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; cursor: pointer; }
      .choice:has(:checked) { border-color: var(--accent); background: var(--quote); }
      .choice input { margin: 0.3rem 0 0; accent-color: var(--accent); }
      .choice span span { display: block; }
      .model > :first-child { grid-column: 1 / -1; }
      .model { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
    `,
  ];

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Question</h2>
        <div class="form">
          <label>
            What would you like to know?
            <textarea id="question" name="question" required maxlength="1000" rows="2" @keydown=${this.#enter} placeholder="When was my last blood pressure and what was it?"></textarea>
          </label>
          ${this.patients.length > 1 ? this.#whose() : nothing}
          <fieldset>
            <legend>Answer with</legend>
            <label class="choice">
              <input type="radio" name="connector" value="none" .checked=${!this.withModel} @change=${() => (this.withModel = false)} />
              <span>Quotes from the records<span class="soft small">Nothing leaves this device.</span></span>
            </label>
            <label class="choice">
              <input type="radio" name="connector" value="model" .checked=${this.withModel} @change=${() => (this.withModel = true)} />
              <span>A language model<span class="soft small">You see what would leave, and nothing does before you approve.</span></span>
            </label>
          </fieldset>
          ${this.withModel ? this.#settings() : nothing}
          <div class="row">
            <button id="ask" class="main" ?disabled=${!this.ready || this.busy} @click=${this.#submit}>${this.withModel ? "Prepare" : "Ask"}</button>
            ${this.ready ? nothing : html`<span class="soft small">Load records first.</span>`}
          </div>
        </div>
      </section>
    `;
  }

  #whose() {
    return html`
      <label>
        Whose records
        <select id="subject" name="subject">
          ${this.patients.map((name, number) => html`<option value=${number} ?selected=${number === 0}>${name}</option>`)}
          <option value="">Everybody’s</option>
        </select>
        <span class="soft small">A question that names a patient is about that patient.</span>
      </label>
    `;
  }

  #settings() {
    return html`
      <div class="model">
        <label>Address<input id="url" name="url" type="url" required placeholder="http://127.0.0.1:8080/v1/chat/completions" spellcheck="false" /><span class="soft small">An OpenAI-compatible chat completions address.</span></label>
        <label>Model<input id="model" name="model" type="text" required maxlength="200" spellcheck="false" autocapitalize="off" /></label>
        <label>Key<input id="key" name="key" type="password" autocomplete="off" spellcheck="false" /><span class="soft small">Kept in memory until you close the page. Leave empty if the server needs none.</span></label>
        <label>Wait at most<input id="wait" name="wait" type="number" min="1" max="600" value="120" required /><span class="soft small">Seconds for the first word, and between words.</span></label>
      </div>
    `;
  }

  #subject(): number | undefined {
    const chosen = this.renderRoot.querySelector<HTMLSelectElement>("#subject")?.value ?? "";
    return chosen === "" ? undefined : Number(chosen);
  }

  #enter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  /** Not a `<form>`: the room's sandbox lets no form submit, not even to a listener. */
  #submit(): void {
    if (!this.ready || this.busy) return;
    const fields = Array.from(
      this.renderRoot.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("textarea, .model input"),
    );
    if (!fields.every((field) => field.reportValidity())) return;
    const text = (name: string): string => fields.find((field) => field.name === name)?.value.trim() ?? "";
    const connector = this.withModel
      ? { url: text("url"), model: text("model"), key: text("key"), waitSeconds: Number(text("wait")) }
      : undefined;
    const question = text("question");
    if (question !== "")
      this.dispatchEvent(new CustomEvent<Asked>("ask", { detail: { question, subject: this.#subject(), connector } }));
  }
}
