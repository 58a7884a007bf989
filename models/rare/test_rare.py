#!/usr/bin/env python3
"""Tests of what counts as a rare disease, on a made-up ontology.

    python3 models/rare/test_rare.py
"""

import unittest

import build


def term(label, *, says="", above=(), synonyms=(), deprecated=False):
    ancestors = {key: 1 for key in (build.HUMAN_DISEASE, *above)}
    return {"label": label, "description": says, "ancestors": ancestors, "synonyms": list(synonyms), "deprecated": deprecated}


ONTOLOGY = {
    "MONDO:0004979": term("everyday wheeze", synonyms=["shared wheeze"]),
    "MONDO:0016001": term("taken over disease", synonyms=["TOD", "shared wheeze", "takenoveritis"]),
    "MONDO:0000002": term("said to be uncommon", says="A rare disease of the left hand."),
    "MONDO:0000003": term("not that scarce", says="It rarely heals."),
    "MONDO:0000004": term("inherited disease", above=[build.HEREDITARY]),
    "MONDO:0000005": term("inherited but common", above=[build.HEREDITARY]),
    "MONDO:0016006": term("given up", deprecated=True),
    "MONDO:0016007": term("class of many"),
    **{f"MONDO:1{number:06}": term(f"leaf {number}", above=["MONDO:0016007"]) for number in range(build.MOST_BELOW + 1)},
}


class Rare(unittest.TestCase):
    def test_what_the_ontology_says_decides(self):
        names = build.gather(ONTOLOGY, {"inherited but common"})
        self.assertEqual(names, ["inherited disease", "said to be uncommon", "taken over disease", "takenoveritis"])

    def test_a_label_of_a_common_disease_that_is_no_term_is_refused(self):
        with self.assertRaises(build.Unreadable):
            build.gather(ONTOLOGY, {"nowhere to be found"})


if __name__ == "__main__":
    unittest.main()
