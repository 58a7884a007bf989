/** Waits that end: a signal that fires when the current wait runs out, or when the person cancels. */

/** Aborts a request when the current wait runs out or the person cancels, and knows which it was. */
export class Deadline {
  /** The reason for running out, once it did. */
  late: string | undefined;
  readonly #controller = new AbortController();
  readonly #person: AbortSignal;
  readonly #cancel = (): void => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(person: AbortSignal) {
    this.#person = person;
    if (person.aborted) this.#controller.abort();
    person.addEventListener("abort", this.#cancel);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Replaces the current wait by one of `millis`. */
  wait(millis: number, late: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.late = late;
      this.#controller.abort();
    }, millis);
  }

  /** Resolves after `millis`, in which nothing else is waited for; rejects when the person cancels. */
  pause(millis: number): Promise<void> {
    clearTimeout(this.#timer);
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        clearTimeout(timer);
        reject(new DOMException("Cancelled.", "AbortError"));
      };
      const timer = setTimeout(() => {
        this.signal.removeEventListener("abort", cancel);
        resolve();
      }, millis);
      if (this.signal.aborted) cancel();
      else this.signal.addEventListener("abort", cancel, { once: true });
    });
  }

  /** Ends the wait, and whatever is left of the request. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#person.removeEventListener("abort", this.#cancel);
    this.#controller.abort();
  }
}
