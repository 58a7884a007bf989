// E0616: nobody outside puts a text of their own into a public passage.
use chaperone::library::PublicPassage;

pub fn altered(mut passage: PublicPassage, text: String) -> PublicPassage {
    passage.text = text;
    passage
}
