/** What is new, and where the record disagrees with itself: brief.rs and brief/disagreement.rs. */
import type { Texts } from "../match.ts";

/** Sentences and titles without a value. */
export const PARTS: Texts = {
  "This is no check for emergencies. With chest pain, trouble breathing, sudden weakness, confusion or trouble speaking, heavy bleeding, or thoughts of harming yourself, call your emergency number now.":
    "Dies ist keine Prüfung auf Notfälle. Bei Schmerzen in der Brust, Atemnot, plötzlicher Schwäche, Verwirrtheit oder Sprachstörungen, starker Blutung oder Gedanken, sich selbst zu verletzen, rufen Sie jetzt den Notruf.",
  "To find what is new in your own records before a visit. It is no diagnosis and no advice, it reads coded entries and not the notes, and what nobody entered is not in it. Check each entry in its source, and ask whoever treats you.":
    "Um vor einem Besuch zu finden, was in den eigenen Akten neu ist. Es ist keine Diagnose und kein Rat, es liest kodierte Einträge und nicht die Notizen, und was niemand eingetragen hat, steht nicht darin. Prüfen Sie jeden Eintrag an seiner Quelle, und fragen Sie die, die Sie behandeln.",
  "New problems": "Neue Diagnosen",
  "Conditions that began on that day or later, or were recorded then without a day on which they began; those of one's life (work, schooling, housing) behind those of one's body.":
    "Diagnosen, die an diesem Tag oder später begannen oder dann ohne einen Tag des Beginns eingetragen wurden; die des Lebens (Arbeit, Schule, Wohnen) hinter denen des Körpers.",
  "New allergies": "Neue Allergien",
  "Allergies and intolerances entered on that day or later, without those that are resolved or inactive.":
    "Allergien und Unverträglichkeiten, die an diesem Tag oder später eingetragen wurden, ohne solche, die abgeklungen oder nicht aktiv sind.",
  "Problems that ended": "Beendete Diagnosen",
  "Conditions whose end in the record is on that day or later.":
    "Diagnosen, deren Ende in der Akte auf diesem Tag oder später liegt.",
  "Changed medicines": "Geänderte Medikamente",
  "Medicines prescribed or said to be taken on that day or later: new where none of the medicine stands before it, changed where an earlier one names another strength or dose, started again where the same one before it is stopped, again where that one is completed or has ended; and those whose end in the record is on that day or later, where no other entry of the medicine is active. One that was stopped without a day is not told.":
    "Medikamente, die an diesem Tag oder später verordnet oder als eingenommen vermerkt wurden: neu, wo das Medikament davor nicht steht, geändert, wo ein früherer Eintrag eine andere Stärke oder Dosis nennt, wieder begonnen, wo derselbe davor abgesetzt ist, wieder, wo jener abgeschlossen ist oder geendet hat; und solche, deren Ende in der Akte auf diesem Tag oder später liegt, wo kein anderer Eintrag des Medikaments aktiv ist. Eines, das ohne Tag abgesetzt wurde, steht nicht hier.",
  "Values out of range": "Werte außerhalb des Bereichs",
  "Of each thing measured, also of each number of a blood pressure, the latest value since then, a number, a bound (“>600”) or words, that its own entry marks as abnormal, or that lies outside the reference range which it gives; with it the latest one after it, where there is one. One marked as critical is told too where a later one is not so marked, and stands first.":
    "Von allem Gemessenen, auch von jeder Zahl eines Blutdrucks, der letzte Wert seither, eine Zahl, eine Grenze („>600“) oder Worte, den sein eigener Eintrag als auffällig kennzeichnet oder der außerhalb des Referenzbereichs liegt, den er angibt; dabei der letzte danach, wo es einen gibt. Ein als kritisch gekennzeichneter steht auch da, wo ein späterer nicht so gekennzeichnet ist, und steht vorn.",
  "Values on the move": "Werte in Bewegung",
  "At least three readings since then, of which the last differs from the first by more than 5 %, and the median of all slopes goes the same way; “up and down” are others of which readings between lie beyond both by more than 10 %. Where readings between lie beyond both by more than 5 %, the lowest and the highest are named too, and “up and down” it is also where these lie more than twice as far apart as first and last.":
    "Mindestens drei Messungen seither, von denen die letzte um mehr als 5 % von der ersten abweicht und der Median aller Steigungen in dieselbe Richtung geht; „auf und ab“ heißt es bei anderen, von denen Messungen dazwischen um mehr als 10 % jenseits von beiden liegen. Wo Messungen dazwischen um mehr als 5 % jenseits von beiden liegen, sind auch die niedrigste und die höchste genannt, und „auf und ab“ heißt es auch, wo diese mehr als doppelt so weit auseinanderliegen wie erste und letzte.",
  "Several prescriptions of one medicine are active, with different strengths or doses.":
    "Mehrere Verordnungen eines Medikaments sind aktiv, mit unterschiedlichen Stärken oder Dosen.",
  "One entry says that no allergy is known, others name allergies; all are active.":
    "Ein Eintrag sagt, dass keine Allergie bekannt ist, andere nennen Allergien; alle sind aktiv.",
  "One entry of this substance is active, another one is not.":
    "Ein Eintrag dieses Stoffes ist aktiv, ein anderer ist es nicht.",
  "An active prescription names what an active allergy entry names.":
    "Eine aktive Verordnung nennt, was ein aktiver Eintrag einer Allergie nennt.",
  "One entry of this condition is active, another one of the same or a later time says that it is over or not so.":
    "Ein Eintrag dieser Diagnose ist aktiv, ein anderer derselben oder einer späteren Zeit sagt, dass sie vorbei oder nicht so ist.",
  "Two different values have the same time stamp.": "Zwei verschiedene Werte haben denselben Zeitstempel.",
};

/** Titles of disagreements; another is a name of the records’. */
export const TITLES: Texts = {
  "Dose of {name}": "Dosis: {name}",
  "Whether there is an allergy": "Ob eine Allergie besteht",
  "{name} is an allergy, and prescribed": "{name}: Allergie, und verordnet",
};

/** One thing that is new, or one side of a disagreement: names of the records’ with our words around them. */
export const ITEMS: Texts = {
  "{name}, recorded {when:day}": "{name}, eingetragen {when}",
  "{name}, recorded {when:day}; not confirmed: “{said}”": "{name}, eingetragen {when}; nicht bestätigt: „{said}“",
  "{name}, {when:day}": "{name}, {when}",
  "{name}, {when:day}; not confirmed: “{said}”": "{name}, {when}; nicht bestätigt: „{said}“",
  "{name}, until {when:till}": "{name}, {when}",
  "New: {name}, {when:day}{tail:tail}": "Neu: {name}, {when}{tail}",
  "Changed: {name}, {when:day}{tail:tail}": "Geändert: {name}, {when}{tail}",
  "Started again: {name}, {when:day}{tail:tail}": "Wieder begonnen: {name}, {when}{tail}",
  "Again: {name}, {when:day}{tail:tail}": "Wieder: {name}, {when}{tail}",
  "Ended: {name}, until {when:till}": "Beendet: {name}, {when}",
  "Active, with an end: {name}, until {when:till}": "Aktiv, mit einem Ende: {name}, {when}",
  "Ended: {name}{tail:tail}": "Beendet: {name}{tail}",
  "Active, with an end: {name}{tail:tail}": "Aktiv, mit einem Ende: {name}{tail}",
  "{name}: {value}, {when:day}; {out:out}": "{name}: {value}, {when}; {out}",
  "{name}: {value}, {when:day}; {out:out}; later not out of range, as its entry says: {last} ({then:day})":
    "{name}: {value}, {when}; {out}; später nicht außerhalb, wie der Eintrag sagt: {last} ({then})",
  "{name}: {value}, {when:day}; {out:out}; later without a mark or a range: {last} ({then:day})":
    "{name}: {value}, {when}; {out}; später ohne Kennzeichnung oder Bereich: {last} ({then})",
  "{name}: {course:course}, from {first} ({then:day}) to {last} ({now:day}), {count:readings}":
    "{name}: {course}, von {first} ({then}) auf {last} ({now}), {count}",
  "{name}: {course:course}, from {first} ({then:day}) to {last} ({now:day}), {count:readings}; lowest {low} ({from:day}), highest {high} ({to:day})":
    "{name}: {course}, von {first} ({then}) auf {last} ({now}), {count}; niedrigster Wert {low} ({from}), höchster {high} ({to})",
  "{name}, {when:day}{marks:marks}": "{name}, {when}{marks}",
  "{name}, refuted": "{name}, widerlegt",
};

/** In which way a value is out of range. */
export const OUT: Texts = {
  "marked “{mark}”": "gekennzeichnet „{mark}“",
  "below {low}, the range of its entry": "unter {low}, dem Bereich seines Eintrags",
  "above {high}, the range of its entry": "über {high}, dem Bereich seines Eintrags",
};

/** What follows the name of a medicine. */
export const TAIL: Texts = {
  ", until {when:till}": ", {when}",
  ", and not active any more": ", und nicht mehr aktiv",
  "; before: {name}, {when:day}": "; davor: {name}, {when}",
  ", until {when:till}, and not active any more": ", {when}, und nicht mehr aktiv",
  ", until {when:till}; before: {name}, {then:day}": ", {when}; davor: {name}, {then}",
  ", and on hold": ", und pausiert",
  ", until {when:till}, and on hold": ", {when}, und pausiert",
  ", and on hold; before: {name}, {when:day}": ", und pausiert; davor: {name}, {when}",
  ", until {when:till}, and on hold; before: {name}, {then:day}": ", {when}, und pausiert; davor: {name}, {then}",
  ", and not active any more; before: {name}, {when:day}": ", und nicht mehr aktiv; davor: {name}, {when}",
  ", until {when:till}, and not active any more; before: {name}, {then:day}":
    ", {when}, und nicht mehr aktiv; davor: {name}, {then}",
};

/** What an entry on one side of a disagreement says of itself. */
export const MARKS: Texts = {
  ", dose “{value}”": ", Dosis „{value}“",
  ", criticality “{value}”": ", Gefährlichkeit „{value}“",
  ", dose “{value}”, criticality “{other}”": ", Dosis „{value}“, Gefährlichkeit „{other}“",
  " until {when:till}": " {when}",
  ", {status:status}": ", {status}",
  ", {status:status} until {when:till}": ", {status} {when}",
  ", dose “{value}”, {status:status}": ", Dosis „{value}“, {status}",
  ", dose “{value}”, {status:status} until {when:till}": ", Dosis „{value}“, {status} {when}",
  ", criticality “{value}”, {status:status}": ", Gefährlichkeit „{value}“, {status}",
  ", criticality “{value}”, {status:status} until {when:till}": ", Gefährlichkeit „{value}“, {status} {when}",
};
