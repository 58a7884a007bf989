/** Whether records are kept on this device: a line in the header, and the dialog behind it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Storing } from "../engine/calls.ts";
import { ChaperoneError } from "../engine/error.ts";
import { isGuessable } from "../keys/guessable.ts";
import type { Choice, Keeping } from "../keys/keeping.ts";
import { entered, newPassphrase, presentPassphrase, pressed, valuesOf } from "./passphrase-form.ts";
import { focusWhereLost } from "./focused.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import type { SourcesState } from "./removing.ts";
import { size } from "./words.ts";
import { say } from "../words/storage.ts";
import { spoken } from "../words/say.ts";
import "./destroy.ts";
import "./sources.ts";

type Task = "begin" | "passphrase" | "passkey";

/** What goes on: the key is made, a passkey is asked for, or something else. */
type Work = "" | "key" | "passkey" | "other";

/**
 * Fires `unkept` with what is to be said of what could not be kept, an empty text when all is; `list` comes
 * through from the list of files, and so does `remove-source`.
 */
@customElement("chaperone-keeping")
export class KeepingView extends LitElement {
  @property({ attribute: false }) accessor keeping!: Keeping;
  @property({ attribute: false }) accessor stage!: Keeping["stage"];
  /** What of this session could not be kept, in words; empty when all was. */
  @property({ attribute: false }) accessor unkept = "";
  /** The files that are kept, or wait to be. */
  @property({ attribute: false }) accessor sources: SourcesState = { files: [], outcome: undefined };
  /** Whether records are being read or asked: then nothing can be removed. */
  @property({ attribute: false }) accessor locked = false;
  @state() private accessor task: Task | undefined;
  @state() private accessor work: Work = "";
  @state() private accessor failure = "";
  @state() private accessor done = "";
  @state() private accessor progress: Storing | undefined;
  /** Whether passphrases are shown while they are typed. */
  @state() private accessor reveal = false;
  @query("dialog") private accessor dialog!: HTMLDialogElement;

  static override readonly styles = [
    shared,
    css`
      .line { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; font-size: 0.875rem; }
      .line button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
      @media (max-width: 29.99rem) { .line { justify-content: flex-end; text-align: end; gap: 0.25rem 0.5rem; font-size: 0.8125rem; } .line button { font-size: 0.8125rem; padding-inline: 0.625rem; } }
      .dot { display: inline-block; width: 0.625rem; height: 0.625rem; border-radius: 50%; border: 2px solid var(--line-strong); margin-inline-end: 0.375rem; }
      .dot.kept { background: var(--good); border-color: var(--good); }
      dialog { width: min(34rem, calc(100vw - 2rem)); max-height: calc(100vh - 2 * var(--above)); margin-block: var(--above) auto; padding: 0; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--sheet); color: var(--ink); }
      /* It grows at its end only. */
      dialog { --above: max(1rem, min(4rem, 100vh - 46rem)); }
      dialog::backdrop { background: rgb(0 0 0 / 0.45); }
      .head { display: flex; gap: 1rem; justify-content: space-between; align-items: start; padding: 0.875rem 1.25rem; border-bottom: 1px solid var(--line); position: sticky; top: 0; z-index: 1; background: var(--sheet); }
      .head h2 { padding-top: 0.5625rem; }
      @media (max-width: 30rem) { .head { min-height: 5.75rem; } }
      .body { display: grid; gap: 1rem; padding: 1.25rem; }
      .check { display: flex; gap: 0.5rem; align-items: center; font-weight: 400; }
      .form { display: grid; gap: 0.875rem; }
      fieldset { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.75rem 1rem; display: grid; gap: 0.5rem; margin: 0; }
      legend { font-weight: 600; padding: 0 0.25rem; }
      h3 { font-size: 0.9375rem; }
      .part { display: grid; gap: 0.5rem; min-width: 0; }
      .part + .part { border-top: 1px solid var(--line); padding-top: 1rem; }
      ul { display: grid; gap: 0.25rem; }
    `,
  ];

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    // What the dialog was about is over, for instance when another tab has taken over.
    const before = (changed.get("stage") as Keeping["stage"] | undefined)?.stage;
    if (before !== undefined && before !== this.stage.stage && ["elsewhere", "remains"].includes(this.stage.stage))
      this.dialog.close();
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if ((changed.has("stage") || changed.has("work")) && !this.busy && this.dialog.open)
      focusWhereLost(this.renderRoot.querySelector<HTMLElement>("#title"));
  }

  override render() {
    return html`${this.#line()}
      <dialog aria-labelledby="title" @close=${() => this.#closed()} @cancel=${(event: Event) => this.busy && event.preventDefault()}>
        <div class="head">
          <h2 id="title" tabindex="-1">${this.stage.stage === "kept" ? say("keptOnThisDevice") : say("keepYourRecordsOn")}</h2>
          <button id="close" ?disabled=${this.busy} @click=${() => this.dialog.close()}>${say("close")}</button>
        </div>
        <div class="body">
          <div role="alert">${this.failure === "" ? nothing : html`<p class="notice bad" id="keeping-failure">${this.failure}</p>`}</div>
          ${this.#state()}
          ${this.stage.stage === "kept" ? this.#kept() : this.#beginning()}
        </div>
      </dialog>`;
  }

  #line() {
    const { stage } = this.stage;
    if (stage === "kept") {
      return html`<div class="line">
        <span><span class="dot kept" aria-hidden="true"></span>${this.unkept === "" ? say("keptAndSealed") : html`<strong id="unkept">${say("notEverythingIsKept")}</strong>`}</span>
        <button id="keeping" @click=${() => this.#show()}>${say("storage")}</button>
        <button id="lock" ?disabled=${this.busy} @click=${() => this.#lock()}>${say("lock")}</button>
        ${this.failure === "" ? nothing : html`<span role="alert">${this.failure}</span>`}
      </div>`;
    }
    if (stage === "temporary") {
      const { instead } = this.stage;
      return html`<div class="line">
        <span><span class="dot" aria-hidden="true"></span>${say("closingTheTabForgets")}</span>
        ${
          instead
            ? html`<button id="back" ?disabled=${this.busy} @click=${() => this.#run("other", () => this.keeping.lock())}>${say("forgetTheseAndUnlock")}</button>`
            : html`<button id="keeping" @click=${() => this.#show("begin")}>${say("keepOnThisDevice")}</button>`
        }
      </div>`;
    }
    if (stage === "unavailable")
      return html`<details class="small"><summary class="soft">${say("nothingCanBeKept")}</summary><p class="soft">${spoken(this.stage.why)}</p></details>`;
    return nothing;
  }

  #beginning() {
    return html`
      <p>${say("everythingIsSealedBefore")}</p>
      ${this.#newPassphrase(say("keepWithThisPassphrase"), "begin")}
      ${this.#passkeyOffer(say("keepWithAPasskey"), () => this.#begin("passkey"))}
    `;
  }

  #kept() {
    const { holding, passphrase, passkey } = this.keeping;
    const { usage = 0, quota = 0 } = holding ?? {};
    const opens =
      passkey === undefined ? "openedByPassphrase" : passphrase === undefined ? "openedByPasskey" : "openedByEither";
    return html`
      <div class="part">
        <h3>${say("whatIsKept")}</h3>
        <p>${say("theFilesWhatWas")}</p>
        <ul class="small soft">
          <li>${say(holding?.backing === "files" ? "inThisBrowsersPrivate" : "inThisBrowsersDatabase", { usage: quota > 0 ? say("ofThatItMay", { usage: size(usage), quota: size(quota) }) : size(usage) })}</li>
          <li>${holding?.persisted === true ? say("theBrowserWillNot") : say("theBrowserMayClear")}</li>
        </ul>
        ${
          this.unkept === ""
            ? nothing
            : html`<div class="notice bad"><p>${this.unkept}</p>
                <p><button id="keep-rest" ?disabled=${this.busy} @click=${() => this.#keepRest()}>${say("tryAgain")}</button></p></div>`
        }
      </div>
      <div class="part">
        <h3>${say("howItIsLocked")}</h3>
        <p>${say(opens)}</p>
        <details name="task" @toggle=${(event: Event) => this.#toggle(event, "passphrase")}>
          <summary>${passphrase === undefined ? say("addAPassphrase") : say("changeThePassphrase")}</summary>
          ${this.task === "passphrase" ? this.#newPassphrase(passphrase === undefined ? say("addIt") : say("changeIt"), "passphrase") : nothing}
        </details>
        <details name="task" @toggle=${(event: Event) => this.#toggle(event, "passkey")}>
          <summary>${passkey === undefined ? say("addAPasskey") : say("replaceThePasskey")}</summary>
          ${
            this.task === "passkey"
              ? html`<div class="form" @keydown=${entered((form) => this.#addPasskey(form))}>
                  ${passphrase === undefined ? nothing : this.#current()}
                  ${this.#passkeyWords()}
                  <div class="row"><button class="main" id="add-passkey" ?disabled=${this.busy} @click=${pressed((form) => this.#addPasskey(form))}>${passkey === undefined ? say("addAPasskey") : say("replaceIt")}</button></div>
                </div>`
              : nothing
          }
        </details>
        <div class="row"><button id="leave-locked" ?disabled=${this.busy} @click=${() => this.#lock()}>${say("lockItNow")}</button><span class="small soft">${say("thePageForgetsYour")}</span></div>
      </div>
      <div class="part">
        <h3>${say("itsFiles")}</h3>
        <chaperone-sources
          .files=${this.sources.files} .outcome=${this.sources.outcome} .busy=${this.busy || this.locked}
          @list=${() => this.dispatchEvent(new Event("list"))}
        ></chaperone-sources>
      </div>
      <div class="part"><chaperone-destroy .session=${true} label=${say("destroyEverythingThatIs")} .busy=${this.busy} @destroy=${() => this.#run("other", () => this.keeping.erase())}></chaperone-destroy></div>
    `;
  }

  #newPassphrase(label: string, task: "begin" | "passphrase") {
    return newPassphrase({
      label,
      button: task === "begin" ? "keep" : "change",
      withCurrent: task === "passphrase" && this.keeping.passphrase !== undefined,
      reveal: this.reveal,
      busy: this.busy,
      onReveal: (reveal) => (this.reveal = reveal),
      act: (form) => this.#setPassphrase(form, task),
    });
  }

  #current() {
    return presentPassphrase(this.reveal, this.busy);
  }

  #passkeyOffer(label: string, act: () => void) {
    return html`<details>
      <summary>${say("useAPasskey")}</summary>
      ${this.#passkeyWords()}
      <div class="row"><button id="keep-passkey" ?disabled=${this.busy} @click=${act}>${label}</button></div>
    </details>`;
  }

  #passkeyWords() {
    return html`<p class="small soft">${say("yourFingerprintFaceOr")}</p>`;
  }

  #state() {
    if (this.done !== "") return html`<p class="notice good" id="done" role="status">${this.done}</p>`;
    const { done = 0, total = 0 } = this.progress ?? {};
    if (this.progress !== undefined) {
      return html`<label class="progress small soft">${say("sealingOf", { done: size(done), total: size(total) })}<progress max=${Math.max(total, 1)} value=${done}></progress></label>`;
    }
    const words = {
      "": "",
      key: say("makingTheKeyThis"),
      passkey: say("waitingForThePasskey"),
      other: say("oneMoment"),
    }[this.work];
    return html`<p class="soft small" role="status">${words}</p>`;
  }

  get busy(): boolean {
    return this.work !== "";
  }

  #lock(): Promise<void> {
    return this.#run("other", () => this.keeping.lock());
  }

  /** Opens the dialog, as the button in the head of the page does. */
  show(): void {
    this.#show(this.stage.stage === "kept" ? undefined : "begin");
  }

  #show(task?: Task): void {
    this.task = task;
    this.failure = "";
    this.done = "";
    this.dialog.showModal();
    this.renderRoot.querySelector<HTMLElement>("#title")?.focus();
  }

  #succeed(done: string): void {
    this.done = done;
    for (const details of this.renderRoot.querySelectorAll("details")) details.open = false;
    this.#closed();
  }

  #closed(): void {
    this.task = undefined;
    for (const input of this.renderRoot.querySelectorAll<HTMLInputElement>("input[name]")) input.value = "";
    this.reveal = false;
  }

  #toggle(event: Event, task: Task): void {
    if ((event.target as HTMLDetailsElement).open) this.task = task;
  }

  #setPassphrase(form: Element, task: "begin" | "passphrase"): void {
    const { fresh, again, current } = valuesOf(form);
    this.failure = "";
    if (fresh !== again) {
      this.failure = say("theTwoPassphrasesDiffer");
      return;
    }
    if (isGuessable(fresh ?? "")) {
      this.failure = say("thisPassphraseIsGuessed");
      return;
    }
    const choice = { passphrase: fresh ?? "" };
    if (task === "begin") void this.#begin(choice);
    else
      void this.#add(
        current === undefined ? "passkey" : { passphrase: current },
        choice,
        say("thePassphraseWasChanged"),
      );
  }

  #addPasskey(form: Element): void {
    const { current } = valuesOf(form);
    void this.#add(current === undefined ? "passkey" : { passphrase: current }, "passkey", say("thePasskeyWasAdded"));
  }

  async #begin(choice: Choice): Promise<void> {
    let unkept: string | undefined;
    await this.#run(choice === "passkey" ? "passkey" : "key", async () => {
      const kept = await this.keeping.begin(choice, {
        onEvent: (event) => {
          if ("progress" in event && event.progress.status === "keeping") this.progress = event.progress as Storing;
        },
      });
      unkept = kept.unkept === undefined ? "" : told(new ChaperoneError(kept.unkept));
    });
    if (unkept === undefined) return;
    this.#tell(unkept);
    if (unkept === "") this.#succeed(say("fromNowOnEverything"));
  }

  async #add(current: Choice, added: Choice, done: string): Promise<void> {
    await this.#run(added === "passkey" && current === "passkey" ? "passkey" : "key", () =>
      this.keeping.addLock(current, added),
    );
    if (this.failure === "") this.#succeed(done);
  }

  /** Tries again to keep what could not be kept. */
  async #keepRest(): Promise<void> {
    await this.#run("other", () => this.keeping.keepRest());
    if (this.failure === "") {
      this.#tell("");
      this.#succeed(say("everythingIsKeptNow"));
    }
  }

  #tell(unkept: string): void {
    this.dispatchEvent(new CustomEvent<string>("unkept", { detail: unkept }));
  }

  async #run(work: Work, act: () => Promise<void>): Promise<void> {
    this.work = work;
    this.failure = "";
    this.done = "";
    try {
      await act();
    } catch (error) {
      this.failure = told(error);
    }
    this.work = "";
    this.progress = undefined;
  }
}
