//! Code inside other files: components of Vue and Svelte, notebooks.

use crate::fixture;

/// Checks which calls there are and which not, by `caller -> callee`; a function without a name counts as the one around it.
fn check(files: &str, are: &[&str], are_not: &[&str]) {
    let named = |name: &str| name.split(".<lambda").next().unwrap_or(name).to_owned();
    let edges = fixture::edges(&fixture::build(files));
    let edges: Vec<String> = edges.iter().map(|(from, to)| format!("{} -> {to}", named(from))).collect();
    for call in are {
        assert!(edges.iter().any(|edge| edge == call), "{call} is not in {edges:#?}");
    }
    for call in are_not {
        assert!(!edges.iter().any(|edge| edge == call), "{call} is in {edges:#?}");
    }
}

/// Components by their files, what a template calls, names of its own scope.
#[test]
fn vue() {
    check(
        r#"
//- /tsconfig.json
{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }
//- /src/cart.ts
export function price(line: number) { return round(line) }
function round(n: number) { return n }
export function line() { return 1 }
//- /src/ui/Line.vue
<script>
export default { props: ['line'] }
</script>
//- /src/ui/index.ts
export { default as CartLine } from './Line.vue'
//- /src/Cart.vue
<template>
  <cart-line v-for="line in lines" :line="line()" @remove="remove"/>
  <p @click="save">{{ price(1) }}</p>
</template>
<script setup lang="ts">
import { price, line } from '@/cart'
import { CartLine } from './ui'
const lines = [1]
const save = () => { price(2) }
function remove() {}
</script>
//- /src/main.ts
import Cart from './Cart.vue'
import { createApp } from 'vue'
Cart()
//- /src/Other.vue
<template><Line @click="line" /></template>
<script>
import Line from './ui/Line.vue'
import { line } from './cart'
export default { components: { Line }, methods: { line() {} } }
</script>
"#,
        &[
            "src.cart.price -> src.cart.round",
            "src.Cart.Cart -> src.ui.Line.Line",
            "src.Cart -> src.Cart.remove",
            "src.Cart.Cart -> src.Cart.save",
            "src.Cart.Cart -> src.cart.price",
            "src.Cart.save -> src.cart.price",
            "src.main -> src.Cart.Cart",
            "src.Other.Other -> src.ui.Line.Line",
        ],
        // A variable of the template hides the import; without setup, names are members of the object.
        &["src.Cart.Cart -> src.cart.line", "src.Other.Other -> src.cart.line"],
    );
}

#[test]
fn svelte() {
    check(
        r#"
//- /src/store.svelte.ts
export function load() {}
export function open(row: string) {}
//- /src/Row.svelte
<script>
  export let row;
  export function focus() {}
</script>
<b>{row}</b>
//- /src/Rows.svelte
<script lang="ts">
  import Row from './Row.svelte';
  import { load, open } from './store.svelte';
  let rows: string[] = [];
  function save() { load(); }
  function size(of) { return of.length; }
</script>
<h1>{size(rows)}</h1>
{#each rows as open}
  <Row row={open} on:click={save} on:key={() => open(open)} />
{/each}
<button onclick={() => open('a')}>{#if size(1)}<Row />{/if}</button>
"#,
        &[
            "src.Rows.Rows -> src.Row.Row",
            "src.Rows -> src.Rows.save",
            "src.Rows.Rows -> src.Rows.size",
            "src.Rows -> src.store.svelte.open",
            "src.Rows.save -> src.store.svelte.load",
        ],
        &["src.Rows.Rows -> src.Row.focus"],
    );
}

/// Components by their files, what the markup calls, names of a function in it.
#[test]
fn astro() {
    check(
        r#"
//- /src/data.ts
export function load() {}
export function row(n: number) {}
export function size(n: number) {}
export function start() {}
//- /src/Row.astro
---
import { row, size } from './data';
row(1);
---
<b>{size(1)}</b>
//- /src/pages/index.astro
---
import Row from '../Row.astro';
import Layout from '../Layout.astro';
import { load, row } from '../data';
const rows = load();
---
<Layout title={load()}>
  {rows.map((row) => <Row of={row(1)} />)}
</Layout>
<script>
  import { start } from '../data';
  start();
</script>
//- /src/Layout.astro
<slot />
"#,
        &[
            "src.Row.Row -> src.data.row",
            "src.Row.Row -> src.data.size",
            "src.pages.index.index -> src.Layout.Layout",
            "src.pages.index -> src.Row.Row",
            "src.pages.index.index -> src.data.load",
            "src.pages.index.index -> src.data.start",
        ],
        // A parameter of the function hides the import.
        &["src.pages.index -> src.data.row", "src.pages.index.index -> src.data.row"],
    );
}

/// Scripts of a page, beside a script of its name; what is text calls nothing.
#[test]
fn html() {
    check(
        r#"
//- /web/index.js
export function start(at) { draw(at) }
function draw(at) {}
//- /web/index.html
<body onload="show()">
<p>start() draw()</p>
<script>
  function show() { hide({{ page.id }}) }
  function hide(id) {}
</script>
<script type="module">
  import { start } from './index.js';
  start(1);
</script>
"#,
        &["web.start -> web.draw", "web.index.html -> web.start", "web.index.html.show -> web.index.html.hide"],
        &["web.index.html -> web.draw", "web.index.html -> web.index.html.show"],
    );
}

#[test]
fn notebooks() {
    check(
        r##"
//- /shop.py
def load(): pass
//- /report.ipynb
{
 "cells": [
  {
   "cell_type": "markdown",
   "source": [
    "# load() the shop"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [],
   "source": [
    "from shop import load\n",
    "def total(row):\n",
    "    \"\"\"Sum.\"\"\"\n",
    "    return load()[\"a\"]"
   ]
  },
  {
   "cell_type": "code",
   "outputs": [],
   "source": [
    "%time total(0)\n",
    "total(1)"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {"language": "python"}
 }
}
"##,
        &["report -> report.total", "report.total -> shop.load"],
        &["report -> shop.load"],
    );
}
