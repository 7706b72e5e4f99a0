//! The page's address: written as places change, and gone to when it is opened, reloaded, or the person goes back.

use crate::address::{Address, AddressError, Spot, SymbolName, parse, title};
use crate::history::Place;
use crate::shims;
use crate::strings;
use crate::workbench::{Pane, Tab, Wanted, Workbench};
use leptos::prelude::*;
use protocol::{Command, Failure, FailureKind, Reply, RunSummary, SymbolPage, SymbolSummary};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// The panes of a phone, by name.
const PANES: [(Pane, &str); 3] = [(Pane::Files, "files"), (Pane::Ask, "ask"), (Pane::Detail, "detail")];

/// What the code pane shows, whichever of both changed last.
#[derive(Debug, Clone, PartialEq, Default)]
struct InCode {
    place: Option<Place>,
    symbol: Option<SymbolName>,
    is_symbol: bool,
}

impl Workbench {
    /// Writes the address whenever the place changes, and goes where the browser's history goes. Must be called in the page's
    /// outermost component.
    pub fn follow_address(self) {
        let in_code = Memo::new(move |before: Option<&InCode>| self.in_code(before));
        let spot = Memo::new(move |_| self.spot(&in_code.get()));
        Effect::new(move |_| {
            let (repository, spot) = (self.overview.with(|it| it.as_ref().map(|it| it.link.clone())), spot.get());
            let (conversation, pane) = (self.runs.current.get(), self.pane.get());
            if self.moves.going.get().is_none() {
                self.write(repository, spot, conversation, pane);
            }
        });
        Effect::new(move |_| self.write_title(spot.get()));
        shims::on_move(&Closure::<dyn FnMut()>::new(move || self.moved()).into_js_value());
    }

    fn in_code(self, before: Option<&InCode>) -> InCode {
        let place = self.lit();
        let symbol = self.symbol.with(|page| page.as_ref().map(|page| name_of(page)));
        let before = before.cloned().unwrap_or_default();
        let is_symbol = match (&symbol, symbol == before.symbol, place == before.place) {
            (None, ..) => false,
            (Some(_), false, _) => true,
            (Some(_), true, false) => false,
            (Some(_), true, true) => before.is_symbol,
        };
        InCode { place, symbol, is_symbol }
    }

    /// Where the page is; `None` while that is not known yet.
    fn spot(self, code: &InCode) -> Option<Spot> {
        match self.tab.get() {
            Tab::Code => Some(match code {
                InCode { symbol: Some(symbol), is_symbol: true, .. } => Spot::Symbol(symbol.clone()),
                InCode { place: Some(place), .. } => Spot::File(place.clone()),
                _ => self.in_conversation(),
            }),
            Tab::Graph => match self.graph.history.with(|history| history.current().copied()) {
                None => Some(Spot::Tab(Tab::Graph)),
                Some(symbol) => self.graph_spot(symbol),
            },
            Tab::Run => Some(match self.runs.shown().map(|run| run.view.with(|view| view.run.clone())) {
                Some(run) if !run.is_empty() => Spot::Run { run, checkpoint: self.runs.at.id.get() },
                _ => Spot::Tab(Tab::Run),
            }),
            Tab::Overview => Some(self.in_conversation()),
            Tab::Changes => Some(Spot::Tab(Tab::Changes)),
        }
    }

    /// Without code on screen the place is the conversation.
    fn in_conversation(self) -> Spot {
        let name = self.runs.looked_at.get().map(|run| run.view.with(|view| view.run.clone()));
        match (name.filter(|name| !name.is_empty()), self.runs.current.get()) {
            (Some(run), _) => Spot::Answer(run),
            (None, Some(conversation)) => Spot::Conversation(conversation),
            (None, None) => Spot::Repository,
        }
    }

    fn graph_spot(self, symbol: u32) -> Option<Spot> {
        let named = self.graph.shown.with(|shown| {
            let nodes = &shown.as_ref()?.nodes;
            let node = nodes.iter().find(|node| node.symbol.symbol == symbol)?;
            let same = |other: &&SymbolSummary| {
                (&other.path, &other.qualified_name) == (&node.symbol.path, &node.symbol.qualified_name)
            };
            let is_one = nodes.iter().map(|node| &node.symbol).filter(same).count() == 1;
            Some(named(&node.symbol, is_one))
        });
        let (depth, direction) = (self.graph.depth.get(), self.graph.direction.get());
        named.map(|symbol| Spot::Graph { symbol, depth, direction })
    }

    fn write(self, repository: Option<String>, spot: Option<Spot>, conversation: Option<String>, pane: Pane) {
        let pane = PANES.iter().find(|(known, _)| *known == pane).map_or("", |(_, name)| name);
        let before = self.moves.at.get_untracked();
        let (Some(repository), now) = (repository, spot) else {
            // The first screen; what a wrong address says stays readable until then.
            if before.is_some() {
                self.moves.at.set(None);
                shims::write_address("", "", "", true);
            }
            return;
        };
        let Some(spot) = now else { return };
        let is_new = match &before {
            None => true,
            Some((was, before)) => {
                let is_other_conversation = before.is_some() && *before != conversation;
                !was.is_same_view(&spot) || is_other_conversation
            }
        };
        let is_new = is_new && !self.moves.is_settling.get_untracked();
        self.moves.is_settling.set(false);
        let address = Address { repository, spot: spot.clone() };
        self.moves.at.set(Some((spot, conversation.clone())));
        // Nothing kept is empty.
        shims::write_address(&address.to_string(), &conversation.unwrap_or_default(), pane, is_new);
    }

    fn write_title(self, spot: Option<Spot>) {
        let repository = self.overview.with(|it| it.as_ref().map(|it| it.name.clone()));
        let question = |run: &str| {
            let name = self.runs.names.with(|names| names.get(run).cloned());
            let asked = |runs: &Vec<RunSummary>| runs.iter().find(|it| it.id == run).map(|it| it.question.clone());
            name.or_else(|| self.runs.stored.with(asked))
        };
        let title = match (repository, spot) {
            (None, _) => "Quarry".to_owned(),
            (Some(repository), Some(spot)) => title(&spot, &repository, question),
            // The place is not known yet.
            (Some(_), None) => return,
        };
        document().set_title(&title);
    }

    /// The place that the browser's address names.
    pub(super) fn wanted_here() -> Result<Option<Wanted>, AddressError> {
        let address = parse(&shims::fragment())?;
        let conversation = Some(shims::kept_conversation()).filter(|kept| !kept.is_empty());
        let is_kept = shims::is_kept();
        Ok(address.map(|address| Wanted { address, conversation, is_kept, pane: shims::kept_pane() }))
    }

    /// The person went back or forward, or wrote another address.
    fn moved(self) {
        let wanted = match Self::wanted_here() {
            Ok(wanted) => wanted,
            Err(why) => return self.refuse_address(why),
        };
        let open = self.overview.with_untracked(|it| it.as_ref().map(|it| it.link.clone()));
        // A repository that is being opened has the last word, and the engine looks at the address when it has started.
        if self.arrival.with_untracked(Option::is_some) || self.welcome.with_untracked(Option::is_none) {
            return;
        }
        match wanted {
            None if shims::fragment().len() > 1 => self.write_again(),
            None if open.is_some() => {
                // The entry of the first screen is there already.
                self.begin_going();
                self.moves.at.set(None);
                self.close();
            }
            None => {}
            Some(wanted) if open.as_ref() == Some(&wanted.address.repository) => {
                let turn = self.begin_going();
                spawn_local(async move {
                    self.go(wanted, turn).await;
                    self.end_going(turn);
                });
            }
            Some(wanted) => self.open_wanted(wanted),
        }
    }

    /// An anchor of the page was followed, such as that to the conversation: the address stays that of the place.
    fn write_again(self) {
        let at = self.moves.at.get_untracked();
        let repository = self.overview.with_untracked(|it| it.as_ref().map(|it| it.link.clone()));
        match (at, repository) {
            (Some((spot, conversation)), Some(repository)) => {
                let address = Address { repository, spot };
                shims::write_address(&address.to_string(), &conversation.unwrap_or_default(), "", false);
            }
            _ => shims::write_address("", "", "", false),
        }
    }

    fn refuse_address(self, why: AddressError) {
        let advice = Some(strings::address_not_opened_advice().to_owned());
        self.report(Failure { kind: FailureKind::BadInput, message: strings::address_not_opened(why), advice });
    }

    /// Opens the repository that the page's address names, if it names one.
    pub(super) fn open_addressed(self) {
        match Self::wanted_here() {
            Ok(Some(wanted)) => self.open_wanted(wanted),
            Ok(None) => {}
            Err(why) => self.refuse_address(why),
        }
    }

    /// Opens a stored repository, and goes to a place in it.
    pub(super) fn open_wanted(self, wanted: Wanted) {
        let is_it = |link: &str| link == wanted.address.repository;
        let stored = self.stored.with_untracked(|all| all.iter().find(|it| is_it(&it.link)).cloned());
        match stored {
            Some(stored) => {
                self.begin_going();
                self.moves.wanted.set(Some(wanted));
                self.open_stored(stored.id, stored.name);
            }
            None => self.report(Failure {
                kind: FailureKind::NotFound,
                message: strings::address_not_stored().to_owned(),
                advice: Some(strings::address_not_stored_advice().to_owned()),
            }),
        }
    }

    pub(super) fn begin_going(self) -> u32 {
        let turn = self.moves.count.get_untracked() + 1;
        self.moves.count.set(turn);
        self.moves.going.set(Some(turn));
        turn
    }

    /// The place is reached, or as near as could be: from here on the address is written again. What is on screen by now is in
    /// the entry that the browser has gone to.
    pub(super) fn end_going(self, turn: u32) {
        if self.moves.going.get_untracked() != Some(turn) {
            return;
        }
        let (Ok(Some(here)), true) = (Self::wanted_here(), self.overview.with_untracked(Option::is_some)) else {
            return self.moves.going.set(None);
        };
        self.moves.at.set(Some((here.address.spot, self.runs.current.get_untracked())));
        self.moves.is_settling.set(true);
        self.moves.going.set(None);
    }

    /// The person has chosen a place: one that is still being gone to, or waits until the repository is open, is given up.
    pub(super) fn stop_going(self) {
        self.moves.wanted.set(None);
        self.moves.count.update(|count| *count += 1);
        if self.moves.going.with_untracked(Option::is_some) {
            self.moves.going.set(None);
        }
    }

    /// Goes to a place of the open repository.
    pub(super) async fn go(self, wanted: Wanted, turn: u32) {
        let is_current = self.runs.current.get_untracked() == wanted.conversation;
        if wanted.is_kept && !is_current {
            let has_opened = wanted.conversation.as_deref().is_some_and(|id| self.open_conversation(id));
            if !has_opened {
                self.runs.show_conversation(None, Vec::new());
            }
        }
        let pane = PANES.iter().find(|(_, name)| *name == wanted.pane).map(|(pane, _)| *pane);
        self.go_to_spot(wanted.address.spot, turn).await;
        pane.into_iter().for_each(|pane| self.pane.set(pane));
    }

    async fn go_to_spot(self, spot: Spot, turn: u32) {
        match spot {
            Spot::Repository => self.leave_code(),
            Spot::File(place) => {
                self.symbol.set(None);
                self.meaning.set(None);
                self.go_to_place(place);
            }
            Spot::Symbol(name) => {
                if let Some(page) = self.look_up(&name, turn).await {
                    let at = &page.symbol;
                    self.go_to_place(Place { path: at.path.clone(), start: at.start_line, end: at.end_line });
                    self.meaning.set(None);
                    self.symbol.set(Some(std::sync::Arc::new(page)));
                }
            }
            Spot::Graph { symbol, depth, direction } => {
                if let Some(page) = self.look_up(&symbol, turn).await {
                    self.graph.depth.set(depth);
                    self.graph.direction.set(direction);
                    self.graph.history.update(|history| history.go_to(page.symbol.symbol));
                    self.show_tab(Tab::Graph);
                    self.load_neighbourhood();
                }
            }
            Spot::Run { run, checkpoint } => {
                if let Some(handle) = self.find_run(&run) {
                    self.runs.show(Some(handle));
                    self.show_tab(Tab::Run);
                    self.choose_checkpoint(checkpoint);
                }
            }
            Spot::Answer(run) => {
                if let Some(handle) = self.find_run(&run) {
                    self.look_at(handle);
                    self.leave_code();
                    self.runs.looked_at.set(Some(handle));
                }
            }
            Spot::Conversation(conversation) => {
                let is_current = self.runs.current.get_untracked().as_ref() == Some(&conversation);
                if !is_current && !self.open_conversation(&conversation) {
                    self.not_here(strings::address_no_conversation());
                }
                self.leave_code();
            }
            Spot::Tab(tab) => self.tab.set(tab),
        }
    }

    /// The conversation alone: no code is on screen.
    fn leave_code(self) {
        self.runs.looked_at.set(None);
        self.tab.set(Tab::default());
        self.pane.set(Pane::Ask);
    }

    fn go_to_place(self, place: Place) {
        self.places.update(|places| places.go_to(place));
        self.show_place(false);
    }

    /// A run of an address, with its conversation on screen.
    fn find_run(self, run: &str) -> Option<crate::workbench::RunHandle> {
        let stored = self.runs.stored.with_untracked(|runs| runs.iter().find(|it| it.id == run).cloned());
        let found = stored.and_then(|stored| self.in_its_conversation(&stored));
        if found.is_none() {
            self.not_here(strings::address_no_run());
        }
        found
    }

    /// The symbol of an address; `None` where there is none, or the person has gone elsewhere meanwhile.
    async fn look_up(self, name: &SymbolName, turn: u32) -> Option<SymbolPage> {
        let SymbolName { path, name, line } = name.clone();
        let reply = self.call(Command::SymbolNamed { path: path.clone(), name, line }).await;
        if self.moves.count.get_untracked() != turn {
            return None;
        }
        match reply {
            Some(Reply::Symbol { page }) => Some(page),
            _ => {
                // The failure is shown; its file may still be of use.
                self.symbol.set(None);
                self.go_to_place(Place { path, start: 0, end: 0 });
                None
            }
        }
    }

    fn not_here(self, message: &str) {
        let advice = Some(strings::address_gone_advice().to_owned());
        self.report(Failure { kind: FailureKind::NotFound, message: message.to_owned(), advice });
    }
}

/// A symbol by names that stay.
fn name_of(page: &SymbolPage) -> SymbolName {
    let symbol = &page.symbol;
    let is_same =
        |other: &SymbolSummary| (&other.path, &other.qualified_name) == (&symbol.path, &symbol.qualified_name);
    named(symbol, !page.namesakes.iter().any(is_same))
}

fn named(symbol: &SymbolSummary, is_one: bool) -> SymbolName {
    SymbolName {
        path: symbol.path.clone(),
        name: symbol.qualified_name.clone(),
        line: (!is_one).then_some(symbol.start_line),
    }
}
