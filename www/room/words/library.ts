/** What the library of public texts says. */
import { area } from "./say.ts";

export const words = area("library", {
  publicTextsThatAre: "Public texts, apart from your records: what articles say, and which articles they are.",
  yourOwnFiles: "Your own files",
  filesOfPubmedAnd:
    "Files of PubMed (XML, also in gzip, or .nbib), RIS, JATS and BioC; guidelines and books in Markdown, HTML or PDF. They are read on this device, apart from your records, and forgotten with this page.",
  whatFilesDoNotSay: "What guidelines and books do not say of themselves",
  whatFilesSayOfThemselves:
    "It counts for the files that you choose next, where they say nothing of it in a head or meta elements. Of a PDF the author and the year of its file's properties stand in where you say nothing; they may be of whoever made the file, and each passage says that they are from there.",
  issuedBy: "Issued by",
  yearOfIssue: "Year",
  whatTheyAre: "They are",
  asTheTitleSays: "what their title says",
  guideline: "Guidelines",
  book: "Books",
  anotherDocument: "Other documents",
  chooseFiles: "Files of literature",
  readingFiles: "Reading the files",
  doneOfTotal: "{done} of {total}",
  articles: { one: "{count} article", other: "{count} articles" },
  passages: { one: "{count} passage", other: "{count} passages" },
  fromYearToYear: "of {first} to {last}",
  titlesAlone: "{count} with a title alone",
  retractedOnes: "{count} retracted",
  fileHas: { one: "{file}: one article", other: "{file}: {count} articles" },
  fileIsCut: "It ends in the middle: get the whole file.",
  placesNotRead: { one: "One place was not read:", other: "{count} places were not read:" },
  andMore: "and {more} more",
  fileNotRead: "{file} was not read: {why}",
  noArticle: "No article was found in these files.",
  aLibraryOfThis: "A library at this page’s server",
  aFileOfMany:
    "A file of many articles, of which only the parts are read that a search needs. The words that you search for do not leave this page: the server is asked for ranges of bytes, and among them for some that nobody needs. From the ranges it may still tell what was looked for.",
  openALibrary: "Open a library…",
  openAnother: "Open another…",
  opening: "Opening it…",
  itIsOpen: "{path} is open.",
  readOfIt: "Read of it so far: {bytes}, in {ranges} ranges.",
  couldNotBeOpened: "It could not be opened. {why}",
  whatIsReadIsKept:
    "What you read of a library is kept on this device from now on, sealed as your records are, and found again without a network.",
  keptOfLibraries:
    "Of these libraries the parts that you read are kept on this device, sealed as your records are. What they answered once they answer without a network, and their server hears nothing of it.",
  openIt: "Open",
  openKept: "Open what is kept of {path}",
  remove: "Remove",
  removeKept: "Remove what is kept of {path}",
  openedFromKept: "From what is kept on this device. Its server was asked for nothing.",
  removedKept: "Nothing of {path} is kept any more.",
  removedWithTraces:
    "Nothing leads to what was kept of {path} any more. Sealed pieces of it are still stored, which are removed the next time.",
  couldNotBeKept:
    "What was read just now is here until the page is closed, and could not be kept. What was kept before stays. {why}",
  searchTheArticles: "Search the articles",
  whatNarrows: "Authors and years narrow the search: “trials by Smith on metformin since 2019”.",
  questionOrWords: "Question or words",
  searchIn: "In",
  inYourFiles: "your files",
  inTheLibrary: "the library",
  search: "Search",
  searching: "Searching…",
  nothingFound: "No passage was found.",
  passagesFound: { one: "The best passage:", other: "The best {count} passages:" },
  onlyYears: "Only from {from} to {until}.",
  since: "Only since {from}.",
  upTo: "Only up to {until}.",
  onlyBy: "Only by {authors}.",
  noSuchAuthor: "The library has no author of the name in your question.",
  whatWasFound: "What was found",
  andOthers: "{authors} and {others} others",
  noAuthors: "No author is named",
  bothByProperties: "issuer and year by the file’s properties, which may be wrong",
  issuerByProperties: "issuer by the file’s properties, which may be wrong",
  yearByProperties: "year by the file’s properties, which may be wrong",
  publicText: "Public text, verbatim",
  textOfArticle: "Text of {title}",
  retracted: "Retracted: this article was withdrawn. Do not rely on it.",
  partlyRetracted: "A part of this article was withdrawn.",
  concern: "An expression of concern was published about this article.",
  corrected: "A correction of this article was published.",
  fromYourFiles: "From your files of literature",
  publicTextsBeside:
    "Public texts that share words with your question, and are about nobody’s record. They were looked for in this page, and no model was told of them.",
  publicTextsTold:
    "Public texts, about nobody’s record. The model was told of those with a number. What it says is checked against the records alone.",
  publicTextsAlone:
    "Public texts, about nobody’s record. The model was told of those with a number, and of nothing in your records. What it says is compared with nothing: read the passages.",
  askAModel: "Ask a model",
  whatAModelIsAsked:
    "A model answers from up to three passages of your files, which you see before anything leaves. Of your question the words leave that may; nothing of your records does.",
  publicPassagesWithEach: {
    one: "Before each of its requests one public passage leaves, as it is",
    other: "Before each of its requests {count} public passages leave, as they are",
  },
  namedInAnswer: "named in the answer",
  notToldToModel: "Not told to the model",
  otherAmounts: "Other amounts of the same medicine",
  neitherIsRight:
    "The record and a passage name different amounts, each as it stands there. Neither is said to be right: a strength is no daily dose, and the dose of a study is nobody’s.",
  yourRecordSays: "Your record, verbatim",
  noSuchSource: "The model names [Source {number}], and no source has this number.",
  noPublicPassage: "No public passage leaves with it",
  publicPassagesLeave: {
    one: "Before it one public passage leaves, as it is",
    other: "Before it {count} public passages leave, as they are",
  },
  publicPassagesLeft: {
    one: "Before it one public passage left, as it is",
    other: "Before it {count} public passages left, as they are",
  },
  foundByTheWords:
    "They are of your files of literature, about nobody’s record, and were looked for by the words of your question that leave, and by nothing else.",
  publicPassagesStay: { one: "One more was found and stays", other: "{count} more were found and stay" },
  whyPassagesStay:
    "A passage stays in which something stands that your records name, which reads like an instruction to the model, or which could be taken for a part of the request.",
  leaveThemOut: "Leave the public passages out",
  theModelIsNotTold: "The model is not told of your files of literature.",
  tellOfThem: "Tell it of them",
  tellModels: "Tell a model of them that I ask about my records.",
  whatModelsAreTold:
    "Up to three passages, which you see before anything leaves. Your records stay what they are in the request.",
  openFilesOr: "Choose files, or open a library: then there is something to search.",
});

export const { say, rich } = words;
