//! Text → token ids, by a model's own `tokenizer.json`.

use std::ops::Range;

use tokenizers::models::wordpiece::WordPiece;
use tokenizers::{
    DecoderWrapper, NormalizerWrapper, PostProcessor as _, PostProcessorWrapper, PreTokenizerWrapper, TokenizerImpl,
    TruncationParams,
};

use crate::error::{Code, Error, Result};

/// Bytes of a stretch whose tokens are counted at once: it has fewer than any model reads.
const COUNTED_BYTES: usize = 120;

/// A model's tokenizer, which cuts a text off after a number of tokens and never pads.
pub struct Tokenizer {
    inner: tokenizers::Tokenizer,
    stated: Option<usize>,
}

impl Tokenizer {
    /// Returns the tokenizer that `json` (a Hugging Face `tokenizer.json`) describes, which gives at most
    /// `max_tokens` tokens, `[CLS]` and `[SEP]` included. Truncation and padding stated in the file are
    /// ignored. Words like `[SEP]` in a text are text and never become the model's special tokens.
    ///
    /// # Errors
    /// `model` when the file is not a tokenizer; `invalid-argument` when `max_tokens` leaves no room for text.
    pub fn load(json: &[u8], max_tokens: usize) -> Result<Self> {
        let mut tokenizer =
            of_word_pieces(json).or_else(|| tokenizers::Tokenizer::from_bytes(json).ok()).ok_or_else(|| {
                Error::new(Code::Model, "the tokenizer file is not a Hugging Face tokenizer.json: fetch it again")
            })?;
        let stated = tokenizer.get_truncation().map(|truncation| truncation.max_length);
        let special = tokenizer.get_post_processor().map_or(0, |processor| processor.added_tokens(false));
        let truncation = TruncationParams { max_length: max_tokens, ..TruncationParams::default() };
        if max_tokens <= special || tokenizer.with_truncation(Some(truncation)).is_err() {
            return Err(Error::new(
                Code::InvalidArgument,
                "max_tokens leaves no room for text beside the special tokens",
            )
            .found(max_tokens as u64, special as u64 + 1));
        }
        tokenizer.with_padding(None);
        tokenizer.set_encode_special_tokens(true);
        Ok(Tokenizer { inner: tokenizer, stated })
    }

    /// Returns the token ids of `text`, special tokens included, at most as many as `max_tokens`.
    ///
    /// # Errors
    /// `model` when the tokenizer cannot encode the text, for example for want of an unknown-word token.
    pub fn encode(&self, text: &str) -> Result<Vec<u32>> {
        let encoding = self
            .inner
            .encode_fast(text, true)
            .map_err(|_| Error::new(Code::Model, "the tokenizer cannot encode a text: it does not fit the model"))?;
        Ok(encoding.get_ids().to_vec())
    }

    /// Returns the token ids of `first` and `second` behind it, special tokens included, and where the second begins. Where both are
    /// more than `max_tokens`, the longer one is cut off first.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_pair(&self, first: &str, second: &str) -> Result<(Vec<u32>, usize)> {
        let encoding = self
            .inner
            .encode_fast((first, second), true)
            .map_err(|_| Error::new(Code::Model, "the tokenizer cannot encode a text: it does not fit the model"))?;
        let begins = encoding.get_type_ids().iter().position(|text| *text != 0);
        Ok((encoding.get_ids().to_vec(), begins.unwrap_or(encoding.len())))
    }

    /// Returns the tokens of `text` without special ones, at most as many as `max_tokens`: for each its id and the bytes of
    /// `text` that it stands for.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn tokens(&self, text: &str) -> Result<Vec<(u32, Range<usize>)>> {
        let encoding = self
            .inner
            .encode(text, false)
            .map_err(|_| Error::new(Code::Model, "the tokenizer cannot encode a text: it does not fit the model"))?;
        let ranges = encoding.get_offsets().iter().map(|(start, end)| *start..*end);
        Ok(encoding.get_ids().iter().copied().zip(ranges).collect())
    }

    /// Returns of how many tokens `text` is without special ones, more than `max_tokens` too. It is counted in stretches that end
    /// between words, where no token goes across.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn count(&self, text: &str) -> Result<usize> {
        let (mut count, mut rest) = (0, text);
        while !rest.is_empty() {
            let far = rest.char_indices().map(|(at, _)| at).take_while(|at| *at <= COUNTED_BYTES).last().unwrap_or(0);
            let end = match rest.get(..far).and_then(|near| near.rfind(char::is_whitespace)) {
                Some(space) if rest.len() > COUNTED_BYTES => space.max(1),
                None if rest.len() > COUNTED_BYTES => far.max(1),
                _ => rest.len(),
            };
            let Some((head, tail)) = rest.split_at_checked(end) else { break };
            count += self.tokens(head)?.len();
            rest = tail;
        }
        Ok(count)
    }

    /// Returns the ids that `[CLS]` and `[SEP]` have: what an empty text is encoded as.
    ///
    /// # Errors
    /// `model` when the tokenizer does not put one sign before and one after a text.
    pub fn frame(&self) -> Result<[u32; 2]> {
        self.encode("")?
            .try_into()
            .map_err(|_| Error::new(Code::Model, "the tokenizer does not put a sign before and one after a text"))
    }

    /// Returns after how many tokens the file itself has a text cut off; `None` where it says nothing.
    pub fn stated_tokens(&self) -> Option<usize> {
        self.stated
    }

    /// Returns the largest token id that can come out; 0 for an empty vocabulary.
    pub fn largest_id(&self) -> u32 {
        self.inner.get_vocab(true).into_values().max().unwrap_or(0)
    }
}

/// Returns the tokenizer in `json` if it is one of word pieces. Read as what it is, its vocabulary is not held several times over on
/// the way, which WebAssembly's memory would never give back.
fn of_word_pieces(json: &[u8]) -> Option<tokenizers::Tokenizer> {
    type OfWordPieces =
        TokenizerImpl<WordPiece, NormalizerWrapper, PreTokenizerWrapper, PostProcessorWrapper, DecoderWrapper>;
    serde_json::from_slice::<OfWordPieces>(json).ok().map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A WordPiece tokenizer over a handful of words, in the form of BERT's.
    const TOY: &str = r###"{
        "version": "1.0", "truncation": null,
        "padding": {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": null,
                    "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [
            {"id": 2, "content": "[CLS]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
            {"id": 3, "content": "[SEP]", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false}],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
                  "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "blood": 4, "pressure": 5, "##s": 6, "[": 7, "]": 8, "sep": 9}}
    }"###;

    fn toy(max_tokens: usize) -> Tokenizer {
        Tokenizer::load(TOY.as_bytes(), max_tokens).unwrap()
    }

    #[test]
    fn text_becomes_ids_without_padding() {
        assert_eq!(toy(16).encode("Blood pressures").unwrap(), [2, 4, 5, 6, 3]);
        assert_eq!(toy(16).encode("").unwrap(), [2, 3]);
        assert_eq!(toy(16).encode("🩺 café").unwrap(), [2, 1, 1, 3]);
    }

    #[test]
    fn long_text_is_cut_and_still_ends_as_a_text_does() {
        assert_eq!(toy(4).encode("blood blood blood blood").unwrap(), [2, 4, 4, 3]);
        assert_eq!(toy(3).encode("blood pressure").unwrap(), [2, 4, 3]);
    }

    #[test]
    fn tokens_know_their_bytes() {
        let text = "Bl\u{f3}od é blood";
        let ranges: Vec<&str> =
            toy(99).tokens("é bloods BLOOD").unwrap().into_iter().map(|(_, at)| &"é bloods BLOOD"[at]).collect();
        assert_eq!(ranges, ["é", "blood", "s", "BLOOD"]);
        assert_eq!(toy(99).tokens(text).unwrap()[0].1, 0..6);
        assert_eq!(toy(99).frame().unwrap(), [2, 3]);
    }

    #[test]
    fn two_texts_are_told_apart_and_the_longer_one_is_cut() {
        assert_eq!(toy(16).encode_pair("blood", "pressure blood").unwrap(), (vec![2, 4, 3, 5, 4, 3], 3));
        assert_eq!(toy(6).encode_pair("blood", "pressure blood blood").unwrap(), (vec![2, 4, 3, 5, 4, 3], 3));
        assert_eq!(toy(16).encode_pair("blood", "").unwrap(), (vec![2, 4, 3, 3], 3));
    }

    #[test]
    fn special_tokens_in_a_text_are_text() {
        assert_eq!(toy(16).encode("blood [SEP] blood").unwrap(), [2, 4, 7, 9, 8, 4, 3]);
    }

    #[test]
    fn what_the_file_says_of_length_is_known_and_not_obeyed() {
        let stating = TOY.replace(
            "\"truncation\": null",
            r#""truncation": {"max_length": 3, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}"#,
        );
        let tokenizer = Tokenizer::load(stating.as_bytes(), 16).unwrap();
        assert_eq!((tokenizer.stated_tokens(), toy(16).stated_tokens()), (Some(3), None));
        assert_eq!(tokenizer.encode("blood blood blood").unwrap().len(), 5);
    }

    #[test]
    fn no_room_for_text_is_refused() {
        for max_tokens in 0..=2 {
            assert_eq!(Tokenizer::load(TOY.as_bytes(), max_tokens).err().unwrap().code(), Code::InvalidArgument);
        }
    }

    #[test]
    fn what_is_not_a_tokenizer_is_refused() {
        for json in ["", "{}", "[]", "null", &TOY[..TOY.len() / 2]] {
            assert_eq!(Tokenizer::load(json.as_bytes(), 8).err().unwrap().code(), Code::Model);
        }
    }

    #[test]
    fn a_text_that_the_vocabulary_cannot_express_is_an_error() {
        let without_unknown = TOY.replace("\"[UNK]\": 1, ", "");
        let tokenizer = Tokenizer::load(without_unknown.as_bytes(), 8).unwrap();
        assert_eq!(tokenizer.encode("heart").unwrap_err().code(), Code::Model);
    }

    proptest! {
        #[test]
        fn any_text_gives_a_bounded_number_of_known_ids(text in "\\PC*|[\\s\\S]{0,40}") {
            let tokenizer = toy(6);
            let ids = tokenizer.encode(&text).unwrap();
            prop_assert!((2..=6).contains(&ids.len()));
            prop_assert!(ids.iter().all(|id| *id <= tokenizer.largest_id()));
        }
    }
}
