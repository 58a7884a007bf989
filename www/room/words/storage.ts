/** What is said of what is kept on the device, and at the door before it. */
import { area } from "./say.ts";

export const words = area("storage", {
  // destroy.ts
  everythingKeptOnThis:
    "Everything kept on this device goes: the key, the files, what was computed from them, the conversation, what you read of libraries, and the ledger of what left. Your own files are not touched.",
  everythingGoesAndSession:
    "Everything kept on this device goes: the key, the files, what was computed from them, the conversation, what you read of libraries, and the ledger of what left. This page forgets them, too. Your own files are not touched.",
  destroyWhatIsKept: "Destroy what is kept",
  thisCannotBeUndone: "This cannot be undone. Destroy it?",
  yesDestroyIt: "Yes, destroy it",
  noKeepIt: "No, keep it",
  destroyIt: "Destroy it…",
  // gate.ts
  yourRecordsAreLocked: "Your records are locked",
  keptUnderPassphrase:
    "They are kept on this device, sealed. Nobody can read them without your passphrase, or a passkey that you added, and nobody can reset it.",
  keptUnderPasskey:
    "They are kept on this device, sealed. Nobody can read them without your passkey, and nobody can reset it.",
  willBeLeftOut: {
    one: "{count} file will be left out, as reading it stopped the engine. What is left out stays kept.",
    other: "{count} files will be left out, as reading them stopped the engine. What is left out stays kept.",
  },
  readAllTheSame: { one: "Read it all the same", other: "Read them all the same" },
  passphrase: "Passphrase",
  showWhatIType: "Show what I type",
  unlock: "Unlock",
  unlockWithAPasskey: "Unlock with a passkey",
  goOnWithoutThem: "Go on without them, keeping nothing",
  yourRecordsCouldNot: "Your records could not be read to the end",
  readingStoppedThe:
    "Reading {file} stopped the engine. You can go on without this file: it stays kept, and you can remove it later.",
  allOfThemAre: "All of them are still kept, and still sealed.",
  beginAgainWithoutThis: "Begin again without this file",
  beginAgain: "Begin again",
  itWasNotDestroyed: "It was not destroyed",
  notEverythingWasRemoved: "Not everything was removed",
  whatIsKeptOn:
    "What is kept on this device is still there, and still opens with your passphrase or passkey. The browser did not let it be removed. Close other tabs of this page, then try again.",
  theKeyIsDestroyed:
    "The key is destroyed, so nobody can read what was kept any more. Some sealed pieces, now unreadable, could not be removed from this browser. Try again, or clear this site’s data in the browser.",
  tryAgain: "Try again",
  leaveIt: "Leave it",
  goOn: "Go on",
  yourRecordsAreOpen: "Your records are open in another tab",
  anotherTabHasTaken: "Another tab has taken them over; this one keeps nothing any more. What was kept is there.",
  twoTabsAtOnce: "Two tabs at once could overwrite each other's work, so only one may use what is kept on this device.",
  useThemHereAgain: "Use them here again",
  useThemHere: "Use them here",
  whatIsKeptHere: "What is kept here cannot be opened",
  goOnWithoutIt: "Go on without it, keeping nothing",
  makingTheKeyThis: "Making the key. This takes a moment on purpose: it makes guessing slow.",
  waitingForThePasskey: "Waiting for the passkey.",
  oneMoment: "One moment.",
  makingYourRecordsFindable: "Making your records findable: {done} of {total} texts",
  readingYourRecordsOf: "Reading your records: {done} of {total}",
  cancel: "Cancel",
  forgottenItWhatIs:
    "Forgotten it? What is sealed stays sealed: you can only destroy it, and begin again with your files.",
  theOtherTabDid: "The other tab did not answer. Close it, then try again.",
  // passphrase-form.ts
  newPassphrase: "New passphrase",
  atLeastCharactersFour: "At least {least} characters. Four or more words that nobody would guess are best.",
  theSameAgain: "The same again",
  presentPassphrase: "Present passphrase",
  // sources.ts
  seeOrRemoveSingle: "See or remove single files",
  findAFile: "Find a file",
  files: "Files",
  andFindOneBy: "… and {moreFiles}; find one by its name.",
  keptSealed: " · kept, sealed",
  notInThisSession: " · not in this session",
  // keeping.ts
  keptOnThisDevice: "Kept on this device",
  keepYourRecordsOn: "Keep your records on this device",
  close: "Close",
  keptAndSealed: "Kept on this device, sealed",
  notEverythingIsKept: "Not everything is kept.",
  storage: "Storage",
  lock: "Lock",
  closingTheTabForgets: "Closing forgets all",
  forgetTheseAndUnlock: "Forget these and unlock what is kept",
  keepOnThisDevice: "Keep on this device…",
  nothingCanBeKept: "Nothing can be kept here",
  everythingIsSealedBefore:
    "Everything is sealed before it is written: the files, what was computed from them, and this conversation. Without your passphrase it cannot be read, not even by us; if you lose it, it is lost.",
  keepWithThisPassphrase: "Keep with this passphrase",
  keepWithAPasskey: "Keep with a passkey instead",
  whatIsKept: "What is kept",
  theFilesWhatWas: "The files, what was computed from them, and this conversation: sealed before they were written.",
  inThisBrowsersPrivate: "In this browser’s private files: this page uses {usage}, its own public files among them.",
  inThisBrowsersDatabase: "In this browser’s database: this page uses {usage}, its own public files among them.",
  ofThatItMay: "{usage} of {quota} that it may",
  theBrowserWillNot: "The browser will not clear it of its own accord.",
  theBrowserMayClear: "The browser may clear it when the device runs out of space. Keep your own files.",
  howItIsLocked: "How it is locked",
  openedByPassphrase: "Opened with your passphrase.",
  openedByPasskey: "Opened with a passkey.",
  openedByEither: "Opened with your passphrase or a passkey.",
  addAPassphrase: "Add a passphrase",
  changeThePassphrase: "Change the passphrase",
  addIt: "Add it",
  changeIt: "Change it",
  addAPasskey: "Add a passkey",
  replaceThePasskey: "Replace the passkey",
  replaceIt: "Replace it",
  lockItNow: "Lock it now",
  thePageForgetsYour: "The page forgets your records until you unlock them.",
  itsFiles: "Its files",
  destroyEverythingThatIs: "Destroy everything that is kept",
  useAPasskey: "Use a passkey",
  yourFingerprintFaceOr:
    "Your fingerprint, face or security key opens the records. The sealed room cannot use passkeys itself: the page around it does, and sees the key for a moment. So a passkey trusts the site that serves this page; a passphrase does not leave the room.",
  sealingOf: "Sealing: {done} of {total}",
  theTwoPassphrasesDiffer: "The two passphrases differ. Type the same one twice.",
  thisPassphraseIsGuessed:
    "Whoever tries passphrases tries this one early. Take four or more words that have nothing to do with each other or with you.",
  thePassphraseWasChanged: "The passphrase is set.",
  thePasskeyWasAdded: "The passkey is set.",
  fromNowOnEverything:
    "From now on your records, questions and answers are kept on this device, sealed, and so is what you read of a library at this page’s server. Your own files of literature and what came of PubMed are not: they go with this page.",
  everythingIsKeptNow: "The files are kept now.",
});

export const { rich, say } = words;
