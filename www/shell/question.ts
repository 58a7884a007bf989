/** A question to the person in a dialog of the shell, which the room cannot reach: its answer is a person's, and was not given in passing. */
import { PortError } from "./port-error.ts";

/** Milliseconds before it can be answered with yes: who was clicking when the question came up has not read it. */
const READING_MILLIS = 700;

/**
 * Resolves to whether the person agrees, and calls `agreed` within the very click in which they do. The parts of the dialog are found in `page` by
 * `name` (the dialog), `name-YES` and `name-not`.
 */
export function question(
  page: Document,
  name: string,
  yes: string,
  signal: AbortSignal,
  agreed: () => void = () => undefined,
): Promise<boolean> {
  const part = <Kind extends HTMLElement>(id: string): Kind => page.getElementById(`${name}${id}`) as Kind;
  const [dialog, go, not] = [part<HTMLDialogElement>(""), part<HTMLButtonElement>(`-${yes}`), part("-not")];
  go.disabled = true;
  const over = new AbortController();
  const timer = setTimeout(() => (go.disabled = false), READING_MILLIS);
  return new Promise<boolean>((resolve, reject) => {
    const end = { signal: over.signal };
    go.addEventListener(
      "click",
      ({ isTrusted }) => {
        // A click that a script made is none.
        if (!isTrusted || go.disabled) return;
        agreed();
        resolve(true);
      },
      end,
    );
    not.addEventListener("click", () => resolve(false), end);
    dialog.addEventListener("close", () => resolve(false), end);
    signal.addEventListener("abort", () => reject(new PortError("cancelled", "Cancelled.")), end);
    dialog.showModal();
    not.focus();
  }).finally(() => {
    clearTimeout(timer);
    over.abort();
    dialog.close();
  });
}
