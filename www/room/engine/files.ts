/** The public files as the engine's worker gets them, and what the person is told meanwhile. */
import type { AssetId, LateScript } from "../../shell/messages.ts";
import { publicFile } from "../../shell/public-file.ts";
import type { Fetching, Notice } from "./calls.ts";
import type { ShellPort } from "./shell-port.ts";

/** What is told of a file on its way. */
export type FileEvent = { readonly progress: Fetching } | { readonly notice: Notice };

/** Gets public files over the port. */
export class PublicFiles {
  readonly #shell: ShellPort;
  #saidNotKept = false;

  constructor(shell: ShellPort) {
    this.#shell = shell;
  }

  /** Returns the bytes of `asset`, whose hash was checked; rejects when it cannot be had, or when `signal` fires. */
  async get(asset: AssetId, tell: (event: FileEvent) => void, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const file = publicFile(asset);
    const { bytes, mended, kept } = await this.#shell.asset(
      asset,
      ({ done, total }) => tell({ progress: { status: "fetching", file, done, total } }),
      signal,
    );
    if (mended) tell({ notice: { about: "mended", file } });
    if (!kept && !this.#saidNotKept) {
      this.#saidNotKept = true;
      tell({ notice: { about: "not-kept", file } });
    }
    return bytes;
  }

  /** Returns the text of the script `name`, as {@link get}. */
  async script(name: LateScript, tell: (event: FileEvent) => void, signal?: AbortSignal): Promise<string> {
    return new TextDecoder().decode(await this.get(`script-${name}`, tell, signal));
  }
}
