/** Whether records are kept on this device: a line in the header, and the dialog behind it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Storing } from "../engine/calls.ts";
import { ChaperoneError } from "../engine/error.ts";
import type { Choice, Keeping } from "../keys/keeping.ts";
import { entered, newPassphrase, presentPassphrase, pressed, valuesOf } from "./passphrase-form.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import type { SourcesState } from "./removing.ts";
import { size } from "./words.ts";
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
      dialog { width: min(34rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); padding: 0; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--sheet); color: var(--ink); }
      dialog::backdrop { background: rgb(0 0 0 / 0.45); }
      .head { display: flex; gap: 1rem; justify-content: space-between; align-items: center; padding: 0.875rem 1.25rem; border-bottom: 1px solid var(--line); position: sticky; top: 0; z-index: 1; background: var(--sheet); }
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

  override render() {
    return html`${this.#line()}
      <dialog aria-labelledby="title" @close=${() => this.#closed()} @cancel=${(event: Event) => this.busy && event.preventDefault()}>
        <div class="head">
          <h2 id="title" tabindex="-1">${this.stage.stage === "kept" ? "Kept on this device" : "Keep your records on this device"}</h2>
          <button id="close" ?disabled=${this.busy} @click=${() => this.dialog.close()}>Close</button>
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
        <span><span class="dot kept" aria-hidden="true"></span>${this.unkept === "" ? "Kept on this device, sealed" : html`<strong id="unkept">Not everything is kept.</strong>`}</span>
        <button id="keeping" @click=${() => this.#show()}>Storage</button>
        <button id="lock" ?disabled=${this.busy} @click=${() => this.#lock()}>Lock</button>
        ${this.failure === "" ? nothing : html`<span role="alert">${this.failure}</span>`}
      </div>`;
    }
    if (stage === "temporary") {
      const { instead } = this.stage;
      return html`<div class="line">
        <span><span class="dot" aria-hidden="true"></span>Closing the tab forgets all</span>
        ${
          instead
            ? html`<button id="back" ?disabled=${this.busy} @click=${() => this.#run("other", () => this.keeping.lock())}>Forget these and unlock what is kept</button>`
            : html`<button id="keeping" @click=${() => this.#show("begin")}>Keep on this device…</button>`
        }
      </div>`;
    }
    if (stage === "unavailable")
      return html`<details class="small"><summary class="soft">Nothing can be kept here</summary><p class="soft">${this.stage.why}</p></details>`;
    return nothing;
  }

  #beginning() {
    return html`
      <p>Everything is sealed before it is written: the files, what was computed from them, and this conversation. Without your passphrase it cannot be read, not even by us; if you lose it, it is lost.</p>
      ${this.#newPassphrase("Keep with this passphrase", "begin")}
      ${this.#passkeyOffer("Keep with a passkey instead", () => this.#begin("passkey"))}
    `;
  }

  #kept() {
    const { holding, passphrase, passkey } = this.keeping;
    const ways = [passphrase === undefined ? "" : "your passphrase", passkey === undefined ? "" : "a passkey"];
    return html`
      <div class="part">
        <h3>What is kept</h3>
        <p>The files, what was computed from them, and this conversation: sealed before they were written.</p>
        <ul class="small soft">
          <li>${holding?.backing === "files" ? "In this browser’s private files" : "In this browser’s database"}: this page uses ${size(holding?.usage ?? 0)}${(holding?.quota ?? 0) > 0 ? ` of ${size(holding?.quota ?? 0)} that it may` : ""}, its own public files among them.</li>
          <li>${holding?.persisted === true ? "The browser will not clear it of its own accord." : "The browser may clear it when the device runs out of space. Keep your own files."}</li>
        </ul>
        ${
          this.unkept === ""
            ? nothing
            : html`<div class="notice bad"><p>${this.unkept}</p>
                <p><button id="keep-rest" ?disabled=${this.busy} @click=${() => this.#keepRest()}>Try again</button></p></div>`
        }
      </div>
      <div class="part">
        <h3>How it is locked</h3>
        <p>Opened with ${ways.filter((each) => each !== "").join(" or ")}.</p>
        <details name="task" @toggle=${(event: Event) => this.#toggle(event, "passphrase")}>
          <summary>${passphrase === undefined ? "Add a passphrase" : "Change the passphrase"}</summary>
          ${this.task === "passphrase" ? this.#newPassphrase(passphrase === undefined ? "Add it" : "Change it", "passphrase") : nothing}
        </details>
        <details name="task" @toggle=${(event: Event) => this.#toggle(event, "passkey")}>
          <summary>${passkey === undefined ? "Add a passkey" : "Replace the passkey"}</summary>
          ${
            this.task === "passkey"
              ? html`<div class="form" @keydown=${entered((form) => this.#addPasskey(form))}>
                  ${passphrase === undefined ? nothing : this.#current()}
                  ${this.#passkeyWords()}
                  <div class="row"><button class="main" id="add-passkey" ?disabled=${this.busy} @click=${pressed((form) => this.#addPasskey(form))}>${passkey === undefined ? "Add a passkey" : "Replace it"}</button></div>
                </div>`
              : nothing
          }
        </details>
        <div class="row"><button id="leave-locked" ?disabled=${this.busy} @click=${() => this.#lock()}>Lock it now</button><span class="small soft">The page forgets your records until you unlock them.</span></div>
      </div>
      <div class="part">
        <h3>Its files</h3>
        <chaperone-sources
          .files=${this.sources.files} .outcome=${this.sources.outcome} .busy=${this.busy || this.locked}
          @list=${() => this.dispatchEvent(new Event("list"))}
        ></chaperone-sources>
      </div>
      <div class="part"><chaperone-destroy .session=${true} label="Destroy everything that is kept" .busy=${this.busy} @destroy=${() => this.#run("other", () => this.keeping.erase())}></chaperone-destroy></div>
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
      <summary>Use a passkey</summary>
      ${this.#passkeyWords()}
      <div class="row"><button id="keep-passkey" ?disabled=${this.busy} @click=${act}>${label}</button></div>
    </details>`;
  }

  #passkeyWords() {
    return html`<p class="small soft">Your fingerprint, face or security key opens the records. The sealed room cannot use passkeys itself: the page around it does, and sees the key for a moment. So a passkey trusts the site that serves this page; a passphrase does not leave the room.</p>`;
  }

  #state() {
    if (this.done !== "") return html`<p class="notice good" id="done" role="status">${this.done}</p>`;
    const { done = 0, total = 0 } = this.progress ?? {};
    if (this.progress !== undefined) {
      return html`<label class="progress small soft">Sealing: ${size(done)} of ${size(total)}<progress max=${Math.max(total, 1)} value=${done}></progress></label>`;
    }
    const words = {
      "": "",
      key: "Making the key. This takes a moment on purpose: it makes guessing slow.",
      passkey: "Waiting for the passkey.",
      other: "One moment.",
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
      this.failure = "The two passphrases differ. Type the same one twice.";
      return;
    }
    const choice = { passphrase: fresh ?? "" };
    if (task === "begin") void this.#begin(choice);
    else
      void this.#add(
        current === undefined ? "passkey" : { passphrase: current },
        choice,
        "The passphrase was changed.",
      );
  }

  #addPasskey(form: Element): void {
    const { current } = valuesOf(form);
    void this.#add(current === undefined ? "passkey" : { passphrase: current }, "passkey", "The passkey was added.");
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
    if (unkept === "") this.#succeed("From now on everything is kept on this device, sealed.");
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
      this.#succeed("Everything is kept now.");
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
