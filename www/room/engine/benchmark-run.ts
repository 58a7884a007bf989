/**
 * Tests the device, in a worker of its own with an engine of its own: the person's records were never in its memory.
 *
 * The identifiers are made up, the records are the samples, and what it returns is numbers and our own words.
 */
import { Engine } from "../../../pkg/chaperone.js";
import type { Benchmark, BenchmarkStart, FormFound, IdentifierFound } from "./benchmark.ts";
import { FORMS } from "./hostile-forms.ts";
import { moved } from "./moving.ts";
import { ASKED, IDENTIFIERS, QUESTIONS, RECORD } from "./made-up.ts";

/** First passages among which an answer must stand. */
const TOP = 3;
/** Passages embedded to see how long one takes, and the most milliseconds that all of them may take to be embedded. */
const PASSAGES_TIMED = 16;
const EMBEDDING_MILLIS = 60_000;
/** How often a text is looked through to see how long it takes. */
const TIMES = 5;
/** A server that nothing is ever sent to. */
const NOWHERE = "http://localhost:1";
/** Letters and digits of an identifier, or of a word or number of it, that must not stand in the request. */
const SHORTEST = 5;

/** Is told how far the test is, in steps. */
type Tell = (done: number, total: number) => void;

/** Returns what was found; `tell` hears of each step. */
export function runBenchmark(start: BenchmarkStart, tell: Tell): Benchmark {
  const total = IDENTIFIERS.length + QUESTIONS.length + 1;
  let done = 0;
  const step = (): void => tell((done += 1), total);
  const engine = new Engine();
  engine.loadLexicon(start.lexicon);
  const { tagger } = start;
  if (tagger !== undefined) engine.loadTagger(tagger.entry, moved(tagger.weights), tagger.tokenizer, tagger.head);
  const { identifiers, forms, millisPerThousandCharacters } = identify(engine, step);
  // The samples are searched as a person's records are, by an engine that holds nothing else.
  engine.free();
  const searching = new Engine();
  for (const sample of start.samples) searching.addFile(sample);
  for (let at = searching.indexStep(); at.done < at.total;) at = searching.indexStep();
  const embedding = embed(searching, start);
  step();
  const retrieval = search(searching, step);
  return {
    format: "chaperone-benchmark",
    version: 1,
    atMillis: Date.now(),
    device: { cores: navigator.hardwareConcurrency, memoryGib: memoryOf(navigator) },
    engine: start.engine,
    identifiers,
    forms,
    byModel: tagger !== undefined,
    millisPerThousandCharacters,
    embedding,
    retrieval: { ...retrieval, by: searching.holdings().embedded > 0 ? "words-and-meaning" : "words" },
    memoryMb: Math.round(Engine.memoryBytes() / 1e5) / 10,
  };
}

function identify(engine: Engine, step: () => void) {
  const identifiers: IdentifierFound[] = [];
  const forms: FormFound[] = FORMS.map(({ name }) => ({ form: name, found: 0, kept: 0, of: IDENTIFIERS.length }));
  const millisPerThousandCharacters = timed(engine);
  // What is seen in a text is seen before any record names it.
  const seenIn = IDENTIFIERS.map(({ text, line }) => FORMS.map(({ write }) => isSeen(engine, line, write(text))));
  const asking = withRecord(engine);
  IDENTIFIERS.forEach(({ clause, kind, text }, which) => {
    let [found, kept] = [0, 0];
    FORMS.forEach(({ write }, number) => {
      const seen = seenIn[which]?.[number] === true;
      const stays = asking(write(text), text);
      found += Number(seen);
      kept += Number(stays);
      const form = forms[number];
      if (form !== undefined)
        forms[number] = { ...form, found: form.found + Number(seen), kept: form.kept + Number(stays) };
    });
    identifiers.push({ clause, kind, found, kept, of: FORMS.length });
    step();
  });
  return { identifiers, forms, millisPerThousandCharacters };
}

/** Whether something of `written` is found where it stands in `line`. */
function isSeen(engine: Engine, line: string, written: string): boolean {
  const at = line.indexOf("{}");
  const sightings = engine.examine(line.replace("{}", () => written));
  return sightings.some(({ start, end }) => start < at + written.length && end > at);
}

/** Milliseconds for which 1,000 characters of a text with all identifiers are looked through: the middle of some times. */
function timed(engine: Engine): number {
  const text = IDENTIFIERS.map(({ line, text }) => line.replace("{}", text)).join("\n");
  const times = Array.from({ length: TIMES }, () => {
    const begun = performance.now();
    engine.examine(text);
    return performance.now() - begun;
  });
  const middle = times.sort((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0;
  return tenths((middle / text.length) * 1000);
}

/** Returns what says of an identifier, written in a form and put behind a question, whether nothing of it would leave. */
function withRecord(engine: Engine): (written: string, text: string) => boolean {
  engine.addFile(new TextEncoder().encode(RECORD));
  for (let at = engine.indexStep(); at.done < at.total;) at = engine.indexStep();
  // What is said whoever is asked about is no part of an identifier: our own words, "example" among them.
  const usual = requested(engine, ASKED) ?? "";
  return (written, text) => {
    const leaving = requested(engine, `${ASKED} ${written}`);
    return leaving === undefined || !holds(leaving, usual, written, text);
  };
}

/** The letters and digits of the request that would leave for `question`; nothing where none would. */
function requested(engine: Engine, question: string): string | undefined {
  let draft;
  try {
    draft = engine.prepare(question, NOWHERE, "test", new Uint8Array(32), 0, {}, {});
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    // What is not prepared does not leave.
    return undefined;
  }
  const { method, url, headers, body } = draft.request;
  return draft.verdict === "refused" ? undefined : dense(JSON.stringify([method, url, headers, body]));
}

/**
 * Whether `leaving` has the identifier or a longer word or number of it, as it is or as it was written, with whatever between its letters, that the
 * `usual` request does not have.
 */
function holds(leaving: string, usual: string, written: string, text: string): boolean {
  const parts = [written, text].flatMap((each) => [each, ...each.split(/[^\p{L}\p{N}]+/u)]).map(dense);
  return parts.some((each) => each.length >= SHORTEST && leaving.includes(each) && !usual.includes(each));
}

function dense(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function embed(engine: Engine, { model }: BenchmarkStart): Benchmark["embedding"] {
  if (model === undefined) return null;
  engine.loadModel(model.entry, moved(model.weights), model.tokenizer);
  const begun = performance.now();
  let { done, total } = engine.embedNext(PASSAGES_TIMED);
  const millisPerPassage = (performance.now() - begun) / Math.max(done, 1);
  if (millisPerPassage * total > EMBEDDING_MILLIS) engine.unloadModel();
  else while (done < total) ({ done, total } = engine.embedNext(PASSAGES_TIMED));
  const { id } = JSON.parse(model.entry) as { readonly id: string };
  return { model: id, millisPerPassage: tenths(millisPerPassage) };
}

function search(engine: Engine, step: () => void): Omit<Benchmark["retrieval"], "by"> {
  const names = engine.patients();
  let [hits, millis] = [0, 0];
  for (const { of, question, answered } of QUESTIONS) {
    const subject = names.findIndex((name) => name.startsWith(of));
    engine.setSubject(subject < 0 ? undefined : subject);
    const begun = performance.now();
    const { texts } = engine.search(question, "stages", TOP);
    millis += performance.now() - begun;
    hits += Number(texts.slice(0, TOP).some((text) => answered.test(text)));
    step();
  }
  return { hits, of: QUESTIONS.length, top: TOP, millisPerQuestion: tenths(millis / QUESTIONS.length) };
}

function memoryOf(navigator: Navigator): number | null {
  return (navigator as { readonly deviceMemory?: number }).deviceMemory ?? null;
}

function tenths(number: number): number {
  return Math.round(number * 10) / 10;
}
