/** What is said of what would leave, stays or has left: levels, the review, what a stranger could know, the ledger, and words of thoughts. */
import type { Texts } from "../match.ts";

export const LEAVES: Texts = {
  // privacy/level.rs
  "Minimal (tells most)": "Minimal (teilt am meisten mit)",
  Balanced: "Ausgewogen",
  Strict: "Streng",
  Minimal: "Minimal",
  strict: "streng",
  balanced: "ausgewogen",
  minimal: "minimal",
  "Strict (tells least)": "Streng (teilt am wenigsten mit)",
  "Numbers with up to three digits, times in days and weeks, ages in five-year bands, exact counts, sentences of notes that answer.":
    "Zahlen mit bis zu drei Stellen, Zeiten in Tagen und Wochen, Alter in Spannen von fünf Jahren, genaue Anzahlen, Sätze aus Notizen, die antworten.",
  "What is known or recognised to identify somebody is replaced or left out; numbers lose digits that mean nothing; dates become distances.":
    "Was bekannt ist oder erkannt wird und jemanden verrät, wird ersetzt oder weggelassen; Zahlen verlieren Stellen, die nichts bedeuten; aus Daten werden zeitliche Abstände.",
  "Numbers to clinical precision, times in days to half years, ages in ten-year bands, exact counts, sentences of notes that answer.":
    "Zahlen in klinischer Genauigkeit, Zeiten in Tagen bis halben Jahren, Alter in Spannen von zehn Jahren, genaue Anzahlen, Sätze aus Notizen, die antworten.",
  "What is known or recognised to identify somebody is replaced or left out; numbers are rounded, never across a threshold; times grow coarse with distance.":
    "Was bekannt ist oder erkannt wird und jemanden verrät, wird ersetzt oder weggelassen; Zahlen werden gerundet, nie über einen Grenzwert hinweg; Zeiten werden mit dem Abstand gröber.",
  "Which side of each threshold a number is on, how it moved, months or years, rough counts.":
    "Auf welcher Seite jedes Grenzwerts eine Zahl liegt, wie sie sich bewegt hat, Monate oder Jahre, ungefähre Anzahlen.",
  "What is known or recognised to identify somebody is replaced or left out; numbers become bands, days become months and years, no age and nothing of a note is told, each word you let leave is asked about again.":
    "Was bekannt ist oder erkannt wird und jemanden verrät, wird ersetzt oder weggelassen; aus Zahlen werden Spannen, aus Tagen Monate und Jahre, kein Alter und nichts aus einer Notiz wird mitgeteilt, und nach jedem Wort, das Sie hinauslassen, wird noch einmal gefragt.",
  // privacy/vocabulary.rs, privacy/injection/kind.rs: why a word or fact stays
  "the records name it: it identifies somebody": "die Akten nennen es: Es verrät, wer jemand ist",
  "it looks like something that identifies somebody": "es sieht aus wie etwas, das verrät, wer jemand ist",
  "you keep it back": "Sie halten es zurück",
  "it is a number or holds one": "es ist eine Zahl oder enthält eine",
  "it says how old somebody is": "es sagt, wie alt jemand ist",
  "it says when, and “that time” stands for it": "es sagt, wann, und „that time“ (diese Zeit) steht dafür",
  "it is written in signs that can hide another word":
    "es ist mit Zeichen geschrieben, die ein anderes Wort verbergen können",
  "it is a person's name": "es ist der Name einer Person",
  "it is the name of a place": "es ist der Name eines Ortes",
  "it is a name, too": "es ist auch ein Name",
  "it is a state or country": "es ist ein Bundesstaat oder Land",
  "it is not among the common and medical words": "es ist keines der allgemeinen und medizinischen Wörter",
  "it is not among the few words that leave while the word list is not loaded":
    "es ist keines der wenigen Wörter, die hinausgehen, solange die Wortliste nicht geladen ist",
  "it reads like an instruction to the model, to drop what it was told, and not like a question":
    "es liest sich wie eine Anweisung an das Modell, seine Vorgaben fallen zu lassen, und nicht wie eine Frage",
  "it reads like an instruction to the model, to tell what it was given, and not like a question":
    "es liest sich wie eine Anweisung an das Modell, zu verraten, was es bekam, und nicht wie eine Frage",
  "it reads like an instruction to the model, to be something else, and not like a question":
    "es liest sich wie eine Anweisung an das Modell, etwas anderes zu sein, und nicht wie eine Frage",
  "it reads like a message to a machine and not like a question":
    "es liest sich wie eine Nachricht an eine Maschine und nicht wie eine Frage",
  "it holds signs that steer a model or a page": "es enthält Zeichen, die ein Modell oder eine Seite steuern",
  "it reads like an instruction to send something away, or to show a link or picture":
    "es liest sich wie eine Anweisung, etwas fortzuschicken oder einen Link oder ein Bild zu zeigen",
  "it reads like an instruction to hide or add something in the reply, and not like a question":
    "es liest sich wie eine Anweisung, in der Antwort etwas zu verbergen oder hinzuzufügen, und nicht wie eine Frage",
  "it reads like an instruction to put the reply into a code, and not like a question":
    "es liest sich wie eine Anweisung, die Antwort zu verschlüsseln, und nicht wie eine Frage",
  "it reads like an instruction to the model and not like a question to your records":
    "es liest sich wie eine Anweisung an das Modell und nicht wie eine Frage an Ihre Akten",
  // stands after „Eine Stelle oben“
  "reads like an instruction to a language model to drop what it was told":
    "liest sich wie eine Anweisung an ein Sprachmodell, seine Vorgaben fallen zu lassen",
  "reads like an instruction to a language model to tell what it was given":
    "liest sich wie eine Anweisung an ein Sprachmodell, zu verraten, was es bekam",
  "reads like an instruction to a language model to be something else":
    "liest sich wie eine Anweisung an ein Sprachmodell, etwas anderes zu sein",
  "speaks to a machine and not to a reader": "spricht zu einer Maschine und nicht zu einem Menschen",
  "holds signs that steer a language model or a page": "enthält Zeichen, die ein Sprachmodell oder eine Seite steuern",
  "reads like an attempt to send something away, or to have a link followed":
    "liest sich wie ein Versuch, etwas fortzuschicken oder einen Link öffnen zu lassen",
  "reads like an instruction to a language model about its reply":
    "liest sich wie eine Anweisung an ein Sprachmodell, wie es antworten soll",
  "reads like an instruction to a language model to write in a code":
    "liest sich wie eine Anweisung an ein Sprachmodell, verschlüsselt zu schreiben",
  "reads like an instruction to a language model": "liest sich wie eine Anweisung an ein Sprachmodell",
  // privacy/synthesise/untold.rs: why a fact is not told
  "you keep back a word of its name": "Sie halten ein Wort seines Namens zurück",
  "you made the request less telling": "Sie haben die Anfrage weniger verräterisch gemacht",
  "the policy of whoever runs this keeps facts of its kind here":
    "die Richtlinie der Betreiber hält Angaben dieser Art hier",
  "the review found something in it that may not leave": "die Prüfung fand darin etwas, das nicht hinausdarf",
  "its day was written in another time zone, and is out of order":
    "sein Tag wurde in einer anderen Zeitzone geschrieben und steht nicht in der Reihe",
  "a word of its name is not among the common and medical words":
    "ein Wort seines Namens ist keines der allgemeinen und medizinischen Wörter",
  "it says what somebody does for a living": "es sagt, was jemand beruflich tut",
  "it says who or where somebody is": "es sagt, wer oder wo jemand ist",
  "it may be only asked for or planned, and would be told as done":
    "es ist vielleicht nur gewünscht oder geplant und würde als getan mitgeteilt",
  "a name in it reads like an instruction to a language model":
    "ein Name darin liest sich wie eine Anweisung an ein Sprachmodell",
  "its value is free text": "sein Wert ist freier Text",
  "its answer is not a term of a known terminology": "seine Antwort ist kein Begriff einer bekannten Terminologie",
  "its unit is not on the list of units": "seine Einheit steht nicht auf der Liste der Einheiten",
  "its number is out of range": "seine Zahl liegt außerhalb dessen, was mitgeteilt wird",
  "it says that something is not so, or is not sure": "es sagt, dass etwas nicht so oder nicht sicher ist",
  "it has no value that can be told": "es hat keinen Wert, der mitgeteilt werden kann",
  "its name is not a term of a known terminology": "sein Name ist kein Begriff einer bekannten Terminologie",
  "a part's name is not a term of a known terminology":
    "der Name eines Teils ist kein Begriff einer bekannten Terminologie",
  // clearance/gate.rs, clearance/review.rs, recheck.rs: why the review refused, and what would mend it
  "an identifying text from the records": "ein Text aus den Akten, der verrät, wer jemand ist",
  "a text shaped like an identifier": "ein Text von der Form einer Kennung",
  "a text that looks identifying": "ein Text, der verraten könnte, wer jemand ist",
  "a piece does not have the form its operation gives": "ein Stück hat nicht die Form, die seine Bearbeitung ergibt",
  "a text that is not what its source says": "ein Text, der nicht sagt, was seine Quelle sagt",
  "more encodings within each other than are undone":
    "mehr ineinander verschachtelte Kodierungen, als aufgelöst werden",
  "change the endpoint settings; nothing was sent":
    "ändern Sie die Einstellungen des Modellservers; nichts wurde gesendet",
  "leave the fact or the word out": "lassen Sie die Angabe oder das Wort weg",
  "the request is not the vector of the message and nothing else":
    "die Anfrage ist nicht der Vektor der Nachricht und sonst nichts",
  "the body is not the chat request it must be": "der Inhalt ist nicht die Chat-Anfrage, die er sein muss",
  "the method is neither POST nor, without a body, GET": "die Methode ist weder POST noch, ohne Inhalt, GET",
  "the address is not a plain http or https address": "die Adresse ist keine einfache http- oder https-Adresse",
  "a header is not one of those that may be set": "eine Kopfzeile ist keine von denen, die gesetzt werden dürfen",
  "the body holds more than its fields say": "der Inhalt enthält mehr, als seine Felder sagen",
  "public passages stand beside a chat alone": "veröffentlichte Texte stehen nur bei einem Chat",
  "there are more public passages than a request may have":
    "es sind mehr veröffentlichte Texte, als eine Anfrage haben darf",
  "something that the records name stands in a public passage":
    "etwas, was die Akten nennen, steht in einem veröffentlichten Text",
  "the model's name has signs that no model's name has":
    "der Name des Modells enthält Zeichen, die kein Modellname enthält",
  "what the reply is held to is not made of the passages of this message":
    "woran die Antwort gebunden wird, ist nicht aus den Stellen dieser Nachricht gemacht",
  "the system message is not one of ours": "die Systemnachricht ist keine von unseren",
  "the user message is not the text that was synthesised": "die Nachricht ist nicht der Text, der gebildet wurde",
  "the messages are not one of the system and one of the user":
    "die Nachrichten sind nicht eine des Systems und eine der Person",
  "a text without its source in the records": "ein Text ohne seine Quelle in den Akten",
  "leave the entry out": "lassen Sie den Eintrag weg",
  "words that are not those of their source": "Wörter, die nicht die ihrer Quelle sind",
  "tell the term whole, or leave the entry out": "nennen Sie den Begriff ganz, oder lassen Sie den Eintrag weg",
  "a number that is not what its source rounds to": "eine Zahl, die nicht die gerundete Zahl ihrer Quelle ist",
  "round it again, or leave the entry out": "runden Sie noch einmal, oder lassen Sie den Eintrag weg",
  "a count that is not that of the entries": "eine Anzahl, die nicht die der Einträge ist",
  "count again, or leave the entries out": "zählen Sie noch einmal, oder lassen Sie die Einträge weg",
  "a direction that the real numbers do not have": "eine Richtung, die die wirklichen Zahlen nicht haben",
  "judge it on the numbers, or leave it out": "beurteilen Sie sie an den Zahlen, oder lassen Sie sie weg",
  "a distance in time that the dates do not have": "ein zeitlicher Abstand, den die Daten nicht haben",
  "count from day 0 again, or leave the entry out": "zählen Sie noch einmal von Tag 0, oder lassen Sie den Eintrag weg",
  "told as so, where the records say otherwise": "als zutreffend mitgeteilt, wo die Akten etwas anderes sagen",
  "say what became of it, or leave the entry out": "sagen Sie, was daraus wurde, oder lassen Sie den Eintrag weg",
  "an entry of somebody else": "ein Eintrag von jemand anderem",
  "an age that is no band of the level": "ein Alter, das keine Spanne dieser Stufe ist",
  "tell its band, or leave the sentence out": "nennen Sie seine Spanne, oder lassen Sie den Satz weg",
  // clearance/gate.rs: the names of rules
  "known answer": "bekannte Kennung",
  pattern: "Form",
  detected: "erkannt",
  form: "Form des Stücks",
  source: "Quelle",
  frame: "Aufbau",
  // privacy/stranger
  "the age is told in a wider band": "das Alter wird in einer weiteren Spanne mitgeteilt",
  "the age is not told": "das Alter wird nicht mitgeteilt",
  "times are told in months and whole years": "Zeiten werden in Monaten und ganzen Jahren mitgeteilt",
  "no times are told but day 0": "außer Tag 0 werden keine Zeiten mitgeteilt",
  "rare diseases are told as “a rare condition”":
    "seltene Krankheiten werden als „a rare condition“ (eine seltene Krankheit) mitgeteilt",
  "{words} is left out": "{words} wird weggelassen",
  "nothing is said of this note: “{words}”": "von dieser Notiz wird nichts gesagt: „{words}“",
  // recheck/number.rs: on which sides of its limits a number is
  "at least {least} and under {under}": "mindestens {least} und unter {under}",
  "at least {least}": "mindestens {least}",
  "under {under}": "unter {under}",
  "{side:side} the reference range {range:range}": "{side} {range}",
  "at least {least} and under {under}; {side:side} the reference range {range:range}":
    "mindestens {least} und unter {under}; {side} {range}",
  "at least {least}; {side:side} the reference range {range:range}": "mindestens {least}; {side} {range}",
  "under {under}; {side:side} the reference range {range:range}": "unter {under}; {side} {range}",
  // ledger/account.rs
  "Facts of many kinds together can fit one person only.":
    "Angaben vieler Arten zusammen können nur auf eine Person passen.",
  "An age band together with conditions leaves few people in a small place.":
    "Eine Altersspanne zusammen mit Diagnosen lässt in einem kleinen Ort wenige Menschen übrig.",
  "Conditions, what was done about them and the distances in time make a course of illness, which can be one person's own.":
    "Diagnosen, was dagegen getan wurde und die zeitlichen Abstände ergeben einen Krankheitsverlauf, der der einer einzigen Person sein kann.",
  "So many requests can be put together to a course over time.":
    "So viele Anfragen lassen sich zu einem Verlauf über die Zeit zusammensetzen.",
  "Words that you allowed are in no list: each says what it says.":
    "Wörter, die Sie erlaubt haben, stehen in keiner Liste: Jedes sagt, was es sagt.",
  // ledger/verify.rs
  "The chain shows that no entry was changed, taken out, put in or moved after others were added behind it.":
    "Die Kette zeigt, dass kein Eintrag geändert, herausgenommen, eingefügt oder verschoben wurde, nachdem andere hinter ihm dazukamen.",
  "It cannot show that the newest entries were cut off together with the head hash, or that the whole file was written anew: compare the head hash with one that was noted elsewhere.":
    "Sie kann nicht zeigen, dass die neuesten Einträge zusammen mit dem Hash des Kopfes abgeschnitten wurden oder dass die ganze Datei neu geschrieben wurde: Vergleichen Sie den Hash des Kopfes mit einem, der anderswo notiert wurde.",
  "Of a proof pack the rules, the checklists, the accounts and what it says of itself are held to its ledger. Its self-test, its build, its time and its page to read are the word of whoever made it: nothing here compares them.":
    "Von einem Beweispaket werden die Regeln, die Prüflisten, was jeder Anbieter erfahren hat und was es von sich sagt mit seinem Verzeichnis verglichen. Sein Selbsttest, sein Build, seine Zeit und seine Leseseite sind das Wort dessen, der es gemacht hat: Hier wird nichts davon verglichen.",
  "It shows what was released to be sent, not whether it arrived.":
    "Sie zeigt, was zum Senden freigegeben wurde, nicht, ob es ankam.",
  "It cannot be read as an entry, or something was added to it or taken out of it.":
    "Er lässt sich nicht als Eintrag lesen, oder etwas wurde hinzugefügt oder herausgenommen.",
  "Its content was changed: it is not what its hash is of.":
    "Sein Inhalt wurde geändert: Er ist nicht das, wovon sein Hash ist.",
  "At least one entry that stood before it was removed.": "Mindestens ein Eintrag, der vor ihm stand, wurde entfernt.",
  "It was moved: it was entered at another place.": "Er wurde verschoben: Eingetragen wurde er an anderer Stelle.",
  "It was copied: the same entry stands before.": "Er wurde kopiert: Derselbe Eintrag steht davor.",
  "The entry before it was replaced: this one was entered after another.":
    "Der Eintrag vor ihm wurde ersetzt: Dieser wurde nach einem anderen eingetragen.",
  "The newest entries were cut off: the file says that there are more.":
    "Die neuesten Einträge wurden abgeschnitten: Die Datei sagt, dass es mehr gibt.",
  "The head hash of the file was changed, or its newest entries were exchanged.":
    "Der Hash des Kopfes der Datei wurde geändert, oder ihre neuesten Einträge wurden ausgetauscht.",
  "The rules that the pack shows for it are not those that its receipt names.":
    "Die Regeln, die das Paket dafür zeigt, sind nicht die, die sein Beleg nennt.",
  "The checklist that the pack shows for it is not the one that its receipt gives.":
    "Die Prüfliste, die das Paket dafür zeigt, ist nicht die, die sein Beleg ergibt.",
  "What the pack says of itself, or of what it cannot show, was changed.":
    "Was das Paket von sich sagt, oder davon, was es nicht zeigen kann, wurde geändert.",
  "This pack says that another version of this program made it: its words are not compared, only its numbers and hashes.":
    "Dieses Paket sagt, dass eine andere Version dieses Programms es gemacht hat: Seine Worte werden nicht verglichen, nur seine Zahlen und Hashes.",
  "What the pack says that each provider has learnt is not what its receipts give.":
    "Was nach dem Paket jeder Anbieter erfahren hat, ist nicht das, was seine Belege ergeben.",
};

/** Where a number lies by its reference range. */
export const SIDES: Texts = {
  below: "unter dem Referenzbereich",
  above: "über dem Referenzbereich",
  within: "im Referenzbereich",
};
export const RANGES: Texts = {
  "{low} to {high}": "von {low} bis {high}",
  "from {low}": "ab {low}",
  "up to {high}": "bis {high}",
};
