/** Files of literature that were opened, and what is said of them. */
import { html, nothing } from "lit";
import type { LibraryCounts } from "../../../../pkg/chaperone.js";
import { ChaperoneError } from "../../engine/error.ts";
import type { OpenedFile, ToldFile } from "../../engine/library-worker.ts";
import { told } from "../told.ts";
import { say } from "../../words/library.ts";
import { spoken } from "../../words/say.ts";

/** Places of a file that are shown, of those that were not read. */
const SHOWN_SKIPS = 5;

/** A file that was opened, or the answers to a query as one, by its name, with what it was read of. */
export interface Named extends OpenedFile {
  readonly name: string;
  readonly of: readonly ToldFile[];
}

/** Returns how much there is, in words. */
export function counted(counts: LibraryCounts): string {
  const { articles, passages, withoutAbstract, retracted, firstYear: first, lastYear: last } = counts;
  const years =
    first === null || last === null ? undefined : say("fromYearToYear", { first: String(first), last: String(last) });
  return [
    `${say("articles", { count: articles })}, ${say("passages", { count: passages })}`,
    years,
    withoutAbstract > 0 ? say("titlesAlone", { count: withoutAbstract }) : undefined,
    retracted > 0 ? say("retractedOnes", { count: retracted }) : undefined,
  ]
    .filter((part) => part !== undefined)
    .join("; ");
}

/** Returns whether two are of one and the same file. */
export function isOfSame(one: Named, other: Named): boolean {
  const [[a], [b]] = [one.of, other.of];
  if (!(a?.file instanceof File && b?.file instanceof File)) return false;
  return a.file.name === b.file.name && a.file.size === b.file.size && a.file.lastModified === b.file.lastModified;
}

/** Returns answers that belong together as one file, read of `of`, beside those that were not read. */
export function gathered(name: string, opened: readonly OpenedFile[], of: readonly ToldFile[]): Named[] {
  const reports = opened.flatMap(({ report }) => (report === undefined ? [] : [report]));
  const unread = opened.filter(({ report }) => report === undefined).map((file) => ({ ...file, name, of: [] }));
  const [one] = reports;
  if (one === undefined) return unread;
  const sum = (of: "articles" | "bytes" | "withoutAbstract" | "deleted" | "unlisted"): number =>
    reports.reduce((all, report) => all + report[of], 0);
  const whole = {
    articles: sum("articles"),
    bytes: sum("bytes"),
    withoutAbstract: sum("withoutAbstract"),
    deleted: sum("deleted"),
    unlisted: sum("unlisted"),
    skipped: reports.flatMap(({ skipped }) => skipped),
    isCut: reports.some(({ isCut }) => isCut),
  };
  return [{ name, of, report: { ...one, ...whole } }, ...unread];
}

/** Returns what became of a file: what it brought, and which places of it were not read. */
export function became({ name, report, error }: Named) {
  if (report === undefined)
    return say("fileNotRead", { file: name, why: error === undefined ? "" : told(new ChaperoneError(error)) });
  const { articles, skipped, unlisted, isCut } = report;
  const places = skipped.length + unlisted;
  const more = places - Math.min(skipped.length, SHOWN_SKIPS);
  return html`${say("fileHas", { file: name, count: articles })}${isCut ? html` <strong>${say("fileIsCut")}</strong>` : nothing}
    ${
      places === 0
        ? nothing
        : html`<p>${say("placesNotRead", { count: places })}</p>
            <ul>${skipped.slice(0, SHOWN_SKIPS).map(({ path, reason }) => html`<li>${path === "" ? "" : `${path}: `}${spoken(reason)}</li>`)}${more > 0 ? html`<li>${say("andMore", { more })}</li>` : nothing}</ul>`
    }`;
}
