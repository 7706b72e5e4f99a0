//! The repository at first sight, and the map of its parts.

use codebase::{Codebase, GlanceKind, GlanceLine, QuestionError};
use protocol::{LanguageLine, MapEdge, MapPart, OverviewKind, OverviewLine, OverviewPage, OverviewSection, PartsMap};

/// What a person wants to know first, each line with its place.
///
/// # Errors
/// As of [`Codebase::glance`].
pub fn overview(codebase: &Codebase) -> Result<OverviewPage, QuestionError> {
    let glance = codebase.glance()?;
    let languages = glance.languages.into_iter().map(|it| LanguageLine {
        name: it.name,
        files: it.files,
        lines: it.lines,
        largest: it.largest,
    });
    let sections = glance.sections.into_iter().map(|section| OverviewSection {
        kind: kind(section.kind),
        lines: section.lines.into_iter().map(line).collect(),
        total: section.total,
    });
    Ok(OverviewPage {
        description: glance.description.map(line),
        readme: glance.readme.map(line),
        languages: languages.collect(),
        other_languages: glance.other_languages,
        sections: sections.collect(),
    })
}

/// The parts of a folder, of the whole repository for an empty path.
///
/// # Errors
/// As of [`Codebase::parts_map`].
pub fn parts_map(codebase: &Codebase, base: &str) -> Result<PartsMap, QuestionError> {
    let map = codebase.parts_map(base)?;
    let shared = shared_folder(map.parts.iter().map(|part| part.path.as_str()));
    let parts = map.parts.into_iter().map(|part| MapPart {
        name: part.path[shared..].to_owned(),
        path: part.path,
        is_folder: part.is_folder,
        files: part.files,
        lines: part.lines,
        head: part.head,
        said: part.said,
    });
    let edges = map.edges.iter().map(|it| MapEdge { from: it.from, to: it.to, calls: it.calls, files: it.files });
    Ok(PartsMap {
        base: map.base,
        parts: parts.collect(),
        edges: edges.collect(),
        more: map.more,
        outside: map.outside,
    })
}

/// Bytes of the folder that all paths lie in, its last slash included.
fn shared_folder<'p>(mut paths: impl Iterator<Item = &'p str>) -> usize {
    let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
    let Some(first) = paths.next() else { return 0 };
    let mut shared = &first[..folder(first)];
    for path in paths {
        while !path.starts_with(shared) {
            shared = &shared[..folder(shared.trim_end_matches('/'))];
        }
    }
    shared.len()
}

fn line(line: GlanceLine) -> OverviewLine {
    OverviewLine {
        title: line.title,
        detail: line.detail,
        path: line.path,
        start_line: line.start_line,
        end_line: line.end_line,
        symbol: line.symbol.map(|id| id.0),
        count: line.count,
    }
}

fn kind(kind: GlanceKind) -> OverviewKind {
    match kind {
        GlanceKind::EntryPoints => OverviewKind::EntryPoints,
        GlanceKind::Routes => OverviewKind::Routes,
        GlanceKind::Commands => OverviewKind::Commands,
        GlanceKind::Scripts => OverviewKind::Scripts,
        GlanceKind::MostCalled => OverviewKind::MostCalled,
        GlanceKind::MainTypes => OverviewKind::MainTypes,
        GlanceKind::Tests => OverviewKind::Tests,
    }
}

#[cfg(test)]
mod tests {
    use super::shared_folder;

    #[test]
    fn names_leave_out_what_all_paths_begin_with() {
        let shared = |paths: &[&str]| shared_folder(paths.iter().copied());
        assert_eq!(shared(&["src/flask/app.py", "src/flask/json"]), "src/flask/".len());
        assert_eq!(shared(&["crates/agent", "web"]), 0);
        assert_eq!(shared(&["src/a", "srcs/b"]), 0);
        assert_eq!(shared(&["src/one/a.rs"]), "src/one/".len());
        assert_eq!(shared(&[]), 0);
    }
}
