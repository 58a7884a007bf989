/** The question field, and who answers: quotes only, or a language model. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Asking, NarrowedBy, Prompt } from "../engine/types.ts";
import { fileField } from "./file-field.ts";
import type { Going } from "./screens.ts";
import type { ServerView } from "./server.ts";
import { choose, people } from "./people.ts";
import { shared } from "./theme.ts";
import { rich, say } from "../words/first.ts";

/** A model server as the person entered it. The key is kept in memory only. */
export interface Connector {
  readonly url: string;
  readonly model: string;
  readonly key: string;
  readonly waitSeconds: number;
  /** What the model is told to do. */
  readonly prompt: Prompt;
  /** How it is asked besides. */
  readonly asking?: Asking | undefined;
  /** Whether the model on this device searches the records and drafts before. */
  readonly inside?: boolean;
}

/** A note or letter: a passage of it, and what it is called. */
export interface Letter {
  readonly reference: string;
  readonly title: string;
}

/** A question that was asked; without a connector nothing leaves. */
export interface Asked {
  readonly question: string;
  /** The number of the patient whom it is about where it names nobody; everybody without one. */
  readonly subject: number | undefined;
  readonly connector: Connector | undefined;
  /** What is not to be searched more narrowly by, whatever the question says. */
  readonly without?: readonly NarrowedBy[];
  /** The note or letter of which all is asked about, where a model is asked. */
  readonly letter?: Letter | undefined;
  /** Whether the literature alone is asked, without the records. */
  readonly apart?: boolean | undefined;
}

/** The value of the field for whom where nobody is chosen. */
const UNSURE = "?";

/** A saved thought process that is to be gone on with. */
export interface Resumed {
  readonly file: File;
  readonly subject: number | undefined;
  readonly connector: Connector;
}

/** Fires `ask` and `think` with {@link Asked}, `resume` with {@link Resumed}, `subject` with the number of the patient, or `undefined` for everybody, and `go` with {@link Going}, out of its shadow. */
@customElement("chaperone-question")
export class QuestionView extends LitElement {
  @property({ attribute: false }) accessor ready = false;
  @property({ attribute: false }) accessor busy = false;
  /** The names of the patients, by number. */
  @property({ attribute: false }) accessor patients: readonly string[] = [];
  /** Under what names entries are shown of which nothing says whom they are about. */
  @property({ attribute: false }) accessor unplaced = "";
  /** Where the model server is entered. */
  @property({ attribute: false }) accessor server!: () => ServerView | null;
  /** The model that is entered there, and the server's name. */
  @property({ attribute: false }) accessor model = "";
  @property({ attribute: false }) accessor host = "";
  /** Whether a model was asked in this session: then the settings are those of that model. */
  used = false;
  @state() private accessor withModel = false;
  /** The note or letter of which all is asked about. */
  @state() private accessor letter: Letter | undefined;
  /** The person whom questions are about is not among the patients any more: it has to be chosen anew. */
  @state() private accessor unsure = false;
  /** The name that was chosen; empty for everybody. */
  #about: string | undefined;
  @query("#question") private accessor field!: HTMLTextAreaElement;

  static override readonly styles = [
    shared,
    css`
      section { gap: 0.5rem; padding: 0.875rem 1rem; border-color: var(--line-strong); }
      .ask { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: end; }
      /* Where the buttons leave it no room they stand below it. */
      textarea { flex: 1 1 12rem; min-width: min(12rem, 100%); width: auto; field-sizing: content; min-height: 2.75rem; max-height: 12rem; resize: none; }
      .how { display: flex; flex-wrap: wrap; gap: 0.625rem 1.25rem; align-items: center; }
      .whose { display: flex; gap: 0.5rem; align-items: center; font-weight: 400; min-width: 0; }
      .whose select { width: auto; field-sizing: content; max-width: 16rem; min-width: 0; text-overflow: ellipsis; }
      fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; min-width: 0; }
      .choice { display: flex; gap: 0.5rem; align-items: center; font-weight: 400; min-height: 2.75rem; cursor: pointer; }
      .choice input { margin: 0; width: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
      summary { font-weight: 500; }
      .to { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; overflow-wrap: anywhere; }
      @media (max-width: 34rem) { section { padding: 0.875rem; } .whose { width: 100%; } .whose select { flex: 1; max-width: none; } }
    `,
  ];

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title" class="hidden">${say("yourQuestion")}</h2>
        <div class="ask">
          <textarea id="question" name="question" spellcheck="false" required maxlength="1000" rows="1" aria-label=${say("yourQuestion")} placeholder=${say("askAQuestion")} @keydown=${this.#enter}></textarea>
          <div class="row">
            <button id="ask" class="main" ?disabled=${!this.ready || this.busy} @click=${() => this.#submit()}>${this.withModel ? say("prepare") : say("ask")}</button>
            ${this.withModel && this.letter === undefined ? html`<button id="think" ?disabled=${!this.ready || this.busy} @click=${() => this.#submit("think")}>${say("thinkHarder")}</button>` : nothing}
          </div>
        </div>
        <div class="how">
          ${this.patients.length > 1 || this.unsure ? this.#whose() : nothing}
          <fieldset>
            <legend class="hidden">${say("answerWith")}</legend>
            <label class="choice"><input type="radio" name="connector" value="none" .checked=${!this.withModel} @change=${() => (this.withModel = false)} />${say("quotesOnly")}</label>
            <label class="choice"><input type="radio" name="connector" value="model" .checked=${this.withModel} @change=${() => (this.withModel = true)} />${say("aLanguageModel")}</label>
          </fieldset>
        </div>
        ${this.unplaced === "" ? nothing : this.#unplaced()}
        ${this.withModel && this.letter !== undefined ? this.#letter(this.letter) : nothing}
        ${this.withModel ? this.#to() : nothing}
        <p class="small soft">
          ${this.withModel ? say("youSeeWhatWould") : say("nothingLeavesThisDevice")} ${say("aQuestionMayFollow")}
          <span id="emergencies">${say("noCheckForEmergencies")}</span>
        </p>
      </section>
    `;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The letter may be there no more.
    if (changed.has("patients")) this.letter = undefined;
    if (!changed.has("patients") || this.#about === undefined || this.#about === "") return;
    this.unsure = this.patients.length > 0 && !this.patients.includes(this.#about);
    if (this.patients.length === 0) this.#about = undefined;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const select = this.#select;
    if (!changed.has("patients")) return;
    if (select === null) this.#about = this.patients[0];
    else if (this.unsure) select.value = UNSURE;
    else if (this.#about !== undefined)
      choose(select, this.#about === "" ? "" : String(this.patients.indexOf(this.#about)));
    this.#note();
  }

  override focus(options?: FocusOptions): void {
    this.field.focus(options);
  }

  /** Puts a question that a model was asked before into the field, with the server it was asked of; the key has to be given anew. */
  resume(question: string, { url, model }: { readonly url: string; readonly model: string }): void {
    this.field.value = question;
    this.withModel = true;
    this.server()?.set(url, model);
    this.field.focus();
  }

  /** Has a model asked about all of `letter` from now on. */
  read(letter: Letter): void {
    this.letter = letter;
    this.withModel = true;
    this.field.focus();
  }

  /** The model server as it is entered now; where something is missing it is pointed out, and there is none. */
  connector(): Connector | undefined {
    return this.server()?.connector();
  }

  /** The patient whom questions are about that name nobody, by number; everybody without one. */
  get subject(): number | undefined {
    const select = this.#select;
    if (select === null) return this.patients.length === 0 ? undefined : 0;
    return select.value === "" || select.value === UNSURE ? undefined : Number(select.value);
  }

  get #select(): HTMLSelectElement | null {
    return this.renderRoot.querySelector<HTMLSelectElement>("#subject");
  }

  /** Takes note of whom questions are about, so that a change of the patients does not change it. */
  #note(): void {
    const select = this.#select;
    if (select === null) return;
    this.unsure = select.value === UNSURE;
    if (!this.unsure) this.#about = select.value === "" ? "" : this.patients[Number(select.value)];
    select.setCustomValidity(this.unsure ? say("chooseWhomTheQuestion") : "");
  }

  /** Takes questions to be about this patient from now on, where one is chosen and no question is being written. */
  about(patient: number): void {
    const select = this.#select;
    if (select === null || ["", UNSURE, String(patient)].includes(select.value) || this.field.value.trim() !== "")
      return;
    choose(select, String(patient));
    this.#chooseSubject();
  }

  /** Puts `question` into the field and asks it. */
  ask(question: string): void {
    this.field.value = question;
    this.#submit();
  }

  #letter({ title }: Letter) {
    return html`<p class="to small" id="letter"><span>${rich("allOfItIsAsked", { title: html`<strong>${title}</strong>` })}</span><button class="link" id="letter-off" @click=${() => (this.letter = undefined)}>${say("notAllOfIt")}</button></p>`;
  }

  #whose() {
    return html`
      <label class="whose">
        <span>${say("about")}</span>
        <select id="subject" name="subject" @change=${this.#chooseSubject} ${people(this.patients)}>
          ${this.unsure ? html`<option value=${UNSURE} selected disabled>${say("chooseAPerson")}</option>` : nothing}
          <option value="">${say("everybody")}</option>
        </select>
      </label>
    `;
  }

  #unplaced() {
    return html`<p class="to small" id="unplaced"><span>${say("whoseIsNotSaid", { names: this.unplaced })}</span><button class="link" @click=${() => this.#go({ screen: "records", part: "files" })}>${say("sayWhoseItIs")}</button></p>`;
  }

  /** Whom a model's request would go to. */
  #to() {
    const idle = this.ready && !this.busy;
    return html`
      <p class="to small" id="to"><span>${rich("byModelAt", { model: html`<strong>${this.model}</strong>`, host: this.host })}</span><button class="link" id="to-server" @click=${() => this.#go({ screen: "settings" })}>${say("changeOrTestIt")}</button></p>
      <details class="small">
        <summary>${say("goOnWithA")}</summary>
        ${fileField({ id: "think-file", label: say("aFileThatSave"), accept: ".json,application/json", disabled: !idle, onChange: this.#resumed })}
      </details>
    `;
  }

  #go(detail: Going): void {
    this.dispatchEvent(new CustomEvent<Going>("go", { detail, bubbles: true, composed: true }));
  }

  readonly #resumed = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    const [file] = input.files ?? [];
    const connector = this.connector();
    if (file !== undefined && connector !== undefined) {
      const detail = { file, subject: this.subject, connector };
      this.dispatchEvent(new CustomEvent<Resumed>("resume", { detail }));
    }
    input.value = "";
  };

  #chooseSubject(): void {
    this.#note();
    this.dispatchEvent(new CustomEvent<number | undefined>("subject", { detail: this.subject }));
  }

  #enter(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#submit();
  }

  /** Not a `<form>`: the room's sandbox lets no form submit, not even to a listener. */
  #submit(as: "ask" | "think" = "ask"): void {
    if (!this.ready || this.busy) return;
    const select = this.#select;
    if (!this.#check(select === null ? [this.field] : [select, this.field])) return;
    const connector = this.withModel ? this.connector() : undefined;
    if (this.withModel && connector === undefined) return;
    const question = this.field.value.trim();
    if (question === "") return;
    if (connector !== undefined) this.used = true;
    const letter = connector === undefined ? undefined : this.letter;
    this.dispatchEvent(new CustomEvent<Asked>(as, { detail: { question, subject: this.subject, connector, letter } }));
    this.field.value = "";
  }

  /** Whether `fields` are filled in; the first that is not is pointed out. */
  #check(fields: readonly (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[]): boolean {
    const wrong = fields.find((field) => !field.checkValidity());
    if (wrong === undefined) return true;
    void this.updateComplete.then(() => wrong.reportValidity());
    return false;
  }
}
