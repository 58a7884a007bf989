/** Model servers, before anything is asked of them: whether one answers, and which models it has. */
import type { ReactiveControllerHost } from "lit";
import type { Patience } from "../../shell/messages.ts";
import type { Endpoint } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import { ChaperoneError } from "../engine/error.ts";
import type { Models } from "./models.ts";
import type { Connector } from "./question.ts";
import { told } from "./told.ts";
import type { Trial } from "./trial.ts";

/** Asks servers about themselves, and tells its host of every change. */
export class Servers {
  /** What came of the last test of a model server; `undefined` before the first. */
  trial: Trial | undefined;
  /** What models a server has, where it was asked. */
  models: Models | undefined;
  /** The last call for a list, of those that may still be under way. */
  #listing: object | undefined;
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;

  constructor(host: ReactiveControllerHost, engine: () => EngineClient) {
    this.#host = host;
    this.#engine = engine;
  }

  /** Tests a model server: it is sent fixed words, and nothing of the records. */
  async tryOut(connector: Connector, holding = false): Promise<void> {
    const endpoint = endpointOf(connector);
    const begun = performance.now();
    const say = (outcome: Partial<Trial> & Pick<Trial, "state">): void => {
      const seconds = (performance.now() - begun) / 1000;
      this.trial = { ...endpoint, seconds, failure: "", ...outcome };
      this.#host.requestUpdate();
    };
    say({ state: "asking" });
    const patience = patienceOf(connector);
    try {
      const takes = { endpoint, credential: connector.key, patience, holding };
      const { said, hold } = await this.#engine().call("trial", takes);
      say({ state: said ? "answered" : "silent", ...(holding && { hold: hold ?? "none" }) });
    } catch (error) {
      say({ state: "failed", failure: told(error), ...knownOf(error) });
    }
  }

  /** Asks a model server for the names of its models: nothing is said to it. */
  async list(connector: Connector): Promise<void> {
    const endpoint = endpointOf(connector);
    const call = (this.#listing = {});
    const say = (outcome: Partial<Models> & Pick<Models, "state">): void => {
      // Another server was asked meanwhile.
      if (call !== this.#listing) return;
      this.models = { url: endpoint.url, names: [], list: "", failure: "", ...outcome };
      this.#host.requestUpdate();
    };
    say({ state: "asking" });
    const takes = { endpoint, credential: connector.key, patience: patienceOf(connector) };
    try {
      say({ state: "listed", ...(await this.#engine().call("models", takes)) });
    } catch (error) {
      say({ state: "failed", failure: told(error), ...knownOf(error) });
    }
  }
}

/** Returns how long a server is waited for. */
export function patienceOf({ waitSeconds }: Connector): Patience {
  const millis = waitSeconds * 1000;
  return { headMillis: millis, firstByteMillis: millis, idleMillis: millis };
}

/** Returns where a server is asked, and which of its models. */
export function endpointOf({ url, model }: Connector): Endpoint {
  return { url, model };
}

/** What is known of a failure at a model server. */
function knownOf(error: unknown): Pick<Trial, "code" | "server"> {
  const { code, server } = error instanceof ChaperoneError ? error : {};
  return { code, server };
}
