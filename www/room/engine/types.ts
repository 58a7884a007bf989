/** The engine's words, as `src/wasm` exports them. Offsets are UTF-16 units. */
export type {
  Added,
  Answer,
  Block,
  Citation,
  Draft,
  Finding,
  Holdings,
  Operator,
  Piece,
  Progress,
  Row,
  SourceView,
  VaultLock,
  VaultSource,
  WithheldFact,
} from "../../../pkg/chaperone.js";
