/** What the page for the doctor says, in German. */
import type { words } from "../doctor.ts";
import type { Translation } from "../say.ts";

export const doctor: Translation<typeof words> = {
  // page-words.ts
  entryWithoutADate: "Eintrag ohne Datum",
  entryOf: "Eintrag vom {date}",
  fileWhoseNameSays: "Datei {number}, deren Name sagt, um wen es geht",
  // doctors-page.ts
  problemsNow: "Aktuelle Diagnosen",
  noEntryOfA: "Kein Eintrag einer aktiven Diagnose.",
  medicinesNow: "Aktuelle Medikamente",
  noPrescriptionThatIs: "Keine aktive Verordnung.",
  allergies: "Allergien",
  noEntryOfAn: "Kein Eintrag einer Allergie.",
  aPageForYour: "Eine Seite für Ihre Ärztin oder Ihren Arzt",
  whatIsAboveAs:
    "Was oben steht, als eine Seite, mit Diagnosen, Medikamenten und Allergien: zum Drucken oder zum Sichern als PDF im Druckfenster Ihres Browsers. Nichts wird gesendet. Wer die Seite hat, kann sie lesen.",
  sayOnItOf: "Darauf sagen, um wen es geht",
  makeThePage: "Die Seite machen",
  printIt: "Drucken …",
  theBrowserOpenedNo:
    "Der Browser hat hier kein Druckfenster geöffnet. In einer fremden Seite darf er es vielleicht nicht: Öffnen Sie Chaperone in einem eigenen Tab, und drucken Sie dort.",
  summaryOfTheRecord: "Zusammenfassung der Akte von {name}",
  summaryOfAHealth: "Zusammenfassung einer Gesundheitsakte",
  madeOnByChaperone:
    "Erstellt am {today} von Chaperone aus den Akten auf dem eigenen Gerät einer Person, ohne Sprachmodell. Hinter jedem Eintrag steht, woher er ist. Neu ist, was vom {since} oder später ist.",
  newSince: "Neu seit {since}",
  noCodedEntryOf:
    "Nichts von dem, was gesucht wird: neue Diagnosen und Allergien, beendete Diagnosen, geänderte Medikamente, Werte außerhalb des Bereichs oder in Bewegung. Andere neue Einträge stehen hier nicht.",
  whereTheRecordDisagrees: "Wo die Akte sich selbst widerspricht",
  since: "{name}, seit {from}",
  notActive: "{entry}; in der Akte nicht als aktiv geführt",
  file: "Datei {number}, ",
  andMore: "; und {more} weitere",
  allEntriesAreFrom: "Alle Einträge sind aus {file}.",
  allFromOneFile: "Alle Einträge sind aus einer Datei, deren Name sagen würde, um wen es geht.",
  files: "Dateien: {files}.",
  andInTheRecord: "und {moreEntries} in der Akte",
};
