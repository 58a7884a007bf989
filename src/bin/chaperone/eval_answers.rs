//! `chaperone eval answers`: what a real model makes of what leaves, and what is shown of it.
//!
//! Each question is asked twice of the same model: through the synthesis, and plainly, with the retrieved passages as they stand (to
//! this machine only). Replies are kept in a file of transcripts by the hash of the request, so that a second run asks only
//! what has changed; without `--llm` it grades what is there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chaperone::clearance::Block;
use chaperone::document::PatientIndex;
use chaperone::error::{Code, Error, Result};
use chaperone::eval::attacks::plain_agent;
use chaperone::progress::Unwatched;
use chaperone::quote::attribute::Remark;
use chaperone::quote::format::Prompt;
use chaperone::quote::ground::{Standing, Statements, Tally, Verdict};
use chaperone::quote::verify::Original;
use chaperone::room::Room;
use chaperone::workflow::{Answer, Checked, Step};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::approval::Approval;
use crate::endpoint::Model;
use crate::eval_synthesis::encoder;
use crate::in_turn::asked_in_turn;
use crate::output::json;
use crate::records::{files, is_no_record, read};
use crate::response_pairs::Pairs;
use crate::transcripts::Transcripts;
use crate::{courier, embedder, plain_courier};

/// What patients are asked, in turn: each kind of record, latest values and courses.
const QUESTIONS: [&str; 16] = asked_in_turn("Is my blood pressure above 140?");
/// Questions that each patient is asked.
const EACH: usize = 8;
/// Patients asked where no number is given.
const PATIENTS: usize = 10;

#[derive(Args)]
pub struct Answers {
    /// Folders of bundles, or bundles, each asked by itself
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    bundles: Vec<PathBuf>,
    /// Ask at most COUNT bundles
    #[arg(long, value_name = "COUNT", default_value_t = PATIENTS)]
    patients: usize,
    /// The address of an OpenAI-compatible server, with `--plain` one on this machine; without it only what is in the transcripts is graded
    #[arg(long, value_name = "URL")]
    llm: Option<String>,
    #[command(flatten)]
    approval: Approval,
    /// The model's name there
    #[arg(long, value_name = "NAME", default_value = "model")]
    model: String,
    /// How the model is asked
    #[arg(long, value_name = "NAME", default_value = "standard")]
    prompt: Prompt,
    /// Ask the same model plainly too: the retrieved passages as they stand, to a server on this machine only; for a program built with
    /// the feature `baseline`
    #[arg(long)]
    plain: bool,
    /// The file of transcripts, read first and added to
    #[arg(long, value_name = "FILE.jsonl")]
    transcripts: PathBuf,
    /// The folder of the model manifest and weights, for the lexicon
    #[arg(long, value_name = "DIR", default_value = "models")]
    models: PathBuf,
    /// What a person found of the answers, a line each: {id, wrong: [stretches], relevant, answered, plain_wrong}
    #[arg(long, value_name = "FILE.jsonl")]
    judged: Option<PathBuf>,
    /// Write the answers with their marks to FILE, to be judged
    #[arg(long, value_name = "FILE")]
    show: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// What a person found wrong in one answer: stretches of the model's prose that the records do not say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Judged {
    id: String,
    /// The stretches, as the model wrote them.
    wrong: Vec<String>,
    /// Whether what was quoted is about the question.
    relevant: bool,
    /// Whether the question is answered, by the boxes or the words.
    answered: bool,
    /// Whether the answer to the records as they stand, where it was judged, says anything that they do not.
    #[serde(default)]
    plain_wrong: Option<bool>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    patients: usize,
    /// Questions of which something would leave.
    questions: usize,
    replies: usize,
    /// Replies with at least one box.
    quoting: usize,
    boxes: usize,
    /// Boxes that do not hold what the file says.
    false_boxes: usize,
    /// Quotations that lead to nothing.
    invalid: usize,
    /// Boxes whose passage was found by the quoted words, since the name was wrong or missing.
    repaired: usize,
    tally: Tally,
    /// Sentences that were derived whole, that have a mark, and that were not checked.
    statements: Statements,
    /// Of the judged replies, sentences that were derived whole; those of them with a stretch that a person found wrong.
    verified: usize,
    verified_wrong: usize,
    /// Replies with a stretch that is struck or flagged.
    marked: usize,
    /// Replies that a person judged.
    judged: usize,
    /// Sentences of the judged replies.
    sentences: usize,
    /// Stretches that a person found wrong, and those of them of which nothing is marked.
    wrong: usize,
    wrong_unmarked: usize,
    /// Those of them that stand in no sentence of which it is said that it was not checked.
    wrong_unsaid: usize,
    /// Replies with a wrong stretch; with one of which nothing is marked.
    wrong_replies: usize,
    unmarked_replies: usize,
    /// The same questions asked plainly, of those that a person judged: how many there are, and how many say something wrong.
    plain_judged: usize,
    plain_wrong: usize,
    /// Of these, with a wrong stretch of which nothing is marked, through the synthesis.
    plain_beside: usize,
    /// Claims of the judged replies that are right, and those of them that are struck or flagged.
    right: usize,
    right_struck: usize,
    relevant: usize,
    answered: usize,
    pairs: Pairs,
}

/// Asks, and grades.
///
/// # Errors
/// As reading and sending do; `refused` when a box does not hold what its file says.
pub fn run(arguments: &Answers) -> Result<()> {
    if arguments.plain && arguments.llm.is_some() {
        plain_courier::built_for_it()?;
        if !arguments.approval.is_given() {
            return Err(Error::new(
                Code::InvalidArgument,
                "what is asked plainly is not shown before: it takes --approve",
            ));
        }
    }
    let lexicon = Arc::new(embedder::packed_lexicon(Some(&arguments.models))?.ok_or_else(unlisted)?);
    let address = arguments.llm.as_deref().unwrap_or("http://127.0.0.1:8080");
    let endpoint = Model::named(arguments.model.clone(), arguments.prompt, None).endpoint(address, false)?;
    let mut transcripts = Transcripts::open(&arguments.transcripts)?;
    let judged = judged(arguments.judged.as_deref())?;
    let encode = encoder(&arguments.models).ok().map(|(encode, _)| encode);
    let mut figures = Figures::default();
    let mut shown = String::new();
    for input in files(&arguments.bundles)? {
        if figures.patients >= arguments.patients {
            break;
        }
        let bytes = read(&input.path)?;
        let mut room = Room::new()?;
        match room.add(&bytes, &mut Unwatched) {
            Ok(_) => {}
            Err(error) if is_no_record(&error) => continue,
            Err(error) => return Err(error),
        }
        room.set_lexicon(lexicon.clone());
        room.set_subject((!room.records().patients.is_empty()).then_some(PatientIndex(0)))?;
        let original = Original::new(&bytes);
        let name = input.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let turn = figures.patients % (QUESTIONS.len() / EACH);
        for (number, question) in
            QUESTIONS.iter().enumerate().filter(|(number, _)| (number + turn).is_multiple_of(QUESTIONS.len() / EACH))
        {
            let id = format!("{name}#{number}");
            let Ok(mut workflow) = room.prepare(question, &endpoint, [11; 32], 0) else { continue };
            figures.questions += 1;
            let body = workflow.outgoing().body.clone();
            let context = room.context();
            let mut send = || -> Result<String> {
                match workflow.release(&context)? {
                    Step::Ask(cleared) => courier::send(arguments.approval.given(cleared)?),
                    Step::Refused(_) => {
                        Err(Error::new(Code::Refused, "the review refused a request of the measurement"))
                    }
                }
            };
            let reply = transcripts.reply((&id, "chaperone", &body), || arguments.llm.as_ref().map(|_| send()))?;
            let mut answered = None;
            if let Some(reply) = reply {
                let answer = workflow.resolve(&room.context(), &reply)?;
                figures.count(&answer, &original)?;
                if let Some(judged) = judged.get(&id) {
                    figures.judge(&answer, judged);
                }
                shown += &format!("== {id} {question}\n{}\n", marked(&answer));
                answered = Some(answer);
            }
            if arguments.plain {
                let plain = plain_agent(&mut room, question, &arguments.model)?;
                let url = &endpoint.url;
                let ask = || arguments.llm.as_ref().map(|_| plain_courier::send(url, &plain));
                let said = transcripts.reply((&id, "plain", &plain), ask)?;
                if let Some((answer, said)) = answered.zip(said) {
                    figures.pairs.add(&answer, &said, encode.as_ref())?;
                }
            }
            if arguments.llm.is_some() {
                eprintln!("chaperone: {id}");
            }
        }
        figures.patients += 1;
    }
    if let Some(file) = &arguments.show {
        std::fs::write(file, shown)
            .map_err(|_| Error::new(Code::Io, "the answers cannot be written to the file given with --show"))?;
    }
    print!("{}", if arguments.json { json(&figures)? } else { table(&figures) });
    if figures.false_boxes > 0 {
        return Err(
            Error::new(Code::Refused, "boxes do not hold what their files say").found(figures.false_boxes as u64, 0)
        );
    }
    Ok(())
}

/// What refuses to measure without the word list: other things would leave than do.
fn unlisted() -> Error {
    Error::new(
        Code::NotFound,
        "the manifest of --models names no word list: without it nothing is sent, and other things would be graded",
    )
}

fn judged(file: Option<&Path>) -> Result<BTreeMap<String, Judged>> {
    let Some(file) = file else { return Ok(BTreeMap::new()) };
    let text = String::from_utf8(read(file)?)
        .map_err(|_| Error::new(Code::Malformed, "the file of judgements is not UTF-8"))?;
    let rows = text.lines().map(serde_json::from_str::<Judged>).collect::<std::result::Result<Vec<_>, _>>();
    let rows = rows.map_err(|_| Error::new(Code::Malformed, "a line of the file of judgements is none"))?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row)).collect())
}

impl Figures {
    fn count(&mut self, answer: &Answer, original: &Original<'_>) -> Result<()> {
        self.replies += 1;
        let mut boxes = 0;
        for block in &answer.blocks {
            match block {
                Block::Prose { .. } => {}
                Block::Invalid { .. } => self.invalid += 1,
                Block::Verbatim { .. } | Block::RecordData { .. } => {
                    boxes += 1;
                    self.false_boxes += usize::from(!original.verify(block)?.is_genuine());
                }
            }
        }
        self.boxes += boxes;
        self.quoting += usize::from(boxes > 0);
        self.repaired += answer
            .noted
            .iter()
            .filter(|noted| matches!(noted.remark, Remark::Repaired | Remark::Misattributed))
            .count();
        self.marked += usize::from(answer.checked.iter().any(Checked::has_faults));
        if let Some(Tally { supported, range_only, unsupported, contradicted }) = answer.tally {
            self.tally.supported += supported;
            self.tally.range_only += range_only;
            self.tally.unsupported += unsupported;
            self.tally.contradicted += contradicted;
        }
        if let Some(Statements { verified, marked, unchecked }) = answer.statements {
            self.statements.verified += verified;
            self.statements.marked += marked;
            self.statements.unchecked += unchecked;
        }
        Ok(())
    }

    fn close_verified(&mut self, open: Option<bool>) {
        self.verified += usize::from(open.is_some());
        self.verified_wrong += usize::from(open == Some(true));
    }

    /// Compares the marks with what a person found: a wrong stretch is caught where any of it is marked as not holding, and a right
    /// claim is struck where a mark says so of what the person did not find wrong.
    fn judge(&mut self, answer: &Answer, judged: &Judged) {
        self.judged += 1;
        self.relevant += usize::from(judged.relevant);
        self.answered += usize::from(judged.answered);
        let mut missing: Vec<&str> = judged.wrong.iter().map(String::as_str).collect();
        self.wrong += missing.len();
        let mut unsaid = missing.clone();
        for line in answer.checked.iter().flat_map(|checked| &checked.lines) {
            let written: String =
                line.stretches.iter().map(|stretch| stretch.surrogate.as_deref().unwrap_or(&stretch.text)).collect();
            self.sentences += written.split(". ").filter(|sentence| !sentence.trim().is_empty()).count();
            let mut at = 0;
            // The sentence that is derived whole and goes on.
            let mut open: Option<bool> = None;
            for stretch in &line.stretches {
                let text = stretch.surrogate.as_deref().unwrap_or(&stretch.text);
                let range = at..at + text.len();
                at = range.end;
                let inside = |wrong: &str| {
                    written
                        .match_indices(wrong)
                        .any(|(start, found)| start < range.end && range.start < start + found.len())
                };
                let is_wrong = judged.wrong.iter().any(|wrong| inside(wrong));
                match (stretch.standing == Some(Standing::Verified), open.as_mut()) {
                    (true, Some(some)) => *some |= is_wrong,
                    (true, None) => open = Some(is_wrong),
                    (false, _) => self.close_verified(open.take()),
                }
                if stretch.standing == Some(Standing::Unchecked) {
                    unsaid.retain(|wrong| !inside(wrong));
                }
                let Some(verdict) = stretch.verdict else { continue };
                let is_marked = verdict != Verdict::Supported;
                if is_marked {
                    missing.retain(|wrong| !inside(wrong));
                    unsaid.retain(|wrong| !inside(wrong));
                }
                if !is_wrong {
                    self.right += 1;
                    self.right_struck += usize::from(matches!(verdict, Verdict::Unsupported | Verdict::Contradicted));
                }
            }
            self.close_verified(open);
        }
        self.wrong_unmarked += missing.len();
        self.wrong_unsaid += unsaid.len();
        self.wrong_replies += usize::from(!judged.wrong.is_empty());
        self.unmarked_replies += usize::from(!missing.is_empty());
        if let Some(is_wrong) = judged.plain_wrong {
            self.plain_judged += 1;
            self.plain_wrong += usize::from(is_wrong);
            self.plain_beside += usize::from(!missing.is_empty());
        }
    }
}

/// Returns an answer with its marks, for grading by hand. `✓` stands behind sentences that were derived whole, `○` behind those that nobody checked.
fn marked(answer: &Answer) -> String {
    let mut text = String::new();
    for (at, block) in answer.blocks.iter().enumerate() {
        let notes: Vec<String> =
            answer.noted.iter().filter(|noted| noted.block == at).map(|noted| format!(" {:?}", noted.remark)).collect();
        match block {
            Block::Prose { .. } => {
                for line in
                    answer.checked.iter().filter(|checked| checked.block == at).flat_map(|checked| &checked.lines)
                {
                    let mut open = None;
                    for stretch in &line.stretches {
                        if stretch.standing != open {
                            text += sign(open);
                            open = stretch.standing;
                        }
                        let written = stretch.surrogate.as_deref().unwrap_or(&stretch.text);
                        match stretch.verdict {
                            None => text += written,
                            Some(Verdict::Supported) => text += &format!("{{+{written}}}"),
                            Some(verdict) => text += &format!("{{{verdict:?}:{written}|{}}}", stretch.reason),
                        }
                    }
                    text += sign(open);
                    text.push('\n');
                }
            }
            Block::Verbatim { reference, .. } => text += &format!("  [verbatim {reference}{}]\n", notes.concat()),
            Block::RecordData { title, rows, .. } => {
                let rows: Vec<&str> = rows.iter().map(|row| row.value.as_str()).collect();
                text += &format!("  [{title}: {}{}]\n", rows.join(", "), notes.concat());
            }
            Block::Invalid { asked, reason } => text += &format!("  [invalid {asked}: {reason}]\n"),
        }
    }
    if let Some(notice) = answer.notice {
        text += &format!("  ({notice})\n");
    }
    text
}

/// Returns what stands behind sentences of which this is known.
fn sign(standing: Option<Standing>) -> &'static str {
    match standing {
        Some(Standing::Verified) => " ✓",
        Some(Standing::Unchecked) => " ○",
        _ => "",
    }
}

fn share(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    let share = part as f64 * 100.0 / whole as f64;
    format!("{part} of {whole} ({share:.1} %)")
}

fn table(figures: &Figures) -> String {
    let Figures { patients, questions, replies, quoting, boxes, false_boxes, invalid, repaired, tally, marked, .. } =
        figures;
    let Figures { judged, sentences, wrong, wrong_unmarked, right, right_struck, relevant, answered, .. } = figures;
    let Tally { supported, range_only, unsupported, contradicted } = tally;
    let Statements { verified: whole, marked: with_mark, unchecked } = figures.statements;
    let Figures { verified, verified_wrong, wrong_unsaid, .. } = figures;
    let Figures { wrong_replies, unmarked_replies, plain_judged, plain_wrong, plain_beside, .. } = figures;
    format!(
        "patients {patients}, questions {questions}, replies {replies}, with a box {}\n\
         boxes {boxes}: false {false_boxes}; quotations of nothing {invalid}; found by their words {repaired}\n\
         claims: supported {supported}, true of the range only {range_only}, unsupported {unsupported}, contradicted {contradicted}; replies with a mark {}\n\
         sentences: derived whole {}, with a mark {with_mark}, not checked {unchecked}; of {verified} derived whole and judged, wrong {verified_wrong}\n\
         judged by hand {judged} replies, {sentences} sentences: wrong stretches {wrong}, of which without a mark of their own {wrong_unmarked} ({} of sentences), and shown unmarked, in no sentence that is said not to be checked, {wrong_unsaid} ({} of sentences)\n\
         right claims struck or flagged {}; quote relevant {}; question answered {}\n\
         replies with something wrong {}, with something wrong and unmarked {}; of those judged both ways plainly wrong {}, here wrong and unmarked {}\n{}",
        share(*quoting, *replies),
        share(*marked, *replies),
        share(whole, whole + with_mark + unchecked),
        share(*wrong_unmarked, *sentences),
        share(*wrong_unsaid, *sentences),
        share(*right_struck, *right),
        share(*relevant, *judged),
        share(*answered, *judged),
        share(*wrong_replies, *judged),
        share(*unmarked_replies, *judged),
        share(*plain_wrong, *plain_judged),
        share(*plain_beside, *plain_judged),
        figures.pairs.line(),
    )
}
