/** Said where the word list is not there: by it names of people and places are kept back that the records do not name. */
import { ChaperoneError } from "./error.ts";

const MESSAGE =
  "Nothing was sent: the word list could not be loaded, by which names of people and places are kept back. Ask again to try once more.";

/** What refuses to send something of the records without it; the model on this device may be asked. */
export function unlisted(): ChaperoneError {
  return new ChaperoneError({ code: "refused", fault: "runtime", message: MESSAGE });
}
