/** What is said of a model’s claims, and of what was searched, in German. */
import type { Translation } from "../say.ts";
import type { words } from "../verdicts.ts";

export const verdicts: Translation<typeof words> = {
  inTheRecords: "steht in den Akten",
  trueOfTheRange: "gilt nur für die Spanne",
  notInTheRecords: "steht nicht in dem, was gesendet wurde",
  theRecordsSayOtherwise: "die Akten sagen etwas anderes",
  theModelsNumbersTimes: "Zahlen, Zeiten, Namen und Urteile des Modells, jedes an den Akten geprüft: {sums}.",
  hold: { one: "{count} trifft zu", other: "{count} treffen zu" },
  rangeOnly: { one: "{count} gilt nur für die Spanne", other: "{count} gelten nur für die Spanne" },
  unsupported: {
    one: "{count} steht nicht in dem, was gesendet wurde",
    other: "{count} stehen nicht in dem, was gesendet wurde",
  },
  contradicted: {
    one: "bei {count} sagen die Akten etwas anderes",
    other: "bei {count} sagen die Akten etwas anderes",
  },
  sentencesAsWholes: "Die Sätze des Modells, jeder als Ganzes:",
  verifiedCount: {
    one: "{count} bestätigt: alles darin wurde aus den kodierten Einträgen neu errechnet",
    other: "{count} bestätigt: alles darin wurde aus den kodierten Einträgen neu errechnet",
  },
  uncheckedCount: {
    one: "{count} nicht als Ganzes geprüft: er kann stimmen, vergleichen Sie ihn mit den Einträgen",
    other: "{count} nicht als Ganze geprüft: sie können stimmen, vergleichen Sie sie mit den Einträgen",
  },
  markedCount: {
    one: "{count} mit einem Zeichen gegen einen Teil davon",
    other: "{count} mit einem Zeichen gegen einen Teil davon",
  },
  thatFitTheQuestion: {
    one: "{count} Eintrag, der zur Frage passt, blieb hier",
    other: "{count} Einträge, die zur Frage passen, blieben hier",
  },
  couldBeNamedAnd: {
    one: "{count} Notiz konnte genannt, aber nicht gelesen werden",
    other: "{count} Notizen konnten genannt, aber nicht gelesen werden",
  },
  ofTheQuestionStayed: { one: "{count} Wort der Frage blieb hier", other: "{count} Wörter der Frage blieben hier" },
  searched: "Durchsucht: {searched} Dokumente, davon {notes} Notizen, mit {entries} Einträgen.",
  modelWasToldOf: "Dem Modell wurden davon {told} mitgeteilt",
  whatCouldNotBeRead:
    "Dateien oder Teile davon, die nicht gelesen werden konnten, stehen dort, wo sie hinzugefügt wurden. Was nicht gefunden wird, kann dennoch so sein.",
};
