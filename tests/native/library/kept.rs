//! What is kept of a library between sessions: it finds what it found, and nothing is taken that was not written.

use chaperone::library::pack::Keep;

use super::*;

const WORDS: &str = "w3481 w120";

/// A pack, and what is kept after it was opened and searched: a run of each.
fn kept() -> (Vec<u8>, Vec<Vec<u8>>, Found) {
    let bytes = built(&articles(&invented(4000)), Options::default(), None).bytes;
    let mut pack = Pack::new(Some(Padding { window_blocks: 4, decoys: 1, seed: [3; 32] }));
    let mut read = Vec::new();
    drive(&mut pack, &bytes, &mut read, Pack::open).unwrap();
    let mut runs = vec![pack.to_keep(Keep::New).unwrap()];
    pack.kept();
    let found = drive(&mut pack, &bytes, &mut read, |pack| pack.search(&asked(WORDS, Strategy::Keyword))).unwrap();
    // What could not be kept is handed out again, what was kept is not.
    let run = pack.to_keep(Keep::New).unwrap();
    assert_eq!(pack.to_keep(Keep::New).as_ref(), Some(&run));
    pack.kept();
    assert_eq!(pack.to_keep(Keep::New), None);
    runs.push(run);
    assert!(runs.iter().map(Vec::len).sum::<usize>() < bytes.len(), "it never had all of it");
    (bytes, runs, found)
}

/// Reads the runs back, where nobody can be asked for more.
fn restored(runs: &[Vec<u8>]) -> Result<Pack> {
    let mut pack = Pack::new(None);
    runs.iter().try_for_each(|run| pack.restore(run))?;
    Ok(pack)
}

#[test]
fn what_was_read_is_found_again_without_a_host_and_what_was_not_is_wanted() {
    let (bytes, runs, found) = kept();
    let mut pack = restored(&runs).unwrap();
    assert_eq!(pack.open().unwrap(), Step::Done(()));
    assert_eq!(pack.fingerprint().unwrap(), Pack::of(&bytes).unwrap().fingerprint().unwrap());
    assert_eq!(pack.search(&asked(WORDS, Strategy::Keyword)).unwrap(), Step::Done(found.clone()));
    assert!(matches!(pack.search(&asked("w2 w77 w1800", Strategy::Keyword)).unwrap(), Step::Want(_)));
    assert_eq!(pack.to_keep(Keep::New), None, "all of it is kept already");
    // All runs are one, in the place of many.
    let one = pack.to_keep(Keep::All).unwrap();
    let mut again = restored(&[one]).unwrap();
    assert_eq!(again.search(&asked(WORDS, Strategy::Keyword)).unwrap(), Step::Done(found));
    // Where a host opened it, what was kept is not asked for again, and what comes beside it is kept.
    let mut open = Pack::new(None);
    let mut read = Vec::new();
    drive(&mut open, &bytes, &mut read, Pack::open).unwrap();
    runs.iter().for_each(|run| open.restore(run).unwrap());
    let before = read.len();
    drive(&mut open, &bytes, &mut read, |pack| pack.search(&asked(WORDS, Strategy::Keyword))).unwrap();
    assert_eq!(read.len(), before);
    drive(&mut open, &bytes, &mut read, |pack| pack.search(&asked("w2 w77 w1800", Strategy::Keyword))).unwrap();
    assert!(read.len() > before && open.to_keep(Keep::New).is_some());
}

#[test]
fn what_was_altered_on_the_disk_or_is_of_another_pack_is_refused() {
    let (_, runs, found) = kept();
    let mut refused = 0;
    for (which, run) in runs.iter().enumerate() {
        for at in (0..run.len()).step_by(977) {
            let mut altered = runs.clone();
            altered[which][at] ^= 1 << (at % 8);
            match restored(&altered).and_then(|mut pack| pack.search(&asked(WORDS, Strategy::Keyword))) {
                // A part under another place may be none that is looked at: then it is wanted, or what is found is the same.
                Ok(Step::Done(same)) => assert_eq!(same, found),
                Ok(Step::Want(_)) => {}
                Err(error) => {
                    assert!(matches!(error.code(), Code::Malformed | Code::Unsupported), "{at}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
    for cut in [1, 15, 16, 17, 5000] {
        let short = runs[0].len() - cut;
        assert_eq!(
            restored(&[runs[0][..short].to_vec()]).err().map(|error| error.code()),
            Some(Code::Malformed),
            "{cut}"
        );
    }
    // Without the head nothing is opened; and the head of another pack opens none that is open.
    assert_eq!(restored(&runs[1..]).err().map(|error| error.code()), Some(Code::Malformed));
    let other = Pack::of(&built(&articles(&invented(50)), Options::default(), None).bytes).unwrap().to_keep(Keep::All);
    let mut pack = restored(&runs).unwrap();
    assert_eq!(pack.restore(&other.unwrap()).unwrap_err().code(), Code::Malformed);
    assert_eq!(pack.search(&asked(WORDS, Strategy::Keyword)).unwrap(), Step::Done(found));
}
