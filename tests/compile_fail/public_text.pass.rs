// The same, read and not written.
use chaperone::library::PublicPassage;

pub fn altered(passage: PublicPassage, mut text: String) -> PublicPassage {
    text.clear();
    text.push_str(passage.text());
    passage
}
