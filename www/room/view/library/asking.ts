/** A form by which a server is asked for public texts: what would leave is looked at first, holds until what was typed is changed, and leaves at a further press. */
import { LitElement, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import type { EngineClient } from "../../engine/client.ts";
import { say as first } from "../../words/first.ts";
import { say } from "../../words/library.ts";
import { innermost } from "../focused.ts";
import { shared } from "../theme.ts";
import { UncoveredController } from "../uncovered.ts";
import { styles } from "./styles.ts";

/** What the forms have in common; `Looked` is what was looked at, as it was typed. */
export abstract class AskingView<Looked> extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ type: Boolean }) accessor ready = false;
  @state() protected accessor looked: Looked | undefined;
  @state() protected accessor failure = "";
  protected stop: AbortController | undefined;
  readonly #name: string;
  readonly #field: string;
  readonly #uncovered: UncoveredController;

  static override readonly styles = [shared, styles];

  /** Every id in it begins with `name`; `field` is that of the field in which is typed what is asked. */
  constructor(name: string, field: string) {
    super();
    this.#name = name;
    this.#field = field;
    this.#uncovered = new UncoveredController(this, `#${name}-send-place`);
  }

  /** Sends what was looked at. */
  protected abstract send(looked: Looked): void;

  /** The field in which is typed what is asked. */
  protected get field(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>(`#${this.#field}`);
  }

  /** What stands in the field `id`. */
  protected value(id: string): string {
    return this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? "";
  }

  /** Moves the focus to the element `id`, where it is there. */
  protected focusOn(id: string): void {
    this.renderRoot.querySelector<HTMLElement>(`#${id}`)?.focus();
  }

  /** The element of the form that has the focus; nothing where that is elsewhere. */
  protected get focused(): Element | null {
    return this.renderRoot instanceof ShadowRoot ? this.renderRoot.activeElement : null;
  }

  /** Moves the focus to the element `id` after something that began with the focus in the form, or elsewhere: what is typed elsewhere by now stays there. */
  protected focusAfter(began: boolean, id: string): void {
    if (this.focused !== null || (began && innermost() === document.body)) this.focusOn(id);
  }

  /** Says what is missing in the field `id`. */
  protected missing(words: string, id: string): void {
    this.failure = words;
    this.focusOn(id);
  }

  /** Says that requests may be in the ledger now. */
  protected entered(): void {
    this.dispatchEvent(new Event("entered", { bubbles: true, composed: true }));
  }

  /** What was shown holds no more. */
  protected readonly changed = (): void => {
    this.looked = undefined;
    this.failure = "";
  };

  /** The buttons below what would leave: it is sent to `host`, where it may be, or discarded. */
  protected buttons(host: string, mayBeSent: boolean) {
    const send = html`<span id="${this.#name}-send-place"><button id="${this.#name}-send" class="main" aria-disabled=${String(!this.#uncovered.may)} @click=${this.#press}>${say("sendTo", { host })}</button></span>`;
    return html`<div class="row">
        ${mayBeSent ? send : nothing}
        <button id="${this.#name}-discard" @click=${this.#discard}>${first("discard")}</button>
      </div>
      ${mayBeSent ? this.#uncovered.words : nothing}`;
  }

  /** Why it failed, where it did. */
  protected failed() {
    if (this.failure === "") return nothing;
    return html`<p class="notice bad" role="alert" id="failure-${this.#name}">${this.failure}</p>`;
  }

  readonly #press = (event: Event): void => {
    const { looked } = this;
    if (!this.#uncovered.allows(event) || looked === undefined) return;
    this.looked = undefined;
    this.send(looked);
  };

  readonly #discard = (): void => {
    this.looked = undefined;
    this.field?.focus();
  };
}
