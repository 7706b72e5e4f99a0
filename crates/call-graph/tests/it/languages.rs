//! Small repositories in each language: what resolves, by which rule.

use crate::fixture;
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&fixture::render(&fixture::build(files)));
}

#[test]
fn typescript_modules_classes_and_callbacks() {
    check(
        r#"
//- /web/src/index.ts
export * from './api';
export { Repo as Repository } from "./repo";
export default function boot() {}
//- /web/src/repo.ts
export class Repo { async fetch(id: string) { return id; } load() { return fetch("/x"); } }
//- /web/src/api.ts
import { Repo } from './repo.js';
export const getAll = async (repo: Repo) => { const x = await repo.fetch("1"); return x; };
export namespace Tools { export function hammer() { nail(); } export function nail() {} }
//- /web/src/main.ts
import boot, { getAll, Repository, Tools } from './index';
import * as api from './api';
import { Card } from '@/ui/card';
class Service {
  private repo: Repository;
  constructor(private other: Repository) { this.repo = new Repository(); }
  run() {
    this.repo.load();
    this.other.fetch("2");
    [1].forEach(x => { api.getAll(this.repo); });
    setTimeout(this.tick, 5);
  }
  tick = () => { Tools.hammer(); };
}
new Service(new Repository()).run();
boot();
fetch("/y");
Card({});
//- /web/src/ui/card.tsx
import { useThing } from '../hooks';
export function Card(props) { useThing(); return <Button onClick={() => save()} />; }
function Button() { return null; }
function save() {}
//- /web/src/hooks/index.ts
export function useThing() {}
"#,
        expect![[r#"
            web.src.api.Tools.hammer -> web.src.api.Tools.nail (scope)
            web.src.api.getAll -> web.src.repo.Repo.fetch (annotation)
            web.src.main -> web.src.boot (import)
            web.src.main -> web.src.main.Service.constructor (constructor)
            web.src.main -> web.src.main.Service.run (constructed)
            web.src.main -> web.src.repo.Repo (constructor)
            web.src.main -> web.src.ui.card.Card (import)
            web.src.main.Service.constructor -> web.src.repo.Repo (constructor)
            web.src.main.Service.run -> web.src.main.Service.run.<lambda1> (callback)
            web.src.main.Service.run -> web.src.main.Service.tick (callback)
            web.src.main.Service.run -> web.src.repo.Repo.fetch (annotation)
            web.src.main.Service.run -> web.src.repo.Repo.load (annotation)
            web.src.main.Service.run.<lambda1> -> web.src.api.getAll (import)
            web.src.main.Service.tick -> web.src.api.Tools.hammer (import)
            web.src.ui.card.Card -> web.src.hooks.useThing (import)
            web.src.ui.card.Card -> web.src.ui.card.Button (scope)
            web.src.ui.card.Card.<lambda1> -> web.src.ui.card.save (scope)
        "#]],
    );
}

#[test]
fn commonjs() {
    check(
        r#"
//- /a.js
const { f, g } = require('./b');
const b = require('./b');
f(); b.g(); require('./c')();
//- /b.js
exports.f = function () { };
module.exports.g = () => { };
//- /c.js
module.exports = function main() { };
"#,
        expect![[r#"
            a -> b.f (import)
            a -> b.g (import)
            a -> c.main (import)
        "#]],
    );
}

#[test]
fn rust_crates_modules_traits() {
    check(
        r#"
//- /crates/my-lib/src/lib.rs
pub mod dir;
mod util;
pub use dir::Builder;
pub fn top() { util::help(); crate::util::help(); }
//- /crates/my-lib/src/util.rs
pub fn help() {}
//- /crates/my-lib/src/dir.rs
use crate::util;
use super::top;
pub struct Ignore { inner: Inner, list: Vec<Inner> }
struct Inner;
impl Inner { fn ping(&self) -> bool { true } }
pub struct Builder { hidden: bool }
impl Builder {
    pub fn new() -> Self { Builder { hidden: true } }
    pub fn hidden(&mut self, yes: bool) -> &mut Builder { self.hidden = yes; self }
    pub fn build(&self) -> Result<Ignore, u8> { Ok(Ignore { inner: Inner, list: vec![] }) }
}
impl Ignore {
    pub fn matched(&self) -> bool { self.inner.ping() && self.list.iter().any(|i| i.ping()) }
}
pub trait Walk { fn walk(&self) { self.step() } fn step(&self); }
impl Walk for Ignore { fn step(&self) { util::help(); top(); } }
fn generic<W: Walk>(w: &W) { w.walk(); }
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn it_works() {
        let mut builder = Builder::new();
        builder.hidden(false).hidden(true);
        let ignore = builder.build().unwrap();
        assert!(ignore.matched());
        ignore.walk();
    }
}
//- /crates/other/src/main.rs
use my_lib::Builder as B;
fn main() { let b = B::new(); b.hidden(true); my_lib::top(); }
"#,
        expect![[r#"
            my_lib.dir.Ignore.matched -> my_lib.dir.Ignore.matched.<lambda1> (callback)
            my_lib.dir.Ignore.matched -> my_lib.dir.Inner.ping (member)
            my_lib.dir.Ignore.matched.<lambda1> -> my_lib.dir.Inner.ping (flow)
            my_lib.dir.Ignore.step -> my_lib.top (import)
            my_lib.dir.Ignore.step -> my_lib.util.help (import)
            my_lib.dir.Walk.walk -> my_lib.dir.Ignore.step (override)
            my_lib.dir.Walk.walk -> my_lib.dir.Walk.step (member)
            my_lib.dir.generic -> my_lib.dir.Walk.walk (annotation)
            my_lib.dir.tests.it_works -> my_lib.dir.Builder.build (returned)
            my_lib.dir.tests.it_works -> my_lib.dir.Builder.hidden (returned)
            my_lib.dir.tests.it_works -> my_lib.dir.Builder.new (member)
            my_lib.dir.tests.it_works -> my_lib.dir.Ignore.matched (returned)
            my_lib.dir.tests.it_works -> my_lib.dir.Walk.walk (returned)
            my_lib.top -> my_lib.util.help (import)
            other.main -> my_lib.dir.Builder.hidden (returned)
            other.main -> my_lib.dir.Builder.new (member)
            other.main -> my_lib.top (import)
        "#]],
    );
}

#[test]
fn go_packages_embedding_interfaces() {
    check(
        r#"
//- /cmd/app/main.go
package main
import ("example.com/x/pkg/store"; "fmt"; "encoding/json")
type Runner interface { Run() error }
func main() { s := store.New("a"); s.Get("x"); helper(); json.Marshal(s); execute(&job{}); fmt.Println() }
//- /cmd/app/help.go
package main
type job struct { base }
type base struct{}
func (b *base) log() {}
func (j *job) Run() error { j.log(); return nil }
func helper() {}
func execute(r Runner) { r.Run() }
//- /pkg/store/store.go
package store
type Store struct { m map[string]*Item }
type Item struct{}
func (i *Item) Touch() {}
func New(n string) *Store { return &Store{} }
func (s *Store) Get(k string) *Item { it := s.m[k]; it.Touch(); go s.lock(); return it }
func (s *Store) lock() {}
//- /pkg/json/json.go
package json
func Marshal() {}
"#,
        expect![[r#"
            cmd.app.execute -> cmd.app.Runner.Run (annotation)
            cmd.app.execute -> cmd.app.job.Run (override)
            cmd.app.job.Run -> cmd.app.base.log (inherited)
            cmd.app.main -> cmd.app.execute (scope)
            cmd.app.main -> cmd.app.helper (scope)
            cmd.app.main -> pkg.store.New (import)
            cmd.app.main -> pkg.store.Store.Get (returned)
            pkg.store.Store.Get -> pkg.store.Item.Touch (annotation)
            pkg.store.Store.Get -> pkg.store.Store.lock (member)
        "#]],
    );
}

#[test]
fn java_packages_inheritance_overloads() {
    check(
        r#"
//- /src/main/java/com/acme/App.java
package com.acme;
import com.acme.util.Strings;
import static com.acme.util.Strings.upper;
import java.util.*;
public class App extends Base implements Runnable {
  private final Service service = new Service();
  private List<Service> all = new ArrayList<>();
  public void run() {
    service.serve(); helper(); inherited(); Strings.join("a"); upper("x");
    for (Service s : all) { s.serve(); }
    this.over(1);
  }
  void over(int a) {}
  void over(int a, int b) {}
  static void main(String[] a) { new App().run(); Runnable r = new App(); r.run(); }
  private void helper() { super.inherited(); }
}
//- /src/main/java/com/acme/Base.java
package com.acme;
abstract class Base { void inherited() { hook(); } abstract void hook(); }
class Derived extends Base { void hook() {} }
//- /src/main/java/com/acme/Service.java
package com.acme;
class Service { void serve() {} }
//- /src/main/java/com/acme/util/Strings.java
package com.acme.util;
public class Strings { public static String join(String s) { return s; } public static String upper(String s) { return s; } }
"#,
        expect![[r#"
            com.acme.App -> com.acme.Service (constructor)
            com.acme.App.helper -> com.acme.Base.inherited (inherited)
            com.acme.App.main -> com.acme.App (constructor)
            com.acme.App.main -> com.acme.App.run (constructed)
            com.acme.App.run -> com.acme.App.helper (scope)
            com.acme.App.run -> com.acme.App.over (member)
            com.acme.App.run -> com.acme.Base.inherited (inherited)
            com.acme.App.run -> com.acme.Service.serve (annotation)
            com.acme.App.run -> com.acme.util.Strings.join (member)
            com.acme.App.run -> com.acme.util.Strings.upper (member)
            com.acme.Base.inherited -> com.acme.Base.hook (scope)
            com.acme.Base.inherited -> com.acme.Derived.hook (override)
        "#]],
    );
}
