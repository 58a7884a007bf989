/** The report: what became of every file that was added. */
import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import type { SourceFile } from "../engine/kept.ts";
import type { Added } from "../engine/types.ts";
import type { LeftOut, Reading } from "./reading.ts";
import { countSkipped, grouped, type Group, type Skipped } from "./skipped.ts";
import { shared } from "./theme.ts";
import { resources } from "./resources.ts";
import { many, number, size } from "./words.ts";
import { rich, say } from "../words/first.ts";
import { spoken } from "../words/say.ts";
import "./removal.ts";

/** Rows shown at first, and rows that each further click shows. */
const ROWS = 20;
const MORE_ROWS = 200;

/** Files from which on there is a field to find one. */
const MANY = 12;

/** Lines of one file's list that are shown. */
const LINES = 100;

/** Folders that are named one by one before the rest of them is counted. */
const NAMED = 3;

const OUTCOMES: Readonly<Record<Reading["outcome"]["kind"], { readonly icon: string; readonly word: string }>> = {
  read: {
    icon: "✓",
    get word() {
      return say("read");
    },
  },
  before: {
    icon: "=",
    get word() {
      return say("readBefore");
    },
  },
  failed: {
    icon: "✕",
    get word() {
      return say("notRead");
    },
  },
  cancelled: {
    icon: "–",
    get word() {
      return say("wasCancelled");
    },
  },
};

const IN_PART = {
  icon: "⚠",
  get word() {
    return say("readInPart");
  },
};

/** Whether a file ended in the middle. */
function isCut({ outcome }: Reading): boolean {
  return outcome.kind === "read" && outcome.added.cut;
}

/** Whether reading stopped before the end, for want of memory. */
function isStopped({ outcome }: Reading): boolean {
  return outcome.kind === "read" && outcome.added.stopped !== undefined;
}

/** `remove-source` comes through from its rows. */
@customElement("chaperone-report")
export class ReportView extends LitElement {
  @property({ attribute: false }) accessor readings: readonly Reading[] = [];
  @property({ attribute: false }) accessor leftOut: LeftOut = { passedOver: 0, unopened: [], cut: false };
  /** The files that the records came from: each of them can be removed. */
  @property({ attribute: false }) accessor files: readonly SourceFile[] = [];
  @property({ attribute: false }) accessor busy = false;
  @state() private accessor shown = ROWS;
  @state() private accessor wanted = "";
  /** Files that were not read, of which the person has taken note. */
  @state() private accessor noted: ReadonlySet<Reading> = new Set();
  /** The files that were not read before the last reading began. */
  #earlier: ReadonlySet<Reading> = new Set();
  /** The file that is told of as not read: the first of the newest reading of which there is one. */
  #lead: Reading | undefined;
  readonly #groups = new WeakMap<readonly Skipped[], readonly Group[]>();

  static override readonly styles = [
    shared,
    css`
      ul { list-style: none; padding: 0; }
      .files > li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: 0.125rem 0.625rem; padding: 0.625rem 0; border-top: 1px solid var(--line); font-size: 0.9375rem; }
      .files > li > :nth-child(n + 4) { grid-column: 2; }
      .files > li > details[open] { grid-column: 2 / -1; }
      .icon { font-weight: 700; text-align: center; }
      .name { overflow-wrap: anywhere; font-weight: 500; }
      .size { justify-self: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
      .read .icon { color: var(--good); }
      .failed .icon, .failed .word { color: var(--bad); }
      .word { font-weight: 600; }
      details { min-width: 0; }
      .notice { margin-bottom: 0.5rem; }
      summary { font-weight: 500; }
      .files > li > chaperone-removal:nth-child(n) { grid-column: 3; grid-row: 2 / span 2; justify-self: end; }
      .files > li > chaperone-removal[asked]:nth-child(n) { grid-column: 2 / -1; grid-row: auto; justify-self: stretch; }
      .find { max-width: 24rem; }
      .lines { display: grid; gap: 0.25rem; padding-inline-start: 0.75rem; border-inline-start: 2px solid var(--line); max-height: 20rem; overflow: auto; }
      .lines li { overflow-wrap: anywhere; }
      .path { font-family: var(--mono); font-size: 0.8125rem; }
      button { margin-top: 0.5rem; }
      .taken { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: start; justify-content: space-between; }
      .taken > p { flex: 1 1 16rem; min-width: 0; }
      .taken > button { margin: 0; min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    const failed = this.readings.filter(({ outcome }) => outcome.kind === "failed");
    if (changed.has("busy") && this.busy) this.#earlier = new Set(failed);
    this.#lead = failed.find((reading) => !this.#earlier.has(reading)) ?? this.#lead;
  }

  override render() {
    const { readings, leftOut } = this;
    if (readings.length === 0 && leftOut.passedOver + leftOut.unopened.length === 0) return nothing;
    const failed = readings.filter(({ outcome }) => outcome.kind === "failed");
    const rest = readings.filter(({ outcome }) => outcome.kind !== "failed").reverse();
    const found = [...failed, ...rest].filter(({ name }) => name.toLowerCase().includes(this.wanted.toLowerCase()));
    const rows = found.slice(0, this.shown);
    const hidden = found.length - rows.length;
    return html`
      ${leftOut.unopened.length === 0 ? nothing : this.#unopened(leftOut.unopened)}
      ${this.#alert(failed.filter((reading) => !this.noted.has(reading)))} ${this.#cut(readings.filter(isCut))} ${readings.filter(isStopped).map((reading) => this.#stopped(reading))}
      <details id="report" ?hidden=${readings.length === 0} ?open=${failed.length > 1}>
        <summary>${this.#summary()}</summary>
        ${readings.length <= MANY ? nothing : html`<label class="small find">${say("findAFile")}<input type="text" id="wanted" spellcheck="false" autocapitalize="off" @input=${({ target }: Event) => (this.wanted = (target as HTMLInputElement).value)} /></label>`}
        <ul class="files" aria-label=${say("files")}>${rows.map((reading) => this.#row(reading))}</ul>
        ${hidden === 0 ? nothing : html`<button id="more" @click=${() => (this.shown += MORE_ROWS)}>${say("showOf", { moreFiles: many(Math.min(hidden, MORE_ROWS), "moreFile"), hidden: number(hidden) })}</button>`}
        ${this.#leftOut(leftOut)}
      </details>
    `;
  }

  #summary(): string {
    const count = { read: 0, before: 0, failed: 0, cancelled: 0 };
    let skipped = 0;
    for (const { outcome } of this.readings) {
      count[outcome.kind] += 1;
      if ("added" in outcome) skipped += countSkipped(outcome.added);
    }
    const said = [
      [count.read, say("filesRead", { files: many(count.read, "file") })],
      [count.before, say("filesReadBefore", { before: number(count.before) })],
      [count.failed, say("filesNotRead", { failed: number(count.failed) })],
      [count.cancelled, say("filesCancelled", { cancelled: number(count.cancelled) })],
      [skipped, say("toLookAt", { entries: many(skipped, "entry") })],
    ] as const;
    return said.flatMap(([number, words]) => (number === 0 ? [] : [words])).join(" · ");
  }

  #unopened(unopened: readonly string[]) {
    const named = unopened.slice(0, NAMED).join(", ");
    return html`<p class="notice" role="alert" id="unopened">
      ${say("thisBrowserOpensNo")} <strong>${named}</strong>${say("chooseItWithThe", { more: unopened.length > NAMED ? say("andMore", { unopened: unopened.length - NAMED }) : "" })}
    </p>`;
  }

  /** What was not read. It is another element with each reading that brought some: a notice whose text grew might not be said aloud. */
  #alert(failed: readonly Reading[]) {
    const first = failed.find((reading) => reading === this.#lead) ?? failed[0];
    if (first?.outcome.kind !== "failed") return nothing;
    const second = failed.find((reading) => reading !== first);
    const more = failed.length - 1;
    return keyed(
      first,
      html`<div class="notice bad taken">
      <p role="alert" id="failed"><strong>${first.name}</strong> ${rich("wasNotRead", { failure: first.outcome.failure, advice: first.outcome.advice, more: more === 0 ? nothing : more === 1 && second !== undefined ? html`<br />${say("neitherWas")} <strong>${second.name}</strong>.` : html`<br />${say("couldNotBeRead", { moreFiles: many(more, "moreFile") })}` })}</p>
      <button id="dismiss" aria-label=${say("dismissNotRead", { name: first.name })} @click=${() => this.#note(failed)}>${say("dismiss")}</button>
    </div>`,
    );
  }

  /** What was not read is told no more above the list, in which it stays; the focus goes to that. */
  #note(failed: readonly Reading[]): void {
    this.noted = new Set([...this.noted, ...failed]);
    this.renderRoot.querySelector<HTMLElement>("#report > summary")?.focus({ preventScroll: true });
  }

  #cut(cut: readonly Reading[]) {
    const [first] = cut;
    if (first === undefined) return nothing;
    return html`<p class="notice bad" role="alert" id="cut">
      <strong>${first.name}</strong> ${say("endsInTheMiddle", { more: cut.length > 1 ? say("andSo", { count: cut.length - 1 }) : "" })}
    </p>`;
  }

  #stopped({ name, bytes, outcome }: Reading) {
    if (outcome.kind !== "read" || outcome.added.stopped === undefined) return nothing;
    const { lines, bytes: read } = outcome.added.stopped;
    return html`<p class="notice bad" role="alert" data-stopped>
      <strong>${name}</strong> ${say("wasReadUpTo", { lines: number(lines), read: bytes === undefined ? size(read) : say("doneOfTotal", { done: size(read), total: size(bytes) }) })}
    </p>`;
  }

  #row(reading: Reading) {
    const { name, bytes, outcome } = reading;
    const { icon, word } = isCut(reading) || isStopped(reading) ? IN_PART : OUTCOMES[outcome.kind];
    return html`<li class=${outcome.kind} data-outcome=${outcome.kind}>
      <span class="icon" aria-hidden="true">${icon}</span>
      <span class="name">${name}</span>
      <span class="size soft small">${bytes === undefined ? nothing : size(bytes)}</span>
      <span class="small"><span class="word">${word}</span>${brought(outcome)}</span>
      ${"added" in outcome ? this.#lines(outcome.added) : nothing} ${this.#removal(reading)}
    </li>`;
  }

  /** A file that the records came from can be taken away, by the row that says how it was read. */
  #removal({ name, outcome }: Reading) {
    const file = this.files.find(({ label }) => label === name);
    if (file === undefined || outcome.kind !== "read") return nothing;
    return html`<chaperone-removal .file=${file} .busy=${this.busy}></chaperone-removal>`;
  }

  #lines(added: Added) {
    const { skipped, setAside } = added;
    const count = countSkipped(added);
    const aside = setAside.reduce((sum, each) => sum + each.count, 0);
    if (count + aside === 0) return nothing;
    const said = [
      ...(count === 0 ? [] : [say("toLookAt", { entries: many(count, "entry") })]),
      ...(aside === 0 ? [] : [say("usedForProtectingNames", { aside: number(aside) })]),
    ];
    const groups = this.#grouped(skipped);
    return html`<details class="small">
      <summary>${said.join(" · ")}</summary>
      <ul class="lines" tabindex="0" aria-label=${say("whatWasLeftOut")}>
        ${groups.slice(0, LINES).map(({ reason, paths, count }) => html`<li><span class="path">${paths.join(", ")}</span>${count > paths.length ? html` ${say("andMorePaths", { number: number(count - paths.length) })}` : nothing}: ${spoken(reason)}</li>`)}
        ${count > skipped.length ? html`<li>${say("andMoreThatAre", { number: number(count - skipped.length) })}</li>` : nothing}
        ${groups.length > LINES ? html`<li>${say("andFurtherReasons", { furtherReasons: many(groups.length - LINES, "furtherReason") })}</li>` : nothing}
        ${setAside.map(({ resourceType, count }) => html`<li class="soft">${say("notPartOfThe", { resourceType: resources(resourceType, count) })}</li>`)}
      </ul>
    </details>`;
  }

  #grouped(skipped: readonly Skipped[]): readonly Group[] {
    const groups = this.#groups.get(skipped) ?? grouped(skipped);
    this.#groups.set(skipped, groups);
    return groups;
  }

  #leftOut({ passedOver, cut }: LeftOut) {
    return html`
      ${passedOver === 0 ? nothing : html`<p class="small soft">${say("ofTheFolderPassed", { count: passedOver })}</p>`}
      ${cut ? html`<p class="small">${say("theFolderHoldsMore")}</p>` : nothing}
    `;
  }
}

function brought(outcome: Reading["outcome"]) {
  switch (outcome.kind) {
    case "read": {
      const { patients, documents, facts } = outcome.added;
      if (patients + documents + facts === 0) return say("nothingNewInIt");
      return ` · ${many(patients, "newPatient")}, ${many(documents, "document")}, ${many(facts, "fact")}`;
    }
    case "before":
      return say("broughtNothingNew");
    case "failed":
      return html`: ${outcome.failure} ${outcome.advice}`;
    case "cancelled":
      return say("nothingOfItWas");
  }
}
