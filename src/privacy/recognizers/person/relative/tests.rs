//! Which words behind a relation are a name.

use super::*;
use crate::privacy::recognizers::names::example::claimed;

#[test]
fn what_stands_behind_a_relation_is_a_name_where_it_can_be_one() {
    let rows: &[(&str, &[&str])] = &[
        ("Her cousin Ngozi came", &["Ngozi"]),
        ("Her cousin's Ngozi came", &[]),
        ("Her cousin, Ngozi, came", &["Ngozi"]),
        ("Her cousin (Ngozi) came", &["Ngozi"]),
        ("Her cousin: Ngozi came", &["Ngozi"]),
        ("Her cousin; Ngozi came", &[]),
        ("Her cousin Lakemont came", &["Lakemont"]),
        ("Her cousin, Lakemont, came", &["Lakemont"]),
        ("Her cousin Braf came", &["Braf"]),
        ("Her cousin Veronica, her cousin, Iris", &["Veronica", "Iris"]),
        ("Her brother-in-law, Ngozi came", &["Ngozi"]),
        ("Her cousin is called Ngozi here", &["Ngozi"]),
        ("Her cousin named Ngozi", &["Ngozi"]),
        ("Her cousin is, Ngozi", &["Ngozi"]),
        ("wife of Ngozi, wife of the Ngozi", &["Ngozi"]),
        ("h:This long line was signed by her cousin\nNgozi", &["Ngozi"]),
        ("Her cousin 4 came", &[]),
        ("Her cousin eGFR came", &[]),
        ("Her cousin J came", &[]),
        ("Her cousin Grace came", &["Grace"]),
        ("Her cousin Hope came", &["Hope"]),
        ("Her cousin Young came", &["Young"]),
        ("Her cousin named Grace came", &["Grace"]),
        ("Her cousin named Hope came", &[]),
        ("Her cousin grace came", &[]),
        ("Her cousin Rode came, her cousin Such came", &["Rode"]),
        ("her cousin grace. then we went home and it was done", &["grace"]),
        ("her cousin grace then we went home and it was done", &[]),
        ("her cousin grace-like we went home and it was done", &[]),
        ("her cousin grace/we went home and it was done", &[]),
        ("her cousin, grace, then we went home and it was done", &[]),
        ("her cousin bright, then we went home and it was done", &[]),
        ("her cousin rode, then we went home and it was done", &[]),
        ("her cousin midwife, then we went home and it was done", &[]),
        ("her cousin goal, then we went home and it was done", &["goal"]),
        ("her cousin june, then we went home and it was done", &[]),
        ("her cousin ethnicity, then we went home and it was done", &["ethnicity"]),
        ("Her cousin grace, then we went home and it was done", &[]),
        ("her cousin young took it home and it was done", &["young"]),
        ("her cousin bright took it home and it was done", &["bright"]),
        ("her cousin such took it home and it was done", &[]),
        ("her cousin rode took it home and it was done", &[]),
        ("her cousin midwife took it home and it was done", &[]),
        ("her cousin goal took it home and it was done", &["goal"]),
        ("her cousin ethnicity took it home and it was done", &["ethnicity"]),
        ("her cousin hubby took it home and it was done", &[]),
        ("her cousin, bright took it home and it was done", &[]),
        ("her cousin bright; took it home and it was done", &[]),
        ("Her cousin bright took it home and it was done", &[]),
        ("her cousin cousin took it home and it was done", &[]),
        ("HER COUSIN BRIGHT TOOK IT HOME", &["BRIGHT"]),
    ];
    for &(text, names) in rows {
        assert_eq!(claimed(text, claims), names, "{text}");
    }
}
