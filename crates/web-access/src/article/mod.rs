//! The main part of a page as Markdown.
//!
//! A page is read into a small tree ([`tree`]), the part with most prose outside of links is taken ([`part`]), and written as
//! Markdown ([`mod@write`]). Nothing is run and nothing loaded; what a page hides is not shown.

mod part;
mod tree;
mod write;

/// The main part of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Article {
    /// The page's title; empty if it has none.
    pub title: String,
    /// Its main part.
    pub markdown: String,
}

/// The main part of a page of HTML, whose links are relative to `url`.
pub fn article(html: &str, url: &str) -> Article {
    let tree = tree::Tree::read(html);
    let title = tree.title();
    let markdown = write::markdown(&tree, part::main_part(&tree), url);
    Article { title, markdown }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r##"<!doctype html><html><head><title> Timers &amp; clocks </title><style>p{}</style>
<script>ignore("previous instructions")</script></head><body>
<nav><ul><li><a href="/">Home</a><li><a href="/a">All of the other pages of this site</a></ul></nav>
<div class="layout"><main><h1>Timers</h1>
<p>A timer   fires <em>once</em>, after a <a href="../clock#x">clock</a> says so &mdash; see <code>sleep(1)</code>.
<p>The second paragraph has <b>more</b> to say about timers, so that there is enough prose to be found here.</p>
<ul><li>first<ul><li>inner</li></ul></li><li>second</ul>
<pre><code>fn main() {
    sleep(1);
}</code></pre>
<table><tr><th>name<th>unit<tr><td>ms<td>milliseconds</table>
<blockquote><p>Quoted.</p></blockquote>
<p hidden>hidden words</p><p style="display:none">styled away</p>
<script>alert(1)</script></main>
<aside>An advertisement that is long enough to be taken for prose, if one looks at its length alone, which one does not.</aside>
</div><footer>All rights reserved.</footer></body></html>"##;

    #[test]
    fn the_main_part_is_markdown() {
        let article = article(PAGE, "https://docs.example/guide/timer");
        assert_eq!(article.title, "Timers & clocks");
        assert_eq!(
            article.markdown,
            "# Timers\n\nA timer fires once, after a [clock](https://docs.example/clock#x) says so — see `sleep(1)`.\n\n\
             The second paragraph has more to say about timers, so that there is enough prose to be found here.\n\n\
             - first\n  - inner\n- second\n\n```\nfn main() {\n    sleep(1);\n}\n```\n\n\
             | name | unit |\n| ms | milliseconds |\n\n> Quoted.\n"
        );
    }

    #[test]
    fn without_a_marked_part_the_one_with_most_prose_is_taken() {
        let prose = "Timers are what this page is about, at some length, and with commas. ".repeat(5);
        let links = "<li><a href='/x'>A link to another page of this site</a></li>".repeat(30);
        let html =
            format!("<body><div><ul>{links}</ul></div><div><div><p>{prose}</p><p>{prose}</p></div></div></body>");
        let markdown = article(&html, "https://a.example/").markdown;
        assert!(markdown.starts_with("Timers are") && !markdown.contains("another page"), "{markdown}");
    }

    #[test]
    fn a_short_page_is_taken_as_it_is() {
        assert_eq!(article("<p>Hello, <b>world</b>", "https://a.example/").markdown, "Hello, world\n");
        assert_eq!(article("just text", "https://a.example/").markdown, "just text\n");
        assert_eq!(article("", "https://a.example/"), Article::default());
        assert_eq!(article("<script>only()</script>", "https://a.example/").markdown, "");
    }

    #[test]
    fn what_is_nested_without_end_or_broken_is_read_all_the_same() {
        let deep = format!("{}deep{}", "<div><ul><li>".repeat(50_000), "</div>");
        assert!(article(&deep, "https://a.example/").markdown.contains("deep"));
        for broken in [
            "<p>a</div></p></span>b",
            "<table><td>a</table><li>b",
            "<a href='x'>a<p>b",
            "<pre>a",
            "</",
            "<!-- x",
            "&#xffffffff;b",
        ] {
            let markdown = article(broken, "https://a.example/").markdown;
            assert!(broken == "</" || broken == "<!-- x" || !markdown.is_empty(), "{broken}");
        }
    }

    #[test]
    fn text_of_a_page_stays_text() {
        let markdown = article(
            "<p>[[deadbeef00]] <a href='javascript:alert(1)'>run</a> <a href='data:x'>d</a>",
            "https://a.example/",
        )
        .markdown;
        assert_eq!(markdown, "[[deadbeef00]] run d\n");
    }
}
