"""Fresh values for marked spans: names from the lexicon, words of our own, and grammars for the rest.

Two sources of training texts use them: `refilled`, a marked text with other values of the same label and style, and
`composed`, sentences of `sentences.txt` put together. The same random state gives the same text."""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The bits of `Traits` in src/privacy/lexicon.rs.
COMMON, MEDICAL, DRUG, GIVEN, FAMILY, PLACE, REGION, FREQUENT_NAME, FREQUENT_WORD = (1 << bit for bit in (0, 1, 2, 6, 7, 8, 9, 10, 11))
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
        self.given = [w for w in plain if words[w] & GIVEN and not words[w] & FREQUENT_WORD]
        self.family = [w for w in plain if words[w] & FAMILY and not words[w] & FREQUENT_WORD]
        self.places = sorted(w for w in words if words[w] & PLACE and not words[w] & (REGION | FREQUENT_WORD))
        self.drugs = [w for w in plain if words[w] & DRUG and not words[w] & (GIVEN | FAMILY | PLACE | FREQUENT_WORD) and len(w) > 5]
        self.common = [w for w in plain if words[w] & COMMON and not words[w] & MEDICAL and 4 <= len(w) <= 9]
        self.own = word_lists()
        self.sentences = [line for line in (HERE / "sentences.txt").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]

    def unknown(self, r, one, other):
        """Returns a word that no list has: the head of one and the tail of another."""
        made = one[:r.randint(1, max(1, len(one) - 1))] + other[r.randint(1, max(1, len(other) - 1)):]
        return made if len(made) > 2 else one + other[-2:]

    def surname(self, r):
        return r.choice(self.family) if r.random() < 0.75 else self.unknown(r, r.choice(self.family), r.choice(self.family))

    def proper(self, r):
        """Returns a word that a place, firm or street may be called after."""
        return r.choice([r.choice(self.family), r.choice(self.places), r.choice(self.common), self.unknown(r, r.choice(self.family), r.choice(self.places))])

    def house(self, r, heads):
        """Returns the name of an organisation or hospital."""
        name = r.choice([
            lambda: self.surname(r), lambda: r.choice(self.places), lambda: r.choice(self.common),
            lambda: f"{r.choice(self.common)} {r.choice(self.common)}", lambda: f"{self.surname(r)} & {self.surname(r)}",
            lambda: f"st {r.choice(self.given)}'s", lambda: f"{self.surname(r)}'s",
        ])()
        head, form = r.choice(heads), r.random()
        return titled(name if form < 0.12 else f"{head} of {name}" if form < 0.18 else f"the {name} {head}" if form < 0.23 else f"{name} {head}")

    def street(self, r):
        name = titled(r.choice([self.surname(r), r.choice(self.common), r.choice(self.places), r.choice(["first", "second", "4th", "12th", "main", "high"])]))
        road, number = titled(r.choice(ROADS)), r.randint(1, 9999)
        return r.choice([
            f"{number} {name} {road}", f"{name} {road}", f"{number} {name} {road} apt {r.randint(1, 40)}", f"Flat {r.randint(1, 30)}, {number % 99 + 1} {name} {road}",
            f"corner of {name} and {titled(self.surname(r))}", f"PO Box {number}", f"{number} N {name} {road} Unit {r.randint(1, 30)}{r.choice('ABC')}",
            f"{name} {road} {number % 99 + 1}", f"{titled(self.surname(r))}straße {number % 90 + 1}", f"rue {name} {number % 90 + 1}", f"{name} House, {name} {road}",
        ])

    def date(self, r):
        day, month, year, name = r.randint(1, 28), r.randint(1, 12), r.randint(1930, 2025), titled(r.choice(MONTHS))
        return r.choice([
            f"{month:02d}/{day:02d}/{year}", f"{day}.{month}.{year}", f"{name} {day}, {year}", f"{day} {name} {year}", f"{year}-{month:02d}-{day:02d}", f"{month}/{day}",
            f"{day} {name[:3]}", f"{name} {day}th", f"{name[:3]} {day}", f"{name} {r.choice(NUMBERS)}", f"{day:02d}{name[:3].upper()}{year}", f"{titled(r.choice(DAYS))} {day} {name}",
        ])

    def name(self, r, names):
        if names and r.random() < 0.35:
            parts = r.choice(names).split(" ")
            return r.choice([" ".join(parts), parts[-1], parts[0]])
        given, family, initial = titled(r.choice(self.given)), titled(self.surname(r)), r.choice("ABCDEGHJKLMNPRST")
        names.append(r.choice([f"{given} {family}", f"{given} {family}", given, family, f"{family}, {given}", f"{given} {family}-{titled(self.surname(r))}", f"{initial}. {family}",
                               f"{given} {initial}. {family}", titled(r.choice(self.common))]))
        return names[-1]

    def value(self, r, label, names):
        """Returns a value of `label`; `names` are those that the text has so far."""
        letters, digit = "ABCDEFGHJKLMNPRSTUVWXYZ", lambda n: "".join(r.choice("0123456789") for _ in range(n))
        up = lambda n: "".join(r.choice(letters) for _ in range(n))
        if label == "NAME":
            return self.name(r, names)
        if label in ("PHONE", "FAX"):
            return r.choice([f"({digit(3)}) 555-01{digit(2)}", f"{digit(3)}-555-01{digit(2)}", f"555-01{digit(2)}", f"0{digit(4)} {digit(6)}", f"+{digit(2)} {digit(3)} {digit(3)} {digit(3)}"])
        made = {
            "OCCUPATION": lambda: r.choice(self.own["occupations"]),
            "ORGANIZATION": lambda: self.house(r, self.own["organizations"]),
            "HOSPITAL": lambda: self.house(r, self.own["hospitals"]),
            "CITY": lambda: titled(r.choice(self.places)),
            "LOCATION": lambda: titled(f"{self.proper(r)} {r.choice(self.own['locations'])}"),
            "STREET": lambda: self.street(r),
            "DATE": lambda: self.date(r),
            "ZIP": lambda: r.choice([digit(5), f"{up(2)}{digit(1)} {digit(1)}{up(2)}", digit(4), f"{digit(5)}-{digit(4)}"]),
            "ROOM": lambda: r.choice([str(r.randint(1, 40)), digit(3), digit(3) + up(1), up(1) + digit(2), f"{r.randint(2, 9)}{r.choice('NSEW')}-{r.randint(1, 30)}"]),
            "AGE": lambda: r.choice([str(r.randint(90, 105)), f"ninety {r.choice(NUMBERS[:9])}"]),
            "VEHICLE": lambda: r.choice([f"{up(3)} {digit(3)}", f"{digit(1)}{up(3)}{digit(3)}", "".join(r.choice(letters + "0123456789") for _ in range(17))]),
            "EMAIL": lambda: f"{r.choice(self.given)}.{r.choice(self.common)}@{r.choice(self.common)}.example.org",
            "URL": lambda: f"https://{r.choice(self.common)}.example.net/{r.choice(self.common)}",
            "IP": lambda: f"192.0.2.{r.randint(1, 254)}",
            "SSN": lambda: digit(4),
        }.get(label, lambda: r.choice([digit(r.randint(6, 10)), up(r.randint(1, 3)) + digit(r.randint(5, 8)), f"{up(2)}-{digit(4)}-{digit(3)}", f"{digit(2)}-{digit(4)}-{up(1)}"]))
        return made()

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
            memo[word.lower()] = r.choice(self.common) if kind < 0.08 else self.unknown(r, r.choice(names), r.choice(names)) if kind < 0.35 else r.choice(names)
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
            return r.choice(self.common)
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
        at, lower = 0, sentence[:1].islower() and r.random() < 0.7
        for match in re.finditer(r"\{([A-Z_]+)\}", sentence):
            made = values.value(r, match.group(1), names)
            made = made.lower() if lower else made
            text += sentence[at:match.start()]
            marks.append({"start": len(text), "end": len(text) + len(made), "label": match.group(1)})
            text, at = text + made, match.end()
        text += sentence[at:]
    return disturbed(r, text, marks)


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
