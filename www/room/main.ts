/**
 * The record room's entry. The order of the first two imports is part of the room's security: the sealing
 * must run before any other code, and the door before any dependency.
 */
import "./seal.ts";
import { whenOpened } from "./door.ts";
import { noteOf } from "../shell/note.ts";
import { Doubles, serveAsDouble } from "./doubles.ts";
import { EngineClient } from "./engine/client.ts";
import { bringBy } from "./engine/late.ts";
import { Keeping } from "./keys/keeping.ts";
import { Keys } from "./keys/keys.ts";
import { App } from "./view/app.ts";
import { tokens } from "./view/theme.ts";
import { applyTheme } from "./view/themed.ts";
import { inFrame } from "./view/uncovered.ts";

const doubles = new Doubles();

whenOpened((opened) => {
  if (opened.as === "double") return serveAsDouble(opened.port);
  if (opened.as === "double-of-room") return doubles.renew(opened.port, opened.ended);
  document.adoptedStyleSheets = [tokens.styleSheet as CSSStyleSheet];
  applyTheme(opened.theme, document.documentElement, tokens.cssText);
  if (opened.framed) inFrame();
  const app = new App();
  const keys = new Keys();
  app.engine = new EngineClient(opened.worker, keys);
  bringBy(app.engine);
  app.keeping = new Keeping(app.engine, keys, noteOf(opened.note) ?? null);
  app.doubles = doubles;
  app.launched = opened.launched;
  app.answers = opened.answers;
  document.body.append(app);
});
