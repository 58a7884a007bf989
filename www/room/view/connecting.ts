/** The connection to the server of a hospital: signing in, reading, and giving the access back. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Asked } from "../../shell/custodian/collect.ts";
import type { Returned } from "../../shell/custodian/custodian.ts";
import type { Collected } from "../engine/calls.ts";
import type { EngineClient } from "../engine/client.ts";
import type { ReadingController } from "./reading.ts";
import { isCancelled, told } from "./told.ts";

/** What was asked of whom, and when. */
export interface Account {
  /** The server's base address. */
  readonly origin: string;
  /** When it was asked, in the person's own time. */
  readonly at: Date;
  readonly asked: readonly Asked[];
}

/** What there is to show. A new object at each change. */
export interface Connection {
  readonly is: "none" | "signing-in" | "connected" | "reading";
  /** The server's base address, while it is connected. */
  readonly origin: string;
  /** What is being asked now. */
  readonly step: Omit<Asked, "ending"> | undefined;
  /** The readings of this session, the newest last. */
  readonly accounts: readonly Account[];
  /** What became of the access when it was given back. */
  readonly returned: Returned | undefined;
  readonly failure: string;
}

const NONE: Connection = {
  is: "none",
  origin: "",
  step: undefined,
  accounts: [],
  returned: undefined,
  failure: "",
};

/** Signs in, reads and disconnects, and tells its host of every change. */
export class ConnectingController implements ReactiveController {
  connection: Connection = NONE;
  readonly #host: ReactiveControllerHost;
  readonly #engine: () => EngineClient;
  readonly #reading: () => ReadingController;
  readonly #cut: () => void;
  #underway: AbortController | undefined;
  /** Counts what was forgotten: what was begun before says nothing any more. */
  #session = 0;

  /** `cut` is told when a reading ended before its end, once that is shown. */
  constructor(
    host: ReactiveControllerHost,
    engine: () => EngineClient,
    reading: () => ReadingController,
    cut: () => void,
  ) {
    this.#host = host;
    this.#engine = engine;
    this.#reading = reading;
    this.#cut = cut;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Has the person sign in, and reads what the server gives. */
  async start(): Promise<void> {
    if (this.connection.is !== "none" || this.#reading().state.busy) return;
    this.#underway = new AbortController();
    const { signal } = this.#underway;
    const session = this.#session;
    this.#change({ is: "signing-in", failure: "", returned: undefined });
    try {
      const { origin } = await this.#engine().call("connect", {}, { signal });
      if (session !== this.#session) return;
      this.#change({ is: "connected", origin });
    } catch (error) {
      if (session !== this.#session) return;
      return this.#change({ is: "none", failure: isCancelled(error) ? "" : told(error) });
    }
    await this.read();
  }

  /** Reads what the server gives, once more if it was read before. */
  async read(): Promise<void> {
    const { is, origin } = this.connection;
    if (is !== "connected" || this.#reading().state.busy) return;
    this.#change({ is: "reading", step: undefined, failure: "" });
    const at = new Date();
    this.#underway = new AbortController();
    const { signal } = this.#underway;
    const session = this.#session;
    const host = new URL(origin).host;
    let collected: Collected | undefined;
    await this.#reading().adding(host, async ({ signal: given, onEvent }) => {
      collected = await this.#engine().call(
        "collect",
        { origin },
        {
          signal: AbortSignal.any([signal, given]),
          onEvent: (event) => ("collecting" in event ? this.#change({ step: event.collecting }) : onEvent(event)),
        },
      );
      const { label, bytes, added } = collected;
      return added === undefined ? undefined : { name: label, bytes, added };
    });
    if (session !== this.#session) return;
    const accounts = this.connection.accounts;
    const account = collected === undefined ? [] : [{ origin, at, asked: collected.asked }];
    this.#change({ is: "connected", step: undefined, accounts: [...accounts, ...account] });
    if (collected?.asked.some(isCut) === true) this.#cut();
    // Access that has ended is of no more use: the server is asked to forget it, and the person can sign in again.
    if (collected?.asked.at(-1)?.ending === "access-ended") await this.#end();
  }

  /** Gives up signing in or reading; what was read stays. */
  cancel(): void {
    this.#underway?.abort();
  }

  /** Gives the access back. */
  async disconnect(): Promise<void> {
    if (this.connection.is === "connected") await this.#end();
  }

  /** Gives up what is under way, gives the access back, and forgets what was asked. */
  async forget(): Promise<void> {
    const { is } = this.connection;
    this.#session += 1;
    this.cancel();
    this.#change(NONE);
    if (is !== "none")
      await this.#engine()
        .call("disconnect", {})
        .catch(() => undefined);
  }

  async #end(): Promise<void> {
    try {
      const { returned } = await this.#engine().call("disconnect", {});
      this.#change({ is: "none", origin: "", returned });
    } catch (error) {
      this.#change({ is: "none", origin: "", failure: told(error) });
    }
  }

  #change(part: Partial<Connection>): void {
    this.connection = { ...this.connection, ...part };
    this.#host.requestUpdate();
  }
}

/** Whether something that was asked for was not read to its end. A server need not give everything at once. */
export function isCut({ what, ending }: Asked): boolean {
  return ending !== "whole" && !(what === "everything" && ending === "not-given");
}
