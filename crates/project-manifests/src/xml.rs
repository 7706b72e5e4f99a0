//! An XML document as a tree: names without their prefixes, texts without the white space around them, no attributes.

use crate::ManifestError;
use quick_xml::events::Event;
use quick_xml::reader::Reader;

/// Elements inside each other, beyond which a document is refused.
const MAX_DEPTH: usize = 128;

#[derive(Default)]
pub struct Element {
    pub name: String,
    pub text: String,
    pub children: Vec<Element>,
}

impl Element {
    pub fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub fn all<'e>(&'e self, name: &'static str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text of a child that has some.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.as_str()).filter(|text| !text.is_empty())
    }
}

/// The outermost element; `None` where there is none.
pub fn read(text: &str) -> Result<Option<Element>, ManifestError> {
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    // The first is around the document.
    let mut open = vec![Element::default()];
    loop {
        let event = reader.read_event();
        let event = event.map_err(|error| ManifestError::Text(format!("byte {}: {error}", reader.error_position())))?;
        match event {
            Event::Start(start) => {
                if open.len() > MAX_DEPTH {
                    return Err(ManifestError::Text(format!("more than {MAX_DEPTH} elements inside each other")));
                }
                open.push(Element { name: start.local_name().as_ref().to_owned(), ..Element::default() });
            }
            Event::Empty(empty) => {
                let element = Element { name: empty.local_name().as_ref().to_owned(), ..Element::default() };
                open.last_mut().expect("one is around all").children.push(element);
            }
            Event::Text(text) => open.last_mut().expect("one is around all").text.push_str(&text.xml10_content()),
            Event::CData(data) => open.last_mut().expect("one is around all").text.push_str(&data.xml10_content()),
            Event::End(_) => {
                // The reader refuses an end that has no beginning.
                if let (Some(mut element), Some(around)) = (open.pop(), open.last_mut()) {
                    element.text = element.text.trim().to_owned();
                    around.children.push(element);
                }
            }
            Event::Eof if open.len() > 1 => {
                let name = &open[open.len() - 1].name;
                return Err(ManifestError::Text(format!("`<{name}>` has no end")));
            }
            Event::Eof => return Ok(open.pop().and_then(|document| document.children.into_iter().next())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_DEPTH, read};

    #[test]
    fn elements_and_their_texts() {
        let root =
            read("<?xml version=\"1.0\"?><!-- c --><m:a x='1'><b> one </b><b/><![CDATA[<c>]]></m:a>").unwrap().unwrap();
        assert_eq!((root.name.as_str(), root.text.as_str(), root.all("b").count()), ("a", "<c>", 2));
        assert_eq!(root.text_of("b"), Some("one"));
        assert!(read(" ").unwrap().is_none());
    }

    #[test]
    fn what_is_no_document_is_refused() {
        let refused = |text: &str| read(text).err().unwrap().to_string();
        assert_eq!(refused("<a><b>"), "`<b>` has no end");
        assert!(refused("<a></b>").starts_with("byte 3: "));
        assert!(refused(&"<a>".repeat(MAX_DEPTH + 2)).contains("inside each other"));
    }
}
