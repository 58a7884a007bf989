// What a person takes out by their own act: the page for the doctor, an answer, entries as FHIR, the test of the device. Nothing
// of it is saved or printed without their click, under a name that says anything, or over a network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch } from "../browser.mjs";
import { findings } from "./support/axe.mjs";
import { CANARIES, canaryBundle } from "./support/canary.mjs";
import { load } from "./support/compile.mjs";
import { SAMPLES, sampleIdentifiers, survivors } from "./support/identifiers.mjs";
import { ask, go, openReady, openWithSamples } from "./support/room.mjs";
import { serveWithoutModel } from "./support/without.mjs";

/** A note that tries to be more than text wherever it is read. */
const HOSTILE = [
  "# Cough since Monday",
  "> quoted cough",
  "cough `code` and ```fence```",
  "[cough](javascript:alert(1)) ![cough](https://evil.example/x.png) [^1] [[wiki]]",
  "<img src=x onerror=alert(1)> <script>alert(1)</script> &lt;b&gt; &amp;",
  "https://evil.example/cough www.evil.example someone@evil.example <https://evil.example>",
  "    indented cough",
  "\tcough behind a tab",
  "- cough\n+ cough\n1. cough\n2) cough",
  "cough\n===\ncough\n---",
  "***cough*** __cough__ ~~cough~~ ==cough== %%cough%% {{cough}} $cough$ | cough |",
  "back\\slash \\[cough\\] \\\\[cough\\\\]",
];

/** What a reader of Markdown makes of what the room wrote, as far as the room writes it. */
function read(markdown) {
  return markdown
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** The text of a block quote. */
function unquoted(markdown) {
  return markdown
    .split("\n")
    .map((line) => read(line.replace(/^> ?/, "").replace(/(?<!\\)((?:\\\\)*)\\$/, "$1")))
    .join("\n");
}

describe("an answer as Markdown", () => {
  let markdown, inert;
  before(async () => {
    [markdown, inert] = await Promise.all([load("room/engine/markdown.ts"), load("shell/inert.ts")]);
  });
  const fileOf = (blocks, more = {}) =>
    markdown.answerFile(
      {
        question: "Why?",
        asked: "Why?",
        about: undefined,
        day: "2026-03-02",
        model: undefined,
        ...more.file,
        answer: { blocks, ...more },
      },
      () => "label.json",
    );
  const verbatim = (text) => ({
    kind: "verbatim",
    reference: "A 2020-01-01 · Note · 12345",
    title: "Note",
    text,
    citation: { sha256: "0" },
  });

  test("what is hostile in a quotation stays text, and is the source again when it is read", () => {
    for (const text of [...HOSTILE, HOSTILE.join("\n"), HOSTILE.join("\n\n")]) {
      const quoted = markdown.quoted(text);
      for (const line of quoted.split("\n")) assert.match(line, /^>(?: |$)/, text);
      assert.equal(unquoted(quoted), text.trimEnd(), text);
      assert.ok(inert.isInertMarkdown(inert.ANSWER_TITLE + quoted), text);
      // Nothing that means something stands at the start of a line.
      for (const line of quoted.split("\n"))
        assert.doesNotMatch(line, /^> {0,3}(?:[#>+*=-]|\d+[.)]|`{3}|~{3})|^> {4}|^>\s*\t/, text);
    }
  });

  test("it is the same wherever the text comes from: question, model, reference, file name, reason", () => {
    for (const text of HOSTILE) {
      const row = { label: text, value: text, unit: text, citation: { sha256: "0" } };
      const file = markdown.answerFile(
        {
          question: text,
          asked: `${text}?`,
          about: text,
          day: text,
          model: text,
          literature: [{ reference: text, title: text, text, marks: ["partly-retracted"] }],
          answer: {
            blocks: [
              { kind: "prose", parts: [{ text }] },
              { kind: "prose", parts: [{ text: "x" }] },
              verbatim(text),
              { kind: "record-data", reference: text, entry: text, title: text, rows: [row] },
              { kind: "invalid", asked: text, reason: text },
            ],
            checked: [
              { block: 1, lines: [{ form: "item", stretches: [{ text, verdict: "contradicted", reason: text }] }] },
            ],
            notice: text,
            noted: [{ block: 2, remark: "altered", words: text }],
            cautions: [{ block: 2, passage: text, reason: text, hidden: false }],
            narrowed: [{ by: "time", state: "applied", sentence: text }],
            exact: { form: "x", answer: text, sentence: text, rules: [text], isAbsent: false, boxes: [] },
          },
        },
        () => text,
      );
      assert.ok(inert.isInertMarkdown(file), text);
    }
  });

  test("the public passages that the model was told of are written by their numbers, as they were", () => {
    const passage = {
      reference: "Smith 2019 · doi 10.5555/1",
      title: "Salt",
      text: "Less salt.",
      marks: ["retracted"],
    };
    const file = fileOf([{ kind: "prose", parts: [{ text: "Less [Source 1]." }] }], {
      file: { model: "m", literature: [passage] },
    });
    assert.match(
      file,
      /## Public literature\n\n.*\n\n### Source 1\n\n> Less salt\.\n\nSmith 2019 · doi 10\.5555\/1: Salt; retracted\n/,
    );
    assert.doesNotMatch(fileOf([], { file: { literature: [] } }), /Public literature/);
  });

  test("the shell takes no text as an answer that could do something", () => {
    const { ANSWER_TITLE: title, isInertMarkdown: inertly } = inert;
    assert.ok(inertly(`${title}\n> cough \\[1\\]\n`));
    for (const text of [
      "<img src=x onerror=alert(1)>",
      "a [cough](javascript:alert(1))",
      "a \\\\[cough](x)",
      "![x][y]",
      "`code`",
      "<https://evil.example>",
      "https://evil.example",
      "www.evil.example",
      "a@evil.example",
      "a\u0000b",
      "> > <b>",
    ])
      assert.ok(!inertly(`${title}\n${text}\n`), text);
    assert.ok(!inertly("cough"), "another beginning");
  });

  test("sentences have the sign of what is known of them, once for those that follow each other", () => {
    const stretch = (text, standing) => (standing === undefined ? { text } : { text, standing });
    const lines = [
      {
        form: "paragraph",
        stretches: [
          stretch("It was 70.", "verified"),
          stretch(" "),
          stretch("It was 71.", "verified"),
          stretch(" "),
          stretch("It is well.", "unchecked"),
        ],
      },
      { form: "item", stretches: [stretch("It stays so.", "unchecked")] },
    ];
    const file = fileOf([{ kind: "prose", parts: [{ text: "x" }] }], {
      checked: [{ block: 0, lines }],
      statements: { verified: 2, marked: 0, unchecked: 2 },
    });
    assert.ok(file.includes("It was 70. It was 71. ✓ It is well.\n\n- It stays so. ○"), file);
    assert.match(file, /✓ 2 verified: .*; ○ 2 not checked as wholes: /);
    const before = fileOf([{ kind: "prose", parts: [{ text: "x" }] }], {
      checked: [{ block: 0, lines: [{ form: "paragraph", stretches: [stretch("It was 70.")] }] }],
    });
    assert.doesNotMatch(before, /[✓○]/);
  });

  test("holds the question, sentences, quotations with source, and what was checked", () => {
    const coverage = { searched: 4, notes: 1, entries: 9, told: 2, withheld: 0, unreadNotes: 0, withheldWords: 0 };
    const file = fileOf([{ kind: "prose", parts: [{ text: "It was so." }] }, verbatim("She coughs.")], { coverage });
    for (const part of [
      "## Question\n\n> Why?",
      "It was so.",
      "> She coughs.",
      "Source: A 2020-01-01 · Note · 12345; file: label.json",
      "## What was checked",
      "Searched: 4 documents, of them 1 notes, with 9 entries.",
      "Keep it as you keep your records.",
    ])
      assert.ok(file.includes(part), part);
  });
});

describe("entries as a FHIR Bundle", () => {
  let bundle;
  before(async () => (bundle = await load("room/engine/bundle.ts")));
  const slice = (text) => ({ label: "x", bytes: text === null ? null : new TextEncoder().encode(text) });

  test("resources are unchanged byte for byte; what is no FHIR is left out and counted", () => {
    const odd =
      '{ "resourceType" : "Observation",\r\n "valueQuantity": {"value": 6.50, "big": 12345678901234567890}, "note":"é\\u00e9" }';
    const { text, entries, left } = bundle.bundleOf(
      [
        slice(odd),
        slice("<ClinicalDocument/>"),
        slice('{"a":1}'),
        slice("U2hlIGNvdWdocw=="),
        slice('"SGk="'),
        slice(null),
      ],
      2,
    );
    assert.ok(text.includes(odd));
    assert.equal(entries, 1);
    assert.deepEqual(left, [
      { why: "not-fhir", count: 2 },
      { why: "text", count: 4 },
      { why: "unread", count: 1 },
    ]);
    const value = JSON.parse(text);
    assert.deepEqual(Object.keys(value), ["resourceType", "type", "entry"]);
    assert.deepEqual(
      value.entry.map((each) => Object.keys(each)),
      [["resource"]],
    );
    assert.deepEqual(JSON.parse(bundle.bundleOf([], 0).text), { resourceType: "Bundle", type: "collection" });
  });

  test("the resource around a text of an attachment is found, whatever stands in its strings", async () => {
    const { resourcesAround } = await load("room/engine/around.ts");
    const note = '{"resourceType":"DocumentReference","note":"} \\" ] {","content":[{"attachment":{"data":"U0dr"}}]}';
    const inner = '{"resourceType":"Observation","contained":[{"resourceType":"Binary","data":"QUJD"}]}';
    const files = [
      `{"resourceType":"Bundle","entry":[{"fullUrl":"é","resource":${note}},{"resource":${inner}}]}`,
      `{"entry":[{"resource":${note}},\r\n{"resource":${inner}}],"resourceType":"Bundle"}`,
      `${note}\n${inner}\n`,
    ];
    for (const file of files) {
      const bytes = Buffer.from(file);
      const places = ["QUJD", "U0dr"].map((data) => bytes.indexOf(data));
      const found = resourcesAround(bytes, [...places, 0, bytes.length + 5]).slice(0, 2);
      assert.deepEqual(
        found.map((each) => Buffer.from(each).toString()),
        [inner, note],
      );
    }
    for (const file of ["U0dr", "<a>U0dr</a>", '{"a":"U0dr"}', '{"resourceType":"DocumentReference","data":"U0dr"'])
      assert.deepEqual(resourcesAround(Buffer.from(file), [file.indexOf("U0dr")]), [undefined], file);
  });

  test("an entry to which several references lead is in it once, and one that is too large is refused", () => {
    const piece = { sha256: "a", wrapping: [], start: 1, end: 2 };
    const found = bundle.piecesOf(["a", "b", "c", "a"], (reference) => (reference === "c" ? [] : [{ ...piece }]));
    assert.deepEqual(found, { pieces: [piece], texts: 1 });
    const large = slice(`{"resourceType":"Binary","data":"${"A".repeat(17 << 20)}"}`);
    assert.throws(
      () => bundle.bundleOf([large], 0),
      ({ code, message }) => code === "too-large" && !message.includes("AAA"),
    );
  });
});

describe("the page for the doctor, in words", () => {
  test("sources do not tell whom they are about", async () => {
    const { sourceWords, fileWords } = await load("room/view/page-words.ts");
    assert.equal(sourceWords("Okafor 2019-03-02 · Letter · k7qd2", "x"), "Letter, 2 March 2019");
    assert.equal(
      sourceWords("Okafor 2019-03-02 · Essential hypertension · k7qd2", "Essential hypertension, since"),
      "entry of 2 March 2019",
    );
    assert.equal(sourceWords("Okafor · Care plans · k7qd2", "x"), "Care plans");
    assert.equal(sourceWords("Okafor", "x"), "entry without a date");
    assert.equal(fileWords("export 2024.json", 1, "Amara Ngozi Okafor"), "export 2024.json");
    for (const label of ["okafor.json", "AMARA-export.json", "Quiñones.json"])
      assert.equal(fileWords(label, 2, "Amara Okafor Quiñones"), "file 2, whose name says of whom it is");
    assert.equal(fileWords("wu.json", 3, "Ann J. Wu"), "file 3, whose name says of whom it is");
    assert.equal(fileWords("jjj.json", 3, "Ann J. Wu"), "jjj.json");
  });

  test("what is so now stands before what is over, of which allergies alone are told", async () => {
    const { current } = await load("room/view/page-words.ts");
    // As a timeline has them: the oldest first.
    const items = [
      { name: "Latex", current: true },
      { name: "Penicillin", current: false },
      { name: "Peanut", current: true },
      { name: "Latex", current: false },
      { name: "Eggs", current: false },
    ];
    const of = (kind) => current({ lanes: [{ kind, items }] }, kind).map(({ name, current }) => [name, current]);
    const now = [
      ["Peanut", true],
      ["Latex", true],
    ];
    assert.deepEqual(of("allergies"), [...now, ["Eggs", false], ["Penicillin", false]]);
    assert.deepEqual(of("conditions"), now);
    assert.deepEqual(current({ lanes: [] }, "allergies"), []);
    const { wordsOf } = await load("room/view/page-words.ts");
    const doses = ["0.125 mg each morning", "0.25 mg each morning", "0.125 mg each morning"];
    const taken = doses.map((dose) => ({ name: "Digoxin", current: true, said: [dose] }));
    const medicines = current({ lanes: [{ kind: "medicines", items: taken }] }, "medicines");
    assert.deepEqual(medicines.map(wordsOf), ["Digoxin: 0.125 mg each morning", "Digoxin: 0.25 mg each morning"]);
    const latex = { name: "Latex", current: true };
    const before = { name: "Latex", current: false, said: ["Hives", "Cough"] };
    assert.equal(wordsOf(before), "Latex: Hives; Cough");
    assert.deepEqual(current({ lanes: [{ kind: "allergies", items: [before, latex] }] }, "allergies"), [latex]);
  });
});

test("the spellings of the test are those of the native one", async () => {
  const { FORMS } = await load("room/engine/hostile-forms.ts");
  const { IDENTIFIERS } = await load("room/engine/made-up.ts");
  const native = readFileSync(new URL("../../src/eval/forms.rs", import.meta.url), "utf8");
  assert.deepEqual(
    FORMS.map(({ name }) => name),
    [...native.matchAll(/name: "(.*?)"/g)].map(([, name]) => name),
  );
  const by = (name) => FORMS.find((form) => form.name === name).write("Amara Okafor");
  assert.equal(by("last word first"), "Okafor, Amara");
  assert.equal(by("spaced out"), "A m a r a  O k a f o r");
  assert.equal(by("hyphenated at the end of a line"), "Amara Oka-\nfor");
  assert.equal(by("13 letters on"), "Nznen Bxnsbe");
  assert.equal(by("percent signs"), "%41%6D%61%72%61%20%4F%6B%61%66%6F%72");
  assert.equal(new Set(FORMS.map(({ write }) => write("José Luis Okafor"))).size, FORMS.length);
  assert.equal(IDENTIFIERS.map(({ clause }) => clause).join(""), "ABCDEFGHIJKLMNOPQR");
  for (const { line, text } of IDENTIFIERS) assert.ok(line.includes("{}") && !line.includes(text));
});

describe("in the page", () => {
  let site, browser;
  before(async () => {
    [site, browser] = await Promise.all([serveWithoutModel(), launch()]);
  });
  after(async () => {
    await browser.close();
    await site.close();
  });

  /** Notes what is asked of any server from now on, and what is saved. */
  function watch(page) {
    const seen = { requests: [], downloads: [] };
    page.on("request", (request) => seen.requests.push(request.url()));
    page.on("download", (download) => seen.downloads.push(download.suggestedFilename()));
    return seen;
  }

  /** What was asked of a server but for the public files of the page. */
  const sent = ({ requests }) =>
    requests.filter((url) => !url.startsWith("blob:") && !url.startsWith(`${site.url}assets/`));

  /** Presses `button`, lets the shell save the file, and resolves to its name and text. */
  async function save(page, frame, button) {
    await frame.click(button);
    await page.waitForSelector("#export[open]");
    const says = await page.textContent("#export-what");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#export-save")]);
    return { name: download.suggestedFilename(), says, text: readFileSync(await download.path(), "utf8") };
  }

  /** A click made by a script does nothing; one in the shell's dialog made by a script saves nothing. */
  async function abuse(page, frame, button, takes, seen) {
    await frame.$eval(button, (element) => element.click());
    await frame.$eval(button, (element) =>
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true })),
    );
    await page.waitForTimeout(300);
    assert.equal(await page.$("#export[open]"), null, "no dialog without a person's click");
    const offered = frame.evaluate(
      (takes) =>
        document
          .querySelector("chaperone-app")
          .engine.call("export-ledger", takes)
          .then(({ saved }) => saved),
      takes,
    );
    await page.waitForSelector("#export[open]");
    await page.waitForSelector("#export-save:not(:disabled)");
    await page.evaluate(() => document.getElementById("export-save").click());
    await page.waitForTimeout(200);
    await page.click("#export-not");
    assert.equal(await offered, false);
    assert.deepEqual(seen.downloads, []);
  }

  const hostileBundle = () => {
    const bundle = JSON.parse(canaryBundle(3));
    bundle.entry[1].resource.content[0].attachment.data = Buffer.from(HOSTILE.join("\n")).toString("base64");
    return Buffer.from(JSON.stringify(bundle));
  };

  async function openWith(name, buffer) {
    const { page, frame } = await openReady(browser.context, site.url);
    await frame.setInputFiles("#files", [{ name, mimeType: "application/json", buffer }]);
    await frame.waitForSelector("#ask:not(:disabled)", { timeout: 120_000 });
    return { page, frame };
  }

  test(
    "an answer is saved by a person's click alone, under a fixed name, and nothing is sent",
    { timeout: 240_000 },
    async () => {
      const { page, frame } = await openWith(CANARIES.label, hostileBundle());
      await ask(frame, "What is said of the cough?", 1);
      assert.match(await frame.textContent("#save-hint"), /holds names and dates in clear/);
      const seen = watch(page);
      const takes = { what: "answer", question: "q", asked: "q", day: "2026-01-01", answer: { blocks: [] } };
      await abuse(page, frame, "#save-answer", takes, seen);
      const { name, says, text } = await save(page, frame, "#save-answer");
      assert.equal(name, "chaperone-answer.md");
      assert.match(says, /readable by everybody who has the file/);
      const { isInertMarkdown } = await load("shell/inert.ts");
      assert.ok(isInertMarkdown(text));
      const source = HOSTILE.join("\n");
      const quotes = text
        .split("\n\n")
        .filter((part) => part.startsWith(">"))
        .map(unquoted);
      assert.ok(
        quotes.some((quote) => quote.length > 20 && source.includes(quote)),
        "a quotation is the source again",
      );
      assert.ok(text.includes(CANARIES.family), "the reference is in it");
      assert.deepEqual(sent(seen), []);
      await frame.waitForSelector("#answer-saved:has-text('Saved.')");
      assert.deepEqual(await findings(frame), []);
      await page.close();
    },
  );

  test(
    "the page for the doctor says of whom it is only where that is ticked, and is printed by a click alone",
    { timeout: 300_000 },
    async () => {
      const { page, frame } = await openWithSamples(browser.context, site.url, {
        viewport: { width: 1000, height: 900 },
        colorScheme: "dark",
      });
      await go(frame, "today");
      await frame.waitForSelector("#brief");
      const people = await frame.$$eval("#whose option", (all) => all.map(({ textContent }) => textContent.trim()));
      assert.equal(people.length, 5);
      const seen = watch(page);
      await frame.evaluate(() => {
        window.prints = 0;
        window.addEventListener("beforeprint", () => (window.prints += 1));
      });
      for (const [number, name] of people.entries()) {
        await frame.selectOption("#whose", String(number));
        await frame.fill("#since", "2000-01-01");
        await frame.waitForFunction(
          (name) =>
            document
              .querySelector("chaperone-app")
              .renderRoot.querySelector("chaperone-brief")
              .renderRoot.querySelector("#brief-title")
              ?.textContent.startsWith(name),
          name,
        );
        await frame.fill("#since", "2000-01-01");
        await frame.click("#show-brief");
        await frame.waitForSelector("#brief-title:has-text('2000')");
        await frame.click("#make-page");
        const sheet = await frame.waitForSelector("#sheet");
        const told = await sheet.textContent();
        assert.match(told, /Summary of a health record/);
        const names = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
        assert.deepEqual(
          survivors(
            Buffer.from(told),
            names.map((text) => ({ text })),
          ),
          [],
          name,
        );
        for (const list of ["Problems now", "Medicines now", "Allergies"]) assert.ok(told.includes(list), list);
        assert.match(told, /call your emergency number/);
        assert.equal((await frame.textContent("#sheet-use")).trim(), (await frame.textContent("#intended-use")).trim());
        const lines = await frame.$$eval("#sheet li", (all) =>
          all
            .filter((item) => item.querySelector("ul") === null)
            .map((item) => item.querySelector("[data-source]")?.textContent ?? ""),
        );
        assert.ok(
          lines.length > 3 && lines.every((source) => /entry|\d{4}|\(/.test(source)),
          "each entry has its source",
        );
        // As it is printed on A4 (182 by 269 mm within its margins) and on Letter (188 by 251 mm).
        await page.emulateMedia({ media: "print" });
        for (const [width, height] of [
          [688, 1017],
          [710, 949],
        ]) {
          await page.setViewportSize({ width, height });
          const [high, wide] = await frame.evaluate(() => [
            document.documentElement.scrollHeight,
            document.documentElement.scrollWidth,
          ]);
          assert.ok(high <= 2 * height, `${name}: ${high} on ${height}`);
          assert.ok(wide <= width);
        }
        const shown = await frame.$$eval(
          "chaperone-nav, #heading-today, #show-brief, #print-page, #red-flags, #sheet",
          (all) => all.filter((element) => element.checkVisibility()).map(({ id }) => id),
        );
        assert.deepEqual(shown, ["sheet"], "nothing else is printed");
        await page.emulateMedia({ media: "screen" });
        await page.setViewportSize({ width: 1000, height: 900 });
      }
      await frame.check("#named");
      assert.match(await frame.textContent("#sheet-title"), new RegExp(people.at(-1)));
      await frame.selectOption("#whose", "0");
      await frame.waitForSelector("#make-page");
      assert.equal(await frame.isChecked("#named"), false, "it is asked anew for everybody");
      await frame.click("#make-page");
      await frame.waitForSelector("#print-page");
      assert.deepEqual(await findings(frame), []);

      // No script prints: neither by the button, nor by what browsers have for it.
      await frame
        .$eval("#print-page", (button) => {
          button.click();
          button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          button.dispatchEvent(Object.assign(new Event("click"), { isTrusted: true }) ?? 0);
        })
        .catch(() => {});
      const left = await frame.evaluate(() => [
        "print" in window,
        "alert" in window,
        "confirm" in window,
        "prompt" in window,
        "execCommand" in document,
        window.prints,
      ]);
      assert.deepEqual(left, [false, false, false, false, false, 0]);
      await frame.focus("#print-page");
      await page.keyboard.press("Enter");
      await frame.waitForFunction(() => window.prints === 1);
      assert.equal(await frame.$("#no-print"), null);
      assert.deepEqual([sent(seen), seen.downloads], [[], []]);
      await page.close();
    },
  );

  test(
    "the page for the doctor says of an allergy that is not told as active that it is not",
    { timeout: 120_000 },
    async () => {
      const bundle = JSON.parse(canaryBundle(3));
      const allergies = [
        ["latex", "resolved", "2015-03-01"],
        ["penicillin", "active", "2012-07-09"],
      ];
      for (const [text, code, recordedDate] of allergies)
        bundle.entry.push({
          resource: {
            resourceType: "AllergyIntolerance",
            id: text,
            clinicalStatus: { coding: [{ code }] },
            code: { text, coding: [{ system: "http://snomed.info/sct", code: text.length.toString(), display: text }] },
            patient: { reference: "Patient/canary-1" },
            recordedDate,
          },
        });
      const { page, frame } = await openWith(CANARIES.label, Buffer.from(JSON.stringify(bundle)));
      await go(frame, "today");
      await frame.waitForSelector("#brief");
      await frame.click("#make-page");
      await frame.waitForSelector("#sheet li");
      const told = await frame.$$eval("#sheet li", (all) => all.map(({ textContent }) => textContent.trim()));
      const allergy = (name) => told.find((line) => line.startsWith(name));
      const lines = [allergy("penicillin"), allergy("latex")];
      assert.doesNotMatch(lines[0], /active/);
      assert.match(lines[1], /; the record does not have it as active/);
      assert.deepEqual(
        lines,
        told.filter((line) => lines.includes(line)),
        "what is so now comes first",
      );
      await page.close();
    },
  );

  test(
    "entries are saved as FHIR, each as its file has it, of one person or of what a search found",
    { timeout: 240_000 },
    async () => {
      const { page, frame } = await openWithSamples(browser.context, site.url);
      await go(frame, "timeline");
      await frame.waitForSelector("#picture");
      const seen = watch(page);
      await frame.evaluate(() => document.querySelector("chaperone-app").engine.call("gather", { patient: 0 }));
      await abuse(page, frame, "chaperone-timeline #save-bundle", { what: "bundle" }, seen);
      const { name, says, text } = await save(page, frame, "chaperone-timeline #save-bundle");
      assert.equal(name, "chaperone-records.json");
      assert.match(says, /name whom they are about/);
      const own = readFileSync(`${SAMPLES}okafor.json`, "utf8");
      const { resourceType, type, entry } = JSON.parse(text);
      assert.deepEqual([resourceType, type], ["Bundle", "collection"]);
      assert.ok(entry.length > 100);
      const originals = new Map(
        JSON.parse(own).entry.map(({ resource }) => [`${resource.resourceType}/${resource.id}`, resource]),
      );
      for (const each of entry) {
        assert.deepEqual(Object.keys(each), ["resource"]);
        const { resource } = each;
        assert.deepEqual(resource, originals.get(`${resource.resourceType}/${resource.id}`));
      }
      assert.equal(new Set(entry.map(({ resource }) => `${resource.resourceType}/${resource.id}`)).size, entry.length);
      for (const resource of text.split('\n{"resource":').slice(1, 20)) assert.ok(own.includes(resource.slice(0, 200)));
      assert.match(
        await frame.textContent("chaperone-timeline #bundle-counts"),
        new RegExp(`^${entry.length} entries in the file\\.$`),
      );

      await go(frame, "search");
      await frame.fill("#words", "blood pressure");
      await frame.click("#search:not(:disabled)");
      await frame.waitForSelector("#hits");
      const found = await save(page, frame, "chaperone-search #save-bundle");
      assert.ok(JSON.parse(found.text).entry.length > 0);
      assert.deepEqual(sent(seen), []);
      assert.deepEqual(await findings(frame), []);
      await page.close();
    },
  );

  test(
    "the device is tested without the person's records, and what is saved holds no text of any",
    { timeout: 400_000 },
    async () => {
      const { page, frame } = await openWith(CANARIES.label, Buffer.from(canaryBundle()));
      await go(frame, "settings");
      await frame.click("#test-device");
      await frame.click("#stop-test");
      await frame.waitForSelector("#test-outcome:has-text('Stopped.')");
      await frame.click("#test-device");
      await frame.waitForSelector("#test-summary", { timeout: 300_000 });
      assert.deepEqual(await findings(frame), []);
      const seen = watch(page);
      await abuse(page, frame, "#save-test", { what: "benchmark" }, seen);
      const { name, says, text } = await save(page, frame, "#save-test");
      assert.equal(name, "chaperone-benchmark.json");
      assert.match(says, /nothing of your records/);
      const found = JSON.parse(text);
      assert.deepEqual(
        [found.format, found.version, found.identifiers.length, found.forms.length],
        ["chaperone-benchmark", 1, 18, 26],
      );
      const all = 18 * 26;
      const sum = (key, of) => of.reduce((one, each) => one + each[key], 0);
      assert.equal(sum("kept", found.identifiers), all, "nothing of a made-up identifier would leave");
      assert.equal(sum("found", found.identifiers), sum("found", found.forms));
      assert.ok(sum("found", found.identifiers) > all / 2);
      assert.ok(found.millisPerThousandCharacters > 0 && found.memoryMb > 1);
      assert.equal(found.embedding, null);
      assert.ok(
        found.retrieval.hits <= found.retrieval.of && found.retrieval.of > 10 && found.retrieval.by === "words",
      );
      for (const word of [...Object.values(CANARIES), "Ada"]) assert.ok(!text.includes(word), word);
      const { IDENTIFIERS } = await load("room/engine/made-up.ts");
      for (const { text: made } of IDENTIFIERS) assert.ok(!text.includes(made), made);
      const told = text.replaceAll(/[0-9a-f]{64}/g, "");
      assert.deepEqual(
        survivors(
          Buffer.from(told),
          sampleIdentifiers().filter(({ kind }) => kind === "name"),
        ),
        [],
      );
      assert.deepEqual(sent(seen), []);
      await page.close();
    },
  );
});
