/**
 * The shell: the outer page. It has the network and the storage; it never sees a record.
 *
 * Its HTML holds the record room, a sealed frame. Beside it the shell keeps the double: an equal frame
 * without records, in which the self-test tries what would end a frame. When the room has loaded, the
 * shell hands it one end of a port and serves the other; it listens for no window message.
 */
import { announce, handOver } from "./announce.ts";
import { assetsBy } from "./asset-client.ts";
import { carry } from "./courier.ts";
import { LateCustodian } from "./custodian/late.ts";
import { launchIn, type Launch } from "./custodian/launch.ts";
import { functionIn, isOfFunction, isFunctionOf } from "./function/address.ts";
import type { Hello } from "./hello.ts";
import { inTurn } from "./in-turn.ts";
import { Keeper } from "./locker/keeper.ts";
import { keepOffline } from "./offline.ts";
import { createPasskey, usePasskey } from "./passkey.ts";
import { restartWith, takeNote } from "./note.ts";
import type * as CustodianPart from "./late/custodian.ts";
import type * as DialogsPart from "./late/dialogs.ts";
import type * as FunctionPart from "./late/function.ts";
import type * as GermanPart from "./late/shellgerman.ts";
import { namesServers, needsNone } from "./needs.ts";
import { servePort, type Errand, type Services } from "./port.ts";
import { PortError } from "./port-error.ts";
import { assetWorker, runPart } from "./script.ts";
import { soughtAt } from "./sought.ts";
import { tell } from "./speech.ts";
import { preferred, type Tag } from "./tags.ts";
import { keysIn, policyIn, policyUnder } from "./policy.ts";
import { fromFragment } from "./theme.ts";

/** What a portal asks for; read once, when the page opens. */
const theme = fromFragment(location.hash);
const given = policyIn(location.hash);
const launch = launchIn(location.search);
const note = takeNote();
/** The page around, where it offers a function in place of a model server; and the way to it, once there is a room. */
const answers = window.parent === window ? undefined : around(functionIn(location.hash));
let toFunction: MessagePort | undefined;
const closed = new AbortController();
/** Whether a policy that is signed names the servers: the engine holds the room to it. */
let named = false;
let room: HTMLIFrameElement | undefined;
/** The language that is to be spoken: that of the browser, until the room says another. */
let tag = preferred(navigator.languages);

/** The double there is now. `paired` once it has loaded; `stopped` once the policy kept it from leaving. */
let double: { readonly frame: HTMLIFrameElement; paired: boolean; stopped: boolean } | undefined;

document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
  if (effectiveDirective === "frame-src" && double !== undefined) double.stopped = true;
});

/** Returns `origin` unless the browser says that the page around is of another: a page that names somebody else is not told of as them. */
function around(origin: string | undefined): string | undefined {
  const parent = location.ancestorOrigins?.[0];
  return parent === undefined || parent === origin ? origin : undefined;
}

// Placed before the room in the page, so that the room's only load event cannot be missed.
document.addEventListener(
  "load",
  ({ target }) => {
    if (!(target instanceof HTMLIFrameElement)) return;
    if (target === double?.frame) meetDouble();
    else if (target.id === "room") admitRoom(target);
  },
  { capture: true },
);

/** Greets the room at its first load. A second load means that the room was left: the port is closed for good. */
function admitRoom(frame: HTMLIFrameElement): void {
  if (room !== undefined) {
    closed.abort();
    frame.remove();
    double?.frame.remove();
    document.getElementById("left")?.removeAttribute("hidden");
    announce("closed");
    return;
  }
  room = frame;
  const { port1, port2 } = new MessageChannel();
  const locker = new Keeper(() => served.taken());
  closed.signal.addEventListener("abort", () => locker.close());
  const redirect = new URL("connected.html", document.baseURI);
  const setting = { clientId: metaOf("chaperone-client-id") || "chaperone", redirect, launch };
  const asset = assetsBy(assetWorker(), document.baseURI, closed.signal);
  const reading = bringing<typeof CustodianPart>("custodian", asset);
  const { allow, offer } = askingBy(asset);
  const custodian = new LateCustodian(reading, document, setting);
  closed.signal.addEventListener("abort", () => custodian.forget());
  speak(tag, asset);
  const served = servePort(
    port1,
    new Set(Object.keys(ASSETS)),
    {
      asset,
      send: sendBy(asset, allow),
      seek: async ({ cleared, patience }, tell, signal) => {
        const errand = { cleared, patience, credential: "" };
        // PubMed is one place.
        if (soughtAt(cleared) !== "pubmed") await allow(errand, signal);
        return carry(errand, tell, signal);
      },
      locker,
      passkey: (credential, salt, signal) =>
        credential === null ? createPasskey(salt, signal) : usePasskey(credential, salt, signal),
      restart: restartWith,
      export: offer,
      speak: (wanted) => speak(wanted, asset),
      custodian,
      library: (signal) => inTurn(signal, async () => (await reading(signal)).openLibrary(document, signal)),
      range: async (start, length, signal) => (await reading(signal)).readRange(start, length, signal),
    },
    closed.signal,
  );
  void policyUnder(given, keysIn(metaOf("chaperone-policy-keys"))).then(({ policy, refused, signed }) => {
    if (closed.signal.aborted) return;
    named = signed && namesServers(policy);
    greet(
      frame,
      { hello: "room", theme, policy, note, framed: window.parent !== window, launched: hostOf(launch), answers },
      port2,
    );
    announce("ready");
    offerPort();
    if (refused) announce("policy-refused");
    makeDouble("first");
    void keepOffline(document);
  });
}

/** Speaks `wanted` from now on, once its texts are there; where they cannot be had, what is spoken stays. */
function speak(wanted: Tag, asset: Services["asset"]): void {
  tag = wanted;
  if (wanted === "en") return tell(document, wanted, {});
  part<typeof GermanPart>("shellgerman", asset, closed.signal).then(
    // Meanwhile another may have been asked for.
    ({ GERMAN }) => tag === wanted && tell(document, wanted, GERMAN),
    () => undefined,
  );
}

/** Returns what brings a part of this script, once. */
function bringing<Part>(name: "custodian" | "dialogs" | "function", asset: Services["asset"]) {
  let brought: Promise<Part> | undefined;
  return (signal: AbortSignal): Promise<Part> => {
    brought ??= part<Part>(name, asset, signal);
    brought.catch(() => (brought = undefined));
    return brought;
  };
}

/** Brings a part of this script: what reads from a hospital's server, asks the person or the portal's function, or says the shell's texts in German. */
async function part<Part>(
  name: "custodian" | "dialogs" | "function" | "shellgerman",
  asset: Services["asset"],
  signal: AbortSignal,
): Promise<Part> {
  const pieces: ArrayBuffer[] = [];
  await asset(`script-${name}`, (each) => "piece" in each && pieces.push(each.piece), signal);
  return runPart(await new Blob(pieces).text()) as Part;
}

/** Gives the page around the way by which it is asked, where it offers a function. It is given once. */
function offerPort(): void {
  if (answers === undefined) return;
  const { port1, port2 } = new MessageChannel();
  toFunction = port1;
  closed.signal.addEventListener("abort", () => port1.close());
  handOver(port2, answers);
}

/** Sends by the courier, or, where the address is of the portal's function, to that; never to any other. */
function sendBy(asset: Services["asset"], allow: Allow): Services["send"] {
  const bring = bringing<typeof FunctionPart>("function", asset);
  return async (errand, tell, signal) => {
    const { cleared, patience } = errand;
    if (!isOfFunction(cleared.url)) {
      await allow(errand, signal);
      return carry(errand, tell, signal);
    }
    if (toFunction === undefined || answers === undefined || !isFunctionOf(cleared.url, answers))
      throw new PortError("unreached", "The page around offers no model here, so nothing was sent.");
    return (await bring(signal)).askFunction(toFunction, cleared, patience, tell, signal);
  };
}

/** Resolves where an errand may be carried to its server with its key; rejects where the person does not want it. */
type Allow = (errand: Errand, signal: AbortSignal) => Promise<void>;

const UNASKED =
  "The page could not ask you about this server, so nothing was sent. Look whether there is a network, and try again.";

/** What the shell asks the person in dialogs of its own; their part of the script comes with the first question, and is kept by then. */
function askingBy(asset: Services["asset"]): { readonly allow: Allow; readonly offer: Services["export"] } {
  const bring = bringing<typeof DialogsPart>("dialogs", asset);
  let destinations: InstanceType<typeof DialogsPart.Destinations> | undefined;
  let offering = false;
  return {
    allow: async (errand, signal) => {
      if (needsNone(errand, named) || destinations?.knows(errand) === true) return;
      const { Destinations } = await bring(closed.signal).catch(() => {
        throw new PortError("unreached", UNASKED);
      });
      const known = (destinations ??= new Destinations(document));
      // It may have been answered while another question was open.
      await inTurn(signal, async () => known.knows(errand) || known.ask(errand, signal));
    },
    offer: async (form, text, signal) => {
      if (offering) throw new PortError("invalid-argument", "A file is being offered already.");
      offering = true;
      try {
        const { offer } = await bring(closed.signal);
        return await inTurn(signal, () => offer(document, form, text, signal));
      } finally {
        offering = false;
      }
    },
  };
}

/** What whoever put this shell up says in the `meta` element called `name`. */
function metaOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
}

/** Why the double that is being made replaces the one before it. */
let ended: "first" | "stopped" | "left" = "first";

function makeDouble(why: typeof ended): void {
  if (room === undefined) return;
  ended = why;
  const frame = room.cloneNode() as HTMLIFrameElement;
  frame.id = "double";
  frame.hidden = true;
  double = { frame, paired: false, stopped: false };
  document.body.append(frame);
}

/** How long the report of a policy may come after the load of the error page that stands for what it stopped, in milliseconds. */
const REPORT_WITHIN = 1500;

/** Pairs the double with the room at its first load, and replaces it at its second, which means that it tried to leave. */
function meetDouble(): void {
  if (double === undefined || room === undefined) return;
  if (double.paired) {
    const gone = double;
    const replace = (): void => {
      gone.frame.remove();
      makeDouble(gone.stopped ? "stopped" : "left");
    };
    // On a busy device the report comes after the load; without one the double has left.
    if (gone.stopped) replace();
    else setTimeout(replace, REPORT_WITHIN);
    return;
  }
  double.paired = true;
  const { port1, port2 } = new MessageChannel();
  greet(double.frame, { hello: "double" }, port1);
  greet(room, { hello: "double-of-room", ended }, port2);
}

/** The hospital's server that opened this page, by its host; nothing where none did. */
function hostOf(launch: Launch | undefined): string | undefined {
  return launch === undefined ? undefined : new URL(launch.iss).host;
}

function greet(frame: HTMLIFrameElement, hello: Hello, port: MessagePort): void {
  // A sandboxed frame has an opaque origin, which no target origin but "*" names; the frame cannot
  // have left by now, as the policy lets it go nowhere.
  frame.contentWindow?.postMessage(hello, "*", [port]);
}
