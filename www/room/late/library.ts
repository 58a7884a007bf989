/** Part of the room's script: the library of public texts. */
import "../view/library/library.ts";
