/** The element as a module of the package: to import it defines it. */
import { ChaperonePanel, define } from "./element.ts";

define();

export { ChaperonePanel };
