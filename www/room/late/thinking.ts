/** Part of the room's script: the thought process, and what a model on this device does for a question. */
import "../view/inside.ts";
import "../view/thinking/thinking.ts";
