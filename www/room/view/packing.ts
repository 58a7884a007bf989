/** Has earlier turns deflated. */
import { deflateSync, inflateSync } from "fflate";
import { packBy } from "./packed.ts";

packBy({ pack: (bytes) => deflateSync(bytes), unpack: (bytes) => inflateSync(bytes) });
