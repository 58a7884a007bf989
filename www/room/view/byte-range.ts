/** Where a piece of a file lies, in words. */
import { say } from "../words/reader.ts";
import { number } from "./words.ts";

/** Returns a stretch of a file as people read it: `bytes 10,234–10,871`, counted from 0, the last one not included. */
export function byteRange(start: number, end: number): string {
  return say("bytes", { start: number(start), end: number(end) });
}
