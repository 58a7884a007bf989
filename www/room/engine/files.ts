/** The public files as the engine's worker gets them, and what the person is told meanwhile. */
import { Incoming } from "../../../pkg/chaperone.js";
import type { AssetId, LateScript } from "../../shell/messages.ts";
import { publicFile } from "../../shell/public-file.ts";
import type { Fetching, Notice } from "./calls.ts";
import type { ShellPort } from "./shell-port.ts";

/** What is told of a file on its way. */
export type FileEvent = { readonly progress: Fetching } | { readonly notice: Notice };

/** Gets public files over the port. */
export class PublicFiles {
  readonly #shell: Pick<ShellPort, "asset">;
  /** The last asking for each script. */
  readonly #scripts = new Map<LateScript, Promise<unknown>>();
  #saidNotKept = false;

  constructor(shell: Pick<ShellPort, "asset">) {
    this.#shell = shell;
  }

  /** Returns the bytes of `asset`, whose hash was checked; rejects when it cannot be had, or when `signal` fires. */
  async get(asset: AssetId, tell: (event: FileEvent) => void, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(lengthOf(asset));
    let at = 0;
    const take = (piece: Uint8Array): void => {
      bytes.set(piece, at);
      at += piece.byteLength;
    };
    await this.#pieces(asset, take, tell, signal, bytes);
    return bytes;
  }

  /** As {@link get}, but puts each piece where it stays, in the engine's memory: no second copy of the file is made. */
  async into(asset: AssetId, tell: (event: FileEvent) => void, signal?: AbortSignal): Promise<Incoming> {
    const incoming = new Incoming(lengthOf(asset));
    try {
      await this.#pieces(asset, (piece) => incoming.push(piece), tell, signal);
      return incoming;
    } catch (error) {
      incoming.free();
      throw error;
    }
  }

  /** Returns the text of the script `name`, as {@link get}. Who asks for one that is on its way waits, and has it from the shelf. */
  script(name: LateScript, tell: (event: FileEvent) => void, signal?: AbortSignal): Promise<string> {
    const before = this.#scripts.get(name) ?? Promise.resolve();
    const bytes = before.then(() => this.get(`script-${name}`, tell, signal));
    this.#scripts.set(
      name,
      bytes.catch(() => undefined),
    );
    return bytes.then((read) => new TextDecoder().decode(read));
  }

  async #pieces(
    asset: AssetId,
    take: (piece: Uint8Array<ArrayBuffer>) => void,
    tell: (event: FileEvent) => void,
    signal: AbortSignal | undefined,
    whole?: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const file = publicFile(asset);
    const hear = ({ done, total }: { done: number; total: number }): void =>
      tell({ progress: { status: "fetching", file, done, total } });
    const { mended, kept } = await this.#shell.asset(asset, take, hear, signal, whole);
    if (mended) tell({ notice: { about: "mended", file } });
    if (!kept && !this.#saidNotKept) {
      this.#saidNotKept = true;
      tell({ notice: { about: "not-kept", file } });
    }
  }
}

/** What this build says of the length of `asset`; a file that it does not have is refused when it is asked for. */
function lengthOf(asset: AssetId): number {
  return ASSETS[asset]?.bytes ?? 0;
}
