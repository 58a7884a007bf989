/** Errors of the engine, beside those of reading files. */
import type { Texts } from "../match.ts";

export const ERRORS: Texts = {
  "{place:place}: {what:what}": "{place}: {what}",
  "{what:what} (found {found:number}, expected {expected:number})": "{what} (gefunden: {found}, erwartet: {expected})",
  // room.rs, room/examine.rs, progress.rs, question/when.rs
  "the question is empty; type what you want to know": "die Frage ist leer; schreiben Sie, was Sie wissen möchten",
  "questions of passages are off, beside, list or only":
    "Fragen von Stellen werden mit off, beside, list oder only verglichen",
  "each question needs a passage that has a vector, and one of the same dimensions":
    "jede Frage braucht eine Stelle mit einem Vektor, und einen gleich großen",
  "the library has no questions of passages: build it with --questions, or search it without":
    "die Bibliothek hat keine Fragen von Stellen: bauen Sie sie mit --questions, oder suchen Sie ohne",
  "these are not vectors of the model in use, one for each passage":
    "das sind nicht die Vektoren des verwendeten Modells, einer für jede Stelle",
  "the text is too long to be looked through at once: take a part of it":
    "der Text ist zu lang, um auf einmal durchgesehen zu werden: Nehmen Sie einen Teil davon",
  "cancelled: what was loaded before is kept": "abgebrochen: Was vorher geladen war, bleibt",
  "this is no calendar day: 2019-03-02 is one": "das ist kein Kalendertag: 2019-03-02 ist einer",
  // room/tools.rs
  "the arguments of a tool are too long": "die Argumente eines Werkzeugs sind zu lang",
  "there is no tool of this name": "ein Werkzeug dieses Namens gibt es nicht",
  "there are several patients: say which one": "es gibt mehrere Personen: Sagen Sie, welche",
  "what is looked up is not said: give a topic, a kind, or both":
    "was nachgeschlagen werden soll, ist nicht gesagt: Nennen Sie ein Thema, eine Art oder beides",
  "one to four things must be given that patients have": "nennen Sie ein bis vier Dinge, die die Personen haben",
  "so many passages are not returned at once": "so viele Stellen werden nicht auf einmal ausgegeben",
  "no passage has this reference": "keine Stelle hat diesen Verweis",
  "the arguments are not the JSON that the tool's schema describes":
    "die Argumente sind nicht das JSON, das das Schema des Werkzeugs beschreibt",
  "a text of the arguments is empty or too long": "ein Text der Argumente ist leer oder zu lang",
  // quote
  "this reference leads to nothing of the records in this room":
    "dieser Verweis führt zu nichts in den Akten dieses Raums",
  "this block is no quote box: only verbatim and record-data blocks can be verified":
    "dieser Block ist kein Zitatkasten: Nur wörtliche Zitate und Angaben der Akte lassen sich prüfen",
  "the quote cites another file, or the file was changed: its SHA-256 differs":
    "das Zitat belegt eine andere Datei, oder die Datei wurde geändert: Ihr SHA-256 ist ein anderer",
  "a byte range of the provenance lies outside its file": "ein Bytebereich der Herkunft liegt außerhalb seiner Datei",
  "a byte range of the provenance does not hold a JSON string": "ein Bytebereich der Herkunft enthält keinen JSON-Text",
  "a byte range of the provenance does not hold base64": "ein Bytebereich der Herkunft enthält kein base64",
  "a byte range of the provenance holds no text of XML": "ein Bytebereich der Herkunft enthält keinen XML-Text",
  "a byte range of the provenance is not UTF-8": "ein Bytebereich der Herkunft ist kein UTF-8",
  "the decoded text is not UTF-8": "der aufgelöste Text ist kein UTF-8",
  "the model's reply is longer than any answer; it was cut off":
    "die Antwort des Modells ist länger als jede Antwort; sie wurde abgeschnitten",
  "the model's reply is longer than any answer": "die Antwort des Modells ist länger als jede Antwort",
  "the server's answer is neither a chat completion nor a message; check that the address ends in /v1/chat/completions or /v1/messages":
    "die Antwort des Servers ist weder eine Chat-Antwort noch eine Nachricht; prüfen Sie, ob die Adresse auf /v1/chat/completions oder /v1/messages endet",
  "the server reports an error; check the model's name and the key":
    "der Server meldet einen Fehler; prüfen Sie den Namen des Modells und den Schlüssel",
  "a server lists its models at its own address only: enter that, or the model's name":
    "ein Server nennt seine Modelle nur unter seiner eigenen Adresse: Geben Sie die ein, oder den Namen des Modells",
  "the server's list of models is too long: enter the model's name":
    "die Liste der Modelle des Servers ist zu lang: Geben Sie den Namen des Modells ein",
  "the server answered with something that is no list of models: enter the model's name":
    "der Server antwortete mit etwas, das keine Liste von Modellen ist: Geben Sie den Namen des Modells ein",
  // retrieve
  "what stands behind mmr: or linear: must be a number between 0 and 1":
    "was hinter mmr: oder linear: steht, muss eine Zahl zwischen 0 und 1 sein",
  "what stands behind rrf: or stages: must be a whole number":
    "was hinter rrf: oder stages: steht, muss eine ganze Zahl sein",
  "k1 must be at least 0, and b between 0 and 1": "k1 muss mindestens 0 sein, und b zwischen 0 und 1",
  "alpha, the share of the keywords, and lambda, the share of the question, must lie between 0 and 1":
    "alpha, der Anteil der Wörter, und lambda, der Anteil der Frage, müssen zwischen 0 und 1 liegen",
  "the strategy must be keyword, dense, mmr, linear, rrf, concept, stages or literal; with a parameter mmr:LAMBDA, linear:ALPHA, rrf:K, stages:PAIRS":
    "die Strategie muss keyword, dense, mmr, linear, rrf, concept, stages oder literal sein; mit einer Zahl mmr:LAMBDA, linear:ALPHA, rrf:K, stages:PAIRS",
  // workflow, wasm
  "the hashes of this build are not of the form asked for": "die Hashes dieser Version haben nicht die verlangte Form",
  "the self-test's result is not of the form asked for": "das Ergebnis des Selbsttests hat nicht die verlangte Form",
  "what was read of a server is not of the form asked for":
    "was von einem Server gelesen wurde, hat nicht die verlangte Form",
  "the seed must be 32 random bytes": "der Startwert muss aus 32 zufälligen Bytes bestehen",
  "the manifest entry of the model cannot be read": "der Eintrag des Modells lässt sich nicht lesen",
  "what a search wants is its own to say": "was eine Suche braucht, sagt sie selbst",
  "the journal does not fit the search that it is of; it cannot be played again":
    "das Protokoll passt nicht zu seiner Suche; es lässt sich nicht noch einmal abspielen",
  "the review refused this request; nothing was sent": "die Prüfung hat diese Anfrage abgelehnt; nichts wurde gesendet",
  "this prepared question is not kept any more; prepare it again":
    "diese vorbereitete Frage ist nicht mehr da; bereiten Sie sie noch einmal vor",
  "this request was released before; prepare the question again":
    "diese Anfrage wurde schon freigegeben; bereiten Sie die Frage noch einmal vor",
  "the records have changed since the question was prepared; prepare it again":
    "die Akten haben sich geändert, seit die Frage vorbereitet wurde; bereiten Sie sie noch einmal vor",
  "the policy of whoever runs this does not let this server be asked":
    "die Richtlinie derer, die diese Seite betreiben, lässt nicht zu, dass dieser Server gefragt wird",
  "nothing in the records that may leave answers this question; ask without a model to see the passages":
    "nichts in den Akten, das hinausgehen darf, beantwortet diese Frage; fragen Sie ohne Modell, um die Stellen zu sehen",
  "this reads like an instruction to the model, and nothing in the records that may leave answers it as a question; ask in other words, or without a model to see the passages":
    "das liest sich wie eine Anweisung an das Modell, und als Frage beantwortet es nichts in den Akten, das hinausgehen darf; fragen Sie mit anderen Worten, oder ohne Modell, um die Stellen zu sehen",
  "you keep back all that may leave and answers this question; let some of it leave again, or ask without a model":
    "Sie halten alles zurück, was hinausgehen darf und diese Frage beantwortet; lassen Sie etwas davon wieder hinaus, oder fragen Sie ohne Modell",
  "what would leave fits too few people, however little is told; ask for less at a time":
    "was hinausginge, passt auf zu wenige Menschen, wie wenig auch mitgeteilt wird; fragen Sie nach weniger auf einmal",
  "this work in the browser is not kept any more; begin it again":
    "diese Arbeit im Browser ist nicht mehr da; beginnen Sie sie neu",
  "this request is not kept any more": "diese Anfrage ist nicht mehr da",
  "there is not enough memory for this file": "für diese Datei reicht der Speicher nicht",
  "the file has another length than was said": "die Datei hat eine andere Länge als angegeben",
  "this file is not being read any more; add it again":
    "diese Datei wird nicht mehr gelesen; fügen Sie sie noch einmal hinzu",
  "a value from JavaScript is not of the form asked for": "ein Wert hat nicht die verlangte Form",
  "what was said of patients cannot be read": "was über die Personen gesagt wurde, lässt sich nicht lesen",
  "no model that runs elsewhere is in use": "kein Modell, das anderswo läuft, ist in Gebrauch",
  // workflow/refining
  "a context has 2048 to 1048576 tokens": "ein Kontext hat 2048 bis 1048576 Tokens",
  "a question takes 24 requests at most; ask for less at a time":
    "eine Frage braucht höchstens 24 Anfragen; fragen Sie nach weniger auf einmal",
  "the passages of one entry alone do not fit the model's context: choose a model with a larger one":
    "schon die Stellen eines einzigen Eintrags passen nicht in den Kontext des Modells: wählen Sie ein Modell mit einem größeren",
  "there is no such document; the list of records names them":
    "ein solches Dokument gibt es nicht; die Liste der Akten nennt sie",
  "only a note or letter is read whole: of entries what answers is told, all of it":
    "nur eine Notiz oder ein Brief wird ganz gelesen: von Einträgen wird mitgeteilt, was antwortet, und das ganz",
  "no sentence of this note has a word of the question, and only such are told: ask with words that stand in it":
    "kein Satz dieser Notiz hat ein Wort der Frage, und nur solche werden mitgeteilt: fragen Sie mit Wörtern, die darin stehen",
  "no passage of these records has that reference": "keine Stelle dieser Akten hat diese Referenz",
  "only a note or letter is read whole, and this passage is of none":
    "nur eine Notiz oder ein Brief wird ganz gelesen, und diese Stelle ist aus keinem",
  "all that bears on the question was told": "alles, was zur Frage gehört, wurde mitgeteilt",
  // workflow/thinking, thought
  "nothing in the records that may leave bears on this question; ask without a model to see the passages":
    "nichts in den Akten, das hinausgehen darf, betrifft diese Frage; fragen Sie ohne Modell, um die Stellen zu sehen",
  "this thought process has begun; its limits stay": "dieser Denkvorgang hat begonnen; seine Grenzen bleiben",
  "the calls that were approved are used up": "die genehmigten Anfragen sind verbraucht",
  "the estimator reads the vectors of the embedding model of this program, which is not in use; let the model or yourself judge":
    "der Schätzer liest die Vektoren des Embedding-Modells dieses Programms, das nicht in Gebrauch ist; lassen Sie das Modell urteilen, oder urteilen Sie selbst",
  "the embedding model that the estimator reads is not there any more; load it, and go on":
    "das Embedding-Modell, das der Schätzer liest, ist nicht mehr da; laden Sie es und fahren Sie fort",
  "these are not the estimates that are wanted next":
    "das sind nicht die Schätzungen, die als Nächstes gebraucht werden",
  "the estimator of this program is damaged": "der Schätzer dieses Programms ist beschädigt",
  "there is no thought to answer from; ask the question as it is":
    "es gibt keinen Gedanken, aus dem sich antworten ließe; stellen Sie die Frage, wie sie ist",
  "the tokens that were approved are used up": "die genehmigten Tokens sind verbraucht",
  "the records have changed since this began; begin to think anew":
    "die Akten haben sich seit dem Beginn geändert; beginnen Sie das Nachdenken neu",
  "the thought process has not begun; approve what it may use up first":
    "der Denkvorgang hat nicht begonnen; genehmigen Sie zuerst, was er verbrauchen darf",
  "the thought process has no such step under way": "im Denkvorgang läuft kein solcher Schritt",
  "the thought process has no such step or thought": "der Denkvorgang hat keinen solchen Schritt oder Gedanken",
  "1 to 100 thoughts, at least 5 requests, a threshold from 0 to 2 and a weight from 0 to 1 are expected":
    "erwartet werden 1 bis 100 Gedanken, mindestens 5 Anfragen, eine Schwelle von 0 bis 2 und ein Gewicht von 0 bis 1",
  "this is too long for a saved thought process": "das ist zu lang für einen gespeicherten Denkvorgang",
  "this is no saved thought process": "das ist kein gespeicherter Denkvorgang",
  "this thought process is of another version; begin anew":
    "dieser Denkvorgang ist von einer anderen Version; beginnen Sie neu",
  "this thought process does not fit these records, or was altered; it cannot be gone on with":
    "dieser Denkvorgang passt nicht zu diesen Akten, oder er wurde verändert; er lässt sich nicht fortsetzen",
  "no thought process is under way; begin one": "es läuft kein Denkvorgang; beginnen Sie einen",
  "a thought has words": "ein Gedanke besteht aus Wörtern",
  // ledger
  "the ledger is full: export it and begin a new one":
    "das Verzeichnis ist voll: Speichern Sie es, und beginnen Sie ein neues",
  "the ledger is not whole: this is the first entry that is broken":
    "das Verzeichnis ist nicht unversehrt: Dies ist der erste gebrochene Eintrag",
  "this file is too large for a ledger": "diese Datei ist zu groß für ein Verzeichnis",
  "a head hash has 64 hexadecimal digits": "der Hash eines Kopfes hat 64 hexadezimale Ziffern",
  "this proof pack is of another version": "dieses Beweispaket ist von einer anderen Version",
  "this proof pack holds something that no pack has: it was changed":
    "dieses Beweispaket enthält etwas, das keines hat: es wurde geändert",
  "this ledger is of another version": "dieses Verzeichnis ist von einer anderen Version",
  "this ledger has too many entries": "dieses Verzeichnis hat zu viele Einträge",
  "this is no ledger file: choose one that was exported here, or a proof pack":
    "das ist keine Verzeichnisdatei: Wählen Sie eine, die hier gespeichert wurde, oder ein Beweispaket",
  "there are entries of this session already; a kept ledger cannot go on":
    "es gibt schon Einträge dieser Sitzung; ein aufbewahrtes Verzeichnis kann nicht weitergehen",
  // vault
  "what is kept here was written by a newer version of Chaperone: reload the page to get it; nothing was changed":
    "was hier aufbewahrt ist, schrieb eine neuere Version von Chaperone: Laden Sie die Seite neu, um sie zu bekommen; nichts wurde geändert",
  "what was kept here is damaged or cut short": "was hier aufbewahrt war, ist beschädigt oder abgeschnitten",
  "a lock of what is kept here is not of a known form":
    "ein Schloss dessen, was hier aufbewahrt ist, hat keine bekannte Form",
  "what is kept here must have at least one lock": "was hier aufbewahrt ist, muss mindestens ein Schloss haben",
  "the vectors kept here are not as many as they say": "hier sind nicht so viele Vektoren aufbewahrt, wie angegeben",
  "a kept index is damaged or of other records: it is built anew":
    "ein aufbewahrtes Verzeichnis der Suche ist beschädigt oder von anderen Akten: Es wird neu gebaut",
  "another version of this program wrote the kept index: it is built anew":
    "eine andere Version dieses Programms schrieb das aufbewahrte Verzeichnis der Suche: Es wird neu gebaut",
  "the name of an object is 32 hexadecimal digits": "der Name eines Stücks hat 32 hexadezimale Ziffern",
  "there is no such head": "einen solchen Kopf gibt es nicht",
  // privacy, model, index: what is loaded
  "a level is strict, balanced or minimal": "eine Stufe ist streng, ausgewogen oder minimal",
  "the policy cannot be read: it must be an object with floor, allowWords, noise, strangers, kinds and endpoints, each as documented":
    "die Richtlinie lässt sich nicht lesen: Sie muss ein Objekt mit floor, allowWords, noise, strangers, kinds und endpoints sein, jedes wie beschrieben",
  "the lexicon is damaged or cut short: fetch it again":
    "die Wortliste ist beschädigt oder abgeschnitten: Holen Sie sie noch einmal",
  "this file is no lexicon": "diese Datei ist keine Wortliste",
  "the lexicon has another format than this version reads":
    "die Wortliste hat ein anderes Format, als diese Version liest",
  "the list of rare diseases is damaged or cut short: fetch it again":
    "die Liste der seltenen Krankheiten ist beschädigt oder abgeschnitten: Holen Sie sie noch einmal",
  "the list of rare diseases has another format than this version reads":
    "die Liste der seltenen Krankheiten hat ein anderes Format, als diese Version liest",
  "the vocabulary is damaged or cut short: fetch or make it again":
    "das Vokabular ist beschädigt oder abgeschnitten: Holen oder machen Sie es noch einmal",
  "this file is no vocabulary of this program": "diese Datei ist kein Vokabular dieses Programms",
  "the vocabulary has another format than this version reads":
    "das Vokabular hat ein anderes Format, als diese Version liest",
  "no English name was in the file: MRCONSO.RRF has them": "in der Datei war kein englischer Name: MRCONSO.RRF hat sie",
  "the UMLS has more names than fit: take a subset of it":
    "das UMLS hat mehr Namen, als passen: Nehmen Sie eine Auswahl davon",
  "a line is of neither MRCONSO.RRF nor MRREL.RRF": "eine Zeile ist weder aus MRCONSO.RRF noch aus MRREL.RRF",
  "a line is longer than any of MRCONSO.RRF": "eine Zeile ist länger als jede von MRCONSO.RRF",
  "the UMLS is not being read any more: choose its files again":
    "das UMLS wird nicht mehr gelesen: Wählen Sie seine Dateien noch einmal",
  "a line of the table of concepts is not key, names, broader and related":
    "eine Zeile der Tabelle der Begriffe besteht nicht aus Schlüssel, Namen, Oberbegriffen und Verwandtem",
  "the vectors here come from another model: remove them and embed again, or use that model":
    "die Vektoren hier sind von einem anderen Modell: Entfernen Sie sie, und verarbeiten Sie noch einmal, oder verwenden Sie jenes Modell",
  "the model file is larger than is read": "die Datei des Modells ist größer, als gelesen wird",
  "the tokenizer file is larger than is read": "die Datei des Tokenizers ist größer, als gelesen wird",
  "the tokenizer has another vocabulary than the model: choose the tokenizer.json that belongs to it":
    "der Tokenizer hat ein anderes Vokabular als das Modell: Wählen Sie die tokenizer.json, die zu ihm gehört",
  "the model does not know all words of the tokenizer: choose the tokenizer.json that belongs to it":
    "das Modell kennt nicht alle Wörter des Tokenizers: Wählen Sie die tokenizer.json, die zu ihm gehört",
  "the model's first output is no vector for each token but a score or one vector for all: choose an export of the encoder alone (feature extraction, last_hidden_state)":
    "die erste Ausgabe des Modells ist kein Vektor für jedes Token, sondern eine Bewertung oder ein Vektor für alle: Wählen Sie einen Export nur des Encoders (feature extraction, last_hidden_state)",
  "the model's first output is not of the shape [1, tokens, width]: choose an export of the encoder alone (feature extraction, last_hidden_state)":
    "die erste Ausgabe des Modells hat nicht die Form [1, Tokens, Breite]: Wählen Sie einen Export nur des Encoders (feature extraction, last_hidden_state)",
  "the model labels tokens (token classification), and gives no vectors to search by: choose an export of the encoder alone (feature extraction, last_hidden_state)":
    "das Modell kennzeichnet Tokens (token classification) und gibt keine Vektoren, nach denen sich suchen lässt: Wählen Sie einen Export nur des Encoders (feature extraction, last_hidden_state)",
  "the model scores texts or pairs of them (sequence classification), and gives no vectors to search by: choose an export of the encoder alone (feature extraction, last_hidden_state)":
    "das Modell bewertet Texte oder Paare davon (sequence classification) und gibt keine Vektoren, nach denen sich suchen lässt: Wählen Sie einen Export nur des Encoders (feature extraction, last_hidden_state)",
  "the tokenizer cuts texts off after too few tokens to be of use":
    "der Tokenizer schneidet Texte nach zu wenigen Tokens ab, um nützlich zu sein",
  "the tokenizer file is not a Hugging Face tokenizer.json: fetch it again":
    "die Datei des Tokenizers ist keine tokenizer.json von Hugging Face: Holen Sie sie noch einmal",
  "the tokenizer cannot encode a text: it does not fit the model":
    "der Tokenizer kann einen Text nicht verarbeiten: Er passt nicht zum Modell",
  "the tokenizer does not put a sign before and one after a text":
    "der Tokenizer setzt nicht vor und hinter einen Text je ein Zeichen",
  "the model gave a value that is not finite": "das Modell gab einen Wert, der keine endliche Zahl ist",
  "the model gave an embedding that is empty or not finite":
    "das Modell gab einen Vektor, der leer oder keine endliche Zahl ist",
  "the model gave no vector for a text": "das Modell gab zu einem Text keinen Vektor",
  "the model does not give vectors of the stated dimensions for each token":
    "das Modell gibt nicht zu jedem Token einen Vektor der angegebenen Größe",
  "no search wants anything read a second time": "keine Suche will, dass etwas ein zweites Mal gelesen wird",
  "the model gave scores that are none, or more than it was asked for":
    "das Modell gab Werte, die keine sind, oder mehr als gefragt",
  "the model gave a vector of other dimensions than it said": "das Modell gab einen Vektor anderer Größe als angegeben",
  "the model runs elsewhere, and has not given the vector of the question yet":
    "das Modell läuft anderswo und hat den Vektor der Frage noch nicht gegeben",
  "a model file was cut short or is another one: fetch it again":
    "eine Datei des Modells ist abgeschnitten oder eine andere: Holen Sie sie noch einmal",
  "a model file was altered (its SHA-256 differs): fetch it again":
    "eine Datei des Modells wurde verändert (ihr SHA-256 ist ein anderer): Holen Sie sie noch einmal",
  "the packed model is damaged or cut short: set up again":
    "das gepackte Modell ist beschädigt oder abgeschnitten: Richten Sie noch einmal ein",
  "this file is no packed model: set up again": "diese Datei ist kein gepacktes Modell: Richten Sie noch einmal ein",
  "the packed model has another format than this version reads":
    "das gepackte Modell hat ein anderes Format, als diese Version liest",
  "the model file is not a whole ONNX file: fetch it again":
    "die Datei des Modells ist keine vollständige ONNX-Datei: Holen Sie sie noch einmal",
  "the model file does not make an encoder that runs: is it the right one, and whole?":
    "aus der Datei des Modells wird kein Encoder, der läuft: Ist es die richtige, und ist sie vollständig?",
  "the model has inputs beside the token ids: it was not prepared":
    "das Modell hat Eingaben neben den Token-Nummern: Es wurde nicht vorbereitet",
  "the model has no input called input_ids: it is no BERT-like encoder":
    "das Modell hat keine Eingabe namens input_ids: Es ist kein Encoder nach Art von BERT",
  "the model has packed weights of a kind that is not read: use one with four-bit weights without groups":
    "das Modell hat gepackte Gewichte einer Art, die nicht gelesen wird: Nehmen Sie eines mit Vier-Bit-Gewichten ohne Gruppen",
  "the packed weights of the model are not as long as their operator says: fetch it again":
    "die gepackten Gewichte des Modells sind nicht so lang, wie ihr Operator sagt: Holen Sie es noch einmal",
  "an operator of the model uses a value that nothing before it gives":
    "ein Operator des Modells verwendet einen Wert, den nichts vor ihm gibt",
  "the model has control flow, which is not read": "das Modell hat Verzweigungen, die nicht gelesen werden",
  "the model names an output that nothing gives: the file is damaged":
    "das Modell nennt eine Ausgabe, die nichts gibt: Die Datei ist beschädigt",
  "the model keeps weights in a second file, which is not read: export it as one file":
    "das Modell hat Gewichte in einer zweiten Datei, die nicht gelesen wird: Exportieren Sie es als eine Datei",
  "a weight of the model does not have the length its shape says":
    "ein Gewicht des Modells hat nicht die Länge, die seine Form sagt",
  "a weight of the model is of a type that is not read":
    "ein Gewicht des Modells ist von einem Typ, der nicht gelesen wird",
  "the model is no BERT encoder of a known form: it runs on tract":
    "das Modell ist kein BERT-Encoder einer bekannten Form: Es läuft auf tract",
  "a sequence of tokens is empty or longer than the model reads":
    "eine Folge von Tokens ist leer oder länger, als das Modell liest",
  "max_tokens leaves no room for text beside the special tokens":
    "max_tokens lässt neben den besonderen Tokens keinen Platz für Text",
  "the head reads other values than the tagger gives: set up again":
    "das Urteil des Modells der Namen liest andere Werte, als das Modell gibt: Richten Sie noch einmal ein",
  "a token is not in the model's vocabulary": "ein Token ist nicht im Vokabular des Modells",
  "the head is damaged or cut short: set up again":
    "das Urteil des Modells der Namen ist beschädigt oder abgeschnitten: Richten Sie noch einmal ein",
  "the classifier is damaged or cut short: fetch it again":
    "was Anweisungen erkennt, ist beschädigt oder abgeschnitten: Holen Sie es noch einmal",
};
