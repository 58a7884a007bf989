/** The locker in IndexedDB, for browsers without a private file system. */
import { openDB } from "idb";
import type { Locker } from "./locker.ts";

const NAME = "chaperone-locker";
const STORE = "objects";

/** Whether the database is there already; rejects where the browser does not tell. */
export async function hasDatabase(): Promise<boolean> {
  return (await indexedDB.databases()).some(({ name }) => name === NAME);
}

/** Resolves to the locker; rejects where there is no such database. */
export async function openDatabase(): Promise<Locker> {
  const database = await openDB(NAME, 1, { upgrade: (database) => void database.createObjectStore(STORE) });
  const change = async (
    act: (store: { put(value: unknown, key: string): unknown; delete(key: string): unknown; clear(): unknown }) => void,
  ) => {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    act(transaction.store);
    await transaction.done;
  };
  return {
    backing: "database",
    async load(name) {
      const found: unknown = await database.get(STORE, name);
      return found instanceof ArrayBuffer ? found : null;
    },
    save: (name, bytes) => change((store) => store.put(bytes, name)),
    remove: (names) => change((store) => names.forEach((name) => store.delete(name))),
    names: async () => (await database.getAllKeys(STORE)).map(String),
    erase: () => change((store) => store.clear()),
  };
}
