/** Fields for files, which speak the language of the page: what a browser writes beside its own is in the browser's language. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { say } from "../words/first.ts";

/** A field for files. What is dropped on it is chosen, too, as on a browser's own. */
interface FileField {
  /** The id of the input. */
  readonly id: string;
  /** What stands before the field; then the names of the files that are chosen stand behind it. Without it the field is a button. */
  readonly label?: string | undefined;
  /** What its button says, where that is not that files are chosen. */
  readonly says?: string | undefined;
  /** What it is called where the button alone does not tell. */
  readonly called?: string | undefined;
  /** The id of what describes it. */
  readonly hint?: string | undefined;
  readonly accept?: string | undefined;
  readonly multiple?: boolean | undefined;
  /** Whether a folder is chosen. */
  readonly folder?: boolean | undefined;
  /** Whether it is what most people press here. */
  readonly main?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly onChange?: ((event: Event) => void) | undefined;
}

/** Returns the field. The browser's own lies over it, out of sight: keyboards, screen readers and dragged files find that. */
export function fileField(field: FileField): TemplateResult {
  const { id, label, called, hint, accept, main, multiple = false, folder = false, disabled = false } = field;
  const input = html`<input
    id=${id} type="file" accept=${accept ?? nothing} ?multiple=${multiple} ?webkitdirectory=${folder} ?disabled=${disabled}
    aria-label=${called ?? nothing} aria-describedby=${hint ?? nothing} @change=${field.onChange ?? nothing}
  />`;
  const says = field.says ?? say(multiple ? "chooseFiles" : "chooseAFile");
  if (label === undefined)
    return html`<span class="button choose ${main === true ? "main" : ""}" aria-disabled=${String(disabled)}>${says}${input}</span>`;
  return html`<label class="small">${label}<span class="choose" aria-disabled=${String(disabled)}>${input}<span class="button">${says}</span> <chaperone-chosen .of=${id}></chaperone-chosen></span></label>`;
}

/** The names of the files that are chosen in a field beside it. */
@customElement("chaperone-chosen")
export class ChosenFiles extends LitElement {
  /** The id of the field. */
  @property({ attribute: false }) accessor of = "";
  #root: Node | undefined;

  static override readonly styles = css`
    :host { flex: 1 1 8rem; min-width: 0; padding-block: 0.25rem; color: var(--ink-soft); font-weight: 400; overflow-wrap: anywhere; }
  `;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#root = this.getRootNode();
    this.#root.addEventListener("change", this.#renew);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#root?.removeEventListener("change", this.#renew);
  }

  readonly #renew = (): void => this.requestUpdate();

  override render() {
    const field = (this.#root as Partial<ParentNode> | undefined)?.querySelector?.<HTMLInputElement>(`#${this.of}`);
    const names = Array.from(field?.files ?? [], ({ name }) => name).join(", ");
    return html`<span role="status">${names === "" ? say("noFileChosen") : names}</span>`;
  }
}
