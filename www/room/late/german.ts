/** Part of the room's script: what the page says in German. */
import { connection } from "../words/de/connection.ts";
import { doctor } from "../words/de/doctor.ts";
import { first } from "../words/de/first.ts";
import { library } from "../words/de/library.ts";
import { leaves } from "../words/de/leaves.ts";
import { nouns } from "../words/de/nouns.ts";
import { reader } from "../words/de/reader.ts";
import { records } from "../words/de/records.ts";
import { settings } from "../words/de/settings.ts";
import { storage } from "../words/de/storage.ts";
import { thinking } from "../words/de/thinking.ts";
import { verdicts } from "../words/de/verdicts.ts";
import { learn } from "../words/say.ts";

learn({
  tag: "de",
  locale: "de-DE",
  bytes: "Byte",
  areas: { connection, doctor, first, leaves, library, nouns, reader, records, settings, storage, thinking, verdicts },
});
