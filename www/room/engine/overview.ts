/** The whole record of one patient at a glance, and what is new in it. */
import type { Engine } from "../../../pkg/chaperone.js";
import type { Handlers } from "./serve.ts";
import { turn } from "./turns.ts";

/** Answers what the interface asks of one patient as a whole. */
export function overview(engine: Engine): Pick<Handlers, "brief" | "timeline" | "series" | "last-visit" | "points"> {
  return {
    brief: ({ patient, since }) => engine.brief(patient, since),

    timeline: ({ patient }) => engine.timeline(patient),

    series: ({ patient }) => engine.series(patient),

    "last-visit": ({ patient }) => engine.lastVisit(patient) ?? null,

    points: async ({ patient }, _, signal) => {
      const since = engine.lastVisit(patient);
      if (since === undefined) return null;
      await turn(signal);
      return engine.points(patient, since);
    },
  };
}
