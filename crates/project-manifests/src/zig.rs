//! `build.zig`: the modules that it names. It is a program, which is not run: calls whose names and paths are written as
//! literals are read.

use super::folder::inside;
use facts::ZigBuild;
use std::collections::HashMap;

/// The names by which modules are imported, with their first files.
pub fn build(folder: &str, text: &str) -> ZigBuild {
    let text = without_comments(text);
    let mut variables: HashMap<&str, String> = HashMap::new();
    let mut modules: Vec<(String, String)> = Vec::new();
    for call in calls(&text, &["addModule(", "createModule("]) {
        let Some(path) = root_of(call.given).and_then(|path| inside(folder, path)) else { continue };
        if let Some(variable) = call.variable {
            variables.insert(variable, path.clone());
        }
        if let Some(name) = text_at(call.given) {
            modules.push((name.to_owned(), path));
        }
    }
    for call in calls(&text, &["addAnonymousImport(", "addAnonymousModule(", "addPackagePath("]) {
        let Some(name) = text_at(call.given) else { continue };
        let rest = &call.given[call.given.find(',').unwrap_or(call.given.len())..];
        let path = root_of(rest).or_else(|| text_at(rest.trim_start_matches(',')));
        modules.extend(path.and_then(|path| inside(folder, path)).map(|path| (name.to_owned(), path)));
    }
    let of_variable = |name: &str, given: &str| {
        let variable = given.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        Some((name.to_owned(), variables.get(variable)?.clone()))
    };
    for call in calls(&text, &["addImport(", "addModule("]) {
        let Some((Some(name), variable)) = call.given.split_once(',').map(|(name, rest)| (text_at(name), rest)) else {
            continue;
        };
        modules.extend(of_variable(name, variable.trim_start()));
    }
    // `.imports = &.{ .{ .name = "a", .module = b } }`
    for part in text.split(".name").skip(1) {
        let Some(name) = part.trim_start().strip_prefix('=').and_then(text_at) else { continue };
        let rest = part.split_once(',').map_or("", |(_, rest)| rest.trim_start());
        let Some(given) = rest.strip_prefix(".module").and_then(|rest| rest.trim_start().strip_prefix('=')) else {
            continue;
        };
        modules.extend(of_variable(name, given.trim_start()));
    }
    ZigBuild { modules }
}

struct Call<'t> {
    /// The variable that its result is given to.
    variable: Option<&'t str>,
    given: &'t str,
}

/// The calls of functions of these names, in order.
fn calls<'t>(text: &'t str, names: &[&str]) -> Vec<Call<'t>> {
    let mut found = Vec::new();
    for name in names {
        for (at, _) in text.match_indices(name) {
            let before = &text[..at];
            let statement = &before[before.rfind([';', '{', '}']).map_or(0, |end| end + 1)..];
            let declared = statement.trim_start();
            let declared = declared.strip_prefix("const ").or_else(|| declared.strip_prefix("var "));
            let variable = declared.and_then(|rest| rest.split(['=', ':']).next()).map(str::trim);
            let given = &text[at + name.len()..];
            found.push((at, Call { variable, given: &given[..end_of(given)] }));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, call)| call).collect()
}

/// Where the parenthesis closes that is open at the start.
fn end_of(text: &str) -> usize {
    let mut depth = 0;
    let mut in_text = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_text = !in_text,
            _ if in_text => {}
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth == 0 => return at,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The first file of a module: `b.path("a.zig")`, `.{ .path = "a.zig" }`.
fn root_of(given: &str) -> Option<&str> {
    let written = [".root_source_file", ".source_file"].iter().find_map(|field| given.split_once(field))?.1;
    let path = written.split_once('"')?.1.split('"').next()?;
    // What is generated, or comes from a dependency, is no file of the repository.
    let is_path = ["b.path(\"", ".path = \"", ".cwd_relative = \""].iter().any(|mark| {
        let head = &written[..written.find('"').map_or(0, |quote| quote + 1)];
        head.ends_with(mark)
    });
    is_path.then_some(path)
}

/// The text that something begins with.
fn text_at(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix('"')?.split_once('"').map(|(text, _)| text)
}

fn without_comments(text: &str) -> String {
    let code = text.lines().map(|line| match line.trim_start().starts_with("//") {
        true => "",
        false => line.split(" //").next().unwrap_or(line),
    });
    code.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::build;

    #[test]
    fn modules_have_the_names_that_calls_write() {
        let text = r#"
            pub fn build(b: *std.Build) void {
                // const old = b.addModule("old", .{ .root_source_file = b.path("old.zig") });
                const core = b.addModule("core", .{ .root_source_file = b.path("src/core.zig") });
                const util = b.createModule(.{
                    .target = target,
                    .root_source_file = b.path("../util/util.zig"), // shared
                    .imports = &.{.{ .name = "base", .module = core }},
                });
                exe.root_module.addImport("util", util);
                exe.root_module.addImport("zlib", b.dependency("zlib", .{}).module("zlib"));
                exe.addAnonymousModule("text", .{ .source_file = .{ .path = "src/text.zig" } });
                exe.addPackagePath("pkg", "libs/pkg.zig");
                const made = b.createModule(.{ .root_source_file = step.getOutput("x.zig") });
                exe.root_module.addImport("made", made);
            }"#;
        let mut modules = build("app", text).modules;
        modules.sort();
        let expected = [
            ("base", "app/src/core.zig"),
            ("core", "app/src/core.zig"),
            ("pkg", "app/libs/pkg.zig"),
            ("text", "app/src/text.zig"),
            ("util", "util/util.zig"),
        ];
        assert_eq!(modules, expected.map(|(name, path)| (name.to_owned(), path.to_owned())));
    }
}
