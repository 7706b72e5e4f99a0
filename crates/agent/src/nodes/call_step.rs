//! A call of a tool as the steps of plans say it: for the model of rules, which knows by it what was looked up.

use model::Step;
use serde_json::Value;

/// What a call did; `None` for one that no step describes.
pub(super) fn step_of(tool: &str, args: &Value) -> Option<Step> {
    let argument = |name: &str| args.get(name).and_then(Value::as_str).map(str::to_owned);
    match tool {
        "search_codebase" => argument("query").map(Step::Search),
        "grep" => argument("pattern").map(Step::Search),
        "get_callers" => argument("function_name").map(|name| Step::Callers(vec![name])),
        "get_callees" => argument("function_name").map(|name| Step::Callees(vec![name])),
        "describe_symbol" => argument("symbol").map(|name| Step::Describe(vec![name])),
        "read_file" => argument("file_path").map(Step::Read),
        "lint" => {
            let paths = args.get("paths").and_then(Value::as_array);
            let paths = paths.into_iter().flatten().filter_map(Value::as_str);
            Some(Step::Lint(paths.map(str::to_owned).collect()))
        }
        // Without a path it is the log of the whole repository.
        "git_log" => Some(Step::Log(argument("path").unwrap_or_default())),
        "git_show" => argument("rev").map(Step::Commit),
        "git_blame" => {
            let line = |name: &str| args.get(name).and_then(Value::as_u64).and_then(|line| u32::try_from(line).ok());
            let from = line("start_line").unwrap_or(1);
            let to = line("end_line").or(line("start_line")).unwrap_or(u32::MAX);
            argument("path").map(|path| Step::Blame { path, lines: (from, to) })
        }
        "survey" => argument("list").map(|list| Step::Survey { list, of: argument("of") }),
        "list_directory" => Some(Step::List(argument("path").filter(|path| !path.is_empty()).unwrap_or(".".into()))),
        _ => None,
    }
}
