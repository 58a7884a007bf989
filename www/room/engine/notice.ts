/** What the person is told of the public files, in words. */
import { fileName } from "../../shell/public-file.ts";
import type { Notice } from "./calls.ts";

/** Returns `notice` as a sentence. */
export function noticeText({ about, file }: Notice): string {
  return about === "mended"
    ? `What this browser kept of ${fileName(file)} was damaged or altered. It was not used; it was fetched again and checked.`
    : "This browser keeps no files for this page (a private window, a panel in another site, or too little space). They are fetched again at each visit.";
}
