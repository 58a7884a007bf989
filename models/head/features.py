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


SAME = {"\u0085": "\n", "\u2028": "\n", "\u2029": "\n", "\x0b": "\n", "\x0c": "\n", "\u2212": "-", "\ufe58": "-", "\ufe63": "-", "\uff0d": "-", "\u2032": "'",
        "\u02bc": "'", "\u00b4": "'", "\uff07": "'", "\u2033": '"', "\u00ab": '"', "\u00bb": '"'}
SAME.update({chr(c): "-" for c in range(0x2010, 0x2016)})
SAME.update({chr(c): "'" for c in range(0x2018, 0x201C)})
SAME.update({chr(c): '"' for c in range(0x201C, 0x2020)})
UNSEEN = {"\r", "\u00ad", "\ufeff"} | {chr(c) for first, last in ((0x200B, 0x200F), (0x2060, 0x2064), (0x202A, 0x202E)) for c in range(first, last + 1)}


def plain(text):
    """Returns `text` as `View::plain` of src/privacy/detect/view.rs has it, but with its tabs, and for each of its code points
    the bounds of those it comes from."""
    out, origins, at = [], [], 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.category(text[end])[0] == "M":
            end += 1
        for c in unicodedata.normalize("NFC", text[at:end]):
            if c in UNSEEN:
                continue
            folded = unicodedata.normalize("NFKC", c)
            if c in SAME:
                c = SAME[c]
            elif c.isspace():
                c = c if c in "\n\t" else " "
            elif folded.isascii() and " " not in folded:
                c = folded
            out.append(c)
            origins.extend([(at, end)] * len(c))
        at = end
    return "".join(out), origins


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
    return OTHER


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
        digits = sum(c.isnumeric() for c in unit)
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
