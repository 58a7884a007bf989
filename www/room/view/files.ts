/** From what a person dropped or chose to the files in it, folders opened; nothing is read here. */

/** Bytes beyond which a file is not read: what the engine can count. */
export const MAX_FILE_BYTES = 4 * 1024 ** 3 - 1;

/** Bytes of the longest file that is not one of lines (NDJSON): the engine's own limit, unpacked. */
export const MAX_WHOLE_BYTES = 512 * 1024 * 1024;

/** Files beyond which a folder is not searched further. */
export const MAX_FILES = 20_000;

/** Names of the files that are taken out of a folder. What is chosen by itself is tried whatever its name. */
const RECORDS = /\.(json|ndjson|jsonl|xml|txt|md|html?|pdf)(\.gz)?$|\.(gz|zip)$/i;

/** A file, with its way from the folder that was chosen. */
export interface Picked {
  readonly path: string;
  readonly file: File;
}

/** What was found. */
export interface Gathered {
  readonly picked: readonly Picked[];
  /** How many files of the folders were passed over, because their names are not those of records. */
  readonly passedOver: number;
  /** Folders and files that the browser did not open. */
  readonly unopened: readonly string[];
  /** Whether there was more than {@link MAX_FILES}. */
  readonly cut: boolean;
}

/** Returns the files of a file field; with `webkitdirectory` they are those of a folder. */
export function chosen(files: Iterable<File>): Gathered {
  const gathering = new Gathering();
  for (const file of files) {
    if (gathering.cut) break;
    const path = file.webkitRelativePath;
    gathering.take(path === "" ? file.name : path, file, path === "");
  }
  return gathering;
}

/**
 * Resolves to the files of a drop. Must be called within the event: its first step reads the list
 * of what was dropped, which the browser takes away afterwards.
 *
 * Chromium 156 opens no entry in a frame of opaque origin, such as the record room. Files are therefore taken as
 * they are, and a folder that cannot be opened is named, so that the person can choose it instead.
 */
export async function dropped(transfer: DataTransfer): Promise<Gathered> {
  const gathering = new Gathering();
  const open: FileSystemDirectoryEntry[] = [];
  for (const item of transfer.items) {
    const entry = item.kind === "file" ? item.webkitGetAsEntry() : null;
    const file = item.kind === "file" ? item.getAsFile() : null;
    if (entry?.isDirectory === true) open.unshift(entry as FileSystemDirectoryEntry);
    else if (file !== null) gathering.take(file.name, file, true);
  }
  for (let folder = open.pop(); folder !== undefined && !gathering.cut; folder = open.pop()) {
    const inside = await entriesOf(folder).catch(() => undefined);
    if (inside === undefined) gathering.unopened.push(pathOf(folder));
    for (const entry of inside ?? []) {
      if (entry.isDirectory) open.push(entry as FileSystemDirectoryEntry);
      else {
        const file = await fileOf(entry as FileSystemFileEntry).catch(() => undefined);
        if (file === undefined) gathering.unopened.push(pathOf(entry));
        else gathering.take(pathOf(entry), file, false);
      }
    }
  }
  return gathering;
}

function pathOf({ fullPath }: FileSystemEntry): string {
  return fullPath.replace(/^\//, "");
}

class Gathering implements Gathered {
  readonly picked: Picked[] = [];
  readonly unopened: string[] = [];
  passedOver = 0;
  cut = false;

  take(path: string, file: File, byItself: boolean): void {
    if (!byItself && !RECORDS.test(file.name)) this.passedOver += 1;
    else if (this.picked.length < MAX_FILES) this.picked.push({ path, file });
    else this.cut = true;
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives a folder in portions, until an empty one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) break;
    all.push(...portion);
  }
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}
