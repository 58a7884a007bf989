// What the engine says of its own, and the page's errors, in German: held to the sources, whole, and whole as sentences.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import init, { Engine } from "../../pkg/chaperone.js";
import { load } from "./support/compile.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

function filesBelow(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(ending));
}

/** A text with `{}` for each run of values in it. */
const bare = (text) => text.replaceAll(/\$?\{[^{}]*\}/g, "{}").replaceAll(/(?:\{\})+/g, "{}");

/** The literals of a Rust source before its tests, each as it is in memory. */
function rustLiterals(path) {
  const [source] = read(path).split(/#\[cfg\(test\)\]\s*mod /);
  const lines = source.replaceAll(/\\\n\s*/g, "").split("\n");
  return lines
    .filter((line) => !line.trimStart().startsWith("//"))
    .flatMap((line) => Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text]) => text))
    .map((text) => text.replaceAll(/\\(["\\])/g, "$1"));
}

/** A TypeScript source, in which literals that are added to one another are one. */
const joinedScript = (path) =>
  read(path)
    .replaceAll(/` \+\s*"([^"]*)"/g, "$1`")
    .replaceAll(/" \+\s*"/g, "");

/** The literals of a TypeScript source. */
function scriptLiterals(path) {
  const source = joinedScript(path);
  return Array.from(source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g), ([, one, other]) => one ?? other);
}

const RUST = filesBelow("src", ".rs").filter((path) => !/\/(?:bin|eval|generate)\/|tests\.rs$/.test(path));
const SCRIPTS = ["www/room/engine", "www/room/keys", "www/shell"].flatMap((folder) => filesBelow(folder, ".ts"));
const rust = new Map(RUST.map((path) => [path, rustLiterals(path)]));
const all = [...rust.values(), ...SCRIPTS.map(scriptLiterals)].flat().map(bare);

const { GERMAN, saidInGerman } = await load("room/said/de/all.ts");
const { patterns, listOf, oneOf, sentences } = await load("room/said/match.ts");
const holes = (text) => Array.from(text.matchAll(/\{(\w+)(?::\w+)?\}/g), ([, name]) => name).sort();

/** Sources whose sentences stand on the page. */
const SPEAKING = [
  "brief.rs",
  "brief/disagreement.rs",
  "brief/marked.rs",
  "question/exact/absent.rs",
  "question/exact/anchored.rs",
  "question/exact/cohort.rs",
  "question/exact/contents.rs",
  "question/exact/course.rs",
  "question/exact/crowd.rs",
  "question/exact/doses.rs",
  "question/exact/entries.rs",
  "question/exact/given.rs",
  "question/exact/gist.rs",
  "question/exact/marks.rs",
  "question/exact/mod.rs",
  "question/exact/overview.rs",
  "question/exact/panel.rs",
  "question/exact/person.rs",
  "question/exact/readings.rs",
  "question/exact/rule.rs",
  "question/exact/spans.rs",
  "question/exact/steps.rs",
  "question/exact/topics.rs",
  "question/exact/unsettled.rs",
  "question/exact/whether.rs",
  "question/exact/whole.rs",
  "retrieve/narrow.rs",
  "quote/attribute.rs",
  "quote/ground.rs",
  "quote/ground/answered.rs",
  "quote/ground/numbers.rs",
  "quote/ground/numbers/compared.rs",
  "quote/ground/numbers/course.rs",
  "quote/ground/numbers/matching.rs",
  "quote/ground/numbers/paired.rs",
  "quote/ground/numbers/units.rs",
  "quote/ground/numbers/unmatched.rs",
  "quote/ground/spans.rs",
  "quote/ground/times.rs",
  "quote/ground/titled.rs",
  "quote/ground/words.rs",
  "quote/ground/words/negated.rs",
  "workflow/alone.rs",
  "workflow/answer.rs",
  "workflow/asking.rs",
  "workflow/quotes.rs",
  "privacy/level.rs",
  "privacy/stranger/easing.rs",
  "privacy/injection/kind.rs",
  "clearance/gate.rs",
  "clearance/review.rs",
  "recheck.rs",
  "ledger/account.rs",
  "ledger/verify.rs",
  "ledger/verify/verdict.rs",
  "pdf.rs",
  "ingest/format.rs",
  "ingest/fhir/mod.rs",
  "ingest/skips.rs",
].map((path) => `src/${path}`);

/** What is a sentence in those, and what is none: patterns of identifiers, and pieces that are told within another text. */
const isSentence = (text) => /^[“A-Z{].* .*[.”]$/.test(text) && /[a-z]{3}/.test(text) && !/[\\^$*|]/.test(text);
/** How often a letter stands in a text. */
const letters = (text) => text.replaceAll(/\{[^{}]*\}|[^A-Za-z]/g, "").length;
/** Whether a German key is a form of the `literal` of a source: words stand there where the source puts them in. */
function formOf(literal) {
  const pieces = bare(literal).trim().split("{}");
  const form = pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*?");
  return new RegExp(`^${form}$`, "s");
}
/** Literals that are too short to be known by their letters, with sentences that are made of them. */
const EXAMPLES = {
  "{}: {}, {}; marked “{}”": [["Panel: Sodium 150 mmol/L, Potassium 3 mmol/L, 2 March 2019; marked “H”", "item"]],
  "{}: {}.": [["3 patients of 8 with “asthma”: Ann Lee; Bo Day.", "sentence"]],
  "The {} {} {} {}.": [
    ["The first condition “Diabetes” began on 2 March 2019.", "sentence"],
    ["The latest prescription “Metformin” in 2019 was prescribed on 2 March 2019.", "sentence"],
    ["The vaccination “Flu” was given in 2019.", "sentence"],
    ["The latest visit “Check-up” is of May 2019.", "sentence"],
  ],
  "{} {} is {}: {}.": [
    ["The body weight is higher by 3 kg: 83 kg (2 March 2019) and 80 kg (1 March 2018).", "sentence"],
    ["No: the HbA1c is the same: 7 % (2 March 2019) and 7 % (1 March 2018).", "sentence"],
  ],
  "The {} prescription “{}” of {} says: {}. How it is taken: {}.": [
    [
      "The active prescription “Methotrexate 2.5 MG” of 1 May 2024 says: 15 mg. How it is taken: once per week, on Monday.",
      "sentence",
    ],
    [
      "The last prescription “Morphine 10 MG” of 1 May 2024 says: 10 mg. How it is taken: once every 4 hours, as needed for pain, at most 40 mg per day.",
      "sentence",
    ],
  ],
  "{} of {} lasted {}, as the record has it.": [["“Flu” of May 2019 lasted 8 days, as the record has it.", "sentence"]],
  "{}: {} is of {}, counted to {}.": [
    ["2 years, 3 days (733 days): “Knee surgery” is of 2 March 2019, counted to 5 March 2021.", "sentence"],
  ],
};

/** Errors that no page can bring about: of programs that are run by hand, of training, and broken promises of the code to itself. */
const NOT_ON_THE_PAGE =
  /^src\/(?:thought\/estimator|model\/(?:bert|reranker|tagger|embedder|head|injection|manifest|pooling|embedding|onnx|pack|remote)|chunk\/|index\/|library\/passage|privacy\/lexicon|surrogates|fold|generate|document\/provenance)/;

/** The errors that Rust sources make, but broken promises. */
function errorsOf(path) {
  const [source] = read(path)
    .replaceAll(/\\\n\s*/g, "")
    .split(/#\[cfg\(test\)\]\s*mod /);
  return Array.from(source.matchAll(/Error::new\(\s*Code::(\w+),\s*"((?:[^"\\]|\\.)*)"/g))
    .filter(([, code]) => code !== "Internal")
    .map(([, , text]) => text.replaceAll(/\\(["\\])/g, "$1"));
}

/** Whether what the literal `text` is a part of has German: known by its words, or by examples. */
function isMade(text, german) {
  const form = formOf(text);
  if (letters(text) >= 7 && [...german].some((english) => form.test(english))) return true;
  const examples = EXAMPLES[bare(text)] ?? [];
  for (const [english, of] of examples) assert.notEqual(saidInGerman(english, of), undefined, english);
  return examples.length > 0;
}

describe("what the engine says, in German", () => {
  test("is held to the sources: no text is for a sentence that is said no more", () => {
    const joined = all.join("\n");
    const known = new Set(all);
    const composed = all.filter((literal) => literal.includes("{}") && letters(literal) >= 7).map(formOf);
    for (const [name, texts] of Object.entries(GERMAN)) {
      for (const english of Object.keys(texts)) {
        if (known.has(bare(english)) || composed.some((form) => form.test(bare(english)))) continue;
        const pieces = bare(english)
          .split(/\{\}|[“”();:,]/)
          .map((piece) => piece.trim())
          .filter((piece) => /[A-Za-z]{2}/.test(piece));
        assert.deepEqual(
          pieces.filter((piece) => !joined.includes(piece)),
          [],
          `${name}: ${english}`,
        );
      }
    }
  });

  test("has the same values in each text, no empty one, and quotation marks of German", () => {
    for (const [name, texts] of Object.entries(GERMAN)) {
      for (const [english, german] of Object.entries(texts)) {
        assert.deepEqual(holes(german), holes(english), `${name}: ${english}`);
        assert.ok(german.trim() !== "" && !/["”]/.test(german), `${name}: ${english}`);
      }
    }
  });

  test("is there for every sentence of the sources that stand on the page", () => {
    const german = new Set(Object.values(GERMAN).flatMap((texts) => Object.keys(texts).map(bare)));
    const missing = SPEAKING.flatMap((path) => {
      assert.ok(rust.has(path), path);
      return rust
        .get(path)
        .filter(isSentence)
        .filter((text) => !german.has(bare(text)) && !isMade(text, german))
        .map((text) => `${path}: ${text}`);
    });
    assert.deepEqual(missing, []);
  });

  test("is there for every reason for which a fact is not told", () => {
    const [source] = read("src/privacy/synthesise/untold.rs").split(/#\[cfg\(test\)\]\s*mod /);
    const reasons = Array.from(source.matchAll(/(?:&str = |Some\(|then_some\()"((?:it|its|a|you|the) [^"]+)"/g));
    assert.ok(reasons.length >= 18, `${reasons.length}`);
    const missing = reasons.map(([, text]) => text).filter((text) => saidInGerman(text, "sentence") === undefined);
    assert.deepEqual(missing, []);
  });

  test("is there for every error that a page can bring about", () => {
    const missing = RUST.filter((path) => !NOT_ON_THE_PAGE.test(path)).flatMap((path) =>
      errorsOf(path)
        .filter((text) => saidInGerman(text, "sentence") === undefined)
        .map((text) => `${path}: ${text}`),
    );
    assert.deepEqual(missing, []);
  });
});

describe("sentences with values", () => {
  const german = (english, of = "sentence") => saidInGerman(english, of);

  test("are said whole, with moments, counts and lists as German has them, and what the records say as it stands", () => {
    const said = {
      "The latest blood pressure is 138/86 mmHg, of 2 March 2019.":
        "Blutdruck, neuester Wert: 138/86 mmHg, vom 2. März 2019.",
      "The latest body weight above 80 kg in 2015 is 81.2 kg, of May 2015. The record has another value of the same moment: 82 kg and 83 kg.":
        "Körpergewicht über 80 kg im Jahr 2015, neuester Wert: 81.2 kg, vom Mai 2015. Die Akte hat einen anderen Wert desselben Zeitpunkts: 82 kg und 83 kg.",
      "The latest HbA1c is 6 %, of 2015. Its status is “preliminary”.":
        "HbA1c, neuester Wert: 6 %, von 2015. Der Status ist „preliminary“.",
      "The record has 2 readings of HbA1c. Not said to be final, as the record has it: 6 % (2 March 2019); 7 % (2015).":
        "Die Akte hat 2 Messungen: HbA1c. Nach der Akte nicht als endgültig bezeichnet: 6 % (2. März 2019); 7 % (2015).",
      "The latest HbA1c above 5 in 2015 is 6 %, of 2015.": "HbA1c über 5 im Jahr 2015, neuester Wert: 6 %, von 2015.",
      "5 active conditions: “Flu; A or B” (2 March 2019); “C” (a day that is not given); and 3 others.":
        "5 Diagnosen (aktiv): „Flu; A or B“ (2. März 2019); „C“ (ohne Datum); und 3 weitere.",
      "12 readings of body weight, the latest first: 80 kg (2 March 2019); 81 kg (1 March 2018), and 10 earlier.":
        "12 Messungen (Körpergewicht), die neueste zuerst: 80 kg (2. März 2019); 81 kg (1. März 2018); und 10 frühere.",
      "Blood pressure: systolic stable, diastolic no clear direction, from 120/80 mmHg (2 March 2019) to 138/86 mmHg (3 March 2020), over 5 readings.":
        "Blutdruck: systolisch stabil, diastolisch ohne klare Richtung, von 120/80 mmHg (2. März 2019) auf 138/86 mmHg (3. März 2020), aus 5 Messungen.",
      "The latest HbA1c is 6 %, of 2015. Tobacco smoking status: Never smoked, of May 2015.":
        "HbA1c, neuester Wert: 6 %, von 2015. Raucherstatus: Never smoked, vom Mai 2015.",
      "The active prescription “X” of 2015 says: Take 1. Cancelled. No time was sent.":
        "Die aktive Verordnung „X“ von 2015 sagt: Take 1. Cancelled. No time was sent.",
      "2 years, 1 month, 1 day (760 days) lie between “A” of 2 March 2019 and “B” of 3 April 2021.":
        "2 Jahre, 1 Monat, 1 Tag (760 Tage) liegen zwischen „A“ vom 2. März 2019 und „B“ vom 3. April 2021.",
      "entry[12].resource.birthDate: is not a date (found 3, expected 4)":
        "entry[12].resource.birthDate: ist kein Datum (gefunden: 3, erwartet: 4)",
      "is not JSON (byte 44)": "ist kein JSON (Byte 44)",
      "Only what is since “Appendectomy” (2019-03-02), the first of 2 and from 2019-01-01 on was searched.":
        "Nur diese Zeit wurde durchsucht: seit „Appendectomy“ (2. März 2019), dem ersten von 2, und ab 1. Januar 2019.",
    };
    for (const [english, expected] of Object.entries(said)) assert.equal(german(english), expected);
    assert.equal(
      german(
        "New: X 5 mg, 2 March 2019, until 3 May 2019, and not active any more; before: X 2 mg, 1 May 2018",
        "item",
      ),
      "Neu: X 5 mg, 2. März 2019, bis zum 3. Mai 2019, und nicht mehr aktiv; davor: X 2 mg, 1. Mai 2018",
    );
    assert.equal(german("Ended: X, until 2 March 2019", "item"), "Beendet: X, bis zum 2. März 2019");
  });

  test("leave alone what stands in the records, also where it reads like a sentence of the engine", () => {
    const name = "No time was sent. Cancelled. is not JSON {name} (2 March 2019) March";
    assert.equal(
      german(`The condition “${name}” of 2019 has no end in the record.`),
      `Diagnose „${name}“ von 2019 hat in der Akte kein Ende.`,
    );
    assert.equal(german(`${name}, 2 March 2019`, "item"), `${name}, 2. März 2019`);
    assert.equal(german(name, "title"), undefined);
    assert.equal(german("hello there"), undefined);
    assert.equal(german("Flu, 2 March 2019"), undefined, "an item is looked for only where one stands");
  });

  test("take a time that is bounded by their length", () => {
    const hostile = [", of 2 March 2019 and “; ", "a. “x” (2 March 2019); ", " and “, ”", ". "].map((piece) =>
      `The latest ${piece.repeat(2000)}`.slice(0, 3990),
    );
    // Of the processor: what else runs on the machine is no fault of theirs.
    const begun = process.cpuUsage();
    for (const english of hostile) for (const of of ["sentence", "item", "title"]) german(`${english}.`, of);
    const { user } = process.cpuUsage(begun);
    assert.ok(user < 20_000_000, `${user} µs`);
    assert.equal(german(`The record has ${"x".repeat(10_000)}.`), undefined);
  });

  test("are chosen by what is literal in them, the most of it first", () => {
    const kinds = {
      color: oneOf({ red: "rot", "dark red": "dunkelrot" }),
      list: listOf(
        (one) => one,
        ["; "],
        (all) => all.join(" + "),
      ),
    };
    const say = patterns({ "{a}: {b}": "1 {a} {b}", "{a} is {c:color}": "2 {a} {c}", "all: {l:list}": "3 {l}" }, kinds);
    assert.equal(say("x is dark red"), "2 x dunkelrot");
    assert.equal(say("all: 1; 2"), "3 1 + 2");
    assert.equal(say("x is red: y"), "1 x is red y");
    assert.equal(say("x is blue"), undefined);
    assert.throws(() => patterns({ "{a:none}": "{a}" }, kinds), /no kind none/);
    const numbers = sentences((one) => ({ "A b.": "1.", "C.": "3.", "A b. D.": "2." })[one]);
    assert.deepEqual(["A b. C. A b.", "A b. D.", "A b. E."].map(numbers), ["1. 3. 1.", "2.", undefined]);
  });
});

/** Questions of all forms, with those that the page itself begins with. */
const QUESTIONS = [
  ...readFileSync(new URL("../room/view/examples.ts", import.meta.url), "utf8").matchAll(/^ {2}"(.*)",$/gm),
]
  .map(([, question]) => question)
  .concat([
    "What was my average weight?",
    "What was my highest systolic blood pressure?",
    "What was my lowest HbA1c in 2015?",
    "What was my first weight?",
    "What were my last three weights?",
    "Was my blood pressure ever above 140?",
    "How many times was my weight measured since 2015?",
    "Is my weight going up?",
    "How did my blood pressure change?",
    "How has my last weight changed from the one before?",
    "How long ago was my last weight?",
    "List my weights.",
    "When was my weight above 80 kg?",
    "How many conditions do I have?",
    "How many visits did I have in 2015?",
    "Which procedures did I have?",
    "What was my last procedure?",
    "What was my first vaccination?",
    "Do I have diabetes?",
    "Did I ever have asthma?",
    "Do I have malaria?",
    "When was I diagnosed with hypertension?",
    "When did my sinusitis end?",
    "How long have I had hypertension?",
    "How many days lie between my first flu vaccination and my last flu vaccination?",
    "What dose of metformin do I take?",
    "Which medicines was I on in 2015?",
    "What was my potassium in 1950?",
    "How old am I?",
    "When was I born?",
    "How old was I at my first procedure?",
    "How many patients have hypertension?",
    "Which patients have diabetes?",
    "Which medicines do patients with hypertension take?",
    "What is the average weight of patients with hypertension?",
    "Who has the highest weight?",
    "latest labs",
    "labs in 1950",
    "abnormal labs",
    "any abnormal vitals?",
    "lipid panel",
    "thyroid tests",
    "blood pressure and labs",
    "When were my last labs drawn?",
    "social history",
    "What is new since 2015?",
    "What is new since March 2015?",
    "Anything new?",
    "recent imaging",
    "medical history",
    "Give me a summary of my record.",
    "What happened in 2015?",
    "What did the notes say in 1950?",
    "What did Dr. Nobody write about my knee?",
    "What happened since my last procedure?",
    "What does my last progress note say?",
  ]);

/** Questions about several people, asked about nobody. */
const OF_ALL = QUESTIONS.filter((question) => /patients|Who has/.test(question));

test("all that the engine says of its own about every sample person has German, question by question", async () => {
  await init({ module_or_path: readFileSync(join(root, "pkg/chaperone_bg.wasm")) });
  const engine = new Engine();
  for (const path of filesBelow("examples/records", ".json"))
    engine.addFile(new Uint8Array(readFileSync(join(root, path))));
  const said = [];
  const add = (of, ...texts) => texts.forEach((english) => english && said.push({ of, english }));
  const asked = (questions) => {
    for (const question of questions) {
      const { exact, notice, narrowed = [], cautions = [], blocks } = engine.quotes(question, "2026-01-15");
      add("sentence", notice, exact?.sentence, ...(exact?.rules ?? []));
      add("sentence", ...narrowed.map(({ sentence }) => sentence), ...cautions.map(({ reason }) => reason));
      for (const { entry, rows = [], elements = [] } of blocks)
        add(
          "sentence",
          entry,
          ...[...rows, ...elements].filter((row) => row.label_citation === undefined).map(({ label }) => label),
        );
    }
  };
  const people = engine.patients();
  assert.ok(people.length >= 5, `${people.length} people`);
  for (const patient of people.keys()) {
    engine.setSubject(patient);
    asked(QUESTIONS);
    for (const { points } of engine.series(patient)) add("sentence", ...points.map(({ out }) => out));
    for (const since of ["1990-01-01", "2015-01-01"]) {
      const { parts, disagreements, redFlags, intendedUse } = engine.brief(patient, since);
      add("sentence", redFlags, intendedUse);
      for (const { title, rule, items } of parts) {
        add("sentence", title, rule);
        add("item", ...items.map(({ text }) => text));
      }
      for (const { reason, sides } of disagreements) {
        add("sentence", reason);
        add("item", ...sides.map(({ text }) => text));
      }
    }
  }
  engine.setSubject();
  asked(OF_ALL);
  for (const { name, keeps, changes } of engine.telling().levels) add("sentence", name, keeps, changes);
  engine.free();
  assert.ok(
    new Set(said.map(({ english }) => english)).size > 300,
    `${new Set(said.map(({ english }) => english)).size} texts`,
  );
  const missing = said.filter(({ of, english }) => saidInGerman(english, of) === undefined);
  assert.deepEqual([...new Set(missing.map(({ of, english }) => `${of}: ${english}`))], []);
});

describe("what the shell says, in German", async () => {
  const { GERMAN: shell } = await load("shell/late/shellgerman.ts");
  const html = read("www/shell/index.html");

  test("is held to its sources", () => {
    const known = [
      html.replaceAll(/\s+/g, " "),
      ...SCRIPTS.filter((path) => path.includes("www/shell/") && !path.includes("german")).flatMap(scriptLiterals),
    ].join("\n");
    assert.deepEqual(
      Object.keys(shell).filter((english) => !known.includes(english)),
      [],
    );
    for (const [english, german] of Object.entries(shell)) assert.deepEqual(holes(german), holes(english));
  });

  test("is there for everything in its page, its dialogs, and every error that one of them shows", () => {
    const marked = Array.from(html.matchAll(/<(\w+)[^>]* data-say[^>]*>([^<]*)</g), ([all, name, text]) =>
      name === "iframe" ? /title="([^"]*)"/.exec(all)[1] : text.replaceAll(/\s+/g, " ").trim(),
    );
    assert.ok(marked.length > 15);
    const plain = html.replaceAll(
      /<!--[^]*?-->|<(style|script|title|noscript)\b[^]*?<\/\1>|<\w+[^>]* data-say[^>]*>[^<]*/g,
      "",
    );
    // What its button says is said by the dialog, for each of its steps.
    assert.deepEqual(plain.replaceAll(/<[^>]*>/g, "").trim(), "Look for the server", "texts that are not marked");
    const shown = [
      "shell/custodian/sign-in.ts",
      "shell/custodian/smart.ts",
      "shell/custodian/bounded.ts",
      "shell/destination.ts",
      "shell/export.ts",
      "shell/library/choose.ts",
    ]
      .flatMap((path) => scriptLiterals(`www/${path}`))
      // That nothing was sent is said by the room.
      .filter((text) => /^[A-Z].* .*[.…]$/.test(text) && !/so nothing was sent\.$/.test(text));
    assert.deepEqual(
      [...marked, ...shown].filter((english) => shell[english] === undefined),
      [],
    );
  });

  test("has the same German as the room for what both say", () => {
    const both = Object.keys(shell).filter((english) => GERMAN.PAGE[english] !== undefined);
    assert.ok(both.length > 5);
    for (const english of both) assert.equal(shell[english], GERMAN.PAGE[english]);
  });

  test("is said again by the room: every error of the port that a person may see has German", () => {
    const made = SCRIPTS.filter((path) => /www\/shell\/(?!port\.ts)/.test(path)).flatMap((path) =>
      Array.from(
        joinedScript(path).matchAll(/new PortError\(\s*"[\w-]+",\s*(?:"([^"]*)"|`([^`]*)`)/g),
        ([, one, other]) => one ?? other,
      ),
    );
    assert.ok(made.length > 15);
    const known = new Set(Object.keys(GERMAN.PAGE).map(bare));
    assert.deepEqual(
      made.filter((english) => !known.has(bare(english))),
      [],
    );
  });

  test("and so has every error of the room’s own", () => {
    const made = SCRIPTS.filter((path) => /www\/room\//.test(path)).flatMap((path) =>
      Array.from(
        joinedScript(path).matchAll(/\bmessage:\s*(?:"([^"]*)"|`([^`]*)`)/g),
        ([, one, other]) => one ?? other,
      ),
    );
    assert.ok(made.length > 20);
    const known = new Set(Object.keys(GERMAN.PAGE).map(bare));
    assert.deepEqual(
      made.filter((english) => !known.has(bare(english)) && ![...known].some((one) => formOf(english).test(one))),
      [],
    );
  });
});
