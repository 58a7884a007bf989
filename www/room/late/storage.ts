/** Part of the room's script: what is kept on the device, and the door before it. */
import "../view/gate.ts";
import "../view/keeping.ts";
