//! The last answers to questions, so that one that is asked again need not be computed again.

use std::collections::VecDeque;

/// Answers that are kept: those of one sitting.
pub const KEPT: usize = 32;

/// The last [`KEPT`] answers with their questions, the newest last.
#[derive(Debug)]
pub struct Recent<T>(VecDeque<(String, T)>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Recent(VecDeque::new())
    }
}

impl<T: Clone> Recent<T> {
    /// Returns the answer to `question`, where it is kept.
    pub fn get(&self, question: &str) -> Option<T> {
        self.0.iter().find(|(text, _)| text == question).map(|(_, answer)| answer.clone())
    }

    /// Keeps `answer` as that to `question`, in place of an earlier one, or of the oldest of many.
    pub fn put(&mut self, question: &str, answer: T) {
        self.0.retain(|(text, _)| text != question);
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back((question.to_owned(), answer));
    }

    /// Returns the answer to `question`, which `make` gives where none is kept; what fails is not kept.
    ///
    /// # Errors
    /// As `make`.
    #[cfg(any(test, feature = "encoders"))]
    pub fn get_or<E>(&mut self, question: &str, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some(answer) = self.get(question) {
            return Ok(answer);
        }
        let answer = make()?;
        self.put(question, answer.clone());
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(recent: &mut Recent<usize>, made: &mut usize, question: &str) -> usize {
        recent
            .get_or(question, || {
                *made += 1;
                Ok::<_, ()>(*made)
            })
            .unwrap()
    }

    #[test]
    fn what_is_asked_again_is_not_made_again() {
        let (mut recent, mut made) = (Recent::default(), 0);
        assert_eq!(asked(&mut recent, &mut made, "Why?"), 1);
        assert_eq!(asked(&mut recent, &mut made, "When?"), 2);
        assert_eq!(asked(&mut recent, &mut made, "Why?"), 1);
        assert_eq!(asked(&mut recent, &mut made, "why?"), 3, "another question");
        assert_eq!(made, 3);
    }

    #[test]
    fn the_oldest_makes_room_and_is_made_again() {
        let (mut recent, mut made) = (Recent::default(), 0);
        for number in 0..KEPT {
            asked(&mut recent, &mut made, &number.to_string());
        }
        assert_eq!(asked(&mut recent, &mut made, "0"), 1, "as many as are kept");
        asked(&mut recent, &mut made, "one more");
        assert_eq!(made, KEPT + 1);
        assert_eq!(asked(&mut recent, &mut made, "1"), 2, "the second is the oldest now");
        assert_eq!(asked(&mut recent, &mut made, "0"), KEPT + 2);
        assert_eq!(made, KEPT + 2);
    }

    #[test]
    fn what_fails_is_not_kept_and_the_newest_answer_holds() {
        let mut recent = Recent::default();
        assert_eq!(recent.get_or("Why?", || Err::<u8, _>("no")), Err("no"));
        assert_eq!(recent.get("Why?"), None);
        recent.put("Why?", 1);
        recent.put("Why?", 2);
        assert_eq!(recent.get("Why?"), Some(2));
    }
}
