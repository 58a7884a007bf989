/**
 * What the person's own files of literature have on a question about records, below its answer, in boxes that are none of the records'. Where a model was told of
 * passages these stand there, by their numbers. Else they are looked for in this page alone. A library at the page's server is not
 * asked: which parts are read would tell that server something of the question.
 */
import { LitElement, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { LibraryHit } from "../../../../pkg/chaperone.js";
import type { Answer, SideBySide } from "../../engine/types.ts";
import type { Turn } from "../turn-state.ts";
import { shared } from "../theme.ts";
import { say } from "../../words/library.ts";
import { ownFiles } from "./own-files.ts";
import { box, marked } from "./results.ts";
import { styles } from "./styles.ts";

@customElement("chaperone-beside")
export class BesideView extends LitElement {
  /** The question, with its answer. */
  @property({ attribute: false }) accessor turn: Turn | undefined;
  @state() private accessor hits: readonly LibraryHit[] = [];
  @state() private accessor pairs: readonly SideBySide[] = [];
  /** What they were looked for by. */
  #asked = "";
  /** The answer that was compared with passages, and how many. */
  #compared: { readonly answer: Answer | undefined; readonly passages: number } = { answer: undefined, passages: 0 };

  static override readonly styles = [shared, styles];

  protected override updated(changed: PropertyValues): void {
    if (changed.has("turn")) void this.#look();
    if (changed.has("turn") || changed.has("hits")) void this.#compare();
  }

  override render() {
    const told = this.#told();
    if (told !== undefined) return this.#named(told);
    if (this.hits.length === 0) return nothing;
    return html`<section aria-labelledby="beside-title">
      <h4 id="beside-title">${say("fromYourFiles")}</h4>
      <p class="soft small">${say("publicTextsBeside")}</p>
      <ol id="beside">${this.hits.map((hit, at) => box(hit, { number: at + 1 }))}</ol>
      ${this.#sideBySide(this.hits)}
    </section>`;
  }

  /** What the model was told of, with which of it the answer names, and which numbers it names that nothing has. */
  #named({ told, stays }: NonNullable<Turn["literature"]>) {
    const { sources = [], unknown = [] } = this.turn?.answer?.cited ?? {};
    return html`<section aria-labelledby="beside-title">
      <h4 id="beside-title">${say("fromYourFiles")}</h4>
      <p class="soft small">${say(this.turn?.apart === true ? "publicTextsAlone" : "publicTextsTold")}</p>
      ${unknown.map((number) => html`<p class="notice bad" data-unknown=${number}>${say("noSuchSource", { number })}</p>`)}
      <ol id="beside">
        ${told.map((hit, at) => box(hit, { number: at + 1, named: sources.includes(at + 1) }))}
        ${stays.map((hit) => box(hit, { untold: true }))}
      </ol>
      ${this.#sideBySide([...told, ...stays])}
    </section>`;
  }

  /** What the record and a passage say of the amount of one medicine, beside each other. */
  #sideBySide(passages: readonly LibraryHit[]) {
    if (this.pairs.length === 0) return nothing;
    return html`<section aria-labelledby="other-amounts">
      <h5 id="other-amounts">${say("otherAmounts")}</h5>
      <p class="soft small">${say("neitherIsRight")}</p>
      ${this.pairs.map(
        ({ medicine, record, reference, passage, sentence }) => html`<div class="pair" data-medicine=${medicine}>
          <div class="record"><p class="small soft">${say("yourRecordSays")}</p><p>${record}</p><p class="small soft">${reference}</p></div>
          <div class="public"><p class="small soft">${say("publicText")}</p><p>${sentence}</p><p class="small soft">${passages[passage]?.reference}</p>${marked(passages[passage]?.marks ?? [])}</div>
        </div>`,
      )}
    </section>`;
  }

  /** All passages that are shown. */
  #shown(): readonly LibraryHit[] {
    const told = this.#told();
    return told === undefined ? this.hits : [...told.told, ...told.stays];
  }

  async #compare(): Promise<void> {
    const answer = this.turn?.answer;
    const passages = this.#shown();
    if (answer === this.#compared.answer && passages.length === this.#compared.passages) return;
    const now = { answer, passages: passages.length };
    this.#compared = now;
    this.pairs = [];
    if (answer === undefined || passages.length === 0) return;
    const pairs = await ownFiles.libraries?.sideBySide(answer, passages).catch(() => undefined);
    if (now === this.#compared) this.pairs = pairs ?? [];
  }

  #told() {
    const { by, literature } = this.turn ?? {};
    return by === "model" && literature !== undefined && literature.told.length + literature.stays.length > 0
      ? literature
      : undefined;
  }

  async #look(): Promise<void> {
    const { turn } = this;
    // Of conversations of before it was kept, it is not known what a model was told.
    const isKnown = turn === undefined || turn.answer?.cited !== undefined || this.#told() !== undefined;
    const question = isKnown ? "" : turn.asked;
    if (question === this.#asked) return;
    this.#asked = question;
    this.hits = [];
    if (question === "") return;
    // Without what stands beside it the answer is as good as before.
    const found = await ownFiles.libraries?.alongside(question).catch(() => undefined);
    if (question === this.#asked) this.hits = found?.hits ?? [];
  }
}
