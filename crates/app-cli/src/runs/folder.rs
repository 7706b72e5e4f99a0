//! The default folder of stored runs.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::path::PathBuf;

/// The folder of runs within the system's folder for application state; `None` if the environment names none.
pub fn by_default() -> Option<PathBuf> {
    of(std::env::consts::OS, &|name| std::env::var_os(name))
}

fn of(system: &str, variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // The XDG specification ignores relative paths; they would mean another folder each time.
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.has_root());
    let state = match system {
        "windows" => path("LOCALAPPDATA")?,
        "macos" => path("HOME")?.join("Library/Application Support"),
        _ => path("XDG_STATE_HOME").or_else(|| Some(path("HOME")?.join(".local/state")))?,
    };
    Some(state.join("quarry").join("runs"))
}

/// Creates folders that only this user can read, for what contains code.
pub fn private() -> DirBuilder {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_environment(system: &str, variables: &[(&str, &str)]) -> Option<String> {
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        of(system, &variable).map(|path| path.to_string_lossy().replace('\\', "/"))
    }

    #[test]
    fn each_system_has_its_folder() {
        let home = ("HOME", "/home/ada");
        assert_eq!(in_environment("linux", &[home]).as_deref(), Some("/home/ada/.local/state/quarry/runs"));
        let xdg = ("XDG_STATE_HOME", "/state");
        assert_eq!(in_environment("linux", &[home, xdg]).as_deref(), Some("/state/quarry/runs"));
        let mac = Some("/home/ada/Library/Application Support/quarry/runs");
        assert_eq!(in_environment("macos", &[home, xdg]).as_deref(), mac);
        assert_eq!(in_environment("windows", &[("LOCALAPPDATA", "/local")]).as_deref(), Some("/local/quarry/runs"));
    }

    #[test]
    fn what_is_relative_or_missing_names_no_folder() {
        let relative = ("XDG_STATE_HOME", "state");
        assert_eq!(in_environment("linux", &[relative]), None);
        let home = ("HOME", "/home/ada");
        assert_eq!(in_environment("linux", &[relative, home]).as_deref(), Some("/home/ada/.local/state/quarry/runs"));
        assert_eq!(in_environment("windows", &[home]), None);
        assert_eq!(in_environment("macos", &[("HOME", "")]), None);
    }
}
