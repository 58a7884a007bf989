/**
 * Reads a patient's records from the FHIR server that they signed in to: GET requests at and below its base, made here. The room
 * says only that it wants everything, so that it can put no word into an address.
 *
 * First `Patient/{id}/$everything` is tried; a server that does not have it is searched type by type. Pages follow each other by the server's
 * `next` links, as long as those stay at or below its base. The bytes of each page are handed over as they came.
 */
import { stem, within } from "./address.ts";
import { USUAL, bounded, jsonIn, type Answered, type Bounds } from "./bounded.ts";
import { PortError } from "../port-error.ts";

/** Why the reading of one kind ended: at its end; the server does not give it; or before its end. */
export type Ending =
  | "whole"
  | "not-given"
  /** A `next` link led elsewhere, to a page that had been there already, or there were more pages than are read. */
  | "elsewhere"
  | "in-circles"
  | "too-many"
  | "too-large"
  | "unreadable"
  | "redirected"
  | "failed"
  /** The access has ended, or the person gave up. */
  | "access-ended"
  | "cancelled";

/** What was asked of the server, without a word about the person. */
export interface Asked {
  /** The type of resource, or `everything`. */
  readonly what: string;
  readonly requests: number;
  readonly entries: number;
  readonly bytes: number;
  readonly ending: Ending;
}

/** A part of the reading: how far it is, or a page as it came, which is handed over. */
export type CollectPart = { readonly step: Omit<Asked, "ending"> } | { readonly page: ArrayBuffer };

/** Where and with what is read. */
export interface Access {
  readonly base: URL;
  readonly patient: string;
  /** The token now. */
  token(): string;
  /** Renews it; resolves to whether that worked. */
  renew(signal: AbortSignal): Promise<boolean>;
}

/** How much is read. */
interface Limits {
  readonly one: Bounds;
  readonly requests: number;
  readonly bytes: number;
  /** The first pause before a busy server is asked again, in milliseconds. */
  readonly pauseMillis: number;
}

/** What a whole life's records take, with room to spare. */
export const LIMITS: Limits = { one: USUAL, requests: 2000, bytes: 256 << 20, pauseMillis: 1000 };

/** Entries that are asked for in one page. */
const COUNT = "200";
const BUSY: readonly number[] = [429, 503];
const MOST_RETRIES = 3;
const LONGEST_PAUSE_MILLIS = 30_000;

/** Types that are searched where there is no `$everything`, each in ways of which the next is tried when one is not given. */
const SEARCHES: readonly (readonly [what: string, ways?: readonly (readonly string[])[]])[] = [
  ["AllergyIntolerance"],
  ["CarePlan", [[""], ["category=assess-plan"]]],
  ["Condition", [[""], ["category=problem-list-item", "category=encounter-diagnosis", "category=health-concern"]]],
  ["Device"],
  ["DiagnosticReport", [[""], ["category=LAB", "category=http://loinc.org|LP29684-5"]]],
  ["DocumentReference", [[""], ["category=clinical-note"]]],
  ["Encounter"],
  ["FamilyMemberHistory"],
  ["Goal"],
  ["Immunization"],
  ["MedicationRequest"],
  ["MedicationStatement"],
  [
    "Observation",
    [[""], ["category=laboratory", "category=vital-signs", "category=social-history", "category=survey"]],
  ],
  ["Procedure"],
];

/** Statuses with which servers say that they do not give something. */
const NOT_GIVEN: readonly number[] = [400, 403, 404, 405, 406, 410, 422, 501];

/** Reads everything; `tell` hears of each step and gets each page. Resolves to what was asked, also where it ended early: what was read stays. */
export async function collect(
  access: Access,
  tell: (part: CollectPart) => void,
  signal: AbortSignal,
  limits = LIMITS,
): Promise<Asked[]> {
  const reading = new Reading(access, tell, signal, limits);
  const root = stem(access.base);
  const everything = new URL(`${root}/Patient/${access.patient}/$everything`);
  everything.searchParams.set("_count", COUNT);
  const asked = [await reading.read("everything", [everything])];
  if (asked[0]?.ending !== "not-given") return asked;
  const next = async (what: string, urls: readonly URL[]): Promise<Asked> => {
    const one = await reading.read(what, urls);
    asked.push(one);
    return one;
  };
  if (isOver(await next("Patient", [new URL(`${root}/Patient/${access.patient}`)]))) return asked;
  for (const [what, ways = [[""]]] of SEARCHES) {
    for (const way of ways) {
      const one = await next(
        what,
        way.map((query) => searchFor(root, what, access.patient, query)),
      );
      if (isOver(one)) return asked;
      if (one.ending !== "not-given") break;
    }
  }
  return asked;
}

/** Whether nothing more can be read after that. */
function isOver({ ending }: Asked): boolean {
  return ending === "access-ended" || ending === "cancelled" || ending === "too-large" || ending === "too-many";
}

function searchFor(root: string, what: string, patient: string, query: string): URL {
  const url = new URL(`${root}/${what}`);
  url.searchParams.set("patient", patient);
  url.searchParams.set("_count", COUNT);
  const [name, value] = query.split(/=(.*)/);
  if (name !== undefined && value !== undefined) url.searchParams.set(name, value);
  return url;
}

/** Why one reading ends; never leaves this file. */
class End extends Error {
  constructor(readonly ending: Ending) {
    super(ending);
  }
}

class Reading {
  #requests = 0;
  #bytes = 0;

  constructor(
    private readonly access: Access,
    private readonly tell: (part: CollectPart) => void,
    private readonly signal: AbortSignal,
    private readonly limits: Limits,
  ) {}

  /** Reads the pages that begin at each of `urls`. */
  async read(what: string, urls: readonly URL[]): Promise<Asked> {
    const before = this.#bytes;
    let [requests, entries] = [0, 0];
    const asked = (ending: Ending): Asked => ({ what, requests, entries, bytes: this.#bytes - before, ending });
    try {
      for (const first of urls) {
        const seen = new Set<string>();
        for (let url: URL | undefined = first; url !== undefined;) {
          if (seen.has(url.href)) throw new End("in-circles");
          seen.add(url.href);
          requests += 1;
          const { bytes } = await this.#get(url, url === first);
          const page = pageIn(bytes, url === first);
          entries += page.entries;
          this.#bytes += bytes.byteLength;
          if (this.#bytes > this.limits.bytes) throw new End("too-large");
          const from: string = url.href;
          this.tell({ page: bytes.buffer });
          const { ending: _, ...step } = asked("whole");
          this.tell({ step });
          url = page.next === undefined ? undefined : within(this.access.base, page.next, from);
          if (page.next !== undefined && url === undefined) throw new End("elsewhere");
        }
      }
      return asked("whole");
    } catch (error) {
      return asked(endingOf(error));
    }
  }

  async #get(url: URL, isFirst: boolean): Promise<Answered> {
    let renewed = false;
    for (let retry = 0; ;) {
      this.#requests += 1;
      if (this.#requests > this.limits.requests) throw new End("too-many");
      const headers = { accept: "application/fhir+json", authorization: `Bearer ${this.access.token()}` };
      const answered = await bounded(url, { method: "GET", headers }, this.limits.one, this.signal);
      const { status } = answered;
      if (status === 200) return answered;
      if (status === 401) {
        if (renewed || !(await this.access.renew(this.signal))) throw new End("access-ended");
        renewed = true;
      } else if (BUSY.includes(status) && retry < MOST_RETRIES) {
        await this.#pause(answered.headers.get("retry-after"), retry);
        retry += 1;
      } else throw new End(isFirst && NOT_GIVEN.includes(status) ? "not-given" : "failed");
    }
  }

  #pause(header: string | null, retry: number): Promise<void> {
    const asked = header !== null && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : undefined;
    const millis = asked ?? this.limits.pauseMillis * 2 ** retry;
    if (millis > LONGEST_PAUSE_MILLIS) throw new End("failed");
    return new Promise((resolve, reject) => {
      const give = (): void => (clearTimeout(timer), reject(new End("cancelled")));
      const timer = setTimeout(() => (this.signal.removeEventListener("abort", give), resolve()), millis);
      this.signal.addEventListener("abort", give, { once: true });
    });
  }
}

/** Returns how many entries a page has, and its link to the next. The first may be the one resource that was asked for. */
function pageIn(bytes: Uint8Array, isFirst: boolean): { readonly entries: number; readonly next: unknown } {
  const page = jsonIn(bytes);
  const field = (of: unknown, name: string): unknown =>
    typeof of === "object" && of !== null && Object.hasOwn(of, name)
      ? (of as Record<string, unknown>)[name]
      : undefined;
  const type = field(page, "resourceType");
  if (type !== "Bundle") {
    if (isFirst && type === "Patient") return { entries: 1, next: undefined };
    throw new End(isFirst && type === "OperationOutcome" ? "not-given" : "unreadable");
  }
  const list = (name: string): unknown[] => {
    const value = field(page, name);
    return Array.isArray(value) ? value : [];
  };
  const next = list("link").find((link) => field(link, "relation") === "next");
  return { entries: list("entry").length, next: next === undefined ? undefined : (field(next, "url") ?? null) };
}

function endingOf(error: unknown): Ending {
  if (error instanceof End) return error.ending;
  if (!(error instanceof PortError)) return "failed";
  switch (error.code) {
    case "cancelled":
      return "cancelled";
    case "too-large":
      return "too-large";
    case "reply":
      return "unreadable";
    case "refused":
      return "redirected";
    default:
      return "failed";
  }
}
