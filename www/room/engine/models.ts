/** The models and word lists that the engine uses: fetched, loaded, taken away, and named in receipts by their hashes. */
import type { Engine } from "../../../pkg/chaperone.js";
import type { AssetId, LateScript } from "../../shell/messages.ts";
import type { CallEvent, FoundTwice, FromWorker, OwnFacts } from "./calls.ts";
import { toData } from "./error.ts";
import type { FileEvent, PublicFiles } from "./files.ts";
import { moved } from "./moving.ts";
import { SecondReading } from "./second-reading.ts";
import { openOwn, type Opened, type OwnEmbedder } from "./own-model.ts";
import type { PoolStart } from "./pool-worker.ts";
import { startWorker } from "./pool-script.ts";
import { cancelled } from "./turns.ts";
import type { Found } from "./types.ts";

type Tell = (event: CallEvent) => void;
/** What the worker says by itself, without being asked. */
type Say = (message: FromWorker) => void;
/** A list that is loaded once, beside the models. */
type List = "lexicon" | "rare-diseases" | "concepts";

/** The models of an engine. */
export class Models {
  readonly #engine: Engine;
  readonly #module: WebAssembly.Module;
  readonly #files: PublicFiles;
  readonly #say: Say;
  /** The hashes that receipts name: of files that were checked against them. */
  readonly #build = {
    engine: ASSETS["wasm"]?.sha256 ?? "",
    lexicon: "",
    models: [] as { purpose: string; sha256: string }[],
  };
  #embedder: Promise<void> | undefined;
  /** The entry and tokenizer of the embedder in use, where it runs on the engine's kernels. Its weights are the engine's alone. */
  #kernels: { readonly entry: string; readonly tokenizer: Uint8Array<ArrayBuffer> } | undefined;
  #own: OwnEmbedder | undefined;
  #opener: Promise<WebAssembly.Module> | undefined;
  readonly #lists = new Map<List, Promise<void>>();
  #tagged = false;
  #second: SecondReading | undefined;
  /** Ends the search whose passages are being read a second time. */
  #newer = new AbortController();
  /** Whether vectors of another model than the one in use may still be kept. */
  renewed = false;

  /** `engine` is of the compiled `module`. */
  constructor(engine: Engine, module: WebAssembly.Module, files: PublicFiles, say: Say) {
    this.#engine = engine;
    this.#module = module;
    this.#files = files;
    this.#say = say;
    this.#tellBuild();
  }

  /** The person's own embedder, where it runs in a worker of its own. */
  get own(): OwnEmbedder | undefined {
    return this.#own;
  }

  /** What a worker that embeds as the engine does starts with: weights of its own, to be handed over. */
  poolStart(): PoolStart | undefined {
    const weights = this.#kernels && (this.#engine.modelFile() as Uint8Array<ArrayBuffer> | undefined);
    return this.#kernels && weights && { module: this.#module, ...this.#kernels, weights };
  }

  /** Whether passages can be embedded by workers as the engine does it. */
  get pools(): boolean {
    return this.#kernels !== undefined;
  }

  /** Resolves once there is an embedder: that of this build where none is. */
  async embedder(tell: Tell, signal: AbortSignal): Promise<void> {
    while (true) {
      const mine = this.#embedder === undefined;
      const loading = (this.#embedder ??= this.#loadEmbedder(tell, signal));
      try {
        return await loading;
      } catch (error) {
        // What failed or was given up is begun anew, wherever in it that was: else whoever waits would find it failed for ever.
        if (this.#embedder === loading) this.#embedder = undefined;
        // Another call's loading, which it may have cancelled, is no failure of this one.
        if (mine || signal.aborted) throw error;
      }
    }
  }

  async #loadEmbedder(tell: Tell, signal: AbortSignal): Promise<void> {
    const tokenizer = await this.#files.get("tokenizer", tell, signal);
    const weights = await this.#files.into("weights", tell, signal);
    const before = this.#engine.holdings().embedded;
    this.#engine.loadModel(EMBEDDER, weights, tokenizer);
    this.renewed ||= this.#engine.holdings().embedded < before;
    this.#embedderGone();
    this.#kernels = { entry: EMBEDDER, tokenizer };
    this.#use("embedder", ASSETS["weights"]?.sha256);
    await this.#loadClassifier(tell, signal);
  }

  /** Opens a model of the person's own in a worker; nothing changes but by {@link use}. `read` gives the bytes of a file. */
  async open(
    chosen: Parameters<typeof openOwn>[0],
    read: (file: Blob) => Promise<Uint8Array<ArrayBuffer>>,
    tell: Tell,
    signal: AbortSignal,
  ): Promise<Opened> {
    const start = await this.starting("own", tell, signal);
    const module = async (): Promise<WebAssembly.Module> => {
      const module = await this.#openingModule(tell, signal);
      tell({ progress: { status: "opening", done: 0, total: 0 } });
      return module;
    };
    return openOwn(chosen, start, module, read, signal);
  }

  /** Uses a model that was opened, in place of any other; returns what is known of it. */
  use({ entry, facts, tokenizer, runs }: Opened): OwnFacts {
    this.unload();
    if (runs instanceof Uint8Array) {
      this.#engine.loadModel(entry, moved(runs), tokenizer);
      this.#kernels = { entry, tokenizer };
    } else {
      this.#engine.loadRemote(entry);
      this.#own = runs;
    }
    this.#embedder = Promise.resolve();
    this.#use("embedder", facts.sha256);
    return facts;
  }

  /** Uses no embedder from now on; the next {@link embedder} loads that of this build. */
  unload(): void {
    this.#own?.end();
    this.#own = undefined;
    this.#kernels = undefined;
    this.#embedder = undefined;
    this.renewed = true;
    this.#engine.unloadModel();
    this.#embedderGone();
  }

  /** The person's own model, which ran in `runner`, failed: it is used no more, and the interface is told. */
  lost(runner: OwnEmbedder, error: unknown): void {
    if (this.#own !== runner) return;
    this.unload();
    this.#say({ ended: toData(error) });
  }

  /** Calls the engine, and again with the vector of the question where the model that gives it runs elsewhere. */
  async withVector<T>(call: () => T): Promise<T> {
    for (;;) {
      try {
        return call();
      } catch (error) {
        const runner = this.#own;
        if (runner === undefined || error instanceof WebAssembly.RuntimeError) throw error;
        const question = this.#engine.wantedQuestion();
        if (question === undefined) throw error;
        try {
          this.#engine.takeQuestionVector(question, await runner.question(question));
        } catch (failure) {
          if (failure instanceof WebAssembly.RuntimeError) throw failure;
          this.lost(runner, failure);
        }
      }
    }
  }

  /** Has the best passages of searches read a second time from now on. */
  async readSecond(tell: Tell, signal: AbortSignal): Promise<void> {
    const second = new SecondReading(async () => {
      const start = await this.starting("pool", tell, signal);
      const tokenizer = await this.#files.get("reranker-tokenizer", tell, signal);
      const weights = await this.#files.get("reranker", tell, signal);
      return { worker: start(), model: { module: this.#module, weights, tokenizer } };
    });
    await second.start();
    this.readOnce();
    this.#second = second;
  }

  /** Has nothing read a second time from now on. */
  readOnce(): void {
    this.#second?.end();
    this.#second = undefined;
    this.#engine.readSecondTime(false);
  }

  /**
   * Makes a search by `find`, and again with what a second reading of the best of it says, where that is switched on. A newer search ends it, with
   * `cancelled`.
   */
  async searched(find: () => Promise<Found>, given: AbortSignal): Promise<FoundTwice> {
    const second = this.#second;
    if (second === undefined) return find();
    this.#newer.abort();
    this.#newer = new AbortController();
    const signal = AbortSignal.any([given, this.#newer.signal]);
    this.#engine.readSecondTime(true);
    const found = await find();
    const pairs = this.#engine.wantedPairs();
    if (pairs === undefined) return { ...found, second: { read: 0, of: 0 } };
    const of = pairs.passages.length;
    try {
      const scores = await second.read(pairs, signal);
      if (signal.aborted) throw cancelled();
      this.#engine.takeScores(Float32Array.from(scores));
      return { ...(await find()), second: { read: scores.length, of } };
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || signal.aborted) throw error;
      return { ...found, second: { read: 0, of, failure: toData(error) } };
    }
  }

  /** Loads the lexicon and the names of rare diseases, which say what may leave; without them less does, without the lexicon nothing of the records. */
  async words(): Promise<void> {
    await Promise.all([this.#list("lexicon"), this.#list("rare-diseases")]);
  }

  /** Whether the lexicon is loaded. */
  get listed(): boolean {
    return this.#build.lexicon !== "";
  }

  /** Loads the lexicon. Where that fails fewer words leave with a question, and nothing of the records does. */
  lexicon(): Promise<void> {
    return this.#list("lexicon");
  }

  /** Loads the vocabulary of concepts. Where that fails questions are understood by the engine's own tables. */
  concepts(): Promise<void> {
    return this.#list("concepts");
  }

  /** Loads a list once; where that fails, the next call tries again. */
  #list(name: List): Promise<void> {
    const begun = this.#lists.get(name) ?? this.#loadList(name);
    this.#lists.set(name, begun);
    return begun;
  }

  async #loadList(name: List): Promise<void> {
    try {
      const bytes = await this.#files.get(name, (event) => "notice" in event && this.#say(event));
      if (name === "lexicon") {
        this.#engine.loadLexicon(bytes);
        this.#build.lexicon = ASSETS[name]?.sha256 ?? "";
        return this.#tellBuild();
      }
      if (name === "concepts") this.#engine.loadConcepts(bytes);
      else this.#engine.loadRareDiseases(bytes);
      this.#use(name, ASSETS[name]?.sha256);
    } catch (error) {
      this.#lists.delete(name);
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
  }

  /** Loads the model of names, once, and returns whether it is there: the rules and the lexicon find most names without it. */
  async tagger(tell: Tell, signal: AbortSignal): Promise<boolean> {
    if (this.#tagged) return true;
    try {
      const tokenizer = await this.#files.get("tagger-tokenizer", tell, signal);
      const head = await this.#files.get("tagger-head", tell, signal);
      const weights = await this.#files.into("tagger", tell, signal);
      this.#engine.loadTagger(TAGGER, weights, tokenizer, head);
      this.#use("tagger", ASSETS["tagger"]?.sha256);
      this.#use("head", ASSETS["tagger-head"]?.sha256);
      this.#tagged = true;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || signal.aborted) throw error;
    }
    return this.#tagged;
  }

  /** Whether the model of names is in use. */
  get tagged(): boolean {
    return this.#tagged;
  }

  /** Returns what starts a worker of the script `name`, which is fetched where it was not yet. */
  async starting(
    name: LateScript & ("pool" | "own" | "device"),
    tell: (event: FileEvent) => void,
    signal: AbortSignal,
  ): Promise<() => Worker> {
    const script = await this.#files.script(name, tell, signal);
    return () => startWorker(script);
  }

  /** The module that opens models of the person's own, fetched and compiled once. */
  #openingModule(tell: Tell, signal: AbortSignal): Promise<WebAssembly.Module> {
    return (this.#opener ??= this.#files
      .get("onnx", tell, signal)
      .then((bytes) => WebAssembly.compile(bytes))
      .catch((error: unknown) => {
        this.#opener = undefined;
        throw error;
      }));
  }

  /** Loads what tells instructions from questions by the embedder's vectors. Without it the rules do that alone. */
  async #loadClassifier(tell: Tell, signal: AbortSignal): Promise<void> {
    const name: AssetId = "classifier";
    try {
      this.#engine.loadClassifier(await this.#files.get(name, tell, signal));
      this.#use("injection-classifier", ASSETS[name]?.sha256);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || signal.aborted) throw error;
    }
  }

  /** Takes note that the model of that hash is in use from now on. */
  #use(purpose: string, sha256 = ""): void {
    this.#build.models.push({ purpose, sha256 });
    this.#tellBuild();
  }

  /** Takes note that an embedder is in use no more, nor what reads its vectors. */
  #embedderGone(): void {
    const gone = ["embedder", "injection-classifier"];
    this.#build.models = this.#build.models.filter(({ purpose }) => !gone.includes(purpose));
    this.#tellBuild();
  }

  #tellBuild(): void {
    this.#engine.setBuild(JSON.stringify(this.#build));
  }
}
