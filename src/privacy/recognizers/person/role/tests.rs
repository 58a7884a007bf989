//! Which words beside what somebody does are a name.

use super::*;
use crate::privacy::recognizers::names::example::claimed;

#[test]
fn whoever_sees_reads_or_is_asked_is_somebody() {
    let rows: &[(&str, &[&str])] = &[
        ("Seen by Okafor today", &["Okafor"]),
        ("s/b Okafor today", &["Okafor"]),
        ("S/B FOLEY NOW", &["FOLEY"]),
        ("d/w okafor here and now gone", &["okafor"]),
        ("d/w grace here and now gone", &[]),
        ("D/w Grace here", &["Grace"]),
        ("r/v Okafor, x/v Okafor", &["Okafor"]),
        ("s-b Okafor", &[]),
        ("Discussed with Okafor", &["Okafor"]),
        ("Treated with Okafor", &[]),
        ("Taken by Okafor", &[]),
        ("Seen by, Okafor", &[]),
        ("seen by Such", &[]),
        ("seen by Midwife", &[]),
        ("seen by Cousin", &[]),
        ("seen by Goal", &[]),
        ("seen by Ethnicity", &[]),
        ("seen by Lens", &[]),
        ("seen by Manor", &[]),
        ("seen by Foundry", &[]),
        ("seen by Neurology", &[]),
        ("seen by Haha", &[]),
        ("seen by Judge", &[]),
        ("seen by Mph", &[]),
        ("seen by June", &[]),
        ("seen by Somali", &[]),
        ("seen by Rode", &["Rode"]),
        ("seen by Lakemont", &[]),
        ("seen by Babinski", &["Babinski"]),
        ("seen by Zyxwv", &["Zyxwv"]),
        ("seen by Table", &[]),
        ("seen by Grace", &["Grace"]),
        ("Seen by grace", &[]),
        ("Seen by OKAFOR", &[]),
        ("SEEN BY OKAFOR", &["OKAFOR"]),
        ("SEEN BY GRACE", &[]),
        ("seen by Metformin", &[]),
        ("seen by Veronica", &[]),
        ("seen by Candida", &[]),
        ("seen by Georgia", &[]),
        ("seen by Okafor test", &[]),
        ("seen by Okafor-like", &["Okafor"]),
        ("seen by Okafor-test", &[]),
        ("seen by Okafor Test", &["Okafor"]),
        ("seen by Okafor, test", &["Okafor"]),
        ("seen by okafor here and now gone home", &[]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, claims), names, "{text}");
    }
}

#[test]
fn what_stands_behind_a_role_is_a_name_where_it_can_be_one() {
    let rows: &[(&str, &[&str])] = &[
        ("Surgeon Okafor came", &["Okafor"]),
        ("Surgeon's Okafor came", &[]),
        ("SURGEON LAKEMONT CAME", &["LAKEMONT"]),
        ("Surgeon Paris came", &["Paris"]),
        ("Surgeon, Okafor, came", &["Okafor"]),
        ("Surgeon, Lakemont, came", &["Lakemont"]),
        ("Surgeon (Okafor) came", &["Okafor"]),
        ("Surgeon (Lakemont) came", &["Lakemont"]),
        ("Surgeon; Okafor came", &[]),
        ("Surgeon J came", &[]),
        ("Surgeon Rose came", &["Rose"]),
        ("Surgeon Lakemont came", &["Lakemont"]),
        ("h:This long line was signed by surgeon\nOkafor", &["Okafor"]),
        ("surgeon grace took the table and the chair", &["grace"]),
        ("surgeon grace and the table and the chair", &["grace"]),
        ("surgeon grace table and the chair again", &[]),
        ("surgeon such took the table and the chair", &[]),
        ("surgeon rode took the table and the chair", &[]),
        ("surgeon goal took the table and the chair", &[]),
        ("surgeon ethnicity took the table and the chair", &[]),
        ("surgeon midwife took the table and the chair", &[]),
        ("surgeon lens took the table and the chair", &[]),
        ("surgeon, grace took the table and the chair", &[]),
        ("surgeon table took the table and the chair", &[]),
        ("Surgeon Grace took the table", &["Grace"]),
        ("Surgeon grace took the table", &[]),
        ("pt Okafor 20 mg", &["Okafor"]),
        ("pt Allegra 20 mg", &[]),
        ("pt Levine 20 mg", &[]),
        ("pt Levine, 20 mg", &["Levine"]),
        ("pt Levine test", &[]),
        ("pt Levine Test", &["Levine Test"]),
        ("pt Levine-test", &[]),
        ("Surgeon Okafor, Ngozi came", &["Okafor, Ngozi"]),
        ("surgeon Varga Solberg came", &["Varga Solberg"]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, claims), names, "{text}");
    }
}

#[test]
fn what_stands_before_a_credential_is_a_name_where_it_can_be_one() {
    let rows: &[(&str, &[&str])] = &[
        ("Ngozi Okafor, MD", &["Ngozi Okafor"]),
        ("Ngozi Okafor MD came", &["Ngozi Okafor"]),
        ("Ngozi Okafor (MD) came", &["Ngozi Okafor"]),
        ("Ngozi Okafor / MD came", &[]),
        ("Ngozi Okafor, md", &["Ngozi Okafor"]),
        ("Ngozi Okafor, md came", &[]),
        ("Ngozi Okafor md", &[]),
        ("Ngozi Okafor. MD came", &[]),
        ("Ngozi O. MD came", &["Ngozi O"]),
        ("Ngozi O, MD came", &["Ngozi O"]),
        ("Ngozi O MD came", &["Ngozi O"]),
        ("Lakemont, MD came", &["Lakemont"]),
        ("Lakemont MD came", &["Lakemont"]),
        ("Table, MD came", &[]),
        ("Table MD came", &[]),
        ("RN, MD came", &[]),
        ("Rn, MD came", &[]),
        ("O, MD came", &[]),
        ("PhD Okafor PharmD came", &["Okafor"]),
        ("Okafor, R. NP", &["Okafor, R"]),
        ("Lakemont, R. NP", &["Lakemont, R"]),
        ("Table, R. NP", &[]),
        ("Okafor R. NP", &["Okafor R"]),
        ("Ivy, MD came", &[]),
        ("Zy, MD came", &[]),
        ("Varga, Okafor, MD", &["Varga, Okafor"]),
        ("h:This long line was signed by Okafor\nMD came", &["Okafor", "Okafor"]),
        ("grace young rn", &["grace young"]),
        ("then grace young rn", &[]),
        ("grace young, rn", &[]),
        ("grace, young rn", &[]),
        ("grace young do", &[]),
        ("such young rn", &[]),
        ("rode young rn", &[]),
        ("goal young rn", &[]),
        ("ethnicity young rn", &[]),
        ("grace table rn", &[]),
        ("GRACE YOUNG RN", &[]),
        ("Grace Young rn", &[]),
        ("young rn came here and went home", &[]),
        ("pain\ngrace young rn", &["grace young"]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, claims), names, "{text}");
    }
}
