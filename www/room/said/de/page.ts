/** Errors of the page’s own: of the room’s engine and keys, and of the shell. */
import { SERVERS } from "../../../shell/custodian/german.ts";
import type { Texts } from "../match.ts";

export const PAGE: Texts = {
  "Cancelled.": "Abgebrochen.",
  // room/engine
  "The engine failed. Reload the page; if it happens again, please report it.":
    "Der Rechenkern ist fehlgeschlagen. Laden Sie die Seite neu; geschieht es wieder, melden Sie es bitte.",
  // room/engine/device
  "This file is no model in the form GGUF, which is what can be run on this device. Such files end in .gguf.":
    "Diese Datei ist kein Modell in der Form GGUF, das auf diesem Gerät laufen kann. Solche Dateien enden auf .gguf.",
  "This GGUF file is of a version that cannot be read here. Choose a newer export of the model.":
    "Diese GGUF-Datei hat eine Version, die hier nicht gelesen werden kann. Wählen Sie einen neueren Export des Modells.",
  "This GGUF file is damaged: what it says of itself cannot be read. Fetch it again.":
    "Diese GGUF-Datei ist beschädigt: Was sie von sich sagt, kann nicht gelesen werden. Holen Sie sie noch einmal.",
  "This is one of several parts of a model. Choose a model that is one file.":
    "Das ist einer von mehreren Teilen eines Modells. Wählen Sie ein Modell, das eine Datei ist.",
  "This GGUF file is cut off: it ends after {has} bytes, in the middle of what it says of itself. Fetch it again.":
    "Diese GGUF-Datei ist abgeschnitten: Sie endet nach {has} Bytes, mitten in dem, was sie von sich sagt. Holen Sie sie noch einmal.",
  "This GGUF file is cut off: it has {has} bytes of {needs}. Fetch it again.":
    "Diese GGUF-Datei ist abgeschnitten: Sie hat {has} Bytes von {needs}. Holen Sie sie noch einmal.",
  "The model has {size} GiB; a browser gives it and what it reckons with at most 4 GiB. Choose a smaller one.":
    "Das Modell hat {size} GiB; ein Browser gibt ihm und dem, womit es rechnet, höchstens 4 GiB. Wählen Sie ein kleineres.",
  "This browser cannot run a language model: it needs 64-bit memory and promise integration for WebAssembly, which Chromium has from version 137 on.":
    "Dieser Browser kann kein Sprachmodell laufen lassen: Er braucht 64-Bit-Speicher und Promise-Integration für WebAssembly, die Chromium ab Version 137 hat.",
  "This model does not say how it is spoken with: it has no chat template. Choose one that was made for conversation; their names often say “instruct” or “chat”.":
    "Dieses Modell sagt nicht, wie man mit ihm spricht: Es hat keine Gesprächsvorlage. Wählen Sie eines, das für Gespräche gemacht ist; in ihren Namen steht oft „instruct“ oder „chat“.",
  "This model is of a kind that cannot be run here. Choose another one.":
    "Dieses Modell ist von einer Art, die hier nicht laufen kann. Wählen Sie ein anderes.",
  "This model could not be loaded: the file is damaged, of a form that cannot be run here, or the memory of this device does not suffice.":
    "Dieses Modell konnte nicht geladen werden: Die Datei ist beschädigt oder hat eine Form, die hier nicht laufen kann, oder der Speicher dieses Geräts reicht nicht.",
  "The answer of the model is longer than 8 MiB.": "Die Antwort des Modells ist länger als 8 MiB.",
  "No model on this device is loaded, so nothing was asked. Choose its file in the settings.":
    "Kein Modell auf diesem Gerät ist geladen, deshalb wurde nichts gefragt. Wählen Sie seine Datei in den Einstellungen.",
  "The model on this device is the one whose file you chose: there is no list of others.":
    "Das Modell auf diesem Gerät ist das, dessen Datei Sie gewählt haben: Es gibt keine Liste von anderen.",
  "The model on this device did not go on in time. A smaller one is quicker; or wait longer.":
    "Das Modell auf diesem Gerät kam nicht rechtzeitig weiter. Ein kleineres ist schneller; oder warten Sie länger.",
  "The model on this device could not take the request.":
    "Das Modell auf diesem Gerät konnte die Anfrage nicht annehmen.",
  "The model on this device stopped, probably for lack of memory, and was taken out of memory. Nothing else was lost. Load it again, or choose a smaller one.":
    "Das Modell auf diesem Gerät ist stehen geblieben, wahrscheinlich aus Mangel an Speicher, und wurde aus dem Speicher genommen. Sonst ging nichts verloren. Laden Sie es noch einmal, oder wählen Sie ein kleineres.",
  // room/engine
  "The engine cannot be asked now.": "Der Rechenkern kann jetzt nicht gefragt werden.",
  "The file has {size}; at most {most} are read at a time, but of NDJSON, one resource on each line, and of the export.xml of Apple Health":
    "Die Datei hat {size}; höchstens {most} werden auf einmal gelesen, außer bei NDJSON mit einer Ressource je Zeile und bei der export.xml von Apple Health",
  "The memory of this page does not hold this file beside what was read before. What was read before is still here":
    "Der Speicher dieser Seite fasst diese Datei neben dem vorher Gelesenen nicht. Was vorher gelesen wurde, ist noch da",
  "The memory of this page does not hold all of these records for search by meaning. Search by words works":
    "Der Speicher dieser Seite fasst nicht alle diese Akten für die Suche nach Bedeutung. Die Suche nach Wörtern geht",
  "The browser could not read this file. It may have been moved or changed, or the memory of this device may not suffice.":
    "Der Browser konnte diese Datei nicht lesen. Vielleicht wurde sie verschoben oder geändert, oder der Speicher dieses Geräts reicht nicht.",
  "A PDF in it could not be read to its end. Nothing of this file was added; everything else is as it was.":
    "Ein PDF darin konnte nicht zu Ende gelesen werden. Nichts von dieser Datei wurde hinzugefügt; alles andere ist, wie es war.",
  "What reads libraries has ended; the memory of this device may not suffice. Your records are as they were. Open the library again.":
    "Was Bibliotheken liest, hat geendet; vielleicht reicht der Speicher dieses Geräts nicht. Ihre Akten sind, wie sie waren. Öffnen Sie die Bibliothek noch einmal.",
  "This search needs parts of the library that were not read before, and so are not kept on this device. Open it at its server.":
    "Diese Suche braucht Teile der Bibliothek, die vorher nicht gelesen wurden und deshalb nicht auf diesem Gerät behalten sind. Öffnen Sie sie bei ihrem Server.",
  "The library asks for more and more: it is not as it should be.":
    "Die Bibliothek verlangt mehr und mehr: Sie ist nicht, wie sie sein sollte.",
  "The server of the library could not be reached, or did not answer in time. Try again.":
    "Der Server der Bibliothek war nicht zu erreichen oder hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.",
  "No library was opened.": "Keine Bibliothek wurde geöffnet.",
  "This part of the library was read already.": "Dieser Teil der Bibliothek wurde schon gelesen.",
  "Many parts of the library were read since it was opened. Open it again.":
    "Viele Teile der Bibliothek wurden gelesen, seit sie geöffnet wurde. Öffnen Sie sie noch einmal.",
  "The library has no such part.": "Die Bibliothek hat keinen solchen Teil.",
  "A library is being opened already.": "Eine Bibliothek wird schon geöffnet.",
  "A range is two whole numbers.": "Ein Bereich sind zwei ganze Zahlen.",
  "The embedder made no progress.": "Das Modell der Suche kam nicht voran.",
  "The test ended before its end; the memory of this device may not suffice for it. Your records are as they were.":
    "Der Test endete vorzeitig; vielleicht reicht der Speicher dieses Geräts nicht dafür. Ihre Akten sind, wie sie waren.",
  "These bytes are not in memory any more.": "Diese Bytes sind nicht mehr im Speicher.",
  "There is nothing to save any more. Do it again, and then save it.":
    "Es gibt nichts mehr zu speichern. Machen Sie es noch einmal, und speichern Sie es dann.",
  "These entries are larger than a file that can be saved here (16 MiB). Search for fewer of them, and save those.":
    "Diese Einträge sind größer als eine Datei, die hier gespeichert werden kann (16 MiB). Suchen Sie nach weniger davon, und speichern Sie die.",
  "The thought process waits for a step that is not under way.":
    "Der Denkvorgang wartet auf einen Schritt, der nicht läuft.",
  "This build has no such file.": "Diese Version hat keine solche Datei.",
  "A file of the page, {file:file}, is not the one it was built with, and was not used. Reload the page.":
    "Eine Datei der Seite ({file}) ist nicht die, mit der sie gebaut wurde, und wurde nicht verwendet. Laden Sie die Seite neu.",
  "Nothing was sent: the word list could not be loaded, by which names of people and places are kept back. Try again.":
    "Nichts wurde gesendet: Die Wortliste konnte nicht geladen werden, mit deren Hilfe Namen von Menschen und Orten zurückgehalten werden. Versuchen Sie es noch einmal.",
  "The page could not ask you about this server, so nothing was sent. Look whether there is a network, and try again.":
    "Die Seite konnte Sie nicht nach diesem Server fragen; nichts wurde gesendet. Sehen Sie nach, ob es ein Netz gibt, und versuchen Sie es noch einmal.",
  "You did not let it go to this server, so nothing was sent.":
    "Sie haben es nicht an diesen Server gehen lassen; nichts wurde gesendet.",
  "The model ended its answer before it had said anything.":
    "Das Modell beendete seine Antwort, bevor es etwas gesagt hatte.",
  "This file is too large for what it should be.": "Diese Datei ist zu groß für das, was sie sein soll.",
  "What the page kept is damaged, or of a newer version.":
    "Was die Seite aufbewahrt hat, ist beschädigt oder von einer neueren Version.",
  "The {what:part} file has {size} MiB; at most {most} MiB are read. Choose a smaller one, for instance with weights of eight bits.":
    "Die Datei ({what}) hat {size} MiB; höchstens {most} MiB werden gelesen. Wählen Sie eine kleinere, zum Beispiel mit Gewichten von acht Bit.",
  "This model ended the worker that runs it: it is of a form that cannot be run here, or the memory of this device does not suffice. Choose a smaller one, or another export of it.":
    "Dieses Modell hat den Prozess beendet, in dem es läuft: Es hat eine Form, die hier nicht laufen kann, oder der Speicher dieses Geräts reicht nicht. Wählen Sie ein kleineres oder einen anderen Export davon.",
  "It was left out, as reading it stopped the engine the last time. It is still kept.":
    "Sie wurde weggelassen, weil das Lesen beim letzten Mal den Rechenkern beendete. Sie ist noch aufbewahrt.",
  "Nothing can be kept on this device: the browser offers no storage to this page, or another tab uses it.":
    "Auf diesem Gerät kann nichts aufbewahrt werden: Der Browser bietet dieser Seite keinen Speicher, oder ein anderer Tab benutzt ihn.",
  "Cancelled; all is still kept.": "Abgebrochen; alles ist noch aufbewahrt.",
  "Another tab has begun to keep records on this device. Reload this page to see them; this tab's records go with it.":
    "Ein anderer Tab hat begonnen, auf diesem Gerät Akten aufzubewahren. Laden Sie diese Seite neu, um sie zu sehen; die Akten dieses Tabs gehen dabei verloren.",
  "Another tab uses what is kept on this device now; this one keeps nothing any more. Reload this page.":
    "Ein anderer Tab benutzt jetzt, was auf diesem Gerät aufbewahrt ist; dieser bewahrt nichts mehr auf. Laden Sie diese Seite neu.",
  "The workers that embed passages ended again and again; the memory of this device may not suffice.":
    "Die Prozesse, die Stellen für die Suche nach Bedeutung verarbeiten, endeten immer wieder; vielleicht reicht der Speicher dieses Geräts nicht.",
  "The worker that reads passages a second time ended; the memory of this device may not suffice. It is started again with the next search.":
    "Der Prozess, der Stellen ein zweites Mal liest, endete; vielleicht reicht der Speicher dieses Geräts nicht. Er wird mit der nächsten Suche neu gestartet.",
  "What was to be kept could not be sealed.": "Was aufbewahrt werden sollte, konnte nicht verschlüsselt werden.",
  "A part of what is kept on this device is missing or damaged. The rest is there.":
    "Ein Teil dessen, was auf diesem Gerät aufbewahrt ist, fehlt oder ist beschädigt. Der Rest ist da.",
  "The request is longer than the model takes at a time: {needs:number} tokens, where it takes {has:number}.":
    "Die Anfrage ist länger, als das Modell auf einmal annimmt: {needs} Tokens, wo es {has} annimmt.",
  "The request is longer than the model takes at a time: where it takes {has:number}.":
    "Die Anfrage ist länger, als das Modell auf einmal annimmt: Es nimmt {has} Tokens an.",
  "The model server did not accept the key (status {status:number}).":
    "Der Modellserver hat den Schlüssel nicht angenommen (Status {status}).",
  "The model server does not know this address or this model (status 404).":
    "Der Modellserver kennt diese Adresse oder dieses Modell nicht (Status 404).",
  "The model server asks to wait: too many requests (status 429). Try again later.":
    "Der Modellserver bittet zu warten: zu viele Anfragen (Status 429). Versuchen Sie es später noch einmal.",
  "The model server is overloaded (status {status:number}). Try again later.":
    "Der Modellserver ist überlastet (Status {status}). Versuchen Sie es später noch einmal.",
  "The model server answered with an error (status {status:number}).":
    "Der Modellserver antwortete mit einem Fehler (Status {status}).",
  "What this browser kept of {file:file} was damaged or altered. It was not used; it was fetched again and checked.":
    "Was dieser Browser davon aufbewahrt hatte ({file}), war beschädigt oder verändert. Es wurde nicht verwendet, sondern noch einmal geholt und geprüft.",
  "This browser keeps no files for this page (a private window, a panel in another site, or too little space). They are fetched again at each visit.":
    "Dieser Browser bewahrt für diese Seite keine Dateien auf (ein privates Fenster, ein Feld in einer anderen Website, oder zu wenig Platz). Sie werden bei jedem Besuch neu geholt.",
  // room/keys
  "A passphrase needs at least {most:number} characters; several words are best.":
    "Ein Passwort braucht mindestens {most} Zeichen; am besten sind mehrere Wörter.",
  "What is kept here is not opened in this way.": "Was hier aufbewahrt ist, wird nicht auf diese Weise geöffnet.",
  "What is kept on this device is damaged and cannot be opened.":
    "Was auf diesem Gerät aufbewahrt ist, ist beschädigt und lässt sich nicht öffnen.",
  "What is kept on this device cannot be read.": "Was auf diesem Gerät aufbewahrt ist, lässt sich nicht lesen.",
  "What is kept on this device is locked.": "Was auf diesem Gerät aufbewahrt ist, ist verschlossen.",
  "This page came without encryption (http), and browsers let such a page seal nothing. All works until you close the page; then your records and this conversation are forgotten. To keep them, open the page by https.":
    "Diese Seite kam ohne Verschlüsselung (http), und Browser lassen eine solche Seite nichts versiegeln. Alles geht, bis Sie die Seite schließen; dann sind Ihre Akten und dieses Gespräch vergessen. Um sie aufzubewahren, öffnen Sie die Seite über https.",
  "This browser gives this page no place to keep things: the window is private, or storage is switched off for it. All works until you close the page; then your records and this conversation are forgotten. To keep them, open the page in a normal window.":
    "Dieser Browser gibt der Seite keinen Platz zum Aufbewahren: Das Fenster ist privat, oder der Speicher ist abgeschaltet. Alles geht, bis Sie die Seite schließen; dann sind Ihre Akten und dieses Gespräch vergessen. Um sie aufzubewahren, öffnen Sie die Seite in einem normalen Fenster.",
  "This page is shown inside another site, and this browser gives it no place to keep things there. All works until you close the page; then your records and this conversation are forgotten. To keep them, open Chaperone in a window of its own, or allow this site to store data in the browser’s settings.":
    "Diese Seite wird in einer anderen gezeigt, und dieser Browser gibt ihr dort keinen Platz zum Aufbewahren. Alles geht, bis Sie die Seite schließen; dann sind Ihre Akten und dieses Gespräch vergessen. Um sie aufzubewahren, öffnen Sie Chaperone in einem eigenen Fenster, oder erlauben Sie dieser Seite in den Einstellungen des Browsers, Daten zu speichern.",
  "That did not open what is kept here. Check the passphrase (capital letters, keyboard) and try again.":
    "Das hat nicht geöffnet, was hier aufbewahrt ist. Prüfen Sie das Passwort (Großbuchstaben, Tastatur), und versuchen Sie es noch einmal.",
  "This passkey did not open what is kept here. Use the one that was made for it.":
    "Dieser Passkey hat nicht geöffnet, was hier aufbewahrt ist. Nehmen Sie den, der dafür gemacht wurde.",
  "This lock is opened in another way.": "Dieses Schloss wird auf andere Weise geöffnet.",
  "The key could not be made: this takes 64 MiB of memory. Close other tabs and try again.":
    "Der Schlüssel konnte nicht gemacht werden: Dafür braucht es 64 MiB Speicher. Schließen Sie andere Tabs, und versuchen Sie es noch einmal.",
  // shell
  "The page's shell failed at this request.": "Die Hülle der Seite ist an dieser Anfrage gescheitert.",
  "Too many requests are under way.": "Zu viele Anfragen sind unterwegs.",
  "There is no public file of this name.": "Eine öffentliche Datei dieses Namens gibt es nicht.",
  "A buffer is larger than the port allows.": "Ein Stück ist größer, als der Durchgang zulässt.",
  "The address is not a URL.": "Die Adresse ist keine URL.",
  "The address must begin with http:// or https://.": "Die Adresse muss mit http:// oder https:// beginnen.",
  "The address may hold neither a password nor a fragment.":
    "Die Adresse darf weder ein Passwort noch ein Fragment enthalten.",
  "The key must be printable ASCII without spaces.":
    "Der Schlüssel muss aus druckbarem ASCII ohne Leerzeichen bestehen.",
  "A file is being offered already.": "Eine Datei wird schon zum Speichern angeboten.",
  "The page's server sent {file:file} cut short or altered, {times:number} times. It was not used and not kept. Try again; if it stays so, whoever runs this page must put its files up again.":
    "Der Server der Seite hat eine Datei ({file}) abgeschnitten oder verändert gesendet, {times}-mal. Sie wurde weder verwendet noch aufbewahrt. Versuchen Sie es noch einmal; bleibt es so, müssen die, die diese Seite betreiben, ihre Dateien neu bereitstellen.",
  "The page's server stopped sending {file:file}. Try again.":
    "Der Server der Seite hat mitten im Senden aufgehört ({file}). Versuchen Sie es noch einmal.",
  "The page's server does not give out {file:file} (status {status:number}). Try again, or reload the page, as it may have been put up anew; if it stays so, whoever runs this page must put its files up again.":
    "Der Server der Seite gibt eine Datei nicht heraus ({file}, Status {status}). Versuchen Sie es noch einmal, oder laden Sie die Seite neu, denn vielleicht wurde sie neu bereitgestellt; bleibt es so, müssen die, die diese Seite betreiben, ihre Dateien neu bereitstellen.",
  "The page's server could not be reached for {file:file}. Check the connection and try again.":
    "Der Server der Seite war nicht zu erreichen ({file}). Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
  "The page's own files could not be fetched, as the page failed. Reload it.":
    "Die Dateien der Seite konnten nicht geholt werden, weil die Seite fehlgeschlagen ist. Laden Sie sie neu.",
  "The model server did not answer in time.": "Der Modellserver hat nicht rechtzeitig geantwortet.",
  "The model server accepted the request and then sent nothing in time.":
    "Der Modellserver hat die Anfrage angenommen und dann nicht rechtzeitig etwas gesendet.",
  "The model server stopped in the middle of its answer.": "Der Modellserver hat mitten in seiner Antwort aufgehört.",
  "The connection to the model server broke off in the middle of its answer.":
    "Die Verbindung zum Modellserver brach mitten in seiner Antwort ab.",
  "The model server is there, but the request got no answer that this page may read.":
    "Der Modellserver ist da, aber auf die Anfrage kam keine Antwort, die diese Seite lesen darf.",
  "No model server could be reached at this address, so nothing was sent.":
    "Unter dieser Adresse war kein Modellserver zu erreichen; nichts wurde gesendet.",
  "The model server did not take the connection in time, so nothing was sent.":
    "Der Modellserver hat die Verbindung nicht rechtzeitig angenommen; nichts wurde gesendet.",
  "The model server's answer is longer than 8 MiB.": "Die Antwort des Modellservers ist länger als 8 MiB.",
  "PubMed did not answer in time.": "PubMed hat nicht rechtzeitig geantwortet.",
  "PubMed accepted the request and then sent nothing in time.":
    "PubMed hat die Anfrage angenommen und dann nicht rechtzeitig etwas gesendet.",
  "PubMed stopped in the middle of its answer.": "PubMed hat mitten in seiner Antwort aufgehört.",
  "The connection to PubMed broke off in the middle of its answer.":
    "Die Verbindung zu PubMed brach mitten in seiner Antwort ab.",
  "PubMed gave no answer that this page may read. Is there a network? If so, whoever puts this page up has to let it ask PubMed: its server is started with --endpoint https://eutils.ncbi.nlm.nih.gov":
    "PubMed gab keine Antwort, die diese Seite lesen darf. Gibt es ein Netz? Wenn ja, müssen die, die diese Seite bereitstellen, sie PubMed fragen lassen: Ihr Server wird mit --endpoint https://eutils.ncbi.nlm.nih.gov gestartet",
  "PubMed could not be reached.": "PubMed war nicht zu erreichen.",
  "PubMed did not take the connection in time.": "PubMed hat die Verbindung nicht rechtzeitig angenommen.",
  "PubMed's answer is longer than 8 MiB.": "Die Antwort von PubMed ist länger als 8 MiB.",
  "The server of public passages did not answer in time.":
    "Der Server öffentlicher Stellen hat nicht rechtzeitig geantwortet.",
  "The server of public passages accepted the request and then sent nothing in time.":
    "Der Server öffentlicher Stellen hat die Anfrage angenommen und dann nicht rechtzeitig etwas gesendet.",
  "The server of public passages stopped in the middle of its answer.":
    "Der Server öffentlicher Stellen hat mitten in seiner Antwort aufgehört.",
  "The connection to the server of public passages broke off in the middle of its answer.":
    "Die Verbindung zum Server öffentlicher Stellen brach mitten in seiner Antwort ab.",
  "No server of public passages could be reached at this address, so nothing was sent: is Chroma running there, and at this port? If so, whoever puts this page up has to let it ask: its server is started with --endpoint and the address.":
    "Unter dieser Adresse war kein Server öffentlicher Stellen zu erreichen; nichts wurde gesendet. Läuft Chroma dort, und an diesem Port? Wenn ja, müssen die, die diese Seite bereitstellen, sie fragen lassen: Ihr Server wird mit --endpoint und der Adresse gestartet.",
  "The server of public passages did not take the connection in time, so nothing was sent.":
    "Der Server öffentlicher Stellen hat die Verbindung nicht rechtzeitig angenommen; nichts wurde gesendet.",
  "The answer of the server of public passages is longer than 8 MiB.":
    "Die Antwort des Servers öffentlicher Stellen ist länger als 8 MiB.",
  "The server of public passages is there, but does not let this page ask it: let Chroma begin with a configuration in which cors_allow_origins names this page’s address.":
    "Der Server öffentlicher Stellen ist da, aber er lässt diese Seite nicht fragen: Starten Sie Chroma mit einer Konfiguration, in der cors_allow_origins die Adresse dieser Seite nennt.",
  "The server of public passages did not take the request (status {status:number}): is it Chroma with the API v2, and was the collection loaded with vectors of the same model?":
    "Der Server öffentlicher Stellen hat die Anfrage nicht angenommen (Status {status}): Ist es Chroma mit der API v2, und wurde die Sammlung mit Vektoren desselben Modells geladen?",
  "A request for public texts is of a form that this page does not know.":
    "Eine Anfrage nach öffentlichen Texten hat eine Form, die diese Seite nicht kennt.",
  "The page around offers no model here, so nothing was sent.":
    "Die Seite ringsum bietet hier kein Modell an; nichts wurde gesendet.",
  "The page around offers no model now, so nothing was sent.":
    "Die Seite ringsum bietet jetzt kein Modell an; nichts wurde gesendet.",
  "The page around lists no models: enter the name that it gave you.":
    "Die Seite ringsum nennt keine Modelle: Geben Sie den Namen ein, den sie Ihnen genannt hat.",
  "The page around took the request and did not answer in time.":
    "Die Seite ringsum hat die Anfrage angenommen und nicht rechtzeitig geantwortet.",
  "The page around began to answer and then sent nothing in time.":
    "Die Seite ringsum begann zu antworten und sendete dann nicht rechtzeitig etwas.",
  "The page around stopped in the middle of its answer.": "Die Seite ringsum hat mitten in ihrer Antwort aufgehört.",
  "The function of the page around failed.": "Die Funktion der Seite ringsum ist fehlgeschlagen.",
  "The function of the page around failed in the middle of its answer.":
    "Die Funktion der Seite ringsum ist mitten in ihrer Antwort fehlgeschlagen.",
  "The answer of the page around is longer than 8 MiB.": "Die Antwort der Seite ringsum ist länger als 8 MiB.",
  ...SERVERS,
  "A server is connected already. Disconnect it first.": "Ein Server ist schon verbunden. Trennen Sie ihn zuerst.",
  "This is not the server that was signed in to.": "Das ist nicht der Server, bei dem die Anmeldung war.",
  "The server is being read already.": "Vom Server wird schon gelesen.",
  "No server was signed in to.": "Bei keinem Server besteht eine Anmeldung.",
  "This passkey cannot make a key (it has no PRF). Use a passphrase.":
    "Dieser Passkey kann keinen Schlüssel machen (ihm fehlt PRF). Nehmen Sie ein Passwort.",
  "This passkey gave no key. Use the passphrase.": "Dieser Passkey gab keinen Schlüssel. Nehmen Sie das Passwort.",
  "This browser has no passkeys. Use a passphrase.": "Dieser Browser hat keine Passkeys. Nehmen Sie ein Passwort.",
  "Passkeys need a page with a domain name, such as localhost. Use a passphrase.":
    "Passkeys brauchen eine Seite mit einem Domainnamen, wie localhost. Nehmen Sie ein Passwort.",
  "The passkey was not used: it was cancelled, or took too long.":
    "Der Passkey wurde nicht verwendet: Es wurde abgebrochen, oder es dauerte zu lange.",
  "The passkey was not used.": "Der Passkey wurde nicht verwendet.",
  "Not everything could be destroyed. Close other tabs of this page and try again.":
    "Nicht alles konnte vernichtet werden. Schließen Sie andere Tabs dieser Seite, und versuchen Sie es noch einmal.",
  "Another tab uses what is kept on this device now. Use it there, or reload this page.":
    "Ein anderer Tab benutzt jetzt, was auf diesem Gerät aufbewahrt ist. Benutzen Sie es dort, oder laden Sie diese Seite neu.",
  "This browser keeps nothing here (a private window, or storage is switched off).":
    "Dieser Browser bewahrt hier nichts auf (ein privates Fenster, oder der Speicher ist abgeschaltet).",
  "There is not enough space for this page on the device. What was kept before is still there; free some space and try again.":
    "Auf dem Gerät ist nicht genug Platz für diese Seite. Was vorher aufbewahrt war, ist noch da; schaffen Sie Platz, und versuchen Sie es noch einmal.",
  "The device's storage failed. What was kept before is still there; try again, or reload the page.":
    "Der Speicher des Geräts ist fehlgeschlagen. Was vorher aufbewahrt war, ist noch da; versuchen Sie es noch einmal, oder laden Sie die Seite neu.",
};

/** room/engine/made-up.ts and hostile-forms.ts: what the test of the device looks for, and in which spellings. */
export const TESTED: Texts = {
  Name: "Name",
  Address: "Adresse",
  Date: "Datum",
  "Telephone number": "Telefonnummer",
  "Fax number": "Faxnummer",
  "Email address": "E-Mail-Adresse",
  "Social security number": "Sozialversicherungsnummer",
  "Medical record number": "Aktennummer",
  "Health plan number": "Versichertennummer",
  "Account number": "Kontonummer",
  "Licence number": "Führerschein- oder Zulassungsnummer",
  "Vehicle number": "Fahrzeugnummer",
  "Device serial number": "Seriennummer eines Geräts",
  "Web address": "Webadresse",
  "Network address": "Netzadresse",
  "Biometric identifier": "Biometrisches Merkmal",
  Photograph: "Foto",
  "Other unique number": "Andere eindeutige Nummer",
  "as it stands": "wie es steht",
  "upper case": "Großbuchstaben",
  "lower case": "Kleinbuchstaben",
  "last word first": "letztes Wort zuerst",
  possessive: "mit ’s",
  "decomposed accents": "zerlegte Akzente",
  "no-break spaces": "geschützte Leerzeichen",
  "broken lines": "Zeilenumbrüche",
  "hyphenated at the end of a line": "getrennt am Zeilenende",
  "soft hyphen": "bedingter Trennstrich",
  "zero-width spaces": "Leerzeichen ohne Breite",
  "spaced out": "gesperrt",
  dotted: "mit Punkten",
  "combining marks": "kombinierende Zeichen",
  "letters of other alphabets": "Buchstaben anderer Alphabete",
  "full width": "volle Breite",
  "digits for letters": "Ziffern statt Buchstaben",
  backwards: "rückwärts",
  "13 letters on": "13 Buchstaben weiter",
  base64: "base64",
  "base64 for addresses": "base64 für Adressen",
  "base64 of base64": "base64 von base64",
  hexadecimal: "hexadezimal",
  "percent signs": "Prozentzeichen",
  "HTML entities": "HTML-Entitäten",
  "JSON escapes": "JSON-Maskierungen",
};

/** shell/public-file.ts: what the public files are called. */
export const PUBLIC_FILES: Texts = {
  "the engine": "der Rechenkern",
  "the word list": "die Wortliste",
  "the list of rare diseases": "die Liste der seltenen Krankheiten",
  "the vocabulary of medical concepts": "das Vokabular medizinischer Begriffe",
  "the search model": "das Modell der Suche",
  "the search model's vocabulary": "die Wortliste des Modells der Suche",
  "the model of names": "das Modell der Namen",
  "the vocabulary of the model of names": "die Wortliste des Modells der Namen",
  "what tells instructions from questions": "was Anweisungen von Fragen unterscheidet",
  "what reads passages a second time": "was Stellen ein zweites Mal liest",
  "what opens a model of your own": "was ein eigenes Modell öffnet",
  "the licences": "die Lizenzen",
  "a part of this page": "ein Teil dieser Seite",
  "the judgement of the model of names": "das Urteil des Modells der Namen",
  "the sample records": "die Beispielakten",
};
