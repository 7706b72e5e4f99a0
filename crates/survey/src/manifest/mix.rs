//! `mix.exs`: a project of Elixir. Its code is not run: what is written line by line is read.

use super::{Manifest, Row};

/// What the project is called, and what it names in `deps`, in `aliases` and as what it starts.
pub fn read(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut within = "";
    for (line, number) in text.lines().zip(1..) {
        let code = line.trim_start();
        if let Some(name) = code.strip_prefix("defp ").or_else(|| code.strip_prefix("def ")) {
            within = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        }
        if code.starts_with('#') {
            continue;
        }
        if manifest.name.is_none() {
            manifest.name = behind(code, "app: :").map(|name| Row::new(name, "", number));
        }
        if manifest.description.is_none() {
            manifest.description = quoted(code, "description: \"").map(|text| Row::new(text, "", number));
        }
        for key in ["mod: {", "main_module: "] {
            if let Some(module) = behind(code, key) {
                manifest.entry_points.push(Row::new(module, "mix.exs", number));
            }
        }
        match within {
            "deps" => manifest.dependencies.extend(dependency(code, number)),
            "aliases" => manifest.scripts.extend(alias(code, number)),
            _ => {}
        }
    }
    manifest
}

/// The name behind a key.
fn behind<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let rest = line.split_once(key)?.1;
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.')).unwrap_or(rest.len());
    (end > 0).then(|| &rest[..end])
}

fn quoted<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    line.split_once(key)?.1.split('"').next().filter(|text| !text.is_empty())
}

/// `{:phoenix, "~> 1.7", only: :test}`
fn dependency(line: &str, number: u32) -> Option<Row> {
    let rest = line.split_once("{:")?.1;
    let (name, rest) = rest.split_once(',').unwrap_or((rest.trim_end_matches(['}', ',', ']']), ""));
    let name = name.trim_matches(['"', ' ']);
    let detail = rest.trim().trim_end_matches(',').trim_end_matches('}').trim();
    (!name.is_empty()).then(|| Row::new(name, detail, number))
}

/// `setup: ["deps.get", "ecto.setup"]`, `"ecto.setup": [..]`
fn alias(line: &str, number: u32) -> Option<Row> {
    let line = line.trim_start_matches('[');
    let (name, commands) = line.split_once(": ")?;
    let name = name.trim_matches('"');
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    is_name.then(|| Row::new(name, commands.trim_end_matches(','), number))
}

#[cfg(test)]
mod tests {
    use super::{Row, read};

    #[test]
    fn a_project_of_mix() {
        let manifest = read(
            "defmodule Shop.MixProject do\n  def project do\n    [app: :shop, description: \"Sells.\",\n     deps: deps()]\n  end\n  def application do\n    [mod: {Shop.Application, []}]\n  end\n  # {:old, \"1\"}\n  defp deps do\n    [\n      {:phoenix, \"~> 1.7\"},\n      {:credo, \"~> 1.0\", only: :dev}\n    ]\n  end\n  defp aliases do\n    [\n      \"ecto.setup\": [\"ecto.create\"],\n      test: [\"ecto.setup\", \"test\"]\n    ]\n  end\nend\n",
        );
        assert_eq!(manifest.name, Some(Row::new("shop", "", 3)));
        assert_eq!(manifest.description, Some(Row::new("Sells.", "", 3)));
        assert_eq!(manifest.entry_points, [Row::new("Shop.Application", "mix.exs", 7)]);
        let dependencies = [Row::new("phoenix", "\"~> 1.7\"", 12), Row::new("credo", "\"~> 1.0\", only: :dev", 13)];
        assert_eq!(manifest.dependencies, dependencies);
        let scripts =
            [Row::new("ecto.setup", "[\"ecto.create\"]", 18), Row::new("test", "[\"ecto.setup\", \"test\"]", 19)];
        assert_eq!(manifest.scripts, scripts);
    }
}
