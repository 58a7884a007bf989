/**
 * The key of what is kept on the device: made, wrapped and used here, in the record room.
 *
 * One random key seals everything (AES-256-GCM). It is itself sealed under a key from a passphrase (Argon2id,
 * RFC 9106) or from a passkey (HKDF over its PRF output), and only these wrapped forms are stored. The key in use cannot be
 * exported from the browser's own keeping. A wrong passphrase is known only by the wrapped key that does not
 * open, after the full work of Argon2id.
 */
import type { VaultLock } from "../engine/types.ts";
import { ChaperoneError } from "../engine/error.ts";
import { worker as startWorker } from "../engine/late.ts";
import type { DeriveRequest } from "./derive-worker.ts";

/** The second recommended choice of RFC 9106, section 4. */
const ARGON2 = { memoryKib: 1 << 16, passes: 3, lanes: 4 } as const;
const SALT_BYTES = 16;
const IV_BYTES = 12;
const ALGORITHM = "AES-GCM";
const WRAPPED_DATA = bytesOf("chaperone key 1");
const PASSKEY_INFO = bytesOf("chaperone passkey 1");

/** A way to the key by a passphrase, and by a passkey. */
export type PassphraseLock = Extract<VaultLock, { passphrase: unknown }>;
export type PasskeyLock = Extract<VaultLock, { passkey: unknown }>;

/** Characters that a passphrase must have. */
export const MIN_PASSPHRASE = 10;

/** What a person gives to open a lock. */
export type Secret = { readonly passphrase: string } | { readonly prf: ArrayBuffer };

/** Holds the key while the store is open. */
export class Keys {
  #key: CryptoKey | undefined;

  /** Whether there is a key. */
  get held(): boolean {
    return this.#key !== undefined;
  }

  /** Makes a new key and its first lock. */
  async create(make: LockMaker): Promise<VaultLock> {
    const key = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, true, ["encrypt", "decrypt"]);
    const { lock, wrapping, wrapped } = await make(key);
    this.#key = await unwrap(wrapped, wrapping, false, refusalOf(lock));
    return lock;
  }

  /** Opens `lock`; rejects with a `refused` error when the secret is not the right one. */
  async unlock(lock: VaultLock, secret: Secret): Promise<void> {
    this.#key = await unwrap(wrappedOf(lock), await wrappingKey(lock, secret), false, refusalOf(lock));
  }

  /** Makes another lock for the key that `secret` opens in `lock`; `maker` is asked for once it is open. */
  async another(lock: VaultLock, secret: Secret, maker: () => Promise<LockMaker>): Promise<VaultLock> {
    const key = await unwrap(wrappedOf(lock), await wrappingKey(lock, secret), true, refusalOf(lock));
    return (await (await maker())(key)).lock;
  }

  /** Forgets the key. */
  forget(): void {
    this.#key = undefined;
  }

  /** Seals `plain`; the outcome begins with the random nonce. */
  async seal(plain: ArrayBuffer, associated: ArrayBuffer): Promise<ArrayBuffer> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt({ name: ALGORITHM, iv, additionalData: associated }, this.#use(), plain);
    const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
    bytes.set(iv);
    bytes.set(new Uint8Array(sealed), IV_BYTES);
    return bytes.buffer;
  }

  /** Opens what {@link seal} made; rejects when it was changed, or sealed for another place. */
  async open(sealed: ArrayBuffer, associated: ArrayBuffer): Promise<ArrayBuffer> {
    const iv = sealed.slice(0, IV_BYTES);
    const content = new Uint8Array(sealed, Math.min(IV_BYTES, sealed.byteLength));
    return crypto.subtle.decrypt({ name: ALGORITHM, iv, additionalData: associated }, this.#use(), content);
  }

  #use(): CryptoKey {
    if (this.#key === undefined) {
      throw new ChaperoneError({ code: "internal", fault: "bug", message: "What is kept on this device is locked." });
    }
    return this.#key;
  }
}

/** Wraps `key` and returns the lock, with what opens it again. */
export type LockMaker = (key: CryptoKey) => Promise<{
  readonly lock: VaultLock;
  readonly wrapping: CryptoKey;
  readonly wrapped: Uint8Array<ArrayBuffer>;
}>;

/** Makes a lock for `passphrase`. */
export function passphraseLock(passphrase: string): LockMaker {
  return async (key) => {
    const salt = Array.from(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
    const open = { passphrase: { salt, ...ARGON2, wrapped: [] as number[] } };
    const wrapping = await wrappingKey(open, { passphrase });
    const wrapped = await wrap(key, wrapping);
    return { lock: { passphrase: { ...open.passphrase, wrapped: Array.from(wrapped) } }, wrapping, wrapped };
  };
}

/** Makes a lock for the passkey `credential`, which answered `prf` to `salt`. */
export function passkeyLock(credential: ArrayBuffer, salt: Uint8Array, prf: ArrayBuffer): LockMaker {
  return async (key) => {
    const wrapping = await fromPrf(prf);
    const wrapped = await wrap(key, wrapping);
    const [id, evaluated] = [Array.from(new Uint8Array(credential)), Array.from(salt)];
    return { lock: { passkey: { credential: id, salt: evaluated, wrapped: Array.from(wrapped) } }, wrapping, wrapped };
  };
}

/** What is said when a lock does not open. */
function refusalOf(lock: VaultLock): string {
  return "passphrase" in lock
    ? "That did not open what is kept here. Check the passphrase (capital letters, keyboard) and try again."
    : "This passkey did not open what is kept here. Use the one that was made for it.";
}

function wrappedOf(lock: VaultLock): Uint8Array<ArrayBuffer> {
  return new Uint8Array("passphrase" in lock ? lock.passphrase.wrapped : lock.passkey.wrapped);
}

async function wrappingKey(lock: VaultLock, secret: Secret): Promise<CryptoKey> {
  if ("passphrase" in lock && "passphrase" in secret) return fromPassphrase(lock, secret.passphrase);
  if ("passkey" in lock && "prf" in secret) return fromPrf(secret.prf);
  throw new ChaperoneError({ code: "invalid-argument", fault: "bug", message: "This lock is opened in another way." });
}

async function fromPassphrase({ passphrase: lock }: PassphraseLock, passphrase: string): Promise<CryptoKey> {
  const { memoryKib, passes, lanes } = lock;
  const bytes = await derive({ passphrase, salt: new Uint8Array(lock.salt), memoryKib, passes, lanes });
  const key = await crypto.subtle.importKey("raw", bytes, ALGORITHM, false, ["wrapKey", "unwrapKey"]);
  bytes.fill(0);
  return key;
}

async function fromPrf(prf: ArrayBuffer): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", prf, "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: PASSKEY_INFO },
    material,
    { name: ALGORITHM, length: 256 },
    false,
    ["wrapKey", "unwrapKey"],
  );
}

async function derive(request: DeriveRequest): Promise<Uint8Array<ArrayBuffer>> {
  const worker = await startWorker("derive");
  try {
    const bytes = await new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer> | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(request);
    });
    if (bytes !== null) return bytes;
  } finally {
    worker.terminate();
  }
  throw new ChaperoneError({
    code: "internal",
    fault: "runtime",
    message: "The key could not be made: this takes 64 MiB of memory. Close other tabs and try again.",
  });
}

async function wrap(key: CryptoKey, wrapping: CryptoKey): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: ALGORITHM, iv, additionalData: WRAPPED_DATA };
  const sealed = new Uint8Array(await crypto.subtle.wrapKey("raw", key, wrapping, algorithm));
  const wrapped = new Uint8Array(IV_BYTES + sealed.length);
  wrapped.set(iv);
  wrapped.set(sealed, IV_BYTES);
  return wrapped;
}

async function unwrap(
  wrapped: Uint8Array<ArrayBuffer>,
  wrapping: CryptoKey,
  extractable: boolean,
  refusal: string,
): Promise<CryptoKey> {
  const iv = wrapped.slice(0, IV_BYTES);
  const algorithm = { name: ALGORITHM, iv, additionalData: WRAPPED_DATA };
  try {
    return await crypto.subtle.unwrapKey("raw", wrapped.slice(IV_BYTES), wrapping, algorithm, ALGORITHM, extractable, [
      "encrypt",
      "decrypt",
    ]);
  } catch {
    throw new ChaperoneError({
      code: "refused",
      fault: "user",
      message: refusal,
    });
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
