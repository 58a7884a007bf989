/** What the library of public texts says, in German. */
import type { words } from "../library.ts";
import type { Translation } from "../say.ts";

export const library: Translation<typeof words> = {
  publicTextsThatAre: "Öffentliche Texte, getrennt von Ihren Akten: was Artikel sagen, und welche Artikel das sind.",
  yourOwnFiles: "Ihre eigenen Dateien",
  filesOfPubmedAnd:
    "Dateien von PubMed (XML, auch in gzip, oder .nbib), RIS, JATS und BioC; Leitlinien und Bücher in Markdown, HTML oder PDF. Sie werden auf diesem Gerät gelesen, getrennt von Ihren Akten, und mit dieser Seite vergessen.",
  whatFilesDoNotSay: "Was Leitlinien und Bücher nicht selbst sagen",
  whatFilesSayOfThemselves:
    "Es gilt für die Dateien, die Sie als Nächstes wählen, wo sie in einem Kopf oder in meta-Elementen nichts davon sagen. Bei einem PDF stehen Autor und Jahr aus den Eigenschaften der Datei dafür, wo Sie nichts sagen; sie können von irgendjemandem sein, der die Datei gemacht hat, und jede Stelle sagt, dass sie von dort sind.",
  issuedBy: "Herausgegeben von",
  yearOfIssue: "Jahr",
  whatTheyAre: "Es sind",
  asTheTitleSays: "was ihr Titel sagt",
  guideline: "Leitlinien",
  book: "Bücher",
  anotherDocument: "Andere Dokumente",
  chooseFiles: "Literaturdateien",
  readingFiles: "Die Dateien werden gelesen",
  doneOfTotal: "{done} von {total}",
  articles: { one: "{count} Artikel", other: "{count} Artikel" },
  passages: { one: "{count} Stelle", other: "{count} Stellen" },
  fromYearToYear: "von {first} bis {last}",
  titlesAlone: "{count} nur mit einem Titel",
  retractedOnes: "{count} zurückgezogen",
  fileHas: { one: "{file}: ein Artikel", other: "{file}: {count} Artikel" },
  fileIsCut: "Sie endet mittendrin: Holen Sie die ganze Datei.",
  placesNotRead: { one: "Eine Stelle wurde nicht gelesen:", other: "{count} Stellen wurden nicht gelesen:" },
  andMore: "und {more} weitere",
  fileNotRead: "{file} wurde nicht gelesen: {why}",
  noArticle: "In diesen Dateien wurde kein Artikel gefunden.",
  aLibraryOfThis: "Eine Bibliothek beim Server dieser Seite",
  aFileOfMany:
    "Eine Datei mit vielen Artikeln, von der nur die Teile gelesen werden, die eine Suche braucht. Die Wörter, nach denen Sie suchen, verlassen diese Seite nicht: Der Server wird nach Bytebereichen gefragt, darunter solchen, die niemand braucht. Aus den Bereichen kann er dennoch vielleicht schließen, wonach gesucht wurde.",
  openALibrary: "Eine Bibliothek öffnen …",
  openAnother: "Eine andere öffnen …",
  opening: "Sie wird geöffnet …",
  itIsOpen: "{path} ist offen.",
  readOfIt: "Bisher davon gelesen: {bytes}, in {ranges} Bereichen.",
  couldNotBeOpened: "Sie konnte nicht geöffnet werden. {why}",
  whatIsReadIsKept:
    "Was Sie von einer Bibliothek lesen, wird von jetzt an auf diesem Gerät behalten, versiegelt wie Ihre Akten, und ohne Netz wiedergefunden.",
  keptOfLibraries:
    "Von diesen Bibliotheken sind die Teile, die Sie gelesen haben, auf diesem Gerät behalten, versiegelt wie Ihre Akten. Was sie einmal beantwortet haben, beantworten sie ohne Netz, und ihr Server erfährt davon nichts.",
  openIt: "Öffnen",
  openKept: "Öffnen, was von {path} behalten ist",
  remove: "Entfernen",
  removeKept: "Entfernen, was von {path} behalten ist",
  openedFromKept: "Aus dem, was auf diesem Gerät behalten ist. Ihr Server wurde nach nichts gefragt.",
  removedKept: "Von {path} ist nichts mehr behalten.",
  removedWithTraces:
    "Zu dem, was von {path} behalten war, führt nichts mehr. Versiegelte Stücke davon sind noch gespeichert; sie werden beim nächsten Mal entfernt.",
  couldNotBeKept:
    "Was eben gelesen wurde, ist da, bis die Seite geschlossen wird, und konnte nicht behalten werden. Was vorher behalten war, bleibt. {why}",
  searchTheArticles: "Die Artikel durchsuchen",
  whatNarrows: "Namen und Jahre grenzen die Suche ein, auf Englisch: „trials by Smith on metformin since 2019“.",
  questionOrWords: "Frage oder Wörter",
  searchIn: "In",
  inYourFiles: "Ihren Dateien",
  inTheLibrary: "der Bibliothek",
  search: "Suchen",
  searching: "Es wird gesucht …",
  nothingFound: "Keine Stelle wurde gefunden.",
  passagesFound: { one: "Die beste Stelle:", other: "Die besten {count} Stellen:" },
  onlyYears: "Nur von {from} bis {until}.",
  since: "Nur seit {from}.",
  upTo: "Nur bis {until}.",
  onlyBy: "Nur von {authors}.",
  noSuchAuthor: "Die Bibliothek hat niemanden, der so heißt wie in Ihrer Frage.",
  whatWasFound: "Was gefunden wurde",
  andOthers: "{authors} und {others} weitere",
  noAuthors: "Niemand ist genannt",
  bothByProperties: "Herausgeber und Jahr nach den Eigenschaften der Datei, die falsch sein können",
  issuerByProperties: "Herausgeber nach den Eigenschaften der Datei, die falsch sein können",
  yearByProperties: "Jahr nach den Eigenschaften der Datei, die falsch sein können",
  publicText: "Öffentlicher Text, wörtlich",
  textOfArticle: "Text von {title}",
  retracted: "Zurückgezogen: Dieser Artikel wurde widerrufen. Verlassen Sie sich nicht auf ihn.",
  partlyRetracted: "Ein Teil dieses Artikels wurde widerrufen.",
  concern: "Zu diesem Artikel wurden öffentlich Bedenken geäußert.",
  corrected: "Zu diesem Artikel wurde eine Berichtigung veröffentlicht.",
  fromYourFiles: "Aus Ihren Literaturdateien",
  publicTextsBeside:
    "Öffentliche Texte, die Wörter mit Ihrer Frage teilen und von niemandes Akte handeln. Sie wurden in dieser Seite gesucht, und keinem Modell wurde davon gesagt.",
  publicTextsTold:
    "Öffentliche Texte, die von niemandes Akte handeln. Von denen mit einer Nummer wurde dem Modell gesagt. Was es sagt, ist nur mit den Akten verglichen.",
  publicTextsAlone:
    "Öffentliche Texte, die von niemandes Akte handeln. Von denen mit einer Nummer wurde dem Modell gesagt, von Ihren Akten nichts. Was es sagt, ist mit nichts verglichen: Lesen Sie die Stellen.",
  askAModel: "Ein Modell fragen",
  whatAModelIsAsked:
    "Ein Modell antwortet aus bis zu drei Stellen Ihrer Dateien, die Sie sehen, bevor etwas hinausgeht. Von Ihrer Frage gehen die Wörter hinaus, die es dürfen; von Ihren Akten nichts.",
  publicPassagesWithEach: {
    one: "Vor jeder seiner Anfragen geht eine öffentliche Stelle hinaus, wie sie ist",
    other: "Vor jeder seiner Anfragen gehen {count} öffentliche Stellen hinaus, wie sie sind",
  },
  namedInAnswer: "in der Antwort genannt",
  notToldToModel: "Dem Modell nicht gesagt",
  otherAmounts: "Andere Mengen desselben Medikaments",
  neitherIsRight:
    "Die Akte und eine Stelle nennen verschiedene Mengen, jede so, wie sie dort steht. Von keiner wird gesagt, dass sie stimmt: Eine Stärke ist keine Tagesdosis, und die Dosis einer Studie ist niemandes.",
  yourRecordSays: "Ihre Akte, wörtlich",
  noSuchSource: "Das Modell nennt [Source {number}], und keine Quelle hat diese Nummer.",
  noPublicPassage: "Keine öffentliche Stelle geht mit hinaus",
  publicPassagesLeave: {
    one: "Davor geht eine öffentliche Stelle hinaus, wie sie ist",
    other: "Davor gehen {count} öffentliche Stellen hinaus, wie sie sind",
  },
  publicPassagesLeft: {
    one: "Davor ging eine öffentliche Stelle hinaus, wie sie ist",
    other: "Davor gingen {count} öffentliche Stellen hinaus, wie sie sind",
  },
  foundByTheWords:
    "Sie sind aus Ihren Literaturdateien, handeln von niemandes Akte und wurden nach den Wörtern Ihrer Frage gesucht, die hinausgehen, und nach nichts sonst.",
  publicPassagesStay: {
    one: "Eine weitere wurde gefunden und bleibt hier",
    other: "{count} weitere wurden gefunden und bleiben hier",
  },
  whyPassagesStay:
    "Eine Stelle bleibt hier, wenn darin etwas steht, das Ihre Akten nennen, wenn sie sich wie eine Anweisung an das Modell liest oder wenn sie für einen Teil der Anfrage gehalten werden könnte.",
  leaveThemOut: "Die öffentlichen Stellen weglassen",
  theModelIsNotTold: "Dem Modell wird von Ihren Literaturdateien nichts gesagt.",
  tellOfThem: "Ihm davon sagen",
  tellModels: "Einem Modell davon sagen, das ich zu meinen Akten frage.",
  whatModelsAreTold:
    "Bis zu drei Stellen, die Sie sehen, bevor etwas hinausgeht. Ihre Akten stehen in der Anfrage wie sonst.",
  openFilesOr: "Wählen Sie Dateien, oder öffnen Sie eine Bibliothek: Dann gibt es etwas zu durchsuchen.",
};
