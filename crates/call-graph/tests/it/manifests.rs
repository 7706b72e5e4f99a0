//! Where modules are by the manifests of projects. One small repository for each kind.

use crate::fixture::{build, render};
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&render(&build(files)));
}

#[test]
fn cargo_targets_have_the_paths_and_names_of_the_manifest() {
    check(
        r#"
//- /tool/Cargo.toml
[package]
name = "my-tool"
[lib]
name = "tool"
path = "code/root.rs"
[[bin]]
name = "run"
path = "cmd/run.rs"
[[test]]
name = "all"
path = "checks/all.rs"
//- /tool/code/root.rs
mod parts;
pub fn start() { parts::part(); }
//- /tool/code/parts.rs
pub fn part() { crate::start(); }
//- /tool/cmd/run.rs
mod arguments;
fn main() { tool::start(); arguments::read(); }
//- /tool/cmd/arguments.rs
pub fn read() {}
//- /tool/checks/all.rs
mod help;
#[test]
fn starts() { help::prepare(); tool::start(); }
//- /tool/checks/help/mod.rs
pub fn prepare() { super::starts(); }
//- /other/Cargo.toml
[package]
name = "other"
//- /other/src/lib.rs
pub fn not_a_dependency() { tool::start(); }
"#,
        expect![[r#"
            tool.checks.all.help.prepare -> tool.checks.all.starts (import)
            tool.checks.all.starts -> tool.checks.all.help.prepare (import)
            tool.checks.all.starts -> tool.start (import)
            tool.cmd.run.main -> tool.cmd.run.arguments.read (import)
            tool.cmd.run.main -> tool.start (import)
            tool.parts.part -> tool.start (import)
            tool.start -> tool.parts.part (import)
        "#]],
    );
}

#[test]
fn cargo_dependencies_are_found_by_path_by_workspace_and_under_another_name() {
    check(
        r#"
//- /Cargo.toml
[workspace]
members = ["app", "libs/*"]
[workspace.dependencies]
near = { path = "libs/near" }
//- /app/Cargo.toml
[package]
name = "app"
[dependencies]
near.workspace = true
short = { package = "a-long-name", path = "../libs/long" }
[target.'cfg(unix)'.dev-dependencies]
on-unix = { path = "../libs/unix" }
//- /app/src/main.rs
use short::Named;
fn main() { near::one(); Named::new(); }
#[cfg(test)]
mod tests {
    #[test]
    fn all() { unix_only::two(); }
}
//- /libs/near/Cargo.toml
[package]
name = "near"
//- /libs/near/src/lib.rs
pub fn one() {}
//- /libs/long/Cargo.toml
[package]
name = "a-long-name"
//- /libs/long/src/lib.rs
pub struct Named;
impl Named { pub fn new() -> Self { Named } }
//- /libs/unix/Cargo.toml
[package]
name = "on-unix"
[lib]
name = "unix_only"
//- /libs/unix/src/lib.rs
pub fn two() {}
"#,
        expect![[r#"
            app.main -> a_long_name.Named.new (member)
            app.main -> near.one (import)
            app.tests.all -> unix_only.two (import)
        "#]],
    );
}

#[test]
fn rust_modules_are_where_they_are_declared() {
    check(
        r#"
//- /src/lib.rs
mod inner { pub mod deep; pub mod deeper { pub mod deepest; } }
#[path = "sys/unix.rs"]
mod imp;
mod tests;
pub fn top() { inner::deep::a(); inner::deeper::deepest::b(); imp::c(); }
//- /src/inner/deep.rs
pub fn a() { super::deeper::deepest::b(); crate::top(); }
//- /src/inner/deeper/deepest.rs
pub fn b() { super::super::deep::a(); }
//- /src/sys/unix.rs
mod calls;
pub fn c() { calls::d(); }
//- /src/sys/calls.rs
pub fn d() { crate::top(); }
//- /src/tests.rs
mod cases;
use super::*;
fn run() { top(); cases::first(); }
//- /src/tests/cases.rs
use super::run;
pub fn first() { run(); crate::imp::c(); }
"#,
        expect![[r#"
            crate.imp.c -> crate.imp.calls.d (import)
            crate.imp.calls.d -> crate.top (import)
            crate.inner.deep.a -> crate.inner.deeper.deepest.b (import)
            crate.inner.deep.a -> crate.top (import)
            crate.inner.deeper.deepest.b -> crate.inner.deep.a (import)
            crate.tests.cases.first -> crate.imp.c (import)
            crate.tests.cases.first -> crate.tests.run (import)
            crate.tests.run -> crate.tests.cases.first (import)
            crate.tests.run -> crate.top (scope)
            crate.top -> crate.imp.c (import)
            crate.top -> crate.inner.deep.a (member)
            crate.top -> crate.inner.deeper.deepest.b (member)
        "#]],
    );
}

#[test]
fn a_module_that_tests_share_is_below_each_of_them() {
    check(
        r#"
//- /Cargo.toml
[package]
name = "shop"
//- /src/lib.rs
pub fn sell() {}
//- /tests/basket.rs
mod common;
#[test]
fn basket() { common::prepare(); shop::sell(); }
//- /tests/common/mod.rs
pub fn prepare() { shop::sell(); }
//- /tests/order.rs
mod common;
#[test]
fn order() { common::prepare(); }
"#,
        expect![[r#"
            tests.basket.basket -> shop.sell (import)
            tests.basket.basket -> tests.basket.common.prepare (import)
            tests.basket.common.prepare -> shop.sell (import)
            tests.order.order -> tests.basket.common.prepare (import)
        "#]],
    );
}

#[test]
fn go_modules_have_the_paths_of_go_mod() {
    check(
        r#"
//- /go.work
go 1.22
use ./shop
replace old.example/log => ./logging
//- /shop/go.mod
module example.com/shop/v2
replace example.com/money => ../cash
//- /shop/main.go
package main
import (
	"example.com/money"
	"example.com/shop/v2/store"
	"github.com/elsewhere/store"
	"old.example/log"
)
func main() { store.Open(); money.Count(); log.Write() }
//- /shop/tax/tax.go
package tax
import "github.com/elsewhere/store"
func Pay() { store.Open() }
//- /shop/store/store.go
package store
func Open() {}
//- /cash/go.mod
module example.com/money/fork
//- /cash/cash.go
package money
func Count() {}
//- /logging/log.go
package log
func Write() {}
"#,
        expect![[r#"
            shop.main -> cash.Count (import)
            shop.main -> logging.Write (import)
            shop.main -> shop.store.Open (import)
        "#]],
    );
}

#[test]
fn npm_packages_are_imported_by_name_exports_and_private_names() {
    check(
        r##"
//- /package.json
{ "workspaces": ["code/*"] }
//- /code/ui/package.json
{
    "name": "@shop/widgets",
    "exports": { ".": { "import": "./dist/index.mjs", "types": "./dist/index.d.ts" }, "./icons/*": "./art/*.ts", "./secret": null },
    "imports": { "#draw/*": "./src/drawing/*.ts" }
}
//- /code/ui/src/index.ts
import { line } from "#draw/lines";
export function button() { line(); }
//- /code/ui/src/drawing/lines.ts
export function line() {}
//- /code/ui/art/cart.ts
export function cart() {}
//- /code/ui/secret.ts
export function secret() {}
//- /code/app/package.json
{ "name": "app", "main": "./lib/start.js" }
//- /code/app/src/start.ts
import { button } from "@shop/widgets";
import { cart } from "@shop/widgets/icons/cart";
import { secret } from "@shop/widgets/secret";
import { render } from "react";
export function start() { button(); cart(); secret(); render(); }
//- /code/app/test/all.js
const { start } = require("app");
start();
//- /packages/react/package.json
{ "name": "our-react" }
//- /packages/react/src/index.ts
export function render() {}
"##,
        expect![[r#"
            code.app.src.start.start -> code.ui.art.cart.cart (import)
            code.app.src.start.start -> code.ui.src.button (import)
            code.app.test.all -> code.app.src.start.start (import)
            code.ui.src.button -> code.ui.src.drawing.lines.line (import)
        "#]],
    );
}

#[test]
fn a_relative_path_to_a_folder_means_the_main_file_of_its_manifest() {
    check(
        r##"
//- /package.json
{ "name": "shop", "main": "lib/start.js", "exports": { ".": "./other.js" } }
//- /index.js
exports.open = function () {};
//- /other.js
exports.open = function () {};
//- /lib/start.js
exports.open = function () {};
//- /lib/tools/package.json
{ "main": "./cut" }
//- /lib/tools/cut.js
exports.cut = function () {};
//- /lib/tools.js
exports.cut = function () {};
//- /test/all.js
const shop = require("../");
const again = require("..");
const { cut } = require("../lib/tools");
const inner = require("../lib/tools/");
function all() { shop.open(); cut(); }
function more() { again.open(); inner.cut(); }
"##,
        expect![[r#"
            test.all.all -> lib.start.open (import)
            test.all.all -> lib.tools.cut (import)
            test.all.more -> lib.start.open (import)
            test.all.more -> lib.tools.cut.cut (import)
        "#]],
    );
}

#[test]
fn declarations_of_a_package_do_not_hide_its_code() {
    check(
        r##"
//- /package.json
{ "name": "router", "main": "index.js", "types": "types/index.d.ts" }
//- /index.js
module.exports = function route() {};
module.exports.clean = function clean() {};
//- /types/index.d.ts
export function clean(): void;
//- /packages/kit/package.json
{ "name": "kit", "exports": { ".": { "types": "./kit.d.ts", "default": "./kit.js" } } }
//- /packages/kit/kit.js
exports.cut = function () {};
//- /packages/kit/kit.d.ts
export function cut(): void;
//- /packages/only/package.json
{ "name": "only", "types": "only.d.ts" }
//- /packages/only/only.d.ts
export function declared(): void;
//- /test/all.js
const route = require("../");
const { cut } = require("kit");
const { declared } = require("only");
function all() { route(); route.clean(); cut(); declared(); }
"##,
        expect![[r#"
            test.all.all -> index.clean (import)
            test.all.all -> index.route (import)
            test.all.all -> packages.kit.kit.cut (import)
            test.all.all -> packages.only.only.declared (import)
        "#]],
    );
}

#[test]
fn typescript_aliases_are_those_of_the_configuration_around() {
    check(
        r##"
//- /tsconfig.base.json
{
    // shared
    "compilerOptions": { "baseUrl": ".", "paths": { "@money/*": ["shared/money/*"], "logger": ["shared/log.ts"] }, },
}
//- /shared/money/count.ts
export function count() {}
//- /shared/log.ts
export function log() {}
//- /web/tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "../lib" }] }
//- /web/tsconfig.app.json
{ "extends": ["../tsconfig.base"], "compilerOptions": { "rootDirs": ["src", "generated"] } }
//- /web/src/main.ts
import { count } from "@money/count";
import { log } from "logger";
import { table } from "./tables";
export function main() { count(); log(); table(); }
//- /web/generated/tables.ts
export function table() {}
//- /lib/tsconfig.json
{ "compilerOptions": { "baseUrl": "./inner" } }
//- /lib/inner/deep/tool.ts
export function tool() {}
//- /lib/use.js
import { tool } from "deep/tool";
import { count } from "@money/count";
tool(); count();
"##,
        expect![[r#"
            lib.use -> lib.inner.deep.tool.tool (import)
            web.src.main.main -> shared.log.log (import)
            web.src.main.main -> shared.money.count.count (import)
            web.src.main.main -> web.generated.tables.table (import)
        "#]],
    );
}

#[test]
fn a_project_in_a_folder_of_its_packages_name_does_not_hide_the_package() {
    check(
        r#"
//- /prices/pyproject.toml
[project]
name = "prices"
//- /prices/prices/__init__.py
def with_tax(price): pass
//- /stock/src/stock/__init__.py
def count(): pass
//- /till/till/checkout.py
import stock
from prices import with_tax
def total():
    with_tax(1)
    stock.count()
"#,
        expect![[r#"
            till.till.checkout.total -> prices.with_tax (import)
            till.till.checkout.total -> stock.count (import)
        "#]],
    );
}

#[test]
fn python_packages_lie_where_their_projects_say() {
    check(
        r#"
//- /api/pyproject.toml
[tool.setuptools]
package-dir = { "" = "code", "shop.http" = "transport" }
//- /api/code/shop/__init__.py
//- /api/code/shop/store.py
def open_store(): pass
//- /api/code/plain.py
def plain(): pass
//- /api/transport/client.py
from shop.store import open_store
def get(): open_store()
//- /api/checks/test_all.py
import plain
from shop.http.client import get
from shop.store import open_store
def test_all():
    get()
    open_store()
    plain.plain()
//- /jobs/setup.cfg
[options]
package_dir =
    = scripts
//- /jobs/scripts/plain.py
def plain(): pass
//- /jobs/run.py
from plain import plain
plain()
"#,
        expect![[r#"
            api.checks.test_all.test_all -> plain.plain (import)
            api.checks.test_all.test_all -> shop.http.client.get (import)
            api.checks.test_all.test_all -> shop.store.open_store (import)
            jobs.run -> plain.plain (import)
            shop.http.client.get -> shop.store.open_store (import)
        "#]],
    );
}

#[test]
fn a_folder_without_init_inside_of_a_python_package_is_a_part_of_it() {
    check(
        r#"
//- /site/src/web/__init__.py
from .core.app import App
//- /site/src/web/core/app.py
class App:
    def run(self):
        pass
//- /tests/test_app.py
from web.core.app import App
def test_run():
    App().run()
"#,
        expect![[r#"
            tests.test_app.test_run -> web.core.app.App (constructor)
            tests.test_app.test_run -> web.core.app.App.run (constructed)
        "#]],
    );
}
