//! What was renamed, and what was not.

use super::read::Found;
use super::view::{File, FilePlan};

/// Most places that are listed.
const LISTED: usize = 20;

/// For the model and people: how many places changed, and those that stayed.
pub(super) fn report(found: &Found, new: &str, files: &[File], plans: &[FilePlan]) -> String {
    let planned = || files.iter().zip(plans);
    let changed = plans.iter().filter(|plan| !plan.sites.is_empty()).count();
    let sites: usize = plans.iter().map(|plan| plan.sites.len()).sum();
    let mut out = format!("Renamed `{}` to `{new}`: {sites} places in {changed} files.", found.qualified_name);
    let place = |file: &File, line: u32| {
        let text = file.text.lines().nth(line as usize - 1).unwrap_or("");
        format!("{}:{line}: {}", file.path, text.trim().chars().take(120).collect::<String>())
    };
    let possible = planned().flat_map(|(file, plan)| plan.possible.iter().map(move |line| place(file, *line)));
    let possible: Vec<String> = possible.collect();
    if !possible.is_empty() {
        out += &format!("\nNot touched, because nothing proves that these mean it ({} lines):\n", possible.len());
        out += &possible[..possible.len().min(LISTED)].join("\n");
    }
    let inside = planned().filter(|(_, plan)| plan.mentions > 0);
    let inside = inside.map(|(file, plan)| (&file.path, plan.mentions as usize));
    let mentions: Vec<_> = inside.chain(found.elsewhere.iter().map(|(path, count)| (path, *count))).collect();
    if !mentions.is_empty() {
        let total: usize = mentions.iter().map(|(_, count)| count).sum();
        let listed = mentions.iter().take(LISTED).map(|(path, count)| format!("{path} ({count})"));
        let listed = listed.collect::<Vec<_>>().join(", ");
        out += &format!("\nNot touched, mentions in strings, comments and other files ({total}): {listed}");
    }
    out
}
