"""What a word is: the same letters whatever the case and the accents, as the program reads them."""

import re
import unicodedata

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
SYMBOL = re.compile(r"[^\W_]+")
POSSESSIVE = re.compile(r"'s?$")


def fold(text):
    """Returns `text` in lower case without accents, as `without_accents` of src/privacy/detect/view.rs does."""
    if text.isascii():
        return text.lower()
    plain = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.category(c).startswith("M"))
    return "".join(c.lower() for c in plain).replace("’", "'")


def bare(word):
    """Returns the folded `word` without the ending of a possessive."""
    return POSSESSIVE.sub("", word)


def words(text):
    """Returns the words of `text` as they are written; what a hyphen joins are two words."""
    return WORD.findall(text)


def folded(text):
    return WORD.findall(fold(text))
