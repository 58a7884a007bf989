//! Given and family names of many cultures, the hard ones for recognizers among them: diacritics, hyphens, apostrophes,
//! particles, names of two words, and names that are also words (`May`, `Rice`, `Will`).
//!
//! The lists are everyday names put together by chance; any likeness to a real person is chance too.

/// How the family name of a culture is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Families {
    /// One name, the same for all.
    One(&'static [&'static str]),
    /// The name of a man and that of a woman.
    BySex(&'static [(&'static str, &'static str)]),
    /// Two names, the father's and the mother's.
    Two(&'static [&'static str]),
    /// One name or two with a hyphen.
    Hyphenated(&'static [&'static str]),
}

/// The names of one culture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Culture {
    /// The language its people may prefer: BCP 47 code and English name.
    pub(super) language: (&'static str, &'static str),
    /// Given names of women.
    pub(super) female: &'static [&'static str],
    /// Given names of men.
    pub(super) male: &'static [&'static str],
    /// Family names.
    pub(super) families: Families,
}

/// All cultures, each as likely as the others.
pub(super) const CULTURES: &[Culture] = &[
    Culture {
        language: ("en", "English"),
        female: &["Margaret", "Alice", "Harriet", "Eleanor", "Joan", "Beatrice", "Dorothy", "Phoebe"],
        male: &["Edward", "Harold", "Nigel", "Rupert", "Walter", "Leonard", "Gareth", "Clive"],
        families: Families::Hyphenated(&[
            "Whitcombe",
            "Ashdown",
            "Pemberton",
            "Harcourt",
            "Thistlewood",
            "Lockyer",
            "Fenwick",
            "Cholmondeley",
        ]),
    },
    // Names that are words of everyday or of medicine.
    Culture {
        language: ("en", "English"),
        female: &["May", "Hope", "Rose", "Grace", "Ivy", "Faith", "Joy", "Summer", "Olive", "Daisy"],
        male: &["Will", "Mark", "Art", "Grant", "Pat", "Chase", "Frank", "Miles", "Guy", "Rusty"],
        families: Families::One(&[
            "Rice", "Young", "Long", "Hand", "King", "Bone", "Head", "Stone", "Waters", "Payne", "Price", "Weeks",
        ]),
    },
    Culture {
        language: ("ga", "Irish"),
        female: &["Siobhán", "Niamh", "Aoife", "Gráinne", "Róisín", "Caoimhe"],
        male: &["Pádraig", "Ciarán", "Seán", "Eoghan", "Tadhg", "Cormac"],
        families: Families::One(&[
            "O'Sullivan",
            "O'Brien",
            "Ní Dhomhnaill",
            "Mac Giolla Phádraig",
            "O’Rourke",
            "McEnroe",
            "D'Arcy",
        ]),
    },
    Culture {
        language: ("es", "Spanish"),
        female: &["María José", "Inés", "Guadalupe", "Begoña", "Ximena", "Lucía", "Pilar"],
        male: &["José Luis", "Ángel", "Íñigo", "Joaquín", "Andrés", "Raúl", "Efraín"],
        families: Families::Two(&[
            "Muñoz",
            "Ibáñez",
            "de la Fuente",
            "Peña",
            "Zúñiga",
            "Echeverría",
            "Castañeda",
            "Quiñones",
        ]),
    },
    Culture {
        language: ("pt", "Portuguese"),
        female: &["Conceição", "Inês", "Luísa", "Graça", "Marília", "Assunção"],
        male: &["João", "Tomé", "Sebastião", "Nuno", "Zeferino", "Estêvão"],
        families: Families::Two(&["dos Santos", "Gonçalves", "da Conceição", "Magalhães", "Brandão", "Simões"]),
    },
    Culture {
        language: ("fr", "French"),
        female: &["Anne-Sophie", "Hélène", "Françoise", "Zoé", "Marie-Ève", "Solène"],
        male: &["Jean-Baptiste", "François", "Loïc", "Gaël", "Étienne", "Benoît"],
        families: Families::Hyphenated(&[
            "Lefèvre",
            "d'Aubigné",
            "Béranger",
            "L'Hostis",
            "Crépeau",
            "de Saint-Cyr",
            "Noël",
        ]),
    },
    Culture {
        language: ("de", "German"),
        female: &["Käthe", "Jördis", "Anneliese", "Ute", "Friederike", "Dörte"],
        male: &["Jürgen", "Götz", "Heinz-Peter", "Matthäus", "Sönke", "Ulrich"],
        families: Families::Hyphenated(&[
            "Müller",
            "von Bülow",
            "Großmann",
            "Schäfer",
            "Weiß",
            "zu Löwenstein",
            "Köhler",
        ]),
    },
    Culture {
        language: ("nl", "Dutch"),
        female: &["Saskia", "Annemieke", "Loes", "Fenna", "Maaike", "Geertje"],
        male: &["Joost", "Pieter-Jan", "Sjoerd", "Maarten", "Wouter", "Cees"],
        families: Families::One(&[
            "van der Meer",
            "de Vries",
            "van 't Hof",
            "ter Haar",
            "van den Broek",
            "IJzerman",
            "'s Gravesande",
        ]),
    },
    Culture {
        language: ("sv", "Swedish"),
        female: &["Åsa", "Märta", "Ingegerd", "Siv", "Bodil", "Solveig"],
        male: &["Håkan", "Göran", "Björn", "Åke", "Søren", "Torbjørn"],
        families: Families::One(&["Åkerström", "Sjögren", "Ødegård", "Lindqvist", "Bjørnstad", "Hägglund"]),
    },
    Culture {
        language: ("is", "Icelandic"),
        female: &["Guðrún", "Þórdís", "Sigríður", "Hrafnhildur"],
        male: &["Þorsteinn", "Ásgeir", "Sigurður", "Hjálmar"],
        families: Families::BySex(&[
            ("Jónsson", "Jónsdóttir"),
            ("Þórsson", "Þórsdóttir"),
            ("Magnússon", "Magnúsdóttir"),
            ("Björnsson", "Björnsdóttir"),
        ]),
    },
    Culture {
        language: ("pl", "Polish"),
        female: &["Małgorzata", "Żaneta", "Agnieszka", "Łucja", "Grażyna"],
        male: &["Łukasz", "Zbigniew", "Wojciech", "Świętosław", "Grzegorz"],
        families: Families::BySex(&[
            ("Wiśniewski", "Wiśniewska"),
            ("Dąbrowski", "Dąbrowska"),
            ("Żółkiewski", "Żółkiewska"),
            ("Brzęczyszczykiewicz", "Brzęczyszczykiewicz"),
        ]),
    },
    Culture {
        language: ("cs", "Czech"),
        female: &["Božena", "Květa", "Ludmila", "Šárka", "Zdeňka"],
        male: &["Jiří", "Zdeněk", "Přemysl", "Řehoř", "Vojtěch"],
        families: Families::BySex(&[
            ("Dvořák", "Dvořáková"),
            ("Kříž", "Křížová"),
            ("Šťastný", "Šťastná"),
            ("Němec", "Němcová"),
        ]),
    },
    Culture {
        language: ("tr", "Turkish"),
        female: &["Ayşe", "Gülşen", "Çiğdem", "Işıl", "Nurgül"],
        male: &["İbrahim", "Oğuz", "Çağlar", "Şükrü", "Ümit"],
        families: Families::One(&["Yıldız", "Öztürk", "Kılıç", "Şahin", "Gökçe", "Ağaoğlu"]),
    },
    Culture {
        language: ("ar", "Arabic"),
        female: &["Fatima", "Nour", "Zaynab", "Umm Kulthum", "Rasha"],
        male: &["Abd al-Rahman", "Yusuf", "Tariq", "Mu'adh", "Salah ad-Din"],
        families: Families::One(&["al-Khatib", "bin Rashid", "El Masri", "abu Hassan", "al-Qahtani", "Sa'id"]),
    },
    Culture {
        language: ("vi", "Vietnamese"),
        female: &["Thị Hồng", "Ngọc Ánh", "Thùy Dương", "Bích Thủy"],
        male: &["Văn Đức", "Minh Tuấn", "Quốc Bảo", "Hữu Phước"],
        families: Families::One(&["Nguyễn", "Trần", "Đặng", "Phạm", "Võ", "Huỳnh"]),
    },
    Culture {
        language: ("zh", "Chinese"),
        female: &["Xiaomei", "Li", "Yu-Ting", "Qiuyan", "An"],
        male: &["Wei", "Jian-Hong", "Zhiqiang", "Bo", "Lü"],
        families: Families::One(&["Ng", "Xu", "Ou-Yang", "Li", "Szeto", "Zhao", "Wu"]),
    },
    Culture {
        language: ("ko", "Korean"),
        female: &["Ji-woo", "Soo-jin", "Eun-hye", "Mi-Kyung"],
        male: &["Sung-ho", "Min-jun", "Jae-hyun", "Dong Wook"],
        families: Families::One(&["Pak", "Choi", "Namkoong", "Seo", "Yoon", "Im"]),
    },
    Culture {
        language: ("hi", "Hindi"),
        female: &["Lakshmi", "Priyanka", "Meenakshi", "Sarojini", "Anjali"],
        male: &["Venkatesan", "Harpreet", "Rajagopal", "Arjun", "Subramaniam"],
        families: Families::One(&["Iyer", "Chattopadhyay", "Krishnamurthy", "Singh", "Patel", "Ramanathan"]),
    },
    Culture {
        language: ("ig", "Igbo"),
        female: &["Adaeze", "Ngọzi", "Chiamaka", "Olúwaṣeun", "Yetunde"],
        male: &["Chukwuemeka", "Babátúndé", "Obinna", "Ọlá", "Kelechi"],
        families: Families::One(&["Nwachukwu", "Adébáyọ̀", "Okonkwo", "Ezeudu", "Ogunleye", "Onyekachi"]),
    },
    Culture {
        language: ("am", "Amharic"),
        female: &["Hiwot", "Tsehay", "Almaz", "Meseret"],
        male: &["Getachew", "Tewodros", "Haile", "Dawit"],
        families: Families::One(&["Wolde-Mariam", "Gebre Selassie", "Tessema", "Bekele", "Desta"]),
    },
    Culture {
        language: ("haw", "Hawaiian"),
        female: &["Leilani", "Kaʻiulani", "Noelani", "Puanani"],
        male: &["Keoni", "Kalākaua", "Makoa", "Ikaika"],
        families: Families::One(&["Kahananui", "Keaweʻaimoku", "Kealoha", "Nāmāhoe"]),
    },
    Culture {
        language: ("ja", "Japanese"),
        female: &["Yūko", "Haruka", "Chiyo", "Akemi"],
        male: &["Kōji", "Shin'ichi", "Takeshi", "Ryō"],
        families: Families::One(&["Ōta", "Fujiwara", "Kuroda", "Saitō", "Hayashi", "Jun'ya"]),
    },
];

/// Names by which friends call people of a given name; notes use them, the structure does not.
pub(super) const NICKNAMES: &[&str] = &["Bunny", "Kit", "Skip", "Dot", "Buzz", "Tuppy", "Mimi", "Jojo", "Ace", "Lulu"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_culture_has_names_and_the_hard_kinds_are_there() {
        let mut all = String::new();
        for culture in CULTURES {
            assert!(culture.female.len() >= 4 && culture.male.len() >= 4);
            let families: Vec<&str> = match culture.families {
                Families::One(names) | Families::Two(names) | Families::Hyphenated(names) => names.to_vec(),
                Families::BySex(names) => names.iter().flat_map(|(man, woman)| [*man, *woman]).collect(),
            };
            assert!(families.len() >= 4);
            for name in culture.female.iter().chain(culture.male).chain(&families) {
                assert!(!name.trim().is_empty() && !name.contains(char::is_numeric), "{name}");
                all.push_str(name);
                all.push('|');
            }
        }
        for hard in ["-", "'", "’", "ʻ", "ñ", "ß", "ø", "ł", "ı", "ọ", "van ", "Rice", "|Li|"] {
            assert!(all.contains(hard.trim()), "{hard}");
        }
    }
}
