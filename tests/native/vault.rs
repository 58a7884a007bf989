//! What is kept between sessions: changes that are cut off, stores that are damaged, and nothing in plain sight.

use std::collections::BTreeMap;

use chaperone::error::Code;
use chaperone::index::vectors::Quantised;
use chaperone::model::{Encode, ModelId};
use chaperone::progress::Unwatched;
use chaperone::reference::Reference;
use chaperone::retrieve;
use chaperone::room::{Room, WORTH_KEEPING};
use chaperone::vault::{Catalogue, Head, Lock, ObjectName, Segment, Slot, Source, Vault, heads, segment};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

use crate::common::letters::Letters;

const OKAFOR: &[u8] = include_bytes!("../../examples/records/okafor.json");

/// A shelf in memory. Sealing is played by a byte before the contents, so that the order of writes is all that is tested.
#[derive(Debug, Clone, Default, PartialEq)]
struct Shelf {
    slots: BTreeMap<Slot, Vec<u8>>,
    objects: BTreeMap<ObjectName, Vec<u8>>,
}

/// One write to a shelf.
#[derive(Debug, Clone)]
enum Write {
    Object(ObjectName, Vec<u8>),
    Head(Slot, Vec<u8>),
    Remove(ObjectName),
}

impl Shelf {
    fn apply(&mut self, write: &Write) {
        match write {
            Write::Object(name, bytes) => {
                self.objects.insert(*name, bytes.clone());
            }
            Write::Head(slot, bytes) => {
                self.slots.insert(*slot, bytes.clone());
            }
            Write::Remove(name) => {
                self.objects.remove(name);
            }
        }
    }

    /// Applies only the first `bytes` bytes of a write.
    fn apply_cut(&mut self, write: &Write, bytes: usize) {
        let cut = |content: &[u8]| content[..bytes.min(content.len())].to_vec();
        match write {
            Write::Object(name, content) => self.apply(&Write::Object(*name, cut(content))),
            Write::Head(slot, content) => self.apply(&Write::Head(*slot, cut(content))),
            Write::Remove(_) => {}
        }
    }

    fn open(&self) -> Vault {
        self.try_open().expect("something is kept")
    }

    fn try_open(&self) -> Option<Vault> {
        let slot = |slot| self.slots.get(&slot).map(Vec::as_slice);
        let found = heads(slot(Slot::A), slot(Slot::B)).unwrap();
        let (slot, head) = found.whole.first()?;
        let earlier = found.whole.get(1).map(|(_, head)| Catalogue::unpack(&head.sealed[1..]).unwrap());
        Some(Vault::open(*slot, head, &head.sealed[1..], earlier.as_ref()).unwrap())
    }

    /// Whether every object that `catalogue` names is here in full.
    fn holds(&self, catalogue: &Catalogue) -> bool {
        catalogue.objects().iter().all(|name| self.objects.get(name) == Some(&content(*name)))
    }
}

fn content(name: ObjectName) -> Vec<u8> {
    name.0.repeat(4)
}

fn locks() -> Vec<Lock> {
    vec![Lock::Passphrase { salt: vec![7; 16], memory_kib: 1 << 16, passes: 3, lanes: 4, wrapped: vec![1; 60] }]
}

/// A change that a session makes.
#[derive(Debug, Clone)]
enum Change {
    Source(u8),
    Segment { alone: bool },
    Page,
    Forget,
}

/// Returns the writes of `change` in their order, and leaves `vault` as it is once they are done.
fn writes(vault: &mut Vault, change: &Change, names: &mut u128) -> Vec<Write> {
    let mut fresh = || {
        *names += 1;
        ObjectName(names.to_le_bytes())
    };
    let objects = if matches!(change, Change::Forget) { Vec::new() } else { vec![fresh(), fresh()] };
    let staged = vault.staged();
    match change {
        Change::Source(number) => {
            let sha256 = format!("{number:02x}").repeat(32);
            staged.sources.retain(|source| source.sha256 != sha256);
            let label = format!("file {number}");
            staged.sources.push(Source { label, sha256, bytes: 5, packed: true, objects: objects.clone() });
        }
        Change::Segment { alone } => {
            if *alone {
                staged.segments.clear();
            }
            staged.segments.push(Segment { count: 1, objects: objects.clone() });
        }
        Change::Page => staged.page = objects.clone(),
        Change::Forget => {
            staged.sources.pop();
        }
    }
    let mut writes: Vec<Write> = objects.iter().map(|name| Write::Object(*name, content(*name))).collect();
    let draft = vault.draft().unwrap();
    let (slot, head) = vault.write([vec![0], draft.plain].concat()).unwrap();
    writes.push(Write::Head(slot, head));
    writes.extend(vault.committed().unwrap().into_iter().map(Write::Remove));
    writes
}

/// The payload of a head, a catalogue or a segment, by the number of its kind.
fn whole_payload(kind: u8) -> Vec<u8> {
    let bytes = match kind {
        1 => Head { sequence: 8, locks: locks(), sealed: vec![5; 40] }.pack().unwrap(),
        2 => {
            let (mut vault, mut names) = (Vault::create(locks()), 0);
            for change in [Change::Source(1), Change::Segment { alone: false }, Change::Page] {
                writes(&mut vault, &change, &mut names);
            }
            vault.kept().pack().unwrap()
        }
        _ => {
            let row = |day: &str| (Reference::parse(day), Quantised::new(&[1.0, 0.5, -2.0]).unwrap());
            let rows = vec![row("Okafor 2019-03-02 · Vital signs"), row("Okafor 2019-03-03 · Vital signs")];
            segment::pack(&segment::Vectors { model: "m".to_owned(), rows }).unwrap()
        }
    };
    // Magic, kind, version and length before it, the checksum behind it.
    bytes[19..bytes.len() - 32].to_vec()
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (0_u8..6).prop_map(Change::Source),
        any::<bool>().prop_map(|alone| Change::Segment { alone }),
        Just(Change::Page),
        Just(Change::Forget),
    ]
}

proptest! {
    /// However a session ends (after any write, or within one), the next finds the old state or the new one, whole;
    /// and it can go on from there.
    #[test]
    fn a_cut_leaves_the_old_state_or_the_new(
        changes in prop::collection::vec(change(), 1..12),
        cut in any::<prop::sample::Index>(),
        bytes in 0_usize..200,
        after in prop::collection::vec(change(), 0..4),
    ) {
        let mut vault = Vault::create(locks());
        let mut names = 0;
        let mut states = vec![vault.kept().clone()];
        let mut log = writes(&mut vault, &Change::Page, &mut names);
        let first = log.len();
        states.push(vault.kept().clone());
        for change in &changes {
            log.extend(writes(&mut vault, change, &mut names));
            states.push(vault.kept().clone());
        }
        let cut = cut.index(log.len() + 1);
        let mut shelf = Shelf::default();
        for write in &log[..cut] {
            shelf.apply(write);
        }
        if let Some(write) = log.get(cut) {
            shelf.apply_cut(write, bytes);
        }

        let Some(mut opened) = shelf.try_open() else {
            prop_assert!(cut < first, "nothing is kept only as long as the first change is not written");
            return Ok(());
        };
        let heads_written = log[..cut].iter().filter(|write| matches!(write, Write::Head(..))).count();
        prop_assert!(
            opened.kept() == &states[heads_written]
                || states.get(heads_written + 1).is_some_and(|next| opened.kept() == next)
        );
        prop_assert!(shelf.holds(opened.kept()));

        for name in opened.orphans(shelf.objects.keys().copied()) {
            shelf.apply(&Write::Remove(name));
        }
        prop_assert!(shelf.holds(opened.kept()));
        names += 1 << 64;
        for change in &after {
            for write in writes(&mut opened, change, &mut names) {
                shelf.apply(&write);
            }
            let again = shelf.open();
            prop_assert_eq!(again.kept(), opened.kept());
            prop_assert!(shelf.holds(again.kept()));
        }
        // Nothing is left lying about: what is here is named by one of the two heads.
        prop_assert!(shelf.open().orphans(shelf.objects.keys().copied()).is_empty());
    }

    /// Damage to the newer head never hides the older one, and no damage panics.
    #[test]
    fn a_damaged_head_leaves_the_other(at in any::<prop::sample::Index>(), bit in 0_u8..8, older_damaged in any::<bool>()) {
        let head = |sequence| Head { sequence, locks: locks(), sealed: vec![5; 40] }.pack().unwrap();
        let [mut older, mut newer] = [head(8), head(9)];
        let damaged = if older_damaged { &mut older } else { &mut newer };
        let at = at.index(damaged.len());
        damaged[at] ^= 1 << bit;
        let found = heads(Some(&older), Some(&newer)).unwrap();
        prop_assert_eq!(found.whole.len(), 1);
        prop_assert_eq!(found.whole[0].1.sequence, if older_damaged { 9 } else { 8 });
        prop_assert_eq!(found.torn, [if older_damaged { Slot::A } else { Slot::B }]);
    }

    /// Behind a right checksum too, nothing panics; what can be read is written as it was.
    #[test]
    fn any_payload_is_read_or_refused(
        noise in prop::collection::vec(any::<u8>(), 0..200),
        damages in prop::option::of(prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3)),
        kind in 1_u8..=3,
        version in 1_u8..=3,
    ) {
        // Noise is next to never a payload, one that was whole may still be.
        let is_whole = version == 3 && damages.as_ref().is_some_and(Vec::is_empty);
        let payload = damages.map_or(noise, |damages| {
            let mut payload = whole_payload(kind);
            for (at, byte) in damages {
                let at = at.index(payload.len());
                payload[at] = byte;
            }
            payload
        });
        let length = (payload.len() as u64).to_le_bytes();
        let mut bytes = [b"CHAPERON".as_slice(), &[kind], &[version, 0], &length, &payload].concat();
        let checksum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&checksum);
        if let Ok(head) = Head::unpack(&bytes) {
            prop_assert_eq!(Head::unpack(&head.pack().unwrap()), Ok(head));
        }
        if let Ok(catalogue) = Catalogue::unpack(&bytes) {
            prop_assert_eq!(Catalogue::unpack(&catalogue.pack().unwrap()), Ok(catalogue));
        }
        if let Ok(vectors) = segment::unpack(&bytes) {
            prop_assert_eq!(segment::unpack(&segment::pack(&vectors).unwrap()), Ok(vectors));
        }
        let read = [Head::unpack(&bytes).is_ok(), Catalogue::unpack(&bytes).is_ok(), segment::unpack(&bytes).is_ok()];
        prop_assert!(!is_whole || read == [kind == 1, kind == 2, kind == 3], "{:?}", read);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 1..300)) {
        prop_assert!(Head::unpack(&bytes).is_err());
        prop_assert!(Catalogue::unpack(&bytes).is_err());
        prop_assert!(segment::unpack(&bytes).is_err());
        prop_assert_eq!(heads(Some(&bytes), None).unwrap().torn, [Slot::A]);
    }
}

#[test]
fn a_slot_that_was_about_to_be_written_is_empty() {
    let found = heads(Some(&[]), None).unwrap();
    assert!(found.whole.is_empty() && found.torn.is_empty());
}

#[test]
fn what_could_not_be_written_is_taken_back() {
    let mut vault = Vault::create(locks());
    writes(&mut vault, &Change::Source(1), &mut 0);
    let before = vault.clone();
    vault.staged().sources.clear();
    vault.withdraw();
    assert_eq!(vault, before);
}

#[test]
fn locks_are_replaced_with_the_next_change() {
    let mut shelf = Shelf::default();
    let mut vault = Vault::create(locks());
    let passkey = Lock::Passkey { credential: vec![1], salt: vec![2; 32], wrapped: vec![3; 60] };
    let before = vault.draft().unwrap().associated;
    for write in writes(&mut vault, &Change::Page, &mut 0) {
        shelf.apply(&write);
    }
    vault.set_locks([locks(), vec![passkey]].concat());
    assert_ne!(
        vault.draft().unwrap().associated,
        before,
        "the old locks do not open the catalogue behind the new ones"
    );
    for write in writes(&mut vault, &Change::Page, &mut 9) {
        shelf.apply(&write);
    }
    assert_eq!(shelf.open().locks().len(), 2);
}

fn room(model: &'static str) -> Room {
    let mut room = Room::new().unwrap();
    room.add(OKAFOR, &mut Unwatched).unwrap();
    room.set_encoder(Box::new(Letters(ModelId::new(model))));
    room
}

#[test]
fn embedding_goes_on_where_it_was_left() {
    let mut first = room("letters@1");
    first.embed(5, &mut Unwatched).unwrap();
    let (count, one) = first.vectors_to_keep(3).unwrap().unwrap();
    assert_eq!(count, 3);
    first.vectors_kept(&one).unwrap();
    let (count, two) = first.vectors_to_keep(100).unwrap().unwrap();
    assert_eq!(count, 2);
    first.vectors_kept(&two).unwrap();
    assert_eq!(first.vectors_to_keep(100).unwrap(), None);

    let mut next = Room::new().unwrap();
    next.add(OKAFOR, &mut Unwatched).unwrap();
    assert_eq!(next.restore_vectors(&one).unwrap() + next.restore_vectors(&two).unwrap(), 5);
    next.set_encoder(Box::new(Letters(ModelId::new("letters@1"))));
    assert_eq!(next.vectors_to_keep(100).unwrap(), None, "what was kept is not kept twice");
    let (done, _) = next.embed(2, &mut Unwatched).unwrap();
    assert_eq!(done, 7);
    first.embed(2, &mut Unwatched).unwrap();
    assert_eq!(next.index().unwrap(), first.index().unwrap());

    next.vectors_forgotten();
    assert_eq!(next.vectors_to_keep(100).unwrap().unwrap().0, 7, "all, to be kept in one piece");
}

#[test]
fn passages_embedded_elsewhere_have_the_same_vectors() {
    let (mut alone, mut pooled) = (room("letters"), room("letters"));
    let (_, total) = alone.embed(usize::MAX, &mut Unwatched).unwrap();
    let waiting = pooled.texts_to_embed().unwrap();
    assert_eq!(waiting.len(), total);
    let vectors = |texts: &[(Reference, String)]| -> Vec<f32> {
        let texts: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
        let vectors = Letters(ModelId::new("letters")).embed(&texts).unwrap();
        vectors.iter().flat_map(|vector| vector.as_slice().to_vec()).collect()
    };
    let references =
        |texts: &[(Reference, String)]| texts.iter().map(|(reference, _)| reference.clone()).collect::<Vec<_>>();
    // In any order, and in parts.
    let (first, second) = waiting.split_at(total / 3);
    assert_eq!(pooled.take_vectors(&references(second), &vectors(second)).unwrap(), (second.len(), total));
    assert_eq!(pooled.texts_to_embed().unwrap(), first);
    assert_eq!(pooled.take_vectors(&references(first), &vectors(first)).unwrap(), (total, total));
    assert!(pooled.texts_to_embed().unwrap().is_empty());
    let kept = |room: &Room| room.vectors_to_keep(usize::MAX).unwrap();
    assert_eq!(kept(&pooled), kept(&alone));

    let gone = [Reference::parse("Nobody 2001-01-01 · Nothing")];
    assert_eq!(pooled.take_vectors(&gone, &[1.0; 26]).unwrap(), (total, total));
    let short = pooled.take_vectors(&gone, &[1.0; 25]).unwrap_err();
    assert_eq!(short.code(), Code::InvalidArgument);
    assert_eq!(Room::new().unwrap().take_vectors(&[], &[]).unwrap_err().code(), Code::InvalidArgument);
}

/// A room of so many notes that its index is worth keeping, not yet indexed.
fn large(notes: usize) -> Room {
    let mut room = Room::new().unwrap();
    let sections: Vec<String> = (0..notes)
        .map(|at| {
            format!("## Visit {at}\n\nKnee {} of {at}, walks {} metres. {}\n", at % 7, at * 3, "Rest. ".repeat(60))
        })
        .collect();
    room.add(sections.join("\n").as_bytes(), &mut Unwatched).unwrap();
    room
}

#[test]
fn an_index_comes_back_with_its_files_alone() {
    let mut small = room("letters");
    small.refresh().unwrap();
    assert_eq!(small.index_to_keep().unwrap(), None, "it is made anew in no time");

    let mut first = large(*WORTH_KEEPING.start());
    assert_eq!(first.index_to_keep().unwrap(), None, "it is not made yet");
    first.refresh().unwrap();
    let kept = first.index_to_keep().unwrap().unwrap();
    first.index_kept();
    assert_eq!(first.index_to_keep().unwrap(), None);

    let mut next = large(*WORTH_KEEPING.start());
    next.restore_index(&kept).unwrap();
    let (done, total) = next.refresh_step(1).unwrap();
    assert_eq!(done, total, "one step is enough: nothing is cut and no word is counted");
    assert_eq!(next.index_to_keep().unwrap(), None, "it is kept already");
    assert_eq!(next.index().unwrap(), first.index().unwrap());
    let found = |room: &mut Room| room.search("knee 3, 600 metres", retrieve::Strategy::Keyword, 5).unwrap();
    assert_eq!(found(&mut next), found(&mut first));

    // What is read behind it is not in it.
    let mut more = large(*WORTH_KEEPING.start());
    more.restore_index(&kept).unwrap();
    more.add(OKAFOR, &mut Unwatched).unwrap();
    more.refresh().unwrap();
    assert!(more.index().unwrap().len() > first.index().unwrap().len());
    assert!(more.index_to_keep().unwrap().is_some(), "another one is kept in its place");

    let mut other = large(WORTH_KEEPING.start() + 1);
    assert_eq!(other.restore_index(&kept).unwrap_err().code(), Code::Malformed);
    other.refresh().unwrap();
    assert_eq!(other.index().unwrap().len(), first.index().unwrap().len() + 1);
}

#[test]
fn a_forged_index_stops_nothing() {
    let mut first = large(*WORTH_KEEPING.start());
    first.refresh().unwrap();
    let kept = first.index_to_keep().unwrap().unwrap();
    const BODY: usize = 44;
    let mut taken = 0;
    for seed in 0..60_usize {
        let mut forged = kept.clone();
        // Somewhere behind what tells of which records it is, which would be refused at once.
        for change in 0..1 + seed % 5 {
            let at = BODY + 33 + (seed * 7_919 + change * 104_729) * 31 % (forged.len() - BODY - 33);
            forged[at] = forged[at].wrapping_mul(31).wrapping_add(seed as u8 | 1);
        }
        let hash = Sha256::digest(&forged[BODY..]);
        forged[BODY - 32..BODY].copy_from_slice(&hash);
        let mut room = large(*WORTH_KEEPING.start());
        if room.restore_index(&forged).is_ok() {
            taken += 1;
            let _ = room.refresh();
            let _ = room.search("knee 3, 600 metres", retrieve::Strategy::Keyword, 5);
        }
    }
    assert!(taken > 5, "the checksum was right: {taken}");
}

#[test]
fn vectors_of_another_model_and_of_passages_that_are_gone_are_left_out() {
    let mut first = room("letters@1");
    first.embed(4, &mut Unwatched).unwrap();
    let (_, segment) = first.vectors_to_keep(100).unwrap().unwrap();
    assert_eq!(room("letters@2").restore_vectors(&segment).unwrap(), 0);
    assert_eq!(Room::new().unwrap().restore_vectors(&segment).unwrap(), 0);
    assert_eq!(first.restore_vectors(&segment[1..]).unwrap_err().code(), Code::Malformed);
}

#[test]
fn vectors_that_come_with_records_spare_embedding_and_are_still_to_be_kept() {
    let mut made = room("letters@1");
    let (_, total) = made.embed(usize::MAX, &mut Unwatched).unwrap();
    let (count, segment) = made.vectors_to_keep(usize::MAX).unwrap().unwrap();

    let mut given = room("letters@1");
    given.embed(2, &mut Unwatched).unwrap();
    assert_eq!(given.adopt_vectors(&segment).unwrap(), count - 2, "those that are here stay");
    assert_eq!(given.texts_to_embed().unwrap(), [], "nothing is left to embed");
    assert_eq!(given.index().unwrap(), made.index().unwrap());
    assert_eq!(given.vectors_to_keep(usize::MAX).unwrap().unwrap().0, total, "none of them is kept yet");

    assert_eq!(room("letters@2").adopt_vectors(&segment).unwrap(), 0, "of another model");
    assert_eq!(Room::new().unwrap().adopt_vectors(&segment).unwrap(), 0, "of other records");
    assert_eq!(given.adopt_vectors(&segment[1..]).unwrap_err().code(), Code::Malformed);
}
