/** The locker in the origin's private file system. A file is replaced when its writer is closed, not before. */
import { holdsSomething, type Locker } from "./locker.ts";

const FOLDER = "chaperone-locker";
const PROBE = "probe";

/**
 * Resolves to the locker; rejects where there is no such file system or it cannot be written. One that holds something is not
 * tried by writing: on a full disk it can still be read.
 */
export async function openFiles(): Promise<Locker> {
  const root = await navigator.storage.getDirectory();
  const folder = async (): Promise<FileSystemDirectoryHandle> => root.getDirectoryHandle(FOLDER, { create: true });
  const write = async (name: string, bytes: ArrayBuffer): Promise<void> => {
    const file = await (await folder()).getFileHandle(name, { create: true });
    const writer = await file.createWritable();
    try {
      await writer.write(bytes);
    } catch (error) {
      await writer.abort().catch(() => undefined);
      throw error;
    }
    await writer.close();
  };
  const remove = async (name: string): Promise<void> => {
    try {
      await (await folder()).removeEntry(name);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  };
  const locker: Locker = {
    backing: "files",
    async load(name) {
      try {
        const file = await (await folder()).getFileHandle(name);
        return await (await file.getFile()).arrayBuffer();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    save: write,
    async remove(names) {
      for (const name of names) await remove(name);
    },
    async names() {
      const names: string[] = [];
      for await (const name of (await folder()).keys()) names.push(name);
      return names;
    },
    async erase() {
      await root.removeEntry(FOLDER, { recursive: true });
    },
  };
  if (!(await holdsSomething(locker))) {
    await write(PROBE, new ArrayBuffer(1));
    await remove(PROBE);
  }
  return locker;
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}
