/** Which kind of locker this browser has. */
import { hasDatabase, openDatabase } from "./database.ts";
import { openFiles } from "./files.ts";
import { holdsSomething, type Locker } from "./locker.ts";

/**
 * Resolves to the locker that holds something already, else to the first kind that works, else to nothing. A database
 * is not made where there are files.
 */
export async function openLocker(): Promise<Locker | undefined> {
  const files = await openFiles().catch(() => undefined);
  if (files !== undefined && ((await holdsSomething(files)) || !(await hasDatabase().catch(() => false)))) return files;
  const database = await openDatabase().catch(() => undefined);
  return database !== undefined && (files === undefined || (await holdsSomething(database))) ? database : files;
}
