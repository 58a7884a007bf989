/**
 * Saves a file that the record room offers, when the person says so here, in the shell, which the room cannot reach.
 *
 * The room says which of a few files it is, and nothing else: the name and the type are fixed, and the content is shown. The shell
 * keeps nothing of it, and gives it to the browser's download alone.
 */
import type { ExportForm } from "./messages.ts";
import { question } from "./question.ts";
import { inWords, tongue } from "./speech.ts";

/** A file that can be saved: its name, what is said of it, and its type, where it is not JSON. */
interface Saved {
  readonly name: string;
  readonly says: string;
  readonly type?: string;
}

const FILES: Readonly<Record<ExportForm, Saved>> = {
  ledger: {
    name: "chaperone-ledger.json",
    says: "The ledger of what left: receipts with hashes, kinds and counts. It holds no identifier and no text of your records; of public passages, their references.",
  },
  proof: {
    name: "chaperone-proof.json",
    says: "The proof pack for auditors: the ledger, the rules, the self-test and the checklist. It holds no identifier and no text of your records; of public passages, their references.",
  },
  request: {
    name: "chaperone-request.json",
    says: "The exact bytes of one request, as they were released to the model server. They hold facts of your records, generalised.",
  },
  thinking: {
    name: "chaperone-thinking.json",
    says: "A thought process: your question and your own thoughts as you typed them, and the model’s thoughts under stand-ins for names and dates. Keep it as you keep your records.",
  },
  "thinking-report": {
    name: "chaperone-thinking.md",
    says: "A report of a thought process: your question, each thought with its score, and what was told. It holds names and dates of your records as they stand there, readable by everybody who has the file. Keep it as you keep your records.",
    type: "text/markdown",
  },
  workflow: {
    name: "chaperone-workflow.json",
    says: "Everything that one question went through, from the passages found to the receipt. It holds your question, and names, dates and words of your records as they stand there, readable by everybody who has the file. Keep it as you keep your records.",
  },
  answer: {
    name: "chaperone-answer.md",
    says: "A question and its answer, with the quotations word for word. It holds names, dates and words of your records as they stand there, readable by everybody who has the file. Keep it as you keep your records.",
    type: "text/markdown",
  },
  bundle: {
    name: "chaperone-records.json",
    says: "Entries of the records as their files have them, as a FHIR Bundle. They name whom they are about, readable by everybody who has the file. Keep it as you keep your records.",
    type: "application/fhir+json",
  },
  benchmark: {
    name: "chaperone-benchmark.json",
    says: "What the test of this device found: counts, times and sizes. It was made with sample records and made-up identifiers, and holds nothing of your records.",
  },
};

/** Characters of the content that are shown; a browser is slow with more. */
const SHOWN = 200_000;

/** Asks the person in the dialog of `page` whether `text` is to be saved, and resolves to whether it was. */
export async function offer(page: Document, form: ExportForm, text: string, signal: AbortSignal): Promise<boolean> {
  const part = (id: string): HTMLElement => page.getElementById(`export-${id}`) as HTMLElement;
  const { name, says, type = "application/json" } = FILES[form];
  part("name").textContent = name;
  part("size").textContent = inWords("({size} bytes)").replace(
    "{size}",
    new TextEncoder().encode(text).byteLength.toLocaleString(tongue()),
  );
  part("what").textContent = inWords(says);
  part("text").textContent = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  try {
    // A browser may put a Blob on the disk: there is none before the person wants the file there.
    return await question(page, "export", "save", signal, () => download(page, name, new Blob([text], { type })));
  } finally {
    part("text").textContent = "";
  }
}

function download(page: Document, name: string, blob: Blob): void {
  const link = page.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken the bytes by then, even where it asks where to put them.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
