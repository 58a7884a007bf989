/** What the engine's worker does for the interface: a handler for each call that `calls.ts` lists. */
import { Engine } from "../../../pkg/chaperone.js";
import type { AssetId } from "../../shell/messages.ts";
import { today } from "../day.ts";
import { writeTurns } from "../view/remembered.ts";
import { benchmark } from "./benchmark.ts";
import { bytesOf, bytesUpTo } from "./blobs.ts";
import type { AddedFile, CallEvent, CallName, Calls, FromWorker } from "./calls.ts";
import type { KeptFile, Restored } from "./kept.ts";
import { collectAsFile } from "./collecting.ts";
import type { Crypt } from "./crypt.ts";
import { Embedding } from "./embedding.ts";
import { isOnThisDevice } from "./device/address.ts";
import { ChaperoneError, toData, unkept, type ErrorData } from "./error.ts";
import type { PublicFiles } from "./files.ts";
import { workInside } from "./inside.ts";
import { keptLibraries } from "./kept-libraries.ts";
import { Models } from "./models.ts";
import { nearest } from "./nearest.ts";
import { overview } from "./overview.ts";
import { ownConcepts } from "./own-concepts.ts";
import { besideOf, withBeside, withoutBeside } from "./page-state.ts";
import { pubmed } from "./pubmed.ts";
import { Reading, hearing } from "./reading.ts";
import { Saving } from "./saving.ts";
import { Sending } from "./sending.ts";
import { serveShelves } from "./shelves.ts";
import type { ShellPort } from "./shell-port.ts";
import type { Slice } from "./slices.ts";
import { Store } from "./store.ts";
import type { Found, Hold } from "./types.ts";
import { unlisted } from "./unlisted.ts";
import { Unsent } from "./unsent.ts";
import { thoughts, type Send, type WithVector } from "./thinking.ts";

/** The most bytes of a ledger file; the engine reads no more. */
const MAX_LEDGER_BYTES = 64 << 20;

/** How each call is answered. */
export type Handlers = {
  [Name in CallName]: (
    takes: Calls[Name]["takes"],
    tell: (event: CallEvent) => void,
    signal: AbortSignal,
  ) => Promise<Calls[Name]["gives"]> | Calls[Name]["gives"];
};

/** What the handlers work with. */
interface Serving {
  readonly engine: Engine;
  /** The engine's compiled module. */
  readonly module: WebAssembly.Module;
  readonly shell: ShellPort;
  readonly files: PublicFiles;
  readonly crypt: Crypt;
  /** Whether the host's policy could not be read. */
  readonly unread: boolean;
  /** Tells the interface what it did not ask for. */
  readonly say: (message: FromWorker) => void;
  /** Is told which kept file is being read back, and when it has been. */
  readonly readingBack: (file: KeptFile | undefined) => void;
}

/** Returns what the worker answers the interface with, but for scripts, which are there before the engine is. */
export function serve({
  engine,
  module,
  shell,
  files,
  crypt,
  unread,
  say,
  readingBack,
}: Serving): Omit<Handlers, "script"> {
  /** The page's own state as it was told last, in UTF-8. `frozen`: what is kept of it could not be read, and is left as it is. */
  let page = new TextEncoder().encode(writeTurns([]));
  let frozen = false;
  const keepPage = (): Promise<void> =>
    store.keepPage(() =>
      withBeside(new TextDecoder().decode(page), { ledger: engine.ledgerFile(), links: engine.links() }),
    );
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
    page = new TextEncoder().encode(withoutBeside(kept.state));
    return undefined;
  };
  const store = new Store(shell, crypt, engine);
  shell.onTaken = () => {
    store.lose();
    say({ taken: true });
  };
  const models = new Models(engine, module, files, say);
  const reading = new Reading(engine, module, models, store, say);
  const embedding = new Embedding(engine, models, store);
  const saving = new Saving(engine, store);
  const entered = async (tell: (event: CallEvent) => void): Promise<void> => {
    if (!frozen) await keepPage().catch((error: unknown) => tell({ unkept: unkept(error) }));
  };
  const unsent = new Unsent(engine);
  const sending = new Sending(engine, shell, entered, unsent);
  const send: Send = (takes, tell, signal) => sending.events(takes, tell, signal);
  const withVector: WithVector = (call) => models.withVector(call);
  // An address and a model's name are typed: they are looked through by the word list, too.
  const listed = async (url: string): Promise<void> => {
    await models.lexicon();
    if (!models.listed && !isOnThisDevice(url)) throw unlisted();
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
      const opened = await models.open(chosen, bytesIn, tell, signal);
      await embedding.halt();
      return models.use(opened);
    },

    "shipped-model": async () => {
      await embedding.halt();
      models.unload();
      return null;
    },

    "add-file": ({ file, label }, tell, signal) => reading.chosen(file, label, tell, signal),

    "add-samples": async (_, tell, signal) => {
      const reports: (AddedFile & { readonly label: string })[] = [];
      for (const id of Object.keys(ASSETS).filter((each) => each.startsWith("sample-"))) {
        const bytes = await files.get(id as AssetId, tell, signal);
        const label = ASSETS[id]?.label ?? id;
        reports.push({ ...(await reading.file(label, bytes, tell, signal)), label });
      }
      embedding.expect((hear, halt) => files.get("vectors", hear, halt));
      return reports;
    },

    connect: async (_, _tell, signal) => ({ origin: await shell.connect(signal) }),

    collect: async ({ origin }, tell, signal) => {
      const { bytes, ...collected } = await collectAsFile(shell, origin, today(), tell, signal);
      engine.enterCollection(origin, JSON.stringify(collected.asked), Date.now());
      await entered(tell);
      // What came before the person gave up stays.
      const added =
        bytes === undefined
          ? undefined
          : await reading.file(collected.label, bytes, tell, signal.aborted ? new AbortController().signal : signal);
      return { ...collected, bytes: bytes?.byteLength ?? 0, added };
    },

    shelves: async ({ port }, tell, signal) =>
      serveShelves((await models.starting("pool", tell, signal))(), module, port),

    "device-model": async (takes, tell, signal) => {
      const begin = await models.starting("device", tell, signal);
      return sending.hold(begin, takes, await files.get("llama", tell, signal), tell, signal);
    },

    beside: ({ draft, start, bytes }) => engine.beside(draft, Date.now(), start, bytes),

    "side-by-side": ({ blocks, passages }) => Engine.sideBySide([...blocks], [...passages]),

    library: async (_, _tell, signal) => ({ path: await shell.library(signal) }),

    range: ({ start, length }, _, signal) => shell.range(start, length, signal),

    ...keptLibraries(store),

    ...pubmed(engine, shell, models, reading, entered, unsent),

    ...nearest(engine, shell, models, reading, entered, unsent),

    ...thoughts(engine, models, reading, send, withVector),

    disconnect: async () => ({ returned: await shell.disconnect() }),

    index: async (_, tell, signal) => {
      // Not waited for: it is there when a question is prepared.
      models.lexicon().catch((error: unknown) => say({ dead: toData(error) }));
      await reading.findable(tell, signal);
      return null;
    },

    embed: async (_, tell, signal) => ({ passages: await embedding.run(tell, signal) }),

    quotes: async ({ question, subject, without = [] }, _, signal) => {
      await reading.settled(signal);
      return models.withVector(() => {
        engine.setSubject(subject);
        return engine.quotes(question, today(), [...without]);
      });
    },

    search: async ({ question, subject, strategy }, _, signal) => {
      await models.concepts();
      const find = (): Promise<Found> =>
        models.withVector(() => {
          engine.setSubject(subject);
          return engine.search(question, strategy, undefined, today());
        });
      return models.searched(find, signal);
    },

    "second-reading": async ({ on }, tell, signal) => {
      if (on) await models.readSecond(tell, signal);
      else models.readOnce();
      return null;
    },

    tools: () => engine.tools(),

    "call-tool": async ({ name, parameters }, _, signal) => {
      await models.concepts();
      await reading.settled(signal);
      return engine.callTool(name, parameters, today());
    },

    known: async () => {
      await models.concepts();
      return engine.known();
    },

    "own-concepts": async ({ files: chosen }, tell, signal) => {
      await models.concepts();
      return ownConcepts(engine, chosen, tell, signal);
    },

    "follow-up": ({ question, earlier }) => engine.followUp(question, [...earlier]) ?? null,

    ...overview(engine),

    patients: () => engine.patients(),

    unmatched: () => engine.unmatched(),

    "same-patient": async ({ from, to }, tell) => {
      await reading.alone(() => engine.samePatient(from, to));
      await entered(tell);
      return null;
    },

    notices: async (_, tell, signal) => ({
      text: new TextDecoder().decode(await files.get("notices", tell, signal)),
    }),

    holdings: () => engine.holdings(),

    telling: () => ({ ...engine.telling(), unread }),

    prepare: async ({ question, subject, endpoint, choice, asking, after, anew, inside }, tell, signal) => {
      await models.words();
      await reading.settled(signal);
      if (after !== undefined) return sending.made(engine.prepareNext(after, Date.now()));
      if (anew !== undefined) return sending.made(engine.prepareAnew(anew, choice, Date.now()));
      engine.setSubject(subject);
      const work =
        inside === undefined
          ? asking?.inside
          : await workInside(
              engine,
              sending,
              withVector,
              { question, without: asking?.without, patience: inside, today: today() },
              tell,
              signal,
            );
      const draft = await models.withVector(() => {
        engine.setSubject(subject);
        return engine.prepare(
          question,
          endpoint.url,
          endpoint.model,
          crypto.getRandomValues(new Uint8Array(32)),
          Date.now(),
          choice,
          work === undefined ? asking : { ...asking, inside: work },
          today(),
        );
      });
      sending.made(draft);
      return work === undefined ? draft : { ...draft, work };
    },

    examine: async ({ text }, tell, signal) => {
      await models.lexicon();
      const byModel = await models.tagger(tell, signal);
      return { sightings: engine.examine(text), byModel };
    },

    trial: async ({ endpoint, holding, ...how }, tell, signal) => {
      const trial = async (hold?: Hold): Promise<number> => {
        const draft = engine.trial(endpoint.url, endpoint.model, Date.now(), hold);
        await sending.events({ draft, endpoint, ...how }, tell, signal);
        return draft;
      };
      await listed(endpoint.url);
      const said = engine.hasAnswered(await trial());
      for (const hold of holding === true ? (["schema", "grammar"] as const) : []) {
        try {
          if (engine.isHeld(await trial(hold), hold)) return { said, hold };
        } catch (error) {
          // A server may refuse a request for a field that it does not know.
          if (signal.aborted || !isRefusal(error)) throw error;
        }
      }
      return { said };
    },

    models: async ({ endpoint, ...how }, tell, signal) => {
      await listed(endpoint.url);
      const draft = engine.listing(endpoint.url, Date.now());
      let reply = "";
      await sending.text({ draft, endpoint, ...how }, (text) => (reply += text), tell, signal);
      return { names: Engine.modelNames(reply), list: reply };
    },

    ask: async (takes, tell, signal) => {
      const { draft } = takes;
      await sending.events(takes, tell, signal);
      const answer = await models.withVector(() => engine.resolve(draft));
      if (engine.isComplete(draft)) return answer;
      if (answer.blocks.length > 0) return { ...answer, cut: true };
      throw new ChaperoneError({ code: "reply", fault: "runtime", message: SILENT });
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
            readingBack({ label, place });
            const added = await reading.whole(bytes, hearing(hear), signal, label);
            readingBack(undefined);
            return added;
          },
          readLong: async (parts, total, label, place, hear) => {
            readingBack({ label, place });
            const added = await reading.parts(parts, total, hearing(hear), signal);
            readingBack(undefined);
            return added;
          },
          index: () => reading.findable(tell, signal),
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
          read: (bytes, label, _place, hear) => reading.whole(bytes, hearing(hear), signal, label),
          readLong: (parts, total, _label, _place, hear) => reading.parts(parts, total, hearing(hear), signal),
          // By then it is too late to cancel.
          index: () => reading.findable(tell, new AbortController().signal),
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
      page = new TextEncoder().encode(state);
      await keepPage();
      return null;
    },

    ledger: () => ({ ...engine.ledger(), unsent: unsent.numbers }),

    "ledger-body": ({ number }) => engine.ledgerBody(number) ?? null,

    "source-files": async ({ references }) => {
      const labels = new Map((await store.sources()).map(({ sha256, label }) => [sha256, label]));
      return references.map((reference) => {
        const [piece] = engine.sourcePieces(reference);
        return (piece === undefined ? undefined : labels.get(piece.sha256)) ?? null;
      });
    },

    gather: (what) => saving.gather(what),

    benchmark: async (_, tell, signal) => {
      const lexicon = await files.get("lexicon", tell, signal);
      const samples: Uint8Array<ArrayBuffer>[] = [];
      for (const id of Object.keys(ASSETS).filter((each) => each.startsWith("sample-")))
        samples.push(await files.get(id as AssetId, tell, signal));
      // What is not in use yet is not fetched for it.
      const tagger = models.tagged
        ? {
            entry: TAGGER,
            weights: await files.get("tagger", tell, signal),
            tokenizer: await files.get("tagger-tokenizer", tell, signal),
            head: await files.get("tagger-head", tell, signal),
          }
        : undefined;
      const engineHash = ASSETS["wasm"]?.sha256 ?? "";
      const start = await models.starting("pool", tell, signal);
      const begin = { module, engine: engineHash, lexicon, samples, model: models.poolStart(), tagger };
      const hear = (done: number, total: number): void => tell({ testing: { done, total } });
      return (saving.measured = await benchmark(begin, start, hear, signal));
    },

    "export-ledger": async (takes) => {
      const bytes = new TextEncoder().encode(await saving.file(takes));
      return { saved: await shell.export(takes.what, bytes.buffer) };
    },

    "verify-ledger": async ({ file, noted }, _, signal) => {
      const bytes = await bytesUpTo(MAX_LEDGER_BYTES, file, signal);
      return engine.verifyLedger(bytes, noted === "" ? undefined : noted);
    },

    erase: () => store.erase(),

    passkey: ({ act }) => (act === "make" ? store.makePasskey() : store.usePasskey()),

    "keep-rest": () => store.keepRest().then(() => null),

    restart: ({ note }) => store.restart(note).then(() => null),
    speak: ({ tag }) => shell.speak(tag).then(() => null),
  };
}

const UNREADABLE = {
  code: "unsupported",
  fault: "user",
  message: "What the page kept is damaged, or of a newer version.",
} as const;

const SILENT = "The model ended its answer before it had said anything.";

/** What servers answer to a request for a field that they do not know, or a form that they cannot make. */
const NOT_HELD: readonly number[] = [400, 404, 415, 422, 500, 501];

function isRefusal(error: unknown): boolean {
  return error instanceof ChaperoneError && NOT_HELD.includes(error.server?.status ?? 0);
}
