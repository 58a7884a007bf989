//! Writes text so that paragraphs, rows and items stand as a reader sees them.

use super::tag::Shown;

/// What must stand before the next word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
    Blank,
}

/// How an element stands among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    Inline,
    /// On lines of its own.
    Line,
    /// Apart from what is before and after it.
    Block,
    /// A line that names what follows.
    Heading,
    Item,
    Row,
    /// A cell; whether it is one of a header.
    Cell(bool),
    Preformatted,
    /// Not shown.
    Hidden,
}

/// Elements of HTML (html.spec.whatwg.org) and of the narrative of CDA R2 (`NarrativeBlock.xsd`), in lower case.
fn layout(name: &str) -> Layout {
    match name {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "title" | "caption" | "legend" | "summary" => Layout::Heading,
        "p" | "paragraph" | "div" | "section" | "article" | "aside" | "table" | "ul" | "ol" | "list" | "dl"
        | "blockquote" | "header" | "footer" | "main" | "nav" | "form" | "fieldset" | "address" | "body" | "html"
        | "text" | "component" | "details" | "figure" | "hr" => Layout::Block,
        "li" | "item" => Layout::Item,
        "br" | "dt" | "dd" | "tbody" | "thead" | "tfoot" | "option" | "figcaption" | "footnote" => Layout::Line,
        "tr" => Layout::Row,
        "td" => Layout::Cell(false),
        "th" => Layout::Cell(true),
        "pre" => Layout::Preformatted,
        "head" | "template" | "noscript" | "svg" | "iframe" | "object" | "select" | "textarea" | "rendermultimedia" => {
            Layout::Hidden
        }
        _ => Layout::Inline,
    }
}

/// Elements of HTML without content (html.spec.whatwg.org, "Void elements").
fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// The row of a table that is being written.
#[derive(Debug, Default)]
struct Row {
    cells: usize,
    headers: usize,
}

/// A text as it is written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    text: String,
    gap: Gap,
    row: Option<Row>,
    in_cell: bool,
    preformatted: usize,
    /// Whether this is a page, whose title is not a part of its text.
    is_page: bool,
    /// The sign for where a stretch above or below the line begins or ends, until something is written behind it.
    off_line: Option<&'static str>,
    /// The element that is not shown, and how many of that name are open.
    hidden: Option<(String, usize)>,
    /// The element that is struck through, how many of that name are open, and whether a sign of it stands before the last word.
    struck: Option<(String, usize, bool)>,
}

const BETWEEN_CELLS: &str = " | ";
/// What stands before and behind each sentence that is struck through, as in Markdown.
const STRUCK: &str = "~~";

impl Writer {
    /// Begins the element `name`, which is `shown` by its attributes.
    pub(super) fn open(&mut self, name: &str, is_empty: bool, shown: Shown) {
        let is_empty = is_empty || is_void(name);
        if let Some((hidden, depth)) = &mut self.hidden {
            // A paragraph ends where a block begins, also without saying so.
            let ends = matches!(layout(name), Layout::Block | Layout::Heading | Layout::Preformatted);
            if hidden != "p" || !ends {
                *depth += usize::from(hidden == name && !is_empty);
                return;
            }
            self.hidden = None;
        }
        if shown == Shown::Hidden {
            self.hidden = (!is_empty).then(|| (name.to_owned(), 1));
            return;
        }
        if let Shown::Ticked(is_ticked) = shown {
            return self.text(if is_ticked { " \u{2611} " } else { " \u{2610} " });
        }
        self.off_line(name);
        match &mut self.struck {
            Some((struck, depth, _)) => *depth += usize::from(struck == name && !is_empty),
            None if (shown == Shown::Struck || matches!(name, "del" | "s" | "strike")) && !is_empty => {
                self.struck = Some((name.to_owned(), 1, false));
            }
            None => {}
        }
        self.is_page |= name == "html";
        let layout = if name == "title" && self.is_page { Layout::Hidden } else { layout(name) };
        match layout {
            Layout::Inline => {}
            Layout::Hidden if is_empty => {}
            Layout::Hidden => self.hidden = Some((name.to_owned(), 1)),
            Layout::Line => self.want(Gap::Line),
            Layout::Block => self.want(Gap::Blank),
            Layout::Preformatted => {
                self.want(Gap::Blank);
                self.preformatted += usize::from(!is_empty);
            }
            Layout::Heading if !is_empty => self.begin(Gap::Blank, "# "),
            Layout::Item if !is_empty => self.begin(Gap::Line, "- "),
            Layout::Heading | Layout::Item => {}
            Layout::Row => self.begin_row(),
            Layout::Cell(header) => self.begin_cell(header, is_empty),
        }
    }

    /// Ends the element `name`.
    pub(super) fn close(&mut self, name: &str) {
        if let Some((hidden, depth)) = &mut self.hidden {
            *depth -= usize::from(hidden == name);
            if *depth == 0 {
                self.hidden = None;
            }
            return;
        }
        if let Some((struck, depth, _)) = &mut self.struck {
            *depth -= usize::from(struck == name);
            if *depth == 0 {
                self.end_struck();
                self.struck = None;
            }
        }
        self.off_line(name);
        match layout(name) {
            Layout::Inline | Layout::Hidden => {}
            Layout::Line | Layout::Heading | Layout::Item => self.want(Gap::Line),
            Layout::Block => {
                if name == "table" {
                    self.end_row();
                }
                self.want(Gap::Blank);
            }
            Layout::Preformatted => {
                self.preformatted = self.preformatted.saturating_sub(1);
                self.want(Gap::Blank);
            }
            Layout::Row => self.end_row(),
            Layout::Cell(_) => self.in_cell = false,
        }
    }

    /// Notes that what follows stands on another height than what was before, where `name` begins or ends such a stretch.
    fn off_line(&mut self, name: &str) {
        match name {
            "sup" => self.off_line = Some("^"),
            "sub" => self.off_line = Some("_"),
            _ => {}
        }
    }

    /// Returns the sign between what is written and `text` on another height, if both together would read as one number.
    fn between_heights(&mut self, text: &str) -> &'static str {
        let Some(sign) = self.off_line.take_if(|_| !text.is_empty()) else { return "" };
        let mut before = self.text.chars().rev();
        let is_number = match before.next() {
            Some('.' | ',') => before.next().is_some_and(|c| c.is_ascii_digit()),
            last => last.is_some_and(|c| c.is_ascii_digit()),
        };
        let mut after = text.chars();
        let goes_on = match after.next() {
            Some('.' | ',') => after.next().is_some_and(|c| c.is_ascii_digit()),
            first => first.is_some_and(|c| c.is_ascii_digit()),
        };
        if is_number && goes_on { sign } else { "" }
    }

    /// Writes `text`, references undone.
    pub(super) fn text(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        let between = self.between_heights(text);
        if self.gap == Gap::None {
            self.text.push_str(between);
        }
        if self.preformatted > 0 && !self.in_cell {
            if !text.trim().is_empty() {
                self.fill();
                let start = if self.text.is_empty() { text.trim_start() } else { text };
                for line in start.replace('\r', "").split_inclusive('\n') {
                    self.strike(line);
                    self.text.push_str(line.trim_end_matches('\n'));
                    if line.ends_with('\n') {
                        self.end_struck();
                        self.text.push('\n');
                    }
                }
            }
            return;
        }
        if text.starts_with(char::is_whitespace) {
            self.want(Gap::Space);
        }
        for word in text.split_whitespace() {
            if self.text.ends_with(['.', '!', '?', ';', ':']) {
                self.end_struck();
            }
            self.fill();
            self.strike(word);
            self.text.push_str(word);
            self.gap = Gap::Space;
        }
        if !text.ends_with(char::is_whitespace) && self.gap == Gap::Space {
            self.gap = Gap::None;
        }
    }

    /// Writes the sign of what is struck through before `text`, if none stands yet.
    fn strike(&mut self, text: &str) {
        if let Some((.., is_begun @ false)) = &mut self.struck
            && !text.trim().is_empty()
        {
            *is_begun = true;
            self.text.push_str(STRUCK);
        }
    }

    /// Writes the sign of what is struck through behind it, if one stands before it.
    fn end_struck(&mut self) {
        if let Some((.., is_begun @ true)) = &mut self.struck {
            *is_begun = false;
            self.text.push_str(STRUCK);
        }
    }

    /// Returns the text.
    pub(super) fn finish(mut self) -> String {
        self.end_struck();
        self.end_row();
        let trimmed = self.text.trim();
        if trimmed.len() == self.text.len() { self.text } else { trimmed.to_owned() }
    }

    /// Asks for at least `gap` before the next word; a cell is one line.
    fn want(&mut self, gap: Gap) {
        self.gap = self.gap.max(if self.in_cell { gap.min(Gap::Space) } else { gap });
    }

    /// Writes the gap that was asked for.
    fn fill(&mut self) {
        let gap = std::mem::take(&mut self.gap);
        if gap > Gap::Space {
            self.end_struck();
        }
        let written = match gap {
            Gap::None => "",
            Gap::Space => " ",
            Gap::Line => "\n",
            Gap::Blank => "\n\n",
        };
        let is_start = self.text.is_empty() || (gap == Gap::Space && self.text.ends_with([' ', '\n']));
        if !is_start {
            while gap > Gap::Space && self.text.ends_with([' ', '\n']) {
                self.text.pop();
            }
            self.text.push_str(written);
        }
    }

    /// Begins a line with a sign of ours.
    fn begin(&mut self, gap: Gap, sign: &str) {
        if self.in_cell {
            return self.want(Gap::Space);
        }
        self.want(gap);
        self.end_struck();
        self.fill();
        self.text.push_str(sign);
    }

    fn begin_row(&mut self) {
        if self.in_cell {
            return self.want(Gap::Space);
        }
        self.end_row();
        self.want(Gap::Line);
        self.row = Some(Row::default());
    }

    fn begin_cell(&mut self, header: bool, is_empty: bool) {
        if self.in_cell {
            return self.want(Gap::Space);
        }
        let Some(row) = &mut self.row else { return self.want(Gap::Line) };
        let is_first = row.cells == 0;
        row.cells += 1;
        row.headers += usize::from(header);
        self.end_struck();
        if is_first {
            self.fill();
        } else {
            self.gap = Gap::None;
            let trimmed = self.text.trim_end_matches(' ').len();
            self.text.truncate(trimmed);
            let is_bare = self.text.is_empty() || self.text.ends_with('\n');
            self.text.push_str(if is_bare { BETWEEN_CELLS.trim_start() } else { BETWEEN_CELLS });
        }
        self.in_cell = !is_empty;
    }

    fn end_row(&mut self) {
        if self.in_cell && self.row.is_none() {
            return;
        }
        self.in_cell = false;
        let Some(row) = self.row.take() else { return };
        self.end_struck();
        self.gap = Gap::None;
        if row.headers > 0 && row.headers == row.cells {
            let trimmed = self.text.trim_end_matches(' ').len();
            self.text.truncate(trimmed);
            if !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            self.text.push_str(&vec!["---"; row.cells].join(BETWEEN_CELLS));
        }
        self.want(Gap::Line);
    }
}
