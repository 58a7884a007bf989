/** The room's page: what was asked, what would leave, what came back. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { Doubles } from "../doubles.ts";
import type { EngineClient } from "../engine/client.ts";
import { ChaperoneError } from "../engine/error.ts";
import type { CallEvent, Endpoint, Fetching, Notice } from "../engine/calls.ts";
import { noticeText } from "../engine/notice.ts";
import type { Added, Answer, Draft, Holdings, Progress } from "../engine/types.ts";
import type { AnswerView } from "./answer.ts";
import type { LeavingView } from "./leaving.ts";
import type { Asked, Connector } from "./question.ts";
import type { Reading } from "./records.ts";
import type { SourceView } from "./source.ts";
import { shared } from "./theme.ts";
import "./answer.ts";
import "./leaving.ts";
import "./question.ts";
import "./records.ts";
import "./self-test.ts";
import "./source.ts";

@customElement("chaperone-app")
export class App extends LitElement {
  @property({ attribute: false }) accessor engine!: EngineClient;
  @property({ attribute: false }) accessor doubles!: Doubles;
  @state() private accessor ready = false;
  @state() private accessor broken = "";
  @state() private accessor busy = false;
  @state() private accessor readings: readonly Reading[] = [];
  @state() private accessor holdings: Holdings | undefined;
  @state() private accessor patients: readonly string[] = [];
  @state() private accessor progress: Progress | Fetching | undefined;
  @state() private accessor notices: readonly string[] = [];
  @state() private accessor searchNotice = "";
  @state() private accessor draft: Draft | undefined;
  @state() private accessor sent = false;
  @state() private accessor streaming: string | undefined;
  @state() private accessor answer: Answer | undefined;
  @state() private accessor failure = "";
  @query("chaperone-source") private accessor sourceView!: SourceView;
  @query("chaperone-leaving") private accessor leavingView!: LeavingView;
  @query("chaperone-answer") private accessor answerView!: AnswerView;
  #connector: Connector | undefined;
  #asking: AbortController | undefined;

  static override readonly styles = [
    shared,
    css`
      header { border-bottom: 1px solid var(--line); background: var(--sheet); }
      header > div, main { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem; }
      h1 { margin: 0; font-size: 1.375rem; line-height: 1.2; letter-spacing: -0.01em; }
      main { display: grid; gap: 1rem; padding-bottom: 4rem; }
      main > * { min-width: 0; }
      @media (max-width: 30rem) { header > div, main { padding-inline: 0.75rem; } }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.engine.onStarting = ({ done, total }) => (this.progress = { status: "fetching", file: "engine", done, total });
    this.engine.onNotice = (notice) => this.#note(notice);
    this.engine.ready.then(
      () => {
        this.ready = true;
        this.progress = undefined;
      },
      (error: unknown) => (this.broken = told(error)),
    );
  }

  override render() {
    return html`
      <header>
        <div>
          <h1>Chaperone</h1>
          <p class="soft">Your records stay in this room, and the room has no network.</p>
        </div>
      </header>
      <main>
        ${this.broken === "" ? nothing : html`<p class="notice bad" role="alert">${this.broken}</p>`}
        ${this.notices.map((notice) => html`<p class="notice" role="status">${notice}</p>`)}
        <chaperone-records
          .ready=${this.ready} .busy=${this.busy || this.streaming !== undefined} .readings=${this.readings} .holdings=${this.holdings}
          .progress=${this.progress} .searchNotice=${this.searchNotice}
          @add-files=${({ detail }: CustomEvent<File[]>) => this.#addFiles(detail)}
          @add-samples=${() => this.#addSamples()}
        ></chaperone-records>
        <chaperone-question
          .patients=${this.patients}
          .ready=${this.ready && (this.holdings?.passages ?? 0) > 0} .busy=${this.busy || this.streaming !== undefined}
          @ask=${({ detail }: CustomEvent<Asked>) => this.#ask(detail)}
        ></chaperone-question>
        <chaperone-leaving
          ?hidden=${this.draft === undefined} .draft=${this.draft} .sent=${this.sent}
          @approve=${() => this.#approve()} @discard=${() => (this.draft = undefined)}
        ></chaperone-leaving>
        <chaperone-answer
          ?hidden=${this.answer === undefined && this.streaming === undefined && this.failure === ""}
          .answer=${this.answer} .streaming=${this.streaming} .failure=${this.failure}
          @cancel=${() => this.#asking?.abort()}
          @open-source=${({ detail }: CustomEvent<string>) => this.#openSource(detail)}
        ></chaperone-answer>
        <chaperone-self-test .doubles=${this.doubles}></chaperone-self-test>
      </main>
      <chaperone-source></chaperone-source>
    `;
  }

  #hear = (event: CallEvent): void => {
    if ("progress" in event) this.progress = event.progress;
    else if ("notice" in event) this.#note(event.notice);
    else this.streaming = (this.streaming ?? "") + event.delta;
  };

  #note(notice: Notice): void {
    this.notices = [...this.notices, noticeText(notice)];
  }

  async #addFiles(files: readonly File[]): Promise<void> {
    this.busy = true;
    for (const file of files) {
      try {
        const bytes = await file.arrayBuffer();
        this.#read(
          file.name,
          await this.engine.call("add-file", { bytes }, { onEvent: this.#hear, transfer: [bytes] }),
        );
      } catch (error) {
        this.readings = [...this.readings, { name: file.name, failure: told(error) }];
      }
    }
    await this.#afterReading();
  }

  async #addSamples(): Promise<void> {
    this.busy = true;
    try {
      const reports = await this.engine.call("add-samples", {}, { onEvent: this.#hear });
      reports.forEach((added, number) => this.#read(`Sample ${number + 1}`, added));
    } catch (error) {
      this.readings = [...this.readings, { name: "Sample records", failure: told(error) }];
    }
    await this.#afterReading();
  }

  #read(name: string, added: Added): void {
    this.readings = [...this.readings, { name, added }];
  }

  async #afterReading(): Promise<void> {
    this.progress = undefined;
    try {
      this.holdings = await this.engine.call("holdings", {});
      this.patients = await this.engine.call("patients", {});
    } catch (error) {
      this.broken = told(error);
    }
    this.busy = false;
    try {
      await this.engine.call("embed", {}, { onEvent: this.#hear });
      this.holdings = await this.engine.call("holdings", {});
      this.searchNotice = "";
    } catch (error) {
      this.searchNotice = `Search by meaning is not available; search by words is. ${told(error)}`;
    }
    this.progress = undefined;
  }

  async #ask({ question, subject, connector }: Asked): Promise<void> {
    this.busy = true;
    this.draft = undefined;
    this.sent = false;
    this.answer = undefined;
    this.failure = "";
    this.#connector = connector;
    try {
      if (connector === undefined) {
        this.answer = await this.engine.call("quotes", { question, subject });
      } else {
        this.draft = await this.engine.call("prepare", { question, subject, endpoint: endpointOf(connector) });
        await this.#focusTitle(this.leavingView);
      }
    } catch (error) {
      this.failure = told(error);
    }
    this.busy = false;
  }

  async #approve(): Promise<void> {
    const { draft } = this;
    const connector = this.#connector;
    if (draft === undefined || connector === undefined || this.sent) return;
    this.sent = true;
    this.streaming = "";
    this.#asking = new AbortController();
    void this.#focusTitle(this.answerView);
    const millis = connector.waitSeconds * 1000;
    const patience = { headMillis: millis, firstByteMillis: millis, idleMillis: millis };
    try {
      this.answer = await this.engine.call(
        "ask",
        { draft: draft.id, endpoint: endpointOf(connector), credential: connector.key, patience },
        { signal: this.#asking.signal, onEvent: this.#hear },
      );
    } catch (error) {
      this.failure = told(error);
    }
    this.streaming = undefined;
  }

  /** Moves the focus to a part that has just appeared: the button that led to it is gone or far. */
  async #focusTitle(view: LitElement): Promise<void> {
    await this.updateComplete;
    await view.updateComplete;
    view.renderRoot.querySelector<HTMLElement>("#title")?.focus();
  }

  async #openSource(reference: string): Promise<void> {
    try {
      await this.sourceView.show(await this.engine.call("source", { reference }));
    } catch (error) {
      this.failure = told(error);
    }
  }
}

function endpointOf({ url, model }: Connector): Endpoint {
  return { url, model };
}

/** What an error says to the person. Only the engine's own messages are shown: others might quote what they failed on. */
function told(error: unknown): string {
  if (error instanceof ChaperoneError) return error.message;
  if (error instanceof DOMException && error.name === "AbortError") return "Cancelled.";
  return "Something failed in the page. Reload it; if it happens again, please report it.";
}
