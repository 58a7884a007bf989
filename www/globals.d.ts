/** What `build.mjs` puts in place of these names. */

/** The engine worker as one script. */
declare const ENGINE_WORKER: string;

/** The worker that brings the public files as one script. */
declare const ASSET_WORKER: string;

/** SHA-256 of the page as it is built, in hexadecimal. */
declare const BUILD: string;

/** The self-test's worker as one script. */
declare const PROBE_WORKER: string;

/** The embedder's entry of models/manifest.json, as JSON. */
declare const EMBEDDER: string;
/** The manifest's entry of the tagger, as JSON. */
declare const TAGGER: string;

/** The manifest's entry of what reads passages a second time, as JSON. */
declare const RERANKER: string;

/** Whether this build can open a model of the person's own. */
declare const OWN_MODELS: boolean;

/** The public files of this build, with what they must hash to. */
declare const ASSETS: Readonly<Record<string, import("./shell/messages.ts").AssetPin>>;

/** The public files as the worker that brings them knows them: length, SHA-256, and how their path ends. */
declare const PINS: Readonly<Record<string, readonly [bytes: number, sha256: string, ending: string]>>;

/** The models and word lists of this build, with the bytes that their files have together. */
declare const MODELS: readonly {
  readonly id: string;
  readonly purpose: string;
  readonly licence: string;
  readonly attribution: string;
  readonly bytes: number;
}[];
