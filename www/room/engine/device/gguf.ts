/** What a GGUF file says of itself, read before any of its weights: whether it can be run, and what it takes. */
import { ChaperoneError, type Code } from "../error.ts";

/** What is known of a model by the head of its file. */
export interface Gguf {
  /** What it calls itself; empty where it does not. */
  readonly name: string;
  readonly architecture: string;
  /** Whether it says how what is said to it is marked. */
  readonly hasTemplate: boolean;
  /** The most tokens that it was made for; 0 where it does not say. */
  readonly contextTokens: number;
  /** Bytes that each token of a conversation takes in memory, with two bytes for a number. */
  readonly bytesPerToken: number;
}

/** What is read of a file at first, in bytes; more where its head is longer. */
const FIRST_BYTES = 4 * 2 ** 20;
/** The longest head that is read: a vocabulary of a quarter of a million words takes some 16 MiB. */
const MOST_HEAD_BYTES = 128 * 2 ** 20;
const VERSIONS: readonly number[] = [2, 3];
/** Where the weights begin is a multiple of it, where the file does not say otherwise. */
const USUAL_ALIGNMENT = 32;
const [STRING, ARRAY] = [8, 9] as const;
/** Bytes of a value by its type, but for texts and lists. */
const VALUE_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
/** Weights of a block and its bytes, by the type of a tensor (ggml's `type_traits`). */
const BLOCKS: Readonly<Record<number, readonly [weights: number, bytes: number]>> = {
  0: [1, 4], 1: [1, 2], 2: [32, 18], 3: [32, 20], 6: [32, 22], 7: [32, 24], 8: [32, 34], 10: [256, 84], 11: [256, 110],
  12: [256, 144], 13: [256, 176], 14: [256, 210], 16: [256, 66], 17: [256, 74], 18: [256, 98], 19: [256, 50], 20: [32, 18],
  21: [256, 110], 22: [256, 82], 23: [256, 136], 24: [1, 1], 25: [1, 2], 26: [1, 4], 27: [1, 8], 28: [1, 8], 29: [256, 56],
  30: [1, 2], 34: [256, 54], 35: [256, 66], 39: [32, 17],
}; // prettier-ignore

/** The head goes on behind the bytes that were read. */
class Short extends Error {}

/** Reads the head of `file`. Rejects with what is wrong with it. */
export async function readGguf(file: Blob): Promise<Gguf> {
  for (let length = Math.min(FIRST_BYTES, file.size); ; length = Math.min(2 * length, file.size)) {
    const bytes = new Uint8Array(await file.slice(0, length).arrayBuffer());
    try {
      return headOf(bytes, file.size);
    } catch (error) {
      if (!(error instanceof Short)) throw error;
      if (length >= file.size) throw cutOff(file.size, undefined);
      if (length >= MOST_HEAD_BYTES) throw wrong("malformed", BROKEN);
    }
  }
}

/** Reads the head in `bytes`, the beginning of a file of `size` bytes. */
function headOf(bytes: Uint8Array<ArrayBuffer>, size: number): Gguf {
  const head = new Head(bytes);
  // An empty file, and one of three letters, is none either.
  if (size < 4 || head.word() !== "GGUF") throw wrong("malformed", FOREIGN);
  const version = head.number(4);
  if (!VERSIONS.includes(version)) throw wrong("unsupported", OTHER_VERSION);
  const [tensors, values] = [head.number(8), head.number(8)];
  const known = new Map<string, string | number>();
  for (let each = 0; each < values; each += 1) {
    const key = head.text();
    const value = head.value(head.number(4));
    if (value !== undefined) known.set(key, value);
  }
  const number = (key: string): number => {
    const value = known.get(key);
    return typeof value === "number" ? value : 0;
  };
  const word = (key: string): string => {
    const value = known.get(key);
    return typeof value === "string" ? value : "";
  };
  if (number("split.count") > 1) throw wrong("unsupported", IN_PARTS);
  let end = 0;
  for (let each = 0; each < tensors; each += 1) end = Math.max(end, head.tensorEnd());
  const alignment = number("general.alignment") || USUAL_ALIGNMENT;
  const needed = Math.ceil(head.at / alignment) * alignment + end;
  if (size < needed) throw cutOff(size, needed);
  const architecture = word("general.architecture");
  const of = (key: string): number => number(`${architecture}.${key}`);
  const heads = of("attention.head_count") || 1;
  const width = of("embedding_length") / heads;
  const bothLengths = (of("attention.key_length") || width) + (of("attention.value_length") || width);
  return {
    name: word("general.name"),
    architecture,
    hasTemplate: known.has("tokenizer.chat_template"),
    contextTokens: of("context_length"),
    bytesPerToken: of("block_count") * (of("attention.head_count_kv") || heads) * bothLengths * 2,
  };
}

/** Reads a head from front to back, little end first. */
class Head {
  at = 0;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }

  /** The next four letters. */
  word(): string {
    return String.fromCharCode(...this.#take(4));
  }

  /** The next whole number, of four or eight bytes. */
  number(bytes: 4 | 8): number {
    const at = this.at;
    this.#take(bytes);
    const value = bytes === 4 ? this.#view.getUint32(at, true) : Number(this.#view.getBigUint64(at, true));
    if (!Number.isSafeInteger(value)) throw wrong("malformed", BROKEN);
    return value;
  }

  text(): string {
    return new TextDecoder().decode(this.#take(this.number(8)));
  }

  /** The next value, where it is a text, a whole number or a list of these, whose largest counts; else nothing. */
  value(type: number): string | number | undefined {
    if (type === STRING) return this.text();
    if (type === ARRAY) {
      const of = this.number(4);
      const count = this.number(8);
      if (of !== STRING && of !== 4 && of !== 5) {
        this.#skip(of, count);
        return undefined;
      }
      let largest = 0;
      for (let each = 0; each < count; each += 1) {
        if (of === STRING) this.#take(this.number(8));
        else largest = Math.max(largest, this.number(4));
      }
      return of === STRING ? undefined : largest;
    }
    if (type === 4 || type === 5) return this.number(4);
    if (type === 10) return this.number(8);
    this.#skip(type, 1);
    return undefined;
  }

  /** Where the next tensor ends, counted from the first one. */
  tensorEnd(): number {
    this.#take(this.number(8));
    const dimensions = this.number(4);
    if (dimensions > 8) throw wrong("malformed", BROKEN);
    let weights = 1;
    for (let each = 0; each < dimensions; each += 1) weights *= this.number(8);
    // Of a type that is not known here only where it begins is.
    const [block, bytes] = BLOCKS[this.number(4)] ?? [1, 0];
    return this.number(8) + (weights / block) * bytes;
  }

  #skip(type: number, count: number): void {
    const each = VALUE_BYTES[type];
    if (each === undefined) throw wrong("malformed", BROKEN);
    this.#take(each * count);
  }

  #take(count: number): Uint8Array {
    if (count > this.#bytes.byteLength - this.at) throw new Short();
    this.at += count;
    return this.#bytes.subarray(this.at - count, this.at);
  }
}

const FOREIGN =
  "This file is no model in the form GGUF, which is what can be run on this device. Such files end in .gguf.";
const OTHER_VERSION = "This GGUF file is of a version that cannot be read here. Choose a newer export of the model.";
const BROKEN = "This GGUF file is damaged: what it says of itself cannot be read. Fetch it again.";
const IN_PARTS = "This is one of several parts of a model. Choose a model that is one file.";

export function wrong(code: Code, message: string): ChaperoneError {
  return new ChaperoneError({ code, fault: "user", message });
}

function cutOff(has: number, needs: number | undefined): ChaperoneError {
  const bytes = (count: number): string => Math.ceil(count).toLocaleString("en");
  const message =
    needs === undefined
      ? `This GGUF file is cut off: it ends after ${bytes(has)} bytes, in the middle of what it says of itself. Fetch it again.`
      : `This GGUF file is cut off: it has ${bytes(has)} bytes of ${bytes(needs)}. Fetch it again.`;
  return wrong("malformed", message);
}
