//! What resolution needs to know of a language: names and flags, no code. One value a language, in `languages`.

use facts::LiteralKind;

/// Languages that can see each other's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    Python,
    /// JavaScript, TypeScript, TSX.
    Script,
    Rust,
    Go,
    Java,
    /// C and C++.
    C,
    CSharp,
    Ruby,
    Php,
    Shell,
    Swift,
    Lua,
    Dart,
    Elixir,
    Zig,
    /// Anything else: scopes and members only.
    Other,
}

/// How functions are marked whose results a test framework passes on.
#[derive(Debug)]
pub struct FixtureNames {
    /// The last name of the decorator.
    pub decorator: &'static str,
    /// The file whose fixtures all files of its folder, and of folders below, have.
    pub shared_file: &'static str,
    /// What functions have before or after the name that they are given as fixtures.
    pub marks: &'static [&'static str],
}

#[derive(Debug)]
pub struct LanguageRules {
    pub family: Family,
    /// Names that need no import, sorted.
    pub globals: &'static [&'static str],
    /// Globals that call the functions they are given; `None` where any may.
    pub calling_globals: Option<&'static [&'static str]>,
    /// What is no function of the repository calls no function that it is given, but for these globals: arguments are words.
    pub only_globals_call: bool,
    /// Globals that return (something with the elements of) their first argument.
    pub passing_globals: &'static [&'static str],
    /// What a name means that no scope of the file binds.
    pub outer_names: OuterNames,
    /// Top-level definitions of a file are in the scope of its package.
    pub package_scope: bool,
    /// A file sees what the packages around its own have, and imports from there on.
    pub outer_packages: bool,
    /// Which names at the top level of a file are the file's own, whatever `package_scope` says.
    pub kept_by_file: KeptByFile,
    /// A class or module may be written in several parts, in any files.
    pub types_reopen: bool,
    /// A class has methods of its own, apart from those that its values have under the same names.
    pub class_members_apart: bool,
    /// Inside a class its fields are names of their own.
    pub fields_are_names: bool,
    /// A local variable's own value is still outside its scope: `let x = x();`.
    pub locals_begin_after: bool,
    /// A local variable cannot be called, so that the name of a call is a method's.
    pub locals_not_called: bool,
    /// A field and a method of one type may have the same name.
    pub fields_apart: bool,
    /// An accessor of a property that takes a value sets it.
    pub set_accessors: bool,
    /// A module may export a name under another.
    pub renamed_exports: bool,
    /// A name may mean a module and something else in one place.
    pub modules_apart: bool,
    /// A type that has all methods of an interface implements it.
    pub structural_interfaces: bool,
    /// Several functions of a class may have one name and differ by their parameters.
    pub overloads: bool,
    /// Of overloads that take as many arguments exactly one runs, which the types of the arguments decide.
    pub typed_overloads: Option<&'static TypedOverloads>,
    /// Functions of one name that take another number of arguments are other functions.
    pub arity_decides: bool,
    /// A function that an interface declares without a body runs that of the implementation for its first argument.
    pub protocols: bool,
    /// `this(..)` runs another constructor of the class.
    pub receiver_constructs: bool,
    /// A constructor with another name than its class's is called by that name alone.
    pub named_constructors: bool,
    /// A file is a type as well, whose members are its definitions.
    pub files_are_types: bool,
    /// A method takes its receiver as its first argument, unless it is called on a value of its type.
    pub receiver_is_argument: bool,
    /// A bare name may be a member of the class around.
    pub bare_members: bool,
    /// The members of a class and of those above it are names in its functions before what is around the class, also in
    /// functions that are written outside of it.
    pub members_through_owner: bool,
    /// Where a type is written, a class's field, property or method of that name is not meant.
    pub types_apart: bool,
    /// Reading a bare name that is a property runs its getter.
    pub bare_properties: bool,
    /// Calling a type converts a value, and runs no code.
    pub types_convert: bool,
    /// A variant of an enum is called to construct it.
    pub callable_variants: bool,
    /// The method that calling a value of a class runs.
    pub call_method: Option<&'static str>,
    /// The static method that calling a class itself runs, in place of its constructor.
    pub class_call_method: Option<&'static str>,
    /// The methods that answer for members which a class does not have.
    pub dynamic_members: &'static [&'static str],
    /// The method that a constructor-less class runs when it is called.
    pub allocator: Option<&'static str>,
    /// A value of a class is written as a list of its fields in order.
    pub positional_fields: bool,
    /// `value[key]` with a constant key is the member of that name.
    pub keys_are_members: bool,
    /// The method that `value[key]` runs.
    pub subscript_method: Option<&'static str>,
    /// How values of a class are iterated over.
    pub iteration: Iteration,
    /// Members of functions that are the function again.
    pub function_members: &'static [&'static str],
    /// Of these, the one that takes the arguments as a list.
    pub function_spreader: Option<&'static str>,
    /// Members of functions that return another one, which runs it later.
    pub function_combinators: &'static [&'static str],
    /// The member of functions that returns the function, bound to a receiver, without calling it.
    pub function_binder: Option<&'static str>,
    /// Generic types used like their first argument: `Optional[T]`, `Box<T>`, `Promise<T>`.
    pub transparent_types: &'static [&'static str],
    /// Functions of those that are outside the repository which make one around their first argument: `Box::new`.
    pub wrapping_functions: &'static [&'static str],
    /// Generic types that mean the class itself: `Type[T]`, `Class<T>`.
    pub class_types: &'static [&'static str],
    /// Generic types that hold elements: `list[T]`, `Vec<T>`, `Map<K, T>`.
    pub container_types: &'static [&'static str],
    /// Methods of such wrappers (`Option`, `Promise`, a lock), by which declared types see through them.
    pub wrapper_methods: WrapperMethods,
    /// Methods that syntax and the language's own functions run.
    pub implicit: ImplicitMethods,
    /// A function that is called with `new` makes a value, whose members are what is assigned to its prototype.
    pub constructor_functions: bool,
    /// Functions by their names, wherever they come from, that make their first argument inherit from their second.
    pub inheriting_calls: &'static [&'static str],
    /// Globals that run the functions they are given.
    pub running_globals: &'static [&'static str],
    /// The language's own functions that run their first argument later, with what follows from a place on: the object that
    /// has it or nothing, its name, that place.
    pub deferring_calls: &'static [(&'static str, &'static str, usize)],
    /// Functions outside the repository that make a queue, which runs the function that it is made with on what is put into it:
    /// module, and name or nothing for the module itself.
    pub queue_makers: &'static [(&'static str, &'static str)],
    /// Functions and classes outside the repository that run what they are given under a name: module, name, argument.
    pub running_externals: &'static [(&'static str, &'static str, &'static str)],
    /// A value of a type may be used as one of a type below without saying so.
    pub values_narrow: bool,
    /// Members that types have without any code of theirs: derived ones, or those that every type has.
    pub given_members: &'static [&'static str],
    /// Of these, functions of a type that make a value of it.
    pub given_constructors: &'static [&'static str],
    /// The method whose result has the members that a value itself does not have.
    pub deref_method: Option<&'static str>,
    /// The member of a class that is its constructor as a function.
    pub constructor_member: Option<&'static str>,
    /// The member of a value that is its class.
    pub class_member: Option<&'static str>,
    /// Functions outside the repository, by module and name, whose result runs their first argument.
    pub handing_externals: &'static [(&'static str, &'static str)],
    /// The member of a dispatching function that adds the function below it to what a call may run.
    pub variant_registrar: Option<&'static str>,
    /// The decorator of definitions that only declare types of the definition of the same name which has the code.
    pub signature_decorator: Option<&'static str>,
    /// The same of definitions without a body.
    pub signatures_without_body: bool,
    /// What a test framework passes to tests by the names of their parameters.
    pub fixtures: Option<FixtureNames>,
    /// A function is a value of an interface with one method, so that any method called on it is the function.
    pub functional_interfaces: bool,
    /// The method of a class that runs when a class below it is made.
    pub subclass_method: Option<&'static str>,
    /// Globals that make a new container: with what their first argument holds, if they have one.
    pub container_makers: &'static [&'static str],
}

/// Methods of a class that run without being named. In each list, of the methods in one entry the first runs that the
/// class has.
#[derive(Debug)]
pub struct ImplicitMethods {
    /// Globals, and what they run of their first argument.
    pub of_globals: &'static [(&'static str, &'static [&'static str])],
    /// Globals that iterate over their first argument.
    pub iterating_globals: &'static [&'static str],
    /// A method, and what runs where the class has not that one.
    pub instead: &'static [(&'static str, &'static [&'static str])],
    /// The method of an operator, and that of the right operand which runs where the left one has none.
    pub reflected: &'static [(&'static str, &'static str)],
    /// Runs when any member is assigned to.
    pub on_assignment: Option<&'static str>,
    /// Runs when a member is read that the class does not have.
    pub on_missing_member: Option<&'static str>,
}

impl ImplicitMethods {
    pub const NONE: Self = Self {
        of_globals: &[],
        iterating_globals: &[],
        instead: &[],
        reflected: &[],
        on_assignment: None,
        on_missing_member: None,
    };

    /// What runs instead of a method that a class has not.
    pub fn instead_of(&self, method: &str) -> &'static [&'static str] {
        self.instead.iter().find(|(name, _)| *name == method).map_or(&[], |(_, others)| others)
    }

    /// What a global runs of its first argument.
    pub fn of_global(&self, global: &str) -> &'static [&'static str] {
        self.of_globals.iter().find(|(name, _)| *name == global).map_or(&[], |(_, methods)| methods)
    }
}

/// What a name means that no scope of the file binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OuterNames {
    Global,
    /// A definition of the package, else a global.
    Package,
    /// A definition of the package or of the unnamed one, else a global.
    PackageOrUnnamed,
    /// A definition of the package, else a module from outside where it names one (a capital, or `:`), else a global.
    PackageOrModule,
    /// A member that a class around inherits, else a definition of the package, else a global.
    InheritedOrPackage,
    /// A constant of the classes around, wherever these are written, else of the repository, else a global.
    Constant,
    /// `Self`, or the first segment of a path, else a global.
    PathSegment,
    /// A definition of the whole program, else a global.
    Linked,
}

/// Which names at the top level of a file are not its package's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptByFile {
    Nothing,
    /// All but constants, which begin with a capital.
    AllButConstants,
    /// Variables, which begin with `$`.
    Variables,
}

impl KeptByFile {
    pub fn keeps(self, name: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::AllButConstants => !name.starts_with(char::is_uppercase),
            Self::Variables => name.starts_with('$'),
        }
    }
}

/// How values of a class are iterated over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Iteration {
    /// By no method that is known.
    None,
    /// The method of this name returns an element.
    Next(&'static str),
    /// The first returns an iterator or generator, the second an element.
    Iterator(&'static str, &'static str),
}

/// In place of the name of a type: a value of a class of the repository.
pub const INSTANCE: &str = "<instance>";
/// A list, a map or the like.
pub const CONTAINER: &str = "<container>";

/// Whether a value of one of the language's own types may be given where another type is written, by the names of both.
#[derive(Debug)]
pub struct TypedOverloads {
    /// Of a constant, for a type that the repository does not define.
    pub takes_constant: fn(LiteralKind, &str) -> bool,
    /// Of any value, for a type of the language's own; constants have the names of their kinds, and what has no name is
    /// [`INSTANCE`] or [`CONTAINER`].
    pub takes_own: fn(&str, &str) -> bool,
}

/// What methods of wrappers do with the value they hold.
#[derive(Debug, Default)]
pub struct WrapperMethods {
    pub give: &'static [&'static str],
    /// Call their argument with it, and return it.
    pub feed_and_give: &'static [&'static str],
    /// Call their argument with it, and return what that returned.
    pub feed: &'static [&'static str],
}

impl WrapperMethods {
    pub const NONE: Self = Self { give: &[], feed_and_give: &[], feed: &[] };
}

impl LanguageRules {
    /// A language of which nothing is known; others are written as what differs from it.
    pub const OTHER: Self = Self {
        family: Family::Other,
        globals: &[],
        calling_globals: None,
        only_globals_call: false,
        passing_globals: &[],
        outer_names: OuterNames::Global,
        package_scope: false,
        outer_packages: false,
        kept_by_file: KeptByFile::Nothing,
        types_reopen: false,
        class_members_apart: false,
        fields_are_names: true,
        locals_begin_after: false,
        locals_not_called: false,
        fields_apart: false,
        set_accessors: false,
        renamed_exports: false,
        modules_apart: false,
        structural_interfaces: false,
        overloads: false,
        typed_overloads: None,
        arity_decides: false,
        protocols: false,
        receiver_constructs: false,
        named_constructors: false,
        files_are_types: false,
        receiver_is_argument: false,
        bare_members: false,
        members_through_owner: false,
        types_apart: false,
        bare_properties: false,
        types_convert: false,
        callable_variants: false,
        call_method: None,
        class_call_method: None,
        dynamic_members: &[],
        allocator: None,
        positional_fields: false,
        keys_are_members: false,
        subscript_method: None,
        iteration: Iteration::None,
        function_members: &[],
        function_spreader: None,
        function_combinators: &[],
        function_binder: None,
        transparent_types: &[],
        wrapping_functions: &[],
        class_types: &[],
        container_types: &[],
        wrapper_methods: WrapperMethods::NONE,
        implicit: ImplicitMethods::NONE,
        constructor_functions: false,
        inheriting_calls: &[],
        running_globals: &[],
        deferring_calls: &[],
        queue_makers: &[],
        running_externals: &[],
        values_narrow: true,
        given_members: &[],
        given_constructors: &[],
        deref_method: None,
        constructor_member: None,
        class_member: None,
        handing_externals: &[],
        variant_registrar: None,
        signature_decorator: None,
        signatures_without_body: false,
        fixtures: None,
        functional_interfaces: false,
        subclass_method: None,
        container_makers: &[],
    };

    /// True where the name is a global of the language.
    pub fn is_global(&self, name: &str) -> bool {
        self.globals.binary_search(&name).is_ok()
    }

    /// True for globals that do not call the functions they are given.
    pub fn only_inspects(&self, name: &str) -> bool {
        let is_known = self.only_globals_call || self.is_global(name);
        self.calling_globals.is_some_and(|calling| is_known && !calling.contains(&name))
    }
}
