/** What a server says of its models beside their names. Most say nothing of it; what is not said is not known, and nothing is assumed. */

/** What a server says that a model can do. */
export interface ModelFacts {
  /** Tokens that the model takes at a time, as it is served. */
  readonly context?: number;
  /** Whether its replies can be held to a JSON schema. */
  readonly schema?: boolean;
  /** Whether it calls tools. */
  readonly tools?: boolean;
  /** Whether it tells how likely its tokens are. */
  readonly logprobs?: boolean;
}

/** The most characters of a list that are read. */
const MOST = 1 << 20;

/**
 * Returns what `list`, a server's list of models, says of those that are called as in `names`. The engine has read the names and
 * refused what is no list; of what else stands there, numbers and truth values of known fields are read, and no text.
 */
export function factsIn(list: string, names: readonly string[]): ReadonlyMap<string, ModelFacts> {
  const facts = new Map<string, ModelFacts>();
  if (list.length > MOST) return facts;
  const known = new Set(names);
  for (const model of modelsIn(list)) {
    const id = model["id"];
    if (typeof id === "string" && known.has(id) && !facts.has(id)) facts.set(id, factsOf(model));
  }
  return facts;
}

function modelsIn(list: string): Fields[] {
  try {
    const { data } = JSON.parse(list) as { data?: unknown };
    return Array.isArray(data) ? data.filter(isFields) : [];
  } catch {
    return [];
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** vLLM; llama.cpp; OpenRouter and Together; Mistral; Groq; Anthropic. What a model was trained for is not what it is served with. */
function factsOf(model: Fields): ModelFacts {
  const capabilities = fieldsOf(model["capabilities"]);
  const parameters = model["supported_parameters"];
  const listed = (...any: string[]): boolean | undefined =>
    Array.isArray(parameters) ? any.some((each) => parameters.includes(each)) : undefined;
  const supported = (value: unknown): boolean | undefined => truth(fieldsOf(value)["supported"]);
  const context = [
    model["max_model_len"],
    fieldsOf(model["meta"])["n_ctx"],
    model["context_length"],
    model["max_context_length"],
    model["context_window"],
    model["max_input_tokens"],
  ].find(isCount);
  const schema = listed("structured_outputs", "response_format") ?? supported(capabilities["structured_outputs"]);
  const tools = listed("tools") ?? truth(capabilities["function_calling"]);
  const logprobs = listed("logprobs");
  return {
    ...(context !== undefined && { context }),
    ...(schema !== undefined && { schema }),
    ...(tools !== undefined && { tools }),
    ...(logprobs !== undefined && { logprobs }),
  };
}

function truth(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 1e9;
}
