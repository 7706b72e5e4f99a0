//! Migrations of a database.

use super::Collected;
use crate::List;
use crate::scan::File;

pub fn collect(file: &File<'_>, out: &mut Collected) {
    let lower = file.path.to_lowercase();
    let in_folder = ["migrations/", "migrate/", "alembic/versions/", "migration/"]
        .iter()
        .any(|folder| lower.starts_with(folder) || lower.contains(&format!("/{folder}")));
    let (stem, ending) = file.file_name().rsplit_once('.').unwrap_or((file.file_name(), ""));
    let is_code = matches!(ending, "py" | "sql" | "rb" | "js" | "ts" | "go" | "php" | "cs" | "java" | "rs");
    let versioned = stem.starts_with(|c: char| c.is_ascii_digit())
        || (stem.starts_with('V') && stem[1..].starts_with(|c: char| c.is_ascii_digit()))
        || file.code.contains("down_revision");
    if in_folder && is_code && versioned {
        let line = file.definitions().iter().skip(1).find(|d| d.kind.is_type() || d.kind.is_callable());
        let lines = line.map_or((1, 1), |definition| file.head_lines(definition));
        out.push(List::Migrations, file.entry(lines, stem, file.path));
    }
}
