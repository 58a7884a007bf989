/** One turn of the conversation: the question, what left for it, and the answer. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Turn } from "./conversation.ts";
import { shared } from "./theme.ts";
import { clock } from "./words.ts";
import "./answer.ts";
import "./leaving.ts";

/** Fires `approve`, `discard` and `cancel`; `open-source` comes through from its answer. */
@customElement("chaperone-turn")
export class TurnView extends LitElement {
  @property({ attribute: false }) accessor turn!: Turn;

  static override readonly styles = [
    shared,
    css`
      article { display: grid; gap: 1rem; min-width: 0; }
      article > * { min-width: 0; }
      header { display: grid; gap: 0.125rem; }
      h3 { font-size: 1.125rem; overflow-wrap: anywhere; scroll-margin-top: 3.5rem; }
      details { border: 1px solid var(--line); border-radius: var(--radius-small); background: var(--sheet); }
      summary { padding: 0.75rem 1rem; font-weight: 500; }
      details[open] > summary { border-bottom: 1px solid var(--line); }
      details > :not(summary) { margin: 0; }
      .working { display: flex; gap: 0.625rem; align-items: center; }
      .working::before { content: ""; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--accent); animation: breathe 1.6s ease-in-out infinite; }
      @keyframes breathe { 50% { opacity: 0.25; } }
      @media (prefers-reduced-motion: reduce) { .working::before { animation: none; } }
    `,
  ];

  /** Brings the turn into sight, and the focus to the part that is new in it: `question`, `leaving` or `answer`. */
  async attend(part: "question" | "leaving" | "answer"): Promise<void> {
    await this.updateComplete;
    const title =
      part === "question"
        ? this.renderRoot.querySelector<HTMLElement>("#asked")
        : await titleOf(this.renderRoot.querySelector<LitElement>(`chaperone-${part}`));
    title?.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    title?.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }

  override render() {
    const { turn } = this;
    return html`
      <article aria-labelledby="asked">
        <header>
          <p class="small soft">You asked at <time datetime=${turn.at.toISOString()}>${clock(turn.at)}</time>${turn.about === undefined ? nothing : html`, about ${turn.about}`}</p>
          <h3 id="asked" tabindex="-1">${turn.question}</h3>
        </header>
        ${turn.working ? html`<p class="working soft" role="status">Looking in the records…</p>` : nothing}
        ${this.#leaving(turn)}
        <chaperone-answer
          ?hidden=${turn.answer === undefined && turn.streaming === undefined && turn.failure === ""}
          .answer=${turn.answer} .streaming=${turn.streaming} .failure=${turn.failure}
          @cancel=${() => this.dispatchEvent(new Event("cancel"))}
        ></chaperone-answer>
      </article>
    `;
  }

  #leaving({ question, draft, discarded, sent, failure, answer }: Turn) {
    if (draft === undefined) return nothing;
    if (discarded) return html`<p class="soft">Discarded. Nothing was sent.</p>`;
    const view = html`<chaperone-leaving
      .question=${question} .draft=${draft} .sent=${sent !== undefined}
      @approve=${() => this.dispatchEvent(new Event("approve"))}
      @discard=${() => this.dispatchEvent(new Event("discard"))}
    ></chaperone-leaving>`;
    if (sent === undefined) return view;
    return html`<details>
      <summary>${failure !== "" && answer === undefined ? "What may have left" : "What left"}: to ${sent.model} at ${hostOf(sent.url)}, <time datetime=${sent.at.toISOString()}>${clock(sent.at)}</time></summary>
      ${view}
    </details>`;
  }
}

async function titleOf(view: LitElement | null): Promise<HTMLElement | null | undefined> {
  await view?.updateComplete;
  return view?.renderRoot.querySelector<HTMLElement>("#title");
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
