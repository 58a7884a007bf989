/** What the reader says, in which a quotation is seen at its place, in German. */
import type { words } from "../reader.ts";
import type { Translation } from "../say.ts";

export const reader: Translation<typeof words> = {
  // pages.ts
  whereItStandsIn: "Wo es im PDF steht",
  inTheUpperThird: "im oberen Drittel",
  inTheMiddle: "in der Mitte",
  inTheLowerThird: "im unteren Drittel",
  pageBeginning: "Seite {page}, beginnt {part}",
  page: "Seite {page}",
  // source.ts
  askAboutAllOfIt: "Ein Modell über alles fragen",
  bytes: "Bytes {start}–{end}",
  structuredDataOfOne: "Strukturierte Daten eines Tages",
  structuredDataConditions: "Strukturierte Daten: Diagnosen",
  structuredDataAllergies: "Strukturierte Daten: Allergien",
  structuredDataMedications: "Strukturierte Daten: Medikamente",
  structuredDataWhoThe: "Strukturierte Daten: um wen es geht",
  structuredDataCarePlans: "Strukturierte Daten: Behandlungspläne, Ziele und Behandlungsteam",
  aNoteLetterOr: "Eine Notiz, ein Brief oder Bericht",
  takenAsTheyAre: "unverändert genommen",
  readAsAJson: "als JSON-Zeichenkette gelesen",
  decodedFromBase64: "aus Base64 dekodiert",
  itsEntitiesUndone: "seine Entitäten aufgelöst",
  itsTextTakenOut: "sein Text aus der Auszeichnung genommen",
  itsTextTakenOutOfPages: "sein Text aus den Seiten des PDF genommen",
  takenAsTheStatus: "als der FHIR-Status genommen, für den es steht",
  close: "Schließen",
  theSource: "Die Quelle",
  quotationsOfThisAnswer: "Zitate dieser Antwort",
  previous: "‹ Zurück",
  quotationOf: "Zitat {at} von {of}",
  next: "Weiter ›",
  whatTheEntryRefers: "Worauf der Eintrag verweist",
  aFileThatIs: "Eine Datei, die nicht mehr hier ist",
  unpacked: ", entpackt",
  countedFrom0The: "Gezählt ab 0; die zweite Zahl ist das Byte nach dem letzten.",
  theseBytesDoNot:
    "Diese Bytes enthalten nicht, was der Kasten zeigt. Verlassen Sie sich nicht auf den Kasten; fügen Sie die Datei neu hinzu.",
  theFileHasIt:
    "So steht es in der Datei, Byte für Byte. {marked} ist, was der Kasten zeigt; {underlined} sind seine übrigen Angaben.",
  marked: "Markiert",
  underlined: "unterstrichen",
  howTheseBytesBecame: "Wie aus diesen Bytes der Text unten wurde",
  theFileUnpackedFrom: "Die Datei, aus gzip entpackt",
  bytesToOfThe: "Bytes {start} bis {end} des ZIP-Archivs",
  bytesUnpacked: "Bytes {start} bis {end} des ZIP-Archivs, entpackt",
  theTextIsAs: "{unread} Der Text ist so, wie er beim Hinzufügen der Datei dekodiert wurde.",
  decodedAgainJustNow: "Eben noch einmal dekodiert: Diese Bytes ergeben diesen Text. {marked} ist die zitierte Stelle.",
  theseBytesGiveOther:
    "Diese Bytes ergeben diesen Text nicht. Verlassen Sie sich nicht auf das Zitat; fügen Sie die Datei neu hinzu.",
  theBytesCannotBe: "Die Bytes können jetzt nicht gelesen werden.",
  theBytesCannotBeAs: "Die Bytes können jetzt nicht gelesen werden: {why}",
};
