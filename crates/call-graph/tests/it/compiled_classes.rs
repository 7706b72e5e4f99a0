//! Classes of JavaScript as compilers and older code write them: a function, its prototype under another name, and
//! what makes one function inherit from another.

use crate::fixture::{build, edges_to};

const LOOSE: &str = r#"
//- /object.js
function _inheritsLoose(subClass, superClass) { subClass.prototype = Object.create(superClass.prototype); }
var Obj = /*#__PURE__*/function () {
  function Obj() { this.init(); }
  var _proto = Obj.prototype;
  _proto.init = function init() {};
  _proto.close = function close() {};
  return Obj;
}();
module.exports = { Obj: Obj };
//- /parser.js
var Obj = require('./object').Obj;
var Parser = /*#__PURE__*/function (_Obj) {
  _inheritsLoose(Parser, _Obj);
  function Parser() { return _Obj.apply(this, arguments) || this; }
  var _proto = Parser.prototype;
  _proto.parseExpression = function parseExpression() { return this.parseInlineIf(); };
  _proto.parseInlineIf = function parseInlineIf() { this.close(); return this.init(); };
  _proto.init = function init() {};
  return Parser;
}(Obj);
module.exports = { parse: function parse() { return new Parser().parseExpression(); } };
"#;

#[test]
fn a_name_for_the_prototype_means_the_class() {
    let graph = build(LOOSE);
    assert_eq!(
        edges_to(&graph, "parseInlineIf"),
        ["parser.<lambda1>.Parser.parseExpression -> parser.<lambda1>.Parser.parseInlineIf (member, proven)"]
    );
    assert_eq!(
        edges_to(&graph, "Parser.parseExpression"),
        ["parser.parse -> parser.<lambda1>.Parser.parseExpression (returned, proven)"]
    );
}

#[test]
fn the_prototype_by_another_name_in_older_code() {
    let graph = build(
        r#"
//- /m.js
function Shape() {}
const p = Shape.prototype = { area() { return this.size(); } };
p.size = function () { return this.side(); };
p.side = () => 1;
function Other() {}
let q = Other.prototype;
q = make();
q.size = function () { return this.side(); };
function extend(p) { p.half = function () { return this.side(); }; }
"#,
    );
    let callers = edges_to(&graph, "Shape.side");
    assert!(callers.contains(&"m.Shape.size -> m.Shape.side (member, proven)".to_owned()), "{callers:?}");
    // Where the name holds something else, nothing says what `this` is.
    assert!(callers.iter().all(|edge| edge.starts_with("m.Shape.") || edge.ends_with("possible)")), "{callers:?}");
    assert_eq!(edges_to(&graph, "Shape.size"), ["m.Shape.area -> m.Shape.size (container, possible)"]);
}

#[test]
fn a_class_inherits_from_what_its_function_was_given() {
    let graph = build(LOOSE);
    assert_eq!(
        edges_to(&graph, "Obj.close"),
        ["parser.<lambda1>.Parser.parseInlineIf -> object.<lambda1>.Obj.close (inherited, proven)"]
    );
    assert_eq!(
        edges_to(&graph, "Parser.init"),
        [
            "object.<lambda1>.Obj -> parser.<lambda1>.Parser.init (override, possible)",
            "parser.<lambda1>.Parser.parseInlineIf -> parser.<lambda1>.Parser.init (member, proven)"
        ]
    );
    assert_eq!(edges_to(&graph, "Obj.init"), ["object.<lambda1>.Obj -> object.<lambda1>.Obj.init (member, proven)"]);
}

#[test]
fn older_ways_to_inherit() {
    let ways = [
        "util.inherits(Sub, Base);",
        "inherits(Sub, Base);",
        "__extends(Sub, Base);",
        "Sub.prototype.__proto__ = Base.prototype;",
        "Sub.prototype = Object.create(Base.prototype);",
        "Sub.prototype = new Base();",
        "Object.setPrototypeOf(Sub.prototype, Base.prototype);",
    ];
    for way in ways {
        let text = "
//- /m.js
const util = require('util');
const inherits = require('inherits');
function Base() {}
Base.prototype.close = function () {};
function Sub() {}
WAY
const proto = Sub.prototype;
proto.run = function () { this.close(); };
function use() { new Sub().close(); }
";
        let graph = build(&text.replace("WAY", way));
        assert_eq!(
            edges_to(&graph, "Base.close"),
            ["m.Sub.run -> m.Base.close (inherited, proven)", "m.use -> m.Base.close (constructed, proven)"],
            "{way}"
        );
    }
}

#[test]
fn what_only_looks_like_inheritance_is_none() {
    for way in
        ["copies(Sub, Base);", "inherits(Base, Sub);", "inherits(new Sub(), new Base());", "Sub.kind = new Base();"]
    {
        let text = "//- /m.js\nfunction Base() {}\nBase.prototype.leave = function () {};\nfunction Sub() {}\nWAY\nfunction use() { new Sub().leave(); }\n";
        let found = edges_to(&build(&text.replace("WAY", way)), "Base.leave");
        assert!(found.iter().all(|edge| edge.ends_with("possible)")), "{way}: {found:?}");
    }
}
