//! Markdown blocks as views. No text is ever parsed as HTML.

use super::buttons::CopyButton;
use super::citation::Chip;
use super::diff_rows::patch;
use crate::workbench::RunHandle;
use leptos::prelude::*;
use markdown::{Block, Inline, Label, label};
use std::sync::Arc;

#[component]
pub fn BlockView(
    block: Arc<Block>,
    /// The run whose citations the block refers to.
    run: RunHandle,
) -> impl IntoView {
    draw((*block).clone(), run)
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
        Block::Code(language, text) => view! { <Fence language text/> }.into_any(),
        Block::Table(rows) => table(rows, run),
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
        (1, Some(Block::Paragraph(text))) => view! { <li>{inlines(text, run)}</li> }.into_any(),
        (_, last) => {
            blocks.extend(last);
            let mut blocks = blocks.into_iter();
            match blocks.next() {
                Some(Block::Paragraph(text)) => {
                    view! { <li>{inlines(text, run)} {all(blocks.collect(), run)}</li> }.into_any()
                }
                first => view! { <li>{all(first.into_iter().chain(blocks).collect(), run)}</li> }.into_any(),
            }
        }
    };
    items.into_iter().map(row).collect()
}

fn table(mut rows: Vec<Vec<Vec<Inline>>>, run: RunHandle) -> AnyView {
    let head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
    let head = head.into_iter().map(|cell| view! { <th>{inlines(cell, run)}</th> }).collect_view();
    let body = rows.into_iter().map(|cells| {
        view! { <tr>{cells.into_iter().map(|cell| view! { <td>{inlines(cell, run)}</td> }).collect_view()}</tr> }
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
        Inline::Text(text) => text.into_any(),
        Inline::Code(text) => view! { <code>{text}</code> }.into_any(),
        Inline::Strong(children) => view! { <strong>{inlines(children, run)}</strong> }.into_any(),
        Inline::Emphasis(children) => view! { <em>{inlines(children, run)}</em> }.into_any(),
        Inline::Link(url, children) => {
            let text = inlines(children, run);
            view! { <a href=url rel="noopener noreferrer nofollow" target="_blank">{text}</a> }.into_any()
        }
        Inline::Citation(number) => view! { <Chip number run/> }.into_any(),
        Inline::Break => view! { <br/> }.into_any(),
    }
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
fn Fence(language: String, text: String) -> impl IntoView {
    let copied = text.clone();
    let shown = match is_patch(&language, &text) {
        true => view! { <div class="patch diff-rows" tabindex="0" data-testid="answer-diff">{patch(&text)}</div> }
            .into_any(),
        false => view! { <pre tabindex="0"><code>{text}</code></pre> }.into_any(),
    };
    view! {
        <figure class="fence">
            <figcaption>
                <span class="quiet">{language}</span>
                <CopyButton words="Copy" text=move || copied.clone()/>
            </figcaption>
            {shown}
        </figure>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_of_bounded_length_is_drawn_as_rows() {
        let hunk = "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-old\n+new\n";
        assert!(is_patch("diff", hunk) && is_patch("patch", hunk));
        assert!(!is_patch("python", hunk) && !is_patch("diff", "- a list\n+ another\n"));
        let long = format!("{hunk}{}", " same\n".repeat(PATCH_LINES));
        assert!(!is_patch("diff", &long));
    }
}
