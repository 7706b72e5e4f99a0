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

common-agents-remember = What agents remember
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
common-count-steps = { $count ->
    [one] 1 step
   *[other] { $count } steps
}
common-count-symbols = { $count ->
    [one] 1 symbol
   *[other] { $count } symbols
}
common-delete = Delete
common-done = done
common-export = Export
common-failed = failed
common-files = Files
common-graph = Graph
common-hide-tests = Hide tests
common-interrupted = interrupted
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
# In place of an earlier state.
common-now = Now
common-offline-model = Offline model
# The name of a folder follows it.
common-only-in = Only in
common-overview = Overview
common-path = Path
common-paused = paused
# Of a call or a reference that the code does not prove.
common-possible = possible
# Of a call or a reference that the code proves.
common-proven = proven
common-provider = Provider
common-remember-key = Remember the key in this browser, encrypted. Otherwise it is forgotten with this session.
common-remember-token = Remember the token in this browser, encrypted. Otherwise it is forgotten with this session.
common-remove = Remove
common-repository = Repository
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
common-stored = What is stored
common-stored-bytes = { $size } stored
common-tests = Tests
# A remark follows it.
common-token = Token
common-accept = Accept
# A list of agents follows it.
common-agent = Agent
common-edit = Edit
common-reject = Reject
# In place of the path of a folder.
common-root-of-repository = the repository's root
common-side-by-side = Side by side
common-tools = Tools and the Web

## Address: where the page is, and why it cannot be opened

address-not-opened = This address cannot be opened: { $why }.
address-not-opened-advice = Open a repository below, or ask who sent the link for another.
# The reasons for address-not-opened.
address-too-long = it is too long
address-encoding = its encoding is damaged
address-id = what it names is no repository, run or conversation
address-lines = its lines are no lines
address-path = its path is none of a repository
address-kind = this version does not know such places
address-symbol = it names no symbol
address-not-stored = The repository of this address is not stored in this browser.
address-not-stored-advice = Import it here, then find the place again; addresses lead only to what is stored.
address-no-conversation = The conversation of this address is no longer stored.
address-no-run = The run of this address is no longer stored.
address-gone-advice = It was deleted, or is in another browser.
# In the title of the window.
address-title-calls = Calls of { $symbol }
# The question of a run, or address-title-a-run where it is not known.
address-title-run = Run: { $question }
address-title-a-run = a run

## Answer

answer-label = Answer
answer-stale = { $count ->
    [one] 1 citation is stale: the repository does not hold what it cites.
   *[other] { $count } citations are stale: the repository does not hold what they cite.
}
answer-dropped = { $count ->
    [one] 1 citation could not be verified and was taken out.
   *[other] { $count } citations could not be verified and were taken out.
}

## App: the page around its panes

app-language-not-loaded = The page is in English: the language you chose could not be loaded ({ $why }).
app-language-advice = Check the connection and reload the page, or choose another language.
# For screen readers: bars between panes that are dragged.
app-width-of-files = Width of the files
app-width-of-code = Width of the code
# For screen readers: the bar on a phone that switches between panes.
app-panes = Panes

## Approval: a form

approval-note = Note to the model on calls that may not run
approval-run = Run selected
approval-decline = Decline
approval-may-have-run = This may have run already.
approval-remember = Allow calls like this one for the rest of the run
# A path follows it, or common-root-of-repository.
approval-folder = Folder:

## Arriving: a repository that is being imported

arriving-text = Files and text can be read and searched. Calls are linked next.
arriving-symbols = Symbols can be searched too. Calls are being linked.
arriving-question-waits = The question is asked once the calls are linked.

## Ask again

ask-again-label = Ask again
# For screen readers: the field with the question.
ask-again-question = The question, to be changed

## Ask box

ask-box-placeholder = How does it work?  ( / )  @ names a file, folder or symbol
# For screen readers.
ask-box-question = Your question
ask-box-whole-repository = Ask about the whole repository
ask-box-send = Send
ask-box-send-when = The run takes it in at its next step
ask-box-pause = Pause
ask-box-pause-when = Pauses once this step is over
ask-box-pausing = Pausing
# How far an agent may go on its own.
ask-box-mode = How far the agent may go
ask-box-look-only = Look only
ask-box-ask-before-edits = Ask before edits
ask-box-edit-freely = Edit freely
# A field with a command follows it.
ask-box-check-with = Check with
ask-box-check-default = the project's tests
ask-box-check-how = A program and its arguments, such as `node --test` or `python -m pytest tests`. Words with blanks are in quotes; it is not a line for a shell.
ask-box-approve = Ask me before tools run

## Ask waits: while a repository is being imported

ask-waits-why = Answers need the calls. A question that you send now is asked as soon as they are linked.
# The question follows it.
ask-waits-question = Asked as soon as the calls are linked:
ask-waits-take-back = Take back

## Asked: a question with its answers

asked-read-only = This conversation came from a file and is only looked at. A question begins a new one.
asked-answers = Answers to this question
asked-before = The answer before
asked-after = The answer after
# At least two.
asked-count = { $count ->
   *[other] { $count } answers
}
asked-at = Answer { $at } of { $all }
# The sentence that follows comes from the engine, in English.
asked-not-all-fits = Not all of the conversation fits. { $said }

## Asking: what a run that works announces

asking-pausing = Pausing once this step is over.
asking-working-on = Working on: { $step }
asking-complete = { $count ->
   *[other] The answer is complete, with { $count } citations.
}
asking-stopped = Stopped. What was found is kept.
asking-paused = Paused. It can be resumed.
# The reason is a sentence.
asking-paused-because = Paused. { $why }
# Tools by name: read_file, grep.
asking-approval = The model asks to run { $tools }. Choose what may run.
asking-question = The agent asks: { $question }
asking-no-answer = The run ended without an answer. What was found is kept.
asking-no-answer-advice = Ask again.

## Breadcrumbs: the place in the code

breadcrumbs-label = Place in the code
breadcrumbs-back = Back
breadcrumbs-forward = Forward
breadcrumbs-ask-about = About the selected lines, or else about what is shown

## Browser: what it refuses

browser-no-reason = The browser gave no reason.

## Buttons that change once they are pressed

buttons-delete-for-good = Delete for good
buttons-copied = Copied
buttons-not-allowed = Not allowed

## Change file

change-file-new = new
change-file-deleted = deleted
change-file-moved = moved from { $path }
change-file-more-lines = { $count ->
   *[other] { $count } more lines are not shown; they are accepted or rejected with the whole file.
}

## Change hunk

# For screen readers.
change-hunk-place = { $path }, lines { $first } to { $last }
change-hunk-comment = Comment
change-hunk-lines = The lines as they should be
change-hunk-keep = Keep these lines
change-hunk-different = What should be different?
change-hunk-ask = Ask the agent

## Changes pane

changes-pane-none = No changes are proposed. An agent that acts proposes edits here, and so does a patch that you drop on the page; nothing is written until you accept it.
changes-pane-open-patch = Open a patch …
changes-pane-open-patch-what = What git diff writes: it is proposed here, and can be accepted or rejected
# For screen readers: the field for a file.
changes-pane-patch = Patch to propose
changes-pane-accept-all = Accept all
changes-pane-accept-all-how = Writes them to the folder, after each file there was compared
changes-pane-reject-all = Reject all
changes-pane-download-patch = Download .patch
changes-pane-patch-what = A patch that git apply takes
changes-pane-download-zip = Download changed files (.zip)
changes-pane-zip-what = Each file as it would be written, under its path; files to delete are listed in a text beside them
changes-pane-cannot-write = This browser cannot write to a folder. Download the patch and apply it with git apply FILE, or download the changed files and put them over yours.
# The paths follow it.
changes-pane-undo = Undo the last edit

## Changes: what was proposed, and writing it

changes-run-at-work = A run is at work, and its changes are not known yet.
changes-run-at-work-advice = Let it end or stop it, then drop the patch again.
changes-copied = The patch is copied.
changes-not-copied = The browser refused to copy.
changes-not-allowed = Nothing was written: the browser was not allowed to write to the folder.
changes-conflict = Nothing was written: files have changed meanwhile.
changes-written = { $count ->
    [one] 1 file written.
   *[other] { $count } files written.
}

## Checkpoint changes

checkpoint-changes-comparing = Comparing
checkpoint-changes-none = Nothing in the state changed.
# In place of lines that are the same.
checkpoint-changes-lines = … { $count } lines

## Checkpoint state

checkpoint-state-label = State at the checkpoint
checkpoint-state-compare = Compare with previous
checkpoint-state-fork = Fork from here
checkpoint-state-unchecked = Values as recorded, not checked against the repository.
# Which nodes come next.
checkpoint-state-next = next: { $nodes }
checkpoint-state-end = the end
# A field of the state that is new or another.
checkpoint-state-changed = changed
# $size: 12.5 kB.
checkpoint-state-more = { $size } more; all of it is in the exported run.

## Checkpoints

checkpoints-label = Checkpoints
checkpoints-at = { $at } of { $count }
checkpoints-in-all = { $count } in all
checkpoints-previous = Previous
checkpoints-next = Next
checkpoints-branches-from = branches from { $parent }
checkpoints-without-parent = without a parent
# What made a checkpoint, where no node ran.
checkpoints-of-question = question
checkpoints-of-superstep = superstep
checkpoints-of-update = change from outside
checkpoints-of-fork = fork
# The fields of the state that nodes wrote.
checkpoints-wrote = wrote { $fields }

## Citation

# For screen readers. $place: citation-place, or a commit.
citation-label = Citation { $number }: { $place }
citation-stale = Citation { $number }, stale: { $place }
citation-unchecked = Citation { $number }, not checked: { $place }
citation-place = { $path } lines { $first } to { $last }

## Code pane

code-pane-empty = Open a file on the left, a citation in an answer, or search with Ctrl K.
code-pane-close-second = Close the second file

## Code tools

code-tools-label = This file
code-tools-find = Find
code-tools-go-to-line = Go to line
code-tools-wrap = Wrap
code-tools-fold = Fold
code-tools-unfold = Unfold
code-tools-bookmark = Bookmark
# Places that were shown before.
code-tools-recent = Recent
code-tools-split = Split
code-tools-split-how = Keeps this file on screen while another is opened
code-tools-hide-tests-where = In the files, search, lists and graph
# Python, 120 lines.
code-tools-note = { $language }, { $count ->
   *[other] { $count } lines
}
code-tools-note-decoded = { $language }, { $count ->
   *[other] { $count } lines
}, from { $encoding }

## Code view

# Keys of the keyboard are named as they are.
code-view-keys = Arrows move from name to name, I shows what one is, F12 goes to its definition, Shift F12 lists references
# A file or a definition.
code-view-label = { $name }, { $count } lines
code-view-folded = { $count } lines folded
code-view-more-bytes = … { $count } more bytes on this line
code-view-at = { $name }, line { $line }

## Command row: a program of a run

# The place comes from the engine, in English: "this tab".
command-row-place = Place: { $place }, folder: { $folder }
command-row-output = Output
command-row-errors = Errors

## Commit: a dialog

commit-not-read = The commit could not be read.
commit-reading = Reading the commit
# At least two.
commit-merge = { $count ->
   *[other] A merge of { $count } commits, compared with the first of them.
}
commit-ask = Ask about this commit

## Completion of names in a question

completion-label = Files, folders and symbols
completion-file = file
completion-folder = folder
completion-symbol = symbol
# A folder that what is asked is limited to.
completion-only-in = only in

## Conflict view

conflict-view-label = Conflicts
conflict-view-why = Nothing was written: these files are not what the changes are based on. Import the folder again and ask anew, or put the files back; then accept once more.
conflict-view-base = When the run read it
conflict-view-theirs = In your folder now
conflict-view-ours = As proposed
conflict-view-no-file = (no such text file)
conflict-view-more-bytes = ({ $count } more bytes)

## Conversation

conversation-label = Conversation
# $time: 1.8 s.
conversation-ready = Ready for questions in { $time }.
# Parts of one sentence, with "; " between.
conversation-skipped = { $count ->
    [one] 1 entry was skipped
   *[other] { $count } entries were skipped
}
conversation-none-skipped = Nothing was skipped
conversation-syntax-errors = { $count ->
    [one] 1 file could not be parsed completely
   *[other] { $count } files could not be parsed completely
}
conversation-not-utf8 = { $count ->
    [one] 1 file not in UTF-8
   *[other] { $count } files not in UTF-8
}
# The reason is a sentence.
conversation-not-stored = Not stored: { $why } It is open all the same.
conversation-suggestions = Suggested questions

## Conversation list

conversation-list-label = Conversations
conversation-list-new = New
conversation-list-none-yet = None yet. Each question is kept here.
conversation-list-find = Find a conversation
conversation-list-find-by = Find by name or question
conversation-list-none-found = No conversation has these words.
conversation-list-from-files = From files
conversation-list-show-all = { $count ->
   *[other] Show all { $count } conversations
}
conversation-list-runs = Runs
conversation-list-runs-what = Each run of its questions, with what it did
conversation-list-runs-of = Runs of this conversation
conversation-list-rename = Rename
# For screen readers: a field, whose placeholder is conversation-list-first-question.
conversation-list-name = Name of the conversation
conversation-list-first-question = Its first question
conversation-list-markdown-what = Save as Markdown, with the cited lines
conversation-list-export-what = Save as one file that opens here read-only

## Conversations

conversations-deleted = The conversation is deleted.

## Crumb list

crumb-list-rest = The rest of the path

## Diagram

# The reason is a sentence.
diagram-not-drawn = The diagram could not be drawn: { $why } Its text can be copied.
diagram-zoom-in = Zoom in
diagram-zoom-out = Zoom out
diagram-fit = Fit
diagram-copy-text = Copy text
diagram-download-svg = Download SVG

## Dialogs: their titles

dialogs-skipped = What was skipped
dialogs-fork = Fork the run
dialogs-lines = What the run cites
dialogs-commit = Commit
dialogs-links = Links to code

## Diff rows

diff-rows-more-bytes = … { $count } more bytes
diff-rows-no-line-end = The file ends without a line end

## Earlier copy

earlier-copy-keep = Keep both
earlier-copy-label = An earlier copy
# $files: as `common-count-files`. $when: how long ago.
earlier-copy-question = { $name } is stored already, with mostly the same files ({ $files }, imported { $when }). Is this the same folder, as it is now?
earlier-copy-replace = Replace it, keep its runs

## Engine: the worker behind the page

engine-no-answer = The engine stopped before it answered.
engine-restarted = The engine was restarted.
engine-not-running = The engine is not running.
engine-stopped = The engine stopped unexpectedly. What was stored is kept.
engine-gone-advice = Restart the engine; stored repositories open again in a moment.
engine-not-understood = The page and the engine do not understand each other: { $why }.
engine-not-understood-advice = Reload the page.
# Reasons, in the middle of a sentence: "The engine stopped: It did not stop when asked to."
engine-did-not-stop = It did not stop when asked to.
engine-too-late = it did not start within 30 seconds
engine-no-script = its script { $script } could not be loaded

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

## Folder: where the repository came from

folder-not-read = The folder is not read.
folder-file-not-read = { $path } cannot be read: { $why }
folder-file-not-written = { $path } cannot be written: { $why }. Nothing was changed.
folder-files-not-put-back = { $path } cannot be written: { $why }. These files could not be put back: { $paths }.

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

## Graph: questions about calls

graph-no-symbol = There is no symbol { $name }.
graph-no-drawing = There is no drawing.
graph-not-drawn = The browser could not draw it.
# In the middle of a sentence: graph-questions-no-full-screen.
graph-no-full-screen = this browser shows no part of a page alone on the screen
graph-no-path = No known calls lead from here to { $name }, or back.
graph-no-near-path = No path to { $name } was found among the symbols nearest; there are too many to look at all.
# A function without a name: what it is in, and where.
graph-text-unnamed = { $owner }, line { $line }

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

## Hosted: repositories of git hosts

hosted-token-forgotten = The token is forgotten.

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

## Intake: importing a repository

intake-run-file = A run file is shown beside its repository, and none is open.
intake-run-file-advice = Open the repository that the run asked about, then drop the file again.
intake-patch = A patch is a change of a repository, and none is open.
intake-patch-advice = Open the repository that it changes, then drop the patch again.
intake-patch-alone = { $file } is a patch, not a repository: open the repository that it changes, then drop the patch on it.
intake-run-too-large = { $file } is larger than any run file.
intake-too-many-files = { $count ->
   *[other] More than { $count } files.
}
# In place of the name of the repository that is being imported.
intake-dropped = the dropped files
intake-sample = the sample
# Names the button of the first screen.
intake-refused-advice = Choose the folder with "Choose a folder", or drop a .zip of it.

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
language-choice-browser = Automatic
# While the browser decides: the language that it chose.
language-choice-browser-now = { $name } (automatic)

## Languages of files: what is not the name of a language

language-prose = Prose
language-configuration = Configuration
language-other = Other text

## Later: a part of the page that is loaded when it is first needed

later-again = Try again
later-failed = This part of the page could not be loaded.
later-loading = Loading…

## Lines dialog

lines-dialog-in-repository-now = In the repository now
lines-dialog-no-text = The run kept no text of it.
lines-dialog-open = Open the file
lines-dialog-reading = Reading the file
lines-dialog-recorded = As recorded
lines-dialog-recorded-in-run = As recorded in the run
lines-dialog-stale = Stale: the repository does not hold this as the run cites it.
lines-dialog-unchecked = Not checked against the repository.
lines-dialog-verified = The repository holds this.

## Lines: what a run cites, beside the present file

lines-gone = The file has no such lines now.
lines-not-read = The file could not be read.

## Links dialog

links-dialog-commit = Commit, branch or tag
links-dialog-editor = Editor
links-dialog-kept = Kept in this browser, for this repository. Nothing is opened without a click.
links-dialog-lines = Lines at the host are those of that commit; what was changed since may be elsewhere there.
links-dialog-page = Page of the repository
links-dialog-root = Folder of the repository on this machine
links-dialog-whole-path = Enter the whole path, such as /home/you/project or C:\project.

## Links: to code

# What was copied: a link, a path.
links-copied = { $what } copied.
links-not-copied = The browser did not allow copying.
links-no-page = Enter the repository's page, such as https://github.com/pallets/flask.
links-no-host = Addresses of lines are known for GitHub, GitLab, Bitbucket, Gitea and Forgejo alone.
links-no-commit = Enter the commit, or a branch or tag, such as main.

## Locality: what leaves the browser

locality-local = all local
locality-go-to = questions and excerpts go to { $host }
locality-run-local = this run is all local
locality-run-sends = this run sends questions and excerpts to { $host }
# $next: locality-local or locality-go-to.
locality-run-went = this run went to { $hosts }; next question: { $next }
locality-run-of-file = this run came from a file; next question: { $next }

## Markdown view

markdown-view-diagram = A diagram of the answer
markdown-view-done = done
markdown-view-footnote = Footnote { $label }
markdown-view-not-done = not done
# Of an excerpt: how many of the cited lines it shows.
markdown-view-of-lines = { $shown } of { $all } lines
# Of a diagram.
markdown-view-source = Source

## Markdown: a conversation that is saved

markdown-about = About { $repository }, asked with Quarry.
markdown-imported = Imported from a file: its answer is as the file has it.
markdown-empty = The answer is empty.
markdown-no-answer = There is no answer.
markdown-incomplete = The answer is not complete.
# In brackets, behind a place.
markdown-stale = stale: the repository no longer holds it
markdown-unchecked = not checked

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
memory-row-edit-key = Edit { $key }
# A link, after `memory-row-by-agent`.
memory-row-run = a run
# After `memory-row-by-agent`.
memory-row-run-gone = a run that is no longer stored
memory-row-value = The value of { $key }

## Memory: what agents remember

memory-changed = What is remembered has changed.

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
palette-rows-model = Choose a model
palette-rows-recent = Recent places
palette-rows-split = Split: keep this file on screen
palette-rows-symbols = Symbols
palette-rows-tests = Hide tests, or show them
palette-rows-text = Text
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

## People: what a run does, in words for people

# What a run does now.
people-node-planning = Planning
people-node-reading = Reading the question
people-node-next-step = Starting the next step
people-node-choosing-tools = Choosing tools
people-node-using-tools = Using tools
people-node-collecting = Collecting what was found
people-node-weighing = Weighing what was found
people-node-checking-enough = Checking whether this is enough
people-node-reviewing = Reviewing the work
people-node-writing = Writing the answer
people-node-checking-changes = Checking the changes
people-node-taking-back = Taking back changes
people-node-handing-on = Handing the task on
people-node-working = Working
# What a run did; to what follows.
people-act-searched = Searched for
people-act-read = Read
people-act-callers = Looked up what calls
people-act-callees = Looked up what is called by
people-act-references = Looked up what refers to
people-act-implementations = Looked up what implements
people-act-supertypes = Looked up the types above
people-act-impact = Looked up what reaches
people-act-call-path = Looked for a chain of calls to
people-act-symbol = Looked up
people-act-folder = Listed the folder
people-act-survey = Listed
people-act-lines = Searched lines for
people-act-files = Looked for files named
people-act-outline = Read the outline of
people-act-read-value = Read a value of
people-act-edited = Edited
people-act-wrote = Wrote
people-act-added-to = Added to
people-act-deleted = Deleted
people-act-set-value = Set a value of
people-act-page = Read the page
people-act-web = Searched the Web for
people-act-handed-on = Handed on
people-act-ran-tests = Ran the tests
people-act-used = Used
people-act-enough = Found enough to answer
people-act-looks-further = Looks further
people-act-approval = Approval
people-act-ran = Ran
people-act-cached = Used an earlier result of
people-act-resumed = Went on from where it had stopped
people-act-tries-again = Tries again

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

## Question form

question-form-answer = Answer
question-form-text = Your answer

## Reading: code on screen

reading-tests-hidden = Tests are hidden.
reading-tests-shown = Tests are shown.
# The reason comes from the engine, in English: "leads out of the repository".
reading-call-that = a call that { $why }
# What it is: text-local-name.
reading-name-is = { $name } is { $what }.
reading-not-defined = { $name } is not defined in this repository.
reading-references = { $count ->
   *[other] { $count } references to { $symbol }
}

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

## Repositories: opening and storing them

repositories-packing = The index is being packed.
repositories-stopped = Stopped. Nothing was changed.
# Counts as common-count-files and common-count-symbols write them.
repositories-ready = { $name } is ready: { $files }, { $symbols }.
repositories-replaced = The earlier copy is replaced. Its runs are kept.

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

# Of a step: it comes next.
run-pane-next = next
run-pane-graph = The agent's graph. { $steps }
run-pane-none = Ask a question to see its run.
run-pane-timeline = Timeline

## Run row

run-row-came-from = from “{ $question }” at checkpoint { $checkpoint }
run-row-came-from-gone = from a run that is no longer stored at checkpoint { $checkpoint }
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

## Run: its events and why it is suspended

# A program that is loaded. Sizes: 1.5 MB.
run-loading = Loading { $what }, once: { $done } of { $total }.
# Rows of the timeline; what they are about follows.
run-plans = plans
run-step = step
run-step-done = step done
run-step-failed = step failed
run-answers = answers
run-found = found: { $what }
# The reason is a sentence. $time: 1.5 s.
run-attempt = { $why } Attempt { $attempt } in { $time }.
run-asks = asks
run-was-answered = was answered
run-other-way = went on in another way
run-failed-again = failed, and runs again
run-changed = changed { $path }: +{ $added } −{ $removed }
run-scored = about this repository: { $score } of 100, needs { $threshold }
run-chose-answer = chose to answer
run-chose = chose { $tools }
run-graded = { $relevant } of { $of } of use
run-review = review: { $verdict }
run-takes-as = takes it as { $kind }
run-takes-as-surely = takes it as { $kind } ({ $percent } % sure)
run-handed-to = handed to { $agent }
run-not-verified = not verified
run-verified = verified: passed
run-verified-failed = verified: failed
run-remembered = remembered
run-secrets = secrets in { $place }
run-took-message = took in your message
run-read = read { $paths }
# What becomes of a message for a run that works.
run-message-waits = waits for the run’s next step
run-message-taken = taken in
run-message-returned = not taken in: the run stopped first. Your message is back in the box.
run-status-working = working
run-status-awaiting-approval = awaiting approval
run-status-answered = answered
run-status-cancelled = cancelled
# Why a run is suspended; nodes are named as they are.
run-interrupted = This run stopped when the tab was closed.
run-interrupted-at = This run stopped when the tab was closed at { $nodes }.
run-paused = This run is paused.
run-paused-because = This run is paused. { $why }
run-paused-before = This run is paused before { $nodes }.
run-waits-for-approval = { $calls ->
    [one] This run waits for your approval of 1 tool call.
   *[other] This run waits for your approval of { $calls } tool calls.
}
run-waits-for-answers = { $questions ->
    [one] This run waits for your answer to a question.
   *[other] This run waits for your answers to { $questions } questions.
}
run-waits-for-both = This run waits for your approval of { $calls ->
    [one] 1 tool call
   *[other] { $calls } tool calls
}, and for your { $questions ->
    [one] answer to a question
   *[other] answers to { $questions } questions
}.
run-elsewhere = Another tab works on this run.
run-stopped = Stopped. Nothing was changed; what was found is kept.
# What a person allowed.
run-no-call-may-run = no call may run
run-calls-may-run = { $count ->
    [one] 1 call may run
   *[other] { $count } calls may run
}

## Runs: what is stored of them

runs-busy = Another question is being worked on.
runs-busy-advice = Wait for it, pause it or stop it; then resume this one.
runs-deleted = The run is deleted.

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

## Spent: tokens of a run

# Numbers of tokens.
spent-tokens = { $read } tokens read, { $written } written
spent-tokens-cached = { $read } tokens read ({ $percent } % from a cache), { $written } written
# Estimated.
spent-about = about { $tokens }

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

## Steering: messages for a run that works

steering-taken = The run takes your message in at its next step.
steering-returned = The run stopped before it took your message in. It is back in the box.

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

stored-list-choose = Choose two or more
stored-list-imported = imported { $when }
stored-list-label = Stored repositories
# $count: of repositories, at least two.
stored-list-open = Open { $count } together
stored-list-several = Open several together
stored-list-title = Stored here
stored-list-together = They become one repository, each in a folder of its name: a copy of what is stored now, without git history. A question is asked of all of them.

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
# Below an excerpt.
text-more-lines = { $count ->
   *[other] … { $count } more lines
}
# In place of the name of a function that has none.
text-unnamed = unnamed function
# What a name is, in the middle of a sentence.
text-parameter = a parameter, bound on line { $line }
text-local-variable = a local variable, bound on line { $line }

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
