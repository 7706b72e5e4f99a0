//! Functions of the repository that make members of what they are given.

use crate::fixture::{build, edges_to, render};
use expect_test::{Expect, expect};

fn check(files: &str, expected: Expect) {
    expected.assert_eq(&render(&build(files)));
}

#[test]
fn javascript_a_function_that_is_given_a_name_and_a_function_makes_a_method() {
    check(
        r#"
//- /session.js
module.exports = Session;
function Session(id) { this.id = id; }
defineMethod(Session.prototype, 'touch', function touch() { return this.reset(); });
defineMethod(Session.prototype, 'reset', () => 1);
assign(Session.prototype, 'close', function () {});
expose(Session.prototype, 'age', function age() { return now(); });
function defineMethod(proto, name, fn) {
  Object.defineProperty(proto, name, { configurable: true, value: fn, writable: true });
}
const assign = (object, key, value) => { object[key] = value; };
function expose(object, name, getter) {
  Object.defineProperty(object, name, { configurable: true, get: getter });
}
function now() {}
//- /use.js
const Session = require('./session');
function go() {
  const session = new Session(1);
  session.touch();
  session.close();
  return session.age;
}
"#,
        expect![[r#"
            session -> session.assign (scope)
            session -> session.defineMethod (scope)
            session -> session.expose (scope)
            session.Session.age -> session.now (scope)
            session.Session.touch -> session.Session.reset (member)
            use.go -> session.Session (import)
            use.go -> session.Session.age (property)
            use.go -> session.Session.close (constructed)
            use.go -> session.Session.touch (constructed)
        "#]],
    );
}

#[test]
fn javascript_a_function_that_copies_members_makes_them() {
    check(
        r#"
//- /m.ts
class Target { own() { this.mixed(); } }
class Other {}
mixin(Target, { mixed() { this.own(); }, again: () => 1 });
copy(Other.prototype, { copied() {} });
merge(Other.prototype, { merged() {} });
function mixin(target: any, members: any) {
  for (const name of Object.keys(members)) target.prototype[name] = members[name];
}
function copy(target: any, members: any) {
  Object.getOwnPropertyNames(members).forEach((name) => {
    Object.defineProperty(target, name, Object.getOwnPropertyDescriptor(members, name)!);
  });
}
const merge = (target: any, members: any) => Object.assign(target, members);
export function go() {
  new Target().again();
  new Other().copied();
  new Other().merged();
}
"#,
        expect![[r#"
            m -> m.copy (scope)
            m -> m.merge (scope)
            m -> m.mixin (scope)
            m.Target.mixed -> m.Target.own (unique-name)
            m.Target.own -> m.Target.mixed (member)
            m.copy -> m.copy.<lambda1> (callback)
            m.go -> m.Other (constructor)
            m.go -> m.Other.copied (constructed)
            m.go -> m.Other.merged (constructed)
            m.go -> m.Target (constructor)
            m.go -> m.Target.again (constructed)
        "#]],
    );
}

#[test]
fn javascript_other_functions_make_nothing() {
    let graph = build(
        r#"
//- /m.js
class Session {}
function wrap(object, name, make) { object[name] = make(object[name]); }
function renamed(object, name, value) { name = '_' + name; object[name] = value; }
function define(object, name, value) { object[name] = value; }
wrap(Session.prototype, 'one', function one() {});
renamed(Session.prototype, 'two', function two() {});
function inside(define) { define(Session.prototype, 'three', function three() {}); }
define(Session.prototype, compute(), function four() {});
define(...list, 'five', function five() {});
"#,
    );
    for (name, path) in [("one", "m.one"), ("two", "m.two"), ("three", "m.inside.three"), ("four", "m.four")] {
        let whole = crate::fixture::whole(&graph);
        let found = whole.symbols().iter().find(|symbol| symbol.qualified_name.ends_with(name));
        assert_eq!(found.map(|symbol| symbol.qualified_name.as_str()), Some(path));
    }
}

#[test]
fn python_a_function_that_sets_what_it_is_given_makes_a_method() {
    let graph = build(
        r#"
//- /m.py
class Session:
    def own(self): pass
def define(cls, name, fn):
    setattr(cls, name, fn)
def method_of(cls):
    def decorator(fn):
        setattr(cls, fn.__name__, fn)
        return fn
    return decorator
def named(cls: type, name: str):
    def decorator(fn):
        setattr(cls, name, fn)
        return fn
    return decorator
def touch(self):
    self.own()
define(Session, "touch", touch)
@method_of(Session)
def close(self):
    self.own()
@named(Session, "reset")
def clear(self): pass
def go(session: Session):
    session.touch()
    session.close()
    session.reset()
def other(session: Session):
    session.clear()
"#,
    );
    assert_eq!(edges_to(&graph, "m.touch"), ["m.go -> m.touch (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "m.close"), ["m.go -> m.close (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "m.clear"), ["m.go -> m.clear (annotation, proven)"]);
    assert_eq!(edges_to(&graph, "Session.own").len(), 2);
}
