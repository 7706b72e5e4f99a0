//! The members of a declaration, as lines show them, whatever errors are in it: what begins at the least indentation inside.

use super::{CONTINUED, blank, is_leading, is_start_of_line};
use std::ops::Range;
use tree_sitter::Node;

/// How deep members of members are looked at.
const DEPTH: usize = 3;

/// The members of a stretch of the text: lines that are indented as little as any line inside and can begin something, each
/// with the comments and attributes above it and with what is below it.
pub fn members(text: &str, within: &Range<usize>) -> Vec<Range<usize>> {
    members_of(&code_lines(text, within), within.end).unwrap_or_default()
}

fn members_of(lines: &[(usize, &str)], end: usize) -> Option<Vec<Range<usize>>> {
    let (head, below) = lines.split_first()?;
    let head = indent(head.1);
    let least = below.iter().map(|(_, line)| indent(line)).filter(|indent| *indent > head).min()?;
    let begins = |line: &str| indent(line) == least && is_start_of_line(line.trim_start());
    let mut members: Vec<Range<usize>> = Vec::new();
    // The member under way has an end that is not known yet: that of all.
    let (mut is_under_way, mut leads) = (false, false);
    for (start, line) in below {
        if indent(line) <= head && members.is_empty() {
            // More lines of the head itself.
        } else if begins(line) {
            if !leads {
                end_last(&mut members, is_under_way, *start);
                members.push(*start..end);
                is_under_way = true;
            }
            leads = is_leading(line.trim_start());
        } else if indent(line) <= head {
            end_last(&mut members, is_under_way, *start);
            (is_under_way, leads) = (false, false);
            // What follows at the indentation of the head ends it all, but for what goes on with it.
            if indent(line) < head || !goes_on(line.trim()) {
                break;
            }
        } else if indent(line) == least {
            leads = false;
        }
    }
    Some(members)
}

fn end_last(members: &mut [Range<usize>], is_under_way: bool, at: usize) {
    if let Some(last) = members.last_mut().filter(|_| is_under_way) {
        last.end = at;
    }
}

/// `else:`, `} catch (e) {`, `case 1:`: more members of the same follow.
fn goes_on(line: &str) -> bool {
    let is_closing_and_opening = line.starts_with('}') && line.ends_with('{');
    let word = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    is_closing_and_opening || (word != "end" && CONTINUED.contains(&word))
}

/// Lines with something in them, each with its first byte; not those that begin inside a text or comment of several lines.
fn code_lines<'t>(text: &'t str, within: &Range<usize>) -> Vec<(usize, &'t str)> {
    let (mut lines, mut at, mut open) = (Vec::new(), within.start, None);
    for line in text[within.clone()].split_inclusive('\n') {
        if open.is_none() && !line.trim().is_empty() {
            lines.push((at, line));
        }
        open = open_after(line, open);
        at += line.len();
    }
    lines
}

/// What ends the text or comment that is begun and not ended at the end of a line.
fn open_after(line: &str, mut open: Option<&'static str>) -> Option<&'static str> {
    const MARKS: [(&str, &str); 4] = [("\"\"\"", "\"\"\""), ("'''", "'''"), ("`", "`"), ("/*", "*/")];
    let mut rest = line;
    if open.is_none() && ["#", "//", "--"].iter().any(|comment| line.trim_start().starts_with(comment)) {
        return None;
    }
    loop {
        match open {
            Some(end) => {
                let Some(at) = rest.find(end) else { return open };
                rest = &rest[at + end.len()..];
                open = None;
            }
            None => {
                let begun = MARKS.iter().filter_map(|(begin, end)| Some((rest.find(begin)?, begin, *end)));
                let (at, begin, end) = begun.min_by_key(|(at, ..)| *at)?;
                rest = &rest[at + begin.len()..];
                open = Some(end);
            }
        }
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// How many members of a stretch, and members of those, by their depth, a tree has not as siblings of each other, where its
/// grammar would put them. `offset`: the byte of the text at which the tree's own text starts.
pub fn swallowed(text: &str, within: &Range<usize>, root: Node<'_>, offset: usize) -> Swallowed {
    let mut found = Swallowed::default();
    count_swallowed(text, within, (root, offset), &mut found);
    found
}

/// Members that are not where they should be, by their depth.
pub type Swallowed = [usize; DEPTH];

fn count_swallowed(text: &str, within: &Range<usize>, (root, offset): (Node<'_>, usize), found: &mut [usize]) {
    let Some((own, deeper)) = found.split_first_mut() else { return };
    let members = members(text, within);
    let mut parents: Vec<usize> = members.iter().filter_map(|member| parent_of(text, member, root, offset)).collect();
    parents.sort_unstable();
    let siblings = parents.chunk_by(|a, b| a == b).map(<[usize]>::len).max().unwrap_or(0);
    *own += members.len() - siblings;
    members.iter().for_each(|member| count_swallowed(text, member, (root, offset), deeper));
}

/// The number of the node around the outermost one that begins with the member; `None` where that is in an error.
fn parent_of(text: &str, member: &Range<usize>, root: Node<'_>, offset: usize) -> Option<usize> {
    let at = (member.start + indent(&text[member.clone()])).checked_sub(offset)?;
    let mut node = root.descendant_for_byte_range(at, at + 1)?;
    if node.start_byte() != at {
        return None;
    }
    while let Some(parent) = node.parent().filter(|parent| parent.start_byte() == at) {
        node = parent;
    }
    let parent = node.parent()?;
    let is_error = std::iter::successors(Some(node), |node| node.parent()).any(|node| node.is_error());
    (!is_error).then(|| parent.id())
}

/// What is to be left out of a declaration for the rest to be read.
#[derive(Debug, Default)]
pub struct Omitted {
    /// What is blanked.
    pub lost: Vec<Range<usize>>,
    /// Where a body is left without anything, in a language that does not allow that.
    pub empty: Vec<usize>,
}

/// Parses a text of as many bytes as the declaration; whether it has no error. `None` once the work is used up.
type Reads<'r> = &'r dyn Fn(&str) -> Option<bool>;

/// Leaves out as few and as small members of a declaration as make the rest of it readable.
pub struct Mending<'m> {
    /// The whole text.
    pub text: &'m str,
    /// The declaration.
    pub unit: Range<usize>,
    /// What stands for nothing in a body.
    pub filler: &'static str,
    pub reads: Reads<'m>,
}

impl Mending<'_> {
    /// `Some(None)` where no members make it unreadable.
    pub fn omitted(&self) -> Option<Option<Omitted>> {
        let text = &self.text[self.unit.clone()];
        let Some(omitted) = self.within(&self.unit, text, DEPTH)? else { return Some(None) };
        let mut rest = text.to_owned();
        omitted.lost.iter().for_each(|lost| blank(&mut rest, &self.local(lost)));
        omitted.empty.iter().for_each(|at| self.fill(&mut rest, *at));
        Some((self.reads)(&rest)?.then_some(omitted))
    }

    fn local(&self, range: &Range<usize>) -> Range<usize> {
        range.start - self.unit.start..range.end - self.unit.start
    }

    /// Puts the filler where a member begins.
    fn fill(&self, text: &mut String, at: usize) {
        fill(text, at - self.unit.start, &self.text[at..self.unit.end], self.filler);
    }

    /// `around`: the declaration with nothing in it but this stretch.
    fn within(&self, stretch: &Range<usize>, around: &str, depth: usize) -> Option<Option<Omitted>> {
        let members = members(self.text, stretch);
        let Some(first) = members.first() else { return Some(None) };
        let mut shell = around.to_owned();
        members.iter().for_each(|member| blank(&mut shell, &self.local(member)));
        self.fill(&mut shell, first.start);
        if !(self.reads)(&shell)? {
            return Some(None);
        }
        let mut unreadable = Vec::new();
        self.unreadable(&shell, &members, &mut unreadable)?;
        let mut omitted = Omitted::default();
        let mut whole = 0;
        for member in unreadable {
            let inner = match depth {
                1 => None,
                _ => self.within(member, &self.with(&shell, std::slice::from_ref(member)), depth - 1)?,
            };
            match inner {
                Some(inner) => {
                    omitted.lost.extend(inner.lost);
                    omitted.empty.extend(inner.empty);
                }
                None => {
                    whole += 1;
                    omitted.lost.push(member.clone());
                }
            }
        }
        if whole == members.len() {
            omitted.empty.push(first.start);
        }
        Some(Some(omitted))
    }

    /// The shell with these members in it.
    fn with(&self, shell: &str, members: &[Range<usize>]) -> String {
        let mut text = shell.to_owned();
        members.iter().for_each(|member| text.replace_range(self.local(member), &self.text[member.clone()]));
        text
    }

    /// The members that cannot be read, in order: all at once, else each half by itself.
    fn unreadable<'r>(
        &self,
        shell: &str,
        members: &'r [Range<usize>],
        found: &mut Vec<&'r Range<usize>>,
    ) -> Option<()> {
        if members.is_empty() || (self.reads)(&self.with(shell, members))? {
            return Some(());
        }
        if let [only] = members {
            found.push(only);
            return Some(());
        }
        let (first, second) = members.split_at(members.len() / 2);
        self.unreadable(shell, first, found)?;
        self.unreadable(shell, second, found)
    }
}

/// Puts `filler` where the line at a byte has its first letter, if that line is long enough. `line`: what was there.
pub fn fill(text: &mut String, at: usize, line: &str, filler: &str) {
    let line = line.lines().next().unwrap_or("");
    let from = at + indent(line);
    let fits = line.trim().len() >= filler.len() && text.is_char_boundary(from + filler.len());
    if fits && !filler.is_empty() {
        text.replace_range(from..from + filler.len(), filler);
    }
}
