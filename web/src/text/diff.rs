//! A line diff of two texts.

/// Lines of unchanged text shown around a change.
const AROUND: usize = 2;
/// Most pairs of lines compared one by one; a larger middle is shown as replaced as a whole.
const MOST_PAIRS: usize = 250_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffLine<'a> {
    Same(&'a str),
    /// Only before.
    Gone(&'a str),
    /// Only after.
    New(&'a str),
    /// How many unchanged lines are left out here.
    Left(usize),
}

/// Compares two texts. Lines far from any change are counted, not listed.
pub fn diff<'a>(before: &'a str, after: &'a str) -> Vec<DiffLine<'a>> {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let mut lines: Vec<_> = old[..head].iter().map(|line| DiffLine::Same(line)).collect();
    middle(&old[head..old.len() - tail], &new[head..new.len() - tail], &mut lines);
    lines.extend(old[old.len() - tail..].iter().map(|line| DiffLine::Same(line)));
    folded(&lines)
}

/// The part between what both begin and end with, by the longest common subsequence of its lines.
fn middle<'a>(old: &[&'a str], new: &[&'a str], lines: &mut Vec<DiffLine<'a>>) {
    let wide = new.len() + 1;
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        lines.extend(old.iter().map(|line| DiffLine::Gone(line)));
        lines.extend(new.iter().map(|line| DiffLine::New(line)));
        return;
    }
    // common[i * wide + j]: how many lines old[i..] and new[j..] have in common, in order.
    let mut common = vec![0_u32; (old.len() + 1) * wide];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * wide + j] = match old[i] == new[j] {
                true => common[(i + 1) * wide + j + 1] + 1,
                false => common[(i + 1) * wide + j].max(common[i * wide + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push(DiffLine::Same(old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[(i + 1) * wide + j] >= common[i * wide + j + 1]) {
            lines.push(DiffLine::Gone(old[i]));
            i += 1;
        } else {
            lines.push(DiffLine::New(new[j]));
            j += 1;
        }
    }
}

/// Replaces unchanged lines that are not near a change by their count.
fn folded<'a>(lines: &[DiffLine<'a>]) -> Vec<DiffLine<'a>> {
    let is_change = |line: &DiffLine| !matches!(line, DiffLine::Same(_));
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let near = &lines[at.saturating_sub(AROUND)..(at + AROUND + 1).min(lines.len())];
        match (near.iter().any(is_change), out.last_mut()) {
            (true, _) => out.push(*line),
            (false, Some(DiffLine::Left(count))) => *count += 1,
            (false, _) => out.push(DiffLine::Left(1)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str, after: &str) -> String {
        let line = |line: &DiffLine| match line {
            DiffLine::Same(text) => format!(" {text}"),
            DiffLine::Gone(text) => format!("-{text}"),
            DiffLine::New(text) => format!("+{text}"),
            DiffLine::Left(count) => format!("~{count}"),
        };
        diff(before, after).iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn removed_and_added_lines_are_marked() {
        assert_eq!(shown("[\n1,\n2\n]", "[\n1,\n3,\n2\n]"), " [\n 1,\n+3,\n 2\n ]");
        assert_eq!(shown("a\nb\nc", "c\nb\na"), "-a\n-b\n c\n+b\n+a");
        assert_eq!(shown("", "a"), "+a");
        assert_eq!(shown("a", ""), "-a");
        assert_eq!(shown("0", "1"), "-0\n+1");
    }

    #[test]
    fn lines_far_from_a_change_are_counted() {
        let text = |last: &str| (0..9).map(|n| n.to_string()).chain([last.to_owned()]).collect::<Vec<_>>().join("\n");
        assert_eq!(shown(&text("old"), &text("new")), "~7\n 7\n 8\n-old\n+new");
        assert_eq!(shown("a\nb", "a\nb"), "~2");
    }

    #[test]
    fn a_large_middle_is_replaced_as_a_whole() {
        let text = |from: u32| (from..from + 600).map(|n| n.to_string()).collect::<Vec<_>>().join("\n");
        let (before, after) = (text(0), text(10_000));
        let lines = diff(&before, &after);
        assert_eq!((lines.len(), lines[0], lines[600]), (1200, DiffLine::Gone("0"), DiffLine::New("10000")));
    }
}
