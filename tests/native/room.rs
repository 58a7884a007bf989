//! The room: files that are added in steps, and an index that is made in steps.

use chaperone::document::PatientIndex;
use chaperone::error::Code;
use chaperone::index::concepts::table;
use chaperone::ingest::{Import, Report};
use chaperone::progress::Unwatched;
use chaperone::quote::format::Endpoint;
use chaperone::room::{Room, Search};

const OKAFOR: &[u8] = include_bytes!("../../examples/records/okafor.json");
const SOLBERG: &[u8] = include_bytes!("../../examples/records/solberg.json");

fn index_in_steps(room: &mut Room, most: usize) -> usize {
    let mut steps = 1;
    let (mut done, total) = room.refresh_step(most).unwrap();
    while done < total {
        let (now, of) = room.refresh_step(most).unwrap();
        // What is put together, and let go of, at the end counts as the last of it.
        assert!((now > done || now + 1 == of) && of == total);
        (done, steps) = (now, steps + 1);
    }
    assert_eq!(room.refresh_step(most).unwrap(), (total, total));
    steps
}

fn receipt(room: &mut Room) -> String {
    let endpoint = Endpoint::new("http://localhost:1/v1/chat/completions", "m", true);
    let workflow = room.prepare("How did the blood pressure of Okafor change?", &endpoint, [7; 32], 0).unwrap();
    serde_json::to_string(workflow.state()).unwrap()
}

#[test]
fn an_index_made_in_steps_is_the_same() {
    let mut at_once = Room::new().unwrap();
    at_once.add(OKAFOR, &mut Unwatched).unwrap();
    at_once.add(SOLBERG, &mut Unwatched).unwrap();
    for most in [1, 50, usize::MAX] {
        let mut room = Room::new().unwrap();
        for file in [OKAFOR, SOLBERG] {
            let mut import = Import::begin(file).unwrap();
            while !room.step(&mut import, 10_000).unwrap().finished {}
            assert!(!room.finish(import).unwrap().already_read);
        }
        assert!(index_in_steps(&mut room, most) >= 2);
        assert!(room.index().unwrap() == at_once.index().unwrap(), "steps of {most}");
        assert_eq!(receipt(&mut room), receipt(&mut at_once));
    }
}

#[test]
fn a_file_that_is_added_in_between_is_indexed_too() {
    let mut room = Room::new().unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    room.refresh_step(1).unwrap();
    room.add(SOLBERG, &mut Unwatched).unwrap();
    room.refresh_step(1).unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    index_in_steps(&mut room, 10);
    let mut other = Room::new().unwrap();
    other.add(OKAFOR, &mut Unwatched).unwrap();
    other.add(SOLBERG, &mut Unwatched).unwrap();
    assert!(room.index().unwrap() == other.index().unwrap());
}

#[test]
fn a_room_of_nothing_is_done_at_once() {
    assert_eq!(Room::new().unwrap().refresh_step(5).unwrap(), (0, 0));
}

#[test]
fn a_question_does_what_is_left() {
    let mut room = Room::new().unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    room.refresh_step(3).unwrap();
    assert!(!room.quotes("What is the blood pressure?").unwrap().blocks.is_empty());
}

#[test]
fn what_was_there_before_is_searched_while_a_further_file_is_made_findable() {
    let found = |room: &mut Room, question: &str| {
        let found = room.find_meanwhile(question, &Search::default()).unwrap();
        let texts: Vec<String> =
            found.hits.hits.iter().map(|hit| found.text(hit.passage).unwrap().to_owned()).collect();
        (found.is_earlier, texts)
    };
    let add = |room: &mut Room, file: &'static [u8]| {
        let mut import = Import::begin(file).unwrap();
        while !room.step(&mut import, usize::MAX).unwrap().finished {}
        room.finish(import).unwrap()
    };
    let mut room = Room::new().unwrap();
    // Of a first file there is nothing from before.
    add(&mut room, SOLBERG);
    let before = found(&mut room, "blood pressure");
    assert!(!before.0 && !before.1.is_empty());
    // A file changes documents that there were, and where they stand.
    add(&mut room, OKAFOR);
    room.refresh_step(1).unwrap();
    assert_eq!(found(&mut room, "blood pressure"), (true, before.1.clone()));
    room.refresh_step(5).unwrap();
    assert_eq!(found(&mut room, "blood pressure"), (true, before.1.clone()));
    index_in_steps(&mut room, 50);
    let after = found(&mut room, "blood pressure");
    assert!(!after.0 && after.1 != before.1);
    // The same file once more changes nothing, and whatever else is asked is answered from all.
    assert!(add(&mut room, OKAFOR).already_read);
    assert_eq!(found(&mut room, "blood pressure"), after);
    let mut other = Room::new().unwrap();
    add(&mut other, SOLBERG);
    other.refresh().unwrap();
    add(&mut other, OKAFOR);
    other.search("blood pressure", chaperone::retrieve::Strategy::Keyword, 3).unwrap();
    assert_eq!(found(&mut other, "blood pressure"), after);
}

/// Reads `file` to its end, and adds it in turns of `most`; between them `look` is shown the room.
fn join_in_turns(room: &mut Room, file: &'static [u8], most: usize, look: impl Fn(&mut Room)) -> (Report, usize) {
    let mut import = Import::begin(file).unwrap();
    while !room.step(&mut import, usize::MAX).unwrap().finished {}
    let mut joining = room.join(import).unwrap();
    let mut turns = 1;
    while !room.join_step(&mut joining, most) {
        look(room);
        turns += 1;
    }
    look(room);
    (room.joined(joining).unwrap(), turns)
}

#[test]
fn a_file_that_is_added_in_turns_is_the_same_as_at_once() {
    for most in [1, 7, 512, usize::MAX] {
        let (mut room, mut at_once) = (Room::new().unwrap(), Room::new().unwrap());
        for (number, file) in [SOLBERG, OKAFOR].into_iter().enumerate() {
            room.refresh().unwrap();
            let (before, index) = (room.records().clone(), room.index().unwrap().clone());
            let (report, turns) = join_in_turns(&mut room, file, most, |room| {
                assert!(room.records() == &before && room.index().unwrap() == &index, "nothing is there until the end");
            });
            assert_eq!(report, at_once.add(file, &mut Unwatched).unwrap());
            assert!(room.records() == at_once.records(), "turns of {most}");
            // A small first file has nothing to stand beside it.
            assert!(number == 0 || turns >= 5 && (most > 1 || turns > 200), "{turns} turns of {most}");
            let found = room.find_meanwhile("blood pressure", &Search::default()).unwrap();
            assert_eq!((found.is_earlier, found.is_partial), (number > 0, false));
        }
        index_in_steps(&mut room, most.min(100));
        assert!(room.index().unwrap() == at_once.index().unwrap(), "turns of {most}");
        let before = room.records().clone();
        assert!(join_in_turns(&mut room, OKAFOR, most, |_| {}).0.already_read);
        assert_eq!(room.records(), &before);
    }
}

#[test]
fn a_file_that_is_given_up_while_it_is_added_was_never_there() {
    let mut room = Room::new().unwrap();
    room.add(SOLBERG, &mut Unwatched).unwrap();
    room.refresh().unwrap();
    let before = room.records().clone();
    let mut import = Import::begin(OKAFOR).unwrap();
    while !room.step(&mut import, usize::MAX).unwrap().finished {}
    let mut joining = room.join(import).unwrap();
    (0..40).for_each(|_| assert!(!room.join_step(&mut joining, 3)));
    drop(joining);
    assert_eq!(room.records(), &before);
    assert!(!room.find_meanwhile("blood pressure", &Search::default()).unwrap().is_earlier);
}

#[test]
fn no_file_is_added_to_other_records_than_it_was_begun_with() {
    let mut room = Room::new().unwrap();
    room.add(SOLBERG, &mut Unwatched).unwrap();
    room.refresh().unwrap();
    let mut import = Import::begin(OKAFOR).unwrap();
    while !room.step(&mut import, usize::MAX).unwrap().finished {}
    let mut joining = room.join(import).unwrap();
    room.join_step(&mut joining, 3);
    room.add(b"A letter.\n\nShe is well.", &mut Unwatched).unwrap();
    let before = room.records().clone();
    assert!(room.join_step(&mut joining, 3));
    assert_eq!(room.joined(joining).unwrap_err().code(), Code::InvalidArgument);
    assert_eq!(room.records(), &before);
}

fn reread(room: &mut Room, files: &[&'static [u8]]) {
    room.read_anew();
    for file in files {
        let mut import = Import::begin(*file).unwrap();
        while !room.step(&mut import, 10_000).unwrap().finished {}
        assert!(!room.finish(import).unwrap().already_read);
    }
}

#[test]
fn without_a_file_the_room_is_as_if_it_had_never_been_there() {
    let mut room = Room::new().unwrap();
    room.add(SOLBERG, &mut Unwatched).unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    assert!(!room.quotes("What is the blood pressure of Solberg?").unwrap().blocks.is_empty());
    let endpoint = Endpoint::new("http://localhost:1/v1/chat/completions", "m", true);
    let mut prepared = room.prepare("How did the blood pressure of Okafor change?", &endpoint, [7; 32], 0).unwrap();

    reread(&mut room, &[OKAFOR]);
    assert_eq!(room.records().files.len(), 2, "until the change the room answers as before");
    room.change_over();
    assert!(prepared.release(&room.context()).is_err(), "what was prepared from other records is not sent");
    let mut other = Room::new().unwrap();
    other.add(OKAFOR, &mut Unwatched).unwrap();
    assert!(room.index().unwrap() == other.index().unwrap());
    assert_eq!(room.records(), other.records());
    assert_eq!(receipt(&mut room), receipt(&mut other));

    reread(&mut room, &[]);
    room.change_over();
    assert!(room.index().unwrap().is_empty() && room.records().patients.is_empty());
}

#[test]
fn reading_anew_that_is_given_up_changes_nothing() {
    let mut room = Room::new().unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    let before = receipt(&mut room);
    reread(&mut room, &[SOLBERG]);
    room.stay();
    room.change_over();
    assert_eq!(receipt(&mut room), before);
    assert!(room.add(OKAFOR, &mut Unwatched).unwrap().already_read);
}

#[test]
fn each_fact_that_is_withheld_is_named_with_its_reason_and_its_passage() {
    let mut room = Room::new().unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    let endpoint = Endpoint::new("http://localhost:1/v1/chat/completions", "m", true);
    let mut withheld = 0;
    for question in ["What am I allergic to?", "What medications am I taking?", "What conditions do I have?"] {
        let workflow = room.prepare(question, &endpoint, [7; 32], 0).unwrap();
        let facts = &workflow.state().withheld_facts;
        withheld += facts.len();
        for fact in facts {
            assert!(!fact.name.is_empty() && !fact.reason.is_empty());
            let reference = fact.reference.as_ref().unwrap();
            assert!(room.context().index.find(reference).is_some());
            assert!(!workflow.outgoing().body.contains(&fact.name), "{}", fact.name);
        }
    }
    assert!(withheld > 0, "the records have something that may not leave");
}

#[test]
fn the_first_question_after_reading_is_answered_as_any_later_one_without_a_look_through_all_passages() {
    let text = std::str::from_utf8(OKAFOR).unwrap();
    let id = text
        .split("\"resourceType\": \"Patient\"")
        .nth(1)
        .or_else(|| text.split("\"resourceType\":\"Patient\"").nth(1));
    let id = id.unwrap().split("\"id\"").nth(1).unwrap().split('"').nth(1).unwrap();
    let room = || {
        let mut room = Room::new().unwrap();
        for copy in 0..30 {
            room.add(text.replace(id, &format!("{id}-{copy}")).as_bytes(), &mut Unwatched).unwrap();
        }
        room.set_vocabulary(
            table::read("b\tblood pressure\t\th\nh\thypertension|high blood pressure\t\t\nw\tbody weight\t\t\n")
                .unwrap(),
        );
        room.set_subject(Some(PatientIndex(5))).unwrap();
        room.refresh().unwrap();
        room
    };
    let mut later = room();
    let (through, all) = later.mention(usize::MAX);
    assert!(through == all && all > 1500, "{all} passages");
    for question in ["How did my blood pressure change?", "Is there anything about hypertension in my notes?"] {
        let mut first = room();
        assert_eq!(first.quotes(question).unwrap(), later.quotes(question).unwrap(), "{question}");
        assert!(first.mention(0).0 <= 1024, "{:?}", first.mention(0));
        let found = |room: &mut Room| room.find(question, &Search::default()).unwrap();
        assert!(found(&mut room()).hits.iter().any(|hit| hit.spoken.iter().any(|spoken| spoken.concept.is_some())));
        assert_eq!(found(&mut first), found(&mut later));
    }
}
