//! The client over a host that answers from a table.

use super::*;
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Status, headers and body by URL: the last is given again.
type Answers = BTreeMap<String, Vec<(u16, Vec<(&'static str, &'static str)>, String)>>;

#[derive(Default)]
struct FakeHost {
    answers: RefCell<Answers>,
    requests: RefCell<Vec<HttpRequest>>,
    waits: RefCell<Vec<u64>>,
}

impl HttpClient for FakeHost {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse, HttpError>> {
        let mut answers = self.answers.borrow_mut();
        let missing = || (404, Vec::new(), r#"{"message":"Not Found"}"#.to_owned());
        let (status, headers, body) = match answers.get_mut(&request.url) {
            Some(list) if list.len() > 1 => list.remove(0),
            Some(list) => list[0].clone(),
            None => missing(),
        };
        self.requests.borrow_mut().push(request);
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let body = futures::stream::iter([Ok(body.into_bytes())]).boxed_local();
        Box::pin(async move { Ok(HttpResponse { status, headers, body }) })
    }
}

impl Timer for FakeHost {
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        if ms == ANSWER_MS {
            return Box::pin(futures::future::pending());
        }
        self.waits.borrow_mut().push(ms);
        Box::pin(async {})
    }
}

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
const HUB: &str = "https://api.github.com/repos/pallets/flask";

impl FakeHost {
    fn with(answers: &[(&str, &str)]) -> Rc<Self> {
        let host = Rc::new(Self::default());
        answers.iter().for_each(|(url, body)| host.add(url, 200, &[], body));
        host
    }

    fn github(is_private: bool) -> Rc<Self> {
        let described = format!(r#"{{"full_name":"pallets/flask","default_branch":"main","private":{is_private}}}"#);
        let commit = format!(r#"{{"sha":"{COMMIT}"}}"#);
        Self::with(&[(HUB, &described), (&format!("{HUB}/commits/main"), &commit)])
    }

    fn add(&self, url: &str, status: u16, headers: &[(&'static str, &'static str)], body: &str) {
        let answer = (status, headers.to_vec(), body.to_owned());
        self.answers.borrow_mut().entry(url.to_owned()).or_default().push(answer);
    }

    fn client(self: &Rc<Self>, token: Option<&str>) -> Client {
        // One minute past the hour.
        Client::new(Rc::clone(self) as _, Rc::clone(self) as _, || 60_000.0, token.map(Secret::new))
    }

    fn urls(&self) -> Vec<String> {
        self.requests.borrow().iter().map(|request| request.url.clone()).collect()
    }
}

fn resolved(client: &Client, address: &str) -> Result<Resolved, HostError> {
    block_on(client.resolve(&Address::parse(address).expect("an address")))
}

fn listed(client: &Client, resolved: &Resolved) -> Result<Listing, HostError> {
    block_on(client.list(resolved, &mut |folder| folder != "vendor", &mut |_| {}))
}

fn paths(listing: &Listing) -> Vec<&str> {
    listing.entries.iter().filter(|entry| entry.kind == EntryKind::File).map(|entry| entry.path.as_str()).collect()
}

fn file(path: &str) -> Entry {
    Entry { path: path.to_owned(), kind: EntryKind::File, id: COMMIT.to_owned(), size: None }
}

#[test]
fn a_repository_on_github_is_resolved_listed_and_loaded() {
    let host = FakeHost::github(false);
    let tree = format!(
        r#"{{"sha":"x","truncated":false,"tree":[
            {{"path":"a b.py","mode":"100644","type":"blob","sha":"{COMMIT}","size":3}},
            {{"path":"src","mode":"040000","type":"tree","sha":"{COMMIT}"}},
            {{"path":"link","mode":"120000","type":"blob","sha":"{COMMIT}","size":1}},
            {{"path":"sub","mode":"160000","type":"commit","sha":"{COMMIT}"}}]}}"#
    );
    host.add(&format!("{HUB}/git/trees/{COMMIT}?recursive=1"), 200, &[], &tree);
    let raw = format!("https://raw.githubusercontent.com/pallets/flask/{COMMIT}/a%20b.py");
    host.add(&raw, 200, &[], "abc");
    let client = host.client(Some("secret-token"));
    let resolved = resolved(&client, "pallets/flask").expect("resolved");
    assert_eq!((resolved.reference.as_str(), resolved.commit.as_str(), resolved.is_private), ("main", COMMIT, false));
    let listing = listed(&client, &resolved).expect("listed");
    let kinds: Vec<EntryKind> = listing.entries.iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [EntryKind::File, EntryKind::Folder, EntryKind::Link, EntryKind::Submodule]);
    assert_eq!(listing.entries[0].size, Some(3));
    assert_eq!(block_on(client.load(&resolved, &listing.entries[0], 10)), Ok(Some(b"abc".to_vec())));
    assert_eq!(block_on(client.load(&resolved, &listing.entries[0], 2)), Ok(None), "longer than is taken");
    // The token goes to the API alone.
    for request in host.requests.borrow().iter() {
        let has_token = request.headers.iter().any(|(_, value)| value.contains("secret-token"));
        assert_eq!(has_token, request.url.starts_with("https://api.github.com/"), "{}", request.url);
    }
}

#[test]
fn files_of_a_private_repository_come_from_the_api_and_are_counted_before() {
    let host = FakeHost::github(true);
    let tree = r#"{"tree":[],"truncated":false}"#;
    let headers = [("x-ratelimit-limit", "5000"), ("x-ratelimit-remaining", "3"), ("x-ratelimit-reset", "780")];
    host.add(&format!("{HUB}/git/trees/{COMMIT}?recursive=1"), 200, &headers, tree);
    host.add(&format!("{HUB}/git/blobs/{COMMIT}"), 200, &[], "abc");
    let client = host.client(Some("t"));
    let resolved = resolved(&client, "pallets/flask").expect("resolved");
    listed(&client, &resolved).expect("listed");
    assert_eq!(client.allows(&resolved, 3), Ok(()));
    let error = client.allows(&resolved, 4).expect_err("too many").to_string();
    let expected =
        "4 files are to be loaded from api.github.com, which allows 3 more requests; it allows more in 12 minutes";
    assert_eq!(error, expected);
    assert_eq!(block_on(client.load(&resolved, &file("a.py"), 10)), Ok(Some(b"abc".to_vec())));
}

#[test]
fn a_branch_with_slashes_is_told_from_the_folder_after_it() {
    let host = FakeHost::github(false);
    host.add(&format!("{HUB}/commits/fix/one"), 200, &[], &format!(r#"{{"sha":"{COMMIT}"}}"#));
    let client = host.client(None);
    let found = resolved(&client, "https://github.com/pallets/flask/tree/fix/one/src/flask").expect("resolved");
    assert_eq!((found.reference.as_str(), found.folder.as_str()), ("fix/one", "src/flask"));
    let found = resolved(&client, "https://github.com/pallets/flask/blob/main/src/app.py").expect("resolved");
    assert_eq!((found.reference.as_str(), found.folder.as_str()), ("main", ""), "a file means the whole repository");
    let error = resolved(&client, "https://github.com/pallets/flask/tree/nowhere/src").expect_err("no such branch");
    assert_eq!(error.to_string(), "api.github.com knows no branch, tag or commit `nowhere`, or it is private");
}

#[test]
fn a_request_means_its_last_commit() {
    let host = FakeHost::github(false);
    host.add(&format!("{HUB}/pulls/7"), 200, &[], &format!(r#"{{"head":{{"sha":"{COMMIT}"}}}}"#));
    let found = resolved(&host.client(None), "https://github.com/pallets/flask/pull/7/files").expect("resolved");
    assert_eq!((found.reference.as_str(), found.commit.as_str()), ("pull request 7", COMMIT));
}

#[test]
fn a_listing_that_github_cuts_is_put_together_from_its_folders() {
    let host = FakeHost::github(false);
    let blob = |path: &str| format!(r#"{{"path":"{path}","mode":"100644","type":"blob","sha":"{COMMIT}","size":1}}"#);
    let tree = |path: &str| format!(r#"{{"path":"{path}","mode":"040000","type":"tree","sha":"id-{path}"}}"#);
    let listing = |entries: &[String], cut| format!(r#"{{"tree":[{}],"truncated":{cut}}}"#, entries.join(","));
    let trees = format!("{HUB}/git/trees");
    host.add(&format!("{trees}/{COMMIT}?recursive=1"), 200, &[], &listing(&[blob("a.py")], true));
    let root = [blob("a.py"), tree("src"), tree("vendor")];
    host.add(&format!("{trees}/{COMMIT}"), 200, &[], &listing(&root, false));
    host.add(&format!("{trees}/id-src?recursive=1"), 200, &[], &listing(&[blob("b.py"), blob("deep/c.py")], false));
    let client = host.client(None);
    let resolved = resolved(&client, "pallets/flask").expect("resolved");
    let listing = listed(&client, &resolved).expect("listed");
    assert_eq!(paths(&listing), ["a.py", "src/b.py", "src/deep/c.py"]);
    assert!(listing.cut.is_empty());
    assert!(host.urls().iter().all(|url| !url.contains("id-vendor")), "what is not wanted is not listed");
}

#[test]
fn pages_of_gitea_and_gitlab_are_followed_to_the_end() {
    let blob = |path: &str| {
        format!(r#"{{"path":"{path}","mode":"100644","type":"blob","sha":"{COMMIT}","id":"{COMMIT}","size":1}}"#)
    };
    let berg = "https://codeberg.org/api/v1/repos/a/b";
    let commit = format!(r#"{{"sha":"{COMMIT}","id":"{COMMIT}"}}"#);
    let commits = format!("{berg}/git/commits/main?stat=false&verification=false&files=false");
    let described = r#"{"full_name":"a/b","default_branch":"main","private":false,"empty":false}"#;
    let host = FakeHost::with(&[(berg, described), (&commits, &commit)]);
    let page = |n: u32| format!("{berg}/git/trees/{COMMIT}?recursive=true&per_page=1000&page={n}");
    host.add(&page(1), 200, &[], &format!(r#"{{"tree":[{}],"truncated":true}}"#, blob("a.go")));
    host.add(&page(2), 200, &[], &format!(r#"{{"tree":[{}],"truncated":false}}"#, blob("b.go")));
    host.add(&format!("{berg}/raw/a.go?ref={COMMIT}"), 200, &[], "go");
    let client = host.client(None);
    let found = resolved(&client, "https://codeberg.org/a/b").expect("resolved");
    assert_eq!(paths(&listed(&client, &found).expect("listed")), ["a.go", "b.go"]);
    assert_eq!(block_on(client.load(&found, &file("a.go"), 10)), Ok(Some(b"go".to_vec())));

    let lab = "https://gitlab.com/api/v4/projects/g%2Fs%2Fb";
    let described = r#"{"path_with_namespace":"g/s/b","default_branch":"main"}"#;
    let host = FakeHost::with(&[(lab, described), (&format!("{lab}/repository/commits/main"), &commit)]);
    let first = format!("{lab}/repository/tree?ref={COMMIT}&recursive=true&per_page=100&pagination=keyset");
    // A token of the person must not follow where a link points.
    let link = [("link", r#"<https://evil.example/x?page_token=ab%3D&pagination=keyset>; rel="next""#)];
    host.add(&first, 200, &link, &format!("[{}]", blob("a.rb")));
    host.add(&format!("{first}&page_token=ab%3D"), 200, &[("x-next-page", "3")], &format!("[{}]", blob("b.rb")));
    host.add(&format!("{first}&page=3"), 200, &[("x-next-page", "")], &format!("[{}]", blob("c.rb")));
    let client = host.client(Some("t"));
    let found = resolved(&client, "https://gitlab.com/g/s/b").expect("resolved");
    assert_eq!(paths(&listed(&client, &found).expect("listed")), ["a.rb", "b.rb", "c.rb"]);
    assert!(host.urls().iter().all(|url| url.starts_with("https://gitlab.com/api/v4/")), "{:?}", host.urls());
}

#[test]
fn a_used_up_allowance_is_an_error_in_words_and_is_not_tried_again() {
    let host = Rc::new(FakeHost::default());
    let headers = [("x-ratelimit-limit", "60"), ("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "780")];
    host.add(HUB, 403, &headers, r#"{"message":"API rate limit exceeded"}"#);
    let error = resolved(&host.client(None), "pallets/flask").expect_err("used up");
    let expected =
        "api.github.com allows 60 requests an hour without a token, and they are used up; it allows more in 12 minutes";
    assert_eq!(error.to_string(), expected);
    assert!(error.asks_for_token());
    assert_eq!(host.urls().len(), 1);
}

#[test]
fn a_host_that_asks_to_slow_down_is_asked_again_later() {
    let host = FakeHost::github(false);
    host.answers
        .borrow_mut()
        .get_mut(HUB)
        .expect("described")
        .insert(0, (429, vec![("retry-after", "7")], String::new()));
    host.answers.borrow_mut().get_mut(HUB).expect("described").insert(0, (503, Vec::new(), String::new()));
    let shown = Rc::new(RefCell::new(Vec::new()));
    let seen = Rc::clone(&shown);
    let client = host.client(None).with_wait(Box::new(move |ms| seen.borrow_mut().push(ms)));
    resolved(&client, "pallets/flask").expect("resolved");
    assert_eq!(*host.waits.borrow(), [500, 7000]);
    assert_eq!(*shown.borrow(), [500, 0, 7000, 0]);
}

#[test]
fn a_host_that_asks_to_wait_too_long_is_an_error() {
    let host = Rc::new(FakeHost::default());
    host.add(HUB, 429, &[("retry-after", "3600")], "");
    let error = resolved(&host.client(Some("t")), "pallets/flask").expect_err("too long").to_string();
    let expected = "api.github.com allows a certain number of requests with this token, and they are used up; it allows more in 60 minutes";
    assert_eq!(error, expected);
    assert!(host.waits.borrow().is_empty());
}

#[test]
fn refusals_and_damaged_answers_are_errors_without_the_token() {
    let host = Rc::new(FakeHost::default());
    host.add(HUB, 401, &[], r#"{"message":"Bad credentials: secret-token"}"#);
    let error = resolved(&host.client(Some("secret-token")), "pallets/flask").expect_err("refused");
    assert_eq!(error.to_string(), "api.github.com refuses access with this token: \"Bad credentials: [key]\"");
    assert!(error.asks_for_token());
    for damaged in ["<html>", r#"{"full_name":"a/b"}"#, "[]"] {
        let host = FakeHost::with(&[(HUB, damaged)]);
        let error = resolved(&host.client(None), "pallets/flask").expect_err("damaged");
        assert!(matches!(error, HostError::NoAnswer { .. }), "{damaged}: {error}");
    }
    let missing = resolved(&Rc::new(FakeHost::default()).client(None), "pallets/flask").expect_err("missing");
    assert_eq!(missing.to_string(), "api.github.com knows no repository `pallets/flask`, or it is private");
}

#[test]
fn an_unknown_host_is_asked_what_it_is() {
    let own = "https://git.example.org";
    let project = format!("{own}/api/v4/projects/a%2Fb");
    let described = r#"{"path_with_namespace":"a/b","default_branch":"main"}"#;
    let commit = format!(r#"{{"id":"{COMMIT}"}}"#);
    let host = FakeHost::with(&[(&project, described), (&format!("{project}/repository/commits/main"), &commit)]);
    let found = resolved(&host.client(None), "https://git.example.org/a/b").expect("resolved");
    assert_eq!((found.kind, found.origin.as_str()), (Kind::GitLab, own));
    let host = FakeHost::with(&[(&format!("{own}/api/v1/version"), r#"{"version":"1.22.0"}"#)]);
    let missing = resolved(&host.client(None), "https://git.example.org/a/b").expect_err("no such repository");
    assert_eq!(missing.to_string(), "git.example.org knows no repository `a/b`, or it is private");
    let nobody = resolved(&Rc::new(FakeHost::default()).client(None), "https://git.example.org/a/b");
    assert_eq!(nobody, Err(HostError::UnknownHost { host: "git.example.org".to_owned() }));
}
