/* tslint:disable */
/* eslint-disable */

/** What every failed call throws. The message never holds text of records, questions or replies. */
export interface ChaperoneFailure { code: string; fault: "user" | "runtime" | "bug"; message: string }
/** One step of a long call; reading counts bytes, embedding counts passages. */
export type Progress = { status: "reading"; done: number; total: number } | { status: "embedding"; done: number; total: number };
/** What adding a file brought. */
export interface Added {
    alreadyRead: boolean; patients: number; documents: number; facts: number;
    setAside: { resourceType: string; count: number }[]; skipped: { path: string; reason: string }[];
}
/** What the room holds. */
export interface Holdings { files: number; patients: number; documents: number; facts: number; passages: number; embedded: number; model?: string }
/** How to rank. */
export type StrategyName = "keyword" | "dense" | "linear" | "rrf";
/** How anyone who has the file can find a quoted text again; offsets are bytes. */
export interface Citation {
    sha256: string; wrapping: "gzip"[];
    steps: ({ step: "bytes"; start: number; end: number } | { step: "json-string"; start: number; end: number } | { step: "base64" })[];
    start: number; end: number;
}
/** One line of a record-data box. */
export interface Row { label: string; label_citation?: Citation; value: string; citation: Citation; unit?: string; unit_citation?: Citation }
/** A part of an answer. */
export type Block =
| { kind: "prose"; parts: { text: string; surrogate?: string }[] }
| { kind: "verbatim"; reference: string; title: string; text: string; citation: Citation }
| { kind: "record-data"; reference: string; title: string; rows: Row[] }
| { kind: "invalid"; asked: string; reason: string };
/** An answer to show. */
export interface Answer { blocks: Block[]; notice?: string }
/** One reason to refuse; offsets are UTF-16 units of the message. */
export interface Finding { part: string; rule: string; reason: string; fix: string; start?: number; end?: number }
/** How a stretch of the message was made; offsets are UTF-16 units. */
export interface Piece { start: number; end: number; operator: Operator; originals: string[] }
/** The operation that made a stretch of outgoing text. */
export type Operator = "template" | "code" | "unit" | "round" | "count" | "trend" | "time" | "age-band" | "pseudonym" | "alias" | "vocabulary";
/** A request as it would go out, for showing; it cannot be sent. */
export interface Outgoing { method: string; url: string; headers: [string, string][]; body: string }
/** What was cleared. */
export interface Receipt { bodySha256: string; url: string; bodyBytes: number; reviewedAtMillis: number; operators: [[number, number], Operator][]; exemptions: { span: [number, number]; entity_type: string; operator: Operator }[] }
/** A question, synthesised and reviewed; nothing was sent. */
export interface Draft {
    id: number; verdict: "cleared" | "refused"; findings: Finding[]; request: Outgoing;
    message: string; query: string; pieces: Piece[]; withheldWords: { start: number; end: number }[]; withheldFacts: [string, number][];
    passages: { alias: number; references: string[]; original: string }[];
}
/** A source text with the quoted passage; offsets are UTF-16 units of the text. */
export interface SourceView { title: string; kind: string; text: string; start: number; end: number; date?: string }
/** A way to the key of what is kept; byte strings are numbers from 0 to 255. */
export type VaultLock =
| { passphrase: { salt: number[]; memoryKib: number; passes: number; lanes: number; wrapped: number[] } }
| { passkey: { credential: number[]; salt: number[]; wrapped: number[] } };
/** What the two slots of a store hold, newest first. */
export interface VaultHeads { whole: { slot: "a" | "b"; sequence: number; locks: VaultLock[] }[]; torn: ("a" | "b")[] }
/** A source file that is kept; `objects` are names of 32 hexadecimal digits. */
export interface VaultSource { label: string; sha256: string; bytes: number; packed: boolean; objects: string[] }
/** A run of vectors that is kept. */
export interface VaultSegment { count: number; objects: string[] }
/** Everything that is kept. */
export interface VaultCatalogue { sources: VaultSource[]; segments: VaultSegment[]; page: string[] }



/**
 * A request that passed the review. It has no constructor: only `Engine.release` returns one.
 */
export class Cleared {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the exact body.
     */
    readonly body: string;
    /**
     * Returns the headers as pairs, without the credential.
     *
     * # Errors
     * `internal` when they cannot be converted.
     */
    readonly headers: [string, string][];
    /**
     * Returns the HTTP method.
     */
    readonly method: string;
    /**
     * Returns the receipt.
     *
     * # Errors
     * `internal` when it cannot be converted.
     */
    readonly receipt: Receipt;
    /**
     * Returns the address.
     */
    readonly url: string;
}

/**
 * The records of one person's session with everything that is computed on them.
 */
export class Engine {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads one file. `on_progress` is told of bytes read and cancels by returning `false`.
     *
     * # Errors
     * `malformed`, `unsupported`, `too-large` or `cancelled`; what was read before is kept.
     */
    addFile(bytes: Uint8Array | number[], on_progress?: (progress: Progress) => boolean): Added;
    /**
     * Embeds at most `most` further passages. Call it again until `done` equals `total`.
     *
     * # Errors
     * `model` when the model fails.
     */
    embedNext(most: number): { done: number; total: number };
    /**
     * Returns what the room holds.
     *
     * # Errors
     * `internal` for broken invariants.
     */
    holdings(): Holdings;
    /**
     * Returns the SHA-256 of the file that was read last, in lower-case hexadecimal; `undefined` before the first.
     */
    lastFile(): string | undefined;
    /**
     * Loads the embedding model of one manifest entry (JSON) from its weights and tokenizer, whose hashes
     * are checked against the entry.
     *
     * # Errors
     * `model` when a file is not the pinned one or cannot be used.
     */
    loadModel(entry_json: string, weights: Uint8Array | number[], tokenizer: Uint8Array | number[]): void;
    /**
     * Returns an engine without records or model.
     *
     * # Errors
     * `internal` for broken invariants.
     */
    constructor();
    /**
     * Returns the names of the patients, in the order of their numbers.
     *
     * # Errors
     * `internal` when they cannot be converted.
     */
    patients(): string[];
    /**
     * Synthesises and reviews a request for `question`. Nothing is sent. `seed_bytes` are 32 fresh random bytes;
     * `clock_millis` is the time since 1970 in milliseconds.
     *
     * # Errors
     * `not-found` when nothing that may leave answers the question; `invalid-argument` for an empty question.
     */
    prepare(question: string, url: string, model: string, seed_bytes: Uint8Array | number[], clock_millis: number): Draft;
    /**
     * Returns the answer without any model: quotes only. Nothing leaves.
     *
     * # Errors
     * `internal` for broken invariants.
     */
    quotes(question: string): Answer;
    /**
     * Hands over the request of a draft that the review passed, once.
     *
     * # Errors
     * `refused` when the review did not pass it; `invalid-argument` the second time; `not-found` for an unknown draft.
     */
    release(draft: number): Cleared;
    /**
     * Takes the data of one server-sent event of the reply and returns the text it adds.
     *
     * # Errors
     * `reply` when it is not a chat completion; `too-large` when the reply does not end.
     */
    replyEvent(draft: number, data: string): string;
    /**
     * Returns the answer made of the reply so far, with every quotation looked up.
     *
     * # Errors
     * `not-found` for an unknown draft; `invalid-argument` when the records have changed since.
     */
    resolve(draft: number): Answer;
    /**
     * Takes back vectors that were kept, and returns how many found their passage.
     *
     * # Errors
     * `malformed` when the segment is damaged; `unsupported` when a newer version wrote it.
     */
    restoreVectors(segment: Uint8Array | number[]): number;
    /**
     * Returns the best passages for `question`, each with the parts of its score.
     *
     * # Errors
     * `invalid-argument` for an unknown strategy, or for `dense` before anything is embedded.
     */
    search(question: string, strategy_name?: StrategyName, top_k?: number): any;
    /**
     * Sets whom questions are about that name nobody, by number; `undefined` is everybody.
     *
     * # Errors
     * `not-found` when there is no such patient.
     */
    setSubject(patient?: number | null): void;
    /**
     * Returns the source text that `reference` leads to, with the place of the passage in it.
     *
     * # Errors
     * `not-found` when the reference names no passage.
     */
    source(reference: string): SourceView;
    /**
     * Takes note that no vector is kept any more, so that `vectorsToKeep` returns all of them.
     */
    vectorsForgotten(): void;
    /**
     * Takes note that the vectors that `vectorsToKeep` returned are kept.
     *
     * # Errors
     * `malformed` when `segment` is not what it returned.
     */
    vectorsKept(segment: Uint8Array | number[]): void;
    /**
     * Returns at most `most` vectors that are not kept yet, as bytes to seal; `undefined` when all are kept.
     *
     * # Errors
     * `internal` for broken invariants.
     */
    vectorsToKeep(most: number): { count: number; bytes: Uint8Array } | undefined;
    /**
     * Returns everything the question went through (R1.8), as JSON. It holds originals.
     *
     * # Errors
     * `not-found` for an unknown draft.
     */
    workflowState(draft: number): string;
}

/**
 * What a store holds, and the changes made to it. It reads and writes bytes, and neither stores nor encrypts them.
 */
export class Vault {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Returns the associated data with which that catalogue was sealed.
     *
     * # Errors
     * `not-found` when there is no such head.
     */
    associatedOf(number: number): Uint8Array;
    /**
     * Returns the catalogue as it is kept.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    catalogue(): VaultCatalogue;
    /**
     * Takes note that the head was written, and returns the names of the objects to be removed.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    committed(): string[];
    /**
     * Begins a new, empty store with these locks.
     *
     * # Errors
     * `invalid-argument` for locks of no known form.
     */
    create(locks: VaultLock[]): void;
    /**
     * Returns the associated data to seal them with.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    draftAssociated(): Uint8Array;
    /**
     * Returns the bytes of the staged catalogue, to be sealed.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    draftPlain(): Uint8Array;
    /**
     * Returns the heads that were found, newest first, with their locks.
     *
     * # Errors
     * `internal` when they cannot be converted.
     */
    heads(): VaultHeads;
    /**
     * Returns the locks of the open store.
     *
     * # Errors
     * `internal` when it is not open.
     */
    locks(): VaultLock[];
    /**
     * Returns what the two slots of a store hold; `undefined` is an empty slot.
     *
     * # Errors
     * `unsupported` when a newer version wrote one of them.
     */
    constructor(a?: Uint8Array, b?: Uint8Array);
    /**
     * Returns the bytes of the next head; `sealed` is the draft, sealed.
     *
     * # Errors
     * `malformed` for locks of no known form.
     */
    nextHead(sealed: Uint8Array | number[]): Uint8Array;
    /**
     * Returns the slot that the next head goes to.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    nextSlot(): 'a' | 'b';
    /**
     * Opens the store at head `number`; `plain` is its catalogue, opened, and `earlier` that of the other head, where
     * it could be opened.
     *
     * # Errors
     * `malformed` when the catalogue is damaged; `unsupported` when a newer version wrote it.
     */
    open(number: number, plain: Uint8Array | number[], earlier?: Uint8Array): void;
    /**
     * Returns those of `names` that nothing leads to.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    orphans(names: string[]): string[];
    /**
     * Returns the sealed catalogue of head `number`, counted from the newest.
     *
     * # Errors
     * `not-found` when there is no such head.
     */
    sealed(number: number): Uint8Array;
    /**
     * Replaces the locks; they are kept with the next change.
     *
     * # Errors
     * `invalid-argument` for locks of no known form.
     */
    setLocks(locks: VaultLock[]): void;
    /**
     * Stages the page's state, whose objects were saved.
     *
     * # Errors
     * `invalid-argument` for what are no names of objects.
     */
    stagePage(objects: string[]): void;
    /**
     * Stages vectors whose objects were saved, beside those there are or, with `alone`, in their place.
     *
     * # Errors
     * `invalid-argument` when `segment` is not of that form.
     */
    stageSegment(segment: VaultSegment, alone: boolean): void;
    /**
     * Stages a source file whose objects were saved. A file with the same hash is replaced.
     *
     * # Errors
     * `invalid-argument` when `source` is not of that form.
     */
    stageSource(source: VaultSource): void;
    /**
     * Takes back what was staged.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    withdraw(): void;
}

/**
 * Returns the associated data with which the object `name` is sealed.
 *
 * # Errors
 * `invalid-argument` unless it is 32 hexadecimal digits.
 */
export function objectAssociated(name: string): Uint8Array;

/**
 * Runs when the module is instantiated.
 */
export function start(): void;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_cleared_free: (a: number, b: number) => void;
    readonly __wbg_engine_free: (a: number, b: number) => void;
    readonly __wbg_vault_free: (a: number, b: number) => void;
    readonly cleared_body: (a: number) => [number, number];
    readonly cleared_headers: (a: number) => [number, number, number];
    readonly cleared_method: (a: number) => [number, number];
    readonly cleared_receipt: (a: number) => [number, number, number];
    readonly cleared_url: (a: number) => [number, number];
    readonly engine_addFile: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly engine_embedNext: (a: number, b: number) => [number, number, number];
    readonly engine_holdings: (a: number) => [number, number, number];
    readonly engine_lastFile: (a: number) => [number, number];
    readonly engine_loadModel: (a: number, b: number, c: number, d: number, e: number, f: number, g: number) => [number, number];
    readonly engine_new: () => [number, number, number];
    readonly engine_patients: (a: number) => [number, number, number];
    readonly engine_prepare: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
    readonly engine_quotes: (a: number, b: number, c: number) => [number, number, number];
    readonly engine_release: (a: number, b: number) => [number, number, number];
    readonly engine_replyEvent: (a: number, b: number, c: number, d: number) => [number, number, number, number];
    readonly engine_resolve: (a: number, b: number) => [number, number, number];
    readonly engine_restoreVectors: (a: number, b: number, c: number) => [number, number, number];
    readonly engine_search: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number, number];
    readonly engine_setSubject: (a: number, b: number) => [number, number];
    readonly engine_source: (a: number, b: number, c: number) => [number, number, number];
    readonly engine_vectorsForgotten: (a: number) => void;
    readonly engine_vectorsKept: (a: number, b: number, c: number) => [number, number];
    readonly engine_vectorsToKeep: (a: number, b: number) => [number, number, number];
    readonly engine_workflowState: (a: number, b: number) => [number, number, number, number];
    readonly objectAssociated: (a: number, b: number) => [number, number, number, number];
    readonly start: () => void;
    readonly vault_associatedOf: (a: number, b: number) => [number, number, number, number];
    readonly vault_catalogue: (a: number) => [number, number, number];
    readonly vault_committed: (a: number) => [number, number, number];
    readonly vault_create: (a: number, b: any) => [number, number];
    readonly vault_draftAssociated: (a: number) => [number, number, number, number];
    readonly vault_draftPlain: (a: number) => [number, number, number, number];
    readonly vault_heads: (a: number) => [number, number, number];
    readonly vault_locks: (a: number) => [number, number, number];
    readonly vault_new: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly vault_nextHead: (a: number, b: number, c: number) => [number, number, number, number];
    readonly vault_nextSlot: (a: number) => [number, number, number];
    readonly vault_open: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number];
    readonly vault_orphans: (a: number, b: any) => [number, number, number];
    readonly vault_sealed: (a: number, b: number) => [number, number, number, number];
    readonly vault_setLocks: (a: number, b: any) => [number, number];
    readonly vault_stagePage: (a: number, b: any) => [number, number];
    readonly vault_stageSegment: (a: number, b: any, c: number) => [number, number];
    readonly vault_stageSource: (a: number, b: any) => [number, number];
    readonly vault_withdraw: (a: number) => [number, number];
    readonly __wbindgen_malloc_command_export: (a: number, b: number) => number;
    readonly __wbindgen_realloc_command_export: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free_command_export: (a: number, b: number, c: number) => void;
    readonly __wbindgen_exn_store_command_export: (a: number) => void;
    readonly __externref_table_alloc_command_export: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc_command_export: (a: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
