//! The targets, one a file.

use crate::Target;

/// Declares the targets: a module with a `TARGET` each, the list of all, and a test each.
macro_rules! targets {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// Every target.
        pub const ALL: &[Target] = &[$($name::TARGET),*];

        #[cfg(test)]
        mod tests {
            $(#[test]
            fn $name() {
                super::short_pass(&super::$name::TARGET);
            })*
        }
    };
}

// One a line, sorted.
targets! {
    archives,
    citations,
    git_data,
    gitignore,
    index_reader,
    lowering,
    markdown,
    mcp_messages,
    model_answers,
    paths,
    recorded_runs,
    run_log,
    sse,
    state_updates,
}

/// What every test run does: kept inputs, then some from a fixed seed.
#[cfg(test)]
fn short_pass(target: &Target) {
    const CASES: u32 = 200;
    for (name, input) in crate::found::kept(target).expect("tests/fuzz/found is readable") {
        if let Err(why) = crate::run::check(target, &input) {
            panic!("found/{name}: {why}");
        }
    }
    if let Err(failure) = crate::run::cases(target, 1, CASES, |_| {}) {
        panic!("{}: {}\ninput: \"{}\"", target.name, failure.why, failure.input.escape_ascii());
    }
}
