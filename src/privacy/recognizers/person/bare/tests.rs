//! Which names are told by the lexicon, their shape and the sentence around them.

use super::*;
use crate::privacy::recognizers::names::example::{claimed, scored};

#[test]
fn family_and_given_name_at_a_lines_beginning_are_one() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("Then Okafor came.", &[("Okafor", 60)]),
        ("Ngozi Okafor came. Tariq Solberg went.", &[("Ngozi Okafor", 60), ("Tariq Solberg", 60)]),
        ("Okafor, Ngozi | Room 4", &[("Okafor, Ngozi", 60)]),
        ("Okafor, Ngozi (mother)", &[("Okafor, Ngozi", 60)]),
        ("Okafor, Ngozi - seen", &[("Okafor, Ngozi", 60)]),
        ("Okafor, Ngozi / seen", &[("Okafor, Ngozi", 60)]),
        ("Okafor, Ngozi: seen", &[("Okafor, Ngozi", 60)]),
        ("Okafor, Ngozi 71", &[("Okafor, Ngozi", 60)]),
        ("Okafor, Ngozi MRN", &[("Okafor, Ngozi", 60)]),
        ("Okafor, Ngozi came", &[("Ngozi", 60)]),
        ("Seen by Okafor, Ngozi | Room 4", &[("Okafor", 60), ("Ngozi", 40)]),
        ("A\nOkafor, Ngozi\nRoom 4", &[("Okafor, Ngozi", 60)]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn an_age_behind_it_tells_a_name() {
    let rows: &[(&str, &[&str])] = &[
        ("ngozi okafor 71f here", &["ngozi okafor"]),
        ("was ngozi okafor 71f here", &[]),
        ("ngozi-okafor 71f here", &[]),
        ("OKAFOR, NGOZI 71F", &["OKAFOR, NGOZI"]),
        ("Okafor, NGOZI 71F", &[]),
        ("was Okafor, Ngozi 71F", &[]),
        ("grace 71f with cough", &["grace"]),
        ("was grace 71f with cough", &[]),
        ("okafor 71f with cough", &[]),
        ("glenn 71f with cough", &[]),
        ("kegel 71f with cough", &[]),
        ("iris 71f with cough", &[]),
        ("veronica 71f with cough", &[]),
        ("allegra 71f with cough", &[]),
        ("june 71f with cough", &[]),
        ("lens 71f with cough", &[]),
        ("such 71f with cough", &[]),
        ("rode 71f with cough", &[]),
        ("goal 71f with cough", &[]),
        ("ethnicity 71f with cough", &[]),
        ("midwife 71f with cough", &[]),
        ("cousin 71f with cough", &[]),
        ("manor 71f with cough", &["manor"]),
        ("table 71f with cough", &[]),
        ("grace, 71f with cough", &[]),
        ("grace 7100f with cough", &[]),
        ("grace 71g with cough", &[]),
        ("grace 71 with cough", &[]),
        ("grace 7yo with cough", &["grace"]),
        ("grace 71y with cough", &["grace"]),
        ("grace 71yr with cough", &["grace"]),
        ("grace 71yrs here", &["grace"]),
        ("grace 71m here", &["grace"]),
        ("grace f here", &[]),
        ("grace 7f and 71m", &["grace"]),
        ("71m grace", &[]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, aged), names, "{text}");
    }
}

#[test]
fn lists_in_capitals_have_family_and_given_name() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("KLOSTER, GUNTER 71", &[("KLOSTER, GUNTER", 40)]),
        ("OKAFOR, NGOZI AND VARGA", &[("OKAFOR, NGOZI", 40), ("VARGA", 40)]),
        ("METFORMIN, WARFARIN TAKEN", &[]),
        ("KLOSTER; GUNTER 71", &[]),
        ("CAME, KLOSTER, GUNTER 71", &[]),
        ("PAIN, LAKEMONT, PARIS", &[]),
        ("IVY, BRAF NOW", &[]),
        ("Then KLOSTER, GUNTER came here and went home again now", &[]),
        ("OKAFOR, ALLEGRA CAME", &[]),
        ("OKAFOR, CANDIDA CAME", &[]),
        ("OKAFOR, VERONICA CAME", &[]),
        ("OKAFOR, GEORGIA CAME", &[]),
        ("OKAFOR, LEE CAME", &[("OKAFOR, LEE", 40), ("LEE", 40)]),
        ("OKAFOR, LE CAME", &[]),
        ("OKAFOR, ZY CAME", &[]),
        ("ROSE, IVY CAME", &[]),
        ("ROSE, ROSE CAME", &[]),
        ("KLOSTER, ROSE CAME", &[]),
        ("KLOSTER, IVY CAME", &[]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn names_are_spelled_out() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("that is h a r g here", &[("h a r g", 60)]),
        ("that is h a r here", &[]),
        ("that is h-a-r-g here", &[("h-a-r-g", 60)]),
        ("that is h, a, r, g here", &[]),
        ("that is h  a  r  g here", &[]),
        ("that is H. A. R. G. here", &[]),
        ("that is w a l k here", &[]),
        ("that is 1 2 3 4 here", &[]),
        ("h a r g r o v e and t a b l e and o k a f o r", &[("h a r g r o v e", 60), ("o k a f o r", 60)]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn a_given_name_opens_a_name_though_it_is_a_word() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("II Okafor and Jr Okafor came", &[("Okafor", 40), ("Okafor", 60)]),
        ("Child-Babinski came", &[]),
        ("Then K. Okafor came", &[("K. Okafor", 60)]),
        ("Then k. Okafor came", &[("Okafor", 60)]),
        ("Then K. Table came", &[]),
        ("Then K. Lakemont came", &[("K. Lakemont", 60)]),
        ("Then K Okafor came", &[("Okafor", 60)]),
        ("Then K, Okafor came", &[("Okafor", 60)]),
        ("Then K. okafor came", &[]),
        ("Then Hope Okafor came", &[("Hope Okafor", 60)]),
        ("Then Hope M Okafor came", &[("Hope M Okafor", 60)]),
        ("Then Hope M. Okafor came", &[("Hope M. Okafor", 60)]),
        ("Then Hope. Okafor came", &[("Okafor", 40)]),
        ("Then Hope table came", &[]),
        ("Then Hope Table came", &[]),
        ("Then Hope, Okafor came", &[("Okafor", 60)]),
        ("Then Such Okafor came", &[("Okafor", 60)]),
        ("Then Rode Okafor came", &[("Rode Okafor", 60)]),
        ("Then Goal Okafor came", &[("Goal Okafor", 60)]),
        ("Then Ethnicity Okafor came", &[("Ethnicity Okafor", 60)]),
        ("Then Midwife Okafor came", &[("Midwife Okafor", 60)]),
        ("Then Cousin Okafor came", &[("Cousin Okafor", 60)]),
        ("Then Judge Okafor came", &[("Judge Okafor", 60)]),
        ("Then June Okafor came", &[("June Okafor", 60)]),
        ("Then Lens Okafor came", &[("Lens Okafor", 60)]),
        ("Then Somali Okafor came", &[("Somali Okafor", 60)]),
        ("Then Allegra Okafor came", &[("Allegra Okafor", 60)]),
        ("Then Candida Okafor came", &[("Candida Okafor", 60)]),
        ("Then Table Okafor came", &[("Okafor", 60)]),
        ("Then Zy Okafor came", &[("Zy Okafor", 60)]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn somebody_is_spoken_to_or_speaks() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("Ngozi, can you come here", &[("Ngozi", 40)]),
        ("Grace, can you come here", &[]),
        ("Grace, the table is here", &[]),
        ("Grace, please come", &[]),
        ("Then Grace, can you come", &[]),
        ("Hope, can you come here", &[]),
        ("Zyxwv, can you come here", &[("Zyxwv", 40)]),
        ("Ngozi: Come here", &[("Ngozi", 40)]),
        ("Ngozi: come here", &[]),
        ("Ngozi; come here", &[("Ngozi", 40)]),
        ("Ngozi, table and chair", &[]),
        ("Okafor, can you come here", &[]),
        ("NGOZI, CAN YOU COME", &[]),
        ("Okafor, Such MRN", &[]),
        ("Lee, we saw it. Varga: Then home", &[("Lee", 40)]),
        ("Paris, we saw it here", &[("Paris", 40)]),
        ("Mark, we saw it here", &[]),
        ("Mark, can we see it here", &[]),
        ("Rose, can we see it here", &[("Rose", 40)]),
        ("Rose, we see it here", &[("Rose", 40)]),
        ("Rose: We see it here", &[("Rose", 40)]),
        ("Rose: we see it here", &[]),
        ("ROSE: We see it here", &[]),
        ("Ivy: We see it here", &[]),
        ("Veronica: We see it here", &[]),
        ("May: We see it here", &[]),
        ("Lakemont: We see it here", &[]),
        ("Ngozi; We see it here", &[("Ngozi", 40)]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn a_name_stands_alone_on_its_line() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("Table\nSolberg\nWalk", &[("Solberg", 40)]),
        ("Solberg", &[("Solberg", 40)]),
        ("Grace", &[]),
        ("Grace\nTable", &[]),
        ("Lakemont\nTable", &[]),
        ("Table\nLakemont was", &[("Lakemont", 40)]),
        ("Lakemont\n\nThen home", &[]),
        ("Lakemont", &[]),
        ("Ivy", &[]),
        ("Veronica", &[]),
        ("Ivy | Veronica", &[]),
        ("Solberg home", &[]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn what_stands_before_a_name_speaks_for_it_or_against_it() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("Then Okafor Hospital came", &[("Okafor", 40)]),
        ("Then Lakemont Bakery came", &[("Lakemont", 40)]),
        ("then wal king again and again", &[("wal king", 40)]),
        ("gaitstairs now, gait stairs", &[]),
        ("she saw ngozi okafor and went", &[("ngozi okafor", 60)]),
        ("she saw zyx wvut and went", &[("zyx wvut", 60)]),
        ("Then Zyx Wvut Then", &[("Zyx Wvut", 40)]),
        ("Called by Lakemont then", &[("Lakemont", 40)]),
        ("was called by lakemont then gone", &[("lakemont", 40)]),
        ("The Okafor chair is here", &[]),
        ("A Okafor, an Okafor, no Okafor, any Okafor", &[]),
        ("with Okafor, on Okafor, of Okafor", &[("Okafor", 60), ("Okafor", 40)]),
        ("The Solberg", &[]),
        ("Then the Lakemont table", &[]),
        ("on metformin Solberg", &[("Solberg", 40)]),
        ("Then Okafor's chair", &[]),
        ("Then Lakemont's chair", &[]),
        ("Then Levine's chair", &[]),
        ("Then Levine came. Levine came. Babinski came", &[("Levine", 60), ("Levine", 40)]),
        ("Then Foley came, then Foley", &[("Foley", 60)]),
        ("Then Wilson came, then Wilson", &[("Wilson", 60), ("Wilson", 40)]),
        ("Then Crohn, then Perthes Foley, then Levine Perthes", &[]),
        ("Then Wilson Foley table", &[("Wilson Foley", 60)]),
        ("Then Glenn Levine table", &[]),
        ("Then Georgia came, in Georgia, then Georgia", &[("Georgia", 60), ("Georgia", 40)]),
        ("Michigan came", &[]),
        ("OKAFOR^NGOZI", &[("OKAFOR^NGOZI", 60)]),
        ("LAKEMONT^LE", &[]),
        ("Then Zyx Wvut came", &[("Zyx Wvut", 60)]),
        ("zyx wvut came", &[]),
        ("Then Ngozi. Okafor", &[("Ngozi", 40)]),
        ("Then Heights came, then Manor came", &[("Heights", 60), ("Manor", 40)]),
        ("Then Lakemont Bakery", &[("Lakemont", 40)]),
        ("Then Ngozi Bakery came", &[("Ngozi", 40)]),
        ("Then Ngozi Manor came", &[("Ngozi Manor", 60)]),
        ("Then Hospital Okafor came", &[("Okafor", 60)]),
        ("then gait stairs gaits here", &[]),
        ("zyx-wvu here and home again now", &[("zyx-wvu", 40)]),
        ("Then tab le came", &[]),
        ("of metformin Okafor came, after metformin Lee", &[("Okafor", 60), ("Lee", 40)]),
        ("mg Okafor came", &[("Okafor", 40)]),
        ("Then Veronica. Then Iris. Then Ivy. Then Rose. Then Mark.", &[("Rose", 40)]),
        ("Then Veronica, then Iris; then Ivy", &[("Ivy", 40)]),
        ("then veronica walked here and then went home again", &[]),
        ("Then Glenn came, Glenn came. Glenn was here", &[("Glenn", 60), ("Glenn", 60), ("Glenn", 40)]),
        ("Then Foley, Foley came. Foley was here", &[("Foley", 60), ("Foley", 40)]),
        ("Then Wilson, then Glenn, then Levine", &[("Wilson", 40)]),
        ("Then Foley Wilson, Crohn Foley, Perthes Perthes", &[("Foley Wilson", 60)]),
        ("Then Wilson Levine, Glenn Perthes, Lee Levine", &[("Wilson Levine", 60), ("Lee Levine", 60)]),
        ("Then Georgia, then Michigan, then Georgia Michigan", &[("Georgia", 40), ("Georgia", 40)]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn a_single_word_needs_more() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("They gave Veronica his table", &[("Veronica", 40)]),
        ("They gave Grace his table", &[("Grace", 40)]),
        ("They gave Grace Table", &[]),
        ("Grace his table", &[]),
        ("They gave, Grace his table", &[]),
        ("The Grace his table", &[]),
        ("They gave Hope his table", &[]),
        ("They gave Allegra his table", &[]),
        ("They gave Iris his table", &[("Iris", 40)]),
        ("THEY GAVE Grace his table here and now", &[]),
        ("They gave Grace", &[("Grace", 40)]),
        ("They gave Grace, his table", &[("Grace", 40)]),
        ("They gave Grace; table", &[]),
        ("They gave Grace - table", &[]),
        ("the former Shepherd came", &[]),
        ("a Rose came", &[]),
        ("in Georgia came", &[]),
        ("of Georgia came", &[]),
        ("Georgia came", &[]),
        ("then Georgia came", &[("Georgia", 60)]),
        ("then lee came here and went", &[("lee", 60)]),
        ("then paris came here and went", &[("paris", 40)]),
        ("Rose table here", &[]),
        ("Then Rose", &[("Rose", 40)]),
        ("Ivy came here", &[]),
        ("4 Okafor came", &[("Okafor", 40)]),
        ("II 4 Okafor came", &[("Okafor", 60)]),
        ("4 Ngozi came", &[("Ngozi", 60)]),
        ("4 Glenn came", &[("Glenn", 40)]),
        ("4 Levine came", &[("Levine", 40)]),
        ("Then Zyx. here", &[]),
        ("Then Zyx.4 here", &[]),
        ("Then Zyxwv. here", &[("Zyxwv", 40)]),
        ("Then Zyx.", &[("Zyx", 40)]),
        ("Veronica came. Iris came. Ivy came.", &[]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn what_stands_behind_a_name_speaks_for_it_or_against_it() {
    let rows: &[(&str, &[(&str, u8)])] = &[
        ("Okafor syndrome here", &[]),
        ("Ngozi Okafor syndrome here", &[]),
        ("Then Okafor 71m here", &[("Okafor", 60)]),
        ("Then Okafor 71 here", &[]),
        ("Then Okafor II. Here", &[("Okafor II", 40)]),
        ("Then Okafor II here", &[("Okafor II", 40)]),
        ("Then Rose is here, then Rose walked here", &[("Rose", 60), ("Rose", 60)]),
        ("Then Okafor tabled here", &[("Okafor", 40)]),
        ("Then Okafor walked here", &[("Okafor", 60)]),
        ("Then Lakemont tables here, then Lakemont chair here", &[("Lakemont", 40)]),
        ("Then Okafor stenosis here", &[]),
        ("Then Okafor's stenosis here", &[("Okafor", 60)]),
        ("Then Levine's stenosis here", &[]),
        ("Then Lakemont soup here", &[]),
        ("Then Lakemont Soup here", &[("Lakemont", 40)]),
        ("Then Lakemont cousin here", &[("Lakemont", 40)]),
    ];
    for &(text, names) in rows {
        let found = scored(text, claims);
        let found: Vec<(&str, u8)> = found.iter().map(|(words, score)| (words.as_str(), *score)).collect();
        assert_eq!(found, names, "{text}");
    }
}
