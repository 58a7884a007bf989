/** Part of the room’s script: what the engine says of its own, and errors, in German. */
import { saidInGerman } from "../said/de/all.ts";
import { learnSaid } from "../words/say.ts";

learnSaid("de", saidInGerman);
