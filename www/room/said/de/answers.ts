/** What is said of answers without a model: exact answers and their rules, what was searched more narrowly, and notices. */
import type { Texts } from "../match.ts";

/** question/exact/rule.rs, and rules that stand beside their sentences: by which an exact answer is made. */
export const RULES: Texts = {
  "Numbers in the sentence are rounded to two decimals; the boxes show them as the file has them.":
    "Zahlen im Satz sind auf zwei Nachkommastellen gerundet; die Kästen zeigen sie, wie die Datei sie hat.",
  "Latest is the newest time stamp; of equal time stamps, what was corrected or amended, and else the entry that stands last in the file.":
    "Der neueste ist der mit dem jüngsten Zeitstempel; bei gleichen Zeitstempeln der, der berichtigt oder geändert wurde, und sonst der Eintrag, der in der Datei zuletzt steht.",
  "First is the oldest time stamp; of equal time stamps, the entry that stands first in the file.":
    "Der erste ist der mit dem ältesten Zeitstempel; bei gleichen Zeitstempeln der Eintrag, der in der Datei zuerst steht.",
  "Readings with the same time stamp count once.": "Messungen mit demselben Zeitstempel zählen einmal.",
  "Counted from the first prescription; whether it was taken all the time since, a record cannot say.":
    "Gezählt ab der ersten Verordnung; ob es seither die ganze Zeit genommen wurde, kann eine Akte nicht sagen.",
  "Several people may be meant: {names}. For one of them, ask with the whole name.":
    "Mehrere können gemeint sein: {names}. Für eine Person fragen Sie mit dem ganzen Namen.",
  "This is about {names}, as the question says, and not about {chosen}.":
    "Das betrifft {names}, wie die Frage sagt, und nicht {chosen}.",
  "A file of the records was not read to its end: what comes after is missing from every answer.":
    "Eine Datei der Akten wurde nicht bis zu ihrem Ende gelesen: Was danach kommt, fehlt in jeder Antwort.",
  "{count:number} files of the records were not read to their ends: what comes after is missing from every answer.":
    "{count} Dateien der Akten wurden nicht bis zu ihrem Ende gelesen: Was danach kommt, fehlt in jeder Antwort.",
  "A part of the records was not read: what it may say is missing from every answer.":
    "Ein Teil der Akten wurde nicht gelesen: Was er vielleicht sagt, fehlt in jeder Antwort.",
  "{count:number} parts of the records were not read: what they may say is missing from every answer.":
    "{count} Teile der Akten wurden nicht gelesen: Was sie vielleicht sagen, fehlt in jeder Antwort.",
  "“{typed}” is read as “{read}”.": "„{typed}“ wird als „{read}“ gelesen.",
  "Passed over: {words}.": "Übergangen: {words}.",
  "Read as “{question}”.": "Gelesen als „{question}“.",
  "Read as “{question} on the day of: {when}”.": "Gelesen als „{question} am Tag von: {when}“.",
  "Read as the reason of “{when}”.": "Gelesen als der Grund von „{when}“.",
  "The reason that the record gives for “{name}” is “{reason}”.":
    "Der Grund, den die Akte für „{name}“ nennt, ist „{reason}“.",
  "Read as the time between “{one}” and “{other}”.": "Gelesen als die Zeit zwischen „{one}“ und „{other}“.",
  "“{word}” may mean a relative of whom this record speaks, so that nothing is told for sure of the person whose record it is. For that person, ask with the name.":
    "„{word}“ kann jemanden aus der Familie meinen, von dem diese Akte spricht. Deshalb wird von der Person, deren Akte es ist, nichts als sicher gesagt. Nach ihr fragen Sie mit dem Namen.",
  "“{word}” is taken for the person whose record this is.":
    "„{word}“ wird für die Person gehalten, deren Akte das ist.",
  "Asked of the day of “{event}”, {when:day}.": "Gefragt nach dem Tag von „{event}“, {when}.",
  "The sum of all values by their number, each value once; not weighed by time.":
    "Die Summe aller Werte, geteilt durch ihre Anzahl, jeder Wert einmal; nicht nach der Zeit gewichtet.",
  "Of equal values the newest is named.": "Von gleichen Werten wird der neueste genannt.",
  "By the upper number, and where it is equal by the lower one; of equal values the newest is named.":
    "Nach der oberen Zahl und, wo sie gleich ist, nach der unteren; von gleichen Werten wird der neueste genannt.",
  "Stable: the last value differs from the first by no more than 5 % of it, and all readings lie within 10 %. Rising or falling: it differs by more, and the median of the slopes between all pairs of readings goes the same way. It says nothing of whether that is good.":
    "Stabil: Der letzte Wert weicht vom ersten um höchstens 5 % ab, und alle Messungen liegen innerhalb von 10 %. Steigend oder fallend: Er weicht um mehr ab, und der Median der Steigungen zwischen allen Paaren von Messungen geht in dieselbe Richtung. Ob das gut ist, sagt es nicht.",
  "Stable: the last value differs from the first by less than {step} and by no more than 5 % of it, and all readings lie within {twice} and 10 %. Rising or falling: it differs by more, and the median of the slopes between all pairs of readings goes the same way. It says nothing of whether that is good.":
    "Stabil: Der letzte Wert weicht vom ersten um weniger als {step} und um höchstens 5 % ab, und alle Messungen liegen innerhalb von {twice} und 10 %. Steigend oder fallend: Er weicht um mehr ab, und der Median der Steigungen zwischen allen Paaren von Messungen geht in dieselbe Richtung. Ob das gut ist, sagt es nicht.",
  "Where a file gives a limit alone, as in “>600”, that is told; above or below what it lies is only said where it is certain.":
    "Wo eine Datei nur eine Grenze nennt, wie „>600“, wird sie so genannt; worüber oder worunter der Wert liegt, steht hier nur, wo es sicher ist.",
  "Where a time has several readings, its last one is compared.":
    "Wo eine Zeit mehrere Messungen hat, wird ihre letzte verglichen.",
  "Counted are those of whom the record says “female”.": "Gezählt sind die, zu denen die Akte „female“ sagt.",
  "Counted are those of whom the record says “male”.": "Gezählt sind die, zu denen die Akte „male“ sagt.",
  "Counted are those whose day of birth in the record lies in that time.":
    "Gezählt sind die, deren Geburtstag nach der Akte in diese Zeit fällt.",
  "Who died, as the record says, is not counted.": "Wer nach der Akte gestorben ist, zählt nicht mit.",
  "Ages are in whole years, from the day of birth to the day that counts as today; who died is not counted.":
    "Das Alter zählt in vollen Jahren, vom Geburtstag bis zu dem Tag, der als heute gilt; wer gestorben ist, zählt nicht mit.",
  "Whole calendar days, from one day to the other.": "Ganze Kalendertage, von einem Tag zum anderen.",
  "Converted by the factors of UCUM; the box shows the unit of the file.":
    "Umgerechnet mit den Faktoren von UCUM; der Kasten zeigt die Einheit der Datei.",
  "“Taking” means a prescription whose status in the record is active, and that has no end before today. Whether it is taken, a record cannot say.":
    "„Einnehmen“ meint eine Verordnung, deren Status in der Akte aktiv ist und die kein Ende vor heute hat. Ob sie eingenommen wird, kann eine Akte nicht sagen.",
  "A prescription whose status in the record is not active; the day on which it ended is not in the record.":
    "Eine Verordnung, deren Status in der Akte nicht aktiv ist; an welchem Tag sie endete, steht nicht in der Akte.",
  "A dose is told as its prescription says it. Nothing is computed, and whether it is taken so a record cannot say.":
    "Eine Dosis wird genannt, wie ihre Verordnung sie angibt. Nichts wird berechnet, und ob sie so eingenommen wird, kann eine Akte nicht sagen.",
  "A prescription was stopped in the time in which its end lies, as its entry says; when it was written does not tell that.":
    "Eine Verordnung wurde in der Zeit abgesetzt, in der ihr Ende liegt, wie ihr Eintrag sagt; wann sie ausgestellt wurde, sagt das nicht.",
  "“As needed” means what the dosage of the entry says so of; what has no dosage is not told.":
    "„Bei Bedarf“ meint, wovon die Dosierung des Eintrags das sagt; was keine Dosierung hat, steht nicht da.",
  "“Daily” means what the dosage of the entry says so of.":
    "„Täglich“ meint, wovon die Dosierung des Eintrags das sagt.",
  "“On hold” means a prescription whose status in the record is “on-hold”.":
    "„Pausiert“ meint eine Verordnung, deren Status in der Akte „on-hold“ ist.",
  "Of a time that is over are the prescriptions that were written in it, and those written before it that are still active. When others ended is not in the record.":
    "Zu einer vergangenen Zeit gehören die Verordnungen, die in ihr ausgestellt wurden, und frühere, die noch aktiv sind. Wann andere endeten, steht nicht in der Akte.",
  "“Having” means an entry whose clinical status is active, recurrence or relapse, or not stated, and that has no end; an active one may have one that is still to come.":
    "„Haben“ meint einen Eintrag, dessen klinischer Status aktiv, Wiederauftreten oder Rückfall ist oder nicht angegeben, und der kein Ende hat; ein aktiver kann eines haben, das noch bevorsteht.",
  "Any entry, whatever its status; refuted ones and ones entered in error are left out.":
    "Jeder Eintrag, gleich welchen Status; widerlegte und irrtümlich eingetragene bleiben weg.",
  "Active allergy and intolerance entries, and those without a status and an end. A record without one says nothing of allergies that nobody entered.":
    "Aktive Einträge von Allergien und Unverträglichkeiten, und solche ohne Status und Ende. Eine Akte ohne solche sagt nichts über Allergien, die niemand eingetragen hat.",
  "Entries whose name in the record holds these words, or what they are called there. A condition is not meant where its name says “History of”, “Suspected” or the like; one that is due to what is asked for is, where there is no other.":
    "Einträge, deren Name in der Akte diese Wörter enthält, oder wie das Gefragte dort heißt. Eine Diagnose ist nicht gemeint, wo ihr Name „History of“ (Vorgeschichte), „Suspected“ (Verdacht) oder Ähnliches sagt; eine, die vom Gefragten herrührt, ist gemeint, wo es keine andere gibt.",
  "The day on which the earliest such entry says that it began; where it does not say, the day it was recorded.":
    "Der Tag, an dem es nach dem frühesten solchen Eintrag begann; wo er das nicht sagt, der Tag der Eintragung.",
  "An entry belongs to the time in which it began or was done.":
    "Ein Eintrag gehört zu der Zeit, in der er begann oder in der es geschah.",
  "A condition belongs to a time if any of its days lies in it.":
    "Eine Diagnose gehört zu einer Zeit, wenn einer ihrer Tage darin liegt.",
  "A visit belongs to a time if any of its days lies in it.":
    "Ein Besuch gehört zu einer Zeit, wenn einer seiner Tage darin liegt.",
  "What has one code counts once.": "Was denselben Code hat, zählt einmal.",
  "Each entry counts once.": "Jeder Eintrag zählt einmal.",
  "Whole years from the day of birth to the day that counts as today, or to the day of death.":
    "Volle Jahre vom Tag der Geburt bis zu dem Tag, der als heute gilt, oder bis zum Todestag.",
  "Whole years from the day of birth to the day that is asked for.":
    "Volle Jahre vom Tag der Geburt bis zu dem Tag, nach dem gefragt ist.",
  "Whole years from the day of birth to the day of the entry; of several entries the first counts.":
    "Volle Jahre vom Tag der Geburt bis zum Tag des Eintrags; von mehreren Einträgen zählt der erste.",
  "Every patient whose records are loaded is looked at.": "Jede Person, deren Akten geladen sind, wird betrachtet.",
  "Of each patient the latest reading counts.": "Von jeder Person zählt die neueste Messung.",
  "Of each patient every reading counts, not the latest alone.":
    "Von jeder Person zählt jede Messung, nicht nur die neueste.",
  "“History of” means any entry of it, or one whose name says that it is in the history.":
    "„History of“ meint jeden Eintrag davon, oder einen, dessen Name sagt, dass es in der Vorgeschichte steht.",
  "A pregnancy counts as one of now while it is active, and began no more than ten months before the newest entry.":
    "Eine Schwangerschaft zählt als jetzige, solange sie aktiv ist und höchstens zehn Monate vor dem neuesten Eintrag begann.",
  "Who has no such entry counts as being without it. That nobody entered something does not mean that it never was.":
    "Wer keinen solchen Eintrag hat, zählt als ohne. Dass niemand etwas eingetragen hat, heißt nicht, dass es nie war.",
  "Of a class of medicines the commonest are known by name: who takes another one of it is not told.":
    "Von einer Gruppe von Medikamenten sind die häufigsten mit Namen bekannt: Wer ein anderes davon nimmt, wird nicht genannt.",
  "Smoking is told by the newest smoking status of each; who has none, or one that says that it is not known, is not counted.":
    "Das Rauchen wird nach dem neuesten Raucherstatus jeder Person gesagt; wer keinen hat oder einen, der sagt, dass es nicht bekannt ist, zählt nicht.",
  "Counted are those of whom the record says that they died, in the time that is asked for.":
    "Gezählt sind die, von denen die Akte sagt, dass sie gestorben sind, in der gefragten Zeit.",
  "Readings whose name is {name:measure}.": "Messungen mit dem Namen {name}.",
  "Readings of {name:measure} with the code {codes:codes}.": "Messungen ({name}) mit dem Code {codes}.",
  "Of several the latest is told.": "Von mehreren wird der neueste genannt.",
  "Of several entries the first counts.": "Von mehreren Einträgen zählt der erste.",
  "Neither entry says what became of the other: which of them is so, whoever prescribes knows.":
    "Keiner der Einträge sagt, was aus dem anderen wurde: Was davon gilt, weiß, wer verordnet.",
  "Each different answer is told with its latest day, the newest first.":
    "Jede unterschiedliche Antwort wird mit ihrem letzten Tag genannt, die neueste zuerst.",
  "Who is somewhere now is told by a visit that goes on, as its status says.":
    "Wer jetzt irgendwo ist, sagt ein Besuch, der andauert, wie sein Status sagt.",
  "Conditions, medicines and allergies count while they are active; everything else counts once it was done.":
    "Diagnosen, Medikamente und Allergien zählen, solange sie aktiv sind; alles andere zählt, sobald es geschehen ist.",
  "From the beginning to the end of the entry “{name}” of {when:of}.":
    "Vom Beginn bis zum Ende des Eintrags „{name}“ {when}.",
  "Prescriptions whose reason in the record is “{name}”.": "Verordnungen, deren Grund in der Akte „{name}“ ist.",
  "Readings of {name:measure}.": "Messungen: {name}.",
  "{panel:panel} are the coded entries that their file files under “{code}”; of each thing measured the latest value is told.":
    "{panel}: die kodierten Einträge, die ihre Datei unter „{code}“ ablegt; von allem Gemessenen wird der neueste Wert genannt.",
  "Read as {panel:panel}: {names:measures}; of each the latest value is told.":
    "Gelesen als {panel}: {names}; von jedem wird der neueste Wert genannt.",
  "Older values are not told here: ask for one of them by its name.":
    "Ältere Werte stehen nicht hier: Fragen Sie nach einem davon mit seinem Namen.",
  "Out of range is a value that its own entry marks as abnormal, or that lies outside the range which it gives. Told are those whose latest value is; an older one that was is not told.":
    "Außerhalb des Bereichs ist ein Wert, den sein eigener Eintrag als auffällig kennzeichnet oder der außerhalb des Bereichs liegt, den er angibt. Genannt wird, wovon der neueste Wert es ist; ein älterer, der es war, wird nicht genannt.",
  "Conditions and prescriptions whose end lies in that time are told, too.":
    "Auch Diagnosen und Verordnungen, deren Ende in dieser Zeit liegt, werden genannt.",
  "What was measured and written is counted alone: ask for it by its name.":
    "Was gemessen und geschrieben wurde, wird nur gezählt: Fragen Sie danach mit seinem Namen.",
  "Imaging is what its file files under imaging or radiology, and each procedure whose name says so, as X-ray, ultrasound, CT, MRI or scan do.":
    "Bildgebung ist, was seine Datei unter Bildgebung oder Radiologie ablegt, und jede Prozedur, deren Name das sagt, wie X-ray, ultrasound, CT, MRI oder scan.",
  "A mark is told as the entry has it; nothing is judged here.":
    "Eine Kennzeichnung wird genannt, wie der Eintrag sie hat; hier wird nichts beurteilt.",
  "Counted since the entry “{name}” of {when:of}.": "Gezählt seit dem Eintrag „{name}“ {when}.",
  "Counted after the entry “{name}” of {when:of}.": "Gezählt nach dem Eintrag „{name}“ {when}.",
  "Counted before the entry “{name}” of {when:of}.": "Gezählt vor dem Eintrag „{name}“ {when}.",
};

/** What stands within some of the sentences below. */
export const WITHIN: Texts = {
  "from {first} ({then:day}) to {last} ({now:day}), over {count:readings}":
    "von {first} ({then}) auf {last} ({now}), aus {count}",
  "{one} ({then:day}) and {other} ({now:day})": "{one} ({then}) und {other} ({now})",
};

/** question/exact: the sentences of exact answers. */
export const EXACT: Texts = {
  // readings.rs
  "The record has {count:readings} of {name:measure}{bound:bound}{span:span}.":
    "Die Akte hat {count}: {name}{bound}{span}.",
  "No: of {count:readings} of {name:measure}{span:span} none is{bound:bound}.":
    "Nein: Von {count} ({name}{span}) liegt keine{bound}.",
  "Yes: {hits:number} of {count:readings} of {name:measure}{span:span} {be:be} {bound:bare}.":
    "Ja: {hits} von {count} ({name}{span}) {be} {bound}.",
  "{yes:yes}: the latest {name:measure} is {value}, of {when:of}.": "{yes}: {name}, neuester Wert: {value}, {when}.",
  "{name:measure}: {value}, of {when:of}.": "{name}: {value}, {when}.",
  "{name:measure}, the latest first: {values:values}.": "{name}, zuletzt zuerst: {values}.",
  "Yes: the record has {count:readings} of {name:measure}{span:span}; the latest is {value}, of {when:of}.":
    "Ja, die Akte hat {count}: {name}{span}; der neueste Wert ist {value}, {when}.",
  "The average {name:measure}{bound:bound}{span:span} is {value}, over {count:readings}.":
    "{name}{bound}{span}, Mittelwert: {value}, aus {count}.",
  "{long:long} lie between the readings of {name:measure} of {first:of} and {last:of}.":
    "{long} liegen zwischen den Messungen ({name}) {first} und {last}.",
  "{long:long}: the reading of {name:measure} is of {when:of}.": "{long}: Die Messung ({name}) ist {when}.",
  "{count:readings} of {name:measure}{bound:bound}{span:span}, the latest first: {values:values}.":
    "{count} ({name}{bound}{span}), die neueste zuerst: {values}.",
  "{name:measure}{bound:bound}{span:span}: {count:readings}, the latest first: {days:days}.":
    "{name}{bound}{span}: {count}, die neueste zuerst: {days}.",
  "The {which:picks}{count:number} readings of {name:measure}{bound:bound}{span:span}: {values:values}.":
    "{name}{bound}{span}, {which} {count} Messungen: {values}.",
  "The {which:pick}{name:measure}{bound:bound}{span:span} is of {when:of}: {value}.":
    "{name}{bound}{span}, {which}, {when}: {value}.",
  "The {which:pick}{name:measure}{bound:bound}{span:span} is {value}, of {when:of}.":
    "{name}{bound}{span}, {which}: {value}, {when}.",
  "The {which:pick}{name:measure}{bound:bound}{span:span} is {value} ({was} in the record), of {when:of}.":
    "{name}{bound}{span}, {which}: {value} (in der Akte {was}), {when}.",
  "Its status is “{status}”.": "Der Status ist „{status}“.",
  "Not said to be final, as the record has it: {values:values}.":
    "Nach der Akte nicht als endgültig bezeichnet: {values}.",
  "The record has another value of the same moment: {values:said}.":
    "Die Akte hat einen anderen Wert desselben Zeitpunkts: {values}.",
  "{yes:yes}: {name:measure}{span:span} is {course:course}, {whole:whole}.":
    "{yes}: {name}{span} ist {course}, {whole}.",
  "{yes:yes}: {name:measure}{span:span} has {course:course}, {whole:whole}.":
    "{yes}: {name}{span} verläuft {course}, {whole}.",
  "{name:measure}{span:span}: {course:course}, {whole:whole}.": "{name}{span}: {course}, {whole}.",
  "The {name:measure} is {told:compared}: {whole:pair}.": "{name}, {told}: {whole}.",
  "{yes:yes}: the {name:measure} is {told:compared}: {whole:pair}.": "{yes}: {name}, {told}: {whole}.",
  "The average {name:measure} is {told:compared}: {one}{span:span}, over {first:readings}; {other}{then:span}, over {second:readings}.":
    "{name}, Mittelwert {told}: {one}{span}, aus {first}; {other}{then}, aus {second}.",
  "{yes:yes}: the average {name:measure} is {told:compared}: {one}{span:span}, over {first:readings}; {other}{then:span}, over {second:readings}.":
    "{yes}: {name}, Mittelwert {told}: {one}{span}, aus {first}; {other}{then}, aus {second}.",
  // panel.rs
  "The latest {panel:panel}{span:span}: {values:measured}.": "Neueste {panel}{span}: {values}.",
  "The latest {panel:panel}{span:span} are of {when:of}: {values:measured}.":
    "Neueste {panel}{span}, {when}: {values}.",
  "The coded entries have no {panel:panel}{span:span}; the latest are of {when:of}.":
    "Die kodierten Einträge haben davon nichts ({panel}{span}); das Neueste ist {when}.",
  "Whether any of the {count:number} latest {panel:panel}{span:span} is out of range the entries do not say: none gives a mark or a range.":
    "Neueste {panel}{span}: {count}. Ob etwas davon außerhalb des Bereichs liegt, sagen die Einträge nicht: Keiner gibt eine Kennzeichnung oder einen Bereich an.",
  "{judged:number} of the {count:number} latest {panel:panel}{span:span} {give:give}, and none of them is out of it.":
    "Neueste {panel}{span}: {count}. {judged} davon {give}, und nichts davon liegt außerhalb.",
  "{judged:number} of the {count:number} latest {panel:panel}{span:span} {give:give}, and 1 of them is out of it: {values:measured}.":
    "Neueste {panel}{span}: {count}. {judged} davon {give}, und 1 davon liegt außerhalb: {values}.",
  "{judged:number} of the {count:number} latest {panel:panel}{span:span} {give:give}, and {out:number} of them are out of it: {values:measured}.":
    "Neueste {panel}{span}: {count}. {judged} davon {give}, und {out} davon liegen außerhalb: {values}.",
  "1 measured entry has no category that is known, and is not among these.":
    "1 Messwert hat keine bekannte Kategorie und ist nicht dabei.",
  "{count:number} measured entries have no category that is known, and are not among these.":
    "{count} Messwerte haben keine bekannte Kategorie und sind nicht dabei.",
  "A text of {when:of} is newer; values in texts are not among these.":
    "Ein Text {when} ist neuer; Werte aus Texten sind nicht dabei.",
  // overview.rs
  "{when:opening} the record has {parts:parts}.": "{when} hat die Akte {parts}.",
  "The record has {count:entries} of imaging{span:span}: {names:listing}.":
    "Die Akte hat {count} zur Bildgebung{span}: {names}.",
  "What it says of conditions is told by the entries below alone.":
    "Was sie zu Diagnosen sagt, steht nur in den Einträgen unten.",
  "What it says of allergies is told by the entries below alone.":
    "Was sie zu Allergien sagt, steht nur in den Einträgen unten.",
  "What it says of medicines is told by the entries below alone.":
    "Was sie zu Medikamenten sagt, steht nur in den Einträgen unten.",
  // marks.rs
  "{yes:yes}: its entry marks it as “{mark}”.": "{yes}: Der Eintrag kennzeichnet es als „{mark}“.",
  // entries.rs
  "No: the record has {count:nouns} of “{name}”{span:span}, fewer than were asked for; the latest is of {when:of}.":
    "Nein: Die Akte hat {count} von „{name}“{span}, weniger als gefragt; zuletzt {when}.",
  "The record has {count:number} {which:which}{noun:noun}{about:about}{span:span}.":
    "Die Akte hat {count} {noun}{which}{about}{span}.",
  "The record has {count:number} {which:which}{noun:noun}{about:about}{span:span}, of {kinds:number} kinds.":
    "Die Akte hat {count} {noun}{which}{about}{span}, {kinds} Arten.",
  "The record has {count:number} {which:which}{noun:noun}{about:about}{span:span}, of 1 kind.":
    "Die Akte hat {count} {noun}{which}{about}{span}, alle von einer Art.",
  "The record has {count:number} {which:which}{noun:noun}{about:about}{span:span}, in {total:nouns}.":
    "Die Akte hat {count} {noun}{which}{about}{span} ({total}).",
  "The coded entries say yes: the record has an entry of {when:of}{span:span}: {names:quoted}.":
    "Die kodierten Einträge sagen ja: Die Akte hat einen Eintrag {when}{span}: {names}.",
  "The coded entries say yes: the record has {count:nouns}, the latest of {when:of}{span:span}: {names:quoted}.":
    "Die kodierten Einträge sagen ja: Die Akte hat {count}, zuletzt {when}{span}: {names}.",
  "Yes: the record has an entry of {when:of}{span:span}: {names:quoted}.":
    "Ja, die Akte hat einen Eintrag {when}{span}: {names}.",
  "Yes: the record has {count:nouns}, the latest of {when:of}{span:span}: {names:quoted}.":
    "Ja, die Akte hat {count}, zuletzt {when}{span}: {names}.",
  "No: the {noun:noun} “{name}” is active, of {when:of}.": "Nein: {noun} „{name}“ {when} ist aktiv.",
  "The coded entries say no: the {noun:noun} “{name}” is active, of {when:of}.":
    "Die kodierten Einträge sagen nein: {noun} „{name}“ {when} ist aktiv.",
  "Yes: the {noun:noun} “{name}” of {when:of} ended {end:at}.": "Ja: {noun} „{name}“ {when} endete {end}.",
  "Yes: the {noun:noun} “{name}” of {when:of} has the status “{status}”.":
    "Ja: {noun} „{name}“ {when}, Status „{status}“.",
  "Not now, as the record has it: the {noun:noun} “{name}” of {when:of} ended {end:at}.":
    "Jetzt nicht, nach der Akte: {noun} „{name}“ {when}, beendet {end}.",
  "Not now, as the record has it: the {noun:noun} “{name}” of {when:of} has the status “{status}”.":
    "Jetzt nicht, nach der Akte: {noun} „{name}“ {when}, Status „{status}“.",
  "Not now, as the record has it: the {noun:noun} “{name}” of {when:of} has ended.":
    "Jetzt nicht, nach der Akte: {noun} „{name}“ {when} ist beendet.",
  "Not confirmed: the record has an entry of {when:of}{span:span}, as “{said}”: {names:quoted}.":
    "Nicht bestätigt: Die Akte hat einen Eintrag {when}{span}, als „{said}“: {names}.",
  "Not confirmed: the record has {count:nouns}, the latest of {when:of}{span:span}, as “{said}”: {names:quoted}.":
    "Nicht bestätigt: Die Akte hat {count}, zuletzt {when}{span}, als „{said}“: {names}.",
  "Active, but stopped by a later entry: {names:quoted}.":
    "Aktiv, doch nach einem späteren Eintrag abgesetzt: {names}.",
  "Not confirmed, as the record has it: {names:quoted}.": "Nicht bestätigt, nach der Akte: {names}.",
  "Active, but a later entry says that it is not so: {names:quoted}.":
    "Aktiv, doch nach einem späteren Eintrag ist es nicht so: {names}.",
  "The record says both: the {noun:noun} “{name}” of {when:of} is active, and a later one, of {then:of}, has the status “{status}”.":
    "Die Akte sagt beides: {noun} „{name}“ {when} ist aktiv, und ein späterer Eintrag, {then}, hat den Status „{status}“.",
  "The record says both: the {noun:noun} “{name}” of {when:of} is active, and a later one, of {then:of}, says not to take it.":
    "Die Akte sagt beides: {noun} „{name}“ {when} ist aktiv, und ein späterer Eintrag, {then}, sagt, dass es nicht genommen werden soll.",
  "The record says both: the {noun:noun} “{name}” of {when:of} is active, and another one, of {then:of}, has the status “{status}”.":
    "Die Akte sagt beides: {noun} „{name}“ {when} ist aktiv, und ein anderer Eintrag, {then}, hat den Status „{status}“.",
  "The record says both: the {noun:noun} “{name}” of {when:of} is active, and another one, of {then:of}, has the status “{status}” and ended {end:at}.":
    "Die Akte sagt beides: {noun} „{name}“ {when} ist aktiv, und ein anderer Eintrag, {then}, hat den Status „{status}“ und endete {end}.",
  "The record says both: the {noun:noun} “{name}” of {when:of} is active, and another one, of {then:of}, says not to take it.":
    "Die Akte sagt beides: {noun} „{name}“ {when} ist aktiv, und ein anderer Eintrag, {then}, sagt, dass es nicht genommen werden soll.",
  "The record says both: the {noun:noun} “{name}” of {when:of} is there, and a later one, of {then:of}, has the status “{status}”.":
    "Die Akte sagt beides: {noun} „{name}“ {when} steht darin, und ein späterer Eintrag, {then}, hat den Status „{status}“.",
  "The record says both: the {noun:noun} “{name}” of {when:of} is there, and another one, of {then:of}, has the status “{status}”.":
    "Die Akte sagt beides: {noun} „{name}“ {when} steht darin, und ein anderer Eintrag, {then}, hat den Status „{status}“.",
  "The record has no more of it than the {noun:noun} “{name}” of {when:of}, which has the status “{status}”.":
    "Mehr als dies hat die Akte davon nicht: {noun} „{name}“ {when}, Status „{status}“.",
  "The record has no more of it than the {noun:noun} “{name}” of {when:of}, which says not to take it.":
    "Mehr als dies hat die Akte davon nicht: {noun} „{name}“ {when}, mit dem Vermerk, dass es nicht genommen werden soll.",
  "The record has no more of it than the {noun:noun} “{name}” of {when:of}, whose intent is “{intent}”.":
    "Mehr als dies hat die Akte davon nicht: {noun} „{name}“ {when}, Absicht „{intent}“.",
  "The record does not say whether it is so now: the {noun:noun} “{name}” of {when:of} has the status “{status}”.":
    "Ob es jetzt so ist, sagt die Akte nicht: {noun} „{name}“ {when}, Status „{status}“.",
  "The record does not say whether it is so now: the {noun:noun} “{name}” of {when:of} has no status.":
    "Ob es jetzt so ist, sagt die Akte nicht: {noun} „{name}“ {when}, ohne Status.",
  "No: the condition “{name}” of {when:of} ended {end:at}.": "Nein: Die Diagnose „{name}“ {when} endete {end}.",
  "The {which:which}{noun:noun} “{name}”{span:span} began {when:at}.": "{noun}{which} „{name}“{span} begann {when}.",
  "The {which:which}{noun:noun} “{name}”{span:span} was recorded {when:at}.":
    "{noun}{which} „{name}“{span}: eingetragen {when}.",
  "The {which:which}{noun:noun} “{name}”{span:span} was prescribed {when:at}.":
    "{noun}{which} „{name}“{span}: verordnet {when}.",
  "The {which:which}{noun:noun} “{name}”{span:span} was given {when:at}.":
    "{noun}{which} „{name}“{span}: gegeben {when}.",
  "The {which:which}{noun:noun} “{name}”{span:span} is of {when:of}.": "{noun}{which} „{name}“{span}: {when}.",
  "{count:nouns}{span:span}, the latest first: {days:days}.": "{count}{span}, zuletzt zuerst: {days}.",
  "The {noun:noun} “{name}” of {when:of} ended {end:at}.": "{noun} „{name}“ {when} endete {end}.",
  "The {noun:noun} “{name}” of {when:of} has no end in the record.":
    "{noun} „{name}“ {when} hat in der Akte kein Ende.",
  "{long:long} lie between “{one}” of {first:of} and “{other}” of {last:of}.":
    "{long} liegen zwischen „{one}“ {first} und „{other}“ {last}.",
  "“{name}” of {when:of} lasted {long:long}, as the record has it.": "„{name}“ {when} dauerte nach der Akte {long}.",
  "{long:long}: “{name}” is of {when:of}, counted to {today:till}.": "{long}: „{name}“ ist {when}, gezählt {today}.",
  "{count:number} {which:which}{noun:noun}{span:span}: {names:listing}.": "{count} {noun}{which}{span}: {names}.",
  "{count:number} {which:which}{noun:noun}{span:span}, of {kinds:number} kinds: {names:listing}.":
    "{count} {noun}{which}{span}, {kinds} Arten: {names}.",
  "{count:number} {which:which}{noun:noun}{span:span}, of 1 kind: {names:listing}.":
    "{count} {noun}{which}{span}, alle von einer Art: {names}.",
  "{count:number} {which:which}{noun:noun}{span:span}, in {total:nouns}: {names:listing}.":
    "{count} {noun}{which}{span} ({total}): {names}.",
  "One more was written before that time, and when it ended the record does not say.":
    "Eine weitere wurde vor dieser Zeit ausgestellt, und wann sie endete, sagt die Akte nicht.",
  "{count:number} more were written before that time, and when it ended the record does not say.":
    "{count} weitere wurden vor dieser Zeit ausgestellt, und wann sie endeten, sagt die Akte nicht.",
  // doses.rs
  "The active prescription “{name}” of {when:of} says: {dose}.": "Die aktive Verordnung „{name}“ {when} sagt: {dose}.",
  "The last prescription “{name}” of {when:of} says: {dose}.": "Die letzte Verordnung „{name}“ {when} sagt: {dose}.",
  "The active prescription “{name}” of {when:of} says how it is taken: {how:how}.":
    "Die aktive Verordnung „{name}“ {when} sagt, wie es eingenommen wird: {how}.",
  "The last prescription “{name}” of {when:of} says how it is taken: {how:how}.":
    "Die letzte Verordnung „{name}“ {when} sagt, wie es eingenommen wird: {how}.",
  "How it is taken: {how:how}.": "Einnahme: {how}.",
  // absent.rs, mod.rs
  "No target for {name:measure} is in the record: no goal names it, and no text tells what it is to be. The latest {other:measure} is {value}, of {when:of}.":
    "Für {name} ist kein Zielwert in der Akte: Kein Ziel nennt es, und kein Text sagt, wie der Wert sein soll. Neuester Wert ({other}): {value}, {when}.",
  "“{said}” is not in the record. That does not mean that it never was: only what is in these files was searched.":
    "„{said}“ steht nicht in der Akte. Das heißt nicht, dass es das nie gab: Nur was in diesen Dateien steht, wurde durchsucht.",
  "No allergy to “{said}” is in the record. That does not mean that there is none: only what is in these files was searched.":
    "In der Akte steht keine Allergie gegen „{said}“. Das heißt nicht, dass es keine gibt: Nur was in diesen Dateien steht, wurde durchsucht.",
  "No allergy to “{said}” is in the record, but it has other allergies, and one of them may take it in: ask whoever treats you, or a pharmacist. Only what is in these files was searched.":
    "In der Akte steht keine Allergie gegen „{said}“, aber andere Allergien, und eine davon kann es einschließen: Fragen Sie, wer Sie behandelt, oder eine Apotheke. Nur was in diesen Dateien steht, wurde durchsucht.",
  "No prescription of “{said}” is in the record. That does not mean that there never was one: only what is in these files was searched.":
    "In der Akte steht keine Verordnung von „{said}“. Das heißt nicht, dass es nie eine gab: Nur was in diesen Dateien steht, wurde durchsucht.",
  "The record has nothing of {name:measure}{span:spanned} (it has {count:entries} at other times, from {first:from} to {last:till}).":
    "Die Akte hat nichts zu {name}{span} (zu anderen Zeiten hat sie {count}, {first} {last}).",
  "The record names no active allergy, but what it denies is not every one: {names:named}.":
    "Die Akte nennt keine aktive Allergie, doch was sie verneint, sind nicht alle: {names}.",
  "The record itself says that there is none: {names:named}.": "Die Akte selbst sagt, dass es das nicht gibt: {names}.",
  "The record has no active {name:noun}{span:span}, and none of its texts speaks of any. That does not mean that there are none: only what is in these files was searched.":
    "Die Akte hat nichts Aktives dieser Art ({name}{span}), und keiner ihrer Texte spricht davon. Das heißt nicht, dass es das nicht gibt: Nur was in diesen Dateien steht, wurde durchsucht.",
  "The record has no {name:noun}{span:span}, and none of its texts speaks of any. That does not mean that there are none: only what is in these files was searched.":
    "Die Akte hat nichts dieser Art ({name}{span}), und keiner ihrer Texte spricht davon. Das heißt nicht, dass es das nicht gibt: Nur was in diesen Dateien steht, wurde durchsucht.",
  "{long:long} lie between “{one}” ({first:day}) and “{other}” ({last:day}).":
    "{long} liegen zwischen „{one}“ ({first}) und „{other}“ ({last}).",
  "{years:years} at the beginning of “{name}”, as its entry says.":
    "{years} zu Beginn von „{name}“, wie der Eintrag sagt.",
  "{years:years} on the day of “{name}”, {when:day}.": "{years} am Tag von „{name}“, {when}.",
  "The day of birth in the record is {when:day}.": "Der Tag der Geburt in der Akte ist der {when}.",
  "The day of death in the record is {when:day}.": "Der Todestag in der Akte ist der {when}.",
  "The record says: {answer}.": "Die Akte sagt: {answer}.",
  "{years:years} at the time of death, {when:day}.": "{years} zur Zeit des Todes, {when}.",
  "{years:years}, on {when:on}.": "{years}, {when}.",
  // cohort.rs
  "“{name}” is not in any of the records. That does not mean that it never was: only what is in these files was searched.":
    "„{name}“ steht in keiner der Akten. Das heißt nicht, dass es das nie gab: Nur was in diesen Dateien steht, wurde durchsucht.",
  "{count:patients} of {all:number}{about:topics}{span:span}.": "{count} von {all}{about}{span}.",
  "{count:patients} of {all:number}{about:topics}{span:span}: {names:people}.":
    "{count} von {all}{about}{span}: {names}.",
  "{count:patients} of {all:number}{about:topics}{span:span} have {different:number} different {noun:noun}.":
    "{count} von {all}{about}{span}: zusammen {different} verschiedene {noun}.",
  "{count:patients} of {all:number}{about:topics}{span:span}; none of them has an active entry of this kind.":
    "{count} von {all}{about}{span}; keine davon hat einen aktiven Eintrag dieser Art.",
  "{count:patients} of {all:number}{about:topics}{span:span}. In brackets, how many of them: {names:people}.":
    "{count} von {all}{about}{span}. In Klammern, wie viele davon: {names}.",
  "The {word:extreme} {name:measure} of the {count:patients}{about:topics}{span:span} that have one is {value}.":
    "{name}, {word} von {count}{about}{span}, die einen haben: {value}.",
  "{patient} has the {word:most} {name:measure} of all that were measured: {value}, on {when:day}.":
    "{patient} hat den {word} aller gemessenen Werte ({name}): {value}, am {when}.",
  "As the record says, no longer alive: {names:people}.": "Laut Akte nicht mehr am Leben: {names}.",
  "Not confirmed, and not counted: {names:people}.": "Nicht bestätigt und nicht mitgezählt: {names}.",
  "{patient} is the oldest: born on {when:day}.": "{patient} ist am ältesten: geboren am {when}.",
  "{patient} is the youngest: born on {when:day}.": "{patient} ist am jüngsten: geboren am {when}.",
  "{patient} has the {word:most} latest {name:measure}: {value}.":
    "{patient} hat den {word} der neuesten Werte ({name}): {value}.",
};

/** retrieve/narrow.rs: what was searched more narrowly, as the question says. */
export const NARROWED: Texts = {
  "All texts were searched, not those called “{kind}” alone.":
    "Alle Texte wurden durchsucht, nicht nur die mit dem Namen „{kind}“.",
  "Of the texts only those called “{kind}” were searched.":
    "Von den Texten wurden nur die mit dem Namen „{kind}“ durchsucht.",
  "No text of these records names its author so. What everybody wrote was searched.":
    "Kein Text dieser Akten nennt den, der ihn schrieb, so. Durchsucht wurde, was alle geschrieben haben.",
  "What everybody wrote was searched, not {names:people2} alone.":
    "Durchsucht wurde, was alle geschrieben haben, nicht nur {names}.",
  "Only what {names:people2} wrote was searched.": "Nur was {names} geschrieben hat, wurde durchsucht.",
  "{names:people2} wrote nothing of what is asked for. What everybody wrote was searched.":
    "Von {names} ist nichts Geschriebenes zum Gefragten da. Durchsucht wurde, was alle geschrieben haben.",
  "Everything was searched, not {names:forms} alone.": "Alles wurde durchsucht, nicht nur {names}.",
  "Only {names:forms} were searched.": "Nur {names} wurden durchsucht.",
  "Nothing of what is asked for is among {names:forms}. Texts of all kinds were searched.":
    "Nichts vom Gefragten ist unter: {names}. Texte aller Arten wurden durchsucht.",
  "All times were searched, not {time:time} alone.": "Alle Zeiten wurden durchsucht, nicht nur: {time}.",
  "Nothing was written {time:time}. All times were searched.":
    "In dieser Zeit ({time}) wurde nichts geschrieben. Alle Zeiten wurden durchsucht.",
  "Only what is {time:time} was searched.": "Nur diese Zeit wurde durchsucht: {time}.",
  "Of notes only what is {time:time} was searched; what is shown of entries is of other times, too.":
    "Von Notizen wurde nur diese Zeit durchsucht: {time}. Einträge sind auch aus anderen Zeiten gezeigt.",
  "The time in your question counts from today, which is not known here. All times were searched.":
    "Die Zeit in Ihrer Frage zählt von heute, und welcher Tag heute ist, ist hier nicht bekannt. Alle Zeiten wurden durchsucht.",
  "The event that your question counts from may be any of {events:events} and others; name the one you mean. All times were searched.":
    "Das Ereignis, von dem Ihre Frage zählt, kann eines von diesen und anderen sein: {events}. Nennen Sie das gemeinte. Alle Zeiten wurden durchsucht.",
  "The event that your question counts from may be any of {events:events}; name the one you mean. All times were searched.":
    "Das Ereignis, von dem Ihre Frage zählt, kann eines von diesen sein: {events}. Nennen Sie das gemeinte. Alle Zeiten wurden durchsucht.",
  "The records have no dated entry of the event that your question counts from. All times were searched.":
    "Die Akten haben keinen datierten Eintrag des Ereignisses, von dem Ihre Frage zählt. Alle Zeiten wurden durchsucht.",
};

/** What stands within those: days, and kinds of texts. */
export const TIMES: Texts = {
  "of {day:iso}": "{day}",
  "from {from:iso} to {until:iso}": "{from} bis {until}",
  "from {from:iso} on": "ab {from}",
  "up to {until:iso}": "bis {until}",
  "of any time": "jede Zeit",
  "since “{name}” ({when:iso})": "seit „{name}“ ({when})",
  "after “{name}” ({when:iso})": "nach „{name}“ ({when})",
  "before “{name}” ({when:iso})": "vor „{name}“ ({when})",
  "since “{name}” ({when:iso}), the first of {count:number}": "seit „{name}“ ({when}), dem ersten von {count}",
  "after “{name}” ({when:iso}), the last of {count:number}": "nach „{name}“ ({when}), dem letzten von {count}",
  "before “{name}” ({when:iso}), the last of {count:number}": "vor „{name}“ ({when}), dem letzten von {count}",
};
export const FORMS: Texts = {
  "texts (notes, letters and reports)": "Texte (Notizen, Briefe und Berichte)",
  "texts called {names:quoted}": "Texte mit dem Namen {names}",
};

/** workflow.rs, workflow/quotes.rs, quote/attribute.rs, clearance/resolve.rs: what stands above an answer or beside a quotation. */
export const NOTICES: Texts = {
  "Questions are read in English, and this one seems to be in another language: nothing in the records answers it as it stands. Ask it in English.":
    "Fragen werden auf Englisch gelesen, und diese scheint in einer anderen Sprache zu sein: So, wie sie dasteht, beantwortet sie nichts in den Akten. Stellen Sie sie auf Englisch.",
  "Questions are read in English, and this one seems to be in another language: below is only what has words of it. Ask it in English.":
    "Fragen werden auf Englisch gelesen, und diese scheint in einer anderen Sprache zu sein: Unten steht nur, was Wörter von ihr enthält. Stellen Sie sie auf Englisch.",
  "Nothing in the records answers this. That does not mean that there is nothing: try other words.":
    "Nichts in den Akten beantwortet das. Das heißt nicht, dass es nichts gibt: Versuchen Sie es mit anderen Wörtern.",
  "This is from the coded entries alone. A note speaks of it, too: read it below.":
    "Das stammt nur aus den kodierten Einträgen. Auch eine Notiz spricht davon: Lesen Sie sie unten.",
  "This is from the coded entries alone. A note below speaks of it with a “no” or “not”, or of stopping it: read both before you rely on it.":
    "Das stammt nur aus den kodierten Einträgen. Eine Notiz unten spricht davon mit einem „no“ oder „not“ (nein, nicht) oder davon, es zu beenden: Lesen Sie beides, bevor Sie sich darauf verlassen.",
  "An entry says that there is none, and a note below speaks of it: read both before you rely on either.":
    "Ein Eintrag sagt, dass es nichts davon gibt, und eine Notiz unten spricht davon: Lesen Sie beides, bevor Sie sich auf eines verlassen.",
  "What to do now no record can say. The allergies and intolerances that the record has are among what is shown; it may not have all. Ask whoever treats you, or a pharmacist; in an emergency call your emergency number.":
    "Was jetzt zu tun ist, sagt keine Akte. Gezeigt werden auch die Allergien und Unverträglichkeiten, die in der Akte stehen; vielleicht stehen nicht alle darin. Fragen Sie, wer Sie behandelt, oder eine Apotheke; im Notfall wählen Sie Ihre Notrufnummer.",
  "What to do now no record can say. A note below speaks of an allergy to it with a “no” or “not”, and the record may say otherwise elsewhere: read all of it before you rely on any, and ask whoever treats you, or a pharmacist; in an emergency call your emergency number.":
    "Was jetzt zu tun ist, sagt keine Akte. Eine Notiz unten spricht von einer Allergie dagegen mit einem „no“ oder „not“ (nein, nicht), und an anderer Stelle sagt die Akte vielleicht etwas anderes: Lesen Sie alles, bevor Sie sich auf etwas verlassen, und fragen Sie, wer Sie behandelt, oder eine Apotheke; im Notfall wählen Sie Ihre Notrufnummer.",
  "What to do now no record can say, and what was written earlier may no longer hold. Ask whoever treats you, or a pharmacist; in an emergency call your emergency number.":
    "Was jetzt zu tun ist, kann keine Akte sagen, und was früher geschrieben wurde, gilt vielleicht nicht mehr. Fragen Sie, wer Sie behandelt, oder in einer Apotheke; im Notfall rufen Sie den Notruf.",
  "If you are thinking of ending your life or of harming yourself, please do not stay alone with it: call your emergency number or a crisis line now, or tell somebody who is near. You matter, and there is help; this program only reads records.":
    "Wenn Sie daran denken, sich das Leben zu nehmen oder sich zu verletzen, bleiben Sie bitte nicht allein damit: Rufen Sie jetzt den Notruf oder eine Krisenhilfe an, oder sagen Sie es jemandem in Ihrer Nähe. Sie sind wichtig, und es gibt Hilfe; dieses Programm liest nur Akten.",
  "Nothing in the records answers this, and what to do now no record can say. Ask whoever treats you, or a pharmacist; in an emergency call your emergency number.":
    "Nichts in den Akten beantwortet das, und was jetzt zu tun ist, kann keine Akte sagen. Fragen Sie, wer Sie behandelt, oder in einer Apotheke; im Notfall rufen Sie den Notruf.",
  "What is shown first is still to come, as the file has it: it may have been moved since.":
    "Was zuerst gezeigt ist, steht noch bevor, so wie es in der Datei steht: Es kann seither verschoben worden sein.",
  "What is shown first has a day that is still to come, but is not fixed, as the file has it: it is proposed, planned or pending, or was declined.":
    "Was zuerst gezeigt ist, hat einen Tag, der noch bevorsteht, steht aber nicht fest, so wie es in der Datei steht: Es ist vorgeschlagen, geplant oder offen, oder es wurde abgelehnt.",
  "No entry that names what you asked about has a day that is still to come. What else has one is shown last.":
    "Kein Eintrag, der nennt, wonach Sie gefragt haben, hat einen Tag, der noch bevorsteht. Was sonst einen hat, ist zuletzt gezeigt.",
  "No entry that was read has a day that is still to come. What is shown is of an earlier day, or a note that may say what was planned.":
    "Kein Eintrag, der gelesen wurde, hat einen Tag, der noch bevorsteht. Was gezeigt ist, ist von einem früheren Tag, oder eine Notiz, die vielleicht sagt, was geplant war.",
  "No entry that was read has a day that is still to come. That does not mean that nothing is planned: only what is in these files was searched.":
    "Kein Eintrag, der gelesen wurde, hat einen Tag, der noch bevorsteht. Das heißt nicht, dass nichts geplant ist: Nur was in diesen Dateien steht, wurde durchsucht.",
  "No entry of what was found or done has all that you asked for. Below are orders, appointments or other entries that have: their status says what became of them.":
    "Kein Eintrag von etwas Gefundenem oder Getanem hat alles, wonach Sie gefragt haben. Unten stehen Aufträge, Termine oder andere Einträge, die es haben: Ihr Status sagt, was daraus wurde.",
  "No entry is called as you asked. Below are entries of what the vocabulary has as kinds of it.":
    "Kein Eintrag heißt, wie Sie gefragt haben. Unten stehen Einträge, die nach dem Wortschatz Arten davon sind.",
  "Not all of these are in the record.": "Nicht alles davon steht in den Akten.",
  "Only some of the entries are shown; ask more closely to see the others.":
    "Nur einige der Einträge sind gezeigt; fragen Sie genauer, um die anderen zu sehen.",
  "No diagnosis in the records names this part of the body. Below is what was measured of it and what notes say of it; the diagnoses that there are stand folded behind. Whether anything is wrong is for a doctor to say.":
    "Keine Diagnose in den Akten nennt diesen Teil des Körpers. Unten steht, was daran gemessen wurde und was Notizen dazu sagen; die Diagnosen, die es gibt, stehen eingeklappt dahinter. Ob etwas nicht in Ordnung ist, sagt nur eine Ärztin oder ein Arzt.",
  "No measurement of this is in the records. Below is what mentions it, or comes nearest.":
    "Davon steht keine Messung in den Akten. Unten steht, was es erwähnt oder ihm am nächsten kommt.",
  "No entry of the structured data has all that you asked for. Below are notes that mention it, and what comes nearest.":
    "Kein Eintrag der strukturierten Daten hat alles, wonach Sie gefragt haben. Unten stehen Notizen, die es erwähnen, und was ihm am nächsten kommt.",
  "Nothing in the records has all that you asked for. Below is what comes nearest.":
    "Nichts in den Akten hat alles, wonach Sie gefragt haben. Unten steht, was dem am nächsten kommt.",
  "No entry of this has a date in the time that you asked about. Below are entries of other times.":
    "Kein Eintrag davon hat ein Datum in der Zeit, nach der Sie gefragt haben. Unten stehen Einträge anderer Zeiten.",
  "The records have no dated entry of the event that you count from. Below are entries of any time.":
    "Die Akten haben keinen datierten Eintrag des Ereignisses, von dem Sie zählen. Unten stehen Einträge aller Zeiten.",
  "An entry that is not in the list of allergies names one: it is shown first. The list of allergies may not have it.":
    "Ein Eintrag, der nicht in der Liste der Allergien steht, nennt eine: Er steht zuerst. Die Liste der Allergien hat sie vielleicht nicht.",
  "No entry of this kind names what you asked about. Below is the whole list.":
    "Kein Eintrag dieser Art nennt, wonach Sie gefragt haben. Unten steht die ganze Liste.",
  "Every entry of this says of itself that it is not so: refuted, not done, cancelled or the like. A note may say otherwise.":
    "Jeder Eintrag davon sagt von sich selbst, dass es nicht so ist: widerlegt, nicht durchgeführt, abgesagt oder Ähnliches. Eine Notiz sagt vielleicht etwas anderes.",
  "None of these entries is marked as active.": "Keiner dieser Einträge ist als aktiv gekennzeichnet.",
  "What the model wrote held links, pictures, addresses or code. They were left out and nothing was followed; be careful with the rest of it.":
    "Was das Modell schrieb, enthielt Links, Bilder, Adressen oder Code. Sie wurden weggelassen, und keinem wurde gefolgt; seien Sie mit dem Rest vorsichtig.",
  "The model names no source; do not rely on this answer without reading the passages.":
    "Das Modell nennt keine Quelle; verlassen Sie sich auf diese Antwort nicht, ohne die Stellen zu lesen.",
  "The model gave no answer.": "Das Modell gab keine Antwort.",
  "The model was asked twice and gave no answer.": "Das Modell wurde zweimal gefragt und gab keine Antwort.",
  "The model did not answer the question.": "Das Modell hat die Frage nicht beantwortet.",
  "The model was asked twice and did not answer the question.":
    "Das Modell wurde zweimal gefragt und hat die Frage nicht beantwortet.",
  "The model quoted nothing; do not rely on this answer without checking the records.":
    "Das Modell hat nichts zitiert; verlassen Sie sich auf diese Antwort nicht, ohne in den Akten nachzusehen.",
  "The model was asked twice and quoted nothing; do not rely on this answer without checking the records.":
    "Das Modell wurde zweimal gefragt und hat nichts zitiert; verlassen Sie sich auf diese Antwort nicht, ohne in den Akten nachzusehen.",
  "The model named no passage that it was given here; its words are those of this one.":
    "Das Modell nannte hier keine Stelle, die es bekam; seine Wörter sind die von dieser.",
  "The model named another passage for these words; they are from this one.":
    "Das Modell nannte für diese Wörter eine andere Stelle; sie sind aus dieser.",
  "The model ran words of several passages together; each is shown for itself.":
    "Das Modell hat Wörter mehrerer Stellen zusammengezogen; jede ist für sich gezeigt.",
  "The model’s wording here is not that of the passage it named; what is shown is the record’s.":
    "Der Wortlaut des Modells ist hier nicht der der genannten Stelle; gezeigt ist der der Akte.",
  "The model quoted a part of the passage; that part is shown or marked.":
    "Das Modell zitierte einen Teil der Stelle; dieser Teil ist gezeigt oder markiert.",
  "Passages that follow each other are shown as one.": "Stellen, die aufeinander folgen, sind als eine gezeigt.",
  "The passage tells of {all:number} entries, of which {shown:number} are shown: the newest, the first, and where they are numbers the lowest and the highest.":
    "Die Stelle berichtet von {all} Einträgen, von denen {shown} gezeigt sind: die neuesten, der erste und, wo es Zahlen sind, der niedrigste und der höchste.",
  "no passage of this name was sent, so nothing can be quoted":
    "eine Stelle dieses Namens wurde nicht gesendet, also kann nichts zitiert werden",
  "its words stand in more than one passage, and it names none of them":
    "die Wörter stehen in mehr als einer Stelle, und es nennt keine davon",
};
