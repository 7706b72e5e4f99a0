//! Which parts is the repository, or a folder of it, made of, and which of them use which?

use super::QuestionError;
use crate::Codebase;
use code_words::path::is_aside;
use compact_sort::CompactSort;
use source::FileId;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use survey::{FileRow, List, Parts, is_manifest};

/// Most parts that are listed of one level; the others are counted.
const MOST_PARTS: usize = 60;

/// A package, a folder or a file of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapPart {
    /// From the root of the repository.
    pub path: String,
    /// False for a file.
    pub is_folder: bool,
    /// Files of code in it, outside of tests and examples.
    pub files: u32,
    /// Their lines.
    pub lines: u32,
    /// The file that shows best what it is.
    pub head: String,
    /// What it says of itself and what it defines; may be empty.
    pub said: String,
}

/// What one part uses of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapEdge {
    /// Index of the part that uses.
    pub from: u32,
    /// Index of the part that is used.
    pub to: u32,
    /// Proven calls from the one to the other.
    pub calls: u32,
    /// Files of the one that import something of the other.
    pub files: u32,
}

impl MapEdge {
    /// How much it is, to compare edges by.
    pub fn weight(&self) -> u32 {
        self.calls.saturating_add(self.files)
    }
}

/// One level of the map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartsMap {
    /// The folder; empty for the whole repository.
    pub base: String,
    /// The largest first.
    pub parts: Vec<MapPart>,
    /// Between the parts listed, the heaviest first.
    pub edges: Vec<MapEdge>,
    /// Parts beyond those listed.
    pub more: u32,
    /// Files of code of the folder that are in no part: beside the one folder that nearly all code is in.
    pub outside: u32,
}

impl Codebase {
    /// The parts of a folder, of the whole repository for an empty path: packages by their manifests, or else the folders and
    /// files where the code divides. Tests, examples and copies of other projects are left out.
    ///
    /// # Errors
    /// [`QuestionError::NoLists`] for an index of an earlier version, [`QuestionError::NoSuchFolder`] where no code is there,
    /// [`QuestionError::NotLoaded`] for an index that is read in pages, because all calls are counted.
    pub fn parts_map(&self, base: &str) -> Result<PartsMap, QuestionError> {
        let rows: Vec<FileRow> = self.snapshot().ids().map(|id| self.survey_row(id)).collect();
        let mut manifests = Vec::new();
        for row in rows.iter().filter(|row| is_manifest(&row.path)) {
            manifests.push((row, self.text(row.id)?));
        }
        let parts = Parts::at(base, &rows, manifests.into_iter(), self.list_page(List::Imports)?);
        if parts.paths.is_empty() && !base.is_empty() {
            return Err(QuestionError::NoSuchFolder { path: base.to_owned(), suggestions: Vec::new() });
        }
        let mut order: Vec<usize> = (0..parts.paths.len()).collect();
        order.compact_sort_by_key(|part| (Reverse(parts.sizes[*part].1), *part));
        let shown = order.len().min(MOST_PARTS);
        let mut place: Vec<Option<u32>> = vec![None; order.len()];
        (0..).zip(&order[..shown]).for_each(|(at, part)| place[*part] = Some(at));
        let of_file: Vec<Option<usize>> =
            rows.iter().map(|row| parts.part_of(&row.path).filter(|_| !is_aside(&row.path))).collect();
        let modules = self.list_page(List::Modules)?;
        let part = |at: &usize| MapPart {
            path: parts.paths[*at].clone(),
            is_folder: self.path_of(parts.heads[*at]) != parts.paths[*at],
            files: parts.sizes[*at].0,
            lines: parts.sizes[*at].1,
            head: self.path_of(parts.heads[*at]).to_owned(),
            said: parts.said_of(*at, &rows, modules),
        };
        let inside =
            |row: &FileRow| base.is_empty() || row.path.strip_prefix(base).is_some_and(|it| it.starts_with('/'));
        let is_code = |row: &FileRow| row.language.is_parsed() && !is_aside(&row.path);
        let outside = rows.iter().zip(&of_file).filter(|(row, part)| part.is_none() && is_code(row) && inside(row));
        Ok(PartsMap {
            base: base.to_owned(),
            parts: order[..shown].iter().map(part).collect(),
            edges: self.edges_between(&parts, &of_file, &place)?,
            more: (order.len() - shown) as u32,
            outside: outside.count() as u32,
        })
    }

    /// `of_file`: the part of each file; `place`: where each part is listed.
    fn edges_between(
        &self,
        parts: &Parts,
        of_file: &[Option<usize>],
        place: &[Option<u32>],
    ) -> Result<Vec<MapEdge>, QuestionError> {
        let graph = self.graph().whole().ok_or(QuestionError::NotLoaded)?;
        let listed = |file: FileId| of_file[file.0 as usize].and_then(|part| place[part]);
        let mut found: BTreeMap<(u32, u32), MapEdge> = BTreeMap::new();
        let mut edge = |from: u32, to: u32, calls: u32, files: u32| {
            let edge = found.entry((from, to)).or_insert(MapEdge { from, to, calls: 0, files: 0 });
            (edge.calls, edge.files) = (edge.calls + calls, edge.files + files);
        };
        for ((from, to), (files, _)) in &parts.edges {
            if let (Some(from), Some(to)) = (place[*from], place[*to]) {
                edge(from, to, 0, *files);
            }
        }
        for call in graph.edges().iter().filter(|call| call.is_proven()) {
            let (from, to) = (graph.symbol(call.from), graph.symbol(call.to));
            if let (Some(one), Some(other)) = (listed(from.file), listed(to.file))
                && one != other
                && !from.is_test
            {
                edge(one, other, call.sites, 0);
            }
        }
        let mut edges: Vec<MapEdge> = found.into_values().collect();
        edges.compact_sort_by_key(|edge| (Reverse(edge.weight()), edge.from, edge.to));
        Ok(edges)
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    const TWO_PACKAGES: &str = "\
//- packages/app/package.json
{ \"name\": \"app\" }
//- packages/app/main.ts
import { price } from \"../core/price\";
import { label } from \"../core/label\";
export function start() { return price(1) + price(2) + label(3); }
//- packages/core/package.json
{ \"name\": \"core\" }
//- packages/core/price.ts
export function price(n: number) { return n * 2; }
//- packages/core/label.ts
import { price } from \"./price\";
export function label(n: number) {
  return price(n);
}
//- packages/core/tests/price.test.ts
import { price } from \"../price\";
price(4);
";

    #[test]
    fn packages_are_parts_and_what_they_call_is_counted() {
        let codebase = fixture::built(fixture::snapshot_of(TWO_PACKAGES));
        let map = codebase.parts_map("").unwrap();
        let parts: Vec<(&str, u32)> = map.parts.iter().map(|part| (part.path.as_str(), part.files)).collect();
        assert_eq!(parts, [("packages/core", 2), ("packages/app", 1)], "tests are left out");
        let [edge] = map.edges.as_slice() else { panic!("{map:?}") };
        assert_eq!((edge.from, edge.to, edge.calls, edge.files), (1, 0, 3, 1));
        assert_eq!((map.more, map.outside), (0, 0));
    }

    #[test]
    fn small_packages_beside_the_code_are_not_what_it_is_made_of() {
        let files = "\
//- pom-one/pom.xml
<project><artifactId>one</artifactId></project>
//- pom-one/One.java
class One {}
//- pom-two/pom.xml
<project><artifactId>two</artifactId></project>
//- pom-two/Two.java
class Two {}
//- core/Line.java
class Line {
  int a;
  int b;
  int c;
}
";
        let map = fixture::built(fixture::snapshot_of(files)).parts_map("").unwrap();
        let paths: Vec<&str> = map.parts.iter().map(|part| part.path.as_str()).collect();
        assert_eq!((paths, map.outside), (vec!["core", "pom-one", "pom-two"], 0));
    }

    #[test]
    fn a_folder_is_made_of_its_files() {
        let codebase = fixture::built(fixture::snapshot_of(TWO_PACKAGES));
        let map = codebase.parts_map("packages/core").unwrap();
        let paths: Vec<&str> = map.parts.iter().map(|part| part.path.as_str()).collect();
        assert_eq!(paths, ["packages/core/label.ts", "packages/core/price.ts"]);
        assert!(map.parts.iter().all(|part| !part.is_folder));
        assert_eq!((map.edges.len(), map.edges[0].calls, map.edges[0].files), (1, 1, 1));
        assert!(codebase.parts_map("packages/none").is_err());
    }
}
