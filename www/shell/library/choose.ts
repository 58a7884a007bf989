/** Asks the person, here in the shell, which library is read. */
import { PortError } from "../port-error.ts";
import { inWords } from "../speech.ts";
import { packIn } from "./address.ts";

/** Milliseconds before a library can be opened: who was clicking when the question came up has not read it. */
const READING_MILLIS = 700;
const WRONG_ADDRESS = "This is no address at this page’s own server. It is a path such as library.pack.";

/** Resolves to the address; rejects with `cancelled` when there is none. */
export function choose(page: Document, signal: AbortSignal): Promise<URL> {
  const part = <Kind extends HTMLElement>(id: string): Kind => page.getElementById(`library${id}`) as Kind;
  const dialog = part<HTMLDialogElement>("");
  const [address, go, not] = [part<HTMLInputElement>("-address"), part<HTMLButtonElement>("-go"), part("-not")];
  const said = part("-said");
  const over = new AbortController();
  said.textContent = "";
  go.disabled = true;
  const timer = setTimeout(() => (go.disabled = false), READING_MILLIS);
  return new Promise<URL>((resolve, reject) => {
    const end = { signal: over.signal };
    const cancel = (): void => reject(new PortError("cancelled", "Cancelled."));
    const press = (event: Event): void => {
      // A click that a script made is none.
      if (!event.isTrusted || go.disabled) return;
      const url = packIn(address.value, page.baseURI);
      if (url !== undefined) return resolve(url);
      said.textContent = inWords(WRONG_ADDRESS);
      address.focus();
    };
    go.addEventListener("click", press, end);
    address.addEventListener("keydown", (event) => event.key === "Enter" && press(event), end);
    not.addEventListener("click", cancel, end);
    // The closing of the dialog before is told late.
    dialog.addEventListener("close", () => dialog.open || cancel(), end);
    signal.addEventListener("abort", cancel, end);
    dialog.showModal();
    address.focus();
  }).finally(() => {
    clearTimeout(timer);
    over.abort();
    dialog.close();
  });
}
