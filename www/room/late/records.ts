/** Part of the room's script: the timeline, the charts and search, which there is something to show in once there are records, and what packs earlier answers. */
import "../view/charts/charts.ts";
import "../view/packing.ts";
import "../view/search.ts";
import "../view/timeline/timeline.ts";
