/** What fails at a hospital’s server, in German: the shell says it in its dialogs, and the room once it has crossed the port. */
import type { Texts } from "../speech.ts";

export const SERVERS: Texts = {
  "The server sent this page on to another address, which is not followed.":
    "Der Server hat diese Seite an eine andere Adresse verwiesen; dem wird nicht gefolgt.",
  "The server did not answer in time.": "Der Server hat nicht rechtzeitig geantwortet.",
  "An answer of the server is larger than is read.": "Eine Antwort des Servers ist größer, als gelesen wird.",
  "The server could not be reached, or does not let pages like this one read from it. Look at the address; the hospital may have to allow this page.":
    "Der Server war nicht zu erreichen, oder er lässt Seiten wie diese nicht von sich lesen. Prüfen Sie die Adresse; vielleicht muss das Krankenhaus diese Seite erst zulassen.",
  "The server answered with something that is no JSON.": "Der Server antwortete mit etwas, das kein JSON ist.",
  "The browser opened no window for the sign-in page. Allow this page to open windows; in a portal, the portal must allow it, or open Chaperone in a tab of its own.":
    "Der Browser hat für die Anmeldeseite kein Fenster geöffnet. Erlauben Sie dieser Seite, Fenster zu öffnen; in einem Portal muss es das Portal erlauben, oder öffnen Sie Chaperone in einem eigenen Tab.",
  "The sign-in window was closed before it came back, so nothing was read. You can begin again.":
    "Das Anmeldefenster wurde geschlossen, bevor es zurückkam; nichts wurde gelesen. Sie können noch einmal beginnen.",
  "This address is not that of a FHIR server that people can sign in to with an app (it has no SMART configuration).":
    "Diese Adresse ist nicht die eines FHIR-Servers, bei dem man sich mit einer App anmelden kann (er hat keine SMART-Konfiguration).",
  "The server wants people to sign in at an address without encryption, which is refused.":
    "Der Server verlangt die Anmeldung unter einer Adresse ohne Verschlüsselung; das wird abgelehnt.",
  "The server did not give access. Sign in again, and allow this app to read your records.":
    "Der Server hat keinen Zugang gegeben. Melden Sie sich noch einmal an, und erlauben Sie dieser App, Ihre Akten zu lesen.",
  "The server did not say whose records these are. Sign in again, and choose yourself as the patient.":
    "Der Server hat nicht gesagt, wessen Akten das sind. Melden Sie sich noch einmal an, und wählen Sie sich selbst als Patientin oder Patienten.",
  "The server does not protect sign-in as this app needs it (PKCE with S256).":
    "Der Server schützt die Anmeldung nicht so, wie diese App es braucht (PKCE mit S256).",
  "This is no address of the server that was chosen.": "Das ist keine Adresse des gewählten Servers.",
};
