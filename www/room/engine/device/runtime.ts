/** llama.cpp as wllama compiles it: started from the bytes of its module, with one model file that it reads piece by piece, and asked by messages. */
import { glueDeserialize, glueSerialize } from "wllama:glue";
import runEmscripten from "wllama:runtime";

/** A message to llama.cpp or its answer, by wllama's names of their fields. */
type Message = Readonly<Record<string, unknown>> & { readonly _name: string };

/** Asks llama.cpp to do `action`; nothing where it refused. Rejects where it stopped for good. */
export type Act = (action: string, message: Message) => Promise<Message | undefined>;

/** Where the model lies for llama.cpp. */
export const MODEL_PATH = "/model.gguf";

/** What is used of Emscripten's module. */
interface Emscripten {
  readonly ENV: Record<string, string>;
  readonly FS: { lookupPath(path: string): { readonly node: { usedBytes: number } } };
  readonly FS_createDataFile: (...args: unknown[]) => void;
  readonly wasmMemory: WebAssembly.Memory;
  readonly cwrap: (
    name: string,
    gives: string,
    takes: readonly string[],
    how?: { readonly async: true },
  ) => (...args: unknown[]) => unknown;
}

/** Whether this browser can run it: 64-bit memory, and calls that wait for a promise. */
export function canRun(): boolean {
  try {
    new WebAssembly.Memory({ address: "i64", initial: 1n } as unknown as WebAssembly.MemoryDescriptor);
    return "Suspending" in WebAssembly;
  } catch {
    return false;
  }
}

/**
 * Starts `wasm` with `file` as its model; `read` hears up to which byte of the file it has come, `log` each line that it logs. Nothing of a log may be
 * shown: it may hold what was asked.
 */
export async function start(
  wasm: Uint8Array<ArrayBuffer>,
  file: Blob,
  read: (bytes: number) => void,
  log: (line: string) => void,
): Promise<Act> {
  // llama.cpp reads with one file open, in order.
  const bring = async (_path: string, offset: number, length: number, to: number): Promise<bigint> => {
    const bytes = new Uint8Array(await file.slice(offset, offset + length).arrayBuffer());
    heap(module).set(bytes, to);
    read(offset + bytes.byteLength);
    return BigInt(bytes.byteLength);
  };
  const module = await new Promise<Emscripten>((resolve, reject) => {
    const given: Record<string, unknown> = {
      noInitialRun: true,
      print: log,
      printErr: log,
      pthreadPoolSize: 0,
      preRun: () => void ((given as unknown as Emscripten).ENV["USE_ASYNC_FILE"] = "1"),
      onRuntimeInitialized: () => resolve(given as unknown as Emscripten),
      onAbort: () => reject(new WebAssembly.RuntimeError("aborted")),
      instantiateWasm: (
        imports: WebAssembly.Imports,
        take: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) => {
        WebAssembly.instantiate(wasm, imports).then(({ instance, module }) => take(instance, module), reject);
      },
    };
    runEmscripten(given, bring);
  });
  module.FS_createDataFile("/", MODEL_PATH.slice(1), new Uint8Array(0), true, true, true);
  // It is as long as the file, and none of it is there: each reading brings its piece.
  module.FS.lookupPath(MODEL_PATH).node.usedBytes = file.size;
  const room = module.cwrap("wllama_malloc", "bigint", ["number", "bigint"]);
  const begin = module.cwrap("wllama_start", "string", [], { async: true });
  const perform = module.cwrap("wllama_action", "bigint", ["string", "bigint"], { async: true });
  await begin();
  return async (action, message) => {
    const asked = glueSerialize(message);
    const at = Number(room(BigInt(asked.byteLength), 0));
    heap(module).set(asked, at);
    const given = Number(await perform(action, BigInt(at)));
    if (given === 0) return undefined;
    // The length of the answer is where the question was.
    const [length = 0] = new Uint32Array(module.wasmMemory.buffer, at, 1);
    return glueDeserialize(heap(module).slice(given, given + length)) as Message;
  };
}

/** The memory as it is now: it moves when it grows. */
function heap({ wasmMemory }: Emscripten): Uint8Array {
  return new Uint8Array(wasmMemory.buffer);
}
