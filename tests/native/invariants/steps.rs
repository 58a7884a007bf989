//! What must hold for any bytes that are read in steps: the same for the tests and the fuzzer.

use chaperone::document::Records;
use chaperone::error::Result;
use chaperone::ingest::{Import, Report, read, unwrapped};
use chaperone::progress::Unwatched;

/// Reads `bytes` into `records` by steps of the sizes given, over and over.
pub fn read_in_steps(records: &mut Records, bytes: &[u8], budgets: &[usize]) -> Result<Report> {
    let mut import = Import::begin(bytes)?;
    let mut done = 0;
    for budget in budgets.iter().cycle() {
        let step = import.step(records, *budget)?;
        assert!(step.done >= done && step.done <= step.total, "{step:?} after {done}");
        done = step.done;
        assert!(format!("{import:?}").len() < 100);
        if step.finished {
            assert_eq!(step.done, step.total);
            return import.finish(records);
        }
    }
    unreachable!("there is at least one budget")
}

/// Reads `bytes` into a copy of `before`, at once and in steps of `budgets`; panics unless both come to the same, nothing
/// is lost, everything can be found again, and none of `canaries` stands in what is said.
pub fn check(
    before: &Records,
    earlier: &[&[u8]],
    bytes: &[u8],
    budgets: &[usize],
    canaries: &[&str],
) -> Result<Report> {
    let (mut once, mut stepped) = (before.clone(), before.clone());
    let outcome = read(&mut once, bytes, &mut Unwatched);
    assert_eq!(read_in_steps(&mut stepped, bytes, budgets), outcome);
    assert!(once == stepped, "steps give other records");
    let said = match &outcome {
        Ok(report) => format!("{report:?}"),
        Err(error) => format!("{error} {error:?}"),
    };
    for canary in canaries {
        assert!(!said.contains(canary), "a value of the file is in a message");
    }
    match &outcome {
        Ok(report) if report.already_read => assert!(once == *before),
        Ok(_) => {
            let new = &once.files[before.files.len()..];
            let files: Vec<_> = new.iter().map(|file| unwrapped(bytes, &file.wrapping).unwrap()).collect();
            assert!(files.iter().zip(new).all(|(bytes, file)| bytes.len() as u64 == file.bytes));
            let files: Vec<&[u8]> = files.iter().map(|file| &**file).collect();
            super::check(&once, &[earlier, &files].concat());
            assert!(before.patients.iter().zip(&once.patients).all(|(before, now)| before.id == now.id));
            assert!(before.identifiers.iter().all(|known| once.identifiers.iter().any(|now| now.text == known.text)));
        }
        Err(_) => assert!(once == *before, "a file that was refused changed something"),
    }
    outcome
}
