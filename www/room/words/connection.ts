/** What the page says of the connection to a model server: its models, a test, what is wrong, and what to do. */
import { area } from "./say.ts";

export const words = area("connection", {
  // models.ts
  listTheModelsThere: "List the models there",
  chooseAModel: "Choose a model",
  has: "{host} has {models}.",
  askingForItsModels: "Asking {host} for its models…",
  hasNoModelsLoad: "{host} has no models. Load one there first.",
  whatTheServerSays: "What the server says that it can do",
  contextOf: "Context: {tokens} tokens",
  contextIsSmall: "Context: {tokens} tokens. That is little: a question with its passages may not fit.",
  contextNotSaid: "Context: not said",
  contextNotSaidOllama: "Context: not said. Ollama cuts off what is longer than its context and does not say so.",
  jsonSchema: "Replies by a JSON schema: {is}",
  toolCalls: "Calls of tools: {is}",
  likelyTokens: "How likely its words are: {is}",
  yes: "yes",
  no: "no",
  notSaid: "not said",
  // connection/entered.ts
  addressNeedsHttp: "Put http:// or https:// in front of the address; others are not taken.",
  addressHoldsPassword:
    "An address with a name or a password in it is not taken. Take it out; a key has a field of its own.",
  addressHoldsMore: "Nothing behind ? or # is taken in an address, except ?api-version=… of Azure. Take it out.",
  // trial.ts
  testTheConnection: "Test the connection",
  sendsThisOnlyTests:
    "Sends the model’s name, the instructions that stand before a question (those of “Short answer”), and “This only tests the connection. Reply with one word: ready.” Your key goes with it, if you gave one, and nothing of your records. It is entered in the ledger, where every byte of it can be seen.",
  seeWhatLeft: "See what left",
  testHolding: "Test whether answers can be held to the passages",
  testHoldingSays:
    "Sends the same once or twice more, with the name of a passage (“R1”) that is not sent and a form for the reply. Where the server keeps to it, a model can quote only passages that it was sent.",
  heldBySchema:
    "Answers are held to the passages that are sent, by a JSON schema. The schema is part of what you see before it leaves.",
  heldByGrammar:
    "Answers are held to the passages that are sent, by a grammar. The grammar is part of what you see before it leaves.",
  doesNotHold: "This server does not hold replies to a form. Quotations are looked up all the same.",
  holdNoMore: "Hold answers no more",
  contextTokens: "Tokens that the model takes",
  contextTokensSay:
    "Left empty, all that answers is told in one request. With a number, what does not fit is told in further requests, each of which you see and approve.",
  mayReadOn: "The model may say that it wants to read on.",
  mayReadOnSays:
    "Four times at most: what stands beside a passage, or what is found here for its words, is told in a further request.",
  at: "{model} at {host}",
  waitingFor: "Waiting for {where}…",
  answeredAfterSeconds: "✓ {where} answered after {seconds} seconds.",
  tookTheRequestAnd: "{where} took the request and said nothing. Try another model.",
  // wrong.ts
  itTakesNow: "It takes {has} tokens at a time as it runs now.",
  whatToDoAt: "What to do, by server",
  // fixes.ts
  aHostedServer: "A server on the internet",
  fixOffline: "This device has no network now. A model server on the device itself works without one.",
  fixAround:
    "The page around this panel offers no model now. Load that page again; if it stays so, tell whoever runs it, or enter a server of your own.",
  fixMixedContent:
    "This page came encrypted (https), and browsers let such a page ask no server without encryption (http), except on this device. Use an https address of {host}, or bring the server to this device, for instance by an SSH tunnel to localhost.",
  fixNotSecure:
    "The browser does not let a page that came without encryption ask servers on this device or its network. Open this page by https instead of {page}.",
  fixPermissionDenied:
    "Your browser does not let this page reach this device or its network. Open the settings of this site (the sign before the address), allow access to apps on this device or to devices of the local network for {page}, and test again. In a page of somebody else’s, that page must allow it too (loopback-network, local-network).",
  fixPermissionWaits:
    "Your browser asks whether this page may reach apps on this device or devices of its network. Say yes to it, and test again.",
  fixNotReached:
    "Nobody answers at {host}. Start the server there, or correct the address. If its certificate is one of your own, the browser has to trust it. Or whoever put this page up does not let it ask that server (--endpoint).",
  fixNotReadable:
    "Somebody answers there, but does not let this page read the answer: the server has to allow pages of {page} (CORS). It may also have sent the request on elsewhere, which is not followed, or have hung up.",
  fixKey:
    "The key is missing, is not the right one, or may not use this model. Enter it under “Key”, without spaces before or after it.",
  fixModel: "{host} does not have {model}. Choose one of the models that it lists.",
  fixNotFound:
    "Either the address is not that of a model server, or the model has another name there. “List the models there” shows which.",
  fixContext: "Give the model a larger context where it runs, ask about less, or take another model.",
  fixNotTaken:
    "The server does not take a request of this form. It has to speak OpenAI’s chat completions or Anthropic’s messages; a newer version of it may.",
  fixBusy: "The server has too much to do, or you have used up what you may ask. Wait, and test again.",
  fixFailed: "Something failed in the server itself. Its own log says what; the model may be too large for its memory.",
  fixLate:
    "The model may still be loading, or be too large for that computer. Wait longer (“Wait at most”), or take a smaller one.",
  fixBroken: "The server ended in the middle of its answer. Look whether it still runs, and test again.",
  fixNotAReply: "Something else than a model server answers at this address. Correct it.",
  fixEndless: "The server sends more than any answer has. Take another model.",
  fixSilent: "The model ended without a word. Take another model, or load this one anew.",
  reachOllama: "Start Ollama, or run “ollama serve”. It listens at http://localhost:11434.",
  reachLlamaCpp: "Run “llama-server -m MODEL.gguf -c 16384 --port 8080”. It listens at http://localhost:8080.",
  reachLmStudio: "Start its server under “Developer”, or run “lms server start”. It listens at http://localhost:1234.",
  reachVllm: "Run “vllm serve MODEL”. It listens at http://localhost:8000.",
  reachHosted: "Compare the address with the one in the provider’s documentation: it begins with https.",
  corsOllama: "Set OLLAMA_ORIGINS={page} in its environment, and start it anew.",
  corsLlamaCpp: "It allows all pages by itself. If there is a proxy before it, that one has to pass its headers on.",
  corsLmStudio: "Switch “Enable CORS” on in the settings of its server, or run “lms server start --cors”.",
  corsVllm: "Start it with {option}.",
  corsHosted:
    "Some providers answer no page at all. Then it takes a gateway of your own that speaks for this page, or another provider.",
  keyOllama: "It needs no key on this device; a proxy before it may.",
  keyLlamaCpp: "The key is the one that it was started with (--api-key).",
  keyLmStudio: "If it asks for one, make an API token in the settings of its server.",
  keyVllm: "The key is the one that it was started with (--api-key).",
  keyHosted: "Make a key on the provider’s site, and look there whether it may use this model and is paid for.",
  modelOllama:
    "Run “ollama pull {model}”, or enter a name of those that “ollama list” shows, with what follows the colon.",
  modelLlamaCpp:
    "It has one model and takes any name; look at the address. With several models, take a name that it lists.",
  modelLmStudio: "Load the model in the app, and enter the name that it has there.",
  modelVllm: "Enter the name that “vllm serve” was given, or that of --served-model-name.",
  modelHosted: "Enter the name exactly as the provider’s list of models has it.",
  contextOllama: "Start it with OLLAMA_CONTEXT_LENGTH=16384.",
  contextLlamaCpp: "Start it with -c 16384; with --parallel, that is shared among the requests.",
  contextLmStudio: "Load the model with a larger “Context Length”.",
  contextVllm: "Start it with --max-model-len 16384, if the model and the memory allow it.",
  contextHosted: "Take a model with a larger context.",
});

export const { rich, say } = words;
