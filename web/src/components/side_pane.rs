//! The side pane: files, conversations, outline, stored repositories.

use super::conversation_list::ConversationList;
use super::file_tree::FileTree;
use super::outline::Outline;
use super::stored_list::StoredList;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;

#[component]
pub fn SidePane() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <nav class="side" aria-label=strings::common_repository()>
            <FileTree/>
            <ConversationList/>
            <Outline/>
            <div class="side-foot">
                <StoredList/>
                <button class="button small" on:click=move |_| bench.close()>{strings::side_pane_import()}</button>
            </div>
        </nav>
    }
}
