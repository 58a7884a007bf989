/** Part of the room's script: the reader, in which a quotation is seen at its place. */
import "../view/source.ts";
