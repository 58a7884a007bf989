/** Why a claim of a model holds or does not: quote/ground.rs and what is under it. */
import type { Texts } from "../match.ts";

export const CHECKED: Texts = {
  "Too long to be checked.": "Zu lang, um geprüft zu werden.",
  "No time was sent.": "Es wurde keine Zeit gesendet.",
  "No entry that was sent is of this time.": "Kein Eintrag, der gesendet wurde, ist aus dieser Zeit.",
  "No entry of {name} is of this time; the newest is of {when:dated}.":
    "Kein Eintrag zu {name} ist aus dieser Zeit; der neueste ist {when}.",
  "This is the {part}; of {other} no such number was sent.":
    "Das ist {part}; zu {other} wurde keine solche Zahl gesendet.",
  "This is the {part} alone.": "Das ist allein {part}.",
  "The highest is {value}, of {when:dated}.": "Der höchste Wert ist {value}, {when}.",
  "The lowest is {value}, of {when:dated}.": "Der niedrigste Wert ist {value}, {when}.",
  "The newest reading is {value}, of {when:dated}.": "Die neueste Messung ist {value}, {when}.",
  "The first reading is {value}, of {when:dated}.": "Die erste Messung ist {value}, {when}.",
  "One of {count:number} readings is {value}, of {when:dated}.": "Eine von {count} Messungen ist {value}, {when}.",
  "{value}, of {when:dated}.": "{value}, {when}.",
  "This reading is of {when:dated}.": "Diese Messung ist {when}.",
  "From your question.": "Aus Ihrer Frage.",
  "In a note that was sent.": "In einer Notiz, die gesendet wurde.",
  "The readings lie between {low} and {high}; none that was sent is this.":
    "Die Messungen liegen zwischen {low} und {high}; keine gesendete ist diese.",
  "The record has {value}.": "Die Akte hat {value}.",
  "The readings lie between {low} and {high}.": "Die Messungen liegen zwischen {low} und {high}.",
  "No such number was sent.": "Es wurde keine solche Zahl gesendet.",
  "From {first} to {last}.": "Von {first} auf {last}.",
  "The readings that were sent do not differ by this.":
    "Die Messungen, die gesendet wurden, unterscheiden sich nicht um so viel.",
  "It cannot be told which readings this is about.": "Es ist nicht zu erkennen, um welche Messungen es hier geht.",
  "{count:number} of {all:number} readings are above {limit}.": "{count} von {all} Messungen liegen über {limit}.",
  "{count:number} of {all:number} readings are below {limit}.": "{count} von {all} Messungen liegen unter {limit}.",
  "The records that were looked at have {count:number} entries of {name}.":
    "Die betrachteten Akten haben zu {name} so viele Einträge: {count}.",
  "No such count was sent.": "Es wurde keine solche Anzahl gesendet.",
  "Another entry is of this time.": "Ein anderer Eintrag ist aus dieser Zeit.",
  "These two readings lie {days:number} days apart.": "Zwischen diesen beiden Messungen liegen {days} Tage.",
  "These are of several readings, from {oldest:dated} to {newest:dated}.":
    "Das sind mehrere Messungen, die älteste {oldest}, die neueste {newest}.",
  "These are of different readings: {first} is of {when:dated}, {second} is of {then:dated}.":
    "Das sind verschiedene Messungen: {first} ist {when}, {second} ist {then}.",
  "The newest entry of {name} is of {when:dated}.": "Der neueste Eintrag zu {name} ist {when}.",
  "Of {all:number} readings {count:number} are like this.": "Von {all} Messungen sind so viele wie diese: {count}.",
  "This is the time of all {all:number} readings; {count:number} are like this.":
    "Das ist die Zeit aller {all} Messungen; so viele sind wie diese: {count}.",
  "No entry that was sent is of this day.": "Kein Eintrag, der gesendet wurde, ist von diesem Tag.",
  "What stands behind it says no.": "Was dahinter steht, verneint es.",
  "No entries that were sent are this far apart.": "Keine Einträge, die gesendet wurden, liegen so weit auseinander.",
  "The record says that {name} is active.": "Die Akte sagt, dass {name} aktiv ist.",
  "The record has {name} as {status}.": "Die Akte führt {name} als „{status}“.",
  "The record says: {answer}.": "Die Akte sagt: {answer}.",
  "A note that was sent speaks of this too; the record says: {answer}.":
    "Eine Notiz, die gesendet wurde, spricht auch davon; die Akte sagt: {answer}.",
  "An entry and a passage that were sent say different things of this.":
    "Ein Eintrag und eine Stelle, die gesendet wurden, sagen darüber Verschiedenes.",
  "No entry that was sent names this drug.": "Kein Eintrag, der gesendet wurde, nennt dieses Medikament.",
  "Your question names this; no entry that was sent does.":
    "Ihre Frage nennt das; kein Eintrag, der gesendet wurde, nennt es.",
  "No entry that was sent names this.": "Kein Eintrag, der gesendet wurde, nennt das.",
  "Nothing that was sent has this word.": "Nichts, was gesendet wurde, enthält dieses Wort.",
  "Neither what was sent nor your records have this name.":
    "Weder was gesendet wurde noch Ihre Akten enthalten diesen Namen.",
  "The passages that were sent say nothing of this.": "Die Stellen, die gesendet wurden, sagen davon nichts.",
  "The record has {name} as over.": "Die Akte führt {name} als beendet.",
  "The records have an entry of {name}.": "Die Akten haben einen Eintrag zu {name}.",
  "The records have entries of {name}.": "Die Akten haben Einträge zu {name}.",
  "That something is not so, no passage that was sent says. What is not written may still be so.":
    "Dass etwas nicht so ist, sagt keine Stelle, die gesendet wurde. Was nicht geschrieben steht, kann dennoch so sein.",
  "The passage says that this is not so.": "Die Stelle sagt, dass das nicht so ist.",
  "The first reading is {first}, the newest {last}.": "Die erste Messung ist {first}, die neueste {last}.",
  "No course of readings was sent that this could be about.":
    "Es wurde kein Verlauf von Messungen gesendet, um den es hier gehen könnte.",
  "True of some of what was measured, not of all.": "Gilt für einen Teil des Gemessenen, nicht für alles.",
  "The readings are {is:courses}.": "Die Messungen sind {is}.",
  "A judgement that the records do not hold.": "Ein Urteil, das nicht in den Akten steht.",
  "Advice that the records do not hold.": "Ein Rat, der nicht in den Akten steht.",
};
