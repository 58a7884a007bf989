"""What the head reads of a text beside the tagger's states: for each unit, a run of letters and digits, its shape, the
signs at its borders and what the lexicon knows of it. Everything here is cheap and exact, so that it can be computed
identically elsewhere; `docs/head.md` lists the values in their order."""

import re
import unicodedata

import numpy as np

UNIT = re.compile(r"[^\W_]+")
# The signs that a border may be; then the border of the text, then any other sign.
SIGNS = [" ", "\n", "\t", ",", ".", ":", "-", "/", "(", ")", "@", "'", "#", "=", "|", "_", "&", '"', "+", ";", "^"]
AT_THE_END, OTHER = len(SIGNS), len(SIGNS) + 1
BORDERS = len(SIGNS) + 2
TRAITS = 13
SHAPES = 24
WIDTH = SHAPES + 2 * BORDERS + TRAITS + 1

LABELS = ("O NAME DATE ORGANIZATION HOSPITAL ID PHONE CITY ROOM STREET OCCUPATION MRN ZIP HEALTH_PLAN LICENSE DEVICE LOCATION AGE EMAIL"
          " ACCOUNT FAX VEHICLE SSN URL IP BIOMETRIC").split()


def lexicon(path):
    """Returns the traits of the words of `words.tsv`, without its phrases."""
    words = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            word, traits = line.rstrip("\n").split("\t")
            words[word] = int(traits)
    return words


def units(text):
    """Returns the bounds in code points of the runs of letters and digits of `text`."""
    return [match.span() for match in UNIT.finditer(text)]


def fold(word):
    """Returns `word` in lower case without accents, as the lexicon has it."""
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFKD", word) if not unicodedata.combining(c)).lower()


def border(sign):
    """Returns the index of the sign beside a unit; of the empty text, that of the text's border."""
    if sign == "":
        return AT_THE_END
    if sign in SIGNS:
        return SIGNS.index(sign)
    if sign == "\r":
        return SIGNS.index("\n")
    if sign in "\u2018\u2019":
        return SIGNS.index("'")
    if sign in "\u2010\u2011\u2013\u2014":
        return SIGNS.index("-")
    return SIGNS.index(" ") if sign.isspace() else OTHER


def capitals(text):
    """Returns the share of the letters of `text` that are capitals; 0 where it has none."""
    letters = [c for c in text if c.isalpha()]
    return sum(c.isupper() for c in letters) / max(1, len(letters))


def features(text, bounds, words):
    """Returns what is known of each unit, `[units, WIDTH] f32`."""
    out = np.zeros((len(bounds), WIDTH), np.float32)
    of_text, of_line = capitals(text), {}
    for row, (start, end) in zip(out, bounds):
        unit = text[start:end]
        digits = sum(c.isdigit() for c in unit)
        letters = len(unit) - digits
        row[0] = unit.isupper() and letters > 1
        row[1] = unit.islower()
        row[2] = len(unit) > 1 and unit[0].isupper() and unit[1:].islower()
        row[3] = len(unit) == 1 and unit.isupper()
        row[4] = letters > 1 and not (unit.isupper() or unit.islower() or unit[1:].islower())
        row[5] = digits > 0 and letters == 0
        row[6] = digits > 0 and letters > 0
        if letters == 0:
            row[7 + min(digits, 7)] = 1
        else:
            row[15 + min(4, (len(unit) - 1) // 3)] = 1
        line = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", end)
        line_end = len(text) if line_end < 0 else line_end
        row[20] = not text[line:start].strip()
        row[21] = not text[end:line_end].strip()
        if line not in of_line:
            of_line[line] = capitals(text[line:line_end])
        row[22], row[23] = of_line[line], of_text
        row[SHAPES + border(text[start - 1:start] if start else "")] = 1
        row[SHAPES + BORDERS + border(text[end:end + 1])] = 1
        traits = words.get(fold(unit), 0)
        row[SHAPES + 2 * BORDERS:-1] = [traits >> bit & 1 for bit in range(TRAITS)]
        row[-1] = traits == 0 and digits == 0
    return out
