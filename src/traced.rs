//! Texts decoded from others, with the way back to the bytes they came from.
//!
//! A [`Traced`] text can be read with one encoding undone: percent signs and quoted-printable, HTML entities, the escapes of JSON and
//! programming languages, tag characters, base64, hexadecimal, ROT13, backwards. Which readings mean anything is for the caller to say.

use std::ops::Range;

/// The bytes of the first text that a sign came from.
type From = (u32, u32);
/// One byte, or digit, and where it came from.
type Byte = (u8, From);

/// A text, and for each of its bytes those of the first text that it came from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Traced {
    text: String,
    origin: Vec<From>,
}

/// What an encoding gave: a text, with the replacement character for what is none, and whether it is all of a token rather than
/// a part of one, or several together.
pub(crate) type Decoded = (Traced, bool);

impl Traced {
    /// Returns `text` as it stands.
    pub(crate) fn plain(text: &str) -> Self {
        let mut traced = Traced::default();
        for (at, c) in text.char_indices() {
            // Texts of 4 GiB are refused long before.
            let end = u32::try_from(at + c.len_utf8()).unwrap_or(u32::MAX);
            traced.push(c, (u32::try_from(at).unwrap_or(u32::MAX), end));
        }
        traced
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the bytes of the first text that `range` came from.
    pub(crate) fn source(&self, range: Range<usize>) -> Range<usize> {
        let (from, to) = self.origin_of(range);
        from as usize..to as usize
    }

    /// Returns the part `range` of the text.
    pub(crate) fn part(&self, range: Range<usize>) -> Traced {
        let text = self.text.get(range.clone()).unwrap_or_default().to_owned();
        Traced { text, origin: self.origin.get(range).unwrap_or_default().to_vec() }
    }

    /// Returns the text with percent signs, quoted-printable, entities, escapes and tag characters undone; `None` without any.
    pub(crate) fn unescaped(&self) -> Option<Traced> {
        let (mut out, mut at, mut found) = (Vec::new(), 0, false);
        while let Some(first) = self.text.get(at..).and_then(|rest| rest.chars().next()) {
            let undone = escape(self.text.get(at..).unwrap_or_default());
            found |= undone.is_some();
            let (len, sign) = undone.unwrap_or((first.len_utf8(), Sign::Char(first)));
            let from = self.origin_of(at..at + len);
            let mut written = [0; 4];
            match sign {
                Sign::Byte(byte) => out.push((byte, from)),
                Sign::Char(c) => out.extend(c.encode_utf8(&mut written).bytes().map(|byte| (byte, from))),
            }
            at += len;
        }
        found.then(|| Traced::assembled(out))
    }

    /// Returns what the runs of base64 digits give, each from its first four digits on, and all runs read as one.
    pub(crate) fn base64(&self) -> Vec<Decoded> {
        let mut decoded = Vec::new();
        for is_member in [|byte: u8| byte.is_ascii_alphanumeric(), |byte| sextet(byte).is_some()] {
            let bytes: Vec<Byte> = self.bytes().collect();
            let runs: Vec<&[Byte]> = bytes.split(|(byte, _)| !is_member(*byte)).filter(|run| !run.is_empty()).collect();
            let joined = if runs.len() > 1 { runs.concat() } else { Vec::new() };
            for (run, is_token) in runs.iter().map(|run| (*run, true)).chain([(joined.as_slice(), false)]) {
                for skipped in 0..4 {
                    let digits = run.iter().skip(skipped).filter_map(|(byte, from)| Some((sextet(*byte)?, *from)));
                    decoded.push((Traced::assembled(packed::<6>(digits)), is_token && skipped == 0));
                }
            }
        }
        decoded
    }

    /// Returns what the runs of hexadecimal digits give: each by itself, and those with nothing but a few separators and prefixes
    /// between them as one, from their first two digits on.
    pub(crate) fn hexadecimal(&self) -> Vec<Decoded> {
        [self.hexadecimal_with_gaps(MAX_GAP), self.hexadecimal_with_gaps(0)].concat()
    }

    fn hexadecimal_with_gaps(&self, most: usize) -> Vec<Decoded> {
        let (mut decoded, mut run, mut gap) = (Vec::new(), Vec::<Byte>::new(), 0);
        let (mut is_free, mut after_word) = (true, false);
        for (byte, from) in self.bytes().chain([(b'\n', (0, 0)); MAX_GAP + 1]) {
            let digit = char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let is_prefix = matches!(byte, b'x' | b'X') && gap == 0 && run.last().is_some_and(|(digit, _)| *digit == 0);
            if let Some(digit) = digit {
                is_free = if run.is_empty() { !after_word } else { is_free };
                run.push((digit, from));
                gap = 0;
            } else if is_prefix {
                run.pop();
            } else if byte.is_ascii_alphanumeric() || gap >= most {
                let is_token = is_free && (gap > 0 || !byte.is_ascii_alphanumeric());
                for skipped in 0..2 {
                    let digits = run.iter().skip(skipped).copied();
                    decoded.push((Traced::assembled(packed::<4>(digits)), is_token && skipped == 0));
                }
                run.clear();
            } else {
                gap += 1;
            }
            after_word = byte.is_ascii_alphanumeric() && digit.is_none() && !is_prefix;
        }
        decoded
    }

    /// Returns the text from its last letter to its first.
    pub(crate) fn reversed(&self) -> Traced {
        let mut reversed = Traced::default();
        for (at, c) in self.text.char_indices().rev() {
            reversed.push(c, self.origin_of(at..at + c.len_utf8()));
        }
        reversed
    }

    /// Returns the text with its letters moved by thirteen.
    pub(crate) fn rotated(&self) -> Traced {
        Traced { text: self.text.chars().map(rot13).collect(), origin: self.origin.clone() }
    }

    fn origin_of(&self, range: Range<usize>) -> From {
        let origins = self.origin.get(range).unwrap_or_default();
        let from = origins.iter().map(|(from, _)| *from).min().unwrap_or_default();
        (from, origins.iter().map(|(_, to)| *to).max().unwrap_or(from))
    }

    fn push(&mut self, c: char, from: From) {
        self.text.push(c);
        self.origin.extend(std::iter::repeat_n(from, c.len_utf8()));
    }

    fn bytes(&self) -> impl Iterator<Item = Byte> {
        self.text.bytes().zip(self.origin.iter().copied())
    }

    /// Returns `bytes` as text. Zeros are left out: a text of two bytes for each letter has one in each.
    fn assembled(bytes: Vec<Byte>) -> Traced {
        let mut traced = Traced::default();
        let (raw, origin): (Vec<u8>, Vec<From>) = bytes.into_iter().filter(|(byte, _)| *byte != 0).unzip();
        let mut at = 0;
        for chunk in raw.utf8_chunks() {
            let invalid = (!chunk.invalid().is_empty()).then_some((char::REPLACEMENT_CHARACTER, chunk.invalid().len()));
            for (c, len) in chunk.valid().chars().map(|c| (c, c.len_utf8())).chain(invalid) {
                let origins = origin.get(at..at + len).unwrap_or_default();
                let from = origins.iter().map(|(from, _)| *from).min().unwrap_or_default();
                traced.push(c, (from, origins.iter().map(|(_, to)| *to).max().unwrap_or(from)));
                at += len;
            }
        }
        traced
    }
}

/// Most signs between two hexadecimal numbers that belong together: a comma, a space, a backslash.
const MAX_GAP: usize = 3;

/// What an escape stands for.
enum Sign {
    Byte(u8),
    Char(char),
}

/// Returns what the escape that `text` begins with stands for, and its length in bytes.
fn escape(text: &str) -> Option<(usize, Sign)> {
    let first = text.chars().next()?;
    if let Some(tag) = u32::from(first).checked_sub(0xE_0000).filter(|tag| (0x20..0x7F).contains(tag)) {
        return Some((first.len_utf8(), Sign::Char(char::from_u32(tag)?)));
    }
    let digits = |skipped: usize, most: usize, radix: u32| {
        let rest = text.get(skipped..)?;
        let len = rest.bytes().take(most).take_while(|byte| char::from(*byte).is_digit(radix)).count();
        Some((skipped + len, u32::from_str_radix(rest.get(..len)?, radix).ok()?))
    };
    let exactly =
        |skipped: usize, len: usize, radix: u32| digits(skipped, len, radix).filter(|(end, _)| *end == skipped + len);
    let byte = |(len, value): (usize, u32)| Some((len, Sign::Byte(u8::try_from(value).ok()?)));
    let letter = |(len, value): (usize, u32)| Some((len, Sign::Char(char::from_u32(value)?)));
    let closed = |(len, value): (usize, u32), close| {
        (len + usize::from(text.get(len..).is_some_and(|t| t.starts_with(close))), value)
    };
    let starts = |prefix: &str| text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    match first {
        '&' if starts("&#x") => letter(closed(digits(3, 6, 16)?, ';')),
        '&' if starts("&#") => letter(closed(digits(2, 7, 10)?, ';')),
        '&' => entity(text),
        '\\' if starts("\\u{") => letter(closed(digits(3, 6, 16)?, '}')),
        '\\' | '%' if starts("\\u") || starts("%u") => exactly(2, 8, 16).and_then(letter).or_else(|| {
            let (len, high) = exactly(2, 4, 16)?;
            let pair = |low| 0x1_0000 + ((high & 0x3FF) << 10) + (low & 0x3FF);
            let low = exactly(len + 2, 4, 16).filter(|_| (0xD800..0xDC00).contains(&high));
            low.and_then(|(len, low)| letter((len, pair(low)))).or_else(|| letter((len, high)))
        }),
        'U' | 'u' if starts("u+") => letter(digits(2, 6, 16).filter(|(len, _)| *len >= 6)?),
        '\\' if starts("\\x") => exactly(2, 2, 16).and_then(byte),
        '\\' => exactly(1, 3, 8).and_then(byte),
        '%' | '=' => exactly(1, 2, 16).and_then(byte),
        _ => None,
    }
}

/// Returns what the named entity that `text` begins with stands for. Names of letters begin with the letter that is meant.
fn entity(text: &str) -> Option<(usize, Sign)> {
    const MARKS: [&str; 10] = ["grave", "acute", "circ", "tilde", "uml", "ring", "cedil", "slash", "caron", "opf"];
    let len = text.bytes().take(12).position(|byte| byte == b';')?;
    let name = text.get(1..len)?;
    let sign = match name {
        "nbsp" | "ensp" | "emsp" | "Tab" | "NewLine" => ' ',
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" | "rsquo" => '\'',
        "shy" | "zwnj" | "zwj" => '\u{200B}',
        "percnt" => '%',
        "commat" => '@',
        "hyphen" | "dash" => '-',
        "period" => '.',
        "colon" => ':',
        "bsol" => '\\',
        "equals" => '=',
        _ => name.chars().next().filter(|c| MARKS.contains(&name.get(c.len_utf8()..).unwrap_or_default()))?,
    };
    Some((len + 1, Sign::Char(sign)))
}

/// Returns the bytes that digits of `BITS` bits make.
fn packed<const BITS: u32>(digits: impl Iterator<Item = Byte>) -> Vec<Byte> {
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0u32);
    let mut begun = None;
    for (digit, (from, to)) in digits {
        bits = (bits << BITS | u32::from(digit)) & 0xFFFF;
        held += BITS;
        let (first, last) = begun.unwrap_or((from, to));
        let all = (from.min(first), to.max(last));
        begun = Some(all);
        if held >= 8 {
            held -= 8;
            bytes.push((u8::try_from(bits >> held & 0xFF).unwrap_or_default(), all));
            begun = (held > 0).then_some((from, to));
        }
    }
    bytes
}

/// Returns the value of a digit of base64, in the standard alphabet or the one for addresses.
fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

fn rot13(c: char) -> char {
    match c {
        'a'..='m' | 'A'..='M' => char::from_u32(u32::from(c) + 13).unwrap_or(c),
        'n'..='z' | 'N'..='Z' => char::from_u32(u32::from(c) - 13).unwrap_or(c),
        _ => c,
    }
}
