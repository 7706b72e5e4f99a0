//! A page as a tree of elements and texts, in one list.

use html5gum::{Token, Tokenizer};
use limits::web::NESTING;

/// A page. Node 0 is its root.
pub(super) struct Tree {
    nodes: Vec<Node>,
}

pub(super) struct Node {
    pub kind: Kind,
    pub children: Vec<usize>,
    pub parent: usize,
}

pub(super) enum Kind {
    Element { tag: String, href: Option<String>, is_main: bool },
    Text(String),
}

/// Elements without content.
const VOID: [&str; 12] = ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"];
/// Elements of which nothing is shown.
const LEFT_OUT: [&str; 21] = [
    "script", "style", "noscript", "template", "svg", "canvas", "iframe", "object", "audio", "video", "form", "button",
    "select", "textarea", "nav", "footer", "aside", "dialog", "head", "math", "menu",
];
/// Elements that end where the next of the same group begins, within the element of the second list.
const SIBLINGS: [(&[&str], &[&str]); 5] = [
    (&["li"], &["ul", "ol"]),
    (&["tr"], &["table", "tbody", "thead", "tfoot"]),
    (&["td", "th"], &["tr", "table"]),
    (&["dt", "dd"], &["dl"]),
    (&["option"], &["select"]),
];
/// Elements that end an open paragraph.
const BLOCKS: [&str; 22] = [
    "address",
    "article",
    "blockquote",
    "details",
    "div",
    "dl",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "main",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
];

impl Tree {
    pub fn read(html: &str) -> Self {
        let mut reader = Reader {
            tree: Self { nodes: vec![Node::new(Kind::element("body"), 0)] },
            open: vec![0],
            hidden: 0,
            title: None,
        };
        for token in Tokenizer::new(html) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => reader.start(&tag),
                Token::EndTag(tag) => reader.end(&String::from_utf8_lossy(&tag.name)),
                Token::String(text) => reader.text(&String::from_utf8_lossy(&text)),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        reader.tree
    }

    pub fn node(&self, at: usize) -> &Node {
        &self.nodes[at]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The page's title, in one line.
    pub fn title(&self) -> String {
        let title = self.nodes.iter().find(|node| node.tag() == Some("title"));
        let text = title.into_iter().flat_map(|node| &node.children).filter_map(|at| self.nodes[*at].text());
        text.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
    }
}

impl Node {
    fn new(kind: Kind, parent: usize) -> Self {
        Self { kind, children: Vec::new(), parent }
    }

    pub fn tag(&self) -> Option<&str> {
        if let Kind::Element { tag, .. } = &self.kind { Some(tag) } else { None }
    }

    pub fn text(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }
}

impl Kind {
    fn element(tag: &str) -> Self {
        Self::Element { tag: tag.to_owned(), href: None, is_main: false }
    }
}

struct Reader {
    tree: Tree,
    /// The elements that are open, from the root.
    open: Vec<usize>,
    /// How many elements that are open are left out: nothing in them is kept.
    hidden: usize,
    /// The title that is being read.
    title: Option<usize>,
}

impl Reader {
    fn start(&mut self, tag: &html5gum::StartTag<()>) {
        let name = String::from_utf8_lossy(&tag.name).into_owned();
        let attribute = |key: &[u8]| {
            let found = tag.attributes.iter().find(|(name, _)| name.as_slice() == key);
            found.map(|(_, value)| String::from_utf8_lossy(value).into_owned())
        };
        let is_void = VOID.contains(&name.as_str()) || tag.self_closing;
        if self.hidden > 0 {
            // Only what can hold the same again is counted, so that its end is found.
            self.hidden += usize::from(!is_void && LEFT_OUT.contains(&name.as_str()));
            if name == "title" {
                self.title = Some(self.add(Kind::element("title"), 0));
            }
            return;
        }
        if name == "title" {
            self.title = Some(self.add(Kind::element("title"), 0));
            return;
        }
        if !is_void && LEFT_OUT.contains(&name.as_str()) {
            self.hidden = 1;
            return;
        }
        self.end_before(&name);
        let parent = *self.open.last().expect("the root is open");
        let style = attribute(b"style").unwrap_or_default().replace(' ', "").to_ascii_lowercase();
        let is_hidden = attribute(b"hidden").is_some()
            || attribute(b"aria-hidden").as_deref() == Some("true")
            || style.contains("display:none")
            || style.contains("visibility:hidden");
        let is_main = matches!(name.as_str(), "main" | "article") || attribute(b"role").as_deref() == Some("main");
        let kind = Kind::Element { tag: name, href: attribute(b"href"), is_main };
        let at = self.add(kind, parent);
        if is_hidden {
            // It is open, so that its end is found, but nothing of it hangs in the tree.
            self.tree.nodes[parent].children.pop();
        }
        // Deeper elements are siblings: their texts are kept.
        if !is_void && self.open.len() < NESTING {
            self.open.push(at);
        }
    }

    fn end(&mut self, name: &str) {
        if name == "title" {
            self.title = None;
        }
        if self.hidden > 0 {
            self.hidden -= usize::from(LEFT_OUT.contains(&name));
            return;
        }
        let at = self.open.iter().skip(1).rposition(|at| self.tree.nodes[*at].tag() == Some(name));
        if let Some(at) = at {
            self.open.truncate(at + 1);
        }
    }

    /// Ends the elements that the next one ends.
    fn end_before(&mut self, name: &str) {
        if BLOCKS.contains(&name)
            && let Some(open) = self.open.last()
            && self.tree.nodes[*open].tag() == Some("p")
        {
            self.open.pop();
        }
        let Some((group, within)) = SIBLINGS.iter().find(|(group, _)| group.contains(&name)) else { return };
        let tags = |at: &usize| self.tree.nodes[*at].tag().unwrap_or_default();
        for at in (1..self.open.len()).rev() {
            let tag = tags(&self.open[at]);
            if within.contains(&tag) {
                return;
            }
            if group.contains(&tag) {
                self.open.truncate(at);
                return;
            }
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(title) = self.title {
            self.add(Kind::Text(text.to_owned()), title);
        } else if self.hidden == 0 {
            let parent = *self.open.last().expect("the root is open");
            self.add(Kind::Text(text.to_owned()), parent);
        }
    }

    fn add(&mut self, kind: Kind, parent: usize) -> usize {
        let at = self.tree.nodes.len();
        let is_title = matches!(&kind, Kind::Element { tag, .. } if tag == "title");
        self.tree.nodes.push(Node::new(kind, parent));
        if !is_title {
            self.tree.nodes[parent].children.push(at);
        }
        at
    }
}
