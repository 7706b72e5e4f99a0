//! Targets of makefiles and justfiles; scripts of other manifests are in `manifest`.

use super::Collected;
use crate::List;
use crate::scan::File;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let name = file.file_name().to_lowercase();
    let (tool, is_make) = match name.as_str() {
        "makefile" | "gnumakefile" => ("make", true),
        "justfile" | ".justfile" => ("just", false),
        _ => return,
    };
    let lines: Vec<&str> = file.text.lines().collect();
    for (at, text) in lines.iter().enumerate() {
        let Some((target, after)) = text.split_once(':') else { continue };
        let own = target.split_whitespace().next().unwrap_or("");
        let is_target = !own.is_empty()
            && text.starts_with(|c: char| c.is_alphabetic())
            && own.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
            && (target.trim() == own || !is_make)
            && !after.starts_with('=')
            && !own.starts_with('.');
        if is_target {
            let does = lines.get(at + 1).filter(|next| next.starts_with([' ', '\t'])).map_or("", |next| next.trim());
            let line = at as u32 + 1;
            let end = if does.is_empty() { line } else { line + 1 };
            out.push(List::Scripts, file.entry((line, end), &format!("{tool} {own}"), does.trim_start_matches('@')));
        }
    }
}
