/** The door before what is kept on this device: unlock, take over from another tab, or go on without it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Indexing, Restored, Storing } from "../engine/calls.ts";
import type { Choice, Keeping } from "../keys/keeping.ts";
import type { Step } from "./step.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { many, size } from "./words.ts";
import "./destroy.ts";

/** Fires `opened` with what was read back. */
@customElement("chaperone-gate")
export class GateView extends LitElement {
  @property({ attribute: false }) accessor keeping!: Keeping;
  @property({ attribute: false }) accessor stage!: Keeping["stage"];
  @state() private accessor busy: "" | "key" | "passkey" | "reading" | "other" = "";
  /** Reading what is kept went wrong half-way: what the engine has is not all there is. */
  @state() private accessor half = false;
  @state() private accessor failure = "";
  @state() private accessor progress: Storing | Indexing | undefined;
  /** Whether the passphrase is shown while it is typed. */
  @state() private accessor reveal = false;
  @query("#passphrase") private accessor passphrase!: HTMLInputElement | null;
  #opening: AbortController | undefined;

  static override readonly styles = [
    shared,
    css`
      section { max-width: 30rem; margin: 8vh auto 0; }
      .form { display: grid; gap: 0.875rem; }
      .check { display: flex; gap: 0.5rem; align-items: center; font-weight: 400; }
      .end { display: grid; gap: 0.25rem; border-top: 1px solid var(--line); padding-top: 0.75rem; }
    `,
  ];

  override render() {
    const { stage } = this.stage;
    if (stage === "locked") return this.#locked();
    if (stage === "elsewhere") return this.#elsewhere(this.stage.lost);
    if (stage === "damaged") return this.#damaged(this.stage.why);
    if (stage === "remains") return this.#remains(this.stage.readable);
    return nothing;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("stage")) return;
    (this.passphrase ?? this.renderRoot.querySelector<HTMLElement>("#title"))?.focus();
  }

  #locked() {
    const { passphrase, passkey, without } = this.keeping;
    if (this.half) return this.#halfway();
    const idle = this.busy === "";
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">Your records are locked</h2>
      <p class="soft">They are kept on this device, sealed. Nobody can read them without your ${passphrase === undefined ? "passkey" : "passphrase"}, and nobody can reset it.</p>
      ${
        without.length === 0
          ? nothing
          : html`<p class="notice" id="without">${many(without.length, "file")} will be left out, as reading ${without.length === 1 ? "it" : "them"} stopped the engine. What is left out stays kept. <button class="link" id="all" ?disabled=${!idle} @click=${() => this.#readAll()}>Read ${without.length === 1 ? "it" : "them"} all the same</button></p>`
      }
      ${
        passphrase === undefined
          ? nothing
          : html`<div class="form" @keydown=${(event: KeyboardEvent) => event.key === "Enter" && event.target === this.passphrase && this.#submit()}>
              <label>Passphrase<input id="passphrase" type=${this.reveal ? "text" : "password"} spellcheck="false" autocapitalize="off" autocomplete="current-password" required ?disabled=${!idle} aria-describedby="failure" /></label>
              <label class="check"><input type="checkbox" id="reveal" .checked=${this.reveal} @change=${({ target }: Event) => (this.reveal = (target as HTMLInputElement).checked)} /> Show what I type</label>
              <div class="row"><button class="main" id="unlock" ?disabled=${!idle} @click=${() => this.#submit()}>Unlock</button></div>
            </div>`
      }
      ${passkey === undefined ? nothing : html`<div class="row"><button id="unlock-passkey" ?disabled=${!idle} @click=${() => this.#unlock("passkey")}>Unlock with a passkey</button></div>`}
      ${this.#state()}
      ${idle ? html`<div class="row small"><button class="link" id="temporary" @click=${() => this.keeping.useTemporarily()}>Go on without them, keeping nothing</button></div>` : nothing}
      ${this.#erase()}
    </section>`;
  }

  #halfway() {
    const { stoppedAt, without } = this.keeping;
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">Your records could not be read to the end</h2>
      ${stoppedAt === undefined ? this.#state() : html`<p class="notice bad" role="alert" id="stopped">Reading <strong>${stoppedAt.label}</strong> stopped the engine. You can go on without this file: it stays kept, and you can remove it later.</p>`}
      <p class="soft">All of them are still kept, and still sealed.</p>
      <div class="row">
        ${stoppedAt === undefined ? nothing : html`<button class="main" id="skip" @click=${() => this.#do(() => this.keeping.beginAgain([...without, stoppedAt.place]))}>Begin again without this file</button>`}
        <button class=${stoppedAt === undefined ? "main" : ""} id="again" @click=${() => this.#do(() => this.keeping.beginAgain(without))}>Begin again</button>
      </div>
    </section>`;
  }

  #remains(readable: boolean) {
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">${readable ? "It was not destroyed" : "Not everything was removed"}</h2>
      <p class="notice bad" role="alert" id="remains">${
        readable
          ? "What is kept on this device is still there, and still opens with your passphrase or passkey. The browser did not let it be removed. Close other tabs of this page, then try again."
          : "The key is destroyed, so nobody can read what was kept any more. Some sealed pieces, now unreadable, could not be removed from this browser. Try again, or clear this site’s data in the browser."
      }</p>
      <div class="row">
        <button class="main" id="erase-again" ?disabled=${this.busy !== ""} @click=${() => this.#do(() => this.keeping.erase())}>Try again</button>
        <button id="again" ?disabled=${this.busy !== ""} @click=${() => this.#do(() => this.keeping.beginAgain([]))}>${readable ? "Leave it" : "Go on"}</button>
      </div>
      ${this.#state()}
    </section>`;
  }

  #elsewhere(lost: boolean) {
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">Your records are open in another tab</h2>
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
      <h2 id="title" tabindex="-1">What is kept here cannot be opened</h2>
      <p class="notice bad" role="alert">${why}</p>
      <div class="row">
        <button class="main" id="look" ?disabled=${this.busy !== ""} @click=${() => this.#do(() => this.keeping.look())}>Try again</button>
        <button id="temporary" @click=${() => this.keeping.useTemporarily()}>Go on without it, keeping nothing</button>
      </div>
      ${this.#state()} ${this.#erase()}
    </section>`;
  }

  #state() {
    const { progress, busy } = this;
    const [done, total] = [progress?.done ?? 0, progress?.total ?? 0];
    const words = {
      "": "",
      key: "Making the key. This takes a moment on purpose: it makes guessing slow.",
      passkey: "Waiting for the passkey.",
      reading: "",
      other: "One moment.",
    }[busy];
    return html`<div id="failure" role="alert">${this.failure === "" ? nothing : html`<p class="notice bad">${this.failure}</p>`}</div>
      <p class="soft small" role="status">${words}</p>
      ${
        busy === "reading"
          ? html`<label class="progress small soft">${progress?.status === "indexing" ? `Making your records findable: ${done.toLocaleString("en")} of ${total.toLocaleString("en")} texts` : `Reading your records: ${size(done)} of ${size(total)}`}<progress max=${Math.max(total, 1)} value=${done}></progress></label>
            <button id="cancel" @click=${() => this.#opening?.abort()}>Cancel</button>`
          : nothing
      }`;
  }

  #erase() {
    if (this.busy !== "") return nothing;
    const forgotten = this.stage.stage === "locked";
    return html`<div class="end small">
      ${forgotten ? html`<p class="soft">Forgotten it? What is sealed stays sealed: you can only destroy it, and begin again with your files.</p>` : nothing}
      <chaperone-destroy @destroy=${() => this.#do(() => this.keeping.erase())}></chaperone-destroy>
    </div>`;
  }

  #readAll(): void {
    this.keeping.without = [];
    this.requestUpdate();
    this.passphrase?.focus();
  }

  #submit(): void {
    const passphrase = this.passphrase?.value ?? "";
    if (passphrase !== "") void this.#unlock({ passphrase });
  }

  async #unlock(choice: Choice): Promise<void> {
    this.busy = choice === "passkey" ? "passkey" : "key";
    this.reveal = false;
    this.failure = "";
    this.#opening = new AbortController();
    try {
      const restored = await this.keeping.unlock(choice, {
        signal: this.#opening.signal,
        onEvent: (event) => {
          if (!("progress" in event)) return;
          const progress = event.progress as Step;
          if (progress.status !== "restoring" && progress.status !== "indexing") return;
          this.busy = "reading";
          this.progress = progress;
        },
      });
      this.dispatchEvent(new CustomEvent<Restored>("opened", { detail: restored }));
    } catch (error) {
      this.failure = told(error);
      // Half of the records must not be taken for all of them.
      this.half = (this.busy as string) === "reading";
    }
    this.busy = "";
    this.progress = undefined;
    if (this.failure !== "") {
      await this.updateComplete;
      this.passphrase?.select();
      (this.passphrase ?? this.renderRoot.querySelector<HTMLElement>("#title"))?.focus();
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
    this.busy = "other";
    this.failure = "";
    try {
      await act();
    } catch (error) {
      this.failure = told(error);
    }
    this.busy = "";
  }
}
