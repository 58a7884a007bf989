/** What a model on this device did for a question: the searches that it called, what it chose and drafted from the records, and what of that the request tells. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Inside } from "../engine/types.ts";
import { shared } from "./theme.ts";
import { many } from "./words.ts";
import { say } from "../words/thinking.ts";
import { spoken } from "../words/say.ts";

/** How its work ended; what is drafted stands there by itself. */
const ENDINGS: Readonly<Record<Inside["ending"], string>> = {
  get working() {
    return say("itIsAtWork");
  },
  drafted: "",
  get "nothing-found"() {
    return say("itFoundNothing");
  },
  get unreadable() {
    return say("itsDraftCouldNotBeRead");
  },
  get failed() {
    return say("itStoppedBefore");
  },
};

@customElement("chaperone-inside")
export class InsideView extends LitElement {
  @property({ attribute: false }) accessor inside: Inside | undefined;

  static override readonly styles = [
    shared,
    css`
      details > div { display: grid; gap: 0.75rem; padding-top: 0.5rem; }
      ol { margin: 0; padding-inline-start: 1.5rem; display: grid; gap: 0.25rem; }
      li, blockquote { overflow-wrap: anywhere; }
      code { font-family: var(--mono); font-size: 0.8125rem; }
      blockquote { margin: 0; padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--line-strong); white-space: pre-wrap; }
      pre { max-height: 20rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
    `,
  ];

  override render() {
    const { inside } = this;
    if (inside === undefined) return nothing;
    const { model, calls, ending, chosen, draft, told, transcript } = inside;
    const working = ending === "working";
    return html`<details class="small" ?open=${working}>
      <summary>${say("whatItDidHere", { model })}</summary>
      <div>
        <p class="soft">${say("itSawYourRecords")}</p>
        ${
          calls.length === 0
            ? nothing
            : html`<ol id="calls" aria-label=${say("searchesItCalled")}>${calls.map(
                ({ tool, arguments: given, found, failure }) =>
                  html`<li><code>${tool} ${given}</code> – ${failure === undefined ? say("entriesFound", { entries: many(found, "entry") }) : spoken(failure)}</li>`,
              )}</ol>`
        }
        ${ENDINGS[ending] === "" ? nothing : html`<p id="ending" role="status">${ENDINGS[ending]}</p>`}
        ${chosen.length === 0 ? nothing : html`<p id="chosen">${say("itChose", { passages: chosen.join("; ") })}</p>`}
        ${draft === undefined || draft === "" ? nothing : html`<p>${say("itsDraftHere")}</p><blockquote id="draft">${draft}</blockquote>`}
        ${working || draft === undefined ? nothing : told === undefined ? html`<p id="untold">${say("nothingOfItIsTold")}</p>` : html`<p>${say("toldOfIt")}</p><blockquote id="told">${told}</blockquote>`}
        ${
          working
            ? nothing
            : html`<details><summary>${say("everyMessage")}</summary>
                <pre id="transcript" tabindex="0" role="region" aria-label=${say("everyMessage")}>${transcript.map(({ role, content }) => `${role}\n${content}`).join("\n\n")}</pre></details>`
        }
      </div>
    </details>`;
  }
}
