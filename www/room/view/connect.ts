/** "Connect to your hospital": signing in to the server that keeps the records, how far reading is, and what was asked of it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Asked, Ending } from "../../shell/custodian/collect.ts";
import { isCut, type Account, type ConnectingController, type Connection } from "./connecting.ts";
import { shared } from "./theme.ts";
import { many, size } from "./words.ts";

/** Why not everything of one kind was read, and what to do. */
const ENDINGS: Readonly<Record<Ending, string>> = {
  whole: "",
  "not-given": "the server does not give these to apps",
  elsewhere: "the server led to an address that is not its own, which was not followed",
  "in-circles": "the server led to a page that had been read already",
  "too-many": "there are more pages than are read at a time",
  "too-large": "there is more than is read at a time",
  unreadable: "the server answered with something that is no FHIR",
  redirected: "the server sent this page on to another address, which was not followed",
  failed: "the server failed or did not answer; try again later",
  "access-ended": "the access had ended: it ran out, or was withdrawn. Connect again to read the rest",
  cancelled: "you gave it up",
};

const RETURNED = {
  returned: "Disconnected. The server says that this page has no access any more.",
  "not-confirmed":
    "Disconnected: this page has forgotten the access. The server did not confirm that it holds no more; you can withdraw it in your hospital’s portal.",
  none: "Disconnected.",
} as const;

/** Draws the state of a {@link ConnectingController}, and tells it what the person wants. */
@customElement("chaperone-connect")
export class ConnectView extends LitElement {
  @property({ attribute: false }) accessor controller!: ConnectingController;
  /** The controller's, so that each change is seen. */
  @property({ attribute: false }) accessor connection!: Connection;
  /** Whether it can be begun now. */
  @property({ attribute: false }) accessor ready = false;
  /** The host of the hospital's server that opened this page, if one did. */
  @property({ attribute: false }) accessor launched: string | undefined;

  static override readonly styles = [
    shared,
    css`
      :host { display: grid; gap: 0.625rem; }
      .asked { margin: 0; padding-inline-start: 1.25rem; }
      .asked li { overflow-wrap: anywhere; }
      button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
    `,
  ];

  override render() {
    const { is, accounts, returned, failure } = this.connection;
    return html`
      ${is === "none" ? this.#none() : is === "connected" ? this.#connected() : this.#underway()}
      <div role="status" id="connect-outcome">
        ${failure === "" ? nothing : html`<p class="notice bad">${failure}</p>`}
        ${returned === undefined || is !== "none" ? nothing : html`<p class="small soft" id="returned">${RETURNED[returned]}</p>`}
      </div>
      ${accounts.map((each) => this.#account(each))}
    `;
  }

  #none() {
    return html`<div class="row">
      <button id="connect" ?disabled=${!this.ready} @click=${() => this.controller.start()}>Connect to your hospital</button>
      <span class="small soft">${
        this.launched === undefined
          ? "You sign in there, and your records are read from its server."
          : html`<strong id="launched">${this.launched}</strong> opened this page so that your records can be read from there.`
      }</span>
    </div>`;
  }

  #connected() {
    return html`<div class="row">
      <span class="small">Connected to <strong id="custodian">${hostOf(this.connection.origin)}</strong></span>
      <button id="read-again" ?disabled=${!this.ready} @click=${() => this.controller.read()}>Read again</button>
      <button id="disconnect" @click=${() => this.controller.disconnect()}>Disconnect</button>
    </div>`;
  }

  #underway() {
    const { is, origin, step } = this.connection;
    const words =
      is === "signing-in"
        ? "Waiting for you to sign in…"
        : `Reading from ${hostOf(origin)}${step === undefined ? "" : `: ${nameOf(step.what)}, ${many(step.entries, "entry", "entries")}, ${size(step.bytes)}`}`;
    return html`<div class="row">
      <span class="small" role="status" id="connect-step">${words}</span>
      <button id="connect-cancel" @click=${() => this.controller.cancel()}>Cancel</button>
    </div>`;
  }

  #account({ origin, at, asked }: Account) {
    const total = (count: (one: Asked) => number): number => asked.reduce((sum, one) => sum + count(one), 0);
    const cut = asked.filter(isCut);
    const summary = `${many(
      total(({ requests }) => requests),
      "request",
    )}, ${many(
      total(({ entries }) => entries),
      "entry",
      "entries",
    )}, ${size(total(({ bytes }) => bytes))}`;
    return html`<details class="account">
        <summary class="small">What ${hostOf(origin)} was asked at ${at.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit" })}: ${summary}</summary>
        <p class="small soft">Asked at ${origin}, for your own records and nothing else:</p>
        <ul class="asked small">${asked.map((one) => html`<li data-what=${one.what} data-ending=${one.ending}>${nameOf(one.what)}: ${many(one.requests, "request")}, ${many(one.entries, "entry", "entries")}${one.ending === "whole" ? nothing : `; ${ENDINGS[one.ending]}`}</li>`)}</ul>
      </details>
      ${cut.length === 0 ? nothing : html`<div class="notice" id="cut" role="status"><p>Not everything was read. What was read is here.</p><ul class="asked">${cut.map(({ what, ending }) => html`<li>${nameOf(what)}: ${ENDINGS[ending]}.</li>`)}</ul></div>`}`;
  }
}

function nameOf(what: string): string {
  return what === "everything" ? "everything at once" : what;
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : "";
}
