//! Finds the route for a method and a path.

use super::route::Route;
use super::table::ROUTES;

/// The result of routing.
pub enum Match {
    /// A route, with the variables of its path.
    Route(&'static Route, Variables),
    /// The path exists, with these methods only.
    WrongMethod(String),
    /// The path does not exist.
    Nothing,
}

/// A path's variables, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variables(Vec<(&'static str, String)>);

impl Variables {
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value)
    }
}

/// Finds the route. Variables are not percent-decoded: no valid value contains an encoded character.
pub fn find(method: &str, path: &str) -> Match {
    let mut allowed = Vec::new();
    for route in ROUTES {
        let Some(variables) = fits(route.path, path) else { continue };
        if route.method == method {
            return Match::Route(route, variables);
        }
        allowed.push(route.method);
    }
    match allowed.is_empty() {
        true => Match::Nothing,
        false => Match::WrongMethod(allowed.join(", ")),
    }
}

fn fits(template: &'static str, path: &str) -> Option<Variables> {
    let (mut wanted, mut there) = (template.split('/'), path.split('/'));
    let mut variables = Vec::new();
    loop {
        match (wanted.next(), there.next()) {
            (None, None) => return Some(Variables(variables)),
            (Some(wanted), Some(there)) => match wanted.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                Some(name) if !there.is_empty() => variables.push((name, there.to_owned())),
                None if wanted == there => {}
                _ => return None,
            },
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Operation;

    fn operation(method: &str, path: &str) -> Option<(Operation, Variables)> {
        match find(method, path) {
            Match::Route(route, variables) => Some((route.operation, variables)),
            _ => None,
        }
    }

    #[test]
    fn paths_lead_to_operations() {
        let (found, variables) = operation("PUT", "/v1/repos/shop/chunks/00.bin").unwrap();
        assert_eq!(found, Operation::PutChunk);
        assert_eq!((variables.get("id"), variables.get("chunk"), variables.get("other")), ("shop", "00.bin", ""));
        assert_eq!(operation("POST", "/v1/runs/r1/cancel").unwrap().0, Operation::CancelRun);
        for nothing in ["/", "/v1", "/v1/repos/", "/v1/repos//missing", "/v1/repos/a/b/c", "/v1/search/", "/v2/search"]
        {
            assert!(matches!(find("GET", nothing), Match::Nothing), "{nothing}");
        }
    }

    #[test]
    fn a_wrong_method_is_refused_with_the_allowed_ones() {
        let Match::WrongMethod(allowed) = find("PATCH", "/v1/runs/r1") else { panic!("found") };
        assert_eq!(allowed, "GET, DELETE");
        assert!(matches!(find("GET", "/mcp"), Match::WrongMethod(_)));
    }

    #[test]
    fn every_route_is_found_and_none_hides_another() {
        for route in ROUTES {
            let path =
                route.path.replace("{id}", "x").replace("{chunk}", "x").replace("{agent}", "x").replace("{run}", "x");
            assert!(!path.contains('{'), "{path}: a variable that this test does not know");
            assert_eq!(operation(route.method, &path).unwrap().0, route.operation, "{} {path}", route.method);
        }
    }
}
