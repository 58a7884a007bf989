/**
 * Asks the person, here in the shell, which the room cannot reach, from where their records are to be read, and leads them to the
 * sign-in page in a window of its own. The room has no part in it: it cannot say where to.
 */
import { PortError } from "../port-error.ts";
import { inWords } from "../speech.ts";
import { baseIn, stem } from "./address.ts";
import type { Setting } from "./launch.ts";
import { begin, discover, redeem, type Access, type App, type Custodian } from "./smart.ts";

/** What a person signed in to. */
export interface SignedIn {
  readonly custodian: Custodian;
  readonly app: App;
  readonly access: Access;
}

/** Milliseconds before a sign-in can be begun: who was clicking when the question came up has not read it. */
const READING_MILLIS = 700;
/** How often it is looked whether the window has come back, in milliseconds. */
const LOOK_MILLIS = 250;
/** Printable ASCII without spaces. */
const CLIENT_ID = /^[\x21-\x7e]{1,256}$/;

const WRONG_ADDRESS =
  "This is no address of a FHIR server. It begins with https://, and has neither a password nor a question mark in it.";
const NO_WINDOW =
  "The browser opened no window for the sign-in page. Allow this page to open windows; in a portal, the portal must allow it, or open Chaperone in a tab of its own.";
const CLOSED = "The sign-in window was closed before it came back, so nothing was read. You can begin again.";

/** Has the person sign in; rejects with `cancelled` when they do not. */
export async function signIn(page: Document, setting: Setting, signal: AbortSignal): Promise<SignedIn> {
  const part = <Kind extends HTMLElement>(id: string): Kind => page.getElementById(`connect${id}`) as Kind;
  const dialog = part<HTMLDialogElement>("");
  const [address, client] = [part<HTMLInputElement>("-address"), part<HTMLInputElement>("-client")];
  const [go, not] = [part<HTMLButtonElement>("-go"), part<HTMLButtonElement>("-not")];
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const said = (words: string): void => void (part("-said").textContent = inWords(words));
  const { launch } = setting;
  address.value = launch?.iss ?? address.value;
  address.readOnly = launch !== undefined;
  client.value ||= setting.clientId;
  said("");
  let found: { readonly custodian: Custodian; readonly app: App } | undefined;

  const show = (custodian: Custodian | undefined): void => {
    part("-first").hidden = custodian !== undefined;
    part("-second").hidden = custodian === undefined;
    part("-from").textContent = custodian === undefined ? "" : stem(custodian.base);
    part("-at").textContent = custodian === undefined ? "" : custodian.authorize.origin;
    go.textContent = inWords(custodian === undefined ? "Look for the server" : "Go to the sign-in page");
  };
  const lookUp = async (): Promise<void> => {
    const base = baseIn(address.value);
    const clientId = client.value.trim();
    if (base === undefined) return said(WRONG_ADDRESS);
    if (!CLIENT_ID.test(clientId)) return said("The name of the app is letters and digits without spaces.");
    said("Looking for the server…");
    const custodian = await discover(base, launch !== undefined, ended);
    found = { custodian, app: { clientId, redirect: setting.redirect, launch: launch?.launch } };
    show(custodian);
    said("");
  };
  const leave = async ({ custodian, app }: NonNullable<typeof found>): Promise<SignedIn> => {
    // Opened in the click, before anything is waited for: else browsers take it for an advertisement.
    const opened = window.open("about:blank", "_blank", "popup,width=560,height=720");
    if (opened === null) throw new PortError("unsupported", NO_WINDOW);
    try {
      const begun = await begin(custodian, app);
      opened.location.replace(begun.page.href);
      said("Sign in in the window that has opened. This page waits for you.");
      const back = await comeBack(opened, setting.redirect, ended);
      said("Signed in. Asking for access…");
      return { custodian, app, access: await redeem(custodian, app, begun, back, ended) };
    } finally {
      opened.close();
    }
  };

  show(undefined);
  const clickable = setTimeout(() => (go.disabled = false), READING_MILLIS);
  go.disabled = true;
  try {
    return await new Promise<SignedIn>((resolve, reject) => {
      const end = { signal: over.signal };
      const cancel = (): void => reject(new PortError("cancelled", "Cancelled."));
      const press = async (event: Event): Promise<void> => {
        // A click that a script made is none.
        if (!event.isTrusted || go.disabled) return;
        go.disabled = true;
        try {
          if (found === undefined) await lookUp();
          else resolve(await leave(found));
        } catch (error) {
          said(error instanceof PortError ? error.message : "This did not work. Try again.");
        } finally {
          go.disabled = false;
        }
      };
      go.addEventListener("click", (event) => void press(event), end);
      address.addEventListener("keydown", (event) => event.key === "Enter" && void press(event), end);
      not.addEventListener("click", cancel, end);
      // The closing of the dialog before is told late.
      dialog.addEventListener("close", () => dialog.open || cancel(), end);
      signal.addEventListener("abort", cancel, end);
      dialog.showModal();
      (launch === undefined ? address : not).focus();
    });
  } finally {
    clearTimeout(clickable);
    over.abort();
    dialog.close();
  }
}

/**
 * Resolves to the address with which the window came back to this page's own origin; rejects when it is closed.
 * While it is on pages of others nothing of it can be read. The shell still listens to no message of any window.
 */
function comeBack(opened: Window, redirect: URL, signal: AbortSignal): Promise<URL> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearInterval(timer);
      signal.removeEventListener("abort", cancel);
    };
    const cancel = (): void => (end(), reject(new PortError("cancelled", "Cancelled.")));
    const timer = setInterval(() => {
      if (opened.closed) return (end(), reject(new PortError("cancelled", CLOSED)));
      const back = addressOf(opened);
      if (back === undefined || back.origin !== redirect.origin || back.pathname !== redirect.pathname) return;
      end();
      resolve(back);
    }, LOOK_MILLIS);
    signal.addEventListener("abort", cancel);
  });
}

function addressOf(opened: Window): URL | undefined {
  try {
    return new URL(opened.location.href);
  } catch {
    return undefined;
  }
}
