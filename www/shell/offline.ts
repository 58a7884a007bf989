/** Has the browser keep the page itself for when there is no network, and says when a newer version of it is ready. */
import { family } from "../offline/family.ts";
import { offlineWorker } from "./script.ts";

/** The least time between two looks for a newer version, in milliseconds. */
const LOOK_MILLIS = 60 * 60 * 1000;

/**
 * Registers the service worker, where the page stands in a tab of its own and the browser has such workers. In a panel there is none: the
 * portal around it needs the network anyhow. It is sent no message.
 */
export async function keepOffline(page: Document): Promise<void> {
  if (window.parent !== window || !isSecureContext || !("serviceWorker" in navigator)) return;
  let registration: ServiceWorkerRegistration;
  try {
    registration = await offlineWorker();
  } catch {
    // In some private windows, on a full disk, or where it is forbidden: the page works as before, with a network.
    return;
  }
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "activated") void lookForNewer(page);
    });
  });
  let looked = performance.now();
  page.addEventListener("visibilitychange", () => {
    if (page.visibilityState !== "visible" || performance.now() - looked < LOOK_MILLIS) return;
    looked = performance.now();
    registration.update().catch(() => undefined);
  });
}

/** The worker that became active has kept the page of its build: where that is not this one, it says so. */
async function lookForNewer(page: Document): Promise<void> {
  const places = family(page.baseURI);
  const kept = await caches.keys().catch(() => []);
  if (kept.some((name) => name.startsWith(places) && name !== places + BUILD)) sayNewer(page);
}

/** Says that a newer version is ready. It is loaded when the person wants that, as loading forgets what is not kept. */
function sayNewer(page: Document): void {
  const notice = page.getElementById("newer");
  if (notice === null || !notice.hidden) return;
  notice.hidden = false;
  page.getElementById("newer-load")?.addEventListener("click", () => location.reload());
  page.getElementById("newer-not")?.addEventListener("click", () => (notice.hidden = true));
}
