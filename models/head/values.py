"""Fresh values for marked spans: names from the lexicon, words of our own, and grammars for the rest.

The sources of training texts use them: `refilled`, a marked text with other values of the same label and style;
`composed`, sentences of `sentences.txt` put together; `innocent`, of `harmless.txt`; `spoken`, of `speech.txt`; and `paged`, a page of `documents.txt`. The same random state gives the
same text."""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The lists of terms with names in them, of organisms, of states and countries.
LEXICON = HERE.parent / "lexicon" / "own"
# The bits of `Traits` in src/privacy/lexicon.rs.
COMMON, MEDICAL, DRUG, GENE, GIVEN, FAMILY, PLACE, REGION, FREQUENT_NAME, FREQUENT_WORD = (1 << bit for bit in (0, 1, 2, 3, 6, 7, 8, 9, 10, 11))
UNIT = re.compile(r"[^\W_]+")
MONTHS = "january february march april may june july august september october november december".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
SHORT_MONTHS = [month[:3] for month in MONTHS]
NUMBERS = ("one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
           " twenty").split()
ROADS = "street st road rd avenue ave lane ln drive dr court ct place pl way boulevard blvd terrace close crescent parkway highway trail row hill mews circle square".split()
# Parts of names and addresses that stay when the rest of the value changes.
PARTICLES = set("de da do das dos del della di du des le la les el al bin ibn ben bint van von der den ter ten saint san santa mc mac jr sr ii iii iv the of and at in on for"
                " by to und et auf im am an apt unit suite ste flat bldg box po rr hwy us route rt floor fl level lot spc corner cnr block plot via ulica ul rue calle"
                " carrer strasse straße gade vej gatan north south east west ne nw se sw".split()) | set(ROADS)
# Letters beyond this are of scripts that the lists have no values in.
LAST_LETTER = "\u2000"


def word_lists():
    """Returns the lists of `words.txt` by their heads."""
    lists, head = {}, None
    for line in (HERE / "words.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            head = lists.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            head.append(line)
    return lists


def own_lines(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def cased(like, value):
    """Returns `value` in the case of `like`."""
    if len(like) > 1 and like.isupper():
        return value.upper()
    if like.islower():
        return value.lower()
    return titled(value) if like[:1].isupper() else value


def titled(value):
    return " ".join(word[:1].upper() + word[1:] for word in value.split(" "))


class Values:
    """Makes values of each label."""

    def __init__(self, words):
        plain = sorted(word for word in words if word.isalpha() and len(word) > 2)
        self.words = words
        self.given = [w for w in plain if words[w] & GIVEN and not words[w] & FREQUENT_WORD and w.isascii()]
        self.family = [w for w in plain if words[w] & FAMILY and not words[w] & FREQUENT_WORD and w.isascii()]
        self.places = sorted(w for w in words if words[w] & PLACE and not words[w] & (REGION | FREQUENT_WORD))
        self.drugs = [w for w in plain if words[w] & DRUG and not words[w] & (GIVEN | FAMILY | PLACE | FREQUENT_WORD) and len(w) > 5]
        self.common = [w for w in plain if words[w] & COMMON and not words[w] & MEDICAL and 4 <= len(w) <= 9]
        self.frequent = [w for w in self.common if words[w] & FREQUENT_WORD]
        self.own = word_lists()
        pages = (HERE / "documents.txt").read_text(encoding="utf-8").split("===\n")
        self.pages = ["\n".join(line for line in page.splitlines() if not line.startswith("#")).strip("\n") for page in pages]
        self.terms = [w for w in plain if words[w] & MEDICAL and not words[w] & (GIVEN | FAMILY | PLACE | FREQUENT_WORD)]
        self.sentences, self.harmless_sentences, self.speech = (own_lines(HERE / f"{name}.txt") for name in ("sentences", "harmless", "speech"))
        # Names that are everyday words too; values of others by their labels.
        self.either = [w for w in plain if words[w] & FREQUENT_NAME and words[w] & COMMON]
        self.lent = {}
        self.eponyms, self.organisms, states = (own_lines(LEXICON / f"{name}.txt") for name in ("eponyms", "organisms", "regions"))
        self.called = sorted({word.removesuffix("'s") for line in self.eponyms for word in re.split(r"[ -]", line) if word[:1].isupper() and word.isalpha()})
        self.states = sorted({*states, *(titled(w) for w in words if words[w] & REGION and w.isascii() and len(w) > 3)})
        self.genes = [w.upper() for w in words if words[w] & GENE and not words[w] & (COMMON | GIVEN | FAMILY | PLACE) and w.isascii() and 3 <= len(w) <= 7]

    def unknown(self, r, one, other):
        """Returns a word that no list has: the head of one and the tail of another."""
        made = one[:r.randint(1, max(1, len(one) - 1))] + other[r.randint(1, max(1, len(other) - 1)):]
        return made if len(made) > 2 else one + other[-2:]

    def surname(self, r):
        return r.choice(self.family) if r.random() < 0.75 else self.unknown(r, r.choice(self.family), r.choice(self.family))

    def proper(self, r):
        """Returns a word that a place, firm or street may be called after."""
        return r.choice([r.choice(self.family), r.choice(self.places), r.choice(self.common), self.unknown(r, r.choice(self.family), r.choice(self.places))])

    def word(self, r):
        """Returns an everyday word, mostly a frequent one."""
        return r.choice(self.frequent if r.random() < 0.7 else self.common)

    def letters(self, r, least, most):
        return "".join(r.choice("ABCDEFGHIJKLMNOPRSTUVW") for _ in range(r.randint(least, most)))

    def spoken_of(self, r, label, names):
        """Returns a value for a place of `speech.txt`: a lent one, a name that is a word, or a fresh one."""
        lent, kind = self.lent.get(label), r.random()
        if label == "NAME" and kind < 0.25:
            word, given = titled(r.choice(self.either)), titled(r.choice(self.given))
            return r.choice([word, word, f"{given} {word}", f"{word} {titled(self.surname(r))}"])
        if label == "NAME" and lent and kind < 0.5:
            return self.blended(r, lent)
        if lent and kind < 0.8:
            return r.choice(lent)
        return self.value(r, {"GPE": "CITY", "NRP": "CITY", "TITLE": "OCCUPATION"}.get(label, label), names)

    def blended(self, r, lent):
        """Returns a name of the shape of a lent one, of the words of others: some as they are, some that no list has."""
        def other(match):
            one, another = (r.choice(UNIT.findall(r.choice(lent))) for _ in range(2))
            made = self.unknown(r, one, another.lower()) if r.random() < 0.5 and len(one) > 2 and len(another) > 2 else one
            return cased(match.group(), made) if len(match.group()) > 2 else match.group()
        return UNIT.sub(other, r.choice(lent))

    def hospital(self, r):
        """Returns the name of a hospital, practice or ward."""
        name, place, form = titled(self.surname(r)), titled(r.choice(self.places)), r.random()
        if form < 0.5:
            return self.house(r, self.own["hospitals"])
        saint = titled(r.choice(self.given))
        return r.choice([
            lambda: self.letters(r, 2, 4), lambda: self.letters(r, 2, 3), lambda: f"{self.letters(r, 2, 4)} {r.choice(['Kids', 'ER', 'ICU', 'Main', 'North', 'East'])}", lambda: f"St. {saint}'s",
            lambda: f"St {saint}", lambda: f"{name} Unit", lambda: f"{name} {r.choice('ABC123456789')}", lambda: f"{place} General", lambda: f"{place} {self.letters(r, 2, 3)}", lambda: name, lambda: place,
            lambda: f"Mount {name}", lambda: f"Our Lady of {place}", lambda: f"The {titled(self.word(r))}", lambda: f"{r.choice(['Klinikum', 'Klinik', 'Spital'])} {place}",
            lambda: f"Hôpital {r.choice(['Saint-', 'de ', ''])}{place}", lambda: f"CHU de {place}", lambda: f"Hospital {r.choice(['San', 'Santa', 'de', 'General de'])} {place}", lambda: f"Ospedale {r.choice(['di', 'San'])} {place}",
            lambda: f"{place} sjukhus", lambda: f"Szpital w {place}", lambda: f"{place} Hastanesi", lambda: f"KBC {place}", lambda: f"Clínica {place}", lambda: f"Policlínica {name}",
            lambda: f"{name} & {titled(self.surname(r))} {r.choice(['MDs', 'Dental', 'Eye Care', 'Pediatrics', 'Vets', 'ENT'])}", lambda: f"{place} Lying-In", lambda: f"{titled(self.word(r))} Tree {r.choice(['Pediatrics', 'Dental', 'Care'])}",
            lambda: f"{titled(self.word(r))} Ward", lambda: f"{place}-{r.choice(['Ost', 'Nord', 'West', 'Mitte'])}",
        ])()

    def organization(self, r):
        """Returns the name of an employer, shop, school, insurer, congregation or other organisation."""
        name, place, word, form = titled(self.surname(r)), titled(r.choice(self.places)), titled(self.word(r)), r.random()
        if form < 0.45:
            return self.house(r, self.own["organizations"])
        kind, initial = titled(r.choice(self.own["families"])), lambda: r.choice("ABCDEGHJKLMPRSTW")
        return r.choice([
            lambda: self.letters(r, 2, 5), lambda: f"{name} {kind}", lambda: f"{place} {kind}", lambda: f"{word} {kind}", lambda: f"{initial()} & {initial()} {name} {kind}", lambda: f"{initial()}.{initial()}. {name}",
            lambda: f"Local {r.randint(2, 999)}", lambda: f"{kind} {r.randint(2, 99)}", lambda: name, lambda: word, lambda: f"{word} {titled(self.word(r))}", lambda: f"{name}'s {kind}", lambda: f"Miss {name}'s",
            lambda: f"{place} No. {r.randint(1, 9)} {titled(r.choice(['shaft', 'mine', 'mill', 'pit', 'depot']))}", lambda: f"{kind} of {place}", lambda: f"{word} {kind} of {place}", lambda: f"{kind} at the {word}",
            lambda: f"{name} und Söhne", lambda: f"{name} et Fils", lambda: f"{place} {self.letters(r, 2, 3)}", lambda: f"First {kind}", lambda: f"St {titled(r.choice(self.given))}'s {kind}", lambda: f"P.S. {r.randint(1, 300)}",
            lambda: f"{word}-{titled(self.word(r))}", lambda: f"{place}-{name} {kind}", lambda: f"the {name}", lambda: f"{kind} {name}", lambda: f"{r.randint(1, 30)}{r.choice(['th', 'st', 'nd'])} {kind}",
            lambda: f"{name} {titled(self.word(r))}s", lambda: f"{word} of {place}",
        ])()

    def occupation(self, r):
        """Returns what somebody does, as few do it."""
        form = r.random()
        if form < 0.4:
            return r.choice(self.own["occupations"])
        making = r.choice(self.own["makings"]) if r.random() < 0.75 else self.word(r)
        made = f"{making} {r.choice(self.own['makers'])}"
        return f"{r.choice(['head', 'chief', 'senior', 'assistant', 'only', 'deputy', 'second', 'night', 'lead', 'relief'])} {made}" if form > 0.9 else made

    def room(self, r):
        """Returns a room, bed, bay or theatre as it stands behind its word."""
        number, letter = r.randint(1, 40), r.choice("ABCDEFGHNSWE")
        return r.choice([
            str(number), str(number), str(r.randint(100, 999)), f"{r.randint(100, 999)}{letter}", f"{letter}{number}", f"{number}{letter}", f"{number}-{letter}", f"{r.randint(2, 12)}{letter}-{number}", f"{letter}-{number}",
            f"{self.letters(r, 2, 4)} {r.randint(1, 20)}", f"{self.letters(r, 2, 3)}-{r.randint(1, 9)}", f"{r.randint(2, 12)}-{letter}-{r.randint(1, 9)}", letter, r.choice(["II", "III", "IV", "VI"]), r.choice(NUMBERS[:12]),
            f"{r.randint(2, 9)} {r.choice(['North', 'South', 'East', 'West'])} {number}", f"{r.randint(1, 9)}/{number}", f"{r.randint(1, 9)}.{r.randint(10, 99)}",
        ])

    def spoken(self, r, count):
        """Returns digits as they are dictated."""
        words = ["zero", "oh", *NUMBERS[:9], "double " + r.choice(NUMBERS[:9])]
        return " ".join(r.choice(words) if r.random() < 0.93 else "dash" for _ in range(count))

    def house(self, r, heads):
        """Returns the name of an organisation or hospital."""
        name = r.choice([
            lambda: self.surname(r), lambda: r.choice(self.places), lambda: self.word(r),
            lambda: f"{self.word(r)} {self.word(r)}", lambda: f"{self.surname(r)} & {self.surname(r)}",
            lambda: f"st {r.choice(self.given)}'s", lambda: f"{self.surname(r)}'s",
        ])()
        head, form = r.choice(heads), r.random()
        return titled(name if form < 0.12 else f"{head} of {name}" if form < 0.18 else f"the {name} {head}" if form < 0.23 else f"{name} {head}")

    def street(self, r):
        name = titled(r.choice([self.surname(r), self.word(r), r.choice(self.places), r.choice(["first", "second", "4th", "12th", "main", "high"])]))
        road, number = titled(r.choice(ROADS)), r.randint(1, 9999)
        return r.choice([
            f"{number} {name} {road}", f"{name} {road}", f"{number} {name} {road} apt {r.randint(1, 40)}", f"Flat {r.randint(1, 30)}, {number % 99 + 1} {name} {road}",
            f"corner of {name} and {titled(self.surname(r))}", f"PO Box {number}", f"{number} N {name} {road} Unit {r.randint(1, 30)}{r.choice('ABC')}",
            f"{name} {road} {number % 99 + 1}", f"Lot {number % 99 + 1} {name} {road}", f"{number} {name}", f"{number} Hwy {r.randint(2, 400)}", f"{number} County {road} {r.randint(2, 900)}", f"Unit {number % 40}{r.choice('ABC')}",
            f"{number % 300 + 1}{r.choice('abc')} {name} {road}", f"{name} {road} {number % 99 + 1}, {r.randint(1, 6)} tr", f"ul. {name} {number % 99 + 1}/{r.randint(1, 60)}", f"{name}gatan {number % 99 + 1}", f"{name}weg {number % 99 + 1}",
            f"Via {name} {number % 99 + 1}", f"Calle {name} {number % 99 + 1}, {r.randint(1, 6)}º", f"Rua {name}, {number % 900}", f"{number % 99 + 1}, rue {r.choice(['de ', 'du ', ''])}{name}", f"{name} Mah. {name} Sok. No {number % 99 + 1}",
            f"{r.randint(1, 30)}/F, {name} Building, {number % 300} {titled(self.surname(r))} {road}", f"Shop {r.randint(1, 20)}, {number % 300} {name} {road}", f"The Old {name} House, {number % 30 + 1} {road} Row", f"{name} Cottage",
            f"{name} & {titled(self.surname(r))}", f"behind the {name} {road}", f"{number % 99 + 1} {name}, {titled(self.surname(r))} Court", f"top of {name} {road}", f"{name}laan {number % 99 + 1}", f"{name} u. {number % 99 + 1}.",
            f"{number} {titled(self.surname(r))}{r.choice(['veien', 'katu', 'vägen', 'allee', 'plein', 'straat', 'gasse'])} {number % 50 + 1} Apt. {r.randint(1, 999)}", f"{number} {name} Apt. {r.randint(1, 999)}", f"the corner of {name} {road} and {titled(self.surname(r))} {road}",
f"{titled(self.surname(r))}straße {number % 90 + 1}", f"rue {name} {number % 90 + 1}", f"{name} House, {name} {road}",
        ])

    def date(self, r):
        day, month, year, name = r.randint(1, 28), r.randint(1, 12), r.randint(1930, 2025), titled(r.choice(MONTHS))
        weekday, feast, form = titled(r.choice(DAYS)), r.choice(self.own["feasts"]), r.random()
        ending = "st" if day in (1, 21) else "nd" if day in (2, 22) else "rd" if day in (3, 23) else "th"
        if form < 0.12:
            return r.choice([feast, feast, f"{feast} {year}", f"the day after {feast}", f"{feast} morning", f"the {r.choice(['first', 'second', 'third', 'last'])} {weekday} of {name}", f"the eve of {feast}"])
        if form < 0.3:
            return r.choice([
                f"{weekday[:3]} {day} {name[:3]}", f"{weekday[:3]} {day}{ending}", f"{weekday[:3].upper()} {day:02d}{name[:3].upper()}{year % 100:02d}", f"{day:02d}{name[:3].upper()}{year % 100:02d}", f"{day}.{month}.", f"{weekday[:2]} {day:02d}.{month:02d}.",
                f"{day}-{month}", f"{day}-{month}-{year % 100:02d}", f"{day}/{month}/{year % 100:02d}", f"{day}-{day + 1}/{month}/{year}", f"{day}./{day + 1}.", f"{name.lower()} {self.spoken_day(r)}", f"{name.lower()} {self.spoken_day(r)} {self.spoken_year(r)}",
                f"the {day}{ending}", f"{day}{ending}", f"{name[:3]}. {day}, '{year % 100:02d}", f"{day} {name[:3]} {year % 100:02d}", f"{year}{month:02d}{day:02d}", f"{weekday}, {name} {day}", f"{weekday} the {day}{ending}", f"{name} '{year % 100:02d}", f"{name} {year}", f"{month}/{year}",
                f"{day} de {r.choice(['enero', 'marzo', 'mayo', 'julio', 'octubre'])} de {year}", f"{day} {r.choice(['janvier', 'mars', 'juin', 'août', 'octobre'])} {year}", f"{day}. {r.choice(['Januar', 'März', 'Mai', 'Juli', 'Dezember'])} {year}", f"{day} {r.choice(['stycznia', 'lipca', 'maja', 'grudnia'])} {year}",
            ])
        return r.choice([
            f"{month:02d}/{day:02d}/{year}", f"{day}.{month}.{year}", f"{name} {day}, {year}", f"{day} {name} {year}", f"{year}-{month:02d}-{day:02d}", f"{month}/{day}",
            f"{day} {name[:3]}", f"{name} {day}th", f"{name[:3]} {day}", f"{name} {r.choice(NUMBERS)}", f"{day:02d}{name[:3].upper()}{year}", f"{titled(r.choice(DAYS))} {day} {name}",
        ])

    def spoken_day(self, r):
        return r.choice("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth twentieth thirtieth".split() + ["twenty " + d for d in ("first", "third", "fifth")])

    def spoken_year(self, r):
        return r.choice(["twenty ", "nineteen ", "two thousand "]) + r.choice(NUMBERS[9:] + ["twenty " + n for n in NUMBERS[:5]] + ["sixty " + n for n in NUMBERS[:9]])

    def name(self, r, names):
        if names and r.random() < 0.35:
            parts = r.choice(names).split(" ")
            return r.choice([" ".join(parts), parts[-1], parts[0]])
        given, family, initial = titled(r.choice(self.given)), titled(self.surname(r)), r.choice("ABCDEGHJKLMNPRST")
        if r.random() < 0.22:
            nick, other = r.choice(self.own["nicknames"]), r.choice("ABCDEGHJKLMNPRST")
            names.append(r.choice([nick, nick, f'{given} "{nick}" {family}', f"{nick} {family}", f"{initial}.{other}.", f"{initial}{other}", f"{initial}. {other}.", f"{initial}.{other}.{family[:1]}.", f"{given} {other}.", f"{initial}{other}{family[:1]}",
                                   f"{family.upper()} {given}", f"{family.upper()}, {given.upper()} {initial}.", f"{titled(self.word(r))} {family}", f"{given} {titled(self.word(r))}", f"{given} {r.choice(['de', 'van der', 'bin', 'al', 'von', 'da', 'ben'])} {family}",
                                   f"{given} and {titled(r.choice(self.given))}", f"{given}-{titled(r.choice(self.given))} {family}", f"O'{family}", f"Mc{family}", self.unknown(r, r.choice(self.given), r.choice(self.given))]))
            return names[-1]
        names.append(r.choice([f"{given} {family}", f"{given} {family}", given, family, f"{family}, {given}", f"{given} {family}-{titled(self.surname(r))}", f"{initial}. {family}",
                               f"{given} {initial}. {family}", titled(self.word(r))]))
        return names[-1]

    def value(self, r, label, names):
        """Returns a value of `label`; `names` are those that the text has so far."""
        letters, digit = "ABCDEFGHJKLMNPRSTUVWXYZ", lambda n: "".join(r.choice("0123456789") for _ in range(n))
        up = lambda n: "".join(r.choice(letters) for _ in range(n))
        if label == "NAME":
            return self.name(r, names)
        if label in ("PHONE", "FAX"):
            if r.random() < 0.3:
                return r.choice([f"{digit(3)} 555 0{digit(3)}", f"{digit(3)}.555.01{digit(2)}", f"555 01{digit(2)}", f"x{digit(4)}", f"ext {digit(3)}", digit(4), digit(5), f"{digit(3)}-555-01{digit(2)} x{digit(2)}", f"+{digit(2)} {digit(3)} {digit(2)} {digit(3)}",
                                 f"0{digit(3)} 555 {digit(2)} {digit(2)}", f"0{digit(2)}-{digit(4)}-{digit(4)}", self.spoken(r, 7), self.spoken(r, 10), f"five five five oh one {r.choice(NUMBERS[:9])} {r.choice(NUMBERS[:9])}", f"0{digit(1)} {digit(2)} {digit(2)} {digit(2)} {digit(2)}",
                                 f"001-{digit(3)}-{digit(3)}-{digit(4)}x{digit(3)}", f"{digit(3)}-{digit(3)}-{digit(4)}", f"({digit(3)}){digit(3)}-{digit(4)}", digit(10), f"1-800-{digit(3)}-{digit(4)}"])
            return r.choice([f"({digit(3)}) 555-01{digit(2)}", f"{digit(3)}-555-01{digit(2)}", f"555-01{digit(2)}", f"0{digit(4)} {digit(6)}", f"+{digit(2)} {digit(3)} {digit(3)} {digit(3)}"])
        made = {
            "OCCUPATION": lambda: self.occupation(r),
            "ORGANIZATION": lambda: self.organization(r),
            "HOSPITAL": lambda: self.hospital(r),
            "CITY": lambda: titled(r.choice(self.places)),
            "LOCATION": lambda: r.choice([
                titled(f"{self.proper(r)} {r.choice(self.own['locations'])}"), titled(f"{self.proper(r)} {r.choice(self.own['locations'])}"), f"{r.choice(['Lake', 'Mount', 'Fort', 'Camp', 'Cape', 'Isle of', 'Port'])} {titled(self.proper(r))}",
                f"mile marker {r.randint(1, 400)}", f"I-{r.randint(4, 99)} at exit {r.randint(1, 300)}", f"the {titled(self.proper(r))} {r.choice(['stop', 'light', 'bridge', 'roundabout', 'turnoff', 'crossing', 'line'])}", f"Cluster {r.randint(1, 20)}", f"Exit {r.randint(1, 200)}",
            ]),
            "STREET": lambda: self.street(r),
            "DATE": lambda: self.date(r),
            "ZIP": lambda: r.choice([digit(5), f"{up(2)}{digit(1)} {digit(1)}{up(2)}", digit(4), f"{digit(5)}-{digit(4)}"]),
            "ROOM": lambda: self.room(r),
            "AGE": lambda: r.choice([str(r.randint(90, 105)), str(r.randint(90, 105)), f"ninety {r.choice(NUMBERS[:9])}", f"ninety-{r.choice(NUMBERS[:9])}", "a hundred and two", "101"]),
            "VEHICLE": lambda: r.choice([f"{up(3)} {digit(3)}", f"{digit(1)}{up(3)}{digit(3)}", f"{up(2)} {digit(4)} {up(3)}", f"{up(2)}{digit(2)} {up(3)}", f"{up(3)} {digit(3)} {up(2)}", f"{digit(3)}-{up(3)}", f"{up(1)}-{up(2)} {digit(4)}", up(r.randint(5, 7)), "".join(r.choice(letters + "0123456789") for _ in range(17))]),
            "EMAIL": lambda: f"{r.choice(self.given)}.{self.word(r)}@{self.word(r)}.example.org",
            "URL": lambda: f"https://{self.word(r)}.example.net/{self.word(r)}",
            "IP": lambda: f"192.0.2.{r.randint(1, 254)}",
            "SSN": lambda: r.choice([digit(4), f"{digit(3)}-{digit(2)}-{digit(4)}", f"xxx-xx-{digit(4)}", digit(9)]),
        }.get(label, lambda: self.spoken(r, r.randint(4, 8)) if r.random() < 0.04 else r.choice([
            digit(r.randint(4, 12)), f"{digit(2)}-{digit(5)}", f"{up(1)} {digit(3)} {digit(3)}", f"{digit(4)} {digit(4)} {digit(2)}", f"{up(2)}{digit(2)}/{digit(4)}", f"{digit(2)}/{digit(3)}", f"{up(3)}-{digit(2)}-{digit(5)}", f"{digit(1)}{up(1)}{digit(1)}{up(1)}{digit(1)}",
            f"{digit(2)}.{digit(3)}", f"{digit(1)}.{digit(3)}", f"{up(2)} {digit(6)} {up(1)}", f"{digit(3)}/{digit(3)}/{digit(2)}", f"{up(1)}{digit(3)}-{digit(4)}-{digit(4)}", f"{up(3)} {digit(5)}", f"**** {digit(4)}", f"{digit(4)}-{digit(3)}-{up(1)}", up(2) + digit(2) + up(2) + digit(3),
digit(r.randint(6, 10)), up(r.randint(1, 3)) + digit(r.randint(5, 8)), f"{up(2)}-{digit(4)}-{digit(3)}", f"{digit(2)}-{digit(4)}-{up(1)}"]))
        return made()

    def unmarked(self, r, kind):
        """Returns a value that identifies nobody: `age`, `bp`, `called`, `code`, `dec`, `drug`, `eponym`, `gene`, `n`, `organism`,
        `state`, `term`, `time`, `word` or `year`."""
        n = r.choice([r.randint(1, 9), r.randint(10, 99), r.randint(100, 999)])
        return {
            "age": lambda: str(r.randint(18, 89)),
            "bp": lambda: f"{r.randint(90, 190)}/{r.randint(50, 110)}",
            "called": lambda: r.choice(self.called),
            "code": lambda: self.code(r),
            "dec": lambda: f"{r.randint(0, 14)}.{r.randint(0, 9)}",
            "drug": lambda: r.choice(self.drugs),
            "eponym": lambda: r.choice(self.eponyms),
            "gene": lambda: r.choice(self.genes),
            "n": lambda: str(n),
            "organism": lambda: r.choice(self.organisms),
            "state": lambda: r.choice(self.states),
            "term": lambda: r.choice(self.terms),
            "time": lambda: r.choice([f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}", f"{r.randint(0, 23):02d}{r.randint(0, 59):02d}", f"{r.randint(1, 12)}:{r.randint(0, 59):02d} {r.choice(['am', 'pm'])}", f"{r.randint(1, 12)} {r.choice(['am', 'pm'])}", f"{r.randint(0, 23)}h{r.randint(0, 59):02d}"]),
            "word": lambda: self.word(r),
            "year": lambda: str(r.randint(1960, 2024)),
        }[kind]()

    def code(self, r):
        """Returns something like a code of a public list: ICD, ATC, SNOMED CT, LOINC, CPT, a trial's number, a product's."""
        letter = lambda: r.choice("ABCDEFGHJKLMNPRSTVZ")
        digits = lambda count: "".join(r.choice("0123456789") for _ in range(count))
        return r.choice([
            lambda: f"{letter()}{digits(2)}.{digits(1)}", lambda: f"{letter()}{digits(2)}", lambda: f"{digits(3)}.{digits(2)}", lambda: f"{letter()}{digits(2)}{letter()}{letter()}{digits(2)}",
            lambda: digits(r.choice([8, 9])), lambda: f"{digits(r.choice([4, 5]))}-{digits(1)}", lambda: digits(5), lambda: f"NCT{digits(8)}", lambda: f"{letter()}{digits(4)}", lambda: f"{digits(5)}-{digits(4)}-{digits(2)}",
        ])()

    def changed(self, r, label, text, memo):
        """Returns another value in place of `text`; the same text becomes the same value everywhere."""
        if label == "NAME":
            return UNIT.sub(lambda match: self.other_name(r, match.group(), memo), text)
        key = (label, text.lower())
        if key not in memo:
            memo[key] = self.other(r, label, text)
        return text.upper() == text and memo[key].upper() or text.lower() == text and memo[key].lower() or memo[key]

    def other_name(self, r, word, memo):
        if len(word) == 1 and word.isascii() and word.isalpha():
            return cased(word, r.choice("abcdefghijklmnoprstvw"))
        if word.lower() in PARTICLES or not word.isalpha() or max(word) > LAST_LETTER:
            return word
        if word.lower() not in memo:
            names = self.given if self.words.get(word.lower(), 0) & GIVEN and r.random() < 0.8 else self.family
            kind = r.random()
            memo[word.lower()] = self.word(r) if kind < 0.08 else self.unknown(r, r.choice(names), r.choice(names)) if kind < 0.35 else r.choice(names)
        return cased(word, memo[word.lower()])

    def other(self, r, label, text):
        if label in ("CITY", "OCCUPATION"):
            return cased(text, self.value(r, label, []))
        if label in ("ORGANIZATION", "HOSPITAL") and r.random() < 0.55:
            return cased(text, self.value(r, label, []))
        if label == "AGE":
            return re.sub(r"[0-9]+", lambda _: str(r.randint(90, 104)), text)
        return UNIT.sub(lambda match: self.other_unit(r, label, match.group()), text)

    def other_unit(self, r, label, unit):
        lower = unit.lower()
        if label == "DATE":
            for names in (MONTHS, SHORT_MONTHS, DAYS):
                if lower in names:
                    return cased(unit, r.choice(names))
            if unit.isascii() and unit.isdigit():
                return {4: str(r.randint(1930, 2026)), 2: f"{r.randint(1, 12):02d}" if int(unit) <= 12 else str(r.randint(13, 28)), 1: str(r.randint(1, 9))}.get(len(unit), unit)
            return unit
        if any(c.isdigit() for c in unit):
            made = "".join(r.choice("0123456789") if c.isascii() and c.isdigit() else c for c in unit)
            return "".join(r.choice("ABCDEFGHJKLMNPRSTUVWXYZ") if "A" <= c <= "Z" and label != "ROOM" else c for c in made)
        if label in ("ORGANIZATION", "HOSPITAL", "STREET", "LOCATION"):
            traits = self.words.get(lower, 0)
            everyday = traits & (COMMON | MEDICAL) and not traits & FREQUENT_NAME and label != "STREET"
            if len(unit) > 2 and lower not in PARTICLES and max(unit) <= LAST_LETTER and not (everyday and r.random() < 0.7):
                return cased(unit, self.proper(r))
        if label in ("EMAIL", "URL") and len(unit) > 3 and lower not in ("https", "http", "example") and r.random() < 0.7:
            return self.word(r)
        return unit

    def harmless(self, r, text):
        """Returns text between the spans with other drugs and other numbers of the same length and first digit."""
        def other(match):
            unit = match.group()
            traits = self.words.get(unit.lower(), 0)
            if traits & DRUG and not traits & (GIVEN | FAMILY | PLACE) and len(unit) > 5 and r.random() < 0.6:
                return cased(unit, r.choice(self.drugs))
            if unit.isascii() and unit.isdigit() and 1 < len(unit) <= 5 and r.random() < 0.5:
                kept = 2 if len(unit) == 4 and unit[:2] in ("19", "20") else 1
                return unit[:kept] + "".join(r.choice("0123456789") for _ in unit[kept:])
            return unit
        return UNIT.sub(other, text)


def refilled(values, r, text, spans):
    """Returns `text` with other values in its spans, and those spans."""
    out, marks, at, memo = [], [], 0, {}
    for span in sorted(spans, key=lambda span: span["start"]):
        if span["start"] < at:
            continue
        out.append(values.harmless(r, text[at:span["start"]]))
        made = values.changed(r, span["label"], text[span["start"]:span["end"]], memo)
        start = sum(map(len, out))
        out.append(made)
        marks.append({"start": start, "end": start + len(made), "label": span["label"]})
        at = span["end"]
    out.append(values.harmless(r, text[at:]))
    return disturbed(r, "".join(out), marks)


def composed(values, r):
    """Returns a text of some sentences of `sentences.txt`, and its spans."""
    text, marks, names = "", [], []
    for sentence in r.sample(values.sentences, r.randint(6, 12)):
        text += r.choice(["\n", "\n", " ", " ", " "]) if text else ""
        text = filled(values, r, text, marks, names, sentence, sentence[:1].islower() and r.random() < 0.7)
    return disturbed(r, text, marks)


def innocent(values, r):
    """Returns a text of sentences of `harmless.txt`, at times with one or two that identify among them, and its spans."""
    text, marks, names = "", [], []
    some = r.sample(values.sentences, r.choice([0, 0, 0, 1, 2]))
    lines = r.sample(values.harmless_sentences, r.randint(1, 8)) + some
    r.shuffle(lines)
    for line in lines:
        text += r.choice(["\n", " ", " "]) if text else ""
        text = filled(values, r, text, marks, names, line, line[:1].islower() and r.random() < 0.7)
    return disturbed(r, text, marks)


def spoken(values, r):
    """Returns one to three lines of `speech.txt`, a fifth of them in small letters, and its spans."""
    text, marks, names, lower = "", [], [], r.random() < 0.2
    for line in r.sample(values.speech, r.choice([1, 1, 2, 3])):
        line = line.replace("\\n", "\n")
        text = filled(values, r, text + r.choice(["\n", " "]) if text else "", marks, names, line, lower, values.spoken_of)
    return text, marks


def paged(values, r):
    """Returns a page of `documents.txt` with fresh values, some of its lines left out, and its spans; perhaps sentences behind."""
    text, marks, names = "", [], []
    lines = r.choice(values.pages).split("\n")
    kept = [line for line in lines if r.random() < 0.85] or lines
    lower = r.random() < 0.15
    for line in kept + r.sample(values.sentences, r.randint(0, 3)):
        text = filled(values, r, text + "\n" if text else "", marks, names, line, lower)
    return disturbed(r, text, marks)


def filled(values, r, text, marks, names, pattern, lower, value=None):
    """Returns `text` with `pattern` behind it, its places filled by `value`; their spans go to `marks`."""
    at, value = 0, value or values.value
    for match in re.finditer(r"\{([A-Za-z_]+)\}", pattern):
        text += pattern[at:match.start()].lower() if lower else pattern[at:match.start()]
        at = match.end()
        if match.group(1).islower():
            text += values.unmarked(r, match.group(1))
            continue
        made = value(r, match.group(1), names)
        made = made.lower() if lower else made
        marks.append({"start": len(text), "end": len(text) + len(made), "label": match.group(1)})
        text += made
    return text + (pattern[at:].lower() if lower else pattern[at:])


def disturbed(r, text, marks):
    """Returns the text as it is, with other line ends, without punctuation or as a bad scan."""
    kind = r.random()
    if kind < 0.12:
        text = "".join("\n" if c == " " and r.random() < 0.03 else c for c in text)
    elif kind < 0.24:
        kept = [not (c in ",.;:" and text[i + 1:i + 2] in ("", " ", "\n") and r.random() < 0.7) for i, c in enumerate(text)]
        before = [0]
        for keep in kept:
            before.append(before[-1] + keep)
        text = "".join(c for c, keep in zip(text, kept) if keep)
        marks = [dict(mark, start=before[mark["start"]], end=before[mark["end"]]) for mark in marks]
    elif kind < 0.32:
        alike = {"l": "1", "O": "0", "0": "O", "1": "l", "S": "5", "5": "S", "e": "c"}
        text = "".join(alike[c] if c in alike and r.random() < 0.04 else c for c in text)
    return text, marks
