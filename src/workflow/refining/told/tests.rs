use super::*;

#[test]
fn what_a_model_wants_to_read_stands_in_a_line_of_its_own_and_is_no_part_of_the_answer() {
    let search = |words: &str| Some(Wish::Search(words.to_owned()));
    let open = |number| Some(Wish::Open(Alias::new(number)));
    for (reply, said, wish) in [
        ("It rose.\nSEARCH: weight in spring", "It rose.", search("weight in spring")),
        ("search: statin", "", search("statin")),
        ("**OPEN: [R3]**", "", open(3)),
        ("It rose.\n- Open: R12 please\nIndeed.", "It rose.\nIndeed.", open(12)),
        ("SEARCH: a\nOPEN: R1", "", search("a")),
        ("SEARCH:", "", None),
        ("OPEN: the second one", "", None),
        ("They searched: nothing.", "They searched: nothing.", None),
        ("", "", None),
    ] {
        assert_eq!(divided(reply), (said.to_owned(), wish), "{reply}");
    }
}
