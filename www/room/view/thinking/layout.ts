/** Where the nodes and edges of a graph lie, as a worker finds out. The worker is started with the first graph. */
import { layoutWorker } from "../../engine/scripts.ts";

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
  #worker: Worker | undefined;
  #number = 0;

  constructor(hear: (answer: LayoutAnswer) => void) {
    this.#hear = hear;
  }

  /** Lays out `nodes` and `edges`. */
  ask(nodes: LayoutRequest["nodes"], edges: LayoutRequest["edges"]): void {
    this.#number += 1;
    if (this.#worker === undefined) {
      this.#worker = layoutWorker();
      this.#worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
        if (data.number === this.#number) this.#hear(data);
      };
    }
    this.#worker.postMessage({ number: this.#number, nodes, edges } satisfies LayoutRequest);
  }

  /** Ends the worker. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
