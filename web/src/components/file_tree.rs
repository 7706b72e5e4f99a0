//! The file tree: folders are listed when opened, and only the visible rows are in the document.

use super::code_tools::TestsSwitch;
use super::dynamic::{dynamic, list};
use super::scroll_box::ScrollBox;
use super::tree_menu::{TreeMenu, TreeMenuAt, row_id};
use crate::strings;
use crate::text::{bytes, pixels};
use crate::tree::{Tree, TreeRow};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, EntryKind, Reply};
use wasm_bindgen_futures::spawn_local;
use web_sys::{KeyboardEvent, MouseEvent};

/// Pixels from one row to the next: `--tree-row` in `styles/tokens.css`.
const ROW: f64 = 26.0;

#[component]
pub fn FileTree() -> impl IntoView {
    let bench = Workbench::get();
    let tree = RwSignal::new(Tree::default());
    let scroll = ScrollBox::new();
    Effect::new(move |_| {
        bench.shown.track();
        tree.set(Tree::default());
        load(bench, tree, String::new());
    });
    let rows = Memo::new(move |_| {
        let mut rows = tree.with(Tree::rows);
        rows.retain(|row| !bench.hides(&row.entry.path));
        rows
    });
    let range = Memo::new(move |_| scroll.visible_rows(ROW, rows.with(Vec::len)));
    let menu = RwSignal::new(None::<TreeMenuAt>);
    // The tree is one stop of the Tab key: the row that last had the focus, or the first one on screen.
    let focused = RwSignal::new(String::new());
    let stop = Memo::new(move |_| {
        let range = range.get();
        rows.with(|rows| {
            let mut shown = rows[range.start.min(rows.len())..range.end.min(rows.len())].iter();
            let first = shown.clone().next().map(|row| row.entry.path.clone());
            let last =
                focused.with(|focused| shown.find(|row| row.entry.path == *focused).map(|row| row.entry.path.clone()));
            last.or(first)
        })
    });
    let shown =
        move || rows.with(|rows| rows[range.get().start.min(rows.len())..range.get().end.min(rows.len())].to_vec());
    view! {
        <section class="files" aria-label=strings::common_files()>
            <h2 class="section-title files-head">{strings::common_files()} <TestsSwitch/></h2>
            <div class="tree" role="tree" aria-label=strings::common_files() data-list="" node_ref=scroll.element
                on:scroll=move |_| scroll.scrolled()>
                <div class="tree-canvas" style:height=move || pixels(rows.with(Vec::len) as f64 * ROW)>
                    <div style:transform=move || format!("translateY({})", pixels(range.get().start as f64 * ROW))>
                        {list(shown, |row| row.entry.path.clone(), move |row| view! { <Row row tree focused stop menu/> })}
                    </div>
                </div>
            </div>
            {dynamic(move || menu.get().map(|at| view! { <TreeMenu at open=menu/> }))}
        </section>
    }
}

#[component]
fn Row(
    row: TreeRow,
    tree: RwSignal<Tree>,
    focused: RwSignal<String>,
    stop: Memo<Option<String>>,
    menu: RwSignal<Option<TreeMenuAt>>,
) -> impl IntoView {
    let bench = Workbench::get();
    let TreeRow { entry, depth } = row;
    let is_folder = entry.kind == EntryKind::Folder;
    let title = match is_folder {
        true => strings::file_tree_folder(&entry.path, strings::common_count_files(entry.files), bytes(entry.bytes)),
        false => format!("{}: {}", entry.path, bytes(entry.bytes)),
    };
    let path = entry.path.clone();
    // The row is the same element when it opens, so that it keeps the focus.
    let is_open = Memo::new(move |_| tree.with(|tree| tree.is_open(&path)));
    let path = entry.path.clone();
    let is_shown = move || !is_folder && bench.places.with(|it| it.current().is_some_and(|at| at.path == path));
    let path = entry.path.clone();
    let toggle = move || match is_folder {
        true if tree.try_update(|tree| tree.toggle(&path)) == Some(true) => load(bench, tree, path.clone()),
        true => {}
        false => bench.open(&path, 0, 0),
    };
    let path = entry.path.clone();
    let tab_index = move || if stop.with(|stop| stop.as_deref() == Some(path.as_str())) { "0" } else { "-1" };
    let path = entry.path.clone();
    let on_focus = move |_| focused.set(path.clone());
    let on_key = {
        let toggle = toggle.clone();
        move |event: KeyboardEvent| {
            let is_open = is_open.get_untracked();
            let opens = event.key() == "ArrowRight" && is_folder && !is_open;
            let closes = event.key() == "ArrowLeft" && is_folder && is_open;
            if opens || closes {
                event.prevent_default();
                toggle();
            }
        }
    };
    let path = entry.path.clone();
    let on_menu = move |event: MouseEvent| {
        if is_folder {
            event.prevent_default();
            menu.set(TreeMenuAt::of(&path, &event));
        }
    };
    view! {
        <button
            class="tree-row"
            class:current=is_shown
            role="treeitem"
            data-item=""
            id=row_id(&entry.path)
            data-path=entry.path.clone()
            prop:ariaLevel=(depth + 1).to_string()
            aria-expanded=move || is_folder.then(|| is_open.get().to_string())
            style:padding-left=format!("{}px", 8 + depth.min(16) * 14)
            title=title
            tabindex=tab_index
            on:focus=on_focus
            on:click=move |_| toggle()
            on:keydown=on_key
            on:contextmenu=on_menu
            aria-haspopup=is_folder.then_some("menu")
        >
            <span class="twist" aria-hidden="true">
                {dynamic(move || match (is_folder, is_open.get()) { (true, true) => "\u{25be}", (true, false) => "\u{25b8}", _ => "" })}
            </span>
            <bdi>{entry.name.clone()}</bdi>
        </button>
    }
}

fn load(bench: Workbench, tree: RwSignal<Tree>, path: String) {
    spawn_local(async move {
        if let Some(Reply::Directory { entries }) = bench.call(Command::ListDirectory { path: path.clone() }).await {
            // Fails where the repository was closed meanwhile, and the tree with it.
            let _ = tree.try_update(|tree| tree.fill(path, entries));
        }
    });
}
