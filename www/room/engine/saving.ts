/** What a person saves as a file. It is made here: the interface cannot have a text of its own saved. */
import type { Engine } from "../../../pkg/chaperone.js";
import { WAYS_OUT } from "../ways-out.ts";
import { resourcesAround } from "./around.ts";
import type { Benchmark } from "./benchmark.ts";
import { bundleOf, isText, piecesOf, type Gathered, type Gathering } from "./bundle.ts";
import type { Exported } from "./calls.ts";
import { ChaperoneError } from "./error.ts";
import { answerFile, reportFile } from "./markdown.ts";
import type { Slice } from "./slices.ts";
import type { Store } from "./store.ts";
import type { SourcePiece } from "./types.ts";

/** The most bytes of a file in which the resources around texts are looked for. */
const MAX_AROUND_BYTES = 64 << 20;
const NO_SLICE: Slice = { label: undefined, bytes: null };

/** The files that can be saved. */
export class Saving {
  readonly #engine: Engine;
  readonly #store: Store;
  /** What was gathered last, until it is saved. */
  #gathered: string | undefined;
  /** What the last test of the device found. */
  measured: Benchmark | undefined;

  constructor(engine: Engine, store: Store) {
    this.#engine = engine;
    this.#store = store;
  }

  /** Gathers entries as a bundle, to be saved, and returns what is in it. */
  async gather(what: Gathering): Promise<Gathered> {
    this.#gathered = undefined;
    const references =
      "patient" in what
        ? this.#engine.timeline(what.patient).lanes.flatMap(({ items }) => items.map(({ reference }) => reference))
        : what.references;
    const { pieces, texts } = piecesOf(references, (reference) => this.#engine.sourcePieces(reference));
    const slices = await this.#store.slices(pieces);
    await this.#wholeTexts(pieces, slices);
    const { text, ...counts } = bundleOf(slices, texts);
    this.#gathered = text;
    return counts;
  }

  /** Returns the file that `takes` asks for, as text. */
  async file(takes: Exported): Promise<string> {
    switch (takes.what) {
      case "answer": {
        const labels = new Map((await this.#store.sources()).map(({ sha256, label }) => [sha256, label]));
        return answerFile(takes, (sha256) => labels.get(sha256));
      }
      case "bundle": {
        const text = this.#gathered;
        this.#gathered = undefined;
        if (text === undefined) throw new ChaperoneError(NOTHING_TO_SAVE);
        return text;
      }
      case "benchmark":
        if (this.measured === undefined) throw new ChaperoneError(NOTHING_TO_SAVE);
        return `${JSON.stringify(this.measured, null, 2)}\n`;
      default:
        return exported(this.#engine, takes);
    }
  }

  /** Puts the resources around texts of attachments in the place of these. */
  async #wholeTexts(pieces: readonly SourcePiece[], slices: Slice[]): Promise<void> {
    const places = [...pieces.keys()].filter((at) => isText(slices[at] ?? NO_SLICE));
    const fileOf = (at: number): string => `${pieces[at]?.sha256} ${JSON.stringify(pieces[at]?.wrapping)}`;
    for (const file of new Set(places.map(fileOf))) {
      const within = places.filter((at) => fileOf(at) === file);
      const piece = pieces[within[0] ?? 0];
      const bytes = piece === undefined ? undefined : await this.#store.whole(piece, MAX_AROUND_BYTES);
      if (bytes === undefined) continue;
      const found = resourcesAround(
        bytes,
        within.map((at) => pieces[at]?.start ?? 0),
      );
      found.forEach((resource, number) => {
        const at = within[number] ?? 0;
        if (resource !== undefined) slices[at] = { label: slices[at]?.label, bytes: resource.slice() };
      });
    }
  }
}

/** Returns the file that `takes` asks for, as text. */
function exported(
  engine: Engine,
  takes: Exclude<Exported, { readonly what: "answer" | "bundle" | "benchmark" }>,
): string {
  switch (takes.what) {
    case "ledger":
      return engine.ledgerFile();
    case "proof": {
      const whole = takes.selfTest.length === WAYS_OUT.length;
      const ways = whole ? WAYS_OUT.map(({ id }, at) => ({ way: id, result: takes.selfTest[at] })) : [];
      return engine.proofPack(JSON.stringify(ways), Date.now());
    }
    case "thinking":
      return engine.thinkSaved();
    case "thinking-report":
      return reportFile(engine.thinkReport());
    case "workflow":
      return `{"format":"chaperone-workflow","version":1,"state":${engine.workflowState(takes.draft)}}\n`;
    case "request": {
      const body = engine.ledgerBody(takes.number);
      if (body !== undefined) return body;
      throw new ChaperoneError({
        code: "not-found",
        fault: "user",
        message: "These bytes are not in memory any more.",
      });
    }
  }
}

const NOTHING_TO_SAVE = {
  code: "not-found",
  fault: "user",
  message: "There is nothing to save any more. Do it again, and then save it.",
} as const;
