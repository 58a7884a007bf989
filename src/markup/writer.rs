//! Writes text so that paragraphs, rows and items stand as a reader sees them.

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
    /// The element that is not shown, and how many of that name are open.
    hidden: Option<(String, usize)>,
}

const BETWEEN_CELLS: &str = " | ";

impl Writer {
    /// Begins the element `name`.
    pub(super) fn open(&mut self, name: &str, is_empty: bool) {
        let is_empty = is_empty || is_void(name);
        if let Some((hidden, depth)) = &mut self.hidden {
            *depth += usize::from(hidden == name && !is_empty);
            return;
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

    /// Writes `text`, references undone.
    pub(super) fn text(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        if self.preformatted > 0 && !self.in_cell {
            if !text.trim().is_empty() {
                self.fill();
                let start = if self.text.is_empty() { text.trim_start() } else { text };
                self.text.push_str(&start.replace('\r', ""));
            }
            return;
        }
        if text.starts_with(char::is_whitespace) {
            self.want(Gap::Space);
        }
        for word in text.split_whitespace() {
            self.fill();
            self.text.push_str(word);
            self.gap = Gap::Space;
        }
        if !text.ends_with(char::is_whitespace) && self.gap == Gap::Space {
            self.gap = Gap::None;
        }
    }

    /// Returns the text.
    pub(super) fn finish(mut self) -> String {
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
