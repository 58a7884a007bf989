/** The door before what is kept on this device: unlock, take over from another tab, or go on without it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Restored, Storing } from "../engine/calls.ts";
import type { Choice, Keeping } from "../keys/keeping.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { size } from "./words.ts";

/** Fires `opened` with what was read back. */
@customElement("chaperone-gate")
export class GateView extends LitElement {
  @property({ attribute: false }) accessor keeping!: Keeping;
  @property({ attribute: false }) accessor stage!: Keeping["stage"];
  @state() private accessor busy: "" | "key" | "reading" = "";
  @state() private accessor failure = "";
  @state() private accessor progress: Storing | undefined;
  @state() private accessor erasing = false;
  @query("#passphrase") private accessor passphrase!: HTMLInputElement | null;
  #opening: AbortController | undefined;

  static override readonly styles = [
    shared,
    css`
      section { max-width: 30rem; margin: 8vh auto 0; }
      .form { display: grid; gap: 0.875rem; }
    `,
  ];

  override render() {
    const { stage } = this.stage;
    if (stage === "locked") return this.#locked();
    if (stage === "elsewhere") return this.#elsewhere(this.stage.lost);
    if (stage === "damaged") return this.#damaged(this.stage.why);
    return nothing;
  }

  protected override updated(): void {
    if (this.stage.stage === "locked" && this.busy === "" && this.failure === "" && !this.erasing)
      this.passphrase?.focus();
  }

  #locked() {
    const { passphrase, passkey } = this.keeping;
    const idle = this.busy === "";
    return html`<section aria-labelledby="title">
      <h2 id="title">Your records are locked</h2>
      <p class="soft">They are kept on this device, sealed. Nobody can read them without your ${passphrase === undefined ? "passkey" : "passphrase"}, and nobody can reset it.</p>
      ${
        passphrase === undefined
          ? nothing
          : html`<div class="form" @keydown=${(event: KeyboardEvent) => event.key === "Enter" && event.target === this.passphrase && this.#submit()}>
              <label>Passphrase<input id="passphrase" type="password" autocomplete="current-password" required ?disabled=${!idle} aria-describedby="failure" /></label>
              <div class="row"><button class="main" id="unlock" ?disabled=${!idle} @click=${() => this.#submit()}>Unlock</button></div>
            </div>`
      }
      ${passkey === undefined ? nothing : html`<div class="row"><button id="unlock-passkey" ?disabled=${!idle} @click=${() => this.#unlock("passkey")}>Unlock with a passkey</button></div>`}
      ${this.#state()}
      ${idle ? html`<div class="row small"><button class="link" id="temporary" @click=${() => this.keeping.useTemporarily()}>Go on without them, keeping nothing</button></div>` : nothing}
      ${this.#erase()}
    </section>`;
  }

  #elsewhere(lost: boolean) {
    return html`<section aria-labelledby="title">
      <h2 id="title">Your records are open in another tab</h2>
      <p class="soft">${
        lost
          ? "Another tab has taken them over; this one keeps nothing any more. What was kept is there."
          : "Two tabs at once could overwrite each other's work, so only one may use what is kept on this device."
      }</p>
      <div class="row">
        <button class="main" id="take-over" ?disabled=${this.busy !== ""} @click=${() => this.#takeOver()}>${lost ? "Use them here again" : "Use them here"}</button>
        ${lost ? nothing : html`<button id="temporary" @click=${() => this.keeping.useTemporarily()}>Go on without them, keeping nothing</button>`}
      </div>
      ${this.#state()}
    </section>`;
  }

  #damaged(why: string) {
    return html`<section aria-labelledby="title">
      <h2 id="title">What is kept here cannot be opened</h2>
      <p class="notice bad" role="alert">${why}</p>
      <div class="row"><button class="main" id="temporary" @click=${() => this.keeping.useTemporarily()}>Go on without it, keeping nothing</button></div>
      ${this.#state()} ${this.#erase()}
    </section>`;
  }

  #state() {
    const { progress, busy } = this;
    const [done, total] = [progress?.done ?? 0, progress?.total ?? 0];
    return html`<div id="failure" role="alert">${this.failure === "" ? nothing : html`<p class="notice bad">${this.failure}</p>`}</div>
      <div role="status">
        ${busy === "key" ? html`<p class="soft small">Making the key. This takes a moment on purpose: it makes guessing slow.</p>` : nothing}
        ${
          busy === "reading"
            ? html`<label class="progress small soft">Reading your records: ${size(done)} of ${size(total)}<progress max=${Math.max(total, 1)} value=${done}></progress></label>
              <button id="cancel" @click=${() => this.#opening?.abort()}>Cancel</button>`
            : nothing
        }
      </div>`;
  }

  #erase() {
    if (this.busy !== "") return nothing;
    return html`<details @toggle=${({ target }: Event) => (this.erasing = (target as HTMLDetailsElement).open)}>
      <summary class="small">Forgotten it?</summary>
      <p class="small soft">What is sealed stays sealed. You can only destroy what is kept on this device and begin again with your files.</p>
      <button id="erase" @click=${() => this.#do(() => this.keeping.erase())}>Destroy what is kept here</button>
    </details>`;
  }

  #submit(): void {
    const passphrase = this.passphrase?.value ?? "";
    if (passphrase !== "") void this.#unlock({ passphrase });
  }

  async #unlock(choice: Choice): Promise<void> {
    this.busy = "key";
    this.failure = "";
    this.#opening = new AbortController();
    try {
      const restored = await this.keeping.unlock(choice, {
        signal: this.#opening.signal,
        onEvent: (event) => {
          if (!("progress" in event) || event.progress.status !== "restoring") return;
          this.busy = "reading";
          this.progress = event.progress as Storing;
        },
      });
      this.dispatchEvent(new CustomEvent<Restored>("opened", { detail: restored }));
    } catch (error) {
      this.failure = told(error);
      // Half of the records must not be taken for all of them.
      if ((this.busy as string) === "reading") await this.keeping.lock().catch(() => undefined);
    }
    this.busy = "";
    this.progress = undefined;
    if (this.failure !== "") {
      await this.updateComplete;
      this.passphrase?.select();
      this.passphrase?.focus();
    }
  }

  async #takeOver(): Promise<void> {
    // A session that has lost its key begins anew.
    if (this.stage.stage === "elsewhere" && this.stage.lost) return this.#do(() => this.keeping.lock());
    await this.#do(() => this.keeping.look({ takeOver: true }));
    if (this.stage.stage === "elsewhere") {
      this.failure = "The other tab did not answer. Close it, then try again.";
    }
  }

  async #do(act: () => Promise<void>): Promise<void> {
    this.busy = "key";
    this.failure = "";
    try {
      await act();
    } catch (error) {
      this.failure = told(error);
    }
    this.busy = "";
  }
}
