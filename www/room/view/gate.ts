/** The door before what is kept on this device: unlock, take over from another tab, or go on without it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Indexing, Storing } from "../engine/calls.ts";
import type { Restored } from "../engine/kept.ts";
import type { Choice, Keeping } from "../keys/keeping.ts";
import type { Step } from "./step.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { number, size } from "./words.ts";
import { rich, say } from "../words/storage.ts";
import { spoken } from "../words/say.ts";
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
      <h2 id="title" tabindex="-1">${say("yourRecordsAreLocked")}</h2>
      <p class="soft">${say(passphrase === undefined ? "keptUnderPasskey" : "keptUnderPassphrase")}</p>
      ${
        without.length === 0
          ? nothing
          : html`<p class="notice" id="without">${say("willBeLeftOut", { count: without.length })} <button class="link" id="all" ?disabled=${!idle} @click=${() => this.#readAll()}>${say("readAllTheSame", { count: without.length })}</button></p>`
      }
      ${
        passphrase === undefined
          ? nothing
          : html`<div class="form" @keydown=${(event: KeyboardEvent) => event.key === "Enter" && event.target === this.passphrase && this.#submit()}>
              <label>${say("passphrase")}<input id="passphrase" type=${this.reveal ? "text" : "password"} spellcheck="false" autocapitalize="off" autocomplete="current-password" required ?disabled=${!idle} aria-describedby="failure" /></label>
              <label class="check"><input type="checkbox" id="reveal" .checked=${this.reveal} @change=${({ target }: Event) => (this.reveal = (target as HTMLInputElement).checked)} /> ${say("showWhatIType")}</label>
              <div class="row"><button class="main" id="unlock" ?disabled=${!idle} @click=${() => this.#submit()}>${say("unlock")}</button></div>
            </div>`
      }
      ${passkey === undefined ? nothing : html`<div class="row"><button id="unlock-passkey" ?disabled=${!idle} @click=${() => this.#unlock("passkey")}>${say("unlockWithAPasskey")}</button></div>`}
      ${this.#state()}
      ${idle ? html`<div class="row small"><button class="link" id="temporary" @click=${() => this.keeping.useTemporarily()}>${say("goOnWithoutThem")}</button></div>` : nothing}
      ${this.#erase()}
    </section>`;
  }

  #halfway() {
    const { stoppedAt, without } = this.keeping;
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">${say("yourRecordsCouldNot")}</h2>
      ${stoppedAt === undefined ? this.#state() : html`<p class="notice bad" role="alert" id="stopped">${rich("readingStoppedThe", { file: html`<strong>${stoppedAt.label}</strong>` })}</p>`}
      <p class="soft">${say("allOfThemAre")}</p>
      <div class="row">
        ${stoppedAt === undefined ? nothing : html`<button class="main" id="skip" @click=${() => this.#do(() => this.keeping.beginAgain([...without, stoppedAt.place]))}>${say("beginAgainWithoutThis")}</button>`}
        <button class=${stoppedAt === undefined ? "main" : ""} id="again" @click=${() => this.#do(() => this.keeping.beginAgain(without))}>${say("beginAgain")}</button>
      </div>
    </section>`;
  }

  #remains(readable: boolean) {
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">${readable ? say("itWasNotDestroyed") : say("notEverythingWasRemoved")}</h2>
      <p class="notice bad" role="alert" id="remains">${readable ? say("whatIsKeptOn") : say("theKeyIsDestroyed")}</p>
      <div class="row">
        <button class="main" id="erase-again" ?disabled=${this.busy !== ""} @click=${() => this.#do(() => this.keeping.erase())}>${say("tryAgain")}</button>
        <button id="again" ?disabled=${this.busy !== ""} @click=${() => this.#do(() => this.keeping.beginAgain([]))}>${readable ? say("leaveIt") : say("goOn")}</button>
      </div>
      ${this.#state()}
    </section>`;
  }

  #elsewhere(lost: boolean) {
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">${say("yourRecordsAreOpen")}</h2>
      <p class="soft">${lost ? say("anotherTabHasTaken") : say("twoTabsAtOnce")}</p>
      <div class="row">
        <button class="main" id="take-over" ?disabled=${this.busy !== ""} @click=${() => this.#takeOver()}>${lost ? say("useThemHereAgain") : say("useThemHere")}</button>
        ${lost ? nothing : html`<button id="temporary" @click=${() => this.keeping.useTemporarily()}>${say("goOnWithoutThem")}</button>`}
      </div>
      ${this.#state()}
    </section>`;
  }

  #damaged(why: string) {
    return html`<section aria-labelledby="title">
      <h2 id="title" tabindex="-1">${say("whatIsKeptHere")}</h2>
      <p class="notice bad" role="alert">${spoken(why)}</p>
      <div class="row">
        <button class="main" id="look" ?disabled=${this.busy !== ""} @click=${() => this.#do(() => this.keeping.look())}>${say("tryAgain")}</button>
        <button id="temporary" @click=${() => this.keeping.useTemporarily()}>${say("goOnWithoutIt")}</button>
      </div>
      ${this.#state()} ${this.#erase()}
    </section>`;
  }

  #state() {
    const { progress, busy } = this;
    const [done, total] = [progress?.done ?? 0, progress?.total ?? 0];
    const words = {
      "": "",
      key: say("makingTheKeyThis"),
      passkey: say("waitingForThePasskey"),
      reading: "",
      other: say("oneMoment"),
    }[busy];
    return html`<div id="failure" role="alert">${this.failure === "" ? nothing : html`<p class="notice bad">${this.failure}</p>`}</div>
      <p class="soft small" role="status">${words}</p>
      ${
        busy === "reading"
          ? html`<label class="progress small soft">${progress?.status === "indexing" ? say("makingYourRecordsFindable", { done: number(done), total: number(total) }) : say("readingYourRecordsOf", { done: size(done), total: size(total) })}<progress max=${Math.max(total, 1)} value=${done}></progress></label>
            <button id="cancel" @click=${() => this.#opening?.abort()}>${say("cancel")}</button>`
          : nothing
      }`;
  }

  #erase() {
    if (this.busy !== "") return nothing;
    const forgotten = this.stage.stage === "locked";
    return html`<div class="end small">
      ${forgotten ? html`<p class="soft">${say("forgottenItWhatIs")}</p>` : nothing}
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
      // The door stays as it is until the page is there.
      this.dispatchEvent(new CustomEvent<Restored>("opened", { detail: restored }));
      return;
    } catch (error) {
      this.failure = told(error);
      // Half of the records must not be taken for all of them.
      this.half = (this.busy as string) === "reading";
    }
    this.busy = "";
    this.progress = undefined;
    await this.updateComplete;
    this.passphrase?.select();
    (this.passphrase ?? this.renderRoot.querySelector<HTMLElement>("#title"))?.focus();
  }

  async #takeOver(): Promise<void> {
    // A session that has lost its key begins anew.
    if (this.stage.stage === "elsewhere" && this.stage.lost) return this.#do(() => this.keeping.lock());
    await this.#do(() => this.keeping.look({ takeOver: true }));
    if (this.stage.stage === "elsewhere") {
      this.failure = say("theOtherTabDid");
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
