/** Said where the word list is not there: by it names of people and places are kept back that the records do not name. */
import { ChaperoneError } from "./error.ts";

/** What refuses to send something without it; the model on this device may be asked. */
export function unlisted(): ChaperoneError {
  return new ChaperoneError({
    code: "refused",
    fault: "runtime",
    message:
      "Nothing was sent: the word list could not be loaded, by which names of people and places are kept back. Try again.",
  });
}
