/**
 * The engine's worker: the compiled engine, and the only holder of the port to the shell.
 *
 * It runs inside the room's policy and has no network of its own. The interface can ask it for what
 * `calls.ts` lists; a request can go out only as what the engine released after its review.
 */
import { Engine, initSync } from "../../../pkg/chaperone.js";
import { createParser } from "eventsource-parser";
import type { AssetId } from "../../shell/messages.ts";
import { WAYS_OUT } from "../ways-out.ts";
import { writeTurns } from "../view/remembered.ts";
import type {
  AddedFile,
  CallEvent,
  CallName,
  Calls,
  Exported,
  FromWorker,
  KeptFile,
  Restored,
  ToWorker,
} from "./calls.ts";
import { benchmark, type Benchmark } from "./benchmark.ts";
import { resourcesAround } from "./around.ts";
import { bundleOf, isText, piecesOf } from "./bundle.ts";
import { collectAsFile } from "./collecting.ts";
import { Crypt } from "./crypt.ts";
import { ChaperoneError, toData, type ErrorData } from "./error.ts";
import { PublicFiles, type FileEvent } from "./files.ts";
import { Packer } from "./gzip.ts";
import { LONG_BYTES, checkMemory, readLong } from "./long-files.ts";
import { answerFile } from "./markdown.ts";
import { openOwn, type OwnEmbedder } from "./own-model.ts";
import { batches, embedAll, poolSize, type Waiting } from "./pool.ts";
import type { PoolStart } from "./pool-worker.ts";
import { startWorker } from "./pool-script.ts";
import { ShellPort } from "./shell-port.ts";
import type { Slice } from "./slices.ts";
import { besideOf, withBeside } from "./page-state.ts";
import { Store } from "./store.ts";
import { mayHoldPdf, rehearse } from "./rehearsal.ts";
import { act, conclude, think } from "./thinking.ts";
import type { Added, SourcePiece } from "./types.ts";

/** Passages embedded between two looks at the messages that have come in. */
const PASSAGES_PER_TURN = 4;
/** Passages embedded between two times that their vectors are kept: what a closed tab costs at most. */
const PASSAGES_PER_KEEPING = 64;
/** Passages for which a pool is worth starting. */
const PASSAGES_FOR_A_POOL = 32;
/** Bytes of a file read between two looks at the messages that have come in. */
const READ_BYTES = 8 << 20;
/** The most bytes of a file in which the resources around texts are looked for. */
const MAX_AROUND_BYTES = 64 << 20;
const NO_SLICE: Slice = { label: undefined, bytes: null };
/** What a packed vocabulary begins with. */
const PACKED = "CHAPCONC";
/** The most bytes of a ledger file; the engine reads no more. */
const MAX_LEDGER_BYTES = 64 << 20;
/** The most bytes of a saved thought process; the engine reads no more. */
const MAX_THINKING_BYTES = 8 << 20;

type Handlers = {
  [Name in CallName]: (
    takes: Calls[Name]["takes"],
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ) => Promise<Calls[Name]["gives"]> | Calls[Name]["gives"];
};

const say = (message: FromWorker): void => postMessage(message);
const underway = new Map<number, AbortController>();
const crypt = new Crypt((request, transfer) => postMessage(request satisfies FromWorker, { transfer }));
let handlers: Partial<Handlers> | undefined;
/** The kept file that is being read back. */
let file: KeptFile | undefined;
let started = false;

onmessage = ({ data, ports }: MessageEvent<ToWorker>) => {
  if ("start" in data) {
    const port = ports[0];
    if (started || port === undefined) return;
    started = true;
    start(new ShellPort(port), data.policy).catch((error: unknown) => say({ dead: toData(error) }));
  } else if ("cancel" in data) {
    underway.get(data.cancel)?.abort();
  } else if ("crypt" in data) {
    crypt.hear(data);
  } else {
    void answer(data.id, data.call, data.takes);
  }
};

async function start(shell: ShellPort, policy: string | undefined): Promise<void> {
  const files = new PublicFiles(shell);
  const tell = (event: FileEvent): void =>
    say("notice" in event ? event : { starting: { done: event.progress.done, total: event.progress.total } });
  const script: Handlers["script"] = ({ name }, tell, signal) => files.script(name, tell, signal);
  // The rest of the page is there to be seen where the engine is not.
  handlers = { script };
  const module = await WebAssembly.compile(await files.get("wasm", tell));
  initSync({ module });
  const engine = new Engine();
  handlers = { ...serve(engine, module, shell, files, !obeys(engine, policy)), script };
  say({ ready: true });
}

async function answer<Name extends CallName>(id: number, call: Name, takes: Calls[Name]["takes"]): Promise<void> {
  const controller = new AbortController();
  underway.set(id, controller);
  try {
    const handler = handlers?.[call];
    if (handler === undefined)
      throw new ChaperoneError({ code: "internal", fault: "bug", message: "The engine cannot be asked now." });
    const gives = await handler(takes, (event) => say({ id, event }), controller.signal);
    say({ id, gives });
  } catch (error) {
    // After a trap the engine's memory cannot be trusted any more.
    if (error instanceof WebAssembly.RuntimeError) {
      const { restart, script } = handlers ?? {};
      handlers = { ...(restart && { restart }), ...(script && { script }) };
      say({ dead: toData(undefined), file });
    } else say({ id, error: toData(error) });
  } finally {
    underway.delete(id);
  }
}

/** Puts `engine` under the host's policy, and returns whether it could be read; else nothing leaves. */
function obeys(engine: Engine, policy: string | undefined): boolean {
  try {
    if (policy !== undefined) engine.setPolicy(policy);
    return true;
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    return false;
  }
}

function serve(
  engine: Engine,
  engineModule: WebAssembly.Module,
  shell: ShellPort,
  files: PublicFiles,
  unread: boolean,
): Omit<Handlers, "script"> {
  /** The hashes that receipts name: of files that were checked against them. */
  const inUse = {
    engine: ASSETS["wasm"]?.sha256 ?? "",
    lexicon: "",
    models: [] as { purpose: string; sha256: string }[],
  };
  engine.setBuild(JSON.stringify(inUse));
  /** The page's own state as it was told last. `frozen`: what is kept of it could not be read, and is left as it is. */
  let page = writeTurns([]);
  let frozen = false;
  const keepPage = (): Promise<void> =>
    store.keepPage(withBeside(page, { ledger: engine.ledgerFile(), links: engine.links() }));
  /** Goes on with the page's state that was kept; says what failed, where it cannot be read. */
  const goOn = (kept: NonNullable<Restored["page"]>): ErrorData | undefined => {
    if ("failure" in kept) return kept.failure;
    const beside = besideOf(kept.state);
    if (beside === undefined) return toData(new ChaperoneError(UNREADABLE));
    const { ledger } = beside;
    try {
      if (ledger !== "") engine.restoreLedger(ledger);
    } catch (error) {
      return unkept(error);
    }
    page = kept.state;
    return undefined;
  };
  /** Takes note that the model in the public file `asset` is in use from now on. */
  const use = (purpose: string, asset: AssetId): void => {
    inUse.models.push({ purpose, sha256: ASSETS[asset]?.sha256 ?? "" });
    engine.setBuild(JSON.stringify(inUse));
  };
  /** Takes note that an embedder is in use no more, nor what reads its vectors. */
  const embedderGone = (): void => {
    inUse.models = inUse.models.filter(({ purpose }) => purpose !== "embedder" && purpose !== "injection-classifier");
    engine.setBuild(JSON.stringify(inUse));
  };
  let embedder: Promise<void> | undefined;
  /** The person's own model, where it runs in a worker of its own. */
  let own: OwnEmbedder | undefined;
  /** Whether vectors of another model than the one in use may still be kept. */
  let renewed = false;
  /** Ends what is being embedded, as another model comes. */
  let halt = new AbortController();
  const halted = async (): Promise<void> => {
    halt.abort();
    halt = new AbortController();
    await embedding;
  };
  /** What the workers of the pool start with. */
  let model: PoolStart | undefined;
  const loadEmbedder = async (tell: (event: CallEvent) => void, signal: AbortSignal): Promise<void> => {
    try {
      const weights = await files.get("weights", tell, signal);
      const tokenizer = await files.get("tokenizer", tell, signal);
      const before = engine.holdings().embedded;
      engine.loadModel(EMBEDDER, weights, tokenizer);
      renewed ||= engine.holdings().embedded < before;
      embedderGone();
      model = { module: engineModule, entry: EMBEDDER, weights, tokenizer };
      use("embedder", "weights");
    } catch (error) {
      embedder = undefined;
      throw error;
    }
    await loadClassifier(tell, signal);
  };
  /** Uses no embedder from now on; the next `embed` loads that of this build. */
  const unload = (): void => {
    own?.end();
    own = undefined;
    model = undefined;
    embedder = undefined;
    renewed = true;
    engine.unloadModel();
    embedderGone();
  };
  let compiled: Promise<WebAssembly.Module> | undefined;
  /** The module that opens models of the person's own, fetched and compiled once. */
  const opener = (tell: (event: CallEvent) => void, signal: AbortSignal): Promise<WebAssembly.Module> =>
    (compiled ??= files
      .get("onnx", tell, signal)
      .then((bytes) => WebAssembly.compile(bytes))
      .catch((error: unknown) => {
        compiled = undefined;
        throw error;
      }));
  /** Calls the engine, and again with the vector of the question where the model that gives it runs elsewhere. */
  const withVector = async <T>(call: () => T): Promise<T> => {
    for (;;) {
      try {
        return call();
      } catch (error) {
        const runner = own;
        if (runner === undefined || error instanceof WebAssembly.RuntimeError) throw error;
        const question = engine.wantedQuestion();
        if (question === undefined) throw error;
        try {
          engine.takeQuestionVector(question, await runner.question(question));
        } catch (failure) {
          if (failure instanceof WebAssembly.RuntimeError) throw failure;
          if (own === runner) lost(failure);
        }
      }
    }
  };
  /** The person's own model failed: it is used no more, and the interface is told. */
  const lost = (error: unknown): void => {
    unload();
    say({ ended: toData(error) });
  };
  /** Loads what tells instructions from questions by the embedder's vectors. Without it the rules do that alone. */
  const loadClassifier = async (tell: (event: CallEvent) => void, signal: AbortSignal): Promise<void> => {
    try {
      engine.loadClassifier(await files.get("classifier", tell, signal));
      use("injection-classifier", "classifier");
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || signal.aborted) throw error;
    }
  };
  let words: Promise<void> | undefined;
  /** Loads the lexicon, once. Where that fails fewer words leave with a question, and the next call tries again. */
  const loadWords = (): Promise<void> =>
    (words ??= files
      .get("lexicon", (event) => "notice" in event && say(event))
      .then((bytes) => {
        engine.loadLexicon(bytes);
        inUse.lexicon = ASSETS["lexicon"]?.sha256 ?? "";
        engine.setBuild(JSON.stringify(inUse));
      })
      .catch((error: unknown) => {
        words = undefined;
        if (error instanceof WebAssembly.RuntimeError) throw error;
      }));
  let rare: Promise<void> | undefined;
  /** Loads the names of rare diseases, once. Where that fails none is known to be rare, and the next call tries again. */
  const loadRareDiseases = (): Promise<void> =>
    (rare ??= files
      .get("rare-diseases", (event) => "notice" in event && say(event))
      .then((bytes) => {
        engine.loadRareDiseases(bytes);
        use("rare-diseases", "rare-diseases");
      })
      .catch((error: unknown) => {
        rare = undefined;
        if (error instanceof WebAssembly.RuntimeError) throw error;
      }));
  let concepts: Promise<void> | undefined;
  /** Loads the vocabulary of concepts, once. Where that fails questions are understood by the engine's own tables, and the next call tries again. */
  const loadConcepts = (): Promise<void> =>
    (concepts ??= files
      .get("concepts", (event) => "notice" in event && say(event))
      .then((bytes) => {
        engine.loadConcepts(bytes);
        use("concepts", "concepts");
      })
      .catch((error: unknown) => {
        concepts = undefined;
        if (error instanceof WebAssembly.RuntimeError) throw error;
      }));
  /** Looks for concepts in what was read, in turns; a search does at once what is left. */
  const mention = async (signal: AbortSignal): Promise<void> => {
    await loadConcepts();
    for (;;) {
      const { done, total } = engine.mentionStep();
      if (done >= total) return;
      await turn(signal);
    }
  };
  let tagged = false;
  /** Loads the model of names, once, and returns whether it is there: the rules and the lexicon find most names without it. */
  const loadTagger = async (tell: (event: CallEvent) => void, signal: AbortSignal): Promise<boolean> => {
    if (tagged) return true;
    try {
      const weights = await files.get("tagger", tell, signal);
      const tokenizer = await files.get("tagger-tokenizer", tell, signal);
      const head = await files.get("tagger-head", tell, signal);
      engine.loadTagger(TAGGER, weights, tokenizer, head);
      use("tagger", "tagger");
      use("head", "tagger-head");
      tagged = true;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || signal.aborted) throw error;
    }
    return tagged;
  };
  /** What `gather` gathered last, until it was offered, and what the last test of the device found. */
  let gathered: string | undefined;
  let measured: Benchmark | undefined;
  const store = new Store(shell, crypt, engine);
  shell.onTaken = () => {
    store.lose();
    say({ taken: true });
  };
  /** Returns what starts a worker of the script `name`, which is fetched where it was not yet. */
  const starting = async (
    name: "pool" | "own",
    tell: (event: FileEvent) => void,
    signal: AbortSignal,
  ): Promise<() => Worker> => {
    const script = await files.script(name, tell, signal);
    return () => startWorker(script);
  };
  /** Tells `hear` of the progress among what a call tells. */
  const hearing =
    (hear: (part: { done: number; total: number }) => void) =>
    (event: CallEvent): void => {
      if ("progress" in event) hear(event.progress);
    };
  /** Reads a file in turns, so that messages are heard between them and it can be given up at any time. */
  const read = async (
    bytes: Uint8Array,
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ): Promise<Added & { readonly sha256: string | undefined }> => {
    const id = engine.beginFile(bytes);
    try {
      for (;;) {
        const { done, total, finished } = engine.stepFile(id);
        tell({ progress: { status: "reading", done, total } });
        checkMemory("file");
        await turn(signal);
        if (finished) break;
      }
      // Nothing may come between: the next file that is added is the last one read.
      const added = engine.finishFile(id);
      return { ...added, sha256: added.alreadyRead ? undefined : engine.lastFile() };
    } finally {
      engine.abandonFile(id);
    }
  };
  /** Reads a long file in turns. */
  const readParts = (
    parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
    total: number,
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ): Promise<Added & { readonly sha256: string | undefined }> =>
    readLong(parts, total, {
      engine,
      whole: (bytes) => read(bytes, tell, signal),
      turn: () => turn(signal),
      tell: (done) => tell({ progress: { status: "reading", done, total } }),
    });
  /** Reads a file that a person chose; one that may hold a PDF in a worker of its own first, whose end costs nothing. */
  const addChosen = async (
    file: Blob,
    label: string,
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ): Promise<AddedFile> => {
    if (file.size >= LONG_BYTES) return addLong(file, label, tell, signal);
    const bytes = await bytesOf(file, signal);
    if (await mayHoldPdf(bytes)) {
      await rehearse({ module: engineModule, bytes }, await starting("pool", tell, signal), signal);
    }
    return addFile(label, bytes, tell, signal);
  };
  /** Reads a long file, and packs it as it goes by. */
  const addLong = async (
    file: Blob,
    label: string,
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ): Promise<AddedFile> => {
    const packer = new Packer();
    const passing = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      for await (const part of partsOf(file, signal)) {
        await packer.write(part);
        yield part;
      }
    };
    const { sha256, ...added } = await readParts(passing(), file.size, tell, signal);
    try {
      if (sha256 === undefined) await store.keepRest();
      else await store.keepPacked(label, await packer.finish(), file.size, sha256);
      return added;
    } catch (error) {
      return { ...added, unkept: unkept(error) };
    }
  };
  /** Makes what was read findable, in turns. */
  const makeFindable = async (tell: (event: CallEvent) => void, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const { done, total } = engine.indexStep();
      tell({ progress: { status: "indexing", done, total } });
      if (done >= total) break;
      await turn(signal);
    }
    // Not waited for: a search understands more once it is there.
    mention(new AbortController().signal).then(
      // What cannot be kept now is made anew at the next visit.
      () => store.keepIndex().catch(() => undefined),
      (error: unknown) => say({ dead: toData(error) }),
    );
  };
  const addFile = async (
    label: string,
    bytes: Uint8Array<ArrayBuffer>,
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ): Promise<AddedFile> => {
    const { sha256, ...added } = await read(bytes, tell, signal);
    try {
      if (sha256 === undefined) await store.keepRest();
      else await store.keepFile(label, bytes, sha256);
      return added;
    } catch (error) {
      return { ...added, unkept: unkept(error) };
    }
  };
  const keepVectors = async (tell: (event: CallEvent) => void): Promise<void> => {
    try {
      await store.keepVectors();
    } catch (error) {
      tell({ unkept: unkept(error) });
    }
  };

  /** What is embedded now; another call for it waits. */
  let embedding: Promise<void> = Promise.resolve();
  /** Embeds what has no vector, keeps the vectors from time to time, and resolves to the number of passages. */
  const embedPassages = async (tell: (event: CallEvent) => void, signal: AbortSignal): Promise<number> => {
    let kept = engine.holdings().embedded;
    const told = async (done: number, total: number): Promise<void> => {
      checkMemory("vectors");
      tell({ progress: { status: "embedding", done, total } });
      if (signal.aborted || done >= total || done - kept >= PASSAGES_PER_KEEPING) {
        kept = done;
        await keepVectors(tell);
      }
    };
    if (own === undefined) await embedInPool(told, signal);
    else await embedByOwn(own, told, signal);
    // Without a pool all of it; after one what came meanwhile.
    for (let before = -1; ;) {
      const { done, total } = engine.embedNext(own === undefined ? PASSAGES_PER_TURN : 0);
      await told(done, total);
      if (done >= total) {
        await store.joinVectors(renewed).then(
          () => (renewed &&= !store.open),
          (error: unknown) => tell({ unkept: unkept(error) }),
        );
        return total;
      }
      if (done === before)
        throw new ChaperoneError({ code: "model", fault: "bug", message: "The embedder made no progress." });
      before = done;
      await turn(signal);
    }
  };
  /** Embeds what has no vector in the pool, where there are cores and memory for one. A pool that fails leaves the rest undone. */
  const embedInPool = async (
    told: (done: number, total: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    const { deviceMemory } = navigator as { deviceMemory?: number };
    const count = poolSize(navigator.hardwareConcurrency, deviceMemory);
    const { references, texts } = engine.textsToEmbed();
    if (count === 0 || model === undefined || references.length < PASSAGES_FOR_A_POOL) return;
    const waiting: Waiting[] = references.map((reference, at) => ({ reference, text: texts[at] ?? "" }));
    let keeping = Promise.resolve();
    const take = (of: string[], vectors: Float32Array): void => {
      const { done, total } = engine.takeVectors(of, vectors);
      keeping = keeping.then(() => told(done, total));
    };
    try {
      await embedAll(waiting, { count, start: await starting("pool", () => {}, signal), model }, take, signal);
    } catch (error) {
      if (signal.aborted || error instanceof WebAssembly.RuntimeError) throw error;
    } finally {
      await keeping;
    }
  };

  /** Releases a draft, enters it in the ledger and sends it; what comes of the reply is fed to the engine. */
  /** Releases a draft and sends it; `text` is told of the reply as it comes. */
  const sendOff = async (
    { draft, endpoint, credential, patience }: Calls["ask"]["takes"],
    text: (text: string) => void,
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const released = engine.release(draft, Date.now());
    const outgoing = { method: released.method, url: released.url, headers: released.headers, body: released.body };
    released.free();
    // Before anything leaves: a tab that is closed now does not take the entry with it.
    if (!frozen) await keepPage().catch((error: unknown) => tell({ unkept: unkept(error) }));
    const hear = {
      pause: (millis: number): void => tell({ pause: millis }),
      head: (status: number): void => {
        if (status < 200 || status > 299)
          throw new ChaperoneError({ code: "network", fault: "runtime", message: refusal(status) });
      },
      text,
    };
    await shell.send(outgoing, { endpoint: endpoint.url, credential, patience }, hear, signal);
  };

  /** Sends a draft; its reply comes as events. */
  const send = async (
    takes: Calls["ask"]["takes"],
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const parser = createParser({
      maxBufferSize: 1 << 20,
      onEvent: ({ data }) => {
        const delta = engine.replyEvent(takes.draft, data);
        if (delta !== "") tell({ delta });
      },
    });
    await sendOff(takes, (text) => parser.feed(text), tell, signal);
  };

  /** Embeds what has no vector by the person's own model in its worker, a batch at a time, so that a question need not wait for long. */
  const embedByOwn = async (
    runner: OwnEmbedder,
    told: (done: number, total: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> => {
    for (let before = Infinity; ;) {
      const { references, texts } = engine.textsToEmbed();
      if (references.length === 0 || references.length >= before) return;
      before = references.length;
      const waiting: Waiting[] = references.map((reference, at) => ({ reference, text: texts[at] ?? "" }));
      for (const batch of batches(waiting)) {
        if (signal.aborted || own !== runner) throw cancelled();
        let vectors: Float32Array;
        try {
          vectors = await runner.embed(batch.map(({ text }) => text));
        } catch (error) {
          if (own === runner) lost(error);
          throw cancelled();
        }
        const of = batch.map(({ reference }) => reference);
        const { done, total } = engine.takeVectors(of, vectors);
        await told(done, total);
      }
    }
  };

  /** Puts the resources around texts of attachments in the place of these. */
  const wholeTexts = async (pieces: readonly SourcePiece[], slices: Slice[]): Promise<void> => {
    const places = [...pieces.keys()].filter((at) => isText(slices[at] ?? NO_SLICE));
    const fileOf = (at: number): string => `${pieces[at]?.sha256} ${JSON.stringify(pieces[at]?.wrapping)}`;
    for (const file of new Set(places.map(fileOf))) {
      const within = places.filter((at) => fileOf(at) === file);
      const piece = pieces[within[0] ?? 0];
      const bytes = piece === undefined ? undefined : await store.whole(piece, MAX_AROUND_BYTES);
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
  };

  /** Returns the file that `takes` asks for, as text. */
  const fileOf = async (takes: Exported): Promise<string> => {
    switch (takes.what) {
      case "answer": {
        const labels = new Map((await store.sources()).map(({ sha256, label }) => [sha256, label]));
        return answerFile(takes, (sha256) => labels.get(sha256));
      }
      case "bundle": {
        const text = gathered;
        gathered = undefined;
        if (text === undefined) throw new ChaperoneError(NOTHING_TO_SAVE);
        return text;
      }
      case "benchmark":
        if (measured === undefined) throw new ChaperoneError(NOTHING_TO_SAVE);
        return `${JSON.stringify(measured, null, 2)}\n`;
      default:
        return exported(engine, takes);
    }
  };

  return {
    "own-model": async (chosen, tell, signal) => {
      const total = chosen.tokenizer.size + chosen.model.size;
      let done = 0;
      const bytesIn = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => {
        const bytes = await bytesOf(file, signal, (read) =>
          tell({ progress: { status: "opening", done: done + read, total } }),
        );
        done += file.size;
        return bytes;
      };
      const module = async (): Promise<WebAssembly.Module> => {
        const module = await opener(tell, signal);
        tell({ progress: { status: "opening", done: 0, total: 0 } });
        return module;
      };
      const { entry, facts, tokenizer, runs } = await openOwn(
        chosen,
        await starting("own", tell, signal),
        module,
        bytesIn,
        signal,
      );
      await halted();
      unload();
      if (runs instanceof Uint8Array) {
        engine.loadModel(entry, runs, tokenizer);
        model = { module: engineModule, entry, weights: runs, tokenizer };
      } else {
        engine.loadRemote(entry);
        own = runs;
      }
      embedder = Promise.resolve();
      inUse.models.push({ purpose: "embedder", sha256: facts.sha256 });
      engine.setBuild(JSON.stringify(inUse));
      return facts;
    },

    "shipped-model": async () => {
      await halted();
      unload();
      return null;
    },

    "add-file": ({ file, label }, tell, signal) => addChosen(file, label, tell, signal),

    "add-samples": async (_, tell, signal) => {
      const reports: (AddedFile & { readonly label: string })[] = [];
      for (const id of Object.keys(ASSETS).filter((each) => each.startsWith("sample-"))) {
        const bytes = await files.get(id as AssetId, tell, signal);
        const label = ASSETS[id]?.label ?? id;
        reports.push({ ...(await addFile(label, bytes, tell, signal)), label });
      }
      return reports;
    },

    connect: async (_, _tell, signal) => ({ origin: await shell.connect(signal) }),

    collect: async ({ origin }, tell, signal) => {
      const { bytes, ...collected } = await collectAsFile(shell, origin, today(), tell, signal);
      // What came before the person gave up stays.
      const added =
        bytes === undefined
          ? undefined
          : await addFile(collected.label, bytes, tell, signal.aborted ? new AbortController().signal : signal);
      return { ...collected, bytes: bytes?.byteLength ?? 0, added };
    },

    disconnect: async () => ({ returned: await shell.disconnect() }),

    index: async (_, tell, signal) => {
      // Not waited for: it is there when a question is prepared.
      loadWords().catch((error: unknown) => say({ dead: toData(error) }));
      await makeFindable(tell, signal);
      return null;
    },

    embed: async (_, tell, signal) => {
      while (true) {
        const mine = embedder === undefined;
        try {
          await (embedder ??= loadEmbedder(tell, signal));
          break;
        } catch (error) {
          // Another call's loading, which it may have cancelled, is no failure of this one.
          if (mine || signal.aborted) throw error;
        }
      }
      // One after the other: the next finds only what this one leaves.
      const ended = AbortSignal.any([signal, halt.signal]);
      const passages = embedding.then(() => embedPassages(tell, ended));
      embedding = passages.then(
        () => undefined,
        () => undefined,
      );
      return { passages: await passages };
    },

    quotes: ({ question, subject, without = [] }) =>
      withVector(() => {
        engine.setSubject(subject);
        return engine.quotes(question, today(), [...without]);
      }),

    search: async ({ question, subject, strategy }) => {
      await loadConcepts();
      return withVector(() => {
        engine.setSubject(subject);
        return engine.search(question, strategy, undefined, today());
      });
    },

    tools: () => engine.tools(),

    "call-tool": async ({ name, parameters }) => {
      await loadConcepts();
      return engine.callTool(name, parameters, today());
    },

    known: async () => {
      await loadConcepts();
      return engine.known();
    },

    "own-concepts": async ({ files: chosen }, tell, signal) => {
      await loadConcepts();
      const total = chosen.reduce((sum, { size }) => sum + size, 0);
      let done = 0;
      const [first] = chosen;
      if (first !== undefined && chosen.length === 1 && (await isPacked(first))) {
        engine.loadConcepts(await bytesOf(first, signal));
        return engine.known();
      }
      engine.beginUmls();
      try {
        for (const each of chosen) {
          for await (const part of partsOf(each, signal)) {
            engine.readUmls(part, false);
            done += part.byteLength;
            checkMemory("file");
            tell({ progress: { status: "opening", done, total } });
            await turn(signal);
          }
          engine.readUmls(new Uint8Array(), true);
        }
        return engine.finishUmls();
      } finally {
        engine.abandonUmls();
      }
    },

    "follow-up": ({ question, earlier }) => engine.followUp(question, [...earlier]) ?? null,

    brief: ({ patient, since }) => engine.brief(patient, since),

    timeline: ({ patient }) => engine.timeline(patient),

    series: ({ patient }) => engine.series(patient),

    patients: () => engine.patients(),

    unmatched: () => engine.unmatched(),

    "same-patient": async ({ from, to }, tell) => {
      engine.samePatient(from, to);
      if (!frozen) await keepPage().catch((error: unknown) => tell({ unkept: unkept(error) }));
      return null;
    },

    holdings: () => engine.holdings(),

    telling: () => ({ ...engine.telling(), unread }),

    prepare: async ({ question, subject, endpoint, choice, asking }) => {
      await Promise.all([loadWords(), loadRareDiseases()]);
      return withVector(() => {
        engine.setSubject(subject);
        return engine.prepare(
          question,
          endpoint.url,
          endpoint.model,
          crypto.getRandomValues(new Uint8Array(32)),
          Date.now(),
          choice,
          asking,
          today(),
        );
      });
    },

    examine: async ({ text }, tell, signal) => {
      await loadWords();
      const byModel = await loadTagger(tell, signal);
      return { sightings: engine.examine(text), byModel };
    },

    trial: async ({ endpoint, ...how }, tell, signal) => {
      const draft = engine.trial(endpoint.url, endpoint.model, Date.now());
      await send({ draft, endpoint, ...how }, tell, signal);
      return { said: engine.hasAnswered(draft) };
    },

    models: async ({ endpoint, ...how }, tell, signal) => {
      const draft = engine.listing(endpoint.url, Date.now());
      let reply = "";
      await sendOff({ draft, endpoint, ...how }, (text) => (reply += text), tell, signal);
      return { names: Engine.modelNames(reply) };
    },

    ask: async (takes, tell, signal) => {
      const { draft } = takes;
      await send(takes, tell, signal);
      const answer = engine.resolve(draft);
      if (engine.isComplete(draft)) return answer;
      if (answer.blocks.length > 0) return { ...answer, cut: true };
      throw new ChaperoneError({ code: "reply", fault: "runtime", message: SILENT });
    },

    "think-begin": async ({ question, subject, endpoint, choice, asking }) => {
      await Promise.all([loadWords(), loadRareDiseases()]);
      return withVector(() => {
        engine.setSubject(subject);
        const seed = crypto.getRandomValues(new Uint8Array(32));
        return engine.thinkBegin(question, endpoint.url, endpoint.model, seed, choice, asking, today());
      });
    },

    "think-again": async ({ file, subject, endpoint, choice, asking }, _, signal) => {
      if (file.size > MAX_THINKING_BYTES) throw tooLarge();
      const json = new TextDecoder().decode(await bytesOf(file, signal));
      await Promise.all([loadWords(), loadRareDiseases()]);
      const question = await withVector(() => {
        engine.setSubject(subject);
        return engine.thinkAgain(json, endpoint.url, endpoint.model, choice, asking, Date.now());
      });
      return { question, view: engine.thinkView() };
    },

    "think-on": (takes, tell, signal) => think(engine, takes, send, withVector, tell, signal),

    "think-act": (takes) => act(engine, takes, withVector),

    "think-detail": ({ node }) => engine.thinkDetail(node),

    "think-answer": (takes, tell, signal) => conclude(engine, takes, send, tell, signal),

    "think-report": () => engine.thinkReport(),

    "think-forget": () => {
      engine.thinkForget();
      return null;
    },

    source: async ({ reference }) => {
      const pieces = engine.sourcePieces(reference);
      let slices: Slice[] = [];
      let unread: ErrorData | undefined;
      try {
        slices = await store.slices(pieces);
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error;
        unread = toData(error);
      }
      const labels = pieces.map((_, at) => slices[at]?.label);
      const bytes = slices.map((slice) => slice.bytes);
      return { ...engine.source(reference, bytes), labels, unread };
    },

    look: ({ wish, persist }) => store.look(wish, persist),

    keep: ({ locks }, tell) =>
      store.create(locks, (done, total) => tell({ progress: { status: "keeping", done, total } })),

    unlock: async ({ without }, tell, signal) => {
      const restored = await store.unlock(
        without,
        {
          read: async (bytes, label, place, hear) => {
            file = { label, place };
            const added = await read(bytes, hearing(hear), signal);
            file = undefined;
            return added;
          },
          readLong: async (parts, total, label, place, hear) => {
            file = { label, place };
            const added = await readParts(parts, total, hearing(hear), signal);
            file = undefined;
            return added;
          },
          index: () => makeFindable(tell, signal),
          join: (state) => {
            const links = besideOf(state)?.links ?? "";
            try {
              if (links !== "") engine.restoreLinks(links);
            } catch (error) {
              // The person is asked again.
              if (error instanceof WebAssembly.RuntimeError) throw error;
            }
          },
        },
        (done, total) => tell({ progress: { status: "restoring", done, total } }),
        signal,
      );
      if (restored.page === undefined) return restored;
      const failure = goOn(restored.page);
      frozen = failure !== undefined;
      return failure === undefined ? restored : { ...restored, page: { failure } };
    },

    sources: () => store.sources(),

    "remove-source": async ({ sha256 }, tell, signal) => {
      const removed = await store.removeSource(
        sha256,
        {
          read: (bytes, _label, _place, hear) => read(bytes, hearing(hear), signal),
          readLong: (parts, total, _label, _place, hear) => readParts(parts, total, hearing(hear), signal),
          // By then it is too late to cancel.
          index: () => makeFindable(tell, new AbortController().signal),
          join: () => undefined,
        },
        (done, total) => tell({ progress: { status: "restoring", done, total } }),
        signal,
      );
      // What was said of a patient who is gone is not kept any longer.
      if (!frozen) await keepPage().catch((error: unknown) => tell({ unkept: unkept(error) }));
      // Requests do not tell from which files they were made.
      engine.forgetBodies();
      return removed;
    },

    relock: ({ locks }) => store.relock(locks).then(() => null),

    "keep-page": async ({ state }) => {
      page = state;
      await keepPage();
      return null;
    },

    ledger: () => engine.ledger(),

    "ledger-body": ({ number }) => engine.ledgerBody(number) ?? null,

    "source-files": async ({ references }) => {
      const labels = new Map((await store.sources()).map(({ sha256, label }) => [sha256, label]));
      return references.map((reference) => {
        const [piece] = engine.sourcePieces(reference);
        return (piece === undefined ? undefined : labels.get(piece.sha256)) ?? null;
      });
    },

    gather: async (what) => {
      gathered = undefined;
      const references =
        "patient" in what
          ? engine.timeline(what.patient).lanes.flatMap(({ items }) => items.map(({ reference }) => reference))
          : what.references;
      const { pieces, texts } = piecesOf(references, (reference) => engine.sourcePieces(reference));
      const slices = await store.slices(pieces);
      await wholeTexts(pieces, slices);
      const { text, ...counts } = bundleOf(slices, texts);
      gathered = text;
      return counts;
    },

    benchmark: async (_, tell, signal) => {
      const lexicon = await files.get("lexicon", tell, signal);
      const samples: Uint8Array<ArrayBuffer>[] = [];
      for (const id of Object.keys(ASSETS).filter((each) => each.startsWith("sample-")))
        samples.push(await files.get(id as AssetId, tell, signal));
      // What is not in use yet is not fetched for it.
      const tagger = tagged
        ? {
            entry: TAGGER,
            weights: await files.get("tagger", tell, signal),
            tokenizer: await files.get("tagger-tokenizer", tell, signal),
            head: await files.get("tagger-head", tell, signal),
          }
        : undefined;
      const engineHash = ASSETS["wasm"]?.sha256 ?? "";
      measured = await benchmark(
        { module: engineModule, engine: engineHash, lexicon, samples, model, tagger },
        await starting("pool", tell, signal),
        (done, total) => tell({ testing: { done, total } }),
        signal,
      );
      return measured;
    },

    "export-ledger": async (takes) => {
      const bytes = new TextEncoder().encode(await fileOf(takes));
      return { saved: await shell.export(takes.what, bytes.buffer) };
    },

    "verify-ledger": async ({ file, noted }, _, signal) => {
      if (file.size > MAX_LEDGER_BYTES) throw tooLarge();
      return engine.verifyLedger(await bytesOf(file, signal), noted === "" ? undefined : noted);
    },

    erase: () => store.erase(),

    passkey: ({ act }) => (act === "make" ? store.makePasskey() : store.usePasskey()),

    "keep-rest": () => store.keepRest().then(() => null),

    restart: ({ note }) => store.restart(note).then(() => null),
  };
}

/** Returns the file that `takes` asks for, as text. It is made here: the interface cannot have a text of its own saved. */
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

/** Whether `file` begins as a vocabulary does that the command line has packed. */
async function isPacked(file: Blob): Promise<boolean> {
  return (await file.slice(0, PACKED.length).text()) === PACKED;
}

/** Returns the bytes of `file`, read in pieces, of which `hear` is told; rejects with `io` when the browser does not give them. */
async function bytesOf(
  file: Blob,
  signal: AbortSignal,
  hear: (read: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bytes = new Uint8Array(file.size);
    let at = 0;
    for await (const part of partsOf(file, signal)) {
      bytes.set(part, at);
      at += part.byteLength;
      hear(at);
    }
    return bytes;
  } catch (error) {
    throw error instanceof ChaperoneError ? error : unreadable();
  }
}

/** Returns the bytes of `file` one piece after the other; rejects with `io` when the browser does not give them. */
async function* partsOf(file: Blob, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < file.size; at += READ_BYTES) {
    const part = await file
      .slice(at, at + READ_BYTES)
      .arrayBuffer()
      .catch(() => undefined);
    if (signal.aborted) throw cancelled();
    if (part === undefined) throw unreadable();
    yield new Uint8Array(part);
  }
}

function unreadable(): ChaperoneError {
  return new ChaperoneError({
    code: "io",
    fault: "user",
    message:
      "The browser could not read this file. It may have been moved or changed, or the memory of this device may not suffice.",
  });
}

/** Lets waiting messages be heard; rejects when one of them cancelled. */
async function turn(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  if (signal?.aborted === true) throw cancelled();
}

function tooLarge(): ChaperoneError {
  return new ChaperoneError({
    code: "too-large",
    fault: "user",
    message: "This file is too large for what it should be.",
  });
}

function cancelled(): ChaperoneError {
  return new ChaperoneError({ code: "cancelled", fault: "runtime", message: "Cancelled." });
}

/** What is told of a failure to keep something; a trap is none of these. */
function unkept(error: unknown): ErrorData {
  if (error instanceof WebAssembly.RuntimeError) throw error;
  return toData(error);
}

const NOTHING_TO_SAVE = {
  code: "not-found",
  fault: "user",
  message: "There is nothing to save any more. Do it again, and then save it.",
} as const;

const UNREADABLE = {
  code: "unsupported",
  fault: "user",
  message: "What the page kept is damaged, or of a newer version.",
} as const;

const SILENT = "The model server ended its answer before it had said anything.";

function refusal(status: number): string {
  if (status === 401 || status === 403) return `The model server did not accept the key (status ${status}).`;
  if (status === 404) return "The model server does not know this address or this model (status 404).";
  if (status === 429) return "The model server asks to wait: too many requests (status 429). Try again later.";
  if (status === 503 || status === 529) return `The model server is overloaded (status ${status}). Try again later.`;
  return `The model server answered with an error (status ${status}).`;
}

/** The person's calendar day, from which "last year" counts. */
function today(): string {
  const now = new Date();
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
