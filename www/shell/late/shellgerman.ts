/** Part of the shell’s script: what it says itself, in German. */
import { SERVERS } from "../custodian/german.ts";
import type { Texts } from "../speech.ts";

export const GERMAN: Texts = {
  // index.html
  "A newer version of this page is ready. Loading it forgets what you have not kept.":
    "Eine neuere Version dieser Seite ist bereit. Wird sie geladen, ist vergessen, was Sie nicht aufbewahrt haben.",
  "Load it": "Laden",
  Later: "Später",
  "The record room was left and has been closed. What you had not approved was not sent by this page. Reload the page to begin again.":
    "Der Raum mit den Akten wurde verlassen und ist geschlossen. Was Sie nicht genehmigt hatten, hat diese Seite nicht gesendet. Laden Sie die Seite neu, um noch einmal zu beginnen.",
  "Save a file to this device?": "Eine Datei auf diesem Gerät speichern?",
  "Look at it": "Ansehen",
  Save: "Speichern",
  "Do not save": "Nicht speichern",
  "Send to this server?": "An diesen Server senden?",
  "Look at the key": "Den Schlüssel ansehen",
  "What goes there has passed the review. To which server it goes, and with which key, you alone say: here, where nothing in the record room can answer for you. You are asked once, until the page is closed.":
    "Was dorthin geht, ist geprüft. An welchen Server es geht und mit welchem Schlüssel, sagen nur Sie: hier, wo nichts im Raum mit den Akten für Sie antworten kann. Sie werden einmal gefragt, bis die Seite geschlossen wird.",
  "The button is not wholly in sight, or the page around lays something over it, so that you cannot agree here. Scroll until you see all of it, or open Chaperone in a tab of its own.":
    "Die Schaltfläche ist nicht ganz zu sehen, oder die Seite außen legt etwas darüber; so können Sie hier nicht zustimmen. Rollen Sie, bis Sie sie ganz sehen, oder öffnen Sie Chaperone in einem eigenen Tab.",
  "Send there": "Dorthin senden",
  "Do not send": "Nicht senden",
  "Connect to your hospital": "Mit Ihrem Krankenhaus verbinden",
  "Your records are read from your hospital’s server, after you sign in there. Chaperone never sees your password. Nothing else is sent to it. What is read stays in the record room, as your files do.":
    "Ihre Akten werden vom Server Ihres Krankenhauses gelesen, nachdem Sie sich dort angemeldet haben. Chaperone sieht Ihr Passwort nie. Sonst wird nichts an ihn gesendet. Was gelesen wird, bleibt im Raum mit den Akten, wie Ihre Dateien.",
  "Address of the hospital’s FHIR server": "Adresse des FHIR-Servers des Krankenhauses",
  "If the hospital gave you a name for this app": "Falls das Krankenhaus Ihnen einen Namen für diese App genannt hat",
  "Name of this app at the server (client id)": "Name dieser App beim Server (Client-ID)",
  "Your records are read from": "Ihre Akten werden gelesen von",
  "You sign in at": "Sie melden sich an bei",
  Cancel: "Abbrechen",
  "Open a library": "Eine Bibliothek öffnen",
  "A library is a file of public texts at this page’s own server, of which only parts are read. The words that you search for are not sent. The server sees which parts are read and when, and others that nobody needs beside them; from that it may tell what was looked for.":
    "Eine Bibliothek ist eine Datei öffentlicher Texte beim Server dieser Seite, von der nur Teile gelesen werden. Die Wörter, nach denen Sie suchen, werden nicht gesendet. Der Server sieht, welche Teile wann gelesen werden, und daneben andere, die niemand braucht; daraus kann er vielleicht schließen, wonach gesucht wurde.",
  "Its path at this server": "Ihr Pfad bei diesem Server",
  Open: "Öffnen",
  "Record room": "Raum mit den Akten",
  // export.ts
  "The ledger of what left: receipts with hashes, kinds and counts. It holds no identifier and no text of your records; of public passages, their references.":
    "Das Verzeichnis dessen, was hinausging: Belege mit Hashes, Arten und Anzahlen. Es enthält nichts, das jemanden verrät, und keinen Text Ihrer Akten; von öffentlichen Stellen deren Verweise.",
  "The proof pack for auditors: the ledger, the rules, the self-test and the checklist. It holds no identifier and no text of your records; of public passages, their references.":
    "Das Beweispaket für Prüfende: das Verzeichnis, die Regeln, der Selbsttest und die Prüfliste. Es enthält nichts, das jemanden verrät, und keinen Text Ihrer Akten; von öffentlichen Stellen deren Verweise.",
  "The exact bytes of one request, as they were released to the model server. They hold facts of your records, generalised.":
    "Die genauen Bytes einer Anfrage, wie sie für den Modellserver freigegeben wurden. Sie enthalten verallgemeinerte Angaben Ihrer Akten.",
  "A report of a thought process: your question, each thought with its score, and what was told. It holds names and dates of your records as they stand there, readable by everybody who has the file. Keep it as you keep your records.":
    "Ein Bericht eines Denkvorgangs: Ihre Frage, jeder Gedanke mit seiner Bewertung und was mitgeteilt wurde. Er enthält Namen und Daten Ihrer Akten, wie sie dort stehen, lesbar für alle, die die Datei haben. Bewahren Sie sie auf wie Ihre Akten.",
  "A thought process: your question and your own thoughts as you typed them, and the model’s thoughts under stand-ins for names and dates. Keep it as you keep your records.":
    "Ein Denkvorgang: Ihre Frage und Ihre eigenen Gedanken, wie Sie sie geschrieben haben, und die Gedanken des Modells mit einem Ersatz für Namen und Daten. Bewahren Sie ihn auf wie Ihre Akten.",
  "Everything that one question went through, from the passages found to the receipt. It holds your question, and names, dates and words of your records as they stand there, readable by everybody who has the file. Keep it as you keep your records.":
    "Alles, was eine Frage durchlaufen hat, von den gefundenen Stellen bis zum Beleg. Es enthält Ihre Frage und Namen, Daten und Wörter Ihrer Akten, wie sie dort stehen, lesbar für alle, die die Datei haben. Bewahren Sie sie auf wie Ihre Akten.",
  "A question and its answer, with the quotations word for word. It holds names, dates and words of your records as they stand there, readable by everybody who has the file. Keep it as you keep your records.":
    "Eine Frage und ihre Antwort, mit den Zitaten Wort für Wort. Sie enthält Namen, Daten und Wörter Ihrer Akten, wie sie dort stehen, lesbar für alle, die die Datei haben. Bewahren Sie sie auf wie Ihre Akten.",
  "Entries of the records as their files have them, as a FHIR Bundle. They name whom they are about, readable by everybody who has the file. Keep it as you keep your records.":
    "Einträge der Akten, wie ihre Dateien sie haben, als FHIR-Bundle. Sie nennen, um wen es geht, lesbar für alle, die die Datei haben. Bewahren Sie sie auf wie Ihre Akten.",
  "What the test of this device found: counts, times and sizes. It was made with sample records and made-up identifiers, and holds nothing of your records.":
    "Was der Test dieses Geräts ergab: Anzahlen, Zeiten und Größen. Er lief mit Beispielakten und erfundenen Kennungen und enthält nichts aus Ihren Akten.",
  "({size} bytes)": "({size} Byte)",
  // destination.ts
  "Without a key.": "Ohne Schlüssel.",
  "With a key of {count} characters.": "Mit einem Schlüssel von {count} Zeichen.",
  "With a key of {count} characters that begins with “{start}”.":
    "Mit einem Schlüssel von {count} Zeichen, der mit „{start}“ beginnt.",
  "It is not what you agreed to for this server before.":
    "Das ist nicht, was Sie für diesen Server vorher erlaubt haben.",
  // passkey.ts
  "Records kept on this device": "Akten auf diesem Gerät",
  // library/choose.ts
  "This is no address at this page’s own server. It is a path such as library.pack.":
    "Das ist keine Adresse beim Server dieser Seite. Es ist ein Pfad wie library.pack.",
  // custodian/sign-in.ts, and what stands in its dialog
  "Look for the server": "Den Server suchen",
  "Go to the sign-in page": "Zur Anmeldeseite",
  "This is no address of a FHIR server. It begins with https://, and has neither a password nor a question mark in it.":
    "Das ist keine Adresse eines FHIR-Servers. Sie beginnt mit https:// und enthält weder ein Passwort noch ein Fragezeichen.",
  "The name of the app is letters and digits without spaces.":
    "Der Name der App besteht aus Buchstaben und Ziffern ohne Leerzeichen.",
  "Looking for the server…": "Der Server wird gesucht …",
  "Sign in in the window that has opened. This page waits for you.":
    "Melden Sie sich in dem Fenster an, das sich geöffnet hat. Diese Seite wartet auf Sie.",
  "Signed in. Asking for access…": "Angemeldet. Um Zugang wird gebeten …",
  "This did not work. Try again.": "Das ging nicht. Versuchen Sie es noch einmal.",
  ...SERVERS,
};
