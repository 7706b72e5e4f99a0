//! A value of every variant of every enum.

use protocol::*;
use std::collections::BTreeMap;

pub fn text(text: &str) -> String {
    text.to_owned()
}

fn evidence(relation: Relation) -> Evidence {
    let basis = match relation {
        Relation::Hit => Basis::Search { score: 0.5 },
        Relation::Caller { .. } | Relation::Callee { .. } => Basis::Call { rule: text("scope"), confidence: 0.5 },
        Relation::Read | Relation::Definition | Relation::Commit { .. } | Relation::Fact { .. } => Basis::Read,
    };
    Evidence {
        id: text("shop/cart.py:3-9"),
        path: text("shop/cart.py"),
        start_line: 3,
        end_line: 9,
        hash: text("00ff"),
        relation,
        symbol: Some(text("shop.cart.total")),
        kind: EvidenceKind::Function,
        defined_at: None,
        signature: None,
        doc: Some(text("Sums up.")),
        excerpt: text("def total():\n    return 1\n"),
        basis,
        check: SpanCheck::Stale,
        calls: None,
        counts: vec![ClaimCount { kind: ClaimKind::Member, total: 40, is_all: true }],
    }
}

fn commit_info() -> protocol::CommitInfo {
    let hash = "a".repeat(40);
    protocol::CommitInfo { hash, subject: text("Fix it"), author: text("Ada"), date: text("2024-05-01 14:03 +0200") }
}

fn citation() -> Citation {
    let (id, path) = (text("shop/cart.py:3-9"), text("shop/cart.py"));
    Citation { number: 1, id, path, start_line: 3, end_line: 9, symbol: None, check: SpanCheck::Verified, commit: None }
}

fn server_tool(trust: ToolTrust) -> ServerTool {
    let (name, description, definition) = (text("find"), text("Finds."), text("{}"));
    ServerTool { name, description, definition, reads: true, trust }
}

fn symbol() -> SymbolSummary {
    SymbolSummary {
        symbol: 7,
        qualified_name: text("shop.cart.total"),
        name: text("total"),
        kind: text("function"),
        path: text("shop/cart.py"),
        start_line: 3,
        end_line: 9,
    }
}

fn stored() -> StoredRepository {
    let (id, name) = (text("r1"), text("shop"));
    StoredRepository {
        id,
        name,
        files: 3,
        source_bytes: 900,
        stored_bytes: u64::MAX,
        imported_at: 1.5,
        origin: Some(Box::new(origin(GitHostKind::GitLab))),
        link: text("4f2a"),
    }
}

fn origin(kind: GitHostKind) -> RepositoryOrigin {
    RepositoryOrigin {
        kind,
        site: text("https://gitlab.com"),
        path: text("group/shop"),
        reference: text("main"),
        commit: text("0123456789abcdef0123456789abcdef01234567"),
        folder: text("server"),
        address: text("https://gitlab.com/group/shop/-/tree/main/server"),
    }
}

fn failure(kind: FailureKind) -> Failure {
    Failure { kind, message: text("No."), advice: None }
}

pub fn commands() -> Vec<Command> {
    let endpoint = ModelChoice::OpenAiCompatible { base_url: text("http://localhost/v1"), model: text("m") };
    let turn = Turn { question: text("Who?"), answer: text("It [[1]]."), symbols: vec![text("shop.cart.total")] };
    let repository = text("r1");
    let name = text("shop");
    let mut commands: Vec<Command> = [
        ImportSource::Folder { name: name.clone() },
        ImportSource::Files { name: name.clone() },
        ImportSource::Archive { name: name.clone() },
        ImportSource::Sample,
        ImportSource::GitHost { address: text("owner/shop") },
        ImportSource::Stored { name: text("shop + till"), repositories: vec![text("a1"), text("b2")] },
    ]
    .map(|source| Command::Import { source })
    .into();
    commands.extend(
        [Direction::Callers, Direction::Callees, Direction::Both].map(|direction| Command::Neighbourhood {
            symbol: 7,
            depth: 3,
            direction,
            max_nodes: 40,
        }),
    );
    commands.extend([
        Command::Hello,
        Command::Open { repository: repository.clone() },
        Command::Delete { repository },
        Command::Close,
        Command::Cancel { request: u32::MAX },
        Command::ProposePatch {
            name: text("fix.patch"),
            patch: vec![45, 45, 45],
            after: Some(text("run-1")),
            conversation: None,
        },
        Command::Ask {
            question: text("Who?"),
            history: vec![turn],
            options: AskOptions::default(),
            after: None,
            conversation: Some(text("r0")),
            instead_of: None,
        },
        Command::Skipped,
        Command::ListDirectory { path: String::new() },
        Command::OpenFile { path: text("ünïcode/🦀.rs") },
        Command::Search { query: text("total"), limit: 10 },
        Command::Find { query: text("total"), limit: 40 },
        Command::FindLines { query: text("total"), limit: 12 },
        Command::Symbol { symbol: 7 },
        Command::Meaning { path: text("a.py"), line: 3, column: 4, name },
        Command::AgentGraph { agent: text("plan-react") },
        Command::TestConnection { model: endpoint },
        Command::SetKey { base_url: text("http://localhost/v1"), key: text("k"), remember: true },
        Command::ForgetKey { base_url: text("http://localhost/v1") },
        Command::Keys,
        Command::MostCalled,
        Command::Commit { hash: text("3f2a9c1") },
    ]);
    commands.extend(run_commands());
    commands
}

fn run_commands() -> Vec<Command> {
    let run = || text("run-1");
    let approval = Approval { allowed: vec![text("c1")], note: text("Not the tests."), remembered: vec![text("c1")] };
    vec![
        Command::Runs,
        Command::OpenRun { run: run() },
        Command::RunChanges { run: run() },
        Command::DecideChanges { run: run(), decision: ChangeDecision::RejectHunk { path: text("a.py"), hunk: 1 } },
        Command::DecideChanges {
            run: run(),
            decision: ChangeDecision::EditHunk { path: text("a.py"), hunk: 0, text: text("a\n") },
        },
        Command::DecideChanges { run: run(), decision: ChangeDecision::RejectFile { path: text("a.py") } },
        Command::DecideChanges { run: run(), decision: ChangeDecision::RejectAll },
        Command::DecideChanges { run: run(), decision: ChangeDecision::Undo { group: 2 } },
        Command::AcceptChanges {
            run: run(),
            chosen: vec![ChosenFile { path: text("a.py"), hunks: Some(vec![0]) }],
            disk: vec![DiskFile { path: text("a.py"), bytes: Some(vec![1]) }],
        },
        Command::ChangesWritten { run: run(), chosen: vec![ChosenFile { path: text("a.py"), hunks: None }] },
        Command::ExportChanges { run: run() },
        Command::ExportChangedFiles { run: run() },
        Command::ToolServers,
        Command::AddToolServer {
            name: text("issues"),
            url: text("https://issues.example/mcp"),
            token: text("t"),
            remember: true,
        },
        Command::RemoveToolServer { name: text("issues") },
        Command::ServerTools { name: text("issues") },
        Command::TrustTools { name: text("issues"), seen: vec![text("{}")] },
        Command::WebSearch,
        Command::SetWebSearch {
            provider: SearchProvider::Brave,
            url: text("https://search.example/"),
            key: text("k"),
            remember: true,
        },
        Command::RemoveWebSearch,
        Command::TryWebSearch { query: text("serde") },
        Command::ReadAddress { address: text("owner/shop") },
        Command::SetHostToken { address: text("owner/shop"), token: text("secret"), remember: true },
        Command::ForgetHostToken { address: text("owner/shop") },
        Command::CheckFolder,
        Command::UpdateFolder { changed: vec![text("a.py")] },
        Command::Prepare,
        Command::SymbolNamed { path: text("a.py"), name: text("shop.total"), line: Some(3) },
        Command::ConversationNames,
        Command::NameConversation { conversation: text("r1"), name: text("Totals") },
        Command::DeleteConversation { conversation: text("r1"), runs: vec![text("r1")] },
        Command::ExportConversation { name: text("Totals"), runs: vec![text("r1")] },
        Command::Highlight { language: text("python"), text: text("x = 1") },
        Command::Overview,
        Command::PartsMap { path: text("shop") },
        Command::ChangedMost,
        Command::References { symbol: 1 },
        Command::Relatives { symbol: 1 },
        Command::Impact { symbol: 1, depth: 2 },
        Command::CallPath { from: 1, to: 2 },
        Command::FindInFile { path: text("a.py"), search: FileSearch { text: text("tax"), ..FileSearch::default() } },
        Command::Steer { request: 3, text: text("also the tests") },
        Command::ResumeRun { run: run(), answer: None, model: ModelChoice::Offline, profiles: BTreeMap::new() },
        Command::ResumeRun {
            run: run(),
            answer: Some(approval.into()),
            model: ModelChoice::Offline,
            profiles: BTreeMap::from([(ProfileName::Fast, ProfileSettings::default())]),
        },
        Command::ForkRun {
            run: run(),
            checkpoint: 3,
            question: None,
            plan: None,
            model: ModelChoice::Offline,
            profiles: BTreeMap::new(),
        },
        Command::ForkRun {
            run: run(),
            checkpoint: 3,
            question: Some(text("Why?")),
            plan: Some(vec![text("Find it")]),
            model: ModelChoice::Offline,
            profiles: BTreeMap::new(),
        },
        Command::Checkpoint { run: run(), checkpoint: u64::MAX },
        Command::CompareCheckpoints { run: run(), from: 1, to: 3 },
        Command::Pause { request: 7 },
        Command::DeleteRun { run: run() },
        Command::ExportRun { run: run() },
        Command::ImportRun { bytes: vec![0, 255] },
        Command::ExportIndex,
        Command::Replace { earlier: text("r1") },
        Command::StorageUse,
        Command::DeleteRuns { repository: text("r1") },
        Command::Memory { run: Some(run()) },
        Command::ChangeMemory {
            change: MemoryChange::Set { scope: MemoryScope::Person, key: text("style"), value: text("terse") },
        },
        Command::ChangeMemory { change: MemoryChange::Delete { scope: MemoryScope::Repository, key: text("style") } },
        Command::ChangeMemory { change: MemoryChange::Clear { scope: MemoryScope::Conversation { id: text("r1") } } },
        Command::ChangeMemory { change: MemoryChange::ForgetAnswers },
    ]
}

pub fn events() -> Vec<Event> {
    let node = || text("planner");
    let relations = [
        Relation::Hit,
        Relation::Read,
        Relation::Definition,
        Relation::Caller { of: text("a") },
        Relation::Callee { of: text("b") },
        Relation::Commit { commit: commit_info() },
        Relation::Fact {
            claim: Claim { of: "app.run".to_owned(), kind: ClaimKind::Default, object: "port = 5000".to_owned() },
        },
    ];
    let found: Vec<_> = relations.into_iter().map(evidence).collect();
    let model = ModelInfo { provider: text("offline"), model: text("offline") };
    let failed = RunOutcome::Failed { message: text("No."), advice: Some(text("Ask again.")) };
    let mut events = vec![
        Event::RunStarted { run: text("run-1"), question: text("Who?"), agent: text("plan-react"), model },
        Event::NodeStarted { node: node(), step: 1, path: vec![] },
        Event::NodeFinished { node: node(), step: 1, ms: 0.25, wrote: vec![text("plan")], path: vec![text("outer")] },
        Event::PlanMade { steps: vec![text("Find it")], iteration: 1, fallback: None },
        Event::StepStarted { index: 0, description: text("Find it") },
        Event::ToolStarted { id: text("c1"), name: text("read_file"), arguments: text("{}") },
        Event::ToolFinished {
            id: text("c1"),
            name: text("read_file"),
            ok: true,
            summary: text("9 lines"),
            output: text("..."),
            evidence: found.clone(),
            ms: 1.0,
        },
        Event::FindingAdded { key: text("step_0: Find it"), text: text("..."), evidence: found },
        Event::Decided { decision: Decision::Continue, reason: text("thin") },
        Event::Decided { decision: Decision::Finish, reason: text("enough") },
        Event::ModelText { node: node(), text: text("hm") },
        Event::AnswerText { text: text("It") },
        Event::AnswerRestarted,
        Event::CitationAdded { citation: citation() },
        Event::ModelUsed {
            node: node(),
            model: None,
            usage: Some(TokenUsage { input: 3, output: 4, cached: 1 }),
            ms: 2.0,
            charge: Some(Charge { input: 3, output: 4, usd: 0.01, estimated: false }),
        },
        Event::Retrying { node: node(), why: text("busy"), attempt: 2, wait_ms: 1000 },
        Event::Answer { markdown: text("It [[1]]."), citations: vec![citation()], dropped: 1 },
        Event::Checkpointed { checkpoint: 3, step: 2, next: vec![node()] },
        Event::QuestionAsked { question: text("Which?"), options: vec![text("a"), text("b")], interrupt: text("i2") },
        Event::QuestionAnswered { answer: text("a") },
        Event::StepFinished { index: 0, ok: true, summary: text("done") },
        Event::Fallback { node: text("router"), why: text("no JSON") },
        Event::NodeFailed { node: text("router"), why: text("down"), retry_in_ms: Some(500), path: vec![] },
        Event::Changed { path: text("a.py"), added: 1, removed: 2, diff: text("+a") },
        Event::Scored { score: 100, threshold: 75, reason: text("code") },
        Event::Routed { tools: vec![text("grep")], reason: text("find it") },
        Event::Graded { relevant: 3, of: 6 },
        Event::Reviewed { verdict: text("continue"), reason: text("it holds"), advice: text("") },
        Event::Remembered { key: text("style") },
        Event::Classified { kind: text("code_fix"), confidence: Some(92), reason: text("it says fix") },
        Event::Delegated { to: text("agent:coder"), task: text("fix it") },
        Event::CommandStarted {
            id: text("run-1"),
            argv: vec![text("python"), text("main.py")],
            folder: text(""),
            place: text("this tab"),
        },
        Event::CommandOutput { id: text("run-1"), error: true, text: text("15") },
        Event::CommandFinished {
            id: text("run-1"),
            exit: Some(1),
            ended: text("exit code 1"),
            ms: 12.5,
            stdout: text("10"),
            stderr: text(""),
        },
        Event::Verified { passed: Some(false), report: text("expected 15, got 10") },
        Event::Inside {
            path: vec![text("executor"), text("plan-react"), node()],
            event: Box::new(Event::Fallback { node: node(), why: text("no JSON") }),
        },
        Event::Cached { what: text("answer"), stored_at: Some(1.5) },
        Event::Masked { place: text("read_file"), summary: text("1 password") },
        Event::Steered { text: text("also the tests") },
        Event::NotesRead { paths: vec![text("AGENTS.md")] },
        Event::EarlierTurns { left_out: 2, shortened: 1 },
        Event::Limited { folder: text("src/net") },
        Event::ReasoningText { node: node(), text: text("hm") },
        Event::Reasoned { node: node(), text: text("hm") },
        Event::ApprovalAsked {
            calls: vec![ProposedCall {
                id: text("c1"),
                name: text("read_file"),
                arguments: text("{}"),
                ..ProposedCall::default()
            }],
            interrupt: Some(text("i1")),
        },
        Event::ApprovalGiven { allowed: vec![text("c1")], note: text("Not the tests.") },
        Event::RunResumed { checkpoint: 3, model: None },
    ];
    let outcomes = [
        RunOutcome::Answered,
        RunOutcome::Cancelled,
        failed,
        RunOutcome::Paused { why: Some(text("most is used")) },
        RunOutcome::AwaitingApproval,
    ];
    events.extend(outcomes.map(|outcome| Event::RunFinished { outcome, ms: 9.0 }));
    events
}

fn references() -> References {
    let kinds = [
        ReferenceKind::Definition,
        ReferenceKind::Call,
        ReferenceKind::Import,
        ReferenceKind::Type,
        ReferenceKind::Write,
        ReferenceKind::Read,
    ];
    let sures = [Sureness::Proven, Sureness::Possible, Sureness::SameName].into_iter().cycle();
    let reference = |(kind, sure)| Reference {
        kind,
        sure,
        rule: Some(text("import")),
        line: 4,
        text: text("total()"),
        within: None,
        is_test: false,
    };
    let references = kinds.into_iter().zip(sures).map(reference).collect();
    References {
        symbol: symbol(),
        files: vec![FileReferences { path: text("a.py"), references }],
        proven: 2,
        possible: 2,
        same_name: 2,
        elsewhere: 1,
        omitted: 0,
        is_all: true,
    }
}

pub fn replies() -> Vec<Reply> {
    let edge = CallEdge {
        other: symbol(),
        path: text("shop/till.py"),
        line: 4,
        rule: text("import"),
        confidence: 0.9,
        proven: true,
    };
    let storages = [StorageKind::Opfs { persisted: true }, StorageKind::Memory { why: text("private window") }];
    let kinds = [
        (EntryKind::File, FoundKind::Symbol),
        (EntryKind::Folder, FoundKind::File),
        (EntryKind::File, FoundKind::Text),
    ];
    let overview = RepositoryOverview {
        id: text("r1"),
        name: text("shop"),
        files: 3,
        bytes: 900,
        symbols: 12,
        languages: vec![(text("Python"), 3)],
        calls: CallStats { sites: 5, proven: 2, possible: 1, unresolved: 1, external: 1, work_limit: 1 },
        skipped: 1,
        decoded: vec![(text("a.txt"), text("windows-1252"))],
        syntax_errors: 0,
        ready_ms: 12.5,
        suggestions: vec![text("Who calls total?")],
        storage: storages[0].clone(),
        not_stored: None,
        earlier: Some(stored()),
        git: Some(text("Git history of branch main.")),
        origin: Some(Box::new(origin(GitHostKind::GitHub))),
        link: text("4f2a"),
        host_page: Some(text("https://github.com/acme/shop")),
        commit: Some(text("0123456789012345678901234567890123456789")),
    };
    let page = SymbolPage {
        symbol: symbol(),
        signature: text("def total()"),
        doc: None,
        callers: vec![edge.clone()],
        callees: vec![edge],
        unresolved: vec![(4, text("x.y"), text("receiver's type is not known"))],
        namesakes: vec![symbol()],
    };
    let meaning = Meaning {
        name: text("total"),
        candidates: vec![Candidate { symbol: symbol(), why: text("has this name"), certain: false }],
        more: 1,
        local: Some(LocalName { line: 4, is_parameter: true }),
        unresolved: Some(text("depends on a value that is not known")),
    };
    let neighbourhood = Neighbourhood {
        nodes: vec![CallNode { symbol: symbol(), distance: 0 }],
        edges: vec![(0, 0, true)],
        omitted: vec![symbol()],
        more: 2,
        mermaid: text("graph LR\nn0"),
    };
    let file = FileView {
        path: text("shop/cart.py"),
        language: text("Python"),
        text: text("def total(): ..."),
        highlight: vec![HighlightRun { start: 0, end: 3, class: 3 }, HighlightRun { start: 4, end: 70_000, class: 5 }],
        outline: vec![OutlineItem {
            symbol: 7,
            name: text("total"),
            kind: text("function"),
            depth: 0,
            start_line: 3,
            end_line: 9,
        }],
        decoded_from: None,
    };
    let hit = SearchHit {
        path: text("a"),
        start_line: 1,
        end_line: 2,
        symbol: None,
        kind: text("text"),
        score: 3.5,
        snippet: text("..."),
    };
    let welcome = |storage| Reply::Welcome {
        storage,
        stored: vec![stored()],
        agents: vec![AgentInfo {
            name: text("plan-react"),
            description: text("reads"),
            acts: false,
            demo: Demo { request: text("Who calls total?"), mode: Mode::AskBeforeEdits, repository: text("quarry") },
        }],
        sample_bytes: Some(1),
    };
    let mut replies: Vec<Reply> = storages.map(welcome).into();
    replies.extend(kinds.map(|(kind, _)| {
        let (name, path, language) = (text("cart.py"), text("shop/cart.py"), Some(text("Python")));
        Reply::Directory { entries: vec![DirectoryEntry { name, path, kind, bytes: 9, files: 1, language }] }
    }));
    replies.extend(kinds.map(|(_, kind)| {
        let (title, detail, path) = (text("total"), text("shop/cart.py"), text("shop/cart.py"));
        Reply::Found {
            items: vec![FoundItem {
                kind,
                title,
                detail,
                path,
                start_line: 3,
                end_line: 9,
                symbol: Some(7),
                parameters: Some(text("(self)")),
            }],
        }
    }));
    replies.extend([
        Reply::Ok,
        Reply::Opened { overview },
        Reply::Stored { stored: vec![stored()] },
        Reply::Skipped { entries: vec![SkippedEntry { path: text("a.png"), reason: text("not text") }] },
        Reply::File { file },
        Reply::Hits { hits: vec![hit] },
        Reply::Symbol { page },
        Reply::Meaning { meaning },
        Reply::Commit {
            commit: protocol::CommitView {
                commit: commit_info(),
                body: text("Because."),
                parents: vec![text("b".repeat(40).as_str())],
                files: vec![protocol::CommitFile {
                    path: text("a.py"),
                    from: Some(text("b.py")),
                    kind: text("renamed"),
                    added: 1,
                    removed: 0,
                    diff: text("@@"),
                    note: None,
                }],
                note: Some(text("More.")),
            },
        },
        Reply::Neighbourhood { neighbourhood },
        Reply::AgentGraph { mermaid: text("graph TD"), nodes: vec![text("planner")] },
        Reply::Connected { model: ModelInfo { provider: text("localhost"), model: text("m") }, ms: 3.0 },
        Reply::Keys { keys: vec![KnownKey { origin: text("http://localhost"), remembered: false }] },
    ]);
    replies.extend(run_replies());
    replies.extend(overview_replies());
    replies
}

fn overview_replies() -> Vec<Reply> {
    let line = || OverviewLine {
        title: text("GET /orders"),
        detail: text("list_orders"),
        path: text("shop/api.py"),
        start_line: 3,
        end_line: 9,
        symbol: Some(7),
        count: Some(2),
    };
    let section = |kind| OverviewSection { kind, lines: vec![line()], total: Some(12) };
    let page = OverviewPage {
        description: Some(line()),
        readme: None,
        languages: vec![LanguageLine { name: text("Python"), files: 3, lines: 70_000, largest: text("a.py") }],
        other_languages: (1, 9),
        sections: vec![section(OverviewKind::Routes), section(OverviewKind::Tests)],
    };
    let part = MapPart {
        path: text("shop/api"),
        name: text("api"),
        is_folder: true,
        files: 2,
        lines: 90,
        head: text("shop/api/__init__.py"),
        said: text("The web server"),
    };
    let edges = vec![MapEdge { from: 0, to: 1, calls: 3, files: 1 }];
    let map = PartsMap { base: text("shop"), parts: vec![part.clone(), part], edges, more: 2, outside: 1 };
    vec![
        Reply::Overview { page },
        Reply::PartsMap { map },
        Reply::ChangedMost { section: Some(section(OverviewKind::Changed)) },
        Reply::ChangedMost { section: None },
    ]
}

fn checkpoint(source: CheckpointSource) -> CheckpointSummary {
    let ran = vec![NodeRun { node: text("planner"), ms: 0.25, wrote: vec![text("plan")] }];
    CheckpointSummary { id: 3, parent: Some(2), source, step: 2, at_ms: 4.5, ran, next: vec![text("executor")] }
}

fn run(status: RunStatus) -> RunSummary {
    RunSummary {
        id: text("run-1"),
        question: text("Who?"),
        agent: text("plan-react"),
        model: ModelChoice::Offline,
        imported: false,
        status,
        started_at: 1.5,
        ms: 9.0,
        steps: 2,
        bytes: 900,
        forked_from: Some(RunOrigin { run: text("run-0"), checkpoint: 1 }),
        not_stored: true,
        conversation: text("run-1"),
        instead_of: Some(text("run-0")),
    }
}

fn run_replies() -> Vec<Reply> {
    use CheckpointSource::{Fork, Input, Loop, Update};
    use RunStatus::{Answered, AwaitingApproval, Cancelled, Failed, Interrupted, Paused, Running};
    let statuses =
        [Running, Paused, AwaitingApproval, Answered, Cancelled, Failed { message: text("No.") }, Interrupted];
    let field = StateField {
        name: text("plan"),
        channel: text("overwrite"),
        summary: text("1 step"),
        json: text("[]"),
        changed: true,
    };
    let change = FieldChange { name: text("plan"), before: text("null"), after: text("[]") };
    let mut replies = vec![
        Reply::Runs { runs: statuses.map(run).into() },
        Reply::Changes { changes: vec![change] },
        Reply::ProposedChanges { changes: proposed_changes() },
        Reply::ToolServers {
            servers: vec![ToolServer {
                name: text("issues"),
                url: text("https://issues.example/mcp"),
                has_token: true,
                trusted: 2,
            }],
        },
        Reply::WebSearch {
            search: Some(SearchSetting {
                provider: SearchProvider::Searxng,
                url: text("https://search.example/"),
                has_key: false,
            }),
        },
        Reply::WebFound { titles: vec![text("Serde")] },
        Reply::Address {
            address: HostedAddress {
                address: text("owner/shop"),
                host: text("github.com"),
                path: text("owner/shop"),
                state: text("main"),
                contacts: vec![text("api.github.com")],
                has_token: true,
            },
        },
        Reply::FolderChanges { changes: FolderChanges { changed: 1, added: 2, removed: 3, paths: vec![text("a.py")] } },
        Reply::ConversationNames { names: vec![(text("r1"), text("Totals"))] },
        Reply::References { references: references() },
        Reply::Relatives {
            relatives: Relatives {
                supertypes: vec![Relative {
                    name: text("Base"),
                    symbol: None,
                    sure: Sureness::Possible,
                    path: text("a.py"),
                    line: 3,
                    distance: 1,
                }],
                implementations: Vec::new(),
                is_all: true,
            },
        },
        Reply::Impact {
            impact: Impact {
                reached: vec![Reached { symbol: symbol(), distance: 1, proven: true, is_test: false }],
                total: 1,
                tests: 0,
                is_all: true,
            },
        },
        Reply::CallPath { path: CallPath { from: symbol(), steps: Vec::new(), is_all: true } },
        Reply::FileMatches { matches: vec![LineMatch { line: 1, start: 0, end: 3 }], more: false },
        Reply::Highlighted { runs: vec![HighlightRun { start: 0, end: 1, class: 2 }] },
        Reply::ServerTools {
            tools: [ToolTrust::No, ToolTrust::Yes, ToolTrust::Changed].map(server_tool).to_vec(),
            left_out: vec![text("A tool is left out.")],
        },
        Reply::Acceptance {
            writes: vec![DiskFile { path: text("a.py"), bytes: None }],
            conflicts: vec![ChangeConflict {
                path: text("b.py"),
                why: text("is gone"),
                base: Some(text("b")),
                theirs: None,
                ours: Some(text("c")),
            }],
        },
        Reply::Download { name: text("run-1.quarry"), bytes: vec![0, 255] },
        Reply::StorageUse {
            storage: StorageUse {
                used: Some(7),
                quota: None,
                repositories: vec![RepositoryUse { stored: stored(), runs: 2, run_bytes: 5 }],
            },
        },
    ];
    replies.extend([Input, Loop, Update, Fork].map(|source| {
        let view = CheckpointView { checkpoint: checkpoint(source), fields: vec![field.clone()] };
        Reply::Checkpoint { view }
    }));
    replies.push(Reply::Run { run: run(RunStatus::Paused), checkpoints: vec![checkpoint(Loop)] });
    replies.push(Reply::Memory { memory: memory() });
    replies
}

fn memory() -> MemoryView {
    let entry = |source| MemoryEntry { key: text("style"), value: text("terse"), source, stored_at: Some(1.5) };
    let by_run = MemorySource::Run { run: text("r1"), agent: text("tool-router"), by: text("memory_set") };
    let entries = vec![entry(Some(MemorySource::Person)), entry(Some(by_run)), entry(None)];
    let list = |scope, values| MemoryList { scope, values };
    MemoryView {
        lists: vec![
            list(MemoryScope::Person, MemoryValues::Entries { entries }),
            list(MemoryScope::Repository, MemoryValues::Unreadable { why: text("damaged") }),
            list(MemoryScope::Conversation { id: text("r1") }, MemoryValues::Entries { entries: vec![] }),
        ],
        conversation: Some(ConversationSize { exchanges: 1, outcomes: 2, files: 3 }),
        kept_answers: Some(4),
    }
}

pub fn messages() -> Vec<MessageBody> {
    use FailureKind::{BadInput, Busy, Cancelled, Internal, Model, NotFound, Storage, Token};
    use ImportPhase::{Indexing, Linking, Opening, Parsing, Reading, Storing};
    let progress = |phase| MessageBody::Progress {
        progress: Progress { phase, done: 1, total: Some(3), bytes: 9, skipped: 0, wait_ms: 0 },
    };
    let mut messages: Vec<_> = [Reading, Parsing, Indexing, Linking, Storing, Opening].map(progress).into();
    let timed = (0..).zip(events()).map(|(seq, event)| TimedEvent { seq, at_ms: f64::from(seq), event });
    messages.extend(timed.map(|event| MessageBody::Event { event }));
    messages.extend(replies().into_iter().map(|reply| MessageBody::Done { reply }));
    let kinds = [Cancelled, BadInput, NotFound, Storage, Model, Busy, Internal, Token];
    messages.extend(kinds.map(|kind| MessageBody::Failed { failure: failure(kind) }));
    messages.push(MessageBody::Notice { failure: failure(Storage) });
    messages.push(MessageBody::Loading { what: text("Python"), done: 1_000_000, total: 14_000_000 });
    messages.extend([Reach::Text, Reach::Symbols].map(|reach| MessageBody::Arriving {
        repository: ArrivingRepository { name: text("shop"), files: 3, bytes: 9, skipped: 1, reach },
    }));
    messages
}

fn proposed_changes() -> ProposedChanges {
    let row = |change, old, new| DiffRow {
        change,
        old,
        new,
        text: text("def a():"),
        ends_text: false,
        marks: vec![(4, 5)],
        highlight: vec![HighlightRun { start: 0, end: 3, class: 3 }],
    };
    let rows = vec![
        row(RowChange::Same, Some(1), Some(1)),
        row(RowChange::Removed, Some(2), None),
        row(RowChange::Added, None, Some(2)),
    ];
    let hunk = DiffHunk { old_start: 1, old_lines: 2, new_start: 1, new_lines: 2, rows };
    let file = |change| ProposedFile {
        path: text("a.py"),
        from: Some(text("b.py")),
        change,
        added: 1,
        removed: 1,
        hunks: vec![hunk.clone()],
        omitted_rows: 3,
    };
    let changes = [FileChange::Added, FileChange::Deleted, FileChange::Modified, FileChange::Moved];
    ProposedChanges {
        files: changes.map(file).into(),
        groups: vec![ChangeGroup { number: 1, call: text("c1"), paths: vec![text("a.py")] }],
    }
}
