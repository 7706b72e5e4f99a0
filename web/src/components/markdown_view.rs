//! Markdown blocks as views. No text is ever parsed as HTML.

use super::buttons::CopyButton;
use super::citation::Chip;
use super::coloured::Coloured;
use super::diagram::Diagram;
use super::diff_rows::patch;
use super::dynamic::dynamic;
use crate::run::{Excerpt, Part};
use crate::shims;
use crate::strings;
use crate::text::{Mark, marks_in};
use crate::workbench::RunHandle;
use leptos::html::Span;
use leptos::prelude::*;
use markdown::{Align, Block, Inline, Label, label};
use protocol::Citation;

#[component]
pub fn PartView(
    part: Part,
    /// The run whose citations the part refers to.
    run: RunHandle,
) -> impl IntoView {
    match part {
        Part::Block(block) => draw((*block).clone(), run),
        Part::Excerpt(excerpt) => {
            let shown = lines_shown(excerpt.lines(), excerpt.citation, run);
            let Excerpt { place, citation, language, text } = excerpt;
            let place = place.map(|place| view! { <code>{place}</code> });
            let place = view! {
                <span class="fence-place">{place} <Chip number=citation run/> <span class="quiet">{shown}</span></span>
            }
            .into_any();
            view! { <Fence language text place=place/> }.into_any()
        }
    }
}

/// How many of the lines that are cited an excerpt shows.
fn lines_shown(shown: usize, citation: u32, run: RunHandle) -> impl IntoView {
    dynamic(move || {
        let lines = |cited: &Citation| (cited.end_line + 1).saturating_sub(cited.start_line) as usize;
        let all = run.view.with(|view| view.citation(citation).map(lines))?;
        Some(if shown < all { strings::markdown_view_of_lines(shown, all) } else { strings::common_count_lines(shown) })
    })
}

/// A line of text; what is in backticks is set as code.
pub fn line_with_code(text: &str) -> Vec<AnyView> {
    let piece = |piece| match piece {
        Label::Code(code) => view! { <code class="inline-code">{code.to_owned()}</code> }.into_any(),
        Label::Text(text) => text.to_owned().into_any(),
    };
    label(text).into_iter().map(piece).collect()
}

fn draw(block: Block, run: RunHandle) -> AnyView {
    match block {
        Block::Heading(level, text) => heading(level, inlines(text, run)),
        Block::Paragraph(text) => view! { <p>{inlines(text, run)}</p> }.into_any(),
        Block::List { start: None, items } => view! { <ul>{rows(items, run)}</ul> }.into_any(),
        Block::List { start: Some(start), items } => {
            view! { <ol start=start.to_string()>{rows(items, run)}</ol> }.into_any()
        }
        Block::Quote(blocks) => view! { <blockquote>{all(blocks, run)}</blockquote> }.into_any(),
        Block::Code(language, text) if language == "mermaid" => view! { <AnswerDiagram text run/> }.into_any(),
        Block::Code(language, text) => view! { <Fence language text/> }.into_any(),
        Block::Table(aligns, rows) => table(&aligns, rows, run),
        Block::Rule => view! { <hr/> }.into_any(),
        Block::Plain(text) => view! { <pre class="plain" tabindex="0">{text}</pre> }.into_any(),
    }
}

fn all(blocks: Vec<Block>, run: RunHandle) -> Vec<AnyView> {
    blocks.into_iter().map(|block| draw(block, run)).collect()
}

/// Headings of an answer are levels below the question, which is an `h2`.
fn heading(level: u8, text: Vec<AnyView>) -> AnyView {
    match level {
        1 | 2 => view! { <h3>{text}</h3> }.into_any(),
        3 => view! { <h4>{text}</h4> }.into_any(),
        _ => view! { <h5>{text}</h5> }.into_any(),
    }
}

/// List items; one that is a single paragraph is drawn tight.
fn rows(items: Vec<Vec<Block>>, run: RunHandle) -> Vec<AnyView> {
    let row = |mut blocks: Vec<Block>| match (blocks.len(), blocks.pop()) {
        (1, Some(Block::Paragraph(mut text))) => {
            let done = take_task(&mut text);
            view! { <li class:task=done.is_some()>{done.map(task_box)} {inlines(text, run)}</li> }.into_any()
        }
        (_, last) => {
            blocks.extend(last);
            let mut blocks = blocks.into_iter();
            match blocks.next() {
                Some(Block::Paragraph(mut text)) => {
                    let done = take_task(&mut text);
                    view! { <li class:task=done.is_some()>{done.map(task_box)} {inlines(text, run)} {all(blocks.collect(), run)}</li> }
                        .into_any()
                }
                first => view! { <li>{all(first.into_iter().chain(blocks).collect(), run)}</li> }.into_any(),
            }
        }
    };
    items.into_iter().map(row).collect()
}

/// Whether a list item is a task, and a done one: `[ ]` or `[x]` before its text, which is taken off.
fn take_task(text: &mut [Inline]) -> Option<bool> {
    let Some(Inline::Text(first)) = text.first_mut() else { return None };
    let (mark, rest) = first.split_at_checked(4)?;
    let is_done = match mark {
        "[ ] " => false,
        "[x] " | "[X] " => true,
        _ => return None,
    };
    *first = rest.to_owned();
    Some(is_done)
}

/// A task's box: it shows what the answer says, and cannot be ticked.
fn task_box(is_done: bool) -> impl IntoView {
    let words = if is_done { strings::markdown_view_done() } else { strings::markdown_view_not_done() };
    view! { <span class="task-box" class:done=is_done role="img" aria-label=words>{if is_done { "\u{2713}" } else { "" }}</span> }
}

fn align_class(align: Option<&Align>) -> Option<&'static str> {
    match align {
        Some(Align::Center) => Some("center"),
        Some(Align::End) => Some("end"),
        Some(Align::Start) | None => None,
    }
}

fn table(aligns: &[Align], mut rows: Vec<Vec<Vec<Inline>>>, run: RunHandle) -> AnyView {
    let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
    let class = |column: usize| align_class(aligns.get(column));
    let title = |(column, cell)| view! { <th class=class(column)>{inlines(cell, run)}</th> };
    let head = head.into_iter().enumerate().map(title).collect_view();
    let cell = |(column, cell)| view! { <td class=class(column)>{inlines(cell, run)}</td> };
    let body = rows.into_iter().map(|cells| {
        view! { <tr>{cells.into_iter().enumerate().map(cell).collect_view()}</tr> }
    });
    view! {
        <div class="table-scroll" tabindex="0">
            <table><thead><tr>{head}</tr></thead><tbody>{body.collect_view()}</tbody></table>
        </div>
    }
    .into_any()
}

fn inlines(text: Vec<Inline>, run: RunHandle) -> Vec<AnyView> {
    text.into_iter().map(|piece| inline(piece, run)).collect()
}

fn inline(piece: Inline, run: RunHandle) -> AnyView {
    match piece {
        Inline::Text(text) => footnotes(text, run),
        Inline::Code(text) => view! { <code>{text}</code> }.into_any(),
        Inline::Strong(children) => view! { <strong>{inlines(children, run)}</strong> }.into_any(),
        Inline::Emphasis(children) => view! { <em>{inlines(children, run)}</em> }.into_any(),
        Inline::Link(url, children) => {
            let text = inlines(children, run);
            view! { <a href=url rel="noopener noreferrer nofollow" target="_blank">{text}</a> }.into_any()
        }
        Inline::Citation(number) => view! { <Chip number run/> }.into_any(),
        Inline::Math { source, is_display } => view! { <Math source is_display/> }.into_any(),
        Inline::Break => view! { <br/> }.into_any(),
    }
}

/// Text with its footnotes: `[^1]` leads to the note that begins with `[^1]:`.
fn footnotes(text: String, run: RunHandle) -> AnyView {
    if !text.contains("[^") {
        return text.into_any();
    }
    let id = move |label: &str| format!("note-{}-{label}", run.id);
    let mark = |mark: Mark<'_>| match mark {
        Mark::Text(text) => text.to_owned().into_any(),
        Mark::Note(label) => {
            view! { <span class="note-mark" id=id(label) tabindex="-1">{format!("{label}. ")}</span> }.into_any()
        }
        Mark::Reference(label) => {
            let target = id(label);
            view! {
                <sup><button class="link" aria-label=strings::markdown_view_footnote(label) on:click=move |_| {
                    shims::reveal(&target);
                    crate::keys::focus(&target);
                }>{label.to_owned()}</button></sup>
            }
            .into_any()
        }
    };
    marks_in(&text).into_iter().map(mark).collect_view().into_any()
}

/// A formula: its text until it is drawn, and where it cannot be.
#[component]
fn Math(source: String, is_display: bool) -> impl IntoView {
    let host = NodeRef::<Span>::new();
    let drawn = source.clone();
    Effect::new(move |_| {
        if let Some(element) = host.get() {
            let _ = shims::formula(&element, &drawn, is_display);
        }
    });
    view! { <span class="math" class:display=is_display data-testid="math" node_ref=host>{source}</span> }
}

/// A Mermaid diagram: its text while the answer is written, then drawn, with no scripts, links or images of its own.
#[component]
fn AnswerDiagram(text: String, run: RunHandle) -> impl IntoView {
    let is_running = Memo::new(move |_| run.view.with(crate::run::RunView::is_running));
    dynamic(move || {
        let source = text.clone();
        if is_running.get() {
            return view! { <Fence language="mermaid".to_owned() text=source/> }.into_any();
        }
        let drawn = source.clone();
        view! {
            <div class="answer-diagram">
                <Diagram
                    source=Signal::derive(move || drawn.clone())
                    testid="answer-diagram"
                    label=Signal::derive(|| strings::markdown_view_diagram().to_owned())
                    file_name="diagram.svg"
                    marks=Signal::derive(String::new)
                    is_shown=Signal::derive(|| true)
                />
                <details><summary class="quiet">{strings::markdown_view_source()}</summary><Fence language="mermaid".to_owned() text=source/></details>
            </div>
        }
        .into_any()
    })
}

/// Most lines of a difference that are drawn as rows: each is several elements.
const PATCH_LINES: usize = 1_000;

/// Whether a block is a difference that is drawn as rows.
fn is_patch(language: &str, text: &str) -> bool {
    ["diff", "patch"].contains(&language)
        && text.lines().any(|line| line.starts_with("@@ -"))
        && text.lines().nth(PATCH_LINES).is_none()
}

#[component]
fn Fence(
    language: String,
    text: String,
    /// Where the lines are, in place of the language.
    #[prop(optional)]
    place: Option<AnyView>,
) -> impl IntoView {
    let copied = text.clone();
    let shown = match is_patch(&language, &text) {
        true => view! { <div class="patch diff-rows" tabindex="0" data-testid="answer-diff">{patch(&text)}</div> }
            .into_any(),
        false => view! { <pre tabindex="0"><Coloured language=language.clone() text/></pre> }.into_any(),
    };
    view! {
        <figure class="fence">
            <figcaption>
                {place.unwrap_or_else(|| view! { <span class="quiet">{language}</span> }.into_any())}
                <CopyButton words=strings::common_copy() text=move || copied.clone()/>
            </figcaption>
            {shown}
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_before_the_text_makes_an_item_a_task() {
        let task = |text: &str| {
            let mut inlines = [Inline::Text(text.to_owned()), Inline::Code("x".into())];
            (take_task(&mut inlines), inlines[0].clone())
        };
        assert_eq!(task("[ ] open"), (Some(false), Inline::Text("open".into())));
        assert_eq!(task("[x] done"), (Some(true), Inline::Text("done".into())));
        assert_eq!(task("[y] é"), (None, Inline::Text("[y] é".into())));
        assert_eq!(task("é"), (None, Inline::Text("é".into())));
    }

    #[test]
    fn a_difference_of_bounded_length_is_drawn_as_rows() {
        let hunk = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n";
        assert!(is_patch("diff", hunk) && is_patch("patch", hunk));
        assert!(!is_patch("python", hunk) && !is_patch("diff", "- a list\n+ another\n"));
        let long = format!("{hunk}{}", " same\n".repeat(PATCH_LINES));
        assert!(!is_patch("diff", &long));
    }
}
