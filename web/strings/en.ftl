### The page's strings in English, by the part of the page that shows them.
###
### A message is text with `{ $arguments }`; one that depends on a count selects by its plural category. Everything else of Fluent
### is refused by the build, which names file and line. How a language is added: docs/interface-languages.md.

# The language's name for itself, in the list of languages. Not translated elsewhere.
language-name = English

## Numbers

# Between groups of three digits: 1,005.
number-group = ,
# Before decimals: 1.8 s.
number-decimal = .

## Common

common-and = { $first } and { $second }
common-and-more = and { $count } more
common-ask = Ask
common-callers = Callers
common-cancel = Cancel
common-changes = Changes
common-close = Close
common-code = Code
common-commands = Commands
common-copy = Copy
common-copy-link = Copy link
common-count-calls = { $count ->
    [one] 1 call
   *[other] { $count } calls
}
common-count-files = { $count ->
    [one] 1 file
   *[other] { $count } files
}
common-count-lines = { $count ->
    [one] 1 line
   *[other] { $count } lines
}
common-count-places = { $count ->
    [one] 1 place
   *[other] { $count } places
}
common-count-questions = { $count ->
    [one] 1 question
   *[other] { $count } questions
}
common-count-symbols = { $count ->
    [one] 1 symbol
   *[other] { $count } symbols
}
common-delete = Delete
common-done = done
common-failed = failed
common-files = Files
common-graph = Graph
# A key for the interface of a provider. A remark follows it.
common-key = Key
common-link = Link
common-looking = Looking
common-model = Model
common-model-at = { $model } at { $host }
# Follows `common-key` or `common-token`.
common-none-for-local = none needed for most local servers
# Of callers, references or types.
common-none-known = none known
common-not-all-read = Not all files were read, so there may be more.
common-not-now = Not now
common-not-stored = not stored
common-offline-model = Offline model
common-overview = Overview
common-path = Path
# Of a call or a reference that the code does not prove.
common-possible = possible
# Of a call or a reference that the code proves.
common-proven = proven
common-provider = Provider
common-remember-key = Remember the key in this browser, encrypted. Otherwise it is forgotten with this session.
common-remember-token = Remember the token in this browser, encrypted. Otherwise it is forgotten with this session.
common-remove = Remove
common-run = Run
# Of a step, as `common-done`, `common-failed` and `common-stopped`.
common-running = running
common-save = Save
common-search = Search
common-search-all = Search symbols, files and text
common-see-stored = See what is stored
common-shortcuts = Keyboard shortcuts
common-show-run = Show the run
common-showing = showing { $shown } of { $all }
common-skipped = { $count } skipped
common-stop = Stop
common-stopped = stopped
common-stored-bytes = { $size } stored
common-tests = Tests
# A remark follows it.
common-token = Token

## App: the page around its panes

app-language-not-loaded = The page is in English: the language you chose could not be loaded ({ $why }).
app-language-advice = Check the connection and reload the page, or choose another language.
# For screen readers: bars between panes that are dragged.
app-width-of-files = Width of the files
app-width-of-code = Width of the code
# For screen readers: the bar on a phone that switches between panes.
app-panes = Panes

## Earlier copy

earlier-copy-keep = Keep both
earlier-copy-label = An earlier copy
# $files: as `common-count-files`. $when: how long ago.
earlier-copy-question = { $name } is stored already, with mostly the same files ({ $files }, imported { $when }). Is this the same folder, as it is now?
earlier-copy-replace = Replace it, keep its runs

## File tree

file-tree-folder = { $path }: { $files }, { $size }. Right-click for its menu

## Find bar

find-bar-at = { $at } of { $found }
find-bar-at-or-more = { $at } of { $found } or more
find-bar-case = Match case
find-bar-close = Close find
find-bar-label = Find in this file
find-bar-next = Next match
find-bar-none = none
find-bar-pattern = Regular expression
find-bar-previous = Previous match
find-bar-whole-words = Whole words

## Findings

# Places that an earlier finding shows already.
findings-above = { $count ->
    [one] 1 place above
   *[other] { $count } places above
}
# $places: as `common-count-places`.
findings-and-above = { $places }, and { $above } above
findings-none = nothing found
findings-title = Findings

## Fork dialog

fork-dialog-again = Run again from here
fork-dialog-at-end = nothing comes after this checkpoint
fork-dialog-changes = What is different
fork-dialog-fork = Fork
fork-dialog-intro = A new run that keeps everything up to checkpoint { $checkpoint }. The old one stays as it is.
fork-dialog-plan = Follow another plan
fork-dialog-question = Ask something else
fork-dialog-text = Question

## Graph pane

graph-pane-arriving = The graph comes once the calls are linked.
graph-pane-back = Back in the graph
graph-pane-both = Both
graph-pane-callees = Callees
# A choice of numbers follows it.
graph-pane-depth = Depth
graph-pane-direction = Direction
graph-pane-empty = Open a symbol, then its graph: callers on the left, what it calls on the right.
graph-pane-filtered = { $count } hidden by the filters
graph-pane-forward = Forward in the graph
graph-pane-label = Call graph. { $title }
graph-pane-left-out = { $count } left out
graph-pane-not-drawn = { $count } left out to stay readable
graph-pane-open-code = Open its code

## Graph questions

graph-questions-calls = Calls
# A choice follows it: `graph-questions-symbol`, `graph-questions-file` or `graph-questions-folder`.
graph-questions-collapse = One box for each
graph-questions-drawn = What is drawn
graph-questions-file = file
graph-questions-folder = folder
graph-questions-full-screen = Full screen
graph-questions-hide-tests = Hide tests
graph-questions-impact = Impact
graph-questions-impact-of = Impact of a change
graph-questions-label = Questions about the graph
graph-questions-no-full-screen = Not on full screen: { $why }
graph-questions-no-picture = No picture was made: { $why }
graph-questions-path-found = { $count ->
    [one] 1 call from { $name }
   *[other] { $count } calls from { $name }
}
graph-questions-path-to = Path from here to a symbol
graph-questions-proven-only = Proven only
# $symbols: as `common-count-symbols`.
graph-questions-reached = A change reaches { $symbols }, { $tests } of them tests
graph-questions-reached-some = A change reaches { $symbols }, { $tests } of them tests; there are too many to follow them all
graph-questions-show-path = Show the path
graph-questions-symbol = symbol
# A choice of numbers follows it, then `graph-questions-within-calls`.
graph-questions-within = Within
graph-questions-within-calls = calls

## Host form

# $contacts: names of hosts.
host-form-contacts = Loading { $path } of { $host } contacts { $contacts }.
host-form-forget = Forget the token
host-form-label = Or load it from GitHub, GitLab, Codeberg or a Gitea
# $contacts: as `host-form-contacts`.
host-form-linked = This link opens { $path }. { $contacts }
host-form-load = Load
host-form-load-it = Load it
host-form-placeholder = owner/name, or an address
host-form-retry = Try with this token
host-form-section = A repository on a git host
# $state: a branch, tag or commit.
host-form-state-contacts = Loading { $path } ({ $state }) of { $host } contacts { $contacts }.
# In place of $host in `host-form-token` and `host-form-token-sent`.
host-form-the-host = the host
host-form-title = The address of a repository, branch, folder or pull request
host-form-token = Token for { $host }
host-form-token-sent = It is sent to { $host } and to nobody else. Reading contents is all that it needs to allow.
host-form-with-token = With your token for { $host }.

## Hover card

hover-card-keys = F12 definition, Shift F12 references
hover-card-others = { $count } others may be meant

## Import progress

import-progress-bar = Progress
# $step: one of `import-progress-step-…`. $files: as `common-count-files`.
import-progress-done = { $step } { $files }
import-progress-done-of = { $step } { $done } of { $files }
import-progress-importing = Importing { $name }
import-progress-label = Import
import-progress-left = about { $seconds } s left in this step
import-progress-listed = Found { $files } so far
import-progress-listing = Listing the files
import-progress-opening = Opening { $name }
import-progress-step-index = Indexing
import-progress-step-link = Resolving calls in
import-progress-step-open = Opening
import-progress-step-parse = Parsing
import-progress-step-read = Reading
import-progress-step-store = Storing
import-progress-stopping = Stopping
import-progress-waits = The host asks to slow down; it goes on in { $seconds } s

## Keys dialog

keys-dialog-back = Back and forward in the code
keys-dialog-definition = Definition of the name
keys-dialog-diagram = Zoom, fit and move a diagram
# Keys.
keys-dialog-diagram-keys = +  −  0  arrows
keys-dialog-earlier = Earlier questions, in an empty box
keys-dialog-find = In the code: find in the file, go to a line
keys-dialog-folder = Close and open a folder
keys-dialog-folder-menu = Menu of a folder
keys-dialog-list = Down and up in a list; checkpoint by checkpoint
keys-dialog-mention = Name a file, folder or symbol in the question
keys-dialog-name = In the code: what the name is
keys-dialog-names = In the code: from name to name
keys-dialog-new-line = New line in the question
keys-dialog-references = All references
keys-dialog-send = Send the question
keys-dialog-stop = Stop the run, or close what is open
keys-dialog-tabs = Overview, code, graph, run
keys-dialog-this = This list

## Language choice

language-choice = Language
# The choice that follows the browser's languages.
language-choice-browser = As the browser

## Lines dialog

lines-dialog-in-repository-now = In the repository now
lines-dialog-no-text = The run kept no text of it.
lines-dialog-now = Now
lines-dialog-open = Open the file
lines-dialog-reading = Reading the file
lines-dialog-recorded = As recorded
lines-dialog-recorded-in-run = As recorded in the run
lines-dialog-stale = Stale: the repository does not hold this as the run cites it.
lines-dialog-unchecked = Not checked against the repository.
lines-dialog-verified = The repository holds this.

## Links dialog

links-dialog-commit = Commit, branch or tag
links-dialog-editor = Editor
links-dialog-kept = Kept in this browser, for this repository. Nothing is opened without a click.
links-dialog-lines = Lines at the host are those of that commit; what was changed since may be elsewhere there.
links-dialog-page = Page of the repository
links-dialog-root = Folder of the repository on this machine
links-dialog-whole-path = Enter the whole path, such as /home/you/project or C:\project.

## Markdown view

markdown-view-diagram = A diagram of the answer
markdown-view-done = done
markdown-view-footnote = Footnote { $label }
markdown-view-not-done = not done
# Of a diagram.
markdown-view-source = Source

## Meaning panel

meaning-panel-close = Close the candidates
meaning-panel-label = What { $name } may mean
# Follows a name. $what: a parameter or a local variable, with its line.
meaning-panel-local = is { $what }
# Follows a name.
meaning-panel-may-be = { $count ->
    [one] may be 1 symbol
   *[other] may be { $count } symbols
}
meaning-panel-more = and { $count } more of this name
# Follows a name.
meaning-panel-not-here = is not in this repository
# $why: a reason in English.
meaning-panel-unresolved = A call of this name on the line was not resolved: it { $why }.

## Memory dialog

memory-dialog-answers = { $count ->
    [one] 1 answer is kept to be given again while nothing changes that they depend on.
   *[other] { $count } answers are kept to be given again while nothing changes that they depend on.
}
memory-dialog-answers-unreadable = The answers that are kept to be given again can't be read.
memory-dialog-conversation = In this conversation
memory-dialog-count-outcomes = { $count ->
    [one] 1 outcome
   *[other] { $count } outcomes
}
memory-dialog-count-paths = { $count ->
    [one] 1 path
   *[other] { $count } paths
}
memory-dialog-delete-all = Delete all
memory-dialog-forget-answers = Forget them
memory-dialog-intro = Only calls of tools that you allowed and what you write here are remembered. It stays in this browser.
memory-dialog-kept-answers = Kept answers
memory-dialog-no-conversation = The conversation has no run of an agent that remembers.
memory-dialog-none = Nothing is remembered.
memory-dialog-person = About you, for every repository
memory-dialog-repository = About this repository
# Of a conversation. $kept: counts of questions, outcomes and paths.
memory-dialog-turns = For its next runs it keeps { $kept }.

## Memory row

# `memory-row-run` or `memory-row-run-gone` follows it.
memory-row-by-agent = Stored by { $step } of { $agent } in
memory-row-by-you = Written by you
memory-row-earlier-version = Stored by an earlier version
memory-row-edit = Edit
memory-row-edit-key = Edit { $key }
# A link, after `memory-row-by-agent`.
memory-row-run = a run
# After `memory-row-by-agent`.
memory-row-run-gone = a run that is no longer stored
memory-row-value = The value of { $key }

## Messages

messages-label = Your messages to this run

## Model dialog

model-dialog-answered = { $model } at { $provider } answered in { $time }.
model-dialog-base-url = Base URL
model-dialog-choose = Choose, or type the address
model-dialog-edit = Changes of files
model-dialog-endpoint = OpenAI-compatible endpoint
model-dialog-fast = Short decisions
model-dialog-forget = Forget key
model-dialog-key-held = A key for { $origin } is held for this session.
model-dialog-key-remembered = A key for { $origin } is remembered, encrypted.
model-dialog-kind = Kind of model
# `model-dialog-max-tokens-note` follows it.
model-dialog-max-tokens = Most tokens of a run
model-dialog-max-tokens-note = empty for no limit; it pauses once at 80%
model-dialog-offline = Deterministic, no network, no key. It finds and quotes code and lists what calls what; it is not a language model.
model-dialog-plan = Plans
model-dialog-profiles = Other models at this address for kinds of work
model-dialog-review = Reviews
model-dialog-sent = Questions and the code excerpts they need go to this address, and nowhere else.
model-dialog-test = Test connection
model-dialog-trying = Trying
model-dialog-use = Use this model

## Notices

notices-crashed = The engine stopped: { $why }
notices-crashed-advice = Stored repositories are kept. Restart the engine to continue.
notices-dismiss = Dismiss
notices-not-loaded = The engine could not be loaded: { $why }
notices-not-loaded-advice = Check the connection and restart the engine; if that does not help, reload the page. What is stored is kept.
notices-restart = Restart the engine
notices-slow = The engine is still loading.
notices-slow-advice = On a slow connection this takes a while. If nothing happens, check the connection and restart the engine.

## Outline

outline-filter = Filter
outline-filter-label = Filter the outline
outline-none = No symbol of this file has that name.
outline-row = { $kind }, line { $line }
outline-title = Outline

## Overview head

# $lines: as `overview-head-lines`.
overview-head-language = { $name }: { $lines }; open the largest, { $path }
overview-head-languages = Languages
# $files: as `common-count-files`.
overview-head-lines = { $lines } lines in { $files }
overview-head-more = { $count } more with { $lines } lines

## Overview pane

overview-pane-arriving = The overview comes once the calls are linked. Files can be read and searched meanwhile.
overview-pane-looking = Looking at the repository
overview-pane-no-history = What changed most is not known: { $why }
overview-pane-none = No entry points, routes, commands, scripts, types or tests were found.

## Overview section

overview-section-by-callers = by callers outside of tests
overview-section-changed = Changed most
overview-section-count-callers = { $count ->
    [one] 1 caller
   *[other] { $count } callers
}
overview-section-count-commits = { $count ->
    [one] 1 commit
   *[other] { $count } commits
}
overview-section-count-tests = { $count ->
    [one] 1 test
   *[other] { $count } tests
}
overview-section-entry-points = Entry points
overview-section-last-commits = { $count ->
    [one] in the last 1 commit
   *[other] in the last { $count } commits
}
overview-section-main-types = Main types
overview-section-more = { $count } more: ask for all
overview-section-most-called = Most called
overview-section-routes = Routes
overview-section-scripts = Build and run

## Palette

# The words with a colon and `-test` are typed as they are.
palette-filters = Filters: kind: path: lang: -test
palette-line-number = Type the number of a line.
palette-no-file = No file is open.
palette-nothing = Nothing found. Search knows names, paths and words.
palette-nothing-yet = Nothing found in paths and text. Symbols come once the files are parsed.
palette-placeholder = Symbols, files, text, :line
palette-results = Results

## Palette rows

palette-rows-bookmark = Bookmark this place
palette-rows-bookmarks = Bookmarks
palette-rows-code = Show the code
palette-rows-find = Find in file
palette-rows-fold = Fold or unfold all
palette-rows-go-to = Go to line { $line }
palette-rows-go-to-line = Go to line
palette-rows-graph = Show the graph
palette-rows-line = Line
palette-rows-memory = What agents remember
palette-rows-model = Choose a model
palette-rows-recent = Recent places
palette-rows-split = Split: keep this file on screen
palette-rows-storage = What is stored
palette-rows-symbols = Symbols
palette-rows-tests = Hide tests, or show them
palette-rows-text = Text
palette-rows-tools = Tools and the Web
palette-rows-wrap = Wrap long lines

## Parts list

parts-list-importing = { $count ->
    [one] 1 file imports it
   *[other] { $count } files import it
}
parts-list-more = { $count ->
    [one] and 1 smaller part
   *[other] and { $count } smaller parts
}
parts-list-open = { $count ->
    [one] As a list: 1 part
   *[other] As a list: { $count } parts
}
parts-list-uses = uses { $parts }
parts-list-uses-more = uses { $parts } and { $count } more

## Parts map

parts-map-all = All
parts-map-drawing = { $count ->
    [one] 1 part drawn; what uses others is above what is used
   *[other] { $count } parts drawn; what uses others is above what is used
}
parts-map-label = Map of its parts
parts-map-lines-left-out = { $count ->
    [one] 1 line not drawn, as the lightest.
   *[other] { $count } lines not drawn, as the lightest.
}
parts-map-none = There is no code of a known language to draw a map of.
parts-map-note = Lines are proven calls and imports; tests and examples are left out.
parts-map-outside = { $count ->
    [one] 1 file lies beside these parts.
   *[other] { $count } files lie beside these parts.
}
parts-map-parts-left-out = { $count ->
    [one] 1 part not drawn, as the smallest.
   *[other] { $count } parts not drawn, as the smallest.
}
parts-map-place = Place in the map
parts-map-title = Parts

## Place menu

# The name of a folder follows it.
place-menu-ask-in = Ask only in
place-menu-copy-path = Copy path:line
place-menu-copy-permalink = Copy permanent link
place-menu-editor = Open in editor
place-menu-editor-setup = Open in editor …
place-menu-host = Open at its host
place-menu-permalink = Permanent link
place-menu-permalink-setup = Permanent link …
place-menu-setup = Set up links

## Plan

plan-fallback = Fallback plan: { $why }
plan-paused = paused
plan-planning = Planning
plan-round = Plan, round { $round }
plan-title = Plan
plan-waiting = waiting

## Plan editor

plan-editor-add = Add a step
plan-editor-down = Move step { $number } down
plan-editor-remove = Remove step { $number }
plan-editor-step = Step { $number }
plan-editor-up = Move step { $number } up

## Prompts

prompts-delete = Delete: { $question }
prompts-empty = Type a question first, then keep it.
prompts-keep = Keep what is typed
prompts-label = Kept questions
prompts-open = Kept questions ({ $count })
prompts-too-long = A question of over { $count } characters is not kept.
prompts-too-many = There are { $count } questions already. Delete one first.

## Question

# $who: a model, or `question-offline`.
question-by-file = according to the file { $who }
question-imported = This run was imported from a file. Its question, steps and answer are as the file has them; what it cites is checked against this repository.
question-of-person = You brought it; no model was asked
question-offline = offline model: extracts, does not write
# The name of a folder follows it.
question-only-in = Only in

## Question form

question-form-answer = Answer
question-form-text = Your answer

## References panel

# A kind of reference; the number of them may follow it.
references-panel-call = call
references-panel-close = Close the references
references-panel-count-possible = { $count } possible
references-panel-count-proven = { $count } proven
references-panel-count-same-name = { $count } same name only
references-panel-cut = The first { $count } are shown.
references-panel-definition = definition
references-panel-elsewhere = { $count ->
    [one] Not listed: 1 line with this name that mean something else.
   *[other] Not listed: { $count } lines with this name that mean something else.
}
references-panel-hidden = { $count } in tests are hidden.
references-panel-import = import
references-panel-kinds = Kinds
references-panel-label = References to { $name }
# A name follows it.
references-panel-of = References to
references-panel-omitted = Not listed: { $count } more.
references-panel-only-name = nothing but the name says so
references-panel-read = read
references-panel-same-name = same name
references-panel-same-name-note = “Same name only”: nothing but the name says that this symbol is meant.
references-panel-type = type
references-panel-write = write

## Relatives list

relatives-list-above = Extends or overrides
relatives-list-below = Extended, implemented or overridden by
relatives-list-levels = { $count ->
    [one] 1 level
   *[other] { $count } levels
}
relatives-list-not-here = not in this repository
relatives-list-resolved = resolved
relatives-list-same-name = same name only

## Resume model

resume-model-choice = Model from here on
resume-model-choose = Choose
resume-model-from-file = This run came from a file. Nothing is sent before you choose its model.
resume-model-offline = The offline model answers; nothing leaves this browser.
resume-model-resume = Resume
resume-model-sent = { $model } answers: the question, what was found and code excerpts go to { $host }.
resume-model-was = So far it was { $model } at { $provider }.
resume-model-was-offline = So far it was the offline model.

## Right pane

right-pane-label = Overview, code, graph, run and changes
right-pane-views = Views

## Run import

run-import-file = Run file to import
run-import-import = Import
run-import-title = Show a run or a conversation that was exported

## Run offer

run-offer-decide = Decide
run-offer-label = A run that can be resumed
run-offer-look = Look at it

## Run pane

# Of a step, as `run-pane-next`.
run-pane-interrupted = interrupted
run-pane-next = next
run-pane-graph = The agent's graph. { $steps }
run-pane-none = Ask a question to see its run.
run-pane-timeline = Timeline

## Run row

run-row-came-from = from “{ $question }” at checkpoint { $checkpoint }
run-row-came-from-gone = from a run that is no longer stored at checkpoint { $checkpoint }
run-row-count-steps = { $count ->
    [one] 1 step
   *[other] { $count } steps
}
run-row-export = Export
run-row-export-label = Export the run
run-row-export-title = Export as a file
run-row-from-file = from a file

## Run suspended

run-suspended-edits = { $count ->
    [one] 1 edit proposed.
   *[other] { $count } edits proposed.
}
run-suspended-look-again = Look again
# The link `run-suspended-see-stored` follows it.
run-suspended-not-stored = This run is not stored: it lasts as long as this tab. Export it to keep it, or make room:
run-suspended-reading = Reading the recorded run
# `run-suspended-unwritten` follows it, after a semicolon.
run-suspended-see-changes = See the changes
run-suspended-see-stored = see what is stored
run-suspended-unwritten = nothing is written until you accept them.

## Search form

search-form-address = Address
search-form-asking = Asking
search-form-found = { $count ->
    [one] It answers: 1 result for "{ $query }", the first is "{ $first }".
   *[other] It answers: { $count } results for "{ $query }", the first is "{ $first }".
}
search-form-found-nothing = It answers, and found nothing for "{ $query }".
search-form-intro = Agents that act can search the Web by the provider that you set up here; you are asked before the first search of a run. In a browser the provider must let this page read its answers (CORS). A SearXNG of your own does where its settings name Access-Control-Allow-Origin among default_http_headers, and json among the formats. Brave does not document that it does, and of Tavily it is not known: try it, or give the address of a server of yours that passes searches on.
search-form-known = { $name } at { $url }
search-form-known-with-key = { $name } at { $url }, with a key
# Follows `common-key`.
search-form-no-key = none needed for most SearXNG instances
search-form-title = Search of the Web
search-form-try = Try a search
search-form-use = Use this provider

## Side pane

# Another repository.
side-pane-import = Import another
side-pane-label = Repository

## Skipped dialog

skipped-dialog-none = Nothing was skipped.

## Source note

# $files: as `common-count-files`. $counts: those of `source-note-count-…` that are not 0.
source-note-changed = Changed on disk: { $files } ({ $counts }): { $paths }.
source-note-changed-more = Changed on disk: { $files } ({ $counts }): { $paths }, and more.
source-note-count-added = { $count } added
source-note-count-changed = { $count } changed
source-note-count-removed = { $count } removed
source-note-label = The folder has changed
source-note-load = Load it anew
source-note-look = See whether its folder has changed
# $repository: host and path, and a branch or tag.
source-note-origin = From { $repository } at { $commit }.
source-note-origin-folder = From { $repository } at { $commit }, folder { $folder }.
source-note-update = Update

## Status bar

status-bar-calls = { $count ->
    [one] 1 call: { $proven }% proven { $possible }% possible { $unresolved }% unresolved
   *[other] { $count } calls: { $proven }% proven { $possible }% possible { $unresolved }% unresolved
}
status-bar-in-memory = in memory only
status-bar-index = Save the index
status-bar-index-title = For a docs site: the same files as from the command quarry index
status-bar-kept = stored in this browser, kept
status-bar-memory = Memory
status-bar-memory-title = See what agents remember, edit and delete it
# $model: the name of a model, or `top-bar-offline`.
status-bar-model = { $model } model
status-bar-no-calls = no calls inside
status-bar-not-followed = { $count ->
    [one] 1 call not followed to the end: linking reached its limit of work
   *[other] { $count } calls not followed to the end: linking reached its limit of work
}
status-bar-stored = stored in this browser
status-bar-symbols = symbols can be searched, calls come next
status-bar-text = text can be searched, symbols come next
status-bar-tools = Tools
status-bar-tools-title = Set up servers of tools (MCP) and a search of the Web for agents that act

## Steps

steps-approval = approval
steps-arguments = Arguments
steps-cached = cached
steps-details = Details
steps-enough = enough evidence
steps-from-this-run = from earlier in this run
steps-look-further = look further
steps-model-text = Model text
steps-note = Note to the model
steps-output = Output, as the model received it
steps-program = program
steps-reason = Reason
steps-resumed = resumed
steps-resumed-from = the run was resumed from its last checkpoint
steps-retry = trying again
steps-stored = stored { $when }
steps-superstep = superstep { $number }
steps-tokens = { $input } tokens in, { $output } out
steps-why = Why
# $names: fields of the agent's state.
steps-wrote = wrote { $names }

## Sticky scope

sticky-scope-label = Definitions around the first line

## Storage dialog

storage-dialog-count-runs = { $count ->
    [one] 1 run
   *[other] { $count } runs
}
storage-dialog-delete-runs = Delete its runs
storage-dialog-memory = See what agents remember
storage-dialog-repositories = Repositories
storage-dialog-runs = Runs of the open repository
storage-dialog-unknown = The browser does not report how much space there is.
storage-dialog-used = { $used } of the { $quota } that the browser gives this site are used.

## Stored list

stored-list-imported = imported { $when }
stored-list-label = Stored repositories
stored-list-title = Stored here

## Symbol panel

symbol-panel-at = { $count ->
    [one] at 1 place: { $proven } proven, { $possible } possible
   *[other] at { $count } places: { $proven } proven, { $possible } possible
}
symbol-panel-at-possible = { $count ->
    [one] at 1 place, possible
   *[other] at { $count } places, possible
}
symbol-panel-at-proven = { $count ->
    [one] at 1 place, proven
   *[other] at { $count } places, proven
}
# What the symbol calls.
symbol-panel-calls = Calls
symbol-panel-close = Close the symbol page
symbol-panel-hidden = { $count } in tests are hidden
symbol-panel-implementations = Implementations
symbol-panel-label = Symbol { $name }
symbol-panel-line = line { $line }
symbol-panel-namesakes = { $count } more of this name
symbol-panel-references = References
symbol-panel-unresolved = { $count ->
    [one] 1 call not resolved
   *[other] { $count } calls not resolved
}
# $sure: `common-proven` or `common-possible`. $rule: in English.
symbol-panel-why = { $sure }: { $rule }, confidence { $percent } %

## Text: sizes, times and names

text-just-now = just now
text-minutes-ago = { $minutes } min ago
text-hours-ago = { $hours } h ago
text-days-ago = { $days ->
    [one] 1 day ago
   *[other] { $days } days ago
}

## Tool row

# Whether the person is asked before a call of the tool.
tool-row-asked = asked
tool-row-changed = changed since you trusted it: asked
tool-row-reads = trusted to read: called unasked
tool-row-says-reads = says that it only reads: asked
tool-row-trust = Trust
tool-row-trust-tool = Trust { $name }
tool-row-trusted = trusted, but does not say that it only reads: asked

## Tools dialog

tools-dialog-add = Add and list its tools
tools-dialog-add-title = Add a server
tools-dialog-asking = Asking the server
tools-dialog-distrust = Trust none
tools-dialog-intro = Agents that act can call tools of these servers (MCP, streamable HTTP). You are asked about each call, except for tools that you trust and that say they only read.
tools-dialog-look = Its tools
tools-dialog-name = Name
tools-dialog-of = Tools of { $name }
tools-dialog-sent = Adding it connects to this address. Agents send it what they write into their calls, once you allow them.
tools-dialog-trust = Trust these tools
tools-dialog-trust-note = Trust holds for the descriptions as they are now: a tool that describes itself otherwise is asked about again. Nothing proves that a tool only reads.
tools-dialog-trusted = { $count ->
    [one] 1 tool trusted
   *[other] { $count } tools trusted
}
tools-dialog-url = URL
tools-dialog-with-token = with a token

## Top bar

top-bar-files = Files and repositories
top-bar-indexed = indexed in { $time }
# The name of the model follows it.
top-bar-model = Model:
top-bar-offline = offline
top-bar-skip = Skip to the conversation
top-bar-theme-auto = Theme: auto
top-bar-theme-dark = Theme: dark
top-bar-theme-light = Theme: light

## Tree menu

tree-menu-ask = Ask only in this folder
tree-menu-copy = Copy path
tree-menu-label = Folder { $path }

## Welcome

welcome-archive = Choose an archive
welcome-archive-label = Archive to import
welcome-drop = Drop a repository folder here
welcome-drop-archive = or a .zip or .tar.gz of it
welcome-folder = Choose a folder
welcome-folder-label = Folder to import
welcome-import = Import a repository
welcome-intro = Drop a folder. It is stored, parsed and indexed in this tab; answers cite the lines they rest on.
welcome-no-storage = This browser gives no storage here, so repositories last as long as this tab: { $why }
welcome-privacy = Everything stays in this browser. Nothing leaves it but the calls to a model you set up yourself (the offline model makes none), and requests to a git host whose repository you load.
# A size follows it.
welcome-sample = Try Quarry's own source
welcome-title = Ask a repository how it works

## Work

work-reasoning = Reasoning
work-steps = Steps
