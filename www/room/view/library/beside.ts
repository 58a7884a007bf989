/**
 * What the person's own files of literature have on a question about records, below its answer: looked for in this page alone, and in boxes that
 * are none of the records'. A library at the page's server is not asked: which parts are read would tell that server something of the question.
 */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { LibraryHit } from "../../../../pkg/chaperone.js";
import type { Libraries } from "../../engine/library.ts";
import { shared } from "../theme.ts";
import { say } from "../../words/library.ts";
import { box } from "./results.ts";
import { styles } from "./styles.ts";

/** Passages that stand beside an answer. */
const BESIDE = 3;

/** The files that are open, as what stands beside answers asks them. */
export const ownFiles = {
  libraries: undefined as Libraries | undefined,
  open(libraries: Libraries): void {
    this.libraries = libraries;
  },
  close(): void {
    this.libraries = undefined;
  },
};

@customElement("chaperone-beside")
export class BesideView extends LitElement {
  /** The question, as it was asked. */
  @property({ attribute: false }) accessor question = "";
  @state() private accessor hits: readonly LibraryHit[] = [];

  static override readonly styles = [shared, styles];

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("question")) void this.#look();
  }

  override render() {
    if (this.hits.length === 0) return nothing;
    return html`<section aria-labelledby="beside-title">
      <h4 id="beside-title">${say("fromYourFiles")}</h4>
      <p class="soft small">${say("publicTextsBeside")}</p>
      <ol id="beside">${this.hits.map((hit, at) => box(hit, at + 1))}</ol>
    </section>`;
  }

  async #look(): Promise<void> {
    const { question } = this;
    const { signal } = new AbortController();
    // Without what stands beside it the answer is as good as before.
    const found = await ownFiles.libraries?.search("own", question, BESIDE, undefined, signal).catch(() => undefined);
    if (question === this.question) this.hits = found?.hits ?? [];
  }
}
