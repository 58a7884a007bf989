/** What is said of files of literature and of libraries: ingest/literature and library. */
import type { Texts } from "../match.ts";

/** ingest/literature: why something of a file was not read. */
export const LITERATURE: Texts = {
  "is none of the formats that are read: PubMed or MEDLINE XML, nbib, RIS, JATS, BioC, Markdown with a head or a heading, HTML or PDF":
    "hat keines der Formate, die gelesen werden: XML von PubMed oder MEDLINE, nbib, RIS, JATS, BioC, Markdown mit einem Kopf oder einer Überschrift, HTML oder PDF",
  "a guideline or book is larger than what is read of one: split it":
    "eine Leitlinie oder ein Buch ist größer als das, was gelesen wird: Teilen Sie die Datei",
  "is in UTF-16: save it as UTF-8": "ist in UTF-16: Speichern Sie die Datei als UTF-8",
  "says that it is in another encoding than UTF-8: convert it":
    "sagt, dass sie in einer anderen Kodierung als UTF-8 ist: Wandeln Sie die Datei um",
  "has a tag or comment without an end: is it XML of articles?":
    "hat ein Tag oder einen Kommentar ohne Ende: Ist das XML von Artikeln?",
  "the compression around the file is broken: what stands before was read; get the file again":
    "die Datei ist beschädigt gepackt: Was davor steht, wurde gelesen; holen Sie die Datei noch einmal",
  "the compression around the file is broken: get the file again":
    "die Datei ist beschädigt gepackt: Holen Sie die Datei noch einmal",
  "is not UTF-8 and was not read": "ist kein UTF-8 und wurde nicht gelesen",
  "does not end before the next one begins and was not read":
    "endet nicht, bevor der nächste beginnt, und wurde nicht gelesen",
  "is longer than an article may be and was not read": "ist länger, als ein Artikel sein darf, und wurde nicht gelesen",
  "has neither number nor title and was not read": "hat weder Nummer noch Titel und wurde nicht gelesen",
  "has no end (ER): what is there of it was read": "hat kein Ende (ER): Was davon da ist, wurde gelesen",
  "a part of the abstract was not read: it has an entity that the file declares itself":
    "ein Teil der Zusammenfassung wurde nicht gelesen: Er enthält eine Entität, die die Datei selbst erklärt",
};

/** library: what is wrong with a pack, or with how it is hosted. */
export const LIBRARY: Texts = {
  "public passages stand before a question alone": "öffentliche Stellen stehen nur vor einer Frage",
  "no public passage that may leave was found by the words of this question that leave: ask in other words":
    "nach den Wörtern dieser Frage, die hinausgehen, wurde keine öffentliche Stelle gefunden, die hinausgehen darf: Fragen Sie mit anderen Wörtern",
  "no request of this question waits for public passages": "keine Anfrage dieser Frage wartet auf öffentliche Stellen",
  "no file of literature was begun": "keine Literaturdatei wurde begonnen",
  "the server sends the whole file where a part of it was asked for: host the pack where ranges are answered":
    "der Server sendet die ganze Datei, wo ein Teil davon verlangt wurde: Legen Sie die Bibliothek dorthin, wo Bereiche beantwortet werden",
  "there is no pack at this address": "unter dieser Adresse ist keine Bibliothek",
  "the server did not answer a range": "der Server hat auf einen Bereich nicht geantwortet",
  "the server answered with another range than was asked for":
    "der Server antwortete mit einem anderen Bereich, als verlangt wurde",
  "a library has at most 4294967295 passages": "eine Bibliothek hat höchstens 4294967295 Stellen",
  "each passage needs one vector, all of the same dimensions": "jede Stelle braucht einen Vektor, alle gleich lang",
  "there is no article to make a library of": "es gibt keinen Artikel, aus dem sich eine Bibliothek machen ließe",
  "this is no pack of a library: make one with library build":
    "das ist keine Bibliothek: Machen Sie eine mit library build",
  "the pack is of another version than is read here: take a newer program, or build it again":
    "die Bibliothek ist von einer anderen Version, als hier gelesen wird: Nehmen Sie ein neueres Programm, oder bauen Sie sie noch einmal",
  "the pack is cut short: get the whole file": "die Bibliothek ist abgeschnitten: Holen Sie die ganze Datei",
  "the pack is damaged: a part of it is not what was written; get it again":
    "die Bibliothek ist beschädigt: Ein Teil davon ist nicht, was geschrieben wurde; holen Sie sie noch einmal",
  "bytes of a pack that nobody asked for": "Bytes einer Bibliothek, die niemand verlangt hat",
  "the pack is not open": "die Bibliothek ist nicht offen",
  "the question's vector has another number of dimensions than the library's":
    "der Vektor der Frage hat eine andere Länge als die der Bibliothek",
  "a library is searched by keyword, dense, mmr or rrf":
    "eine Bibliothek wird mit keyword, dense, mmr oder rrf durchsucht",
  "the library's vectors come from another model: search it by keyword, or with that model":
    "die Vektoren der Bibliothek kommen von einem anderen Modell: Durchsuchen Sie sie nach Wörtern, oder mit jenem Modell",
  "dense search needs a model, and a library that was built with it":
    "die Suche nach Bedeutung braucht ein Modell, und eine Bibliothek, die damit gebaut wurde",
  "the configuration cannot be read: docs/library.md names its fields and their values":
    "die Parameter sind nicht zu lesen: docs/library.md nennt ihre Felder und deren Werte",
  "the configuration is not UTF-8: save it as such": "die Parameter sind kein UTF-8: Speichern Sie die Datei so",
  "the file is longer than a configuration may be": "die Datei ist länger, als Parameter sein dürfen",
  "the configuration has a number out of range: k1 is 0 to 10, b 0 to 1, top-k 1 to 1000, probes 1 or more":
    "die Parameter haben eine Zahl außerhalb ihres Bereichs: k1 ist 0 bis 10, b 0 bis 1, top-k 1 bis 1000, probes 1 oder mehr",
  "the configuration names several ways, which grid and bench library compare: leave one value in each list":
    "die Parameter nennen mehrere Wege, die grid und bench library vergleichen: Lassen Sie in jeder Liste einen Wert",
  "the lists of the configuration come to too many ways": "die Listen der Parameter ergeben zu viele Wege",
  "a seed has 32 bytes": "ein Anfangswert hat 32 Byte",
};

/** library/query, entrez, gathering, chroma and neighbours: what is asked of PubMed and of servers of public passages. */
export const SOUGHT: Texts = {
  "the query is empty": "die Suchanfrage ist leer",
  "the query is too long": "die Suchanfrage ist zu lang",
  "a query is of words, quotation marks, brackets, AND, OR, NOT and tags such as [mh] and [tiab]":
    "eine Suchanfrage besteht aus Wörtern, Anführungszeichen, Klammern, AND, OR, NOT und Kürzeln wie [mh] und [tiab]",
  "the question is too long": "die Frage ist zu lang",
  "no word of the question may leave: nothing can be asked":
    "kein Wort der Frage darf hinaus: Es kann nichts gefragt werden",
  "the period ends before it begins: exchange its two days":
    "der Zeitraum endet, bevor er beginnt: Vertauschen Sie seine beiden Tage",
  "what answers at this address is not PubMed: it sent something else than PubMed's XML, perhaps a page to sign in":
    "was an dieser Adresse antwortet, ist nicht PubMed: Es hat etwas anderes als das XML von PubMed geschickt, vielleicht eine Seite zum Anmelden",
  "PubMed refused this query with an error: look at its brackets, quotation marks and tags":
    "PubMed hat diese Suchanfrage mit einem Fehler abgelehnt: Sehen Sie nach ihren Klammern, Anführungszeichen und Kürzeln",
  "a tag of this query is not taken: tags of people and places, as [au], [ad] and [ps], never are; those such as [mh], [tiab], [ti] and [pt] are":
    "ein Kürzel dieser Suchanfrage wird nicht genommen: Kürzel für Personen und Orte, wie [au], [ad] und [ps], nie; solche wie [mh], [tiab], [ti] und [pt] schon",
  "the last request was not answered yet": "die letzte Anfrage wurde noch nicht beantwortet",
  "an answer that nobody asked for": "eine Antwort, um die niemand gebeten hat",
  "PubMed gives no good answer: go on later, from where it is":
    "PubMed gibt keine brauchbare Antwort: Machen Sie später dort weiter, wo es steht",
  "the file of how far the collection is cannot be read: begin anew without it":
    "die Datei darüber, wie weit es ist, kann nicht gelesen werden: Beginnen Sie ohne sie von vorn",
  "the file of how far the collection is belongs to another query or period":
    "die Datei darüber, wie weit es ist, gehört zu einer anderen Suchanfrage oder einem anderen Zeitraum",
  "PubMed is asked at its own address, https://eutils.ncbi.nlm.nih.gov/entrez/eutils/, or at a stand-in on this device, as http://127.0.0.1:8401/ with a path of letters and digits or none":
    "PubMed wird an seiner eigenen Adresse gefragt, https://eutils.ncbi.nlm.nih.gov/entrez/eutils/, oder an einem Stellvertreter auf diesem Gerät, wie http://127.0.0.1:8401/ mit einem Pfad aus Buchstaben und Ziffern oder keinem",
  "no request to PubMed is due": "keine Anfrage an PubMed steht an",
  "nothing is being collected from PubMed: look anew": "von PubMed wird nichts geholt: Sehen Sie noch einmal nach",
  "the policy of this page does not let that server be asked for public texts":
    "die Regeln dieser Seite lassen nicht zu, dass dieser Server nach öffentlichen Texten gefragt wird",
  "the server answered with something that is no collection: is it Chroma?":
    "der Server antwortete mit etwas, das keine Sammlung ist: Ist es Chroma?",
  "the server does not say which collections it has: is it Chroma?":
    "der Server sagt nicht, welche Sammlungen er hat: Ist es Chroma?",
  "the server has no collection of that name: load it with library push":
    "der Server hat keine Sammlung dieses Namens: Laden Sie sie mit library push",
  "the server answered with something that are no passages: is it Chroma?":
    "der Server antwortete mit etwas, das keine Stellen sind: Ist es Chroma?",
  "the server does not say how much there is": "der Server sagt nicht, wie viel es gibt",
  "the file of how far the load is cannot be read: remove it to begin anew":
    "die Datei darüber, wie weit das Laden ist, kann nicht gelesen werden: Entfernen Sie sie, um von vorn zu beginnen",
  "there is no vector of the question": "es gibt keinen Vektor der Frage",
  "no question waits for that server: look anew": "keine Frage wartet auf diesen Server: Sehen Sie noch einmal nach",
  "search by meaning is not there yet: without it there is no vector of the question":
    "die Suche nach Bedeutung ist noch nicht da: Ohne sie gibt es keinen Vektor der Frage",
};
