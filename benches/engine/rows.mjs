// The rows of the benchmark: each measures by itself, and tells its figures.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../../www/browser.mjs";
import { mostMemory, processes } from "./memory.mjs";
import { python } from "./peers.mjs";

const MINILM = "all-minilm-l6-v2-int8";
const BGE = "bge-small-en-v1.5-int8";
const RERANKER = "ms-marco-minilm-l12-v2-int8";
const TAGGER = "rampart-q4";
/** Layers of the embedders, whose hidden states are 384 wide. */
const LAYERS = { [MINILM]: 6, [BGE]: 12 };
/** Multiplications and additions of the matrix products of one token: of each layer `width × (3 + 1 + 2 · 4) width`. */
const productsOf = (layers, width) => 2 * layers * 12 * width * width;
/** Times that a text is tagged natively. */
const TAGGED = 24;
/** Batches of 16 texts that are embedded natively, and by two at once. */
const [NATIVE_BATCHES, PAIR_BATCHES] = [6, 12];

export const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
const fixed = (number, digits = 1) => number.toFixed(digits);
const ratio = (of, to) => `${fixed(of)} (${fixed(of / to, 2)})`;
const repeated = async (rounds, measure) => {
  const all = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure());
  return all;
};
const json = (root, path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** The model `id` as the tab needs it. `folder` is the name under which transformers.js finds it. */
function model(root, id) {
  const entry = json(root, "models/manifest.json").models.find((each) => each.id === id);
  const path = (role) => `/weights/${entry.files.find((file) => file.role === role).path}`;
  const { pooling, max_tokens: tokens = 512 } = entry.encoder ?? entry.reranker ?? entry.tagger;
  return {
    id,
    entry,
    weights: path("weights"),
    tokenizer: path("tokenizer"),
    source: path("source"),
    folder: id,
    pooling,
    tokens,
  };
}

/** Texts with their vectors by the same weights in f32. */
function references(root, id) {
  if (id === BGE) return json(root, "tests/data/engine_reference.json").vectors.filter(({ text }) => text !== "");
  // Without the cases in which tokenizers may differ: a text that is cut off, and one with the names of special tokens.
  const { cases } = json(root, "tests/data/embedding_reference.json");
  const plain = cases.filter(({ text, ids }) => text.trim() !== "" && ids.length < 256 && !text.includes("["));
  return plain.map(({ text, same_weights: vector }) => ({ text, vector }));
}

/** Question and passages of the pairs, some 100 tokens each. */
function pairs(root) {
  const { questions, passages } = json(root, "tests/data/engine_reference.json");
  return {
    question: questions[0],
    texts: Array.from({ length: 30 }, (_, at) => passages.slice(at % 15, (at % 15) + 3).join(" ")),
  };
}

const note = (root) => json(root, "tests/data/engine_reference.json").passages.slice(0, 5).join(" ");

const embedderRow = (name, id) => ({
  name,
  measure: ({ root, rounds, inTab }) =>
    inTab(async ({ call, peak }) => {
      const embedder = model(root, id);
      const rows = [
        ["ours", "ours"],
        ["onnxruntime-web", "runtime", embedder.source],
        ["transformers.js", "library"],
        ["tract", "tract", embedder.source],
        ...(id === MINILM ? [["onnxruntime-web, dynamic int8", "runtime", "/dynamic"]] : []),
      ].map(([name, kind, file]) => ({ name, kind, file, rounds: [] }));
      for (const row of rows) {
        row.facts = await call("load", row.name, row.kind, embedder, row.file);
        row.cosine = await call("nearest", row.name, references(root, id));
      }
      const tokens = await call("counted", "ours");
      for (let round = 0; round < rounds; round += 1) {
        const figures = await call(
          "measure",
          rows.map(({ name }) => name),
        );
        for (const row of rows) row.rounds.push(figures[row.name]);
      }
      const products = {};
      for (const count of [21, 128])
        products[count] = await repeated(rounds, async () => ({
          rate: await call("products", "ours", count),
          peak: await peak(),
        }));
      return { tokens, rows, products };
    }),
  told({ tokens, rows, products }) {
    const of = (row, figure) => median(row.rounds.map((round) => round[figure]));
    const lines = [`one thread, ms (ratio to ours); ${tokens.join(" and ")} tokens, one of a batch of 16 of 128`];
    for (const row of rows) {
      const cells = ["short", "long", "batch"].map((figure) => ratio(of(row, figure), of(rows[0], figure)).padEnd(16));
      lines.push(`${row.name.padEnd(30)} ${cells.join("")} least cosine ${fixed(row.cosine, 6)}`);
    }
    const peak = median(products[128].map((round) => round.peak));
    const reached = (productsOf(LAYERS[id], 384) * 128) / of(rows[0], "long") / 1e6;
    lines.push(
      `peak of dot_i16x8 in this tab ${fixed(peak)} · 10⁹ multiplications and additions a second; ours with all else ${fixed(reached)}, ${fixed((100 * reached) / peak, 0)} % of it`,
    );
    for (const [rows, all] of Object.entries(products)) {
      const share = median(all.map(({ rate, peak }) => rate / peak));
      lines.push(
        `the matrix products alone, ${rows} rows: ${fixed(median(all.map(({ rate }) => rate)))} · 10⁹ of them a second, ${fixed(100 * share, 0)} % of the peak beside them`,
      );
    }
    const { facts } = rows[0];
    lines.push(
      `ours, first: module ${fixed(facts.module)} ms, weights ${fixed(facts.fetch)}, loaded ${fixed(facts.load)}, first text ${fixed(facts.first)}; the weights hold ${fixed(facts.weights / facts.file, 2)} times their file`,
    );
    return lines;
  },
});

const two = {
  name: "two",
  measure: ({ root, rounds, inTab }) =>
    inTab(async ({ call }) => {
      const small = model(root, MINILM);
      const batches = await call("batches128", PAIR_BATCHES);
      const seconds = { ours: [], "ours, one worker": [] };
      for (let round = 0; round < rounds; round += 1) {
        seconds.ours.push(await call("inWorkers", 2, small, batches));
        seconds["ours, one worker"].push(await call("inWorkers", 1, small, batches));
        for (const [name, file] of [
          ["onnxruntime-web", small.source],
          ["onnxruntime-web, dynamic int8", "/dynamic"],
        ]) {
          await call("load", name, "runtime", small, file, 2);
          (seconds[name] ??= []).push(await call("inThreads", name, batches));
          await call("unload", name);
        }
      }
      return { passages: batches.flat().length, seconds };
    }),
  told({ passages, seconds }) {
    const rate = (name) => passages / median(seconds[name]);
    const lines = [
      `texts of 128 tokens a second: ours, two workers ${fixed(rate("ours"))}, one ${fixed(rate("ours, one worker"))}`,
    ];
    const peers = Object.keys(seconds).filter((name) => !name.startsWith("ours"));
    return [
      ...lines,
      ...peers.map(
        (name) => `${name}, two threads ${fixed(rate(name))} (ours ${fixed(rate("ours") / rate(name), 2)} times)`,
      ),
    ];
  },
};

const reranker = {
  name: "reranker",
  measure: async ({ root, rounds, inTab }) => {
    const of = model(root, RERANKER);
    const { question, texts } = pairs(root);
    const { passages, scores } = json(root, "tests/data/engine_reference.json");
    const one = await inTab(({ call }) => call("rerank", of, question, texts, passages, scores[0], rounds));
    // In another tab: onnxruntime-web keeps the number of threads that it first ran with.
    const two = await inTab(async ({ call }) => {
      const seconds = { ours: [], "onnxruntime-web": [] };
      for (let round = 0; round < rounds; round += 1) {
        seconds.ours.push(await call("rerankInWorkers", 2, of, question, texts));
        seconds["onnxruntime-web"].push(await call("rerankInThreads", of, question, texts));
      }
      return seconds;
    });
    return { ...one, two };
  },
  told({ tokens, millis, far, two }) {
    const mean = tokens.reduce((sum, count) => sum + count, 0) / tokens.length;
    const ours = median(millis.ours);
    const lines = [
      `${tokens.length} pairs of ${fixed(mean, 0)} tokens, at most ${Math.max(...tokens)}; ms (ratio to ours), furthest logit from the same weights in f32`,
    ];
    for (const [name, all] of Object.entries(millis))
      lines.push(`${name.padEnd(30)} ${ratio(median(all), ours).padEnd(18)} ${fixed(far[name], 4)}`);
    const [workers, threads] = [two.ours, two["onnxruntime-web"]].map((all) => 1000 * median(all));
    return [
      ...lines,
      `two workers of ours ${fixed(workers, 0)} ms; onnxruntime-web, two threads ${ratio(threads, workers)}`,
    ];
  },
};

const tagger = {
  name: "tagger",
  measure: ({ root, rounds, inTab }) => inTab(({ call }) => call("name", model(root, TAGGER), note(root), rounds)),
  told({ tokens, millis, far = {} }) {
    const lines = [
      `${tokens} tokens, ms (ratio to ours), furthest logit from onnxruntime-web's; ours with its adapters, the others without`,
    ];
    for (const [name, all] of Object.entries(millis)) {
      const logit = name in far ? fixed(far[name], 4) : "";
      lines.push(`${name.padEnd(30)} ${ratio(median(all), median(millis.ours)).padEnd(18)} ${logit}`.trimEnd());
    }
    return lines;
  },
};

/** A model natively on two threads: our program, and onnxruntime from PyPI on the file that ours is made of. */
const nativeRow = (name, id, texts, question = () => undefined) => ({
  name: `native-${name}`,
  measure: async ({ root, rounds, inTab }) => {
    const of = model(root, id);
    const scratch = mkdtempSync(join(tmpdir(), "chaperone-engine-"));
    try {
      const [files, asked] = [["texts.json", "feed.json"].map((name) => join(scratch, name)), question(root)];
      const feed = await inTab(async ({ call }) => {
        const given = await texts(root, call);
        writeFileSync(files[0], JSON.stringify(given));
        return call("feedOf", of, given, asked);
      });
      writeFileSync(files[1], JSON.stringify(feed));
      const models = join(root, "models");
      const source = join(models, of.source.replace("/weights/", "weights/"));
      const seconds = (command, ...args) => JSON.parse(execFileSync(command, args, { encoding: "utf8" }));
      const flags = [
        "--models",
        models,
        "--model",
        id,
        "--texts",
        files[0],
        "--rounds",
        "1",
        ...(asked === undefined ? [] : ["--question", asked]),
      ];
      const figures = {
        texts: feed.input_ids.length,
        tokens: feed.attention_mask.flat().reduce((sum, one) => sum + one, 0),
        ours: [],
        onnxruntime: [],
      };
      for (let round = 0; round < rounds; round += 1) {
        figures.ours.push(...seconds(join(root, "target/release/chaperone"), "bench", "encoder", ...flags));
        figures.onnxruntime.push(
          ...seconds(python(root), join(root, "benches/engine/native.py"), source, files[1], "2", "1"),
        );
      }
      return figures;
    } finally {
      rmSync(scratch, { recursive: true });
    }
  },
  told({ texts, tokens, ours, onnxruntime }) {
    const rate = (all) => texts / median(all);
    return [
      `two threads, ${texts} texts of ${fixed(tokens / texts, 0)} tokens, a second: ours ${fixed(rate(ours))}, onnxruntime ${fixed(rate(onnxruntime))} (ours ${fixed(rate(ours) / rate(onnxruntime), 2)} times)`,
    ];
  },
});

const texts128 = async (_, call) => (await call("batches128", NATIVE_BATCHES)).flat();

const PEERS = [
  ["ours", "ours"],
  ["onnxruntime-web", "runtime"],
  ["transformers.js", "library"],
];

const memory = {
  name: "memory",
  measure: async ({ root, inTab }) => {
    const figures = {};
    for (const [name, kind] of PEERS)
      figures[name] = await inTab(({ call }) => call("heldOf", kind, model(root, MINILM)));
    return figures;
  },
  told: (figures) =>
    Object.entries(figures).map(
      ([name, { held, file }]) =>
        `${name.padEnd(30)} ${fixed(held / 1e6)} MB more once MiniLM is loaded and ran: ${fixed(held / file, 2)} times its file`,
    ),
};

const cold = {
  name: "cold",
  measure: async ({ root, rounds, inTab, openTab }) => {
    const figures = {};
    for (const [name, kind] of PEERS)
      figures[name] = await inTab(async (first, browser) => {
        const times = [];
        for (let visit = 0; visit <= rounds; visit += 1) {
          const tab = visit === 0 ? first : await openTab(browser);
          times.push(await tab.call("first", kind, model(root, MINILM)));
          // The browser keeps compiled code a little after a page has run it.
          await tab.page.waitForTimeout(2000);
          await tab.page.close();
        }
        return times;
      });
    return figures;
  },
  told: (figures) => [
    "from an empty tab to the first vector, ms: the first time, and when files are in the browser's cache",
    ...Object.entries(figures).map(
      ([name, [first, ...others]]) => `${name.padEnd(30)} ${fixed(first, 0).padEnd(8)} ${fixed(median(others), 0)}`,
    ),
  ],
};

/** Embeds passages of bundles by `work`, in a browser of its own whose memory is looked at. */
const passagesRow = (name, work) => ({
  name,
  bundles: true,
  measure: async ({ root, every, bundles, openTab }) => {
    const others = processes();
    const browser = await launch();
    try {
      const files = readdirSync(bundles)
        .filter((file) => /\.json(\.gz)?$/.test(file))
        .sort();
      const { call } = await openTab(browser);
      const batches = await call(
        "batchesOf",
        model(root, MINILM),
        files.map((file) => `/bundles/${file}`),
        every,
      );
      const seconds = await work(call, model(root, MINILM), batches);
      return { passages: batches.flat().length, seconds, memory: mostMemory(others) };
    } finally {
      await browser.close();
    }
  },
  told({ passages, seconds, memory }, rows) {
    const rate = passages / seconds;
    const other = name === "passages" ? undefined : rows.passages?.figures;
    const beside =
      other?.passages === passages ? ` (ours ${fixed(other.passages / other.seconds / rate, 2)} times)` : "";
    return [
      `${passages} passages in ${fixed(seconds, 0)} s: ${fixed(rate)} a second${beside}, at most ${fixed(memory / 2 ** 20, 0)} MiB in a process`,
    ];
  },
});

export const ROWS = [
  embedderRow("minilm", MINILM),
  embedderRow("bge", BGE),
  two,
  reranker,
  tagger,
  nativeRow("minilm", MINILM, texts128),
  nativeRow("bge", BGE, texts128),
  nativeRow(
    "reranker",
    RERANKER,
    (root) => pairs(root).texts,
    (root) => pairs(root).question,
  ),
  nativeRow("tagger", TAGGER, (root) => Array.from({ length: TAGGED }, () => note(root))),
  memory,
  cold,
  passagesRow("passages", (call, embedder, batches) =>
    call("inWorkers", Math.max(1, availableParallelism() - 1), embedder, batches),
  ),
  passagesRow("passages-peer", async (call, embedder, batches) => {
    await call("load", "transformers.js", "library", embedder);
    return call("inThreads", "transformers.js", batches);
  }),
];
