/** Records that the shell reads from a server, as one file: the pages as they came, as the elements of an array. */
import type { Asked } from "../../shell/custodian/collect.ts";
import type { CallEvent } from "./calls.ts";
import type { ShellPort } from "./shell-port.ts";

/** What came: the file, unless nothing did. */
interface Pages {
  /** The server's host and the day. */
  readonly label: string;
  readonly asked: readonly Asked[];
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Reads everything from the server at `origin`. References lead from one page to another, as in one Bundle: they are of one server.
 * The bytes of each page are between the brackets and commas as the server sent them.
 */
export async function collectAsFile(
  shell: ShellPort,
  origin: string,
  day: string,
  tell: (event: CallEvent) => void,
  signal: AbortSignal,
): Promise<Pages> {
  const pages: Uint8Array[] = [];
  const asked = await shell.collect(
    origin,
    (part) => {
      if ("page" in part) pages.push(new Uint8Array(part.page));
      else tell({ collecting: part.step });
    },
    signal,
  );
  return {
    label: `${new URL(origin).host} ${day}.json`,
    asked,
    bytes: pages.length === 0 ? undefined : arrayOf(pages),
  };
}

/** Returns the JSON array of `pages`, each of which is JSON. */
export function arrayOf(pages: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pages.reduce((sum, { byteLength }) => sum + 1 + byteLength, 3));
  let at = 1;
  bytes[0] = 0x5b;
  pages.forEach((page, number) => {
    bytes[at] = number === 0 ? 0x0a : 0x2c;
    bytes.set(page, at + 1);
    at += 1 + page.byteLength;
  });
  bytes[at] = 0x0a;
  bytes[at + 1] = 0x5d;
  return bytes;
}
