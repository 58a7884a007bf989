/** Part of the room's script: the thought process. */
import "../view/thinking/thinking.ts";
