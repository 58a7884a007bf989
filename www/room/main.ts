/** The record room's entry. Sealing comes first: it must run before any other code of the room. */
import "./seal.ts";
import type { Hello } from "../shell/hello.ts";
import { Doubles, serveAsDouble } from "./doubles.ts";
import { EngineClient } from "./engine/client.ts";
import { engineWorker } from "./engine/scripts.ts";
import { App } from "./view/app.ts";
import { tokens } from "./view/theme.ts";

const doubles = new Doubles();
let greeted = false;

window.addEventListener("message", ({ source, data, ports }: MessageEvent<Hello>) => {
  const port = ports[0];
  if (source !== window.parent || port === undefined) return;
  if (data.hello === "double-of-room") {
    doubles.renew(port, data.ended);
  } else if (!greeted) {
    greeted = true;
    if (data.hello === "room") open(port);
    else serveAsDouble(port);
  }
});

/** Opens the room: the engine's worker gets the port at once, and nothing here keeps it. */
function open(port: MessagePort): void {
  document.adoptedStyleSheets = [tokens.styleSheet as CSSStyleSheet];
  const app = new App();
  app.engine = new EngineClient(engineWorker(), port);
  app.doubles = doubles;
  document.body.append(app);
}
