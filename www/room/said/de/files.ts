/** What is said of files that were not read, or not all of them: ingest.rs and what is under it, pdf.rs. */
import type { Texts } from "../match.ts";

export const FILES: Texts = {
  "{reason:reason} (byte {at:number})": "{reason} (Byte {at})",
  // ingest/format.rs
  "the file is an empty ZIP archive: there is nothing in it to add":
    "die Datei ist ein leeres ZIP-Archiv: Darin ist nichts, das sich hinzufügen ließe",
  "the file is a part of a ZIP archive: unpack the archive and add the files in it":
    "die Datei ist ein Teil eines ZIP-Archivs: Entpacken Sie das Archiv, und fügen Sie die Dateien darin hinzu",
  "the file is a 7-Zip archive: unpack it and add the files in it":
    "die Datei ist ein 7-Zip-Archiv: Entpacken Sie es, und fügen Sie die Dateien darin hinzu",
  "the file is a RAR archive: unpack it and add the files in it":
    "die Datei ist ein RAR-Archiv: Entpacken Sie es, und fügen Sie die Dateien darin hinzu",
  "the file is compressed with bzip2: unpack it and add what is in it":
    "die Datei ist mit bzip2 gepackt: Entpacken Sie sie, und fügen Sie hinzu, was darin ist",
  "the file is compressed with xz: unpack it and add what is in it":
    "die Datei ist mit xz gepackt: Entpacken Sie sie, und fügen Sie hinzu, was darin ist",
  "the file is compressed with zstd: unpack it and add what is in it":
    "die Datei ist mit zstd gepackt: Entpacken Sie sie, und fügen Sie hinzu, was darin ist",
  "the file is a PNG picture: text in pictures is not read":
    "die Datei ist ein PNG-Bild: Text in Bildern wird nicht gelesen",
  "the file is a JPEG picture: text in pictures is not read":
    "die Datei ist ein JPEG-Bild: Text in Bildern wird nicht gelesen",
  "the file is a GIF picture: text in pictures is not read":
    "die Datei ist ein GIF-Bild: Text in Bildern wird nicht gelesen",
  "the file is a TIFF picture: text in pictures is not read":
    "die Datei ist ein TIFF-Bild: Text in Bildern wird nicht gelesen",
  "the file is RTF text: save it as plain text and add that":
    "die Datei ist RTF-Text: Speichern Sie sie als einfachen Text, und fügen Sie den hinzu",
  "the file is a database: export its records as FHIR R4 JSON":
    "die Datei ist eine Datenbank: Exportieren Sie ihre Akten als FHIR R4 in JSON",
  "the file is HL7 version 2 messages: export the records as FHIR R4 JSON":
    "die Datei enthält Nachrichten in HL7 Version 2: Exportieren Sie die Akten als FHIR R4 in JSON",
  "the file is an Office document: save it as PDF or plain text and add that":
    "die Datei ist ein Office-Dokument: Speichern Sie es als PDF oder einfachen Text, und fügen Sie das hinzu",
  "the file is an older Office document: save it as plain text and add that":
    "die Datei ist ein älteres Office-Dokument: Speichern Sie es als einfachen Text, und fügen Sie den hinzu",
  "the file is a DICOM image: pictures are not read": "die Datei ist ein DICOM-Bild: Bilder werden nicht gelesen",
  "the file is a tar archive: unpack it and add the files in it":
    "die Datei ist ein tar-Archiv: Entpacken Sie es, und fügen Sie die Dateien darin hinzu",
  "the file is text in an older encoding: save it as UTF-8 and add it again":
    "die Datei ist Text in einer älteren Kodierung: Speichern Sie sie als UTF-8, und fügen Sie sie noch einmal hinzu",
  "the file is UTF-16 or UTF-32 text: save it as UTF-8 and add it again":
    "die Datei ist Text in UTF-16 oder UTF-32: Speichern Sie sie als UTF-8, und fügen Sie sie noch einmal hinzu",
  "the file is empty: there is nothing in it to read": "die Datei ist leer: Darin ist nichts zu lesen",
  "the file is gzip within gzip: unpack it once and add what is in it":
    "die Datei ist gzip in gzip: Entpacken Sie sie einmal, und fügen Sie hinzu, was darin ist",
  "the file is FHIR in XML: export it as JSON": "die Datei ist FHIR in XML: Exportieren Sie sie als JSON",
  "the file is XML of a kind that is not read: export the records as FHIR R4 JSON or C-CDA":
    "die Datei ist XML einer Art, die nicht gelesen wird: Exportieren Sie die Akten als FHIR R4 in JSON oder als C-CDA",
  "the file is neither records nor text: export the records as FHIR R4 JSON, or NDJSON, and add that":
    "die Datei ist weder eine Akte noch Text: Exportieren Sie die Akten als FHIR R4 in JSON oder NDJSON, und fügen Sie das hinzu",
  // ingest/unwrap.rs, stream.rs, import.rs, skips.rs, archive.rs
  "the compression around the file is broken or cut short: get the file again and add that":
    "die Datei ist beschädigt gepackt oder abgeschnitten: Holen Sie die Datei noch einmal, und fügen Sie die hinzu",
  "the compression around the file is broken: get the file again and add that":
    "die Datei ist beschädigt gepackt: Holen Sie die Datei noch einmal, und fügen Sie die hinzu",
  "the file is not wrapped as the citation says": "die Datei ist nicht so verpackt, wie der Beleg sagt",
  "the file is too large once unpacked: split it, in bytes":
    "die Datei ist entpackt zu groß: Teilen Sie sie (in Bytes)",
  "is where reading stopped, for want of memory: this and what follows were not read":
    "ist die Stelle, an der das Lesen aus Mangel an Speicher endete: Dies und was folgt, wurde nicht gelesen",
  "a line of the file is too long to be read: export the records again, in bytes":
    "eine Zeile der Datei ist zu lang, um gelesen zu werden: Exportieren Sie die Akten noch einmal (in Bytes)",
  "too many files: start a new session": "zu viele Dateien: Beginnen Sie eine neue Sitzung",
  "the file is too long to be read here: split it": "die Datei ist zu lang, um hier gelesen zu werden: Teilen Sie sie",
  "the file is too large: split it, in bytes": "die Datei ist zu groß: Teilen Sie sie (in Bytes)",
  "the file was not read to its end; take its steps first": "die Datei wurde nicht zu Ende gelesen",
  "the records have changed while the file was read: add it again":
    "die Akten haben sich geändert, während die Datei gelesen wurde: Fügen Sie sie noch einmal hinzu",
  "the file could not be read; begin it anew":
    "die Datei konnte nicht gelesen werden; beginnen Sie noch einmal mit ihr",
  "nothing in the ZIP archive could be read: add the records in it one by one to see why":
    "nichts im ZIP-Archiv konnte gelesen werden: Fügen Sie die Akten darin einzeln hinzu, um zu sehen, warum",
  "what follows the end of the gzip was not read": "was hinter dem Ende des gzip steht, wurde nicht gelesen",
  "is called JSON and is none: it was read as plain text":
    "heißt wie JSON und ist keines: Es wurde als reiner Text gelesen",
  "is an archive within an archive: unpack it and add what is in it":
    "ist ein Archiv in einem Archiv: Entpacken Sie es, und fügen Sie hinzu, was darin ist",
  "the file is cut short here: what stands before was read; get the whole file and add it":
    "die Datei ist hier abgeschnitten: Was davor steht, wurde gelesen; holen Sie die ganze Datei, und fügen Sie sie hinzu",
  "the gzip is cut short: what it holds up to there was read; get the whole file and add it":
    "das gzip ist abgeschnitten: Was es bis dahin enthält, wurde gelesen; holen Sie die ganze Datei, und fügen Sie sie hinzu",
  "is encrypted: unpack the archive with its password and add what is in it":
    "ist verschlüsselt: Entpacken Sie das Archiv mit seinem Passwort, und fügen Sie hinzu, was darin ist",
  "is packed in a way that is not read: unpack the archive and add what is in it":
    "ist auf eine Weise gepackt, die nicht gelesen wird: Entpacken Sie das Archiv, und fügen Sie hinzu, was darin ist",
  "is named by the archive and not in it": "wird vom Archiv genannt und ist nicht darin",
  "the ZIP archive is broken or cut short: get it again and add that":
    "das ZIP-Archiv ist beschädigt oder abgeschnitten: Holen Sie es noch einmal, und fügen Sie das hinzu",
  "the ZIP archive has too many members": "das ZIP-Archiv enthält zu viele Dateien",
  // ingest/entries.rs, json.rs, resources.rs, xml.rs
  "is not a FHIR resource: it has no resourceType": "ist keine FHIR-Ressource: Sie hat keinen resourceType",
  "is not a JSON object": "ist kein JSON-Objekt",
  "is not JSON from here on: what stands before was read; export the records again":
    "ist ab hier kein JSON: Was davor steht, wurde gelesen; exportieren Sie die Akten noch einmal",
  "what follows the end of the JSON was not read": "was hinter dem Ende des JSON steht, wurde nicht gelesen",
  "the file is JSON, but not a FHIR resource: it has no resourceType":
    "die Datei ist JSON, aber keine FHIR-Ressource: Sie hat keinen resourceType",
  "the file is not FHIR JSON: export the records as FHIR R4 JSON, or NDJSON, and add that":
    "die Datei ist kein FHIR in JSON: Exportieren Sie die Akten als FHIR R4 in JSON oder NDJSON, und fügen Sie das hinzu",
  "the file is cut short, and nothing in it could be read: get the whole file and add it":
    "die Datei ist abgeschnitten, und nichts darin konnte gelesen werden: Holen Sie die ganze Datei, und fügen Sie sie hinzu",
  "the file is JSON, but there is no FHIR resource in it: nothing has a resourceType":
    "die Datei ist JSON, aber es ist keine FHIR-Ressource darin: Nichts hat einen resourceType",
  "is not JSON": "ist kein JSON",
  "is nested too deep": "ist zu tief verschachtelt",
  "has too many values": "hat zu viele Werte",
  "holds a string with an escape that cannot be undone":
    "enthält einen Text mit einer Maskierung, die sich nicht auflösen lässt",
  "the Bundle has no entries": "das Bundle hat keine Einträge",
  "the entry holds no resource": "der Eintrag enthält keine Ressource",
  "is not UTF-8 text: save or export it again as UTF-8":
    "ist kein Text in UTF-8: Speichern oder exportieren Sie die Datei noch einmal als UTF-8",
  "has too many elements": "hat zu viele Elemente",
  "the file is not well-formed XML: export it again":
    "die Datei ist kein wohlgeformtes XML: Exportieren Sie sie noch einmal",
  // ingest/fhir, ingest/join.rs, ingest/link.rs
  "is not a date": "ist kein Datum",
  "says nothing that is shown": "sagt nichts, das gezeigt wird",
  "is of a type that FHIR R4 does not have": "ist von einem Typ, den FHIR R4 nicht hat",
  "is of FHIR R5, and R4 is read: ask for an export as FHIR R4":
    "ist FHIR R5, und gelesen wird R4: Bitten Sie um einen Export als FHIR R4",
  "is of FHIR STU3 or older, and R4 is read: ask for an export as FHIR R4":
    "ist FHIR STU3 oder älter, und gelesen wird R4: Bitten Sie um einen Export als FHIR R4",
  "is of a type that came after FHIR R4, and R4 is read: ask for an export as FHIR R4":
    "ist von einem Typ, der nach FHIR R4 kam, und gelesen wird R4: Bitten Sie um einen Export als FHIR R4",
  "is of a type that only FHIR STU3 or older has, and R4 is read: ask for an export as FHIR R4":
    "ist von einem Typ, den nur FHIR STU3 oder älter hat, und gelesen wird R4: Bitten Sie um einen Export als FHIR R4",
  "has a modifier extension, which may change its meaning":
    "hat eine Erweiterung, die seine Bedeutung ändern kann (modifierExtension)",
  "is marked as entered in error": "ist als irrtümlich eingetragen gekennzeichnet",
  "the attachment is RTF text: save it as plain text and add that":
    "der Anhang ist RTF-Text: Speichern Sie ihn als einfachen Text, und fügen Sie den hinzu",
  "the attachment is a picture: text in pictures is not read":
    "der Anhang ist ein Bild: Text in Bildern wird nicht gelesen",
  "the attachment is empty or kept elsewhere": "der Anhang ist leer oder liegt anderswo",
  "the attachment is not UTF-8 text": "der Anhang ist kein Text in UTF-8",
  "the attachment is not base64": "der Anhang ist kein base64",
  "the attachment is not plain text": "der Anhang ist kein einfacher Text",
  "the patient has no id that can be used": "die Person hat keine Kennung, die sich verwenden lässt",
  "is a Bundle within a Bundle: give it as a file of its own":
    "ist ein Bundle in einem Bundle: Geben Sie es als eigene Datei",
  "does not say which patient it is about": "sagt nicht, um welche Person es geht",
  "is about somebody or something else than the patient":
    "handelt von jemand anderem oder etwas anderem als der Person",
  "is not about a patient": "handelt nicht von einer Person",
  "is about somebody who is only contained in it": "handelt von jemandem, der nur darin selbst steht",
  "is about a patient that is not in this file": "handelt von einer Person, die nicht in dieser Datei steht",
  "belongs to a patient with an id that another person of these records has":
    "gehört zu einer Person mit einer Kennung, die eine andere Person dieser Akten hat",
  "is about a patient of whom no file that was read says who it is; it is shown under “Patient not in the file”, until the file with that patient is added":
    "handelt von einer Person, von der keine gelesene Datei sagt, wer sie ist; es steht unter „Patient not in the file“ (Person nicht in der Datei), bis die Datei mit dieser Person hinzugefügt ist",
  "there is no patient with this number": "es gibt keine Person mit dieser Nummer",
  "this is the same patient already": "das ist schon dieselbe Person",
  "the two were born on different days: they are not one person":
    "die beiden sind an verschiedenen Tagen geboren: Sie sind nicht eine Person",
  // ingest/apple, ingest/ccda, ingest/text, pdf.rs
  "is not UTF-8 text from here on": "ist ab hier kein Text in UTF-8",
  "the export is broken or cut short before its first record: export it again":
    "der Export ist vor seinem ersten Eintrag beschädigt oder abgeschnitten: Exportieren Sie noch einmal",
  "is broken": "ist beschädigt",
  "the file is not UTF-8 text: save or export it again as UTF-8":
    "die Datei ist kein Text in UTF-8: Speichern oder exportieren Sie sie noch einmal als UTF-8",
  "the document does not say whom it is about: it has no recordTarget":
    "das Dokument sagt nicht, um wen es geht: Es hat kein recordTarget",
  "the document has no sections": "das Dokument hat keine Abschnitte",
  "the file is not UTF-8 text: save it again as UTF-8":
    "die Datei ist kein Text in UTF-8: Speichern Sie sie noch einmal als UTF-8",
  "the file shows no text: there is nothing in it to read": "die Datei zeigt keinen Text: Darin ist nichts zu lesen",
  "the PDF is broken: open it, print or save it as a new PDF, and add that":
    "das PDF ist beschädigt: Öffnen Sie es, drucken oder speichern Sie es als neues PDF, und fügen Sie das hinzu",
  "the PDF is locked with a password: open it, save it without one, and add that":
    "das PDF ist mit einem Passwort gesperrt: Öffnen Sie es, speichern Sie es ohne Passwort, und fügen Sie das hinzu",
  "the PDF is encrypted in a way that is not read: open it, save it without, and add that":
    "das PDF ist auf eine Weise verschlüsselt, die nicht gelesen wird: Öffnen Sie es, speichern Sie es ohne, und fügen Sie das hinzu",
  "the PDF has no pages: there is nothing in it to read": "das PDF hat keine Seiten: Darin ist nichts zu lesen",
  "the PDF shows pictures and no text, as a scan does: have its text recognised (OCR), and add what comes out":
    "das PDF zeigt Bilder und keinen Text, wie ein Scan: Lassen Sie den Text erkennen (OCR), und fügen Sie das Ergebnis hinzu",
  "the page shows no text; text in pictures is not read":
    "die Seite zeigt keinen Text; Text in Bildern wird nicht gelesen",
  "the fonts of the page do not say which letters they show: its text is not read":
    "die Schriften der Seite sagen nicht, welche Buchstaben sie zeigen: Ihr Text wird nicht gelesen",
  "the page is broken and was not read": "die Seite ist beschädigt und wurde nicht gelesen",
  "the PDF is too large: split it, in bytes": "das PDF ist zu groß: Teilen Sie es (in Bytes)",
  "the PDF has too many pages: split it": "das PDF hat zu viele Seiten: Teilen Sie es",
  "the PDF holds too much text: split it, in letters": "das PDF enthält zu viel Text: Teilen Sie es (in Buchstaben)",
  "the PDF is too large once unpacked: split it, in bytes": "das PDF ist entpackt zu groß: Teilen Sie es (in Bytes)",
};
