//! Writes a part of a page as Markdown.

use super::tree::{Kind, Tree};
use crate::{PageUrl, Rules};

/// Writes the element and all below it.
pub(super) fn markdown(tree: &Tree, root: usize, url: &str) -> String {
    // A page that was fetched has an address that may be fetched, unless only a test may fetch it.
    let base = PageUrl::parse(url, &Rules::default()).ok();
    let mut writer =
        Writer { tree, base, out: String::new(), line: String::new(), indent: String::new(), lists: 0, pre: false };
    writer.children(root);
    writer.block();
    let mut out = writer.out.trim_end().to_owned();
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

struct Writer<'t> {
    tree: &'t Tree,
    base: Option<PageUrl>,
    out: String,
    /// The line that is being written, without its indent.
    line: String,
    /// What each line begins with: quotes.
    indent: String,
    lists: usize,
    pre: bool,
}

impl Writer<'_> {
    fn children(&mut self, at: usize) {
        // The tree is as deep as `limits::web::NESTING` at most, and so is this.
        for child in &self.tree.node(at).children {
            self.node(*child);
        }
    }

    fn node(&mut self, at: usize) {
        let tree = self.tree;
        let (tag, href) = match &tree.node(at).kind {
            Kind::Text(text) => return self.text(text),
            Kind::Element { tag, href, .. } => (tag.as_str(), href.as_deref()),
        };
        match tag {
            "br" => self.end_line(),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.block();
                let level = usize::from(tag.as_bytes()[1] - b'0');
                self.line = format!("{} ", "#".repeat(level));
                self.children(at);
                self.block();
            }
            "ul" | "ol" => self.list(at),
            "li" => self.item(at),
            "pre" => self.code(at),
            "code" | "kbd" | "samp" if !self.pre => self.quoted_code(at),
            "blockquote" => self.quote(at),
            "tr" => self.row(at),
            "a" => self.link(at, href),
            "p" | "div" | "section" | "article" | "main" | "table" | "header" | "figure" | "figcaption" | "dl"
            | "dt" | "dd" | "details" | "summary" | "address" | "hr" | "body" => {
                self.block();
                self.children(at);
                self.block();
            }
            _ => self.children(at),
        }
    }

    fn text(&mut self, text: &str) {
        if self.pre {
            self.line.push_str(text);
            return;
        }
        for (at, word) in text.split(char::is_whitespace).enumerate() {
            if at > 0 && !self.line.is_empty() && !self.line.ends_with(' ') {
                self.line.push(' ');
            }
            self.line.push_str(word);
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_end();
        if !line.trim_start_matches(['#', '-', ' ']).is_empty() || line.starts_with("```") {
            self.out.push_str(&self.indent);
            self.out.push_str(line);
            self.out.push('\n');
        }
    }

    /// Ends a block: an empty line follows, but in a list.
    fn block(&mut self) {
        self.end_line();
        if self.lists == 0 && !self.out.is_empty() && !self.out.ends_with("\n\n") {
            let quote = self.indent.trim_end();
            if quote.is_empty() {
                self.out.push('\n');
            }
        }
    }

    fn list(&mut self, at: usize) {
        if self.lists == 0 {
            self.block()
        } else {
            self.end_line()
        }
        self.lists += 1;
        self.children(at);
        self.end_line();
        self.lists -= 1;
        if self.lists == 0 {
            self.block();
        }
    }

    fn item(&mut self, at: usize) {
        self.end_line();
        self.line = format!("{}- ", "  ".repeat(self.lists.saturating_sub(1)));
        self.children(at);
        self.end_line();
    }

    fn code(&mut self, at: usize) {
        self.block();
        self.pre = true;
        self.children(at);
        self.pre = false;
        let code = std::mem::take(&mut self.line);
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        for line in [fence.as_str()].into_iter().chain(code.trim_matches('\n').lines()).chain([fence.as_str()]) {
            self.out.push_str(&self.indent);
            self.out.push_str(line);
            self.out.push('\n');
        }
        self.block();
    }

    fn quoted_code(&mut self, at: usize) {
        let before = std::mem::take(&mut self.line);
        self.children(at);
        let code = std::mem::replace(&mut self.line, before);
        let code = code.trim();
        if !code.is_empty() {
            let tick = if code.contains('`') { "``" } else { "`" };
            self.line.push_str(&format!("{tick}{code}{tick}"));
        }
    }

    fn quote(&mut self, at: usize) {
        self.block();
        self.indent.push_str("> ");
        self.children(at);
        self.end_line();
        self.indent.truncate(self.indent.len() - 2);
        self.block();
    }

    fn row(&mut self, at: usize) {
        self.end_line();
        let mut cells = Vec::new();
        for child in &self.tree.node(at).children {
            if matches!(self.tree.node(*child).tag(), Some("td" | "th")) {
                let before = self.out.len();
                self.children(*child);
                // A block within a cell is a part of its line.
                let mut cell = self.out.split_off(before);
                cell.push_str(&std::mem::take(&mut self.line));
                cells.push(cell.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|"));
            }
        }
        if cells.iter().any(|cell| !cell.is_empty()) {
            self.line = format!("| {} |", cells.join(" | "));
        }
        self.end_line();
    }

    fn link(&mut self, at: usize, href: Option<&str>) {
        // Where it leads is of use if it can be fetched.
        let target = href.zip(self.base.as_ref()).and_then(|(href, base)| {
            let (page, part) = href.split_once('#').unwrap_or((href, ""));
            let to = base.redirected(page, &Rules::default()).ok().filter(|_| !page.is_empty())?;
            Some(if part.is_empty() { to.as_str().to_owned() } else { format!("{}#{part}", to.as_str()) })
        });
        let Some(target) = target.filter(|target| !target.contains(['(', ')', ' '])) else { return self.children(at) };
        let before = self.line.len();
        let lines = self.out.len();
        self.children(at);
        let is_one_line = self.out.len() == lines && self.line.len() > before;
        if is_one_line && !self.line[before..].trim().is_empty() {
            let text = self.line.split_off(before);
            let (lead, text) = text.split_at(text.len() - text.trim_start().len());
            let rest = &text[text.trim_end().len()..];
            self.line.push_str(&format!("{lead}[{}]({target}){rest}", text.trim_end()));
        }
    }
}
