// What a browser and its processes tell of their work, for the benchmarks of the page.
import { readFileSync, readdirSync } from "node:fs";

/** Peak resident memory, in MiB, of the largest renderer that this process started. */
export const rendererPeak = () => rendererMemory("VmHWM");

/** Memory of the kind `field` of /proc/PID/status, in MiB, of the largest renderer that this process started. */
export function rendererMemory(field) {
  const status = (pid) => readFileSync(`/proc/${pid}/status`, "utf8");
  const number = (text, name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
  let largest = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")) continue;
      let ancestor = pid;
      while (ancestor > 1 && Number(ancestor) !== process.pid) ancestor = number(status(ancestor), "PPid");
      if (Number(ancestor) === process.pid) largest = Math.max(largest, number(status(pid), field));
    } catch {
      // The process ended while it was looked at.
    }
  }
  return Math.round(largest / 1024);
}

/** A task of more than so many milliseconds is a long one (W3C, Long Tasks API). */
export const LONG_MILLIS = 50;

/**
 * Does `act` while Chromium traces the tasks of its renderers' main threads: those of shell and room, as no other page has
 * work. Resolves to what it gave, to the milliseconds of each long task, and to the processor's milliseconds of the task that
 * took the most: on a busy machine a task is longer than what it does; and to the longest task of the worker that worked most. `spare` is an empty page, by which the browser is spoken to.
 */
export async function traced(context, spare, act) {
  const session = await context.newCDPSession(spare);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => value.forEach((event) => events.push(event)));
  const traceConfig = { includedCategories: ["toplevel"], recordMode: "recordAsMuchAsPossible" };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  const value = await act();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const thread = ({ pid, tid }) => `${pid}/${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread),
  );
  const tasks = events.filter((event) => event.ph === "X" && /RunTask$/.test(event.name) && main.has(thread(event)));
  if (tasks.length === 0) throw new Error("the trace holds no task of a main thread");
  const long = tasks.map(({ dur }) => dur / 1000).filter((millis) => millis > LONG_MILLIS);
  const mostCpuMillis = tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0);
  return { value, tasks: { longMillis: long, mostCpuMillis }, worker: busiestWorker(events, thread) };
}

/** The longest task of the worker that worked most, in milliseconds by the clock and of the processor: a task is one call of its engine. */
function busiestWorker(events, thread) {
  const workers = new Map(
    events
      .filter(({ name, args }) => name === "thread_name" && /^DedicatedWorker/.test(args.name))
      .map((event) => [thread(event), { all: 0, longestMillis: 0, mostCpuMillis: 0 }]),
  );
  for (const event of events) {
    const worker = workers.get(thread(event));
    if (worker === undefined || event.ph !== "X" || !/RunTask$/.test(event.name)) continue;
    worker.all += event.dur;
    worker.longestMillis = Math.max(worker.longestMillis, event.dur / 1000);
    worker.mostCpuMillis = Math.max(worker.mostCpuMillis, (event.tdur ?? 0) / 1000);
  }
  return [...workers.values()].sort((one, other) => other.all - one.all)[0];
}

export const inWords = ({ longMillis, mostCpuMillis }) => {
  const long = longMillis.length === 0 ? "" : ` (the longest ${Math.max(...longMillis).toFixed(0)} ms)`;
  return `${longMillis.length || "none"} longer than ${LONG_MILLIS} ms${long}, at most ${mostCpuMillis.toFixed(0)} ms of processor time`;
};
