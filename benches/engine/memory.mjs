// The memory of the browser's processes, from /proc.
import { readFileSync, readdirSync } from "node:fs";

const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // The process has ended.
  }
};

/** What /proc says of the processes below this one, by their numbers; nothing where there is no /proc. */
export function processes() {
  let ids = [];
  try {
    ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return new Map();
  }
  const status = new Map(ids.map((id) => [id, read(`/proc/${id}/status`)]));
  const below = (id) => id === process.pid || (id > 1 && status.has(id) && below(number(status.get(id), "PPid")));
  return new Map([...status].filter(([id]) => id !== process.pid && below(id)));
}

const number = (status, field) => Number(new RegExp(`^${field}:\\s*(\\d+)`, "m").exec(status)?.[1] ?? 0);

/** Bytes that the largest process below this one that is not among `others` has held at most. */
export function mostMemory(others) {
  const own = [...processes()].filter(([id]) => !others.has(id));
  return 1024 * Math.max(0, ...own.map(([, status]) => number(status, "VmHWM")));
}
