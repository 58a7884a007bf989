/** What the first screen says, and what is shared by all of them, in German. */
import type { words } from "../first.ts";
import type { Translation } from "../say.ts";

export const first: Translation<typeof words> = {
  // told.ts
  cancelled: "Abgebrochen.",
  somethingFailedInThe:
    "In der Seite ist etwas fehlgeschlagen. Laden Sie sie neu; geschieht es wieder, melden Sie es bitte.",
  tryAgainIfIt:
    "Versuchen Sie es noch einmal. Schlägt es wieder fehl, prüfen Sie, ob der Server läuft, und sehen Sie in den Einstellungen unter „Modellserver“ nach.",
  startTheModelServer:
    "Starten Sie den Modellserver, oder berichtigen Sie seine Adresse unter „Modellserver“, und versuchen Sie es dann noch einmal. Zitate antworten auch ohne ihn.",
  lookAtTheAddress:
    "Prüfen Sie die Adresse und den Namen des Modells unter „Modellserver“, und versuchen Sie es dann noch einmal.",
  askForLessOr: "Fragen Sie nach weniger, oder nehmen Sie ein anderes Modell.",
  quotationsCanAnswerFor: "Zitate können antworten: Dafür muss nichts hinaus.",
  reloadThePage: "Laden Sie die Seite neu.",
  theConnectionWasRefused:
    "Die Verbindung wurde abgelehnt, der Name ist unbekannt, das Zertifikat ist ungültig, oder der Browser lässt diese Seite diese Adresse nicht erreichen (eine Seite über https braucht seine Erlaubnis für Server auf diesem Gerät oder in diesem Netz). Eine leere Anfrage (HEAD /) blieb ohne Antwort, darum wurde die vorbereitete nicht gesendet.",
  ifTheServerIs:
    "Falls der Server läuft: Er erlaubt vielleicht die Herkunft dieser Seite nicht (CORS), antwortet mit einer Weiterleitung, der nicht gefolgt wird, oder hat die Verbindung beendet. Bei Ollama nennt OLLAMA_ORIGINS die erlaubten Herkünfte.",
  askForYourRecords: "Bitten Sie um Ihre Akten als FHIR R4 in JSON.",
  splitTheFileOr: "Teilen Sie die Datei, oder bitten Sie um einen Export über weniger Jahre.",
  checkTheConnectionAnd: "Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
  chooseItAgain: "Wählen Sie sie noch einmal aus.",
  // conversation.ts
  thisAnswerQuotedWhich: "Diese Antwort zitierte {label}; die Datei wurde entfernt.",
  theRecordsHaveChanged: "Die Akten haben sich geändert, seit dies vorbereitet wurde. Nichts wurde gesendet.",
  // pace.ts
  aFewSecondsLeft: "noch einige Sekunden",
  lessThanAMinute: "noch weniger als eine Minute",
  aboutAMinuteLeft: "noch etwa eine Minute",
  aboutMinutesLeft: "noch etwa {minutes} Minuten",
  aboutAnHourLeft: "noch etwa eine Stunde",
  aboutHoursLeft: "noch etwa {minutes} Stunden",
  // reading.ts
  sampleRecords: "Beispielakten",
  splitItOr: "Teilen Sie sie, oder bitten Sie um einen Export über weniger Jahre.",
  theFileHasAt: "Die Datei hat {size}; höchstens {most} werden auf einmal gelesen.",
  // removing.ts
  wasRemoved: "{label} wurde entfernt.",
  wasRemovedButTraces:
    "{label} wurde entfernt. Versiegelte Teile davon ließen sich aus diesem Browser noch nicht entfernen; das wird beim nächsten Entsperren wieder versucht.",
  itWasCancelled: "Es wurde abgebrochen.",
  wasNotRemoved: "{label} wurde nicht entfernt. {why}",
  // session.ts
  theConversationThatIs:
    "Das hier aufbewahrte Gespräch konnte nicht gelesen werden (es ist beschädigt oder stammt aus einer neueren Version). Es bleibt, wie es ist, und das Gespräch dieser Sitzung wird nicht aufbewahrt.",
  theLastChangeBefore:
    "Die letzte Änderung vor dieser Sitzung wurde abgeschnitten oder beschädigt. Sie sehen den Stand davor.",
  theFilesWhatWas:
    "Die Dateien, das daraus Berechnete und das Gespräch werden auf diesem Gerät aufbewahrt, in diesem Raum versiegelt, bevor sie geschrieben werden.",
  nothingIsKeptClosing:
    "Nichts wird aufbewahrt: Schließen Sie den Tab, ist alles vergessen. Was Sie aufbewahren möchten, wird zuerst in diesem Raum versiegelt, mit Ihrem Passwort oder Passkey.",
  storage: "Speicher",
  lookAtWhatIs: "Ansehen, was aufbewahrt wird",
  keepOnThisDevice: "Auf diesem Gerät aufbewahren …",
  // top.ts
  chaperone: "Chaperone",
  yourRecordsStayIn: "Ihre Akten bleiben in diesem Raum, und der Raum hat kein Netz.",
  // welcome.ts
  addRecords: "Akten hinzufügen",
  filesFromYourPortal:
    "Dateien aus Ihrem Portal oder Krankenhaus, oder die Beispiele. Sie werden auf diesem Gerät gelesen.",
  ask: "Fragen",
  quotationsAnswerYouMay:
    "Zitate antworten. Sie können ein Sprachmodell hinzuziehen und sehen zuerst, was ihm gesendet würde.",
  check: "Prüfen",
  eachQuotationIsA: "Jedes Zitat ist in Ihren Akten nachgeschlagen und öffnet sich dort an seiner Stelle.",
  howItGoes: "So geht es",
  // ledger-state.ts
  saved: "Gespeichert.",
  notSaved: "Nicht gespeichert.",
  theSelfTestRuns: "Zuerst läuft der Selbsttest; er dauert etwa eine halbe Minute.",
  // screens.ts
  today: "Heute",
  records: "Akten",
  yourRecords: "Ihre Akten",
  library: "Biblio\u00adthek",
  whatLeaves: "Was hinaus\u00adgeht",
  settings: "Einstel\u00adlungen",
  timeline: "Zeitachse",
  charts: "Verläufe",
  search: "Suche",
  files: "Dateien",
  // parts.ts
  partsOfYourRecords: "Teile Ihrer Akten",
  of: "Von",
  // room-summary.ts
  theRoomThatHolds:
    "Der Raum mit Ihren Akten hat keinen eigenen Weg ins Netz. Der Selbsttest probiert jeden Weg hinaus; in dieser Sitzung ist er noch nicht gelaufen.",
  ofWaysOutOf: "✕ Bei {open} von {findings} Wegen aus dem Raum ist nicht gezeigt, dass sie gesperrt sind.",
  waysOutOfThe: "✓ {blocked} Wege aus dem Raum sind gesperrt, {notBlockable} aus den genannten Gründen nicht sperrbar.",
  theSealedRoom: "Der versiegelte Raum",
  seeEachWay: "Jeden Weg ansehen",
  toTheSelfTest: "Zum Selbsttest",
  // server.ts
  modelServer: "Modellserver",
  quotationsAnswerWithoutOne:
    "Ein Programm oder ein Dienst, der ein Sprachmodell betreibt: auf diesem Gerät oder bei einem Anbieter. Zitate antworten ohne ihn. Er sieht nur, was eine Prüfung freigegeben hat und Sie genehmigt haben, welche Adresse er auch hat.",
  address: "Adresse",
  anyOpenaiCompatibleServer:
    "Jeder OpenAI-kompatible Server, oder https://api.anthropic.com. Unter http://localhost:11434 antwortet Ollama, wenn es auf diesem Gerät läuft.",
  model: "Modell",
  key: "Schlüssel",
  keptInMemoryUntil:
    "Bleibt im Arbeitsspeicher, bis Sie die Seite schließen. Lassen Sie das Feld leer, wenn der Server keinen braucht.",
  wayOfAnswering: "Art der Antwort",
  shortAnswer: "Kurze Antwort",
  reasoningFirst: "Zuerst die Begründung",
  inEverydayWords: "In Alltagssprache",
  briefForClinicians: "Knapp, für Fachleute",
  chooseAmongAnswers: "Unter Antworten wählen",
  fromArticlesText: "Aus Artikeln, nur der Text",
  fromArticlesWith: "Aus Artikeln, mit Jahr und Zeitschrift",
  whatTheModelIs: "Was das Modell mit den Textstellen tun soll.",
  waitAtMost: "Höchstens warten",
  secondsForTheFirst: "Sekunden bis zum ersten Wort und zwischen Wörtern.",
  theWayIsReadable:
    "Was an {host} gesendet wird, und ein Schlüssel, den Sie angaben, geht unverschlüsselt dorthin (http): Wer im Netz dazwischen ist, kann es lesen und die Antwort ändern. Nehmen Sie eine Adresse, die mit https beginnt, oder einen Server auf diesem Gerät.",
  sendItAllTheSame: "Trotzdem dorthin senden",
  thePageAroundOffers:
    "Die Seite um dieses Feld herum ({host}) bietet ein eigenes Modell an. Sie bekommt, was Sie genehmigen, und sonst nichts.",
  useThatModel: "Dieses Modell nehmen",
  thisDevice: "diesem Gerät",
  // cautions.ts
  another: "; eine weitere ",
  aPassageAbove: "Eine Stelle oben {reasons}. Sie steht hier, wie sie ist, und bewirkt nichts; folgen Sie ihr nicht.",
  aHiddenPassageAbove:
    "Eine Stelle oben {reasons}. Sie ist verschlüsselt oder verkleidet. Sie steht hier, wie sie ist, und bewirkt nichts; folgen Sie ihr nicht.",
  // boxes.ts
  verbatimFromTheSource: "wörtlich aus der Quelle",
  eachAsItsFile: "{readings}, jede wie in ihrer Datei. Eine Zeile öffnet den ganzen Eintrag und seine Quelle.",
  fromStructuredData: "aus strukturierten Daten",
  allElementsOfThis: "Alle Angaben dieses Eintrags ({all})",
  inTheFile: "In der Datei: {unit}",
  openTheSource: "Quelle öffnen: {reference}",
  // brief.ts
  sinceYourLastVisit: "Seit Ihrem letzten Besuch",
  whatIsNewIn:
    "Was seit einem Tag in den kodierten Einträgen neu ist, jeweils mit Quelle, und wo die Akte sich selbst widerspricht. Ohne Frage und ohne Modell.",
  since: "Seit",
  showWhatIsNew: "Zeigen, was neu ist",
  sinceDay: "seit {since}",
  whoseSince: "{whose}, seit {since}",
  nothingNew: "Nichts gefunden",
  noCodedEntryOf: "Nichts von den Arten unten. Wählen Sie einen früheren Tag, um weiter zurückzusehen.",
  lookedForAndNone: "Gesucht, und seither keine gefunden",
  contradictions: "Widersprüche",
  theCodedEntriesDo:
    "Keiner von denen, nach denen gesucht wird: ein Medikament in zwei Dosen, Allergien gegeneinander oder gegen eine Verordnung, eine Diagnose, die aktiv und vorbei ist, zwei Werte eines Zeitpunkts. Nach anderen wird nicht gesucht. Notizen und Briefe werden hier nicht gelesen: Fragen Sie, dann steht, was sie sagen, neben den Einträgen.",
  whereTheRecordDisagrees: "Wo die Akte sich selbst widerspricht",
  andMoreInTheTimeline: "und {more} weitere: Alle Einträge stehen auf der Zeitachse",
  disagreement: "Widerspruch: {title}",
  // nav.ts
  screens: "Ansichten",
  // points.ts
  sinceYourLastVisitOn:
    "Seit {since}, dem Tag des letzten Besuchs in Ihren Akten (des neuesten Eintrags, wo keiner darin ist)",
  // step.ts
  fetchingTheModelFor: "Das Modell der Suche nach Bedeutung wird geholt",
  fetchingTheModelsWord: "Die Wortliste des Modells wird geholt",
  fetchingTheEngine: "Der Rechenkern wird geholt",
  fetchingTheListOf: "Die Liste allgemeiner und medizinischer Wörter wird geholt",
  fetchingTheListOfRare: "Die Liste seltener Krankheiten wird geholt",
  fetchingTheVocabularyOf: "Das Verzeichnis medizinischer Begriffe wird geholt",
  fetchingTheModelOf: "Das Modell der Namen wird geholt",
  fetchingTheVocabularyOfNames: "Die Wortliste des Modells der Namen wird geholt",
  fetchingWhatTellsInstructions: "Was Anweisungen von Fragen unterscheidet, wird geholt",
  fetchingWhatReads: "Was Stellen ein zweites Mal liest, wird geholt",
  fetchingWhatOpensA: "Was ein eigenes Modell öffnet, wird geholt",
  fetchingWhatRunsA: "Was ein Sprachmodell laufen lässt, wird geholt",
  fetchingTheJudgementOf: "Das Urteil des Modells der Namen wird geholt",
  fetchingAPartOf: "Ein Teil dieser Seite wird geholt",
  fetchingTheLicences: "Die Lizenzen werden geholt",
  fetchingTheSampleRecords: "Die Beispielakten werden geholt",
  // connect.ts
  theServerDoesNot: "der Server gibt diese nicht an Apps",
  theServerLedTo: "der Server führte zu einer Adresse, die nicht seine ist; ihr wurde nicht gefolgt",
  theServerLedInCircles: "der Server führte zu einer Seite, die schon gelesen war",
  thereAreMorePages: "es sind mehr Seiten, als auf einmal gelesen werden",
  thereIsMoreThan: "es ist mehr, als auf einmal gelesen wird",
  theServerAnsweredWith: "der Server antwortete mit etwas, das kein FHIR ist",
  theServerSentThis: "der Server leitete diese Seite an eine andere Adresse weiter; ihr wurde nicht gefolgt",
  theServerFailedOr: "der Server versagte oder antwortete nicht; versuchen Sie es später noch einmal",
  theAccessHadEnded:
    "der Zugang war zu Ende: Er lief ab oder wurde entzogen. Verbinden Sie sich neu, um den Rest zu lesen",
  youGaveItUp: "Sie haben es abgebrochen",
  disconnectedTheServerSays: "Getrennt. Der Server sagt, dass diese Seite keinen Zugang mehr hat.",
  disconnectedThisPageHas:
    "Getrennt: Diese Seite hat den Zugang vergessen. Der Server hat nicht bestätigt, dass er keinen mehr hält; Sie können ihn im Portal Ihres Krankenhauses entziehen.",
  disconnected: "Getrennt.",
  connectToYourHospital: "Mit Ihrem Krankenhaus verbinden",
  youSignInThere: "Sie melden sich dort an, und Ihre Akten werden von seinem Server gelesen.",
  openedThisPageSo: "hat diese Seite geöffnet, damit Ihre Akten von dort gelesen werden können.",
  connectedTo: "Verbunden mit",
  readAgain: "Noch einmal lesen",
  disconnect: "Trennen",
  waitingForYouTo: "Warten auf Ihre Anmeldung …",
  readingFrom: "Lesen von {origin}",
  readingStep: "Lesen von {origin}: {what}, {entries}, {size}",
  cancel: "Abbrechen",
  whatWasAskedAt: "Wonach {origin} um {at} gefragt wurde: {summary}",
  askedAtForYour: "Gefragt bei {origin}, nach Ihren eigenen Akten und nach nichts anderem:",
  notEverythingWasRead: "Nicht alles wurde gelesen. Was gelesen wurde, ist da.",
  everythingAtOnce: "alles auf einmal",
  // removal.ts
  remove: "{label} entfernen",
  removeFile: "Entfernen …",
  itsRecordsLeaveThis: "ihre Akten verlassen diese Sitzung",
  theSealedCopyOn: "die versiegelte Kopie auf diesem Gerät wird entfernt",
  and: ", und ",
  removeThisFileAnswers:
    "Diese Datei entfernen: {goes}. Antworten, die sie zitieren, gehen mit, und vorbereitete oder gesendete Anfragen lassen sich nicht mehr ansehen. Die anderen Dateien bleiben und werden neu gelesen. Ihre eigene Datei bleibt unberührt.",
  removeIt: "Entfernen",
  leaveIt: "Behalten",
  // report.ts
  read: "Gelesen",
  readBefore: "Schon gelesen",
  notRead: "Nicht gelesen",
  wasCancelled: "Abgebrochen",
  readInPart: "Teilweise gelesen",
  findAFile: "Eine Datei suchen",
  showOf: "{moreFiles} von {hidden} zeigen",
  filesRead: "{files} gelesen",
  filesReadBefore: "{before} schon gelesen",
  filesNotRead: "{failed} nicht gelesen",
  filesCancelled: "{cancelled} abgebrochen",
  toLookAt: "{entries} zum Ansehen",
  thisBrowserOpensNo: "Dieser Browser öffnet keinen Ordner, der in einen versiegelten Raum gezogen wird:",
  andMore: " und {unopened} weitere",
  chooseItWithThe: "{more}. Wählen Sie ihn stattdessen mit dem Knopf für Ordner.",
  neitherWas: "Auch nicht gelesen:",
  couldNotBeRead:
    "{moreFiles} konnten nicht gelesen werden: Sie stehen unten in der Liste der Dateien an erster Stelle.",
  wasNotRead: "wurde nicht gelesen. {failure} {advice} {more}",
  dismiss: "Ausblenden",
  dismissNotRead: "Ausblenden: {name} wurde nicht gelesen",
  andSo: { one: ", ebenso {count} weitere Datei", other: ", ebenso {count} weitere Dateien" },
  endsInTheMiddle:
    "endet mittendrin{more}. Was danach kommt, fehlt, und damit vielleicht die neuesten Einträge: Eine Antwort kann veraltet sein. Holen Sie die ganze Datei, und fügen Sie sie hinzu.",
  wasReadUpTo:
    "wurde bis Zeile {lines} gelesen ({read}): Mehr fasst der Speicher dieser Seite nicht. Was danach kommt, fehlt in jeder Antwort. Teilen Sie die Datei, und fügen Sie den Teil der Person oder die Arten von Einträgen hinzu, die Sie brauchen.",
  usedForProtectingNames: "{aside} nur zum Schutz von Namen benutzt",
  whatWasLeftOut: "Was ausgelassen wurde oder nicht sicher ist",
  andMorePaths: "… und {number} weitere",
  andMoreThatAre: "… und {number} weitere, die nicht aufgeführt sind",
  andFurtherReasons: "… und {furtherReasons}",
  notPartOfThe:
    "{resourceType}: nicht Teil der Antworten; ihre Namen sind bekannt und werden daran gehindert, hinauszugehen",
  ofTheFolderPassed: {
    one: "{count} andere Datei des Ordners wurde übergangen: Ihr Name endet nicht wie die von Akten.",
    other: "{count} andere Dateien des Ordners wurden übergangen: Ihre Namen enden nicht wie die von Akten.",
  },
  theFolderHoldsMore:
    "Der Ordner enthält mehr Dateien, als auf einmal genommen werden. Fügen Sie den Rest in einem zweiten Schritt hinzu.",
  nothingNewInIt: " · nichts Neues darin",
  broughtNothingNew: " · nichts Neues",
  nothingOfItWas: " · nichts davon wurde behalten",
  // whose.ts
  whoseRecordsAreThese: "Wessen Akten sind das?",
  isThisTheSame: "Ist das dieselbe Person?",
  whatIsShownUnder: "Was unter „{name}“ steht, sagt nicht, um wen es geht. Sie wissen es; geraten wird nicht.",
  hasTheBirthDate: "„{name}“ hat das Geburtsdatum einer anderen Person hier und einen Teil ihres Namens.",
  somebodyElse: "Jemand anderes",
  moreAreAsked: { one: "Danach noch {count} Frage dieser Art.", other: "Danach noch {count} Fragen dieser Art." },
  // records.ts
  theEngineIsBeing: "Der Rechenkern wird geprüft und gestartet …",
  addYourHealthRecords: "Fügen Sie Ihre Gesundheitsakten hinzu",
  dropFilesOfYour: "Ziehen Sie Dateien Ihrer Gesundheitsakten hierher",
  addFiles: "Dateien hinzufügen",
  chooseFiles: "Dateien wählen",
  chooseAFile: "Datei wählen",
  noFileChosen: "Keine Datei gewählt",
  addAFolder: "Ordner hinzufügen",
  chooseAFolder: "Ordner wählen",
  useSampleRecords: "Beispielakten benutzen",
  fhirAsJsonOr:
    "FHIR als JSON oder NDJSON, C-CDA, ein Export aus Apple Health, oder Briefe und Notizen als Text, Markdown, HTML oder PDF; auch mit gzip gepackt oder in einem ZIP-Archiv, bis zu {most} je Datei, NDJSON und die export.xml von Apple Health so viel, wie der Speicher fasst. Sie werden in diesem Raum gelesen und gehen nirgendwohin.",
  ofRecords: "{name}: Akten",
  patients: { one: "Person", other: "Personen" },
  documents: { one: "Dokument", other: "Dokumente" },
  facts: { one: "Angabe", other: "Angaben" },
  theseAreSampleRecords: "Das sind Beispielakten: Die Menschen darin sind erfunden.",
  yourOwnRecordsAre:
    "Ihre eigenen Akten stehen hier zusammen mit Beispielen: {files} von Ihnen, und {sampleFiles} mit erfundenen Menschen. Um nur Ihre zu haben, entfernen Sie die Beispiele in der Liste der Dateien.",
  makingTheRecordsFindable: "Die Akten werden auffindbar gemacht",
  removingTheOtherFiles: "{name} wird entfernt: Die anderen Dateien werden neu gelesen",
  reading: "{name} wird gelesen",
  readingOf: "{name} wird gelesen ({at} von {files})",
  readSoFar: "Bisher gelesen",
  skipThisFile: "Diese Datei überspringen",
  cancelTheRest: "Den Rest abbrechen",
  searchByMeaningIs: "✓ Die Suche nach Bedeutung ist bereit.",
  searchByMeaningIsNot: "Die Suche nach Bedeutung ist nicht verfügbar; die Suche nach Wörtern ist es. {reason}",
  tryAgain: "Noch einmal versuchen",
  searchByMeaningIsPaused: "Die Suche nach Bedeutung ruht. Die Suche nach Wörtern geht.",
  searchByMeaningPausedAt: "Die Suche nach Bedeutung ruht bei {passages}. Die Suche nach Wörtern geht.",
  resume: "Fortsetzen",
  preparingSearchByMeaning: "Die Suche nach Bedeutung wird vorbereitet: {passages}",
  preparingAtSpeed: "Die Suche nach Bedeutung wird vorbereitet: {passages}, {speed} je Sekunde",
  searchByMeaning: "Suche nach Bedeutung",
  youCanAskAlready: "{what}. Sie können schon fragen.",
  pause: "Anhalten",
  ofTexts: "{done} von {total} Schritten",
  doneOfTotal: "{done} von {total}",
  doneOfPassages: "{done} von {passages}",
  // question.ts
  noCheckForEmergencies: "Im Notfall rufen Sie den Notruf: Diese Seite liest nur Akten.",
  yourQuestion: "Ihre Frage",
  askAQuestion: "Ihre Frage, auf Englisch",
  prepare: "Vorbereiten",
  thinkHarder: "Gründlicher nachdenken",
  allOfItIsAsked: "Gefragt wird über alles in {title}, Stelle für Stelle.",
  notAllOfIt: "Nicht mehr",
  answerWith: "Antworten mit",
  quotesOnly: "Nur Zitate",
  aLanguageModel: "Ein Sprachmodell",
  youSeeWhatWould:
    "Sie sehen, was hinausginge, und genehmigen es oder nicht; für „Gründlicher nachdenken“ genehmigen Sie Arten und Mengen vorher.",
  nothingLeavesThisDevice: "Nichts verlässt dieses Gerät.",
  aQuestionMayFollow:
    "Eine Frage kann an die vorige anschließen, etwa „and in 2015?“. Sie sehen, wie sie gelesen wurde. Von früheren Runden gehen nur die Wörter hinaus, die diese Frage übernimmt; Sie sehen sie vorher.",
  chooseWhomTheQuestion: "Wählen Sie, um wen es in der Frage geht.",
  about: "Über",
  chooseAPerson: "eine Person wählen …",
  everybody: "alle",
  whoseIsNotSaid: "{names}: Nichts darin sagt, um wen es geht; Antworten über eine Person lassen es weg.",
  sayWhoseItIs: "Sagen, um wen es geht",
  byModelAt: "Mit {model} bei {host}",
  changeOrTestIt: "In den Einstellungen ändern oder testen",
  goOnWithA: "Mit einem gespeicherten Denkvorgang weitermachen",
  aFileThatSave: "Eine Datei, die „Den Vorgang speichern“ aus diesen Akten gemacht hat.",
  // checked.ts
  dottedUnderlinePutBack:
    "Gepunktet unterstrichen: in diesem Raum zurückgesetzt; dem Modell wurde ein Ersatz oder eine gerundete Zahl genannt.",
  ofTheModelNot: {
    one: "{count} Aussage des Modells trifft nicht einfach zu: warum",
    other: "{count} Aussagen des Modells treffen nicht einfach zu: warum",
  },
  theModelWrote: "Das Modell schrieb: {surrogate}",
  verifiedTitle:
    "Bestätigt: Alles hierin wurde aus den kodierten Einträgen Ihrer Akten neu errechnet. Briefe und Notizen sagen vielleicht etwas anderes.",
  verifiedSpoken: "als Ganzes bestätigt",
  uncheckedTitle:
    "Nicht als Ganzes geprüft: jeder Teil kann in Ihren Akten stehen, oder nichts darin ließ sich nachschlagen. Es kann stimmen; vergleichen Sie es mit den Einträgen.",
  uncheckedSpoken: "nicht als Ganzes geprüft",
  tallyHold: "treffen zu",
  tallyRange: "nur für die Spanne",
  struckNotInThe: "durchgestrichen: steht nicht in dem, was gesendet wurde",
  flaggedTheRecordsSay: "gekennzeichnet: die Akten sagen etwas anderes",
  theModelsClaimsHeldTo: "Zahlen, Zeiten, Namen und Urteile des Modells, jedes an Ihren Akten geprüft:",
  // exact.ts
  exactAnswer: "Genaue Antwort",
  computedHereFromCoded: "Hier aus kodierten Einträgen berechnet. Kein Modell wurde gefragt.",
  computedHereBelow: {
    one: "Hier aus kodierten Einträgen berechnet; der Eintrag steht unten. Kein Modell wurde gefragt.",
    other: "Hier aus kodierten Einträgen berechnet; die {count} Einträge stehen unten. Kein Modell wurde gefragt.",
  },
  byWhichRule: "Nach welcher Regel",
  whatWasSearched: "Was durchsucht wurde",
  noNotes: "{entries}, keine Notizen",
  andEveryParagraphOf: "{entries} und jeder Absatz von {notes}",
  forTheWords: "nach den Wörtern {names}",
  andTheCodes: "und den Codes {codes}",
  // narrowed.ts
  searchAllTimes: "Alle Zeiten durchsuchen",
  searchWhatEverybodyWrote: "Durchsuchen, was alle schrieben",
  searchAllTexts: "Alle Texte durchsuchen",
  // answer.ts
  technicalDetail: "Technische Einzelheit",
  notAnswered: "Nicht beantwortet",
  answer: "Antwort",
  theModelIsWriting: "Das Modell schreibt. Was es zitiert, wird nachgeschlagen, sobald es fertig ist.",
  theModelServerIs: "Der Modellserver ist ausgelastet. Dieselbe Anfrage geht wieder an ihn in {seconds}.",
  inBetween: { one: "{count} Zitat dazwischen", other: "{count} Zitate dazwischen" },
  moreInBetween: { one: "{count} weiteres Zitat dazwischen", other: "{count} weitere Zitate dazwischen" },
  moreQuotations: { one: "{count} weiteres Zitat", other: "{count} weitere Zitate" },
  inBoxes: { one: "in {count} Tabelle", other: "in {count} Tabellen und Kästen" },
  thatMayComeNear: { one: "{count} Zitat, das nahekommen kann", other: "{count} Zitate, die nahekommen können" },
  theModelWasTold: "Dem Modell genannt: {surrogate}",
  dottedUnderlineOfNames: "Gepunktet unterstrichen: in diesem Raum zurückgesetzt; dem Modell wurde ein Ersatz genannt.",
  theModelQuotedWhich: "Das Modell zitierte „{asked}“; das ist nicht unter den Stellen, die es bekam: {reason}",
  noQuotation: "Kein Zitat.",
  lookedUpInThe: "{quotations}, in den Akten nachgeschlagen",
  noQuotationThatAnswers: "Kein Zitat, das antwortet.",
  shownMoreFoldedLooked: "{quotations} gezeigt, {folded} weitere eingeklappt; in den Akten nachgeschlagen",
  // uncovered.ts
  thisButtonIsNot:
    "Dieser Knopf ist nicht ganz zu sehen, oder die Seite ringsum legt etwas darüber. So kann nichts gesendet werden. Blättern Sie, bis Sie ihn ganz sehen, oder öffnen Sie Chaperone in einem eigenen Tab.",
  thisBrowserDoesNot:
    "Dieser Browser sagt nicht, ob die Seite ringsum etwas über diesen Knopf legt. Öffnen Sie Chaperone im Zweifel in einem eigenen Tab.",
  // by-hand.ts
  mayLeaveAgain: "Darf hinaus",
  keepBackThis: "Zurückhalten",
  // kept-words.ts
  itCannotBeLet: "Es kann nicht hinausgelassen werden.",
  stays: "„{word}“ bleibt hier: {reason}.",
  theWordMayLeave: "Darf hinaus: „{word}“",
  leavesBecauseYouLet: "„{word}“ geht hinaus, weil Sie es erlauben.",
  keepBackTheWord: "Zurückhalten: „{word}“",
  // manner.ts
  none: "keine",
  // meaning-kept.ts
  number: "Zahl",
  count: "Anzahl",
  what: "Was",
  // stranger.ts
  entry: "Eintrag",
  // leaving.ts
  whatLeft: "Was hinausging",
  whatWouldLeave: "Was hinausginge",
  theReviewRefusedThis:
    "✕ Die Prüfung hat diese Anfrage abgelehnt. Sie kann nicht gesendet werden, und nichts wurde gesendet.",
  answerWithQuotationsInstead: "Stattdessen mit Zitaten antworten",
  discard: "Verwerfen",
  whatToDo: "Was zu tun ist:",
  theExactRequest: "Die genaue Anfrage, {size}",
  bodyOfTheRequest: "Inhalt der Anfrage",
  // turn.ts
  youAskedAt: "Ihre Frage von {time}",
  youAskedAbout: "Ihre Frage von {time}; ausgewählt war: {about}",
  whatMayHaveLeft: "Was vielleicht hinausging",
  lookingInTheRecords: "In den Akten wird nachgesehen …",
  theModelGaveNo: "Statt der Antwort des Modells: Zitate aus Ihren Akten. Dafür ging nichts hinaus.",
  readTogetherWithYour: "Zusammen mit Ihrer Frage davor gelesen:",
  askOnlyWhatI: "Nur fragen, was ich geschrieben habe",
  saveTheAnswer: "Die Antwort speichern …",
  aTextFileMarkdown:
    "Eine Textdatei (Markdown) mit den Zitaten Wort für Wort. Sie enthält Namen und Daten im Klartext: Verwahren Sie sie wie Ihre Akten.",
  whatToDoNow: "Was jetzt zu tun ist",
  yourQuestionIsKept:
    "Ihre Frage bleibt auf der Seite stehen. Nichts wird gesendet, bevor Sie es gesehen und genehmigt haben.",
  discardedNothingWasSent: "Verworfen. Von dieser Anfrage wurde nichts gesendet.",
  nothingLeftAtWas: "Nichts ging hinaus: An {model} bei {host} wurde nichts gesendet, {time}",
  toAt: "{what}: an {model} bei {host}, {time}",
  askOnceMoreWith: "Noch einmal fragen, mit dem Grund",
  prepareItAgain: "Noch einmal vorbereiten",
  theModelQuotedNone:
    "Das Modell hat keine der Stellen zitiert. Es kann noch einmal gefragt und darauf hingewiesen werden.",
  theModelDidNot:
    "Das Modell hat die Frage nicht beantwortet. Es kann noch einmal gefragt und darauf hingewiesen werden.",
  moreWasNotTold: "Aus Platzgründen noch nicht mitgeteilt: {count} weitere, die zur Frage gehören.",
  goOnWithIt: "Mit ihnen fortfahren",
  brokeOff:
    "Die Antwort des Modells brach vor ihrem Ende ab. Was kam, steht oben; was sie zitiert, wurde trotzdem nachgeschlagen.",
  // talk.ts
  conversation: "Gespräch",
  newConversation: "Neues Gespräch",
  showEarlierQuestions: { one: "{count} frühere Frage", other: "{count} frühere Fragen" },
  showTheAnswer: "die Antwort zeigen",
  questionsToBeginWith: "Fragen zum Anfangen",
  thePersonWhomThis:
    "Die Person, um die es ging, ist nicht mehr in Ihren Akten, oder es gibt sie zweimal. Fragen Sie neu.",
  // app.ts
  nothingLeavesButWhat:
    "Nichts geht hinaus, was nicht eine Prüfung freigegeben hat und Sie genehmigt haben. Was hinausging, steht hier.",
  theyHoldUntilYou: "Sie gelten, bis Sie die Seite schließen, außer für das, was Sie aufbewahren.",
  theyAreReadOn:
    "Sie werden auf diesem Gerät gelesen, in einem Raum ohne Netz. Beginnen Sie mit Ihren eigenen, oder sehen Sie sich mit erfundenen Menschen um.",
  quotationsFromYourRecords:
    "Zitate aus Ihren Akten antworten. Ein Sprachmodell wird nur gefragt, wenn Sie es wollen, und sieht nur, was Sie genehmigen.",
  whatIsNewAnd: "Was neu ist und was nicht zusammenpasst",
  onceThereAreRecords:
    "Sobald Akten da sind, zeigt diese Seite, was sich seit Ihrem letzten Besuch geändert hat, jeweils mit Quelle, und wo die Akte sich selbst widerspricht.",
  askInYourOwn: "Fragen Sie in eigenen Worten",
  onceThereAreRecordsAsk:
    "Sobald Akten da sind, werden Fragen wie „When was my last blood pressure?“ durch Zitate beantwortet, die sich an ihrer Stelle öffnen.",
  aRequestWaitsFor: "eine Anfrage wartet auf Sie",
  thisPageWasGiven:
    "Dieser Seite wurde eine Richtlinie gegeben, die nicht gelesen werden kann, darum darf nichts hinaus: Kein Sprachmodell kann gefragt werden. Zitate aus Ihren Akten gehen weiter. Sagen Sie es denen, die diese Seite betreiben.",
  // frame.ts
  someAreSampleRecords: "Einige davon sind Beispielakten: Die Menschen in diesen sind erfunden.",
  sampleRecordsThePeople: "Beispielakten: Die Menschen darin sind erfunden.",
  fetchingTheEngineOf: "Der Rechenkern wird geholt: {done} von {total}",
  nobodyIsNamedHere: "Hier wird niemand genannt",
  yourFilesHoldTexts:
    "Ihre Dateien enthalten Texte ohne eine Person, um die es geht. Die Suche findet, was darin steht, und Fragen werden daraus beantwortet.",
  destroyed: "✓ Vernichtet.",
  theKeyIsGone:
    "Der Schlüssel ist fort, und mit ihm alles, was auf diesem Gerät aufbewahrt wurde: die Dateien, das daraus Berechnete, das Gespräch, das aus Bibliotheken Gelesene und das Verzeichnis dessen, was hinausging. Nichts davon ist mehr gespeichert. Ihre eigenen Dateien blieben unberührt.",
};
