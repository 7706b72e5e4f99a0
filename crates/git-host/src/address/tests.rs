use super::*;

fn read(text: &str) -> (String, Option<Kind>, String, At) {
    let Address { origin, kind, path, at } = Address::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (origin, kind, path, at)
}

fn named(name: &str) -> At {
    At::Named(name.to_owned(), String::new())
}

fn then_path(text: &str) -> At {
    At::NamedThenPath(text.to_owned(), false)
}

#[test]
fn addresses_of_github_are_read() {
    let commit = "0123456789abcdef0123456789abcdef01234567";
    for (text, at) in [
        ("pallets/flask", At::Default),
        ("pallets/flask@2.3.x", named("2.3.x")),
        ("pallets/flask@fix/of-mine", named("fix/of-mine")),
        ("github.com/pallets/flask", At::Default),
        ("  https://github.com/pallets/flask.git ", At::Default),
        ("https://www.github.com/pallets/flask/?tab=readme-ov-file#flask", At::Default),
        ("https://github.com/pallets/flask@main", named("main")),
        ("git@github.com:pallets/flask.git", At::Default),
        ("ssh://git@github.com:22/pallets/flask.git", At::Default),
        ("git+https://github.com/pallets/flask.git", At::Default),
        ("https://github.com/pallets/flask/tree/main/src/flask", then_path("main/src/flask")),
        ("https://github.com/pallets/flask/tree/release%2F1/a%20b", then_path("release/1/a b")),
        ("https://github.com/pallets/flask/blob/main/a@b.py", At::NamedThenPath("main/a@b.py".to_owned(), true)),
        (&format!("https://github.com/pallets/flask/commit/{commit}"), named(commit)),
        ("https://github.com/pallets/flask/releases/tag/3.1.0", named("3.1.0")),
        ("https://github.com/pallets/flask/pull/5432/files", At::Request(5432)),
        ("https://github.com/pallets/flask/issues/12", At::Default),
    ] {
        let expected = ("https://github.com".to_owned(), Some(Kind::GitHub), "pallets/flask".to_owned(), at);
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn addresses_of_gitlab_and_gitea_are_read() {
    let (lab, berg, own) = ("https://gitlab.com", "https://codeberg.org", "https://git.example.org:8443");
    for (text, origin, kind, path, at) in [
        ("https://gitlab.com/a/b/c", lab, Some(Kind::GitLab), "a/b/c", At::Default),
        ("git@gitlab.com:a/b/c.git", lab, Some(Kind::GitLab), "a/b/c", At::Default),
        (
            "https://gitlab.com/a/b/-/tree/main/lib?ref_type=heads",
            lab,
            Some(Kind::GitLab),
            "a/b",
            then_path("main/lib"),
        ),
        ("https://gitlab.com/a/b/-/merge_requests/7/diffs", lab, Some(Kind::GitLab), "a/b", At::Request(7)),
        ("https://gitlab.com/a/b/-/tags/v1", lab, Some(Kind::GitLab), "a/b", named("v1")),
        ("https://gitlab.com/a/b/c@v1", lab, Some(Kind::GitLab), "a/b/c", named("v1")),
        ("https://codeberg.org/a/b/src/branch/main/lib", berg, Some(Kind::Gitea), "a/b", then_path("main/lib")),
        (
            "https://codeberg.org/a/b/src/commit/abc1234/lib",
            berg,
            Some(Kind::Gitea),
            "a/b",
            At::Named("abc1234".to_owned(), "lib".to_owned()),
        ),
        ("https://codeberg.org/a/b/pulls/9", berg, Some(Kind::Gitea), "a/b", At::Request(9)),
        ("https://git.example.org:8443/a/b", own, None, "a/b", At::Default),
        ("https://git.example.org:8443/a/b/-/commit/abc1234", own, Some(Kind::GitLab), "a/b", named("abc1234")),
        ("https://git.example.org:8443/a/b/src/tag/v1", own, Some(Kind::Gitea), "a/b", then_path("v1")),
        ("git.example.org:8443/a/b", own, None, "a/b", At::Default),
        ("http://localhost:3000/a/b", "http://localhost:3000", None, "a/b", At::Default),
        ("http://[::1]:3000/a/b", "http://[::1]:3000", None, "a/b", At::Default),
        ("localhost:3000/a/b", "http://localhost:3000", None, "a/b", At::Default),
    ] {
        assert_eq!(read(text), (origin.to_owned(), kind, path.to_owned(), at), "{text}");
    }
}

#[test]
fn what_is_no_address_is_refused_with_a_reason() {
    let none = |text: &str| AddressError::None(text.to_owned());
    for text in
        ["", "flask", "a/", "/b", "a b/c", "a/b\\c", "https://github.com/pallets", "https:///a/b", "a/..", "../b"]
    {
        assert_eq!(Address::parse(text), Err(none(text)), "{text}");
    }
    for text in ["https://exa mple.org/a/b", "https://[::2]/a/b", "https://host:0/a/b", "https://%41.org/a/b", "a/%zz"]
    {
        assert!(matches!(Address::parse(text), Err(AddressError::None(_))), "{text}");
    }
    assert_eq!(Address::parse("https://me:secret@github.com/a/b"), Err(AddressError::Credentials));
    assert_eq!(Address::parse("http://github.com/a/b"), Err(AddressError::NotEncrypted));
    assert_eq!(Address::parse("javascript://github.com/a/b"), Err(AddressError::Scheme("javascript".to_owned())));
    assert_eq!(Address::parse("file://github.com/a/b"), Err(AddressError::Scheme("file".to_owned())));
    assert_eq!(Address::parse("https://gist.github.com/me/abc"), Err(AddressError::Gist));
    assert_eq!(Address::parse(&"a/".repeat(2000)), Err(AddressError::Long));
    for named in ["a/b@..", "a/b@x..y", "a/b@-f", "a/b@", "https://github.com/a/b/tree/%2e%2e/x", "a/b@x%00y"] {
        assert!(matches!(Address::parse(named), Err(AddressError::Name(_))), "{named}");
    }
}
