/** The record room's entry. Sealing comes first: it must run before any other code of the room. */
import "./seal.ts";
import type { Hello } from "../shell/hello.ts";
import { Doubles, serveAsDouble } from "./doubles.ts";
import { runSelfTest, usualTargets } from "./self-test.ts";

const doubles = new Doubles();
let greeted = false;

window.addEventListener("message", ({ source, data, ports }: MessageEvent<Hello>) => {
  const port = ports[0];
  if (source !== window.parent || port === undefined) return;
  if (data.hello === "double-of-room") doubles.renew(port, data.ended);
  else if (!greeted && data.hello === "double") { greeted = true; serveAsDouble(port); }
  else if (!greeted && data.hello === "room") { greeted = true; }
});
Object.assign(window, { go: async (t = usualTargets()) => { const o: unknown[] = []; await runSelfTest(doubles, t, (f) => o.push(f)); return o; } });
