/* @ts-self-types="./chaperone.d.ts" */

/**
 * A request that passed the review. It has no constructor: only `Engine.release` returns one.
 */
export class Cleared {
    static __wrap(ptr) {
        const obj = Object.create(Cleared.prototype);
        obj.__wbg_ptr = ptr;
        ClearedFinalization.register(obj, obj.__wbg_ptr, obj);
        return obj;
    }
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        ClearedFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_cleared_free(ptr, 0);
    }
    /**
     * Returns the exact body.
     * @returns {string}
     */
    get body() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.cleared_body(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free_command_export(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the headers as pairs, without the credential.
     *
     * # Errors
     * `internal` when they cannot be converted.
     * @returns {[string, string][]}
     */
    get headers() {
        const ret = wasm.cleared_headers(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the HTTP method.
     * @returns {string}
     */
    get method() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.cleared_method(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free_command_export(deferred1_0, deferred1_1, 1);
        }
    }
    /**
     * Returns the receipt.
     *
     * # Errors
     * `internal` when it cannot be converted.
     * @returns {Receipt}
     */
    get receipt() {
        const ret = wasm.cleared_receipt(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the address.
     * @returns {string}
     */
    get url() {
        let deferred1_0;
        let deferred1_1;
        try {
            const ret = wasm.cleared_url(this.__wbg_ptr);
            deferred1_0 = ret[0];
            deferred1_1 = ret[1];
            return getStringFromWasm0(ret[0], ret[1]);
        } finally {
            wasm.__wbindgen_free_command_export(deferred1_0, deferred1_1, 1);
        }
    }
}
if (Symbol.dispose) Cleared.prototype[Symbol.dispose] = Cleared.prototype.free;

/**
 * The records of one person's session with everything that is computed on them.
 */
export class Engine {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        EngineFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_engine_free(ptr, 0);
    }
    /**
     * Reads one file. `on_progress` is told of bytes read and cancels by returning `false`.
     *
     * # Errors
     * `malformed`, `unsupported`, `too-large` or `cancelled`; what was read before is kept.
     * @param {Uint8Array | number[]} bytes
     * @param {(progress: Progress) => boolean} [on_progress]
     * @returns {Added}
     */
    addFile(bytes, on_progress) {
        const ptr0 = passArray8ToWasm0(bytes, wasm.__wbindgen_malloc_command_export);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.engine_addFile(this.__wbg_ptr, ptr0, len0, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Embeds at most `most` further passages. Call it again until `done` equals `total`.
     *
     * # Errors
     * `model` when the model fails.
     * @param {number} most
     * @returns {{ done: number; total: number }}
     */
    embedNext(most) {
        const ret = wasm.engine_embedNext(this.__wbg_ptr, most);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns what the room holds.
     *
     * # Errors
     * `internal` for broken invariants.
     * @returns {Holdings}
     */
    holdings() {
        const ret = wasm.engine_holdings(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the SHA-256 of the file that was read last, in lower-case hexadecimal; `undefined` before the first.
     * @returns {string | undefined}
     */
    lastFile() {
        const ret = wasm.engine_lastFile(this.__wbg_ptr);
        let v1;
        if (ret[0] !== 0) {
            v1 = getStringFromWasm0(ret[0], ret[1]);
            wasm.__wbindgen_free_command_export(ret[0], ret[1] * 1, 1);
        }
        return v1;
    }
    /**
     * Loads the embedding model of one manifest entry (JSON) from its weights and tokenizer, whose hashes
     * are checked against the entry.
     *
     * # Errors
     * `model` when a file is not the pinned one or cannot be used.
     * @param {string} entry_json
     * @param {Uint8Array | number[]} weights
     * @param {Uint8Array | number[]} tokenizer
     */
    loadModel(entry_json, weights, tokenizer) {
        let ptr0, len0, ptr1, len1, ptr2, len2;
        try {
            ptr0 = passStringToWasm0(entry_json, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray8ToWasm0(weights, wasm.__wbindgen_malloc_command_export);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passArray8ToWasm0(tokenizer, wasm.__wbindgen_malloc_command_export);
            len2 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr2) { wasm.__wbindgen_free_command_export(ptr2, len2 * 1, 1); }
            if (ptr1) { wasm.__wbindgen_free_command_export(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free_command_export(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.engine_loadModel(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns an engine without records or model.
     *
     * # Errors
     * `internal` for broken invariants.
     */
    constructor() {
        const ret = wasm.engine_new();
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        EngineFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns the names of the patients, in the order of their numbers.
     *
     * # Errors
     * `internal` when they cannot be converted.
     * @returns {string[]}
     */
    patients() {
        const ret = wasm.engine_patients(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Synthesises and reviews a request for `question`. Nothing is sent. `seed_bytes` are 32 fresh random bytes;
     * `clock_millis` is the time since 1970 in milliseconds.
     *
     * # Errors
     * `not-found` when nothing that may leave answers the question; `invalid-argument` for an empty question.
     * @param {string} question
     * @param {string} url
     * @param {string} model
     * @param {Uint8Array | number[]} seed_bytes
     * @param {number} clock_millis
     * @returns {Draft}
     */
    prepare(question, url, model, seed_bytes, clock_millis) {
        const val5 = +clock_millis;
        let ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3;
        try {
            ptr0 = passStringToWasm0(question, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passStringToWasm0(url, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            len1 = WASM_VECTOR_LEN;
            ptr2 = passStringToWasm0(model, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            len2 = WASM_VECTOR_LEN;
            ptr3 = passArray8ToWasm0(seed_bytes, wasm.__wbindgen_malloc_command_export);
            len3 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr3) { wasm.__wbindgen_free_command_export(ptr3, len3 * 1, 1); }
            if (ptr2) { wasm.__wbindgen_free_command_export(ptr2, len2 * 1, 1); }
            if (ptr1) { wasm.__wbindgen_free_command_export(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free_command_export(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.engine_prepare(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2, ptr3, len3, val5);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the answer without any model: quotes only. Nothing leaves.
     *
     * # Errors
     * `internal` for broken invariants.
     * @param {string} question
     * @returns {Answer}
     */
    quotes(question) {
        const ptr0 = passStringToWasm0(question, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.engine_quotes(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Hands over the request of a draft that the review passed, once.
     *
     * # Errors
     * `refused` when the review did not pass it; `invalid-argument` the second time; `not-found` for an unknown draft.
     * @param {number} draft
     * @returns {Cleared}
     */
    release(draft) {
        const ret = wasm.engine_release(this.__wbg_ptr, draft);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return Cleared.__wrap(ret[0]);
    }
    /**
     * Takes the data of one server-sent event of the reply and returns the text it adds.
     *
     * # Errors
     * `reply` when it is not a chat completion; `too-large` when the reply does not end.
     * @param {number} draft
     * @param {string} data
     * @returns {string}
     */
    replyEvent(draft, data) {
        let deferred4_0;
        let deferred4_1;
        try {
            const val2 = +draft;
            const ptr0 = passStringToWasm0(data, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            const len0 = WASM_VECTOR_LEN;
            const ret = wasm.engine_replyEvent(this.__wbg_ptr, val2, ptr0, len0);
            var ptr3 = ret[0];
            var len3 = ret[1];
            if (ret[3]) {
                ptr3 = 0; len3 = 0;
                throw takeFromExternrefTable0(ret[2]);
            }
            deferred4_0 = ptr3;
            deferred4_1 = len3;
            return getStringFromWasm0(ptr3, len3);
        } finally {
            wasm.__wbindgen_free_command_export(deferred4_0, deferred4_1, 1);
        }
    }
    /**
     * Returns the answer made of the reply so far, with every quotation looked up.
     *
     * # Errors
     * `not-found` for an unknown draft; `invalid-argument` when the records have changed since.
     * @param {number} draft
     * @returns {Answer}
     */
    resolve(draft) {
        const ret = wasm.engine_resolve(this.__wbg_ptr, draft);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Takes back vectors that were kept, and returns how many found their passage.
     *
     * # Errors
     * `malformed` when the segment is damaged; `unsupported` when a newer version wrote it.
     * @param {Uint8Array | number[]} segment
     * @returns {number}
     */
    restoreVectors(segment) {
        const ptr0 = passArray8ToWasm0(segment, wasm.__wbindgen_malloc_command_export);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.engine_restoreVectors(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] >>> 0;
    }
    /**
     * Returns the best passages for `question`, each with the parts of its score.
     *
     * # Errors
     * `invalid-argument` for an unknown strategy, or for `dense` before anything is embedded.
     * @param {string} question
     * @param {StrategyName} [strategy_name]
     * @param {number} [top_k]
     * @returns {any}
     */
    search(question, strategy_name, top_k) {
        const val3 = +(isLikeNone(top_k) ? Number.MAX_SAFE_INTEGER : (top_k) >>> 0);
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(question, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            len0 = WASM_VECTOR_LEN;
            ptr1 = isLikeNone(strategy_name) ? 0 : passStringToWasm0(strategy_name, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free_command_export(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free_command_export(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.engine_search(this.__wbg_ptr, ptr0, len0, ptr1, len1, val3);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Sets whom questions are about that name nobody, by number; `undefined` is everybody.
     *
     * # Errors
     * `not-found` when there is no such patient.
     * @param {number | null} [patient]
     */
    setSubject(patient) {
        const ret = wasm.engine_setSubject(this.__wbg_ptr, isLikeNone(patient) ? Number.MAX_SAFE_INTEGER : (patient) >>> 0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns the source text that `reference` leads to, with the place of the passage in it.
     *
     * # Errors
     * `not-found` when the reference names no passage.
     * @param {string} reference
     * @returns {SourceView}
     */
    source(reference) {
        const ptr0 = passStringToWasm0(reference, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.engine_source(this.__wbg_ptr, ptr0, len0);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Takes note that no vector is kept any more, so that `vectorsToKeep` returns all of them.
     */
    vectorsForgotten() {
        wasm.engine_vectorsForgotten(this.__wbg_ptr);
    }
    /**
     * Takes note that the vectors that `vectorsToKeep` returned are kept.
     *
     * # Errors
     * `malformed` when `segment` is not what it returned.
     * @param {Uint8Array | number[]} segment
     */
    vectorsKept(segment) {
        const ptr0 = passArray8ToWasm0(segment, wasm.__wbindgen_malloc_command_export);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.engine_vectorsKept(this.__wbg_ptr, ptr0, len0);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns at most `most` vectors that are not kept yet, as bytes to seal; `undefined` when all are kept.
     *
     * # Errors
     * `internal` for broken invariants.
     * @param {number} most
     * @returns {{ count: number; bytes: Uint8Array } | undefined}
     */
    vectorsToKeep(most) {
        const ret = wasm.engine_vectorsToKeep(this.__wbg_ptr, most);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns everything the question went through (R1.8), as JSON. It holds originals.
     *
     * # Errors
     * `not-found` for an unknown draft.
     * @param {number} draft
     * @returns {string}
     */
    workflowState(draft) {
        let deferred2_0;
        let deferred2_1;
        try {
            const ret = wasm.engine_workflowState(this.__wbg_ptr, draft);
            var ptr1 = ret[0];
            var len1 = ret[1];
            if (ret[3]) {
                ptr1 = 0; len1 = 0;
                throw takeFromExternrefTable0(ret[2]);
            }
            deferred2_0 = ptr1;
            deferred2_1 = len1;
            return getStringFromWasm0(ptr1, len1);
        } finally {
            wasm.__wbindgen_free_command_export(deferred2_0, deferred2_1, 1);
        }
    }
}
if (Symbol.dispose) Engine.prototype[Symbol.dispose] = Engine.prototype.free;

/**
 * What a store holds, and the changes made to it. It reads and writes bytes, and neither stores nor encrypts them.
 */
export class Vault {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        VaultFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_vault_free(ptr, 0);
    }
    /**
     * Returns the associated data with which that catalogue was sealed.
     *
     * # Errors
     * `not-found` when there is no such head.
     * @param {number} number
     * @returns {Uint8Array}
     */
    associatedOf(number) {
        const ret = wasm.vault_associatedOf(this.__wbg_ptr, number);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free_command_export(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Returns the catalogue as it is kept.
     *
     * # Errors
     * `internal` when the store is not open.
     * @returns {VaultCatalogue}
     */
    catalogue() {
        const ret = wasm.vault_catalogue(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Takes note that the head was written, and returns the names of the objects to be removed.
     *
     * # Errors
     * `internal` when the store is not open.
     * @returns {string[]}
     */
    committed() {
        const ret = wasm.vault_committed(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Begins a new, empty store with these locks.
     *
     * # Errors
     * `invalid-argument` for locks of no known form.
     * @param {VaultLock[]} locks
     */
    create(locks) {
        const ret = wasm.vault_create(this.__wbg_ptr, locks);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns the associated data to seal them with.
     *
     * # Errors
     * `internal` when the store is not open.
     * @returns {Uint8Array}
     */
    draftAssociated() {
        const ret = wasm.vault_draftAssociated(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free_command_export(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Returns the bytes of the staged catalogue, to be sealed.
     *
     * # Errors
     * `internal` when the store is not open.
     * @returns {Uint8Array}
     */
    draftPlain() {
        const ret = wasm.vault_draftPlain(this.__wbg_ptr);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free_command_export(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Returns the heads that were found, newest first, with their locks.
     *
     * # Errors
     * `internal` when they cannot be converted.
     * @returns {VaultHeads}
     */
    heads() {
        const ret = wasm.vault_heads(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the locks of the open store.
     *
     * # Errors
     * `internal` when it is not open.
     * @returns {VaultLock[]}
     */
    locks() {
        const ret = wasm.vault_locks(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns what the two slots of a store hold; `undefined` is an empty slot.
     *
     * # Errors
     * `unsupported` when a newer version wrote one of them.
     * @param {Uint8Array} [a]
     * @param {Uint8Array} [b]
     */
    constructor(a, b) {
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = isLikeNone(a) ? 0 : passArray8ToWasm0(a, wasm.__wbindgen_malloc_command_export);
            len0 = WASM_VECTOR_LEN;
            ptr1 = isLikeNone(b) ? 0 : passArray8ToWasm0(b, wasm.__wbindgen_malloc_command_export);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free_command_export(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free_command_export(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.vault_new(ptr0, len0, ptr1, len1);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        VaultFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Returns the bytes of the next head; `sealed` is the draft, sealed.
     *
     * # Errors
     * `malformed` for locks of no known form.
     * @param {Uint8Array | number[]} sealed
     * @returns {Uint8Array}
     */
    nextHead(sealed) {
        const ptr0 = passArray8ToWasm0(sealed, wasm.__wbindgen_malloc_command_export);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.vault_nextHead(this.__wbg_ptr, ptr0, len0);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v2 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free_command_export(ret[0], ret[1] * 1, 1);
        return v2;
    }
    /**
     * Returns the slot that the next head goes to.
     *
     * # Errors
     * `internal` when the store is not open.
     * @returns {'a' | 'b'}
     */
    nextSlot() {
        const ret = wasm.vault_nextSlot(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Opens the store at head `number`; `plain` is its catalogue, opened, and `earlier` that of the other head, where
     * it could be opened.
     *
     * # Errors
     * `malformed` when the catalogue is damaged; `unsupported` when a newer version wrote it.
     * @param {number} number
     * @param {Uint8Array | number[]} plain
     * @param {Uint8Array} [earlier]
     */
    open(number, plain, earlier) {
        const val3 = +number;
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passArray8ToWasm0(plain, wasm.__wbindgen_malloc_command_export);
            len0 = WASM_VECTOR_LEN;
            ptr1 = isLikeNone(earlier) ? 0 : passArray8ToWasm0(earlier, wasm.__wbindgen_malloc_command_export);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free_command_export(ptr1, len1 * 1, 1); }
            if (ptr0) { wasm.__wbindgen_free_command_export(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.vault_open(this.__wbg_ptr, val3, ptr0, len0, ptr1, len1);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Returns those of `names` that nothing leads to.
     *
     * # Errors
     * `internal` when the store is not open.
     * @param {string[]} names
     * @returns {string[]}
     */
    orphans(names) {
        const ret = wasm.vault_orphans(this.__wbg_ptr, names);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Returns the sealed catalogue of head `number`, counted from the newest.
     *
     * # Errors
     * `not-found` when there is no such head.
     * @param {number} number
     * @returns {Uint8Array}
     */
    sealed(number) {
        const ret = wasm.vault_sealed(this.__wbg_ptr, number);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free_command_export(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Replaces the locks; they are kept with the next change.
     *
     * # Errors
     * `invalid-argument` for locks of no known form.
     * @param {VaultLock[]} locks
     */
    setLocks(locks) {
        const ret = wasm.vault_setLocks(this.__wbg_ptr, locks);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Stages the page's state, whose objects were saved.
     *
     * # Errors
     * `invalid-argument` for what are no names of objects.
     * @param {string[]} objects
     */
    stagePage(objects) {
        const ret = wasm.vault_stagePage(this.__wbg_ptr, objects);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Stages vectors whose objects were saved, beside those there are or, with `alone`, in their place.
     *
     * # Errors
     * `invalid-argument` when `segment` is not of that form.
     * @param {VaultSegment} segment
     * @param {boolean} alone
     */
    stageSegment(segment, alone) {
        const ret = wasm.vault_stageSegment(this.__wbg_ptr, segment, alone);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Stages a source file whose objects were saved. A file with the same hash is replaced.
     *
     * # Errors
     * `invalid-argument` when `source` is not of that form.
     * @param {VaultSource} source
     */
    stageSource(source) {
        const ret = wasm.vault_stageSource(this.__wbg_ptr, source);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
    /**
     * Takes back what was staged.
     *
     * # Errors
     * `internal` when the store is not open.
     */
    withdraw() {
        const ret = wasm.vault_withdraw(this.__wbg_ptr);
        if (ret[1]) {
            throw takeFromExternrefTable0(ret[0]);
        }
    }
}
if (Symbol.dispose) Vault.prototype[Symbol.dispose] = Vault.prototype.free;

/**
 * Returns the associated data with which the object `name` is sealed.
 *
 * # Errors
 * `invalid-argument` unless it is 32 hexadecimal digits.
 * @param {string} name
 * @returns {Uint8Array}
 */
export function objectAssociated(name) {
    const ptr0 = passStringToWasm0(name, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.objectAssociated(ptr0, len0);
    if (ret[3]) {
        throw takeFromExternrefTable0(ret[2]);
    }
    var v2 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
    wasm.__wbindgen_free_command_export(ret[0], ret[1] * 1, 1);
    return v2;
}

/**
 * Runs when the module is instantiated.
 */
export function start() {
    wasm.start();
}
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg_Error_208446807d0d1e30: function(arg0, arg1) {
            const ret = Error(getStringFromWasm0(arg0, arg1));
            return ret;
        },
        __wbg_Number_ff192a72a0dcdf6d: function(arg0) {
            const ret = Number(arg0);
            return ret;
        },
        __wbg___wbindgen_bigint_get_as_i64_11da4b52cd0aedef: function(arg0, arg1) {
            const v = arg1;
            const ret = typeof(v) === 'bigint' ? v : undefined;
            getDataViewMemory0().setBigInt64((arg0 >>> 0) + 8 * 1, isLikeNone(ret) ? BigInt(0) : ret, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, !isLikeNone(ret), true);
        },
        __wbg___wbindgen_boolean_get_4f1baf9a00be3c74: function(arg0) {
            const v = arg0;
            const ret = typeof(v) === 'boolean' ? v : undefined;
            return isLikeNone(ret) ? 0xFFFFFF : ret ? 1 : 0;
        },
        __wbg___wbindgen_debug_string_f249a2a76caa9a55: function(arg0, arg1) {
            const ret = debugString(arg1);
            const ptr1 = passStringToWasm0(ret, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            const len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg___wbindgen_in_3f58a9d3b3a7eed2: function(arg0, arg1) {
            const ret = arg0 in arg1;
            return ret;
        },
        __wbg___wbindgen_is_bigint_5fa10641e039d3ef: function(arg0) {
            const ret = typeof(arg0) === 'bigint';
            return ret;
        },
        __wbg___wbindgen_is_function_741ff2bb612836f5: function(arg0) {
            const ret = typeof(arg0) === 'function';
            return ret;
        },
        __wbg___wbindgen_is_object_8b968c3ab8e96595: function(arg0) {
            const val = arg0;
            const ret = typeof(val) === 'object' && val !== null;
            return ret;
        },
        __wbg___wbindgen_is_string_fc456fee5d3317de: function(arg0) {
            const ret = typeof(arg0) === 'string';
            return ret;
        },
        __wbg___wbindgen_is_undefined_be5b34249ff1fc15: function(arg0) {
            const ret = arg0 === undefined;
            return ret;
        },
        __wbg___wbindgen_jsval_eq_38d7bfbe4cc84039: function(arg0, arg1) {
            const ret = arg0 === arg1;
            return ret;
        },
        __wbg___wbindgen_jsval_loose_eq_b2f214e2e4b30e36: function(arg0, arg1) {
            const ret = arg0 == arg1;
            return ret;
        },
        __wbg___wbindgen_number_get_934b640d0889af78: function(arg0, arg1) {
            const obj = arg1;
            const ret = typeof(obj) === 'number' ? obj : undefined;
            getDataViewMemory0().setFloat64((arg0 >>> 0) + 8 * 1, isLikeNone(ret) ? 0 : ret, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, !isLikeNone(ret), true);
        },
        __wbg___wbindgen_string_get_7ce8eee7fd327545: function(arg0, arg1) {
            const obj = arg1;
            const ret = typeof(obj) === 'string' ? obj : undefined;
            var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc_command_export, wasm.__wbindgen_realloc_command_export);
            var len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
            throw new Error(getStringFromWasm0(arg0, arg1));
        },
        __wbg_call_40b008ba32f73991: function() { return handleError(function (arg0, arg1) {
            const ret = arg0.call(arg1);
            return ret;
        }, arguments); },
        __wbg_call_a410eb4b59ed5965: function() { return handleError(function (arg0, arg1, arg2) {
            const ret = arg0.call(arg1, arg2);
            return ret;
        }, arguments); },
        __wbg_done_57e08d0be6e30c02: function(arg0) {
            const ret = arg0.done;
            return ret;
        },
        __wbg_entries_7bb1459bd9b5c2b9: function(arg0) {
            const ret = Object.entries(arg0);
            return ret;
        },
        __wbg_error_d1fc0193610e0e39: function(arg0) {
            console.error(arg0);
        },
        __wbg_getRandomValues_5d8c030b527203a6: function() { return handleError(function (arg0, arg1) {
            globalThis.crypto.getRandomValues(getArrayU8FromWasm0(arg0, arg1));
        }, arguments); },
        __wbg_getRandomValues_8b6f1f663e6f188d: function() { return handleError(function (arg0, arg1) {
            globalThis.crypto.getRandomValues(getArrayU8FromWasm0(arg0, arg1));
        }, arguments); },
        __wbg_get_635eea311fa1a291: function() { return handleError(function (arg0, arg1) {
            const ret = Reflect.get(arg0, arg1);
            return ret;
        }, arguments); },
        __wbg_get_d7176cfb76d71114: function(arg0, arg1) {
            const ret = arg0[arg1 >>> 0];
            return ret;
        },
        __wbg_get_unchecked_e6325ad374eff861: function(arg0, arg1) {
            const ret = arg0[arg1 >>> 0];
            return ret;
        },
        __wbg_get_with_ref_key_fc601247060b7204: function(arg0, arg1) {
            const ret = arg0[arg1];
            return ret;
        },
        __wbg_instanceof_ArrayBuffer_12cdaa4161423e6b: function(arg0) {
            let result;
            try {
                result = arg0 instanceof ArrayBuffer;
            } catch (_) {
                result = false;
            }
            const ret = result;
            return ret;
        },
        __wbg_instanceof_Uint8Array_d7aeb0dcb3108fea: function(arg0) {
            let result;
            try {
                result = arg0 instanceof Uint8Array;
            } catch (_) {
                result = false;
            }
            const ret = result;
            return ret;
        },
        __wbg_isArray_bcf1376d0d732d08: function(arg0) {
            const ret = Array.isArray(arg0);
            return ret;
        },
        __wbg_isSafeInteger_1a35ba4d31e71d38: function(arg0) {
            const ret = Number.isSafeInteger(arg0);
            return ret;
        },
        __wbg_iterator_e4c5e8f68ada7b58: function() {
            const ret = Symbol.iterator;
            return ret;
        },
        __wbg_length_186163212ffe79c3: function(arg0) {
            const ret = arg0.length;
            return ret;
        },
        __wbg_length_b03a0fabb109b1e9: function(arg0) {
            const ret = arg0.length;
            return ret;
        },
        __wbg_new_13de428334042d26: function(arg0) {
            const ret = new Uint8Array(arg0);
            return ret;
        },
        __wbg_new_37eb45aaf5eeb820: function() {
            const ret = new Array();
            return ret;
        },
        __wbg_new_7075786089b89c5e: function() {
            const ret = new Map();
            return ret;
        },
        __wbg_new_cd4348290afae586: function() {
            const ret = new Object();
            return ret;
        },
        __wbg_new_from_slice_b8daf545a41c6aa0: function(arg0, arg1) {
            const ret = new Uint8Array(getArrayU8FromWasm0(arg0, arg1));
            return ret;
        },
        __wbg_next_178c1651c11432b3: function(arg0) {
            const ret = arg0.next;
            return ret;
        },
        __wbg_next_af5ac6a08bb0a717: function() { return handleError(function (arg0) {
            const ret = arg0.next();
            return ret;
        }, arguments); },
        __wbg_prototypesetcall_13162965d1fe7aa3: function(arg0, arg1, arg2) {
            Uint8Array.prototype.set.call(getArrayU8FromWasm0(arg0, arg1), arg2);
        },
        __wbg_set_2793479888329cb6: function() { return handleError(function (arg0, arg1, arg2) {
            const ret = Reflect.set(arg0, arg1, arg2);
            return ret;
        }, arguments); },
        __wbg_set_8282f7e0d2d01336: function(arg0, arg1, arg2) {
            const ret = arg0.set(arg1, arg2);
            return ret;
        },
        __wbg_set_d2d33b52458e984a: function(arg0, arg1, arg2) {
            arg0[arg1 >>> 0] = arg2;
        },
        __wbg_set_e4b9a833d288759a: function(arg0, arg1, arg2) {
            arg0[arg1] = arg2;
        },
        __wbg_value_e0f328965e184931: function(arg0) {
            const ret = arg0.value;
            return ret;
        },
        __wbindgen_generic_0000000000000001: function(arg0) {
            // Cast intrinsic for `F64 -> Externref`.
            const ret = arg0;
            return ret;
        },
        __wbindgen_generic_0000000000000002: function(arg0) {
            // Cast intrinsic for `I64 -> Externref`.
            const ret = arg0;
            return ret;
        },
        __wbindgen_generic_0000000000000003: function(arg0, arg1) {
            // Cast intrinsic for `Ref(String) -> Externref`.
            const ret = getStringFromWasm0(arg0, arg1);
            return ret;
        },
        __wbindgen_generic_0000000000000004: function(arg0) {
            // Cast intrinsic for `U64 -> Externref`.
            const ret = BigInt.asUintN(64, arg0);
            return ret;
        },
        __wbindgen_init_externref_table: function() {
            const table = wasm.__wbindgen_externrefs;
            table.set(0, undefined);
            table.set(1024, undefined);
            table.set(1025, null);
            table.set(1026, true);
            table.set(1027, false);
        },
    };
    return {
        __proto__: null,
        "./chaperone_bg.js": import0,
    };
}

const ClearedFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_cleared_free(ptr, 1));
const EngineFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_engine_free(ptr, 1));
const VaultFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_vault_free(ptr, 1));

function addToExternrefTable0(obj) {
    const idx = wasm.__externref_table_alloc_command_export();
    wasm.__wbindgen_externrefs.set(idx, obj);
    return idx;
}

function debugString(val) {
    switch (typeof val) {
        // primitive types
        case 'number':
        case 'boolean':
        case 'undefined':
        return `${val}`;
        case 'string':
        return JSON.stringify(val);
        case 'bigint':
        return `${val}n`;
        case 'symbol':
        return val.description !== undefined
            ? `Symbol(${val.description})`
            : 'Symbol';
        case 'function':
        return typeof val.name === 'string' && val.name !== ''
            ? `Function(${val.name})`
            : 'Function';
        case 'object': {
            if (val === null) {
                return 'null';
            }
            // objects
            if (Array.isArray(val)) {
                return '[' + Array.from(val, debugString).join(', ') + ']';
            }
            // errors
            if (val instanceof Error) {
                return `${val.name}: ${val.message}\n${val.stack}`;
            }

            const toStringOutput = toString.call(val);
            // Test for built-in
            const className = /\[object ([^\]]+)\]/.exec(toStringOutput)?.[1];

            // Failed to match the standard '[object ClassName]'
            if (className === undefined) {
                return toStringOutput;
            }
            if (className === 'Object') {
                // we're a user defined class or Object
                // JSON.stringify avoids problems with cycles, and is generally much
                // easier than looping through ownProperties of `val`.
                try {
                    return 'Object(' + JSON.stringify(val) + ')';
                } catch (_) {
                    return 'Object';
                }
            }
            // TODO we could test for more things here, like `Set`s and `Map`s.
            return className;
        }
        // Per MDN: 'This list of values is exhaustive.'
        // https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Operators/typeof#description
    }
}

function getArrayU8FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}

let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function handleError(f, args) {
    try {
        return f.apply(this, args);
    } catch (e) {
        const idx = addToExternrefTable0(e);
        wasm.__wbindgen_exn_store_command_export(idx);
    }
}

function isLikeNone(x) {
    return x === undefined || x === null;
}

function passArray8ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 1, 1) >>> 0;
    getUint8ArrayMemory0().set(arg, ptr / 1);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeFromExternrefTable0(idx) {
    const value = wasm.__wbindgen_externrefs.get(idx);
    wasm.__externref_table_dealloc_command_export(idx);
    return value;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
function __wbg_finalize_init(instance, module) {
    wasmInstance = instance;
    wasm = instance.exports;
    wasmModule = module;
    cachedDataViewMemory0 = null;
    cachedUint8ArrayMemory0 = null;
    wasm.__wbindgen_start();
    return wasm;
}

async function __wbg_load(module, imports) {
    if (typeof Response === 'function' && module instanceof Response) {
        if (!module.ok) {
            throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
        }

        if (typeof WebAssembly.instantiateStreaming === 'function') {
            try {
                return await WebAssembly.instantiateStreaming(module, imports);
            } catch (e) {
                const validResponse = expectedResponseType(module.type);

                if (validResponse && module.headers.get('Content-Type') !== 'application/wasm') {
                    console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);

                } else { throw e; }
            }
        }

        const bytes = await module.arrayBuffer();
        return await WebAssembly.instantiate(bytes, imports);
    } else {
        const instance = await WebAssembly.instantiate(module, imports);

        if (instance instanceof WebAssembly.Instance) {
            return { instance, module };
        } else {
            return instance;
        }
    }

    function expectedResponseType(type) {
        switch (type) {
            case 'basic': case 'cors': case 'default': return true;
        }
        return false;
    }
}

function initSync(module) {
    if (wasm !== undefined) return wasm;


    if (module !== undefined) {
        if (Object.getPrototypeOf(module) === Object.prototype) {
            ({module} = module)
        } else {
            console.warn('using deprecated parameters for `initSync()`; pass a single object instead')
        }
    }

    const imports = __wbg_get_imports();
    if (!(module instanceof WebAssembly.Module)) {
        module = new WebAssembly.Module(module);
    }
    const instance = new WebAssembly.Instance(module, imports);
    return __wbg_finalize_init(instance, module);
}

let __wbg_init_promise;
async function __wbg_init(module_or_path) {
    if (wasm !== undefined) return wasm;
    if (__wbg_init_promise === undefined) {
        __wbg_init_promise = __wbg_init_once(module_or_path);
        __wbg_init_promise.catch(() => { __wbg_init_promise = undefined; });
    }
    return __wbg_init_promise;
}

async function __wbg_init_once(module_or_path) {

    if (module_or_path !== undefined) {
        if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
            ({module_or_path} = module_or_path)
        } else {
            console.warn('using deprecated parameters for the initialization function; pass a single object instead')
        }
    }

    if (module_or_path === undefined) {
        module_or_path = new URL('chaperone_bg.wasm', import.meta.url);
    }
    const imports = __wbg_get_imports();

    if (typeof module_or_path === 'string' || (typeof Request === 'function' && module_or_path instanceof Request) || (typeof URL === 'function' && module_or_path instanceof URL)) {
        module_or_path = fetch(module_or_path);
    }

    const { instance, module } = await __wbg_load(await module_or_path, imports);

    return __wbg_finalize_init(instance, module);
}

export { initSync, __wbg_init as default };
