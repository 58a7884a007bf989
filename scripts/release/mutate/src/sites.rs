//! The places of a file where its code can be changed, and how.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Lit, ReturnType, Signature, Stmt, Type, UnOp};

use crate::modules::is_compiled;

/// How a place is changed.
pub enum Change {
    /// An expression has this text in its place.
    Expression(String),
    /// A statement is left out.
    Statement,
    /// A body begins with this statement. The place is where it begins.
    Body(String),
}

/// One change of one place.
pub struct Site {
    /// Bytes of the file.
    pub range: Range<usize>,
    pub line: usize,
    pub column: usize,
    pub what: String,
    pub change: Change,
}

/// Returns the places of a file with this text, in their order.
pub fn sites(text: &str) -> Vec<Site> {
    let Ok(file) = syn::parse_file(text) else { return Vec::new() };
    let mut finder = Finder { text, found: Vec::new() };
    finder.visit_file(&file);
    let mut found = finder.found;
    found.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end)));
    found
}

struct Finder<'a> {
    text: &'a str,
    found: Vec<Site>,
}

impl Finder<'_> {
    fn of(&self, span: Span) -> &str {
        &self.text[span.byte_range()]
    }

    fn add(&mut self, span: Span, range: Range<usize>, what: String, change: Change) {
        let start = span.start();
        self.found.push(Site { range, line: start.line, column: start.column + 1, what, change });
    }

    fn replace(&mut self, whole: Span, with: String) {
        let what = format!("{} → {}", short(self.of(whole)), short(&with));
        self.add(whole, whole.byte_range(), what, Change::Expression(with));
    }

    /// The same with `op` in place of an operator.
    fn operator(&mut self, whole: Span, operator: Span, op: &str) {
        let (whole_range, at) = (whole.byte_range(), operator.byte_range());
        let with = format!("{}{op}{}", &self.text[whole_range.start..at.start], &self.text[at.end..whole_range.end]);
        self.replace(whole, with);
    }

    /// The ways in which a function can return at once.
    fn body(&mut self, signature: &Signature, block: &Block) {
        if signature.constness.is_some() || block.stmts.is_empty() {
            return;
        }
        let at = block.brace_token.span.open().byte_range().end;
        for value in returned(&signature.output) {
            let statement = if value.is_empty() { "return;".to_owned() } else { format!("return {value};") };
            let what = format!("{} returns {} at once", signature.ident, if value.is_empty() { "()" } else { value });
            self.add(signature.ident.span(), at..at, what, Change::Body(statement));
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            // What is computed when it is compiled cannot be switched.
            syn::Item::Const(_) | syn::Item::Static(_) | syn::Item::Macro(_) | syn::Item::Enum(_) => return,
            syn::Item::Fn(item) if item.sig.constness.is_some() => return,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Trait(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if is_compiled(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.sig, &item.block);
        self.visit_block(&item.block);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if let syn::ImplItem::Fn(item) = item
            && item.sig.constness.is_none()
            && is_compiled(&item.attrs)
        {
            self.body(&item.sig, &item.block);
            self.visit_block(&item.block);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if let syn::TraitItem::Fn(item) = item
            && let Some(block) = &item.default
            && is_compiled(&item.attrs)
        {
            self.body(&item.sig, block);
            self.visit_block(block);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_), Some(_)) = statement {
            let span = statement.span();
            let what = format!("{} is left out", short(self.of(span)));
            self.add(span, span.byte_range(), what, Change::Statement);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        let whole = expression.span();
        match expression {
            // Computed when it is compiled.
            Expr::Const(_) => return,
            Expr::Repeat(repeat) => return self.visit_expr(&repeat.expr),
            Expr::Binary(binary) if !holds_a_let(expression) => {
                if let Some(op) = other(&binary.op) {
                    self.operator(whole, binary.op.span(), op);
                }
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                let inner = self.of(unary.expr.span()).to_owned();
                self.replace(whole, inner);
            }
            Expr::If(branch)
                if !matches!(*branch.cond, Expr::Binary(_) | Expr::Unary(_)) && !holds_a_let(&branch.cond) =>
            {
                let condition = branch.cond.span();
                let with = format!("!({})", self.of(condition));
                self.replace(condition, with);
            }
            Expr::Lit(literal) => match &literal.lit {
                Lit::Bool(value) => self.replace(whole, (!value.value).to_string()),
                Lit::Int(value) => {
                    if let Some(next) = value.base10_parse::<u64>().ok().and_then(|value| value.checked_add(1)) {
                        self.replace(whole, format!("{next}{}", value.suffix()));
                    }
                }
                _ => {}
            },
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.visit_expr(guard);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

/// Whether a condition binds something, and so can neither be negated nor stand in parentheses.
fn holds_a_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => holds_a_let(&binary.left) || holds_a_let(&binary.right),
        _ => false,
    }
}

/// What stands in place of an operator.
fn other(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "+",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::BitXor(_) => "|",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::MulAssign(_) => "+=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        _ => return None,
    })
}

/// What a function of this kind can return at once.
fn returned(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, kind) = output else { return &[""] };
    match &**kind {
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return &[] };
            match last.ident.to_string().as_str() {
                "bool" => &["true", "false"],
                "Option" => &["None"],
                "Vec" | "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet" | "String" => &["Default::default()"],
                "usize" | "u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" => &["0", "1"],
                "f32" | "f64" => &["0.0"],
                "Result" => &["Ok(Default::default())"],
                _ => &[],
            }
        }
        Type::Reference(reference) if matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str")) => {
            &["\"\""]
        }
        _ => &[],
    }
}

/// A text on one line, the middle left out where it is long.
fn short(text: &str) -> String {
    const MOST: usize = 70;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let characters: Vec<char> = text.chars().collect();
    if characters.len() <= MOST {
        return text;
    }
    let (head, tail) = (&characters[..MOST / 2], &characters[characters.len() - MOST / 2..]);
    format!("{} … {}", head.iter().collect::<String>(), tail.iter().collect::<String>())
}
