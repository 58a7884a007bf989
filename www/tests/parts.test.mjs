// The parts of the interface that compute and do not draw.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "./support/compile.mjs";

const { sampled, ratePerSecond, endsAt, settled, inWords, Pace } = await load("room/view/pace.ts");
const { coursesOf, glanceOf } = await load("room/view/course.ts");
const { size, many, day, sentence, plainUnit } = await load("room/view/words.ts");
const { resources } = await load("room/view/resources.ts");
const { byteRange } = await load("room/view/byte-range.ts");
const { chosen, dropped, MAX_FILES } = await load("room/view/files.ts");
const { grouped } = await load("room/view/skipped.ts");
const { stretches, originals } = await load("room/view/stretches.ts");
const { cut } = await load("room/view/pieces.ts");
const { isGuessable } = await load("room/keys/guessable.ts");

/** Samples at `millis` apart, each with the rate (per second) of the stretch before it. */
function run(rates, millis = 500) {
  let done = 0;
  const samples = [{ atMillis: 0, done }];
  rates.forEach((rate, number) => {
    done += (rate * millis) / 1000;
    samples.push({ atMillis: (number + 1) * millis, done });
  });
  return samples;
}

describe("the time left", () => {
  test("is what an even rate makes of it", () => {
    const samples = run(Array(10).fill(20));
    assert.equal(ratePerSecond(samples), 20);
    assert.equal(endsAt(samples, 200), 10_000);
    assert.equal(endsAt(samples, 50), 5000, "what is done already takes no more time");
  });

  test("is not told from too little, from a standstill, or from nothing", () => {
    assert.equal(ratePerSecond([]), undefined);
    assert.equal(ratePerSecond(run([5, 5])), undefined);
    assert.equal(endsAt(run(Array(10).fill(0)), 100), undefined);
    assert.equal(endsAt([], 100), undefined);
  });

  test("is moved neither by one stall nor by one leap", () => {
    const even = endsAt(run(Array(10).fill(20)), 1000);
    const leap = endsAt(run([...Array(9).fill(20), 2000]), 1000 + 990);
    assert.equal(ratePerSecond(run([...Array(9).fill(20), 0])), 20);
    assert.equal(ratePerSecond(run([...Array(9).fill(20), 2000])), 20);
    assert.ok(Math.abs(leap - even) < 1, "a leap shortens it by what was done, no more");
  });

  test("weighs a stretch by how long it held", () => {
    const quickThenSlow = [
      { atMillis: 0, done: 0 },
      { atMillis: 500, done: 500 },
      { atMillis: 1000, done: 1000 },
      { atMillis: 9000, done: 1080 },
    ];
    assert.equal(ratePerSecond(quickThenSlow), 10);
  });

  test("stays as it is shown until it is clearly another", () => {
    assert.equal(settled(undefined, 60_000, 0), 60_000);
    assert.equal(settled(60_000, undefined, 0), 60_000);
    assert.equal(settled(60_000, 66_000, 0), 60_000);
    assert.equal(settled(60_000, 90_000, 0), 90_000);
    assert.equal(settled(600_000, 700_000, 0), 600_000, "a seventh more is no reason to jump");
  });

  test("counts down without going up while the rate only trembles", () => {
    const pace = new Pace();
    const told = [];
    let done = 0;
    for (let at = 0; at <= 60_000; at += 250) {
      pace.note({ atMillis: at, done }, 2400);
      done += at % 500 === 0 ? 13 : 7;
      const left = pace.left(at);
      if (left !== undefined && left !== told.at(-1)) told.push(left);
    }
    assert.deepEqual(told, ["about a minute left", "less than a minute left", "a few seconds left"]);
  });

  test("begins anew where less is done than before", () => {
    const again = sampled(run([10, 10, 10]), { atMillis: 5000, done: 1 });
    assert.deepEqual(again, [{ atMillis: 5000, done: 1 }]);
    const pace = new Pace();
    for (const sample of run(Array(10).fill(20))) pace.note(sample, 400);
    assert.notEqual(pace.left(5000), undefined);
    pace.note({ atMillis: 6000, done: 0 }, 400);
    assert.equal(pace.left(6000), undefined);
  });

  test("keeps few samples, however many come", () => {
    let samples = [];
    for (let at = 0; at < 1_000_000; at += 100) samples = sampled(samples, { atMillis: at, done: at });
    assert.ok(samples.length < 50, String(samples.length));
    assert.equal(Math.round(ratePerSecond(samples)), 1000);
  });

  test("is said in calm words", () => {
    const said = [0, 7, 20, 44, 46, 89, 91, 180, 12 * 60, 20 * 60, 58 * 60, 100 * 60, 5 * 3600].map((seconds) =>
      inWords(seconds * 1000),
    );
    assert.deepEqual(said, [
      "a few seconds left",
      "a few seconds left",
      "less than a minute left",
      "less than a minute left",
      "about a minute left",
      "about a minute left",
      "about 2 minutes left",
      "about 3 minutes left",
      "about 12 minutes left",
      "about 20 minutes left",
      "about an hour left",
      "about 2 hours left",
      "about 5 hours left",
    ]);
  });
});

test("units are printed without the code's braces, and others as they are", () => {
  for (const [unit, printed] of [
    ["{INR}", "INR"],
    ["mL/min/{1.73_m2}", "mL/min/1.73 m²"],
    ["{score}", "score"],
    ["{#}", ""],
    ["mm[Hg]", "mmHg"],
    ["umol/L", "µmol/L"],
    ["10*3/uL", "10*3/uL"],
  ])
    assert.equal(plainUnit(unit), printed);
});

test("readings of one thing that follow each other are one course, with what is seen at a glance", () => {
  const reading = (title, date, value = "5.4") => ({
    kind: "record-data",
    entry: "Laboratory result",
    title,
    reference: `${title} ${date}`,
    rows: [
      { label: "Value", value },
      { label: "Reference range, from", value: "4" },
      { label: "When", value: date },
    ],
  });
  const note = { kind: "verbatim", text: "x", reference: "n" };
  const undated = { ...reading("A", "2020"), rows: [{ label: "Value", value: "1" }] };
  const all = [
    reading("A", "2018"),
    reading("A", "2019"),
    reading("A", "2020"),
    note,
    reading("B", "2018"),
    reading("B", "2019"),
    undated,
  ];
  const shown = coursesOf(all);
  assert.deepEqual(
    shown.map((each) => ("readings" in each ? each.readings.length : each.kind)),
    [3, "verbatim", "record-data", "record-data", "record-data"],
  );
  assert.deepEqual(
    shown.flatMap((each) => ("readings" in each ? each.readings : [each])),
    all,
    "each is there once, in order",
  );
  const { day: on, values } = glanceOf(all[0]);
  assert.deepEqual([on.value, values.map(({ value }) => value)], ["2018", ["5.4"]]);
});

test("sizes, counts and dates are said as people say them", () => {
  assert.equal(byteRange(0, 7), "bytes 0–7");
  assert.equal(byteRange(10_234, 1_010_871), "bytes 10,234–1,010,871");
  assert.deepEqual([0, 1, 1023, 1024, 1536, 10 * 1024, 512 * 2 ** 20, 2 ** 31].map(size), [
    "0 bytes",
    "1 byte",
    "1,023 bytes",
    "1 KiB",
    "1.5 KiB",
    "10 KiB",
    "512 MiB",
    "2 GiB",
  ]);
  assert.equal(many(1, "fact"), "1 fact");
  assert.equal(many(2300, "entry"), "2,300 entries");
  assert.deepEqual(["2024-04-09", "2024-04", "2024", "soon", "2024-04-09T23:30:00-05:00"].map(day), [
    "9 April 2024",
    "April 2024",
    "2024",
    "soon",
    "9 April 2024",
  ]);
  assert.equal(resources("Organization", 2), "2 organisations");
  assert.equal(resources("MedicationKnowledge", 1), "1 medication knowledge");
  assert.equal(sentence("the file is not JSON"), "The file is not JSON.");
  assert.equal(sentence("Reload it."), "Reload it.");
});

describe("files", () => {
  const file = (name, webkitRelativePath = "") => ({ name, size: 1, webkitRelativePath });

  test("chosen by themselves are tried whatever their name, those of a folder by their name", () => {
    assert.equal(chosen([file("export.txt")]).picked.length, 1);
    const { picked, passedOver } = chosen([
      file("a.json", "all/a.json"),
      file("b.NDJSON", "all/deep/b.NDJSON"),
      file("c.json.gz", "all/c.json.gz"),
      file("photo.png", "all/photo.png"),
      file(".DS_Store", "all/.DS_Store"),
    ]);
    assert.deepEqual(
      picked.map(({ path }) => path),
      ["all/a.json", "all/deep/b.NDJSON", "all/c.json.gz"],
    );
    assert.equal(passedOver, 2);
  });

  test("beyond the most that is taken are not taken, and that is said", () => {
    const all = Array.from({ length: MAX_FILES + 5 }, (_, at) => file(`${at}.json`, `all/${at}.json`));
    assert.deepEqual([chosen(all).picked.length, chosen(all).cut], [MAX_FILES, true]);
    assert.equal(chosen(all.slice(0, MAX_FILES)).cut, false);
  });

  /** A dropped entry as browsers give it: folders hand out their content in portions. */
  const entry = (path, inside) => ({
    name: path.split("/").at(-1),
    fullPath: path,
    isDirectory: inside !== undefined,
    file: (resolve, reject) => (path.includes("locked") ? reject(new Error()) : resolve(file(path.split("/").at(-1)))),
    createReader: () => {
      const portions = [inside.slice(0, 2), inside.slice(2), []].filter((each, at) => at === 2 || each.length > 0);
      return { readEntries: (resolve) => resolve(portions.shift()) };
    },
  });
  const transfer = (...entries) => ({
    items: entries.map((each) => ({
      kind: "file",
      webkitGetAsEntry: () => each,
      getAsFile: () => file(each?.name ?? "loose.json"),
    })),
  });

  test("dropped folders are opened to their depth, and what cannot be opened is named", async () => {
    const folder = entry("/all", [
      entry("/all/z.json"),
      entry("/all/deep", [entry("/all/deep/a.json"), entry("/all/deep/locked.json")]),
      entry("/all/b.json"),
    ]);
    const { picked, unopened, passedOver } = await dropped(transfer(folder, entry("/readme.txt")));
    assert.deepEqual(
      picked.map(({ path }) => path),
      ["readme.txt", "all/b.json", "all/z.json", "all/deep/a.json"],
    );
    assert.deepEqual([unopened, passedOver], [["all/deep/locked.json"], 0]);
  });

  test("dropped folders that the browser does not open are named, and the files beside them taken", async () => {
    const sealed = { ...entry("/all", []), createReader: () => ({ readEntries: (_, reject) => reject(new Error()) }) };
    const { picked, unopened } = await dropped(transfer(sealed, null, entry("/one.json")));
    assert.deepEqual(
      picked.map(({ path }) => path),
      ["loose.json", "one.json"],
    );
    assert.deepEqual(unopened, ["all"]);
  });
});

test("what was not read is gathered by its reason", () => {
  const skipped = Array.from({ length: 214 }, (_, at) => ({ path: `entry[${at + 3}]`, reason: "has no code" }));
  const groups = grouped([{ path: "entry[0]", reason: "is no resource" }, ...skipped]);
  assert.deepEqual(groups, [
    { reason: "has no code", paths: ["entry[3]", "entry[4]", "entry[5]"], count: 214 },
    { reason: "is no resource", paths: ["entry[0]"], count: 1 },
  ]);
  assert.deepEqual(grouped([]), []);
});

describe("what would leave, in stretches", () => {
  const message = "About Patient X.\n<t>R1</t> Glucose about 7, day 0.\nQ: my last sugar 🍬?";
  const at = (text) => ({ start: message.indexOf(text), end: message.indexOf(text) + text.length });
  const pieces = [
    { ...at("About "), operator: "template", originals: [] },
    { ...at("Patient X"), operator: "pseudonym", originals: ["Ana Né"] },
    { ...at("R1"), operator: "alias", originals: [] },
    { ...at("Glucose"), operator: "code", originals: ["Glucose"] },
    { ...at("about 7"), operator: "round", originals: ["7.1"] },
    { ...at("day 0"), operator: "time", originals: ["2024-04-09T09:30:00Z"] },
    { ...at("my"), operator: "vocabulary", originals: ["My"] },
    { ...at("last"), operator: "vocabulary", originals: ["last"] },
    { ...at("sugar"), operator: "vocabulary", originals: ["sugar"] },
  ];

  test("they are the message again, whole and in order", () => {
    const stretched = stretches(message, [...pieces].reverse());
    assert.equal(stretched.map(({ text }) => text).join(""), message);
    assert.deepEqual(
      stretched.flatMap(({ text, mark }) => (mark === undefined ? [] : [[text, mark.group]])),
      [
        ["Patient X", "standin"],
        ["R1", "standin"],
        ["Glucose", "clinical"],
        ["about 7", "general"],
        ["day 0", "general"],
        ["my last sugar", "clinical"],
      ],
    );
  });

  test("pieces that overlap or are empty do not repeat any text", () => {
    const odd = [
      ...pieces,
      { start: 8, end: 12, operator: "code", originals: [] },
      { start: 3, end: 3, operator: "unit", originals: [] },
    ];
    assert.equal(
      stretches(message, odd)
        .map(({ text }) => text)
        .join(""),
      message,
    );
  });

  test("a finding marks the stretches that it lies in", () => {
    const finding = { part: "message", rule: "known-answer", reason: "", fix: "", ...at("Glucose about") };
    const found = stretches(message, pieces, [finding]).filter((each) => each.found);
    assert.deepEqual(
      found.map(({ text }) => text),
      ["Glucose", " ", "about 7"],
    );
    assert.deepEqual(
      stretches(message, pieces, [{ ...finding, part: "url" }]).filter((each) => each.found),
      [],
    );
  });

  test("the originals are marked in the passage and the question that they come from", () => {
    const draft = {
      message,
      pieces,
      query: "my last sugar 🍬?",
      passages: [{ alias: 1, references: ["Né 2024-04-09"], original: "My Glucose is 7.1. Effective is 2024-04-09." }],
    };
    const told = originals(draft, "My last sugar 🍬?").map(({ name, parts }) => [
      name,
      parts.map(({ text }) => text).join(""),
      parts.flatMap(({ text, mark }) => (mark === undefined ? [] : [text])),
    ]);
    assert.deepEqual(told, [
      ["About", "Ana Né", ["Ana Né"]],
      ["R1", "My Glucose is 7.1. Effective is 2024-04-09.", ["Glucose", "7.1", "2024-04-09"]],
      ["Your question", "My last sugar 🍬?", ["My", "last", "sugar"]],
    ]);
  });
});

test("a long document is cut at line ends and nothing of it is lost", () => {
  const lines = Array.from({ length: 500 }, (_, at) => `Line ${at} äö🙂`);
  const pieces = cut(`${lines.join("\n")}\n`, 100);
  assert.equal(pieces.join("\n"), lines.join("\n"));
  assert.ok(pieces.length > 10);
  assert.ok(
    cut("x".repeat(5000), 100).every((piece) => piece.length <= 800),
    "a line without an end is cut too",
  );
  assert.deepEqual(cut(""), []);
});

test("a reading with more digits than anybody measures is shown with four, and no other is touched", async () => {
  const { legible } = await load("room/view/charts/scale.ts");
  for (const [text, shown] of [
    ["78.83571428571429", "78.84"],
    ["0.0012345678", "0.001235"],
    ["1234.56", "1235"],
    ["-12.3456", "-12.35"],
  ])
    assert.deepEqual(legible(text), { shown, rounded: true }, text);
  for (const text of ["78.4", "7.90", "1.015", "151000", "123456789", "0.05", "98", "", "<5"])
    assert.deepEqual(legible(text), { shown: text, rounded: false }, text);
});

test("an address that no request can go to is told before one is made", async () => {
  const { faultOf } = await load("room/view/connection/entered.ts");
  const { hostOf } = await load("room/view/host-of.ts");
  for (const [address, fault] of [
    ["localhost:11434", /^Put http:/],
    ["ftp://x", /^Put http:/],
    ["https://user:pw@host", /password/],
    ["https://user@host/v1", /password/],
    ["https://host/v1?key=x", /^Nothing behind/],
    ["https://host/v1#x", /^Nothing behind/],
    ["", /^$/],
    ["http://localhost:11434", /^$/],
    ["HTTPS://host/v1", /^$/],
    ["https://host/openai/v1?api-version=2024-10-21", /^$/],
  ])
    assert.match(faultOf(address), fault, address);
  assert.equal(hostOf("localhost:11434"), "localhost:11434", "what has no host is not called nothing");
  assert.equal(hostOf("http://localhost:11434/v1"), "localhost:11434");
});

describe("what a synthesis keeps of the meaning", async () => {
  const { keptOf } = await load("room/view/meaning-of.ts");
  /** A draft of `parts`: operator, text, originals and limits of each piece. */
  const draft = (...parts) => {
    let message = "";
    const pieces = parts.map(([operator, text, originals = [], limits]) => {
      const start = message.length;
      message += text;
      return { start, end: message.length, operator, originals, ...(limits === undefined ? {} : { limits }) };
    });
    return { message, pieces };
  };
  const kinds = (...parts) => keptOf(draft(...parts)).map(({ kind, told }) => [kind, told]);

  test("a no is listed wherever it stands: in a note, a term or our own words", () => {
    assert.deepEqual(
      kinds(
        ["template", "<quote><title>"],
        ["code", "No known allergy", ["No known allergy"]],
        ["template", ". "],
        ["code", "Never smoker", ["Never smoker"]],
        ["code", "Non-smoker", ["Non-smoker"]],
        ["code", "Nodule of lung", ["Nodule of lung"]],
        ["vocabulary", "not", ["not"]],
        ["vocabulary", "note", ["note"]],
      ),
      [
        ["negation", "No known allergy"],
        ["negation", "Never smoker"],
        ["negation", "Non-smoker"],
        ["negation", "not"],
      ],
    );
  });

  test("how an entry ended is listed with what it is about", () => {
    const kept = keptOf(
      draft(["code", "Metformin", ["Metformin"]], ["template", ". It was stopped."], ["template", " It is active."]),
    );
    assert.deepEqual(kept, [{ of: "Metformin", kind: "ended", was: [], told: "It was stopped." }]);
  });

  test("a range is of the lowest and the highest reading, and a direction of the first and the last", () => {
    const readings = ["6.2", "7.9", "10.4", "6.4"];
    const kept = keptOf(
      draft(["round", "6", readings], ["template", " to "], ["round", "10", readings], ["trend", "rising", readings]),
    );
    assert.deepEqual(
      kept.map(({ kind, was }) => [kind, was]),
      [
        ["range", ["6.2", "6.4", "7.9", "10.4"]],
        ["range", ["6.2", "6.4", "7.9", "10.4"]],
        ["direction", readings],
      ],
    );
  });

  test("a number is listed with the limits that it keeps, also where it stands as it was", () => {
    const kept = keptOf(
      draft(
        ["round", "6.4", ["6.42"], "at least 5.7 and under 6.5; above the reference range 4 to 5.6"],
        ["round", "7", ["7"], "within the reference range 4 to 9"],
        ["round", "7", ["7"]],
        ["age-band", "60 to 69", ["62"]],
      ),
    );
    assert.deepEqual(
      kept.map(({ kind, told, limits }) => [kind, told, limits]),
      [
        ["number", "6.4", "at least 5.7 and under 6.5; above the reference range 4 to 5.6"],
        ["number", "7", "within the reference range 4 to 9"],
        ["age", "60 to 69", undefined],
      ],
    );
  });
});

describe("what a person keeps back", async () => {
  const { offersOf, withheldBy } = await load("room/view/held.ts");

  test("is added once and taken back", () => {
    const one = withheldBy(undefined, { passages: ["A · B · c"], kept: true });
    assert.deepEqual(one, { passages: ["A · B · c"], words: [] });
    const two = withheldBy(withheldBy(one, { word: " Gout ", kept: true }), { word: "gout", kept: true });
    assert.deepEqual(two, { passages: ["A · B · c"], words: ["gout"] });
    assert.deepEqual(withheldBy(two, { passages: ["A · B · c"], kept: false }), { passages: [], words: ["gout"] });
    assert.deepEqual(withheldBy(two, { word: "GOUT", kept: false }).words, []);
    assert.deepEqual(withheldBy(two, { word: " ", kept: true }), two);
  });

  test("is offered by passage, with the beginning of what it says", () => {
    const offers = offersOf({
      passages: [{ alias: 2, references: ["A"], entries: ["A · 1"], original: `Weight\n${"82 kg ".repeat(40)}` }],
    });
    assert.deepEqual([offers[0].name, offers[0].entries, offers[0].says.length], ["R2", ["A · 1"], 81]);
  });

  test("is told apart where two passages begin alike", () => {
    const course = "Blood pressure, sitting, at the practice, right arm, cuff of medium size: ".repeat(2);
    const originals = [
      `${course}128/81 in May`,
      `${course}141/90 in June`,
      "Weight 82 kg",
      course.trim(),
      course.trim(),
    ];
    const passages = originals.map((original, at) => ({ alias: at + 1, references: [], entries: [], original }));
    const says = offersOf({ passages }).map(({ says }) => says);
    assert.match(says[0], /^Blood pressure, sitting,….*128\/81 in May$/);
    assert.match(says[1], /^Blood pressure, sitting,….*141\/90 in June$/);
    assert.equal(says[2], "Weight 82 kg");
    assert.equal(says[3], says[4], "what is the same reads the same");
    assert.ok(says.every((each) => each.length <= 82));
  });
});

test("a passphrase that is tried first is told from one that is not", () => {
  for (const first of [
    "1111111111",
    "abababababab",
    "1234567890",
    "9876543210",
    "abcdefghijklm",
    "1234567891",
    "password12",
    "Passwort2026",
    "qwertyuiop",
  ])
    assert.ok(isGuessable(first), first);
  for (const other of [
    "seven lighthouse keepers",
    "tR7$kq!w9P",
    "mein passwort ist ein alter leuchtturm",
    "1492 1789 1914",
  ])
    assert.ok(!isGuessable(other), other);
});
