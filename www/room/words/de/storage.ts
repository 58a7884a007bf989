/** What is said of what is kept on the device, and at the door before it, in German. */
import type { Translation } from "../say.ts";
import type { words } from "../storage.ts";

export const storage: Translation<typeof words> = {
  // destroy.ts
  everythingKeptOnThis:
    "Alles, was auf diesem Gerät aufbewahrt wird, geht: der Schlüssel, die Dateien, das daraus Berechnete, das Gespräch, das aus Bibliotheken Gelesene und das Verzeichnis dessen, was hinausging. Ihre eigenen Dateien bleiben unberührt.",
  everythingGoesAndSession:
    "Alles, was auf diesem Gerät aufbewahrt wird, geht: der Schlüssel, die Dateien, das daraus Berechnete, das Gespräch, das aus Bibliotheken Gelesene und das Verzeichnis dessen, was hinausging. Auch diese Seite vergisst es. Ihre eigenen Dateien bleiben unberührt.",
  destroyWhatIsKept: "Vernichten, was aufbewahrt wird",
  thisCannotBeUndone: "Das lässt sich nicht rückgängig machen. Vernichten?",
  yesDestroyIt: "Ja, vernichten",
  noKeepIt: "Nein, behalten",
  destroyIt: "Vernichten …",
  // gate.ts
  yourRecordsAreLocked: "Ihre Akten sind verschlossen",
  keptUnderPassphrase:
    "Sie werden auf diesem Gerät aufbewahrt, versiegelt. Ohne Ihr Passwort, oder einen Passkey, den Sie hinzufügten, kann niemand sie lesen, und niemand kann es zurücksetzen.",
  keptUnderPasskey:
    "Sie werden auf diesem Gerät aufbewahrt, versiegelt. Ohne Ihren Passkey kann niemand sie lesen, und niemand kann ihn zurücksetzen.",
  willBeLeftOut: {
    one: "{count} Datei wird ausgelassen, weil ihr Lesen den Rechenkern angehalten hat. Was ausgelassen wird, bleibt aufbewahrt.",
    other:
      "{count} Dateien werden ausgelassen, weil ihr Lesen den Rechenkern angehalten hat. Was ausgelassen wird, bleibt aufbewahrt.",
  },
  readAllTheSame: { one: "Trotzdem lesen", other: "Trotzdem lesen" },
  passphrase: "Passwort",
  showWhatIType: "Zeigen, was ich tippe",
  unlock: "Entsperren",
  unlockWithAPasskey: "Mit einem Passkey entsperren",
  goOnWithoutThem: "Ohne sie weitermachen und nichts aufbewahren",
  yourRecordsCouldNot: "Ihre Akten konnten nicht zu Ende gelesen werden",
  readingStoppedThe:
    "Das Lesen von {file} hat den Rechenkern angehalten. Sie können ohne diese Datei weitermachen: Sie bleibt aufbewahrt, und Sie können sie später entfernen.",
  allOfThemAre: "Alle sind weiter aufbewahrt und weiter versiegelt.",
  beginAgainWithoutThis: "Ohne diese Datei neu beginnen",
  beginAgain: "Neu beginnen",
  itWasNotDestroyed: "Es wurde nicht vernichtet",
  notEverythingWasRemoved: "Nicht alles wurde entfernt",
  whatIsKeptOn:
    "Was auf diesem Gerät aufbewahrt wird, ist noch da und öffnet sich weiter mit Ihrem Passwort oder Passkey. Der Browser ließ es nicht entfernen. Schließen Sie andere Tabs dieser Seite, und versuchen Sie es dann noch einmal.",
  theKeyIsDestroyed:
    "Der Schlüssel ist vernichtet, darum kann niemand mehr lesen, was aufbewahrt war. Einige versiegelte, nun unlesbare Teile ließen sich nicht aus diesem Browser entfernen. Versuchen Sie es noch einmal, oder löschen Sie die Daten dieser Website im Browser.",
  tryAgain: "Noch einmal versuchen",
  leaveIt: "Lassen",
  goOn: "Weiter",
  yourRecordsAreOpen: "Ihre Akten sind in einem anderen Tab geöffnet",
  anotherTabHasTaken:
    "Ein anderer Tab hat sie übernommen; dieser bewahrt nichts mehr auf. Was aufbewahrt wurde, ist dort.",
  twoTabsAtOnce:
    "Zwei Tabs zugleich könnten einander überschreiben, darum darf nur einer benutzen, was auf diesem Gerät aufbewahrt wird.",
  useThemHereAgain: "Wieder hier benutzen",
  useThemHere: "Hier benutzen",
  whatIsKeptHere: "Was hier aufbewahrt wird, lässt sich nicht öffnen",
  goOnWithoutIt: "Ohne es weitermachen und nichts aufbewahren",
  makingTheKeyThis: "Der Schlüssel wird gemacht. Das dauert absichtlich einen Moment: Es macht das Raten langsam.",
  waitingForThePasskey: "Warten auf den Passkey.",
  oneMoment: "Einen Moment.",
  makingYourRecordsFindable: "Ihre Akten werden auffindbar gemacht: {done} von {total} Texten",
  readingYourRecordsOf: "Ihre Akten werden gelesen: {done} von {total}",
  cancel: "Abbrechen",
  forgottenItWhatIs:
    "Vergessen? Was versiegelt ist, bleibt versiegelt: Sie können es nur vernichten und mit Ihren Dateien neu beginnen.",
  theOtherTabDid: "Der andere Tab hat nicht geantwortet. Schließen Sie ihn, und versuchen Sie es dann noch einmal.",
  // passphrase-form.ts
  newPassphrase: "Neues Passwort",
  atLeastCharactersFour: "Mindestens {least} Zeichen. Am besten sind vier oder mehr Wörter, die niemand erraten würde.",
  theSameAgain: "Dasselbe noch einmal",
  presentPassphrase: "Jetziges Passwort",
  // sources.ts
  seeOrRemoveSingle: "Einzelne Dateien ansehen oder entfernen",
  findAFile: "Eine Datei suchen",
  files: "Dateien",
  andFindOneBy: "… und {moreFiles}; suchen Sie eine nach ihrem Namen.",
  keptSealed: " · aufbewahrt, versiegelt",
  notInThisSession: " · nicht in dieser Sitzung",
  // keeping.ts
  keptOnThisDevice: "Auf diesem Gerät aufbewahrt",
  keepYourRecordsOn: "Ihre Akten auf diesem Gerät aufbewahren",
  close: "Schließen",
  keptAndSealed: "Auf diesem Gerät aufbewahrt, versiegelt",
  notEverythingIsKept: "Nicht alles wird aufbewahrt.",
  storage: "Speicher",
  lock: "Sperren",
  closingTheTabForgets: "Schließen vergisst alles",
  forgetTheseAndUnlock: "Diese vergessen und das Aufbewahrte entsperren",
  keepOnThisDevice: "Auf diesem Gerät aufbewahren …",
  nothingCanBeKept: "Hier kann nichts aufbewahrt werden",
  everythingIsSealedBefore:
    "Alles wird versiegelt, bevor es geschrieben wird: die Dateien, das daraus Berechnete und dieses Gespräch. Ohne Ihr Passwort kann es niemand lesen, auch wir nicht; verlieren Sie es, ist alles verloren.",
  keepWithThisPassphrase: "Mit diesem Passwort aufbewahren",
  keepWithAPasskey: "Stattdessen mit einem Passkey aufbewahren",
  whatIsKept: "Was aufbewahrt wird",
  theFilesWhatWas: "Die Dateien, das daraus Berechnete und dieses Gespräch: versiegelt, bevor sie geschrieben wurden.",
  inThisBrowsersPrivate:
    "In den privaten Dateien dieses Browsers: Diese Seite benutzt {usage}, ihre eigenen öffentlichen Dateien mitgezählt.",
  inThisBrowsersDatabase:
    "In der Datenbank dieses Browsers: Diese Seite benutzt {usage}, ihre eigenen öffentlichen Dateien mitgezählt.",
  ofThatItMay: "{usage} von {quota}, die sie darf",
  theBrowserWillNot: "Der Browser wird es nicht von sich aus löschen.",
  theBrowserMayClear:
    "Der Browser darf es löschen, wenn dem Gerät der Platz ausgeht. Behalten Sie Ihre eigenen Dateien.",
  howItIsLocked: "Wie es verschlossen ist",
  openedByPassphrase: "Geöffnet mit Ihrem Passwort.",
  openedByPasskey: "Geöffnet mit einem Passkey.",
  openedByEither: "Geöffnet mit Ihrem Passwort oder einem Passkey.",
  addAPassphrase: "Ein Passwort hinzufügen",
  changeThePassphrase: "Das Passwort ändern",
  addIt: "Hinzufügen",
  changeIt: "Ändern",
  addAPasskey: "Einen Passkey hinzufügen",
  replaceThePasskey: "Den Passkey ersetzen",
  replaceIt: "Ersetzen",
  lockItNow: "Jetzt sperren",
  thePageForgetsYour: "Die Seite vergisst Ihre Akten, bis Sie sie entsperren.",
  itsFiles: "Seine Dateien",
  destroyEverythingThatIs: "Alles vernichten, was aufbewahrt wird",
  useAPasskey: "Einen Passkey benutzen",
  yourFingerprintFaceOr:
    "Ihr Fingerabdruck, Gesicht oder Sicherheitsschlüssel öffnet die Akten. Der versiegelte Raum kann Passkeys nicht selbst benutzen: Die Seite ringsum tut es und sieht den Schlüssel einen Augenblick lang. Ein Passkey vertraut also der Website, die diese Seite ausliefert; ein Passwort verlässt den Raum nicht.",
  sealingOf: "Wird versiegelt: {done} von {total}",
  theTwoPassphrasesDiffer: "Die beiden Passwörter sind verschieden. Tippen Sie zweimal dasselbe.",
  thisPassphraseIsGuessed:
    "Wer Passwörter durchprobiert, probiert dieses früh. Nehmen Sie vier oder mehr Wörter, die nichts miteinander und nichts mit Ihnen zu tun haben.",
  thePassphraseWasChanged: "Das Passwort ist gesetzt.",
  thePasskeyWasAdded: "Der Passkey ist gesetzt.",
  fromNowOnEverything:
    "Von jetzt an werden Ihre Akten, Fragen und Antworten auf diesem Gerät aufbewahrt, versiegelt, und ebenso, was Sie von einer Bibliothek auf dem Server dieser Seite lesen. Ihre eigenen Literaturdateien und was von PubMed kam, nicht: Sie gehen mit dieser Seite.",
  everythingIsKeptNow: "Die Dateien werden jetzt aufbewahrt.",
};
