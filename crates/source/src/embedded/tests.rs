use super::*;

fn code(path: &str, text: &str) -> String {
    let code = code_of(&RepoPath::parse(path).unwrap(), text).into_owned();
    assert_eq!(code.len(), text.len(), "{code}");
    let ends = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
    assert_eq!(ends(&code), ends(text));
    code
}

/// Lines with what is blank as one space; empty ones left out.
fn shown(path: &str, text: &str) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    code(path, text).lines().map(words).filter(|line| !line.is_empty()).collect()
}

#[test]
fn a_component_of_vue_is_its_script_and_what_its_template_names() {
    let text = r#"<template>
  <!-- <Old /> -->
  <div class="cart" :class="{ full: isFull() }">
    <cart-line v-for="(line, at) in lines" :key="at" :line="line" @remove="remove(line)">{{ price(line) }}</cart-line>
    <p v-else>No é lines</p>
    <Total/>
    <button @click="save" :disabled="!ready">Save</button>
  </div>
</template>

<script setup lang="ts">
import CartLine from './CartLine.vue'
import Total from './Total.vue'
const save = () => {}
</script>

<style>
.save() {}
</style>
"#;
    let lines = shown("src/Cart.vue", text);
    assert_eq!(
        lines,
        [
            ";(",
            "{ full: isFull() });",
            "CartLine((( line, at)=>[(lines),( at),( line),( remove(line)),( price(line))]));",
            "Total()",
            "; save();( !ready);",
            "import CartLine from './CartLine.vue'",
            "import Total from './Total.vue'",
            "const save = () => {}"
        ]
    );
}

#[test]
fn a_component_of_svelte_is_its_script_and_what_its_markup_names() {
    let text = r#"<script>
  import Row from './Row.svelte';
  function save() {}
</script>

<h1 class="a {kind()}">{title()}</h1>
{#each rows as row, i (row.id)}
  <Row {row} on:click={save} on:key={() => open(row)} />
{:else}
  {empty()}
{/each}
<input use:focus bind:value={name}>
{#if a(1)}<b>{@html b()}</b>{/if}
<style>p { color: red; }</style>
"#;
    let lines = shown("Rows.svelte", text);
    assert_eq!(
        lines,
        [
            "import Row from './Row.svelte';",
            "function save() {}",
            "; kind(); title();",
            "rows;(( row, i)=>[",
            "Row( row, save(), () => open(row)),",
            "empty()",
            "]);",
            "focus(); name;",
            "a(1); b();",
        ]
    );
}

#[test]
fn a_notebook_is_its_cells() {
    let text = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "source": [
    "# Sales\n",
    "of the \"shop\""
   ]
  },
  {
   "cell_type": "code",
   "outputs": [
    {"data": {"image/png": "iVBORw0KGgo"}}
   ],
   "source": [
    "%matplotlib inline\n",
    "!pip install shop\n",
    "def total(row):\n",
    "    \"\"\"Sum of a row.\"\"\"\n",
    "    return row[\"price\"] + f\"{row}\\n\" + \"\u00e9\"\n",
    "total?"
   ]
  },
  {
   "cell_type": "code",
   "source": [
    "%%bash\n",
    "ls total"
   ]
  }
 ],
 "metadata": {"kernelspec": {"language": "python"}}
}
"##;
    let lines = shown("a.ipynb", text);
    assert_eq!(
        lines,
        [
            "## Sales",
            r#"#of the "shop""#,
            "def total(row):",
            r#"""" Sum of a row.""""#,
            r#"return row[ "price" ] + f" {row} \n" + " é""#,
        ]
    );
    let code_lines = code("a.ipynb", text);
    let indentation = |word: &str| code_lines.lines().find(|line| line.contains(word)).map(|line| line.find(word));
    assert_eq!(indentation("\"\"\""), indentation("return"), "a docstring begins where its function does");
    let column = |word: &str| (code("a.ipynb", text).find(word), text.find(word));
    let (here, there) = column("total(row)");
    assert_eq!(here, there);
    assert_eq!(Language::of(&RepoPath::parse("a.ipynb").unwrap(), text), Language::Python);
}

#[test]
fn names_of_a_template_without_setup_are_no_names_of_the_script() {
    let text = "<template>\n<Row @click=\"save\">{{ total() }}</Row>\n</template>\n<script>\nimport Row from './Row.vue'\n\
                import { save } from './api'\nexport default { methods: { save() {} } }\n</script>\n";
    let script =
        ["import Row from './Row.vue'", "import { save } from './api'", "export default { methods: { save() {} } }"];
    assert_eq!(shown("A.vue", text), [&[";Row();"][..], &script].concat());
}

#[test]
fn a_template_that_cannot_be_followed_leaves_the_scripts() {
    let script = "<script setup>\nimport A from './A.vue'\n</script>\n";
    for template in ["<A>{{ f() }</A>", "<A><b></A>", "<A", "<b :c=\"f(\">", "<A>{{ f( }}"] {
        let vue = format!("{script}<template>{template}</template>\n");
        assert_eq!(shown("B.vue", &vue), ["import A from './A.vue'"], "{template}");
        assert_eq!(
            shown("B.svelte", &format!("{script}{{#if a}}{template}\n")),
            ["import A from './A.vue'"],
            "{template}"
        );
    }
    for text in ["", "<", "<script", "<template>", "<!--", "é<", "{", "<script>f()"] {
        code("C.vue", text);
        code("C.svelte", text);
        code("C.ipynb", text);
    }
}

#[test]
fn the_language_is_that_of_the_scripts() {
    let of = |path: &str, text: &str| Language::of(&RepoPath::parse(path).unwrap(), text);
    let ts = "<script context=\"module\">\n</script><script lang=\"ts\">\n</script>";
    assert_eq!([of("a.vue", ts), of("a.svelte", ts)], [Language::TypeScript; 2]);
    assert_eq!(of("a.vue", "<script lang='tsx'></script>"), Language::Tsx);
    assert_eq!(of("a.svelte", "<p>{a}</p>"), Language::JavaScript);
    let data = "<script type=\"application/json\">{\"a\": 1}</script>";
    assert!(shown("a.svelte", data).is_empty());
}

#[test]
fn a_notebook_that_is_not_one_line_a_line_is_text() {
    let path = RepoPath::parse("a.ipynb").unwrap();
    let why = |text: &str| unread(&path, text).unwrap_or_default();
    let cell = |source: &str| format!("{{\"cells\": [{{\"cell_type\": \"code\", \"source\": {source}}}]}}");
    assert_eq!(why("{"), "it is no JSON, or too deep");
    assert_eq!(why(&format!("{}0{}", "[".repeat(99), "]".repeat(99))), "it is no JSON, or too deep");
    assert_eq!(
        why("{\"worksheets\": []}"),
        "it has no list of cells, as notebooks have since version 4 of their format"
    );
    assert_eq!(why(&cell("\"a\\nb\"")), "its cells are not written one line of source a line");
    assert_eq!(why(&cell("[\"a\\n\", \"b\"]")), "its cells are not written one line of source a line");
    assert_eq!(why(&cell("[\n\"a\\n\",\n \"b\"]")), "the lines of its cells do not begin in one column");
    assert_eq!(why(&cell("[\n\"a\\n\",\n\"b\"]")), "");
    assert_eq!(code_of(&path, "no"), "no");
}

/// A line of a cell goes on behind its backslash, and strings keep their quotes together.
#[test]
fn escapes_of_a_notebook_leave_code_that_can_be_read() {
    let source = [
        "x = 1 + \\\\\\n",
        "  f(\\\"\\\")\\n",
        "!ls \\\"a\\n",
        "b = r\\\"\\\\\\\\d\\\" != c\\n",
        "d(\\\"\\\\\\\"e\\\")",
    ];
    let lines: Vec<String> = source.iter().map(|line| format!("   \"{line}\"")).collect();
    let text = format!(
        "{{\"cells\": [{{\"cell_type\": \"code\", \"source\": [\n{}\n]}}],\n\"metadata\": {{\"language_info\": {{\"name\": \"python\"}}}}}}",
        lines.join(",\n")
    );
    assert_eq!(shown("a.ipynb", &text), ["x = 1 + \\", "f(\"\" )", "b = r\" \\\\d\" != c", "d( \" \\\" e\" )"]);
    assert!(code("a.ipynb", &text).contains("\\\n"), "nothing is between a backslash and the end of its line");
}

/// A block of an answer may hold a whole component, its beginning, or lines of its script.
#[test]
fn a_block_of_a_component_is_code_of_its_script() {
    let first = |code: &str| code.trim().lines().next().unwrap_or("").to_owned();
    let code = |name, text| code_of_block(name, text).map(|(language, code)| (language, first(&code)));
    let script = |language, code: &str| Some((language, code.to_owned()));
    assert_eq!(code("vue", "<script setup>\nimport a from 'a'"), script(Language::JavaScript, "import a from 'a'"));
    assert_eq!(
        code("Svelte", "<script lang=\"ts\">\nlet a = 1;\n</script>\n<b>c</b>"),
        script(Language::TypeScript, "let a = 1;")
    );
    assert_eq!(code("vue", "const a: number = 1"), script(Language::TypeScript, "const a: number = 1"));
    assert_eq!(["ipynb", "html", "a/b", ""].map(|name| code(name, "a")), [None, None, None, None]);
}

#[test]
fn a_page_is_its_scripts() {
    let text = r#"<!doctype html>
<!-- <script>old()</script> -->
<script src="app.js"></script>
<script type="application/ld+json">{"a": 1}</script>
<p onclick="show()">a < b</p>
<SCRIPT type="text/javascript">
  const user = {{ user.name | json }};
  {% if debug %}trace("<b></b>");{% endif %}
  start("{{ url("home") }}", <%= limit %>);
</script>
<script type="module">import { a } from './a.js'
a()</script>
"#;
    let lines = shown("index.html", text);
    assert_eq!(
        lines,
        ["const user = 0 ;", "trace(\"<b></b>\");", "start(\"0 \", 0 );", "import { a } from './a.js'", "a()",]
    );
    let of = |text: &str| Language::of(&RepoPath::parse("a.htm").unwrap(), text);
    assert_eq!(of(text), Language::JavaScript);
    let jsx = "<script type=\"text/babel\">const a = <b style={{ c: 1 }}/></script>";
    assert_eq!(shown("a.html", jsx), ["const a = <b style={{ c: 1 }}/>"]);
}

#[test]
fn a_page_without_a_script_is_text() {
    let path = RepoPath::parse("a.html").unwrap();
    for text in [
        "",
        "<p>a</p>",
        "<script src='a.js'> </script>",
        "<script",
        "<!--<script>a()</script>",
        "<scripts>a()</scripts>",
    ] {
        assert_eq!((Language::of(&path, text), code_of(&path, text)), (Language::Html, text.into()), "{text}");
    }
}

#[test]
fn a_component_of_astro_is_its_code_and_what_its_markup_names() {
    let text = r#"---
import Layout from '../Layout.astro';
const { title } = Astro.props;
const rows: Row[] = load();
---
<!-- <Old /> -->
<Layout title={head(title)}>
  <p class:list={[kind()]}>it's {title}</p>
  {rows.map((row) => <Row {...row} />)}
  {ok && <p>don't {size(rows)}</p>}
</Layout>
<style>p { color: red; }</style>
<script>
  import { start } from '../start';
  start();
</script>
"#;
    let lines = shown("src/pages/index.astro", text);
    assert_eq!(
        lines,
        [
            "import Layout from '../Layout.astro';",
            "const { title } = Astro.props;",
            "const rows: Row[] = load();",
            ";Layout();( head(title));",
            "( [kind()]);( title);(",
            "rows.map((row) => <Row {...row} />))",
            ";( size(rows));",
            "import { start } from '../start';",
            "start();",
        ]
    );
    for text in ["", "---", "---\n", "---\na()\n---", "<", "{", "{'", "<A {", "---\n---\n<A>{f(</A>"] {
        code("C.astro", text);
        code("C.html", text);
    }
    let (language, block) = code_of_block("astro", "---\nconst a = 1;\n---\n<b/>").unwrap();
    assert_eq!((language, block.trim().lines().next()), (Language::Tsx, Some("const a = 1;")));
}
