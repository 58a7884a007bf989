/** Two modules of the package `@wllama/wllama`, which it does not export by themselves; `bundles.mjs` finds them. */

/** wllama's form of messages. */
declare module "wllama:glue" {
  export function glueSerialize(message: object): Uint8Array<ArrayBuffer>;
  export function glueDeserialize(bytes: Uint8Array): Record<string, unknown>;
}

/** Emscripten's loader of llama.cpp. */
declare module "wllama:runtime" {
  /** Fills `module`; `readFile` brings bytes of a file to a place in memory and gives their number. */
  export default function run(
    module: Record<string, unknown>,
    readFile: (path: string, offset: number, length: number, to: number) => Promise<bigint>,
  ): void;
}
