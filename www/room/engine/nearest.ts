/** A question to a server of public passages in the engine's worker: what would leave, and then two requests: which collections it has, and the question with the id that it gives. */
import type { Cleared, Engine } from "../../../pkg/chaperone.js";
import type { Patience } from "../../shell/messages.ts";
import type { CallEvent } from "./calls.ts";
import { ChaperoneError } from "./error.ts";
import type { Models } from "./models.ts";
import type { Reading } from "./reading.ts";
import { handedOver } from "./released.ts";
import type { Handlers } from "./serve.ts";
import type { ShellPort } from "./shell-port.ts";
import type { Unsent } from "./unsent.ts";

type Tell = (event: CallEvent) => void;

const PATIENCE: Patience = { headMillis: 30_000, firstByteMillis: 30_000, idleMillis: 30_000 };

/** What the worker answers about it; `entered` keeps the ledger, and is awaited before anything leaves. */
export function nearest(
  engine: Engine,
  shell: Pick<ShellPort, "seek">,
  models: Pick<Models, "words" | "embedder" | "withVector">,
  reading: Pick<Reading, "settled">,
  entered: (tell: Tell) => Promise<void>,
  unsent: Unsent,
): Pick<Handlers, "nearest-propose" | "nearest-on"> {
  /** Hands over what the engine `released` and entered, and resolves to the answer. */
  const answer = async (released: Cleared, tell: Tell, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> => {
    const outgoing = handedOver(released);
    const failed = unsent.watch();
    await entered(tell);
    let reply = "";
    const hear = {
      pause: (millis: number): void => tell({ pause: millis }),
      head: (status: number): void => {
        if (status !== 200 && status !== 201) throw refused(status);
      },
      text: (piece: string): void => void (reply += piece),
    };
    try {
      await shell.seek(outgoing, PATIENCE, hear, signal);
    } catch (error) {
      failed(error);
      throw error;
    }
    return new TextEncoder().encode(reply);
  };

  return {
    "nearest-propose": async ({ question, allowed, server }, tell, signal) => {
      await models.words();
      await models.embedder(tell, signal);
      await reading.settled(signal);
      return models.withVector(() => engine.nearestPropose(question, [...allowed], server, Date.now()));
    },

    "nearest-on": async ({ collection }, tell, signal) => {
      const there = await answer(engine.nearestCollections(Date.now()), tell, signal);
      const question = await models.withVector(() => engine.nearestRelease(collection, there, Date.now()));
      return { reply: await answer(question, tell, signal) };
    },
  };
}

/** Nothing that a server says with it is shown. */
function refused(status: number): ChaperoneError {
  const message = `The server of public passages did not take the request (status ${status}): is it Chroma with the API v2, and was the collection loaded with vectors of the same model?`;
  return new ChaperoneError({ code: "network", fault: "runtime", message, server: { status } });
}
