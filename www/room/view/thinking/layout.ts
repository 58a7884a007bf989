/** Where the nodes and edges of a graph lie, as a worker finds out. The worker is started with the first graph. */
import { worker } from "../../engine/late.ts";

/** What is to be laid out; `number` comes back with the answer. Sizes are in units of the drawing. */
export interface LayoutRequest {
  readonly number: number;
  readonly nodes: readonly { readonly id: number; readonly width: number; readonly height: number }[];
  readonly edges: readonly { readonly from: number; readonly to: number }[];
}

/** A place in the drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where everything lies: nodes by their middle. */
export interface LayoutAnswer {
  readonly number: number;
  readonly nodes: readonly ({ readonly id: number } & Point)[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly points: readonly Point[] }[];
  readonly width: number;
  readonly height: number;
}

/** Asks the worker; of several requests only the last is answered. */
export class Layout {
  readonly #hear: (answer: LayoutAnswer) => void;
  #worker: Promise<Worker> | undefined;
  #number = 0;

  constructor(hear: (answer: LayoutAnswer) => void) {
    this.#hear = hear;
  }

  /** Lays out `nodes` and `edges`. */
  ask(nodes: LayoutRequest["nodes"], edges: LayoutRequest["edges"]): void {
    this.#number += 1;
    const request: LayoutRequest = { number: this.#number, nodes, edges };
    this.#worker ??= this.#start();
    // Without it there is no drawing; what it would draw stands in the outline, too.
    this.#worker.then((started) => started.postMessage(request)).catch(() => (this.#worker = undefined));
  }

  /** Ends the worker. */
  end(): void {
    void this.#worker?.then((started) => started.terminate()).catch(() => undefined);
    this.#worker = undefined;
  }

  async #start(): Promise<Worker> {
    const started = await worker("layout");
    started.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.number === this.#number) this.#hear(data);
    };
    return started;
  }
}
