//! Headings, hints and limits: the sentences that state nothing about the code.

use super::Sentence;

pub const EXTRACTIVE: Sentence =
    Sentence::fixed("_Extractive answer: put together from the code by rules, without a language model._");
pub const ASK_FOR_MORE: Sentence = Sentence::fixed("To see the rest of what is cut, ask \"more\".");
pub const NO_MORE: Sentence = Sentence::fixed("There is no more of the answer before this: it has all that was found.");

pub const NAMES_NOTHING: Sentence = Sentence::fixed("The question names nothing to look for.");
pub const ASK_FOR_EXAMPLE: Sentence =
    Sentence::fixed("Ask, for example, \"where is `name` defined?\", \"who calls `name`?\" or \"how does ... work?\".");
pub const TRY_OTHER_WORDS: Sentence = Sentence::fixed(
    "Try the exact name of a function or class (`name` in backticks), a file's path, or other words for the same thing.",
);
pub const ONLY_THIS_FOLDER: Sentence =
    Sentence::fixed("The question is limited to this folder: the rest of the repository was not searched.");
pub const CLOSEST: Sentence = Sentence::fixed("The closest that a search finds:");

pub const NAMES_WITH_IT_IN: Sentence = Sentence::fixed("Definitions with it in their names:");

pub const DEFAULTS: Sentence = Sentence::fixed("Defaults:");
pub const SUBTYPES: Sentence = Sentence::fixed("Subtypes:");
pub const MENTIONS: Sentence = Sentence::fixed("Mentioned, other than in calls:");
pub const WRITTEN_AT: Sentence = Sentence::fixed("Statements that change it:");
pub const READ_OR_NAMED_AT: Sentence = Sentence::fixed("Statements that read it or refer to it:");
pub const NAMES_WITH_IT: Sentence = Sentence::fixed("Names with these words that have a value in the code:");
pub const READ_AT: Sentence = Sentence::fixed("It is read at:");
pub const CATCHES: Sentence = Sentence::fixed("It catches:");
pub const CALLED_CAN_FAIL: Sentence = Sentence::fixed("What it calls directly can fail too:");
pub const DEFINES: Sentence = Sentence::fixed("It defines:");
pub const HOLDS: Sentence = Sentence::fixed("It holds:");
pub const HOLDS_BESIDES: Sentence = Sentence::fixed("Besides these:");
pub const REPOSITORY_HOLDS: Sentence = Sentence::fixed("The repository holds:");
pub const NEAREST_ERRORS: Sentence = Sentence::fixed("The errors that come nearest:");
pub const ALSO: Sentence = Sentence::fixed("Also:");
pub const CALLERS_SEE_IT: Sentence = Sentence::fixed("Who calls it sees the error, unless it is caught on the way:");
pub const OTHER_BRANCHES: Sentence = Sentence::fixed("The branches beside it:");
pub const RELATED: Sentence = Sentence::fixed("Related by its words:");
pub const FURTHER: Sentence = Sentence::fixed("Other places that the search finds for these words:");
pub const NAMED_THERE: Sentence = Sentence::fixed("Code that is named there:");
pub const OPTIONS: Sentence = Sentence::fixed("It may be given as an option:");
pub const TOGETHER: Sentence = Sentence::fixed("How it hangs together:");
pub const TESTS_NAME_IT: Sentence = Sentence::fixed("Tests name it, other than in calls:");
pub const OTHERS_BY_FILE: Sentence = Sentence::fixed("The others, by file:");
pub const PARTS: Sentence = Sentence::fixed("**Parts**, the largest first:");
pub const IN_TESTS: Sentence = Sentence::fixed("In tests:");
pub const IN_EXAMPLES: Sentence = Sentence::fixed("In examples:");
pub const WHY: Sentence = Sentence::fixed("What the commit says of why:");

pub const ERRORS_NOT_FOLLOWED: Sentence =
    Sentence::fixed("Errors of the language, of other packages and of what is called further down are not followed.");
pub const PARTLY_LOOKED_AT: Sentence =
    Sentence::fixed("Only the files that a search finds were looked at for this: there may be more places.");
pub const BEGINNING_LOOKED_AT: Sentence = Sentence::fixed("Only the beginning of the file was looked at.");
pub const CALLS_NOT_FOLLOWED: Sentence = Sentence::fixed("Not all calls were followed, so there may be more.");
pub const TESTS_UNSEEN: Sentence = Sentence::fixed(
    "A test may reach it in a way that no call shows: through a fixture, a client, a route, a command.",
);
pub const NOT_BY_CALLS: Sentence =
    Sentence::fixed("They are found by names alone: no chain of calls from a test to it was found.");
pub const USES_UNSEEN: Sentence = Sentence::fixed(
    "It may still be used from outside of this repository, or in a way that cannot be read from the code: by a \
     framework, through a variable, by its name in a text.",
);
pub const POSSIBLE_LINK: Sentence =
    Sentence::fixed("A link marked as possible may not hold: the code does not say for certain which symbol is meant.");
pub const NEEDS_A_MODEL: Sentence = Sentence::fixed(
    "Writing code or prose, judging it and finding faults in it takes a language model, and this answer is made by rules \
     that quote the code. What they can show of it:",
);
pub const WITHOUT_A_MODEL: Sentence = Sentence::fixed(
    "Without a model, ask where something is defined, who calls it, what can fail in it, which tests reach it, or how \
     two symbols differ; with one, set it up in the model settings and ask again.",
);
pub const SYNTAX_NOT_CHECKED: Sentence =
    Sentence::fixed("Syntax was not checked: this agent has no tool for that here.");
