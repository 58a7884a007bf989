/** What the page for the doctor says. */
import { area } from "./say.ts";

export const words = area("doctor", {
  // page-words.ts
  entryWithoutADate: "entry without a date",
  entryOf: "entry of {date}",
  fileWhoseNameSays: "file {number}, whose name says of whom it is",
  // doctors-page.ts
  problemsNow: "Problems now",
  noEntryOfA: "No entry of a problem that is active.",
  medicinesNow: "Medicines now",
  noPrescriptionThatIs: "No prescription that is active.",
  allergies: "Allergies",
  noEntryOfAn: "No entry of an allergy.",
  aPageForYour: "A page for your doctor",
  whatIsAboveAs:
    "What is above as one page, with problems, medicines and allergies: to print, or to save as a PDF from your browser’s print window. Nothing is sent. Whoever has the page can read it.",
  sayOnItOf: "Say on it of whom it is",
  makeThePage: "Make the page",
  printIt: "Print it…",
  theBrowserOpenedNo:
    "The browser opened no print window here. In a page of somebody else’s it may not: open Chaperone in a tab of its own, and print there.",
  summaryOfTheRecord: "Summary of the record of {name}",
  summaryOfAHealth: "Summary of a health record",
  madeOnByChaperone:
    "Made on {today} by Chaperone from the records on a person’s own device, without a language model. Behind each entry stands where it is from. New is what is of {since} or later.",
  newSince: "New since {since}",
  noCodedEntryOf:
    "None of what is looked for: new problems and allergies, problems that ended, changed medicines, values out of range or on the move. Other new entries are not listed here.",
  whereTheRecordDisagrees: "Where the record disagrees with itself",
  since: "{name}, since {from}",
  notActive: "{entry}; the record does not have it as active",
  file: "file {number}, ",
  andMore: "; and {more} more",
  allEntriesAreFrom: "All entries are from {file}.",
  allFromOneFile: "All entries are from one file, whose name would say of whom this is.",
  files: "Files: {files}.",
  andInTheRecord: "and {moreEntries} in the record",
});

export const { rich, say } = words;
