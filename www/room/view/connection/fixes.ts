/** What to do about each finding, in plain words, and for the servers whose settings are known with their settings. */
import { say } from "../../words/connection.ts";
import { SERVERS, serverAt, type Finding, type ServerName } from "./finding.ts";

/** What the words are put together with. */
interface Values {
  readonly url: string;
  readonly model: string;
  /** The page's origin, as servers are to allow it. */
  readonly page: string | undefined;
}

/** What to do at a server. */
interface Fix {
  readonly server: ServerName;
  readonly name: string;
  readonly text: string;
}

/** Returns what to do about `finding`, whatever the server is. */
export function adviceOn(finding: Finding, { url, model, page = "" }: Values): string {
  const { host } = new URL(url);
  switch (finding) {
    case "offline":
      return say("fixOffline");
    case "around":
      return say("fixAround");
    case "mixed-content":
      return say("fixMixedContent", { host });
    case "not-secure":
      return say("fixNotSecure", { page });
    case "permission-denied":
      return say("fixPermissionDenied", { page });
    case "permission-waits":
      return say("fixPermissionWaits");
    case "not-reached":
      return say("fixNotReached", { host });
    case "not-readable":
      return say("fixNotReadable", { page });
    case "key":
      return say("fixKey");
    case "model":
      return say("fixModel", { model, host });
    case "not-found":
      return say("fixNotFound");
    case "context":
      return say("fixContext");
    case "not-taken":
      return say("fixNotTaken");
    case "busy":
      return say("fixBusy");
    case "failed":
      return say("fixFailed");
    case "late":
      return say("fixLate");
    case "broken":
      return say("fixBroken");
    case "not-a-reply":
      return say("fixNotAReply");
    case "endless":
      return say("fixEndless");
    case "silent":
      return say("fixSilent");
  }
}

/** Returns what to do at each server, that which it seems to be first; nothing where the settings of none would help. */
export function fixesFor(finding: Finding, values: Values): readonly Fix[] {
  const { url, model, page = "" } = values;
  const texts = TEXTS[finding];
  if (texts === undefined) return [];
  const likely = serverAt(url);
  const order = likely === undefined ? SERVERS : [likely, ...SERVERS.filter((each) => each !== likely)];
  return order.map((server) => ({ server, name: nameOf(server), text: texts[server]({ model, page }) }));
}

function nameOf(server: ServerName): string {
  const names = { ollama: "Ollama", llamacpp: "llama.cpp", lmstudio: "LM Studio", vllm: "vLLM" } as const;
  return server === "hosted" ? say("aHostedServer") : names[server];
}

type Text = (values: { readonly model: string; readonly page: string }) => string;

const MODEL: Readonly<Record<ServerName, Text>> = {
  ollama: ({ model }) => say("modelOllama", { model }),
  llamacpp: () => say("modelLlamaCpp"),
  lmstudio: () => say("modelLmStudio"),
  vllm: () => say("modelVllm"),
  hosted: () => say("modelHosted"),
};

const TEXTS: Partial<Record<Finding, Readonly<Record<ServerName, Text>>>> = {
  "not-reached": {
    ollama: () => say("reachOllama"),
    llamacpp: () => say("reachLlamaCpp"),
    lmstudio: () => say("reachLmStudio"),
    vllm: () => say("reachVllm"),
    hosted: () => say("reachHosted"),
  },
  "not-readable": {
    ollama: ({ page }) => say("corsOllama", { page }),
    llamacpp: () => say("corsLlamaCpp"),
    lmstudio: () => say("corsLmStudio"),
    vllm: ({ page }) => say("corsVllm", { option: `--allowed-origins '["${page}"]'` }),
    hosted: () => say("corsHosted"),
  },
  key: {
    ollama: () => say("keyOllama"),
    llamacpp: () => say("keyLlamaCpp"),
    lmstudio: () => say("keyLmStudio"),
    vllm: () => say("keyVllm"),
    hosted: () => say("keyHosted"),
  },
  context: {
    ollama: () => say("contextOllama"),
    llamacpp: () => say("contextLlamaCpp"),
    lmstudio: () => say("contextLmStudio"),
    vllm: () => say("contextVllm"),
    hosted: () => say("contextHosted"),
  },
  model: MODEL,
  "not-found": MODEL,
};
