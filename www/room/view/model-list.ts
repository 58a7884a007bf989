/** The models and word lists of this page: what each is for, how large it is, and under which licence it may be used. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { EngineClient } from "../engine/client.ts";
import { MEANING_GIB } from "./ladder.ts";
import type { Meaning } from "./meaning.ts";
import { shared } from "./theme.ts";
import { told } from "./told.ts";
import { number, size } from "./words.ts";
import { say } from "../words/settings.ts";

/** What the models are for, in the words of the page. */
const PURPOSES: Readonly<Record<string, string>> = {
  get embedder() {
    return say("searchByMeaning");
  },
  get reranker() {
    return say("secondReading");
  },
  get tagger() {
    return say("namesAndPlacesIn");
  },
  get "injection-classifier"() {
    return say("instructionsToAModel");
  },
  get lexicon() {
    return say("wordsThatMayLeave");
  },
  get "rare-diseases"() {
    return say("rareDiseases");
  },
  get concepts() {
    return say("medicalConcepts");
  },
};

/** When each is loaded; what is not here, when it is first needed. */
const WHEN: Readonly<Record<string, "withRecords" | "withQuestions" | "withMeaning" | "withTexts" | "whenSwitchedOn">> =
  {
    concepts: "withRecords",
    lexicon: "withRecords",
    "rare-diseases": "withQuestions",
    "injection-classifier": "withMeaning",
    tagger: "withTexts",
    reranker: "whenSwitchedOn",
  };

const PERCENT = { style: "percent", maximumFractionDigits: 0 } as const;

@customElement("chaperone-model-list")
export class ModelListView extends LitElement {
  /** How far search by meaning is. */
  @property({ attribute: false }) accessor meaning: Meaning = { is: "idle" };
  /** The name of the person's own model, where it is in use instead. */
  @property({ attribute: false }) accessor own: string | undefined;
  @property({ attribute: false }) accessor engine!: EngineClient;
  /** The licences, once they were asked for, or why they cannot be had. */
  @state() private accessor notices = "";
  @state() private accessor failure = "";

  static override readonly styles = [
    shared,
    css`
      ul { list-style: none; margin: 0; padding: 0; }
      li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 1rem; padding: 0.625rem 0; border-top: 1px solid var(--line); }
      li:first-child { border-top: 0; padding-top: 0; }
      .size { font-variant-numeric: tabular-nums; white-space: nowrap; }
      .small { grid-column: 1 / -1; overflow-wrap: anywhere; }
      pre { margin: 0.5rem 0 0; padding: 0.75rem; max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 0.8125rem; border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--sheet); }
    `,
  ];

  override render() {
    return html`<section aria-labelledby="title">
      <h2 id="title">${say("modelsAndWordLists")}</h2>
      <p class="soft small">${say("allOfThemRun")}</p>
      <ul>
        ${MODELS.map(
          ({ id, purpose, licence, attribution, bytes }) => html`<li data-model=${id}>
            <strong>${PURPOSES[purpose] ?? purpose}</strong><span class="size">${size(bytes)}</span>
            <span class="small" data-when>${this.#when(purpose)}</span>
            <span class="small soft">${say("under", { id, licence, attribution })}</span>
          </li>`,
        )}
      </ul>
      <details @toggle=${this.#look}>
        <summary class="small">${say("licencesOfAll")}</summary>
        ${this.notices === "" ? nothing : html`<pre id="notices" tabindex="0" role="region" aria-label=${say("licencesOfAll")}>${this.notices}</pre>`}
        ${this.failure === "" ? nothing : html`<p class="notice bad" role="alert">${this.failure}</p>`}
      </details>
    </section>`;
  }

  /** Fetches the licences when they are looked at first. */
  async #look({ currentTarget }: Event): Promise<void> {
    if (!(currentTarget as HTMLDetailsElement).open || this.notices !== "") return;
    try {
      this.notices = (await this.engine.call("notices", {})).text;
      this.failure = "";
    } catch (error) {
      this.failure = told(error);
    }
  }

  /** When a model is loaded; of the one that is loaded in the background, how far that is. */
  #when(purpose: string): string {
    if (purpose !== "embedder") return say(WHEN[purpose] ?? "whenFirstNeeded");
    if (this.own !== undefined) return say("yourOwnIsInUse", { name: this.own });
    const { meaning } = this;
    if (meaning.is === "unavailable")
      return `${say("afterRecords", { least: MEANING_GIB })} ${say("nowUnavailable", { reason: meaning.reason })}`;
    if (meaning.is === "fetching") {
      const percent = number(meaning.total > 0 ? meaning.done / meaning.total : 0, PERCENT);
      return `${say("afterRecords", { least: MEANING_GIB })} ${say("nowFetched", { percent })}`;
    }
    const told = {
      idle: "",
      embedding: "nowInUse",
      paused: "nowWaiting",
      ready: "nowInUse",
    } as const;
    const now = told[meaning.is];
    return [say("afterRecords", { least: MEANING_GIB }), now === "" ? "" : say(now)].join(" ").trim();
  }
}
