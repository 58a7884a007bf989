/**
 * The service worker: keeps the file of the page for when there is no network, and nothing else.
 *
 * It hears three events and no message. It answers one kind of request, that of a tab for the page itself, from the page's server, and
 * where that cannot be reached in time with what was kept when this worker was installed. Every other request it leaves to the browser
 * without looking at it; where the browser can be told so beforehand (static routes), it is not even asked. What is kept is fetched by itself when it is
 * installed: no request or reply that it meets is ever stored. The public files beside the page are kept by the shell (`shell/shelf.ts`).
 */

import { family } from "./family.ts";

/** An event that lasts as long as `work`. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Installing extends Lasting {
  addRoutes?(rules: readonly { readonly condition: unknown; readonly source: "network" }[]): Promise<void>;
}
interface Asking extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The page, without a query or fragment. */
const PAGE = new URL("./", location.href).href;
/** The place of this build's page among those of the origin. */
const FAMILY = family(PAGE);
const PLACE = FAMILY + BUILD;
/** How long the page's server may take to answer before what is kept is shown, in milliseconds. */
const PATIENCE_MILLIS = 4000;

const own = self as unknown as { skipWaiting(): Promise<void> };

addEventListener("install", (event) => {
  const installing = event as Installing;
  installing.waitUntil(install(installing));
});
addEventListener("activate", (event) => (event as Lasting).waitUntil(removeOlder()));
addEventListener("fetch", (event) => {
  const { request } = event as Asking;
  if (isForPage(request)) (event as Asking).respondWith(page(request));
});

/** Keeps the page. Where it cannot be fetched or there is no room for it, this worker is not installed. */
async function install(event: Installing): Promise<void> {
  await event
    .addRoutes?.([{ condition: { not: { requestMode: "navigate" } }, source: "network" }])
    .catch(() => undefined);
  const response = await fetch(PAGE, { cache: "no-cache", credentials: "omit", redirect: "error" });
  if (!response.ok) throw new Error("the page's server does not give out the page");
  try {
    const cache = await caches.open(PLACE);
    await cache.put(PAGE, response);
  } catch (error) {
    await caches.delete(PLACE);
    throw error;
  }
  // A page that is open needs nothing of the worker before: the next one to be opened is this build's.
  await own.skipWaiting();
}

async function removeOlder(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(FAMILY) && name !== PLACE) await caches.delete(name);
}

/** Whether a tab asks for the page. A frame in somebody else's page, as a panel is, does not get it from here. */
function isForPage(request: Request): boolean {
  if (request.method !== "GET" || request.mode !== "navigate" || request.destination !== "document") return false;
  const url = new URL(request.url);
  return [PAGE, `${PAGE}index.html`].includes(url.origin + url.pathname);
}

/** The page as its server has it now, or as it is kept where that is not reached, is late or fails. */
async function page(request: Request): Promise<Response> {
  const answered = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MILLIS));
  const first = await Promise.race([answered, late]).catch(() => undefined);
  if (first !== undefined && first.status < 500) return first;
  const kept = await (await caches.open(PLACE)).match(PAGE);
  if (kept === undefined) return first ?? answered;
  // A response of its own, so that the page stands at the address that was asked for.
  const { status, statusText, headers } = kept;
  return new Response(kept.body, { status, statusText, headers });
}
