/**
 * Makes a key from a passphrase by Argon2id, in a worker of its own that ends afterwards: its memory goes with it.
 */
import { argon2id } from "hash-wasm";

/** What the worker is asked. */
export interface DeriveRequest {
  readonly passphrase: string;
  readonly salt: Uint8Array;
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

onmessage = async ({ data }: MessageEvent<DeriveRequest>) => {
  const { passphrase, salt, memoryKib, passes, lanes } = data;
  try {
    const bytes = await argon2id({
      // One passphrase, however the keyboard composes its letters.
      password: passphrase.normalize("NFKC"),
      salt,
      memorySize: memoryKib,
      iterations: passes,
      parallelism: lanes,
      hashLength: 32,
      outputType: "binary",
    });
    postMessage(bytes, { transfer: [bytes.buffer] });
  } catch {
    postMessage(null);
  }
};
