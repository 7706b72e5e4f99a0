//! Ruby: one namespace for all files, in which classes and modules are opened again; the files loaded do not matter.

use crate::language_rules::{Family, Iteration, KeptByFile, LanguageRules, OuterNames};
use crate::modules::Namespaces;
use crate::program::{Name, Program};
use rustc_hash::FxHashMap;

/// What resolution needs to know.
#[rustfmt::skip]
pub static RULES: LanguageRules = LanguageRules {
    family: Family::Ruby,
    globals: RUBY,
    outer_names: OuterNames::Constant,
    package_scope: true,
    kept_by_file: KeptByFile::AllButConstants,
    types_reopen: true,
    class_members_apart: true,
    call_method: Some("call"),
    dynamic_members: &["method_missing"],
    subscript_method: Some("[]"),
    iteration: Iteration::None,
    function_members: &["call", "()", "yield", "to_proc", "curry", "bind", "unbind", "lambda"],
    ..LanguageRules::OTHER
};

#[derive(Default)]
pub struct Layout {
    /// Functions outside of classes by name: the files (by index) that define one.
    functions: FxHashMap<Name, Vec<u32>>,
}

/// With more files than this that define a function, its name alone does not say which is meant.
const MAX_FILES: usize = 3;

/// Makes the one namespace.
pub fn lay_out(program: &mut Program<'_>, spaces: &mut Namespaces) -> Layout {
    let mut layout = Layout::default();
    let mut shared = None;
    for (file, at) in program.files.iter().zip(0..) {
        if file.rules.family != Family::Ruby {
            continue;
        }
        spaces.of_file[at as usize] = *shared.get_or_insert_with(|| spaces.add(String::new(), None));
        for definition in &file.facts().definitions {
            let is_outer = definition.parent == Some(facts::DefId::MODULE);
            if definition.kind == facts::DefinitionKind::Function && is_outer {
                layout.functions.entry(program.names.intern(&definition.name)).or_default().push(at);
            }
        }
    }
    layout
}

impl Layout {
    /// The files with a function of this name outside of classes: every object has it as a method.
    pub fn functions(&self, name: Name) -> &[u32] {
        self.functions.get(&name).filter(|files| files.len() <= MAX_FILES).map_or(&[], Vec::as_slice)
    }
}

#[rustfmt::skip]
const RUBY: &[&str] = &[
    "ARGF", "ARGV", "ArgumentError", "Array", "BasicObject", "BigDecimal", "Binding", "Class", "ClosedQueueError",
    "Comparable", "Complex", "Dir", "ENV", "EOFError", "Encoding", "EncodingError", "Enumerable", "Enumerator",
    "Errno", "Exception", "FalseClass", "Fiber", "FiberError", "File", "FileTest", "Float", "FloatDomainError",
    "FrozenError", "GC", "Hash", "IO", "IOError", "IndexError", "Integer", "Interrupt", "Kernel", "KeyError",
    "LoadError", "LocalJumpError", "Marshal", "MatchData", "Math", "Method", "Module", "Mutex", "NameError",
    "NilClass", "NoMatchingPatternError", "NoMemoryError", "NoMethodError", "NotImplementedError", "Numeric", "Object",
    "ObjectSpace", "Proc", "Process", "Queue", "RUBY_ENGINE", "RUBY_PLATFORM", "RUBY_VERSION", "Ractor", "Random",
    "Range", "RangeError", "Rational", "Regexp", "RegexpError", "RubyVM", "RuntimeError", "STDERR", "STDIN", "STDOUT",
    "ScriptError", "SecurityError", "Signal", "SignalException", "SizedQueue", "StandardError", "StopIteration",
    "String", "Struct", "Symbol", "SyntaxError", "SystemCallError", "SystemExit", "SystemStackError", "Thread",
    "ThreadError", "ThreadGroup", "Time", "TracePoint", "TrueClass", "TypeError", "UnboundMethod",
    "UncaughtThrowError", "Warning", "ZeroDivisionError", "__dir__", "abort", "alias_method", "ancestors", "at_exit",
    "attr_accessor", "attr_reader", "attr_writer", "autoload", "binding", "caller", "caller_locations", "catch",
    "class", "class_eval", "class_exec", "class_variable_get", "class_variable_set", "clone", "const_get",
    "const_missing", "const_set", "constants", "define_method", "define_singleton_method", "dup", "enum_for", "eval",
    "exec", "exit", "extend", "fail", "fork", "format", "freeze", "frozen?", "gets", "hash", "include", "include?",
    "included_modules", "inspect", "instance_eval", "instance_exec", "instance_method", "instance_methods",
    "instance_of?", "instance_variable_defined?", "instance_variable_get", "instance_variable_set",
    "instance_variables", "is_a?", "iterator?", "kind_of?", "lambda", "load", "loop", "method_defined?", "methods",
    "module_eval", "module_function", "new", "nil?", "object_id", "open", "p", "pp", "prepend", "print", "printf",
    "private", "private_class_method", "private_constant", "proc", "protected", "public", "public_method_defined?",
    "public_send", "putc", "puts", "raise", "rand", "readline", "readlines", "remove_const", "remove_method",
    "require", "require_relative", "respond_to?", "select", "send", "set_trace_func", "singleton_class", "sleep",
    "spawn", "sprintf", "srand", "superclass", "syscall", "system", "tap", "test", "then", "throw", "to_s", "trap",
    "undef_method", "using", "warn", "yield_self",
];
