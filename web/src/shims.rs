//! Bindings to the page's own JavaScript in `web/static`, used where web-sys would cost more code.

use crate::strings;
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;
use web_sys::{DataTransfer, Element, HtmlInputElement, Worker};

#[wasm_bindgen(module = "/static/intake.js")]
extern "C" {
    #[wasm_bindgen(js_name = fromDrop)]
    pub fn from_drop(transfer: &DataTransfer, count: &Closure<dyn FnMut(u32) -> bool>) -> Promise;
    #[wasm_bindgen(js_name = pickFolder)]
    pub fn pick_folder() -> Promise;
    #[wasm_bindgen(js_name = canPickFolder)]
    pub fn can_pick_folder() -> bool;
    #[wasm_bindgen(js_name = fromInput, catch)]
    pub fn from_input(input: &HtmlInputElement) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = runInDrop)]
    pub fn run_in_drop(transfer: &DataTransfer) -> Option<Promise>;
    #[wasm_bindgen(js_name = patchInDrop)]
    pub fn patch_in_drop(transfer: &DataTransfer) -> Option<Promise>;
    #[wasm_bindgen(js_name = patchInInput)]
    pub fn patch_in_input(input: &HtmlInputElement) -> Option<Promise>;
    #[wasm_bindgen(js_name = runInInput)]
    pub fn run_in_input(input: &HtmlInputElement) -> Option<Promise>;
}

#[wasm_bindgen(module = "/static/math.js")]
extern "C" {
    pub fn formula(host: &Element, source: &str, is_display: bool) -> Promise;
}

#[wasm_bindgen(module = "/static/platform.js")]
extern "C" {
    #[wasm_bindgen(js_name = nextFrame)]
    pub async fn next_frame();
    pub async fn sleep(ms: u32);
    #[wasm_bindgen(js_name = yieldToEvents)]
    pub async fn yield_to_events();
    #[wasm_bindgen(js_name = keepStorage)]
    pub fn keep_storage() -> Promise;
    #[wasm_bindgen(js_name = textOffsetAt)]
    pub fn text_offset_at(line: &Element, x: i32, y: i32) -> i32;
    #[wasm_bindgen(js_name = hasSelection)]
    pub fn has_selection() -> bool;
    #[wasm_bindgen(js_name = selectedLines)]
    pub fn selected_lines() -> Vec<u32>;
    #[wasm_bindgen(js_name = copyText)]
    pub fn copy_text(text: &str) -> Promise;
    pub fn download(name: &str, kind: &str, text: &str);
    #[wasm_bindgen(js_name = download)]
    pub fn download_bytes(name: &str, kind: &str, bytes: &[u8]);
    #[wasm_bindgen(js_name = onResize)]
    pub fn on_resize(element: &Element, callback: &JsValue);
    #[wasm_bindgen(js_name = onSchemeChange)]
    pub fn on_scheme_change(callback: &JsValue);
    #[wasm_bindgen(js_name = argumentLine)]
    pub fn argument_line(json: &str, between: &str) -> String;
    #[wasm_bindgen(js_name = stringList)]
    pub fn string_list(json: &str) -> Array;
    #[wasm_bindgen(js_name = listArgument)]
    pub fn list_argument(json: &str, name: &str) -> Array;
    #[wasm_bindgen(js_name = textArgument)]
    pub fn text_argument(json: &str, name: &str) -> String;
    #[wasm_bindgen(js_name = linkedRepository)]
    pub fn linked_repository() -> Option<String>;
    pub fn reveal(id: &str);
    #[wasm_bindgen(js_name = focusIfFree)]
    pub fn focus_if_free(id: &str);
    #[wasm_bindgen(js_name = moveFocus)]
    pub fn move_focus(by: i32) -> bool;
}

#[wasm_bindgen(module = "/static/folder.js")]
extern "C" {
    #[wasm_bindgen(js_name = keepFolder)]
    pub fn keep_folder(handle: &JsValue);
    #[wasm_bindgen(js_name = canWriteFolder)]
    pub fn can_write_folder() -> bool;
    #[wasm_bindgen(js_name = openFolder)]
    pub fn open_folder() -> Promise;
    #[wasm_bindgen(js_name = recallFolder)]
    pub fn recall_folder(id: &str) -> Promise;
    #[wasm_bindgen(js_name = allowFolder)]
    pub fn allow_folder() -> Promise;
    #[wasm_bindgen(js_name = folderHandle)]
    pub fn folder_handle() -> Option<JsValue>;
    #[wasm_bindgen(js_name = sourceOfFolder)]
    pub fn source_of_folder() -> JsValue;
    #[wasm_bindgen(js_name = readFiles)]
    pub fn read_files(paths: &Array) -> Promise;
    #[wasm_bindgen(js_name = writeFiles)]
    pub fn write_files(paths: &Array, contents: &Array) -> Promise;
}

#[wasm_bindgen(module = "/static/address.js")]
extern "C" {
    pub fn fragment() -> String;
    #[wasm_bindgen(js_name = keptConversation)]
    pub fn kept_conversation() -> String;
    #[wasm_bindgen(js_name = isKept)]
    pub fn is_kept() -> bool;
    #[wasm_bindgen(js_name = keptPane)]
    pub fn kept_pane() -> String;
    #[wasm_bindgen(js_name = write)]
    pub fn write_address(fragment: &str, conversation: &str, pane: &str, is_new: bool);
    pub fn absolute(fragment: &str) -> String;
    #[wasm_bindgen(js_name = onMove)]
    pub fn on_move(callback: &JsValue);
}

#[wasm_bindgen(module = "/static/offline.js")]
extern "C" {
    #[wasm_bindgen(js_name = openOffline)]
    pub fn open_offline(build: &str, strings: Option<&str>);
}

#[wasm_bindgen(module = "/static/strings.js")]
extern "C" {
    #[wasm_bindgen(js_name = loadTexts)]
    pub fn load_texts(url: &str, of: &str) -> Promise;
    #[wasm_bindgen(js_name = preferredLanguages)]
    pub fn preferred_languages() -> String;
    pub fn reload();
}

#[wasm_bindgen(module = "/static/frame.js")]
extern "C" {
    #[wasm_bindgen(js_name = openFrame)]
    pub fn open_frame(worker: &Worker, address: &str);
}

#[wasm_bindgen(module = "/static/diagram.js")]
extern "C" {
    pub fn draw(host: &Element, text: &str, testid: &str, walk: &JsValue) -> Promise;
    pub fn light(host: &Element, marks: &str);
    #[wasm_bindgen(js_name = svgText)]
    pub fn svg_text(host: &Element) -> String;
    pub fn fit(host: &Element);
    pub fn zoom(host: &Element, factor: f64);
}

#[wasm_bindgen(module = "/static/reading.js")]
extern "C" {
    #[wasm_bindgen(js_name = onColumns)]
    pub fn on_columns(view: &Element, callback: &JsValue);
    #[wasm_bindgen(js_name = downloadPng)]
    pub fn download_png(host: &Element, name: &str) -> Promise;
    #[wasm_bindgen(js_name = toggleFullScreen)]
    pub fn toggle_full_screen(element: &Element) -> Promise;
    #[wasm_bindgen(js_name = onFullScreen)]
    pub fn on_full_screen(callback: &JsValue);
    #[wasm_bindgen(js_name = hasFocusIn)]
    pub fn has_focus_in(id: &str) -> bool;
}

/// The message of a JavaScript error, for people.
pub fn error_text(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    let message = message.or_else(|| error.as_string());
    message
        .map(|message| own_message(&message).unwrap_or(message))
        .unwrap_or_else(|| strings::browser_no_reason().to_owned())
}

/// What the page's own scripts throw for people is the id of a message, with its arguments on the lines that follow; `None` for
/// what the browser says.
fn own_message(thrown: &str) -> Option<String> {
    let mut lines = thrown.split('\n');
    let id = lines.next()?;
    // The scripts give what the message takes.
    let mut next = || lines.next().unwrap_or_default();
    Some(match id {
        "folder-file-not-read" => strings::folder_file_not_read(next(), next()),
        "folder-file-not-written" => strings::folder_file_not_written(next(), next()),
        "folder-files-not-put-back" => strings::folder_files_not_put_back(next(), next(), next()),
        "graph-no-drawing" => strings::graph_no_drawing().to_owned(),
        "graph-no-full-screen" => strings::graph_no_full_screen().to_owned(),
        "graph-not-drawn" => strings::graph_not_drawn().to_owned(),
        "intake-patch-alone" => strings::intake_patch_alone(next()),
        "intake-run-too-large" => strings::intake_run_too_large(next()),
        "intake-too-many-files" => strings::intake_too_many_files(next().parse::<u32>().ok()?),
        "repositories-stopped" => strings::repositories_stopped().to_owned(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_pages_scripts_throw_is_a_message_with_its_arguments() {
        let put_back = own_message("folder-files-not-put-back\na.py\nNo space left\nb.py, c.py");
        let words = "a.py cannot be written: No space left. These files could not be put back: b.py, c.py.";
        assert_eq!(put_back.as_deref(), Some(words));
        assert_eq!(own_message("intake-too-many-files\n200000").as_deref(), Some("More than 200,000 files."));
        assert_eq!(own_message("The request is not allowed."), None);
    }

    #[test]
    fn each_id_that_a_script_throws_is_known() {
        let scripts = [
            include_str!("../static/folder.js"),
            include_str!("../static/intake.js"),
            include_str!("../static/reading.js"),
        ];
        let mut seen = 0;
        for thrown in scripts.iter().flat_map(|script| script.split("Error(").skip(1)) {
            // The id is the first text, in the error itself or in the choice before it.
            let Some(id) = thrown.trim_start_matches('[').strip_prefix('"').and_then(|it| it.split('"').next()) else {
                assert!(
                    thrown.starts_with("[id, "),
                    "neither an id nor a choice of one: {}",
                    &thrown[..20.min(thrown.len())]
                );
                continue;
            };
            seen += 1;
            assert!(own_message(&format!("{id}\n1\n2\n3")).is_some(), "{id}");
        }
        assert!(seen > 5, "it reads the scripts: {seen}");
    }
}
