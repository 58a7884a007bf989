// What moves on the page without anybody having touched it: layout shifts, as Cumulative Layout Shift counts them.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { roomOf } from "../../browser.mjs";

/** The most that may move in a session of shifts. 0.1 is taken for good (web.dev/cls); a page that worried people read is to be calmer. */
export const SHIFT_BAR = 0.02;

/** How long it is waited for what follows a step, in milliseconds. */
const SETTLING = 900;

/** Begins to note what moves in `frame`; what has moved since it was loaded, too. */
export const watchShifts = (frame) =>
  frame.evaluate(() => {
    /** The innermost element at a point, through all shadows, with those around it. */
    const pathAt = (x, y) => {
      const path = [];
      for (let root = document; root;) {
        const element = root.elementFromPoint(x, y);
        if (element === null || element.getRootNode() !== root) break;
        path.push(`${element.localName}${element.id ? `#${element.id}` : ""}`);
        root = element.shadowRoot;
      }
      return path.slice(-3).join(" ");
    };
    const told = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
    globalThis.shifts = [];
    const note = (entries) => {
      for (const { startTime, value, hadRecentInput, sources } of entries) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ previousRect: from, currentRect: to }) => {
          const path = pathAt(to.x + to.width / 2, Math.max(to.y, 0) + 4);
          return `${path} from ${told(from)} to ${told(to)}`;
        });
        globalThis.shifts.push({ at: startTime, value, moved });
      }
    };
    globalThis.shiftObserver = new PerformanceObserver((list) => note(list.getEntries()));
    globalThis.shiftObserver.observe({ type: "layout-shift", buffered: true });
    globalThis.takeShifts = () => {
      note(globalThis.shiftObserver.takeRecords());
      return globalThis.shifts.splice(0);
    };
  });

/** The largest sum of a session: shifts less than a second apart, in five seconds at most. */
export function worstSession(shifts) {
  let worst = 0;
  let session;
  for (const { at, value } of shifts) {
    if (session === undefined || at - session.last > 1000 || at - session.first > 5000) session = { first: at, sum: 0 };
    session.last = at;
    session.sum += value;
    worst = Math.max(worst, session.sum);
  }
  return worst;
}

/** What moved in `frames` since the last look, once the page has come to rest: the sum of the worst session, and in words what it was. */
export async function takeShifts(frames) {
  await sleep(SETTLING);
  let [worst, moved] = [0, []];
  for (const frame of frames) {
    const shifts = await frame.evaluate(() => globalThis.takeShifts());
    worst = Math.max(worst, worstSession(shifts));
    moved = moved.concat(shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved.join("; ")}`));
  }
  return { worst, moved };
}

/** The windows in which the page is looked at. */
export const LOOKS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 780 } };

/** The frames of `page` in which something may move, the room last. */
const framesOf = async (page) => [page, await roomOf(page)];

/**
 * Opens the page at `url` in a window of `viewport`; what `step` does in its room, by a name, must move nothing. `end` says what did. `frames` gives what is
 * looked at of a page, the room last; where the page is loaded anew, `enter` goes into it again.
 */
export async function watched(t, url, viewport, { context }, frames = framesOf) {
  const page = await context.newPage();
  t.after(() => page.close());
  await page.setViewportSize(viewport);
  await page.goto(url);
  const faults = [];
  const walk = { page, frame: undefined };
  let looked = [];
  walk.enter = async () => {
    looked = await frames(page);
    walk.frame = looked.at(-1);
    await Promise.all(looked.map(watchShifts));
  };
  await walk.enter();
  walk.look = async (name) => {
    const { worst, moved } = await takeShifts(looked);
    if (process.env.SHIFTS !== undefined)
      console.log(`${worst.toFixed(4)} ${name}${moved.map((each) => `\n    ${each}`).join("")}`);
    if (worst >= SHIFT_BAR) faults.push(`${name}: ${worst.toFixed(4)}`, ...moved.map((each) => `  ${each}`));
  };
  walk.step = async (name, act) => {
    await act(walk.frame);
    await walk.look(name);
  };
  walk.end = () => assert.deepEqual(faults, []);
  return walk;
}
