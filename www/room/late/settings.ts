/** Part of the room's script: the settings, but for the fields of the model server, which questions need. */
import "../view/benchmark.ts";
import "../view/device-model.ts";
import "../view/locale.ts";
import "../view/model-list.ts";
import "../view/models.ts";
import "../view/own-concepts.ts";
import "../view/own-model.ts";
import "../view/privacy-level.ts";
import "../view/second-reading.ts";
import "../view/self-test.ts";
import "../view/tools.ts";
import "../view/trial.ts";
