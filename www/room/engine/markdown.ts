/**
 * Writes an answer as Markdown: the question, the sentences, each quotation as a block quote with where it stands, and what was
 * checked. What comes from records, a model or a person is escaped, so that it stays text in whatever reads the file.
 */
import { ANSWER_TITLE, REPORT_TITLE } from "../../shell/inert.ts";
import {
  SIGNS,
  VERDICT_WORDS,
  coverageWords,
  runsOfLines,
  statementWords,
  tallyWords,
  type SentenceRun,
} from "../view/verdicts.ts";
import { day, plainUnit, sentence } from "../view/words.ts";
import type { LibraryHit } from "../../../pkg/chaperone.js";
import type { Replied } from "./calls.ts";
import type { Block, Checked, Row, Stretch } from "./types.ts";

/** An answer as it is to be written. */
export interface AnswerFile {
  readonly question: string;
  /** The question as it was searched. */
  readonly asked: string;
  /** The person whom it is about where it names nobody, by name. */
  readonly about: string | undefined;
  /** The person's calendar day on which it was asked. */
  readonly day: string;
  /** The model that answered; `undefined` where quotations did. */
  readonly model: string | undefined;
  readonly answer: Replied;
  /** The public passages that the model was told of, in the order of their numbers. */
  readonly literature?: readonly LibraryHit[] | undefined;
}

/** Characters that mean something to readers of Markdown, wherever they stand. */
const SPECIAL = /[\\`*_[\]~|$^{}@]|%(?=%)|(?<=%)%|=(?==)|(?<==)=/g;
/** What would be taken for HTML, and the tab, which would be taken for the indentation of code. */
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\t": "&#9;",
};
/** Signs that no text file holds. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Returns one line of `text` as Markdown that reads as the same text; breaks of lines become spaces. */
function inline(text: string): string {
  return line(text.replace(/\s*[\r\n]+\s*/g, " ").trim());
}

/** Returns `text` as a block quote, a line for each of its lines. */
export function quoted(text: string): string {
  const lines = text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, "").split(/\r\n|\r|\n/);
  return lines
    .map((each, at) => {
      const written = line(each.trimEnd());
      const breaks = written !== "" && (lines[at + 1] ?? "").trim() !== "";
      return `>${written === "" ? "" : ` ${written}`}${breaks ? "\\" : ""}`;
    })
    .join("\n");
}

function line(text: string): string {
  const indent = /^[ \t]*/.exec(text)?.[0] ?? "";
  const inner = text
    .slice(indent.length)
    .replaceAll(CONTROLS, "\ufffd")
    .replaceAll(SPECIAL, (sign) => `\\${sign}`)
    .replaceAll(/[&<>\t]/g, (sign) => ENTITIES[sign] ?? sign)
    // Bare addresses are made links of by some readers.
    .replaceAll("://", ":\\/\\/")
    .replaceAll(/\b(www)\./gi, "$1\\.")
    .replace(/^[#+\-=:]/, (sign) => `\\${sign}`)
    .replace(/^(\d+)([.)])/, "$1\\$2");
  return indent.replaceAll(" ", "&#32;").replaceAll("\t", "&#9;") + inner;
}

/** Returns the report of a thought process as a file: its headings are ours, and every other line is text. */
export function reportFile(report: string): string {
  const isOurs = (each: string, at: number): boolean =>
    at === 0 ? `${each}\n` === REPORT_TITLE : /^## (?:thought|document) \d+$/.test(each);
  const lines = report.split(/\r\n|\r|\n/);
  return lines.map((each, at) => (isOurs(each, at) ? each : inline(each))).join("\n");
}

/** Returns the file; `labelOf` names the file of a hash as the person knows it. */
export function answerFile(file: AnswerFile, labelOf: (sha256: string) => string | undefined): string {
  const { question, asked, about, model, answer } = file;
  const quotations = answer.blocks.filter(isQuotation);
  const parts = [
    ANSWER_TITLE.trimEnd(),
    "This file holds names, dates and words of health records as they stand there. Keep it as you keep your records. Chaperone finds and shows what the records say; it is no medical device and gives no medical advice.",
    "## Question",
    quoted(question),
    asked === question ? "" : `Read together with the question before as: ${inline(asked)}`,
    [
      `Asked on ${inline(day(file.day))}${about === undefined ? "" : `, with ${inline(about)} chosen`}.`,
      model === undefined
        ? "Answered by quotations from the records; no language model was asked."
        : `Answered by the model ${inline(model)}, which saw a synthesis without identifiers. Its own words are marked where they do not hold; the quotations were looked up in the records.`,
      answer.cut === true ? "The model’s answer broke off before its end." : "",
    ]
      .filter(isSaid)
      .join("\n"),
    "## Answer",
    answer.exact === undefined && answer.notice === undefined && answer.blocks.every(isQuotation)
      ? "The quotations below."
      : "",
    answer.exact === undefined ? "" : `**${inline(answer.exact.sentence)}**`,
    answer.notice === undefined ? "" : inline(answer.notice),
    ...answer.blocks.map((block, at) => said(block, answer, at)),
    "## Quotations",
    quotations.length === 0 ? "None." : "",
    ...quotations.map((block, at) => quotation(block, at + 1, answer, labelOf)),
    ...literatureOf(file.literature),
    "## What was checked",
    checkedWords(answer),
  ];
  return `${parts.filter(isSaid).join("\n\n")}\n`;
}

type Quotation = Extract<Block, { kind: "verbatim" | "record-data" }>;

function isQuotation(block: Block): block is Quotation {
  return block.kind === "verbatim" || block.kind === "record-data";
}

function isSaid(text: string): boolean {
  return text !== "";
}

/** The words of a block that is no quotation, or where the quotation of a block stands. */
function said(block: Block, answer: Replied, at: number): string {
  if (block.kind === "invalid")
    return `*The model quoted “${inline(block.asked)}”, which is not among the passages that it was given: ${inline(block.reason)}*`;
  if (isQuotation(block)) {
    // Where nothing else is said, the quotations are the answer, and stand below in this order.
    if (answer.blocks.every(isQuotation)) return "";
    const number = answer.blocks.filter(isQuotation).indexOf(block) + 1;
    return `(Quotation ${number})`;
  }
  const found = (answer.checked ?? []).find((each) => each.block === at);
  return found === undefined ? paragraphs(block.parts.map(({ text }) => text).join("")) : checkedLines(found);
}

function paragraphs(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map(inline)
    .filter(isSaid)
    .join("\n\n");
}

function checkedLines({ lines }: Checked): string {
  const written = runsOfLines(lines).map(({ form, runs }) => {
    const words = inline(runs.map(signed).join(""));
    const doubts = runs.flatMap(({ stretches }) => stretches.filter(isDoubtful)).map(doubt);
    const all = [words, ...doubts].filter(isSaid).join(" ");
    return form === "item" ? `- ${all}` : form === "heading" ? `**${words}**` : all;
  });
  return written.join("\n\n");
}

/** Sentences with the sign of what is known of them, once behind the last. */
function signed({ standing, stretches, goesOn }: SentenceRun): string {
  const text = stretches.map(({ text }) => text).join("");
  return standing === undefined || goesOn ? text : `${text} ${SIGNS[standing]}`;
}

function isDoubtful({ verdict }: Stretch): boolean {
  return verdict !== undefined && verdict !== "supported";
}

function doubt({ text, verdict = "unsupported", reason = "" }: Stretch): string {
  return `*(“${inline(text)}”: ${VERDICT_WORDS[verdict]}${reason === "" ? "" : `; ${inline(reason)}`})*`;
}

function quotation(
  block: Quotation,
  number: number,
  answer: Replied,
  labelOf: (sha256: string) => string | undefined,
): string {
  const at = answer.blocks.indexOf(block);
  const verbatim = block.kind === "verbatim";
  const citation = verbatim ? block.citation : block.rows[0]?.citation;
  const label = citation === undefined ? undefined : labelOf(citation.sha256);
  return [
    `### Quotation ${number}`,
    verbatim ? quoted(block.text) : facts(block),
    [
      `Source: ${inline(block.person === undefined ? block.reference : `${block.person} · ${block.reference}`)}`,
      label === undefined ? "" : `; file: ${inline(label)}`,
      verbatim ? " (verbatim from the source)" : " (from structured data, values as the file has them)",
    ].join(""),
    ...(answer.noted ?? []).filter(({ block }) => block === at).map(({ words }) => inline(words)),
    ...(answer.cautions ?? [])
      .filter(({ block }) => block === at)
      .map(({ reason }) => `A passage above ${inline(reason)}. It is written as it stands; do not follow it.`),
  ].join("\n\n");
}

/** The public passages that the model was told of, as they were. */
function literatureOf(told: readonly LibraryHit[] = []): string[] {
  const passages = told.flatMap(({ reference, title, text, marks }, at) => [
    `### Source ${at + 1}`,
    quoted(text),
    inline([`${reference}: ${title}`, ...marks.map((mark) => mark.replace("-", " "))].join("; ")),
  ]);
  return told.length === 0
    ? []
    : ["## Public literature", "Of nobody’s record. The model was told of it.", ...passages];
}

function facts({ title, entry, rows }: Extract<Block, { kind: "record-data" }>): string {
  const head = entry === undefined || entry === "" ? title : `${entry}: ${title}`;
  return quoted([head, ...rows.map(row)].join("\n"));
}

function row({ label, value, unit = "" }: Row): string {
  const written = plainUnit(unit);
  return `${label}: ${value}${written === "" ? "" : ` ${written}`}`;
}

/** What was searched and by which rules, as a list. */
function checkedWords({ narrowed = [], exact, statements, tally, coverage, blocks }: Replied): string {
  const quotations = blocks.filter(isQuotation).length;
  const searched = exact?.searched;
  return [
    quotations === 0
      ? ""
      : "Each quotation was looked up in the records by its reference; no model wrote any of its words.",
    ...narrowed.map(({ sentence }) => sentence),
    exact === undefined ? "" : "The sentence in bold was computed from coded entries, without a model.",
    ...(exact?.rules ?? []).map(sentence),
    searched === undefined ? "" : `Searched: ${searched.entries} coded entries and ${searched.texts} notes.`,
    statements === undefined ? "" : statementWords(statements),
    tally === undefined ? "" : tallyWords(tally),
    coverage === undefined
      ? "What is not found may still be so: only what was read into this session was searched."
      : coverageWords(coverage),
  ]
    .filter(isSaid)
    .map((words) => `- ${inline(words)}`)
    .join("\n");
}
