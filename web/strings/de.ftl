### Die Texte der Seite auf Deutsch, in der Reihenfolge der englischen.

language-name = Deutsch

## Numbers

number-group = .
number-decimal = ,

## Common

common-agents-remember = Was Agenten sich merken
common-and = { $first } und { $second }
common-and-more = und { $count } weitere
common-ask = Fragen
common-callers = Aufrufer
common-cancel = Abbrechen
common-changes = Änderungen
common-close = Schließen
common-code = Code
common-commands = Befehle
common-copy = Kopieren
common-copy-link = Link kopieren
common-count-calls = { $count ->
    [one] 1 Aufruf
   *[other] { $count } Aufrufe
}
common-count-files = { $count ->
    [one] 1 Datei
   *[other] { $count } Dateien
}
common-count-lines = { $count ->
    [one] 1 Zeile
   *[other] { $count } Zeilen
}
common-count-places = { $count ->
    [one] 1 Stelle
   *[other] { $count } Stellen
}
common-count-questions = { $count ->
    [one] 1 Frage
   *[other] { $count } Fragen
}
common-count-steps = { $count ->
    [one] 1 Schritt
   *[other] { $count } Schritte
}
common-count-symbols = { $count ->
    [one] 1 Symbol
   *[other] { $count } Symbole
}
common-delete = Löschen
common-done = fertig
common-export = Exportieren
common-failed = fehlgeschlagen
common-files = Dateien
common-graph = Graph
common-hide-tests = Tests ausblenden
common-interrupted = unterbrochen
# A key for the interface of a provider. A remark follows it.
common-key = Schlüssel
common-link = Link
common-looking = Wird nachgesehen
common-model = Modell
common-model-at = { $model } bei { $host }
# Follows `common-key` or `common-token`.
common-none-for-local = für die meisten lokalen Server nicht nötig
# Of callers, references or types.
common-none-known = keine bekannt
common-not-all-read = Nicht alle Dateien wurden gelesen; es kann also mehr geben.
common-not-now = Nicht jetzt
common-not-stored = nicht gespeichert
common-now = Jetzt
common-offline-model = Offline-Modell
# The name of a folder follows it.
common-only-in = Nur in
common-overview = Überblick
common-path = Pfad
common-paused = pausiert
# Of a call or a reference that the code does not prove.
common-possible = möglich
# Of a call or a reference that the code proves.
common-proven = belegt
common-provider = Anbieter
common-remember-key = Den Schlüssel verschlüsselt in diesem Browser behalten. Sonst wird er mit dieser Sitzung vergessen.
common-remember-token = Das Token verschlüsselt in diesem Browser behalten. Sonst wird es mit dieser Sitzung vergessen.
common-remove = Entfernen
common-repository = Repository
common-run = Lauf
# Of a step, as `common-done`, `common-failed` and `common-stopped`.
common-running = läuft
common-save = Speichern
common-search = Suchen
common-search-all = Symbole, Dateien und Text suchen
common-see-stored = Gespeichertes ansehen
common-shortcuts = Tastenkürzel
common-show-run = Lauf zeigen
common-showing = { $shown } von { $all } werden gezeigt
common-skipped = { $count } übersprungen
common-stop = Anhalten
common-stopped = angehalten
common-stored = Was gespeichert ist
common-stored-bytes = { $size } gespeichert
common-tests = Tests
# A remark follows it.
common-token = Token
common-accept = Übernehmen
common-agent = Agent
common-edit = Bearbeiten
common-reject = Verwerfen
common-root-of-repository = Wurzel des Repositorys
common-side-by-side = Nebeneinander
common-tools = Tools und das Web

## Address: where the page is, and why it cannot be opened

address-not-opened = Diese Adresse kann nicht geöffnet werden: { $why }.
address-not-opened-advice = Unten ein Repository öffnen oder beim Absender des Links nach einem anderen fragen.
address-too-long = sie ist zu lang
address-encoding = ihre Kodierung ist beschädigt
address-id = was sie nennt, ist weder Repository noch Lauf noch Unterhaltung
address-lines = ihre Zeilen sind keine Zeilen
address-path = ihr Pfad gehört zu keinem Repository
address-kind = diese Version kennt solche Orte nicht
address-symbol = sie nennt kein Symbol
address-not-stored = Das Repository dieser Adresse ist in diesem Browser nicht gespeichert.
address-not-stored-advice = Es hier importieren und die Stelle dann wieder suchen; Adressen führen nur zu Gespeichertem.
address-no-conversation = Die Unterhaltung dieser Adresse ist nicht mehr gespeichert.
address-no-run = Der Lauf dieser Adresse ist nicht mehr gespeichert.
address-gone-advice = Gelöscht oder in einem anderen Browser.
address-title-calls = Aufrufe von { $symbol }
address-title-run = Lauf: { $question }
address-title-a-run = ein Lauf

## Answer

answer-label = Antwort
answer-stale = { $count ->
    [one] 1 Beleg ist veraltet: Das Repository enthält nicht, was er belegen soll.
   *[other] { $count } Belege sind veraltet: Das Repository enthält nicht, was sie belegen sollen.
}
answer-dropped = { $count ->
    [one] 1 Beleg ließ sich nicht prüfen und wurde entfernt.
   *[other] { $count } Belege ließen sich nicht prüfen und wurden entfernt.
}

## App: the page around its panes

app-language-not-loaded = Die Seite ist auf Englisch: Die gewählte Sprache konnte nicht geladen werden ({ $why }).
app-language-advice = Verbindung prüfen und die Seite neu laden oder eine andere Sprache wählen.
app-width-of-files = Breite der Dateien
app-width-of-code = Breite des Codes
app-panes = Bereiche

## Approval: a form

approval-note = Hinweis an das Modell zu Aufrufen, die nicht laufen dürfen
approval-run = Ausgewählte ausführen
approval-decline = Ablehnen
approval-may-have-run = Das lief vielleicht schon.
approval-remember = Aufrufe wie diesen für den Rest des Laufs erlauben
approval-folder = Ordner:

## Arriving: a repository that is being imported

arriving-text = Dateien und Text können gelesen und durchsucht werden. Als Nächstes werden Aufrufe verknüpft.
arriving-symbols = Auch Symbole können gesucht werden. Aufrufe werden verknüpft.
arriving-question-waits = Die Frage wird gestellt, sobald die Aufrufe verknüpft sind.

## Ask again

ask-again-label = Noch einmal fragen
ask-again-question = Die Frage, zum Ändern

## Ask box

ask-box-placeholder = Wie funktioniert das?  ( / )  @ nennt eine Datei, einen Ordner oder ein Symbol
ask-box-question = Frage
ask-box-whole-repository = Nach dem ganzen Repository fragen
ask-box-send = Senden
ask-box-send-when = Der Lauf liest sie bei seinem nächsten Schritt
ask-box-pause = Pausieren
ask-box-pause-when = Pausiert, sobald dieser Schritt fertig ist
ask-box-pausing = Pausiert gleich
ask-box-mode = Wie weit der Agent gehen darf
ask-box-look-only = Nur ansehen
ask-box-ask-before-edits = Vor Änderungen fragen
ask-box-edit-freely = Frei ändern
ask-box-check-with = Prüfen mit
ask-box-check-default = den Tests des Projekts
ask-box-check-how = Ein Programm und seine Argumente, etwa `node --test` oder `python -m pytest tests`. Wörter mit Leerzeichen stehen in Anführungszeichen; es ist keine Zeile für eine Shell.
ask-box-approve = Vor dem Ausführen von Tools fragen

## Ask waits: while a repository is being imported

ask-waits-why = Antworten brauchen die Aufrufe. Eine jetzt gesendete Frage wird gestellt, sobald sie verknüpft sind.
ask-waits-question = Wird gestellt, sobald die Aufrufe verknüpft sind:
ask-waits-take-back = Zurücknehmen

## Asked: a question with its answers

asked-read-only = Diese Unterhaltung kam aus einer Datei und wird nur angesehen. Eine Frage beginnt eine neue.
asked-answers = Antworten auf diese Frage
asked-before = Vorige Antwort
asked-after = Nächste Antwort
asked-count = { $count ->
   *[other] { $count } Antworten
}
asked-at = Antwort { $at } von { $all }
asked-not-all-fits = Nicht die ganze Unterhaltung passt hinein. { $said }

## Asking: what a run that works announces

asking-pausing = Pause, sobald dieser Schritt fertig ist.
asking-working-on = In Arbeit: { $step }
asking-complete = { $count ->
    [0] Die Antwort ist fertig, ohne Belege.
    [one] Die Antwort ist fertig, mit einem Beleg.
   *[other] Die Antwort ist fertig, mit { $count } Belegen.
}
asking-stopped = Angehalten. Das Gefundene bleibt.
asking-paused = Pausiert. Der Lauf kann fortgesetzt werden.
asking-paused-because = Pausiert. { $why }
asking-approval = Das Modell möchte { $tools } ausführen. Auswählen, was laufen darf.
asking-question = Der Agent fragt: { $question }
asking-no-answer = Der Lauf endete ohne Antwort. Das Gefundene bleibt.
asking-no-answer-advice = Die Frage noch einmal stellen.

## Breadcrumbs: the place in the code

breadcrumbs-label = Stelle im Code
breadcrumbs-back = Zurück
breadcrumbs-forward = Vor
breadcrumbs-ask-about = Nach den ausgewählten Zeilen, sonst nach dem Gezeigten

## Browser: what it refuses

browser-no-reason = Der Browser gab keinen Grund an.

## Buttons that change once they are pressed

buttons-delete-for-good = Endgültig löschen
buttons-copied = Kopiert
buttons-not-allowed = Nicht erlaubt

## Change file

change-file-new = neu
change-file-deleted = gelöscht
change-file-moved = verschoben von { $path }
change-file-more-lines = { $count ->
    [one] 1 weitere Zeile ist nicht zu sehen; sie wird mit der ganzen Datei übernommen oder verworfen.
   *[other] { $count } weitere Zeilen sind nicht zu sehen; sie werden mit der ganzen Datei übernommen oder verworfen.
}

## Change hunk

change-hunk-place = { $path }, Zeilen { $first } bis { $last }
change-hunk-comment = Kommentieren
change-hunk-lines = Die Zeilen, wie sie sein sollen
change-hunk-keep = Diese Zeilen behalten
change-hunk-different = Was soll anders sein?
change-hunk-ask = Den Agenten fragen

## Changes pane

changes-pane-none = Keine Änderungen vorgeschlagen. Ein handelnder Agent schlägt seine hier vor, ebenso ein auf der Seite abgelegter Patch; nichts wird geschrieben, bevor es übernommen ist.
changes-pane-open-patch = Patch öffnen …
changes-pane-open-patch-what = Was git diff schreibt: Es wird hier vorgeschlagen und kann übernommen oder verworfen werden
changes-pane-patch = Patch zum Vorschlagen
changes-pane-accept-all = Alle übernehmen
changes-pane-accept-all-how = Schreibt sie in den Ordner, nachdem jede Datei dort verglichen wurde
changes-pane-reject-all = Alle verwerfen
changes-pane-download-patch = .patch herunterladen
changes-pane-patch-what = Ein Patch, den git apply annimmt
changes-pane-download-zip = Geänderte Dateien herunterladen (.zip)
changes-pane-zip-what = Jede Datei, wie sie geschrieben würde, unter ihrem Pfad; zu löschende Dateien stehen in einem Text daneben
changes-pane-cannot-write = Dieser Browser kann nicht in einen Ordner schreiben. Den Patch herunterladen und mit git apply DATEI anwenden, oder die geänderten Dateien herunterladen und über die eigenen legen.
changes-pane-undo = Letzte Änderung zurücknehmen

## Changes: what was proposed, and writing it

changes-run-at-work = Ein Lauf arbeitet, und seine Änderungen sind noch nicht bekannt.
changes-run-at-work-advice = Ihn beenden lassen oder anhalten, dann den Patch noch einmal ablegen.
changes-copied = Der Patch ist kopiert.
changes-not-copied = Der Browser hat das Kopieren abgelehnt.
changes-not-allowed = Nichts wurde geschrieben: Der Browser durfte nicht in den Ordner schreiben.
changes-conflict = Nichts wurde geschrieben: Dateien haben sich inzwischen geändert.
changes-written = { $count ->
    [one] 1 Datei geschrieben.
   *[other] { $count } Dateien geschrieben.
}

## Checkpoint changes

checkpoint-changes-comparing = Wird verglichen
checkpoint-changes-none = Im Zustand hat sich nichts geändert.
checkpoint-changes-lines = … { $count } Zeilen

## Checkpoint state

checkpoint-state-label = Zustand am Checkpoint
checkpoint-state-compare = Mit vorigem vergleichen
checkpoint-state-fork = Von hier verzweigen
checkpoint-state-unchecked = Werte wie aufgezeichnet, nicht am Repository geprüft.
checkpoint-state-next = als Nächstes: { $nodes }
checkpoint-state-end = das Ende
checkpoint-state-changed = geändert
checkpoint-state-more = { $size } mehr; im exportierten Lauf steht alles.

## Checkpoints

checkpoints-label = Checkpoints
checkpoints-at = { $at } von { $count }
checkpoints-in-all = { $count } insgesamt
checkpoints-previous = Voriger
checkpoints-next = Nächster
checkpoints-branches-from = zweigt ab von { $parent }
checkpoints-without-parent = ohne Vorgänger
checkpoints-of-question = Frage
checkpoints-of-superstep = Superstep
checkpoints-of-update = Änderung von außen
checkpoints-of-fork = Verzweigung
checkpoints-wrote = schrieb { $fields }

## Citation

citation-label = Beleg { $number }: { $place }
citation-stale = Beleg { $number }, veraltet: { $place }
citation-unchecked = Beleg { $number }, nicht geprüft: { $place }
citation-place = { $path } Zeilen { $first } bis { $last }

## Code pane

code-pane-empty = Links eine Datei öffnen, einen Beleg einer Antwort, oder mit Ctrl K suchen.
code-pane-close-second = Die zweite Datei schließen

## Code tools

code-tools-label = Diese Datei
code-tools-find = Suchen
code-tools-go-to-line = Gehe zu Zeile
code-tools-wrap = Umbrechen
code-tools-fold = Einklappen
code-tools-unfold = Ausklappen
code-tools-bookmark = Lesezeichen
code-tools-recent = Zuletzt
code-tools-split = Teilen
code-tools-split-how = Behält diese Datei im Blick, während eine andere geöffnet wird
code-tools-hide-tests-where = In Dateien, Suche, Listen und Graph
code-tools-note = { $language }, { $count ->
    [one] 1 Zeile
   *[other] { $count } Zeilen
}
code-tools-note-decoded = { $language }, { $count ->
    [one] 1 Zeile
   *[other] { $count } Zeilen
}, aus { $encoding }

## Code view

code-view-keys = Pfeiltasten gehen von Name zu Name, I zeigt, was er ist, F12 geht zur Definition, Shift F12 listet Verweise
code-view-label = { $name }, { $count } Zeilen
code-view-folded = { $count } Zeilen eingeklappt
code-view-more-bytes = … { $count } weitere Bytes in dieser Zeile
code-view-at = { $name }, Zeile { $line }

## Command row: a program of a run

command-row-place = Ort: { $place }, Ordner: { $folder }
command-row-output = Ausgabe
command-row-errors = Fehler

## Commit: a dialog

commit-not-read = Der Commit konnte nicht gelesen werden.
commit-reading = Der Commit wird gelesen
commit-merge = { $count ->
   *[other] Ein Merge von { $count } Commits, verglichen mit dem ersten.
}
commit-ask = Nach diesem Commit fragen

## Completion of names in a question

completion-label = Dateien, Ordner und Symbole
completion-file = Datei
completion-folder = Ordner
completion-symbol = Symbol
completion-only-in = nur in

## Conflict view

conflict-view-label = Konflikte
conflict-view-why = Nichts wurde geschrieben: Diese Dateien sind nicht die, auf denen die Änderungen beruhen. Den Ordner neu importieren und noch einmal fragen, oder die Dateien zurücksetzen; dann erneut übernehmen.
conflict-view-base = Als der Lauf sie las
conflict-view-theirs = Jetzt im Ordner
conflict-view-ours = Wie vorgeschlagen
conflict-view-no-file = (keine solche Textdatei)
conflict-view-more-bytes = ({ $count } weitere Bytes)

## Conversation

conversation-label = Unterhaltung
conversation-ready = Bereit für Fragen nach { $time }.
conversation-skipped = { $count ->
    [one] 1 Eintrag wurde übersprungen
   *[other] { $count } Einträge wurden übersprungen
}
conversation-none-skipped = Nichts wurde übersprungen
conversation-syntax-errors = { $count ->
    [one] 1 Datei ließ sich nicht vollständig parsen
   *[other] { $count } Dateien ließen sich nicht vollständig parsen
}
conversation-not-utf8 = { $count ->
    [one] 1 Datei nicht in UTF-8
   *[other] { $count } Dateien nicht in UTF-8
}
conversation-not-stored = Nicht gespeichert: { $why } Es ist trotzdem geöffnet.
conversation-suggestions = Vorgeschlagene Fragen

## Conversation list

conversation-list-label = Unterhaltungen
conversation-list-new = Neu
conversation-list-none-yet = Noch keine. Jede Frage wird hier aufbewahrt.
conversation-list-find = Eine Unterhaltung suchen
conversation-list-find-by = Nach Name oder Frage suchen
conversation-list-none-found = Keine Unterhaltung enthält diese Wörter.
conversation-list-from-files = Aus Dateien
conversation-list-show-all = { $count ->
   *[other] Alle { $count } Unterhaltungen zeigen
}
conversation-list-runs = Läufe
conversation-list-runs-what = Jeder Lauf ihrer Fragen, mit dem, was er tat
conversation-list-runs-of = Läufe dieser Unterhaltung
conversation-list-rename = Umbenennen
conversation-list-name = Name der Unterhaltung
conversation-list-first-question = Ihre erste Frage
conversation-list-markdown-what = Als Markdown speichern, mit den belegten Zeilen
conversation-list-export-what = Als eine Datei speichern, die sich hier nur lesend öffnet

## Conversations

conversations-deleted = Die Unterhaltung ist gelöscht.

## Crumb list

crumb-list-rest = Der Rest des Pfads

## Diagram

diagram-not-drawn = Das Diagramm konnte nicht gezeichnet werden: { $why } Sein Text kann kopiert werden.
diagram-zoom-in = Vergrößern
diagram-zoom-out = Verkleinern
diagram-fit = Einpassen
diagram-copy-text = Text kopieren
diagram-download-svg = SVG herunterladen

## Dialogs: their titles

dialogs-skipped = Was übersprungen wurde
dialogs-fork = Den Lauf verzweigen
dialogs-lines = Was der Lauf belegt
dialogs-commit = Commit
dialogs-links = Links zum Code

## Diff rows

diff-rows-more-bytes = … { $count } weitere Bytes
diff-rows-no-line-end = Die Datei endet ohne Zeilenende

## Earlier copy

earlier-copy-keep = Beide behalten
earlier-copy-label = Eine frühere Kopie
# $files: as `common-count-files`. $when: how long ago.
earlier-copy-question = { $name } ist schon gespeichert, mit weitgehend denselben Dateien ({ $files }, importiert { $when }). Ist dies derselbe Ordner auf neuem Stand?
earlier-copy-replace = Ersetzen, Läufe behalten

## Engine: the worker behind the page

engine-no-answer = Die Engine hielt an, bevor sie antwortete.
engine-restarted = Die Engine wurde neu gestartet.
engine-not-running = Die Engine läuft nicht.
engine-stopped = Die Engine hielt unerwartet an. Gespeichertes bleibt.
engine-gone-advice = Die Engine neu starten; gespeicherte Repositorys sind gleich wieder offen.
engine-not-understood = Seite und Engine verstehen einander nicht: { $why }.
engine-not-understood-advice = Die Seite neu laden.
engine-did-not-stop = Sie ließ sich nicht anhalten.
engine-too-late = sie startete nicht innerhalb von 30 Sekunden
engine-no-script = ihr Skript { $script } konnte nicht geladen werden

## File tree

file-tree-folder = { $path }: { $files }, { $size }. Menü per Rechtsklick

## Find bar

find-bar-at = { $at } von { $found }
find-bar-at-or-more = { $at } von { $found } oder mehr
find-bar-case = Groß-/Kleinschreibung beachten
find-bar-close = Suche schließen
find-bar-label = In dieser Datei suchen
find-bar-next = Nächster Treffer
find-bar-none = keine
find-bar-pattern = Regulärer Ausdruck
find-bar-previous = Vorheriger Treffer
find-bar-whole-words = Ganze Wörter

## Findings

# Places that an earlier finding shows already.
findings-above = { $count ->
    [one] 1 Stelle weiter oben
   *[other] { $count } Stellen weiter oben
}
# $places: as `common-count-places`.
findings-and-above = { $places }, dazu { $above } weiter oben
findings-none = nichts gefunden
findings-title = Ergebnisse

## Folder: where the repository came from

folder-not-read = Der Ordner wird nicht gelesen.
folder-file-not-read = { $path } kann nicht gelesen werden: { $why }
folder-file-not-written = { $path } kann nicht geschrieben werden: { $why }. Nichts wurde geändert.
folder-files-not-put-back = { $path } kann nicht geschrieben werden: { $why }. Diese Dateien ließen sich nicht zurücksetzen: { $paths }.

## Fork dialog

fork-dialog-again = Von hier an erneut ausführen
fork-dialog-at-end = nach diesem Checkpoint kommt nichts mehr
fork-dialog-changes = Was anders ist
fork-dialog-fork = Abzweigen
fork-dialog-intro = Ein neuer Lauf, der alles bis Checkpoint { $checkpoint } behält. Der alte bleibt, wie er ist.
fork-dialog-plan = Einem anderen Plan folgen
fork-dialog-question = Etwas anderes fragen
fork-dialog-text = Frage

## Graph pane

graph-pane-arriving = Der Graph kommt, sobald die Aufrufe verknüpft sind.
graph-pane-back = Im Graphen zurück
graph-pane-both = Beide
graph-pane-callees = Aufgerufene
# A choice of numbers follows it.
graph-pane-depth = Tiefe
graph-pane-direction = Richtung
graph-pane-empty = Ein Symbol öffnen, dann seinen Graphen: links die Aufrufer, rechts, was es aufruft.
graph-pane-filtered = { $count } durch die Filter ausgeblendet
graph-pane-forward = Im Graphen vor
graph-pane-label = Aufrufgraph. { $title }
graph-pane-left-out = { $count } ausgelassen
graph-pane-not-drawn = { $count } der Lesbarkeit halber ausgelassen
graph-pane-open-code = Code öffnen

## Graph questions

graph-questions-calls = Aufrufe
# A choice follows it: `graph-questions-symbol`, `graph-questions-file` or `graph-questions-folder`.
graph-questions-collapse = Ein Kasten für
graph-questions-drawn = Was gezeichnet wird
graph-questions-file = jede Datei
graph-questions-folder = jeden Ordner
graph-questions-full-screen = Vollbild
graph-questions-impact = Auswirkung
graph-questions-impact-of = Auswirkung einer Änderung
graph-questions-label = Fragen zum Graphen
graph-questions-no-full-screen = Kein Vollbild: { $why }
graph-questions-no-picture = Es wurde kein Bild erzeugt: { $why }
graph-questions-path-found = { $count ->
    [one] 1 Aufruf ab { $name }
   *[other] { $count } Aufrufe ab { $name }
}
graph-questions-path-to = Pfad von hier zu einem Symbol
graph-questions-proven-only = Nur belegte
# $symbols: as `common-count-symbols`.
graph-questions-reached = Eine Änderung erreicht { $symbols }, davon in Tests: { $tests }
graph-questions-reached-some = Eine Änderung erreicht { $symbols }, davon in Tests: { $tests }; es sind zu viele, um allen zu folgen
graph-questions-show-path = Pfad zeigen
graph-questions-symbol = jedes Symbol
# A choice of numbers follows it, then `graph-questions-within-calls`.
graph-questions-within = Innerhalb von
graph-questions-within-calls = Aufrufen

## Graph: questions about calls

graph-no-symbol = Es gibt kein Symbol { $name }.
graph-no-drawing = Es gibt keine Zeichnung.
graph-not-drawn = Der Browser konnte es nicht zeichnen.
graph-no-full-screen = dieser Browser zeigt keinen Teil einer Seite allein auf dem Bildschirm
graph-no-path = Keine bekannten Aufrufe führen von hier zu { $name } oder zurück.
graph-no-near-path = Unter den nächsten Symbolen wurde kein Weg zu { $name } gefunden; es sind zu viele, um alle anzusehen.
# A function without a name: what it is in, and where.
graph-text-unnamed = { $owner }, Zeile { $line }

## Host form

# $contacts: names of hosts.
host-form-contacts = Um { $path } von { $host } zu laden, gehen Anfragen an { $contacts }.
host-form-forget = Token vergessen
host-form-label = Oder von GitHub, GitLab, Codeberg oder einem Gitea laden
# $contacts: as `host-form-contacts`.
host-form-linked = Dieser Link öffnet { $path }. { $contacts }
host-form-load = Laden
host-form-load-it = Laden
host-form-placeholder = owner/name oder eine Adresse
host-form-retry = Mit diesem Token versuchen
host-form-section = Ein Repository auf einem Git-Host
# $state: a branch, tag or commit.
host-form-state-contacts = Um { $path } ({ $state }) von { $host } zu laden, gehen Anfragen an { $contacts }.
# In place of $host in `host-form-token` and `host-form-token-sent`.
host-form-the-host = den Host
host-form-title = Die Adresse eines Repositorys, Branchs, Ordners oder Pull Requests
host-form-token = Token für { $host }
host-form-token-sent = Es wird an { $host } gesendet und an niemanden sonst. Es muss nur das Lesen von Inhalten erlauben.
host-form-with-token = Mit dem Token für { $host }.

## Hosted: repositories of git hosts

hosted-token-forgotten = Das Token ist vergessen.

## Hover card

hover-card-keys = F12 Definition, Shift F12 Verweise
hover-card-others = Auch gemeint sein können: { $count } andere

## Import progress

import-progress-bar = Fortschritt
# $step: one of `import-progress-step-…`. $files: as `common-count-files`.
import-progress-done = { $step }: { $files }
import-progress-done-of = { $step }: { $done } von { $files }
import-progress-importing = { $name } wird importiert
import-progress-label = Import
import-progress-left = noch etwa { $seconds } s in diesem Schritt
import-progress-listed = Bisher gefunden: { $files }
import-progress-listing = Dateien werden aufgelistet
import-progress-opening = { $name } wird geöffnet
import-progress-step-index = Indizieren
import-progress-step-link = Aufrufe auflösen
import-progress-step-open = Öffnen
import-progress-step-parse = Parsen
import-progress-step-read = Lesen
import-progress-step-store = Speichern
import-progress-stopping = Wird angehalten
import-progress-waits = Der Host bittet um Geduld; weiter in { $seconds } s

## Intake: importing a repository

intake-run-file = Eine Laufdatei wird neben ihrem Repository gezeigt, und keines ist offen.
intake-run-file-advice = Das Repository öffnen, nach dem der Lauf fragte, dann die Datei noch einmal ablegen.
intake-patch = Ein Patch ist eine Änderung an einem Repository, und keines ist offen.
intake-patch-advice = Das Repository öffnen, das er ändert, dann den Patch noch einmal ablegen.
intake-patch-alone = { $file } ist ein Patch, kein Repository: das Repository öffnen, das er ändert, dann den Patch dort ablegen.
intake-run-too-large = { $file } ist größer als jede Laufdatei.
intake-too-many-files = { $count ->
   *[other] Mehr als { $count } Dateien.
}
intake-dropped = die abgelegten Dateien
intake-sample = das Beispiel
intake-refused-advice = Den Ordner mit „Ordner auswählen“ auswählen oder ein .zip davon ablegen.

## Keys dialog

keys-dialog-back = Im Code zurück und vor
keys-dialog-definition = Definition des Namens
keys-dialog-diagram = Ein Diagramm vergrößern, einpassen und verschieben
# Keys.
keys-dialog-diagram-keys = +  −  0  Pfeile
keys-dialog-earlier = Frühere Fragen, im leeren Feld
keys-dialog-find = Im Code: in der Datei suchen, zu einer Zeile gehen
keys-dialog-folder = Ordner schließen und öffnen
keys-dialog-folder-menu = Menü eines Ordners
keys-dialog-list = In einer Liste ab und auf; von Checkpoint zu Checkpoint
keys-dialog-mention = Eine Datei, einen Ordner oder ein Symbol in der Frage nennen
keys-dialog-name = Im Code: was der Name ist
keys-dialog-names = Im Code: von Name zu Name
keys-dialog-new-line = Neue Zeile in der Frage
keys-dialog-references = Alle Verweise
keys-dialog-send = Frage stellen
keys-dialog-stop = Lauf anhalten oder Offenes schließen
keys-dialog-tabs = Überblick, Code, Graph, Lauf
keys-dialog-this = Diese Liste

## Language choice

language-choice = Sprache
language-choice-browser = Automatisch
# While the browser decides: the language that it chose.
language-choice-browser-now = { $name } (automatisch)

## Languages of files: what is not the name of a language

language-prose = Prosa
language-configuration = Konfiguration
language-other = Anderer Text

## Later: a part of the page that is loaded when it is first needed

later-again = Erneut versuchen
later-failed = Dieser Teil der Seite konnte nicht geladen werden.
later-loading = Wird geladen…

## Lines dialog

lines-dialog-in-repository-now = Jetzt im Repository
lines-dialog-no-text = Der Lauf hat keinen Text davon behalten.
lines-dialog-open = Datei öffnen
lines-dialog-reading = Datei wird gelesen
lines-dialog-recorded = Wie aufgezeichnet
lines-dialog-recorded-in-run = Wie im Lauf aufgezeichnet
lines-dialog-stale = Veraltet: Im Repository steht das nicht so, wie der Lauf es zitiert.
lines-dialog-unchecked = Nicht mit dem Repository verglichen.
lines-dialog-verified = So steht es im Repository.

## Lines: what a run cites, beside the present file

lines-gone = Die Datei hat diese Zeilen nicht mehr.
lines-not-read = Die Datei konnte nicht gelesen werden.

## Links dialog

links-dialog-commit = Commit, Branch oder Tag
links-dialog-editor = Editor
links-dialog-kept = Wird in diesem Browser für dieses Repository behalten. Ohne Klick wird nichts geöffnet.
links-dialog-lines = Die Zeilen beim Host sind die dieses Commits; was seither geändert wurde, kann dort anderswo stehen.
links-dialog-page = Seite des Repositorys
links-dialog-root = Ordner des Repositorys auf diesem Rechner
links-dialog-whole-path = Den ganzen Pfad angeben, etwa /home/you/project oder C:\project.

## Links: to code

links-copied = { $what } kopiert.
links-not-copied = Der Browser hat das Kopieren nicht erlaubt.
links-no-page = Die Seite des Repositorys eingeben, etwa https://github.com/pallets/flask.
links-no-host = Adressen von Zeilen sind nur für GitHub, GitLab, Bitbucket, Gitea und Forgejo bekannt.
links-no-commit = Den Commit eingeben, oder einen Branch oder Tag wie main.

## Locality: what leaves the browser

locality-local = alles lokal
locality-go-to = Fragen und Auszüge gehen an { $host }
locality-run-local = dieser Lauf ist ganz lokal
locality-run-sends = dieser Lauf sendet Fragen und Auszüge an { $host }
locality-run-went = dieser Lauf ging an { $hosts }; nächste Frage: { $next }
locality-run-of-file = dieser Lauf kam aus einer Datei; nächste Frage: { $next }

## Markdown view

markdown-view-diagram = Ein Diagramm der Antwort
markdown-view-done = erledigt
markdown-view-footnote = Fußnote { $label }
markdown-view-not-done = nicht erledigt
# Of an excerpt: how many of the cited lines it shows.
markdown-view-of-lines = { $shown } von { $all } Zeilen
# Of a diagram.
markdown-view-source = Quelltext

## Markdown: a conversation that is saved

markdown-about = Über { $repository }, gefragt mit Quarry.
markdown-imported = Aus einer Datei importiert: Die Antwort ist so, wie die Datei sie hat.
markdown-empty = Die Antwort ist leer.
markdown-no-answer = Es gibt keine Antwort.
markdown-incomplete = Die Antwort ist nicht vollständig.
markdown-stale = veraltet: das Repository enthält es nicht mehr
markdown-unchecked = nicht geprüft

## Meaning panel

meaning-panel-close = Kandidaten schließen
meaning-panel-label = Was { $name } bedeuten kann
# Follows a name. $what: a parameter or a local variable, with its line.
meaning-panel-local = ist { $what }
# Follows a name.
meaning-panel-may-be = { $count ->
    [one] kann 1 Symbol sein
   *[other] kann eines von { $count } Symbolen sein
}
meaning-panel-more = und { $count } weitere dieses Namens
# Follows a name.
meaning-panel-not-here = ist nicht in diesem Repository
# $why: a reason in English.
meaning-panel-unresolved = Ein Aufruf dieses Namens in der Zeile wurde nicht aufgelöst: { $why }.

## Memory dialog

memory-dialog-answers = { $count ->
    [one] 1 Antwort wird behalten, um sie erneut zu geben, solange sich nichts ändert, worauf sie beruht.
   *[other] { $count } Antworten werden behalten, um sie erneut zu geben, solange sich nichts ändert, worauf sie beruhen.
}
memory-dialog-answers-unreadable = Die behaltenen Antworten lassen sich nicht lesen.
memory-dialog-conversation = In dieser Unterhaltung
memory-dialog-count-outcomes = { $count ->
    [one] 1 Ergebnis
   *[other] { $count } Ergebnisse
}
memory-dialog-count-paths = { $count ->
    [one] 1 Pfad
   *[other] { $count } Pfade
}
memory-dialog-delete-all = Alle löschen
memory-dialog-forget-answers = Vergessen
memory-dialog-intro = Gemerkt werden nur erlaubte Aufrufe von Tools und was hier eingegeben wird. Es bleibt in diesem Browser.
memory-dialog-kept-answers = Behaltene Antworten
memory-dialog-no-conversation = Die Unterhaltung hat keinen Lauf eines Agenten, der sich etwas merkt.
memory-dialog-none = Nichts gemerkt.
memory-dialog-person = Zur Person, für alle Repositorys
memory-dialog-repository = Zu diesem Repository
# Of a conversation. $kept: counts of questions, outcomes and paths.
memory-dialog-turns = Für ihre nächsten Läufe behält sie { $kept }.

## Memory row

# `memory-row-run` or `memory-row-run-gone` follows it.
memory-row-by-agent = Gespeichert von { $step } ({ $agent }) in
memory-row-by-you = Selbst geschrieben
memory-row-earlier-version = Von einer früheren Version gespeichert
memory-row-edit-key = { $key } bearbeiten
# A link, after `memory-row-by-agent`.
memory-row-run = einem Lauf
# After `memory-row-by-agent`.
memory-row-run-gone = einem Lauf, der nicht mehr gespeichert ist
memory-row-value = Der Wert von { $key }

## Memory: what agents remember

memory-changed = Das Gemerkte hat sich geändert.

## Messages

messages-label = Nachrichten an diesen Lauf

## Model dialog

model-dialog-answered = { $model } bei { $provider } hat in { $time } geantwortet.
model-dialog-base-url = Basis-URL
model-dialog-choose = Wählen oder die Adresse eingeben
model-dialog-edit = Änderungen an Dateien
model-dialog-endpoint = OpenAI-kompatibler Endpunkt
model-dialog-fast = Kurze Entscheidungen
model-dialog-forget = Schlüssel vergessen
model-dialog-key-held = Ein Schlüssel für { $origin } wird für diese Sitzung behalten.
model-dialog-key-remembered = Ein Schlüssel für { $origin } ist verschlüsselt gespeichert.
model-dialog-kind = Art des Modells
# `model-dialog-max-tokens-note` follows it.
model-dialog-max-tokens = Höchstzahl der Tokens eines Laufs
model-dialog-max-tokens-note = leer: keine Grenze; pausiert einmal bei 80 %
model-dialog-offline = Deterministisch, ohne Netz, ohne Schlüssel. Es findet und zitiert Code und listet auf, was was aufruft; es ist kein Sprachmodell.
model-dialog-plan = Pläne
model-dialog-profiles = Andere Modelle dieser Adresse für einzelne Arten von Arbeit
model-dialog-review = Prüfungen
model-dialog-sent = Fragen und die nötigen Code-Ausschnitte gehen an diese Adresse und nirgendwohin sonst.
model-dialog-test = Verbindung testen
model-dialog-trying = Wird versucht
model-dialog-use = Dieses Modell verwenden

## Notices

notices-crashed = Die Engine ist stehen geblieben: { $why }
notices-crashed-advice = Gespeicherte Repositorys bleiben erhalten. Um weiterzuarbeiten, die Engine neu starten.
notices-dismiss = Ausblenden
notices-not-loaded = Die Engine konnte nicht geladen werden: { $why }
notices-not-loaded-advice = Die Verbindung prüfen und die Engine neu starten; hilft das nicht, die Seite neu laden. Gespeichertes bleibt erhalten.
notices-restart = Engine neu starten
notices-slow = Die Engine lädt noch.
notices-slow-advice = Bei langsamer Verbindung dauert das eine Weile. Geschieht nichts, die Verbindung prüfen und die Engine neu starten.

## Outline

outline-filter = Filtern
outline-filter-label = Gliederung filtern
outline-none = Kein Symbol dieser Datei heißt so.
outline-row = { $kind }, Zeile { $line }
outline-title = Gliederung

## Overview head

# $lines: as `overview-head-lines`.
overview-head-language = { $name }: { $lines }; die größte öffnen, { $path }
overview-head-languages = Sprachen
# $files: as `common-count-files`.
overview-head-lines = { $lines } Zeilen in { $files }
overview-head-more = { $count } weitere mit { $lines } Zeilen

## Overview pane

overview-pane-arriving = Der Überblick kommt, sobald die Aufrufe verknüpft sind. Dateien lassen sich schon lesen und durchsuchen.
overview-pane-looking = Das Repository wird angesehen
overview-pane-no-history = Was sich am meisten geändert hat, ist nicht bekannt: { $why }
overview-pane-none = Keine Einstiegspunkte, Routen, Befehle, Skripte, Typen oder Tests gefunden.

## Overview section

overview-section-by-callers = nach Aufrufern außerhalb von Tests
overview-section-changed = Am meisten geändert
overview-section-count-callers = { $count ->
    [one] 1 Aufrufer
   *[other] { $count } Aufrufer
}
overview-section-count-commits = { $count ->
    [one] 1 Commit
   *[other] { $count } Commits
}
overview-section-count-tests = { $count ->
    [one] 1 Test
   *[other] { $count } Tests
}
overview-section-entry-points = Einstiegspunkte
overview-section-last-commits = { $count ->
    [one] im letzten Commit
   *[other] in den letzten { $count } Commits
}
overview-section-main-types = Wichtigste Typen
overview-section-more = { $count } weitere: nach allen fragen
overview-section-most-called = Am meisten aufgerufen
overview-section-routes = Routen
overview-section-scripts = Bauen und ausführen

## Palette

# The words with a colon and `-test` are typed as they are.
palette-filters = Filter: kind: path: lang: -test
palette-line-number = Die Nummer einer Zeile eingeben.
palette-no-file = Keine Datei ist geöffnet.
palette-nothing = Nichts gefunden. Die Suche kennt Namen, Pfade und Wörter.
palette-nothing-yet = Nichts in Pfaden und Text gefunden. Symbole kommen, sobald die Dateien geparst sind.
palette-placeholder = Symbole, Dateien, Text, :Zeile
palette-results = Treffer

## Palette rows

palette-rows-bookmark = Lesezeichen an dieser Stelle
palette-rows-bookmarks = Lesezeichen
palette-rows-code = Code zeigen
palette-rows-find = In der Datei suchen
palette-rows-fold = Alles ein- oder ausklappen
palette-rows-go-to = Zu Zeile { $line } gehen
palette-rows-go-to-line = Zu einer Zeile gehen
palette-rows-graph = Graph zeigen
palette-rows-line = Zeile
palette-rows-model = Modell wählen
palette-rows-recent = Zuletzt besucht
palette-rows-split = Teilen: diese Datei im Blick behalten
palette-rows-symbols = Symbole
palette-rows-tests = Tests aus- oder einblenden
palette-rows-text = Text
palette-rows-wrap = Lange Zeilen umbrechen

## Parts list

parts-list-importing = { $count ->
    [one] von 1 Datei importiert
   *[other] von { $count } Dateien importiert
}
parts-list-more = { $count ->
    [one] und 1 kleinerer Teil
   *[other] und { $count } kleinere Teile
}
parts-list-open = { $count ->
    [one] Als Liste: 1 Teil
   *[other] Als Liste: { $count } Teile
}
parts-list-uses = benutzt { $parts }
parts-list-uses-more = benutzt { $parts } und { $count } weitere

## Parts map

parts-map-all = Alle
parts-map-drawing = { $count ->
    [one] 1 Teil gezeichnet; was andere benutzt, steht über dem Benutzten
   *[other] { $count } Teile gezeichnet; was andere benutzt, steht über dem Benutzten
}
parts-map-label = Karte der Teile
parts-map-lines-left-out = { $count ->
    [one] 1 Linie nicht gezeichnet, die leichteste.
   *[other] { $count } Linien nicht gezeichnet, die leichtesten.
}
parts-map-none = Es gibt keinen Code einer bekannten Sprache, von dem sich eine Karte zeichnen ließe.
parts-map-note = Linien sind belegte Aufrufe und Importe; Tests und Beispiele sind ausgelassen.
parts-map-outside = { $count ->
    [one] 1 Datei liegt neben diesen Teilen.
   *[other] { $count } Dateien liegen neben diesen Teilen.
}
parts-map-parts-left-out = { $count ->
    [one] 1 Teil nicht gezeichnet, der kleinste.
   *[other] { $count } Teile nicht gezeichnet, die kleinsten.
}
parts-map-place = Ort in der Karte
parts-map-title = Teile

## People: what a run does, in words for people

people-node-planning = Planung
people-node-reading = Liest die Frage
people-node-next-step = Beginnt den nächsten Schritt
people-node-choosing-tools = Wählt Tools
people-node-using-tools = Verwendet Tools
people-node-collecting = Sammelt das Gefundene
people-node-weighing = Wägt das Gefundene ab
people-node-checking-enough = Prüft, ob das genügt
people-node-reviewing = Überprüft die Arbeit
people-node-writing = Schreibt die Antwort
people-node-checking-changes = Prüft die Änderungen
people-node-taking-back = Nimmt Änderungen zurück
people-node-handing-on = Gibt die Aufgabe weiter
people-node-working = Arbeitet
people-act-searched = Suchte nach
people-act-read = Las
people-act-callers = Suchte Aufrufer von
people-act-callees = Suchte, was aufgerufen wird von
people-act-references = Suchte Verweise auf
people-act-implementations = Suchte Implementierungen von
people-act-supertypes = Suchte Obertypen von
people-act-impact = Suchte, was dies erreicht:
people-act-call-path = Suchte eine Aufrufkette zu
people-act-symbol = Schlug nach:
people-act-folder = Listete den Ordner
people-act-survey = Listete
people-act-lines = Durchsuchte Zeilen nach
people-act-files = Suchte Dateien namens
people-act-outline = Las die Gliederung von
people-act-read-value = Las einen Wert von
people-act-edited = Bearbeitete
people-act-wrote = Schrieb
people-act-added-to = Ergänzte
people-act-deleted = Löschte
people-act-set-value = Setzte einen Wert von
people-act-page = Las die Seite
people-act-web = Suchte im Web nach
people-act-handed-on = Gab weiter:
people-act-ran-tests = Führte die Tests aus
people-act-used = Verwendete
people-act-enough = Fand genug für eine Antwort
people-act-looks-further = Sucht weiter
people-act-approval = Freigabe
people-act-ran = Führte aus
people-act-cached = Verwendete ein früheres Ergebnis von
people-act-resumed = Machte dort weiter, wo er angehalten hatte
people-act-tries-again = Versucht es noch einmal

## Place menu

# The name of a folder follows it.
place-menu-ask-in = Nur fragen in
place-menu-copy-path = Pfad:Zeile kopieren
place-menu-copy-permalink = Permalink kopieren
place-menu-editor = Im Editor öffnen
place-menu-editor-setup = Im Editor öffnen …
place-menu-host = Beim Host öffnen
place-menu-permalink = Permalink
place-menu-permalink-setup = Permalink …
place-menu-setup = Links einrichten

## Plan

plan-fallback = Ersatzplan: { $why }
plan-planning = Wird geplant
plan-round = Plan, Runde { $round }
plan-title = Plan
plan-waiting = wartet

## Plan editor

plan-editor-add = Schritt hinzufügen
plan-editor-down = Schritt { $number } nach unten
plan-editor-remove = Schritt { $number } entfernen
plan-editor-step = Schritt { $number }
plan-editor-up = Schritt { $number } nach oben

## Prompts

prompts-delete = Löschen: { $question }
prompts-empty = Erst eine Frage eingeben, dann behalten.
prompts-keep = Eingabe behalten
prompts-label = Behaltene Fragen
prompts-open = Behaltene Fragen ({ $count })
prompts-too-long = Eine Frage von über { $count } Zeichen wird nicht behalten.
prompts-too-many = Es gibt schon { $count } Fragen. Zuerst eine löschen.

## Question

# $who: a model, or `question-offline`.
question-by-file = laut der Datei { $who }
question-imported = Dieser Lauf wurde aus einer Datei importiert. Frage, Schritte und Antwort sind, wie die Datei sie enthält; was er zitiert, ist mit diesem Repository verglichen.
question-of-person = Selbst mitgebracht; kein Modell wurde gefragt
question-offline = Offline-Modell: zitiert, formuliert nicht

## Question form

question-form-answer = Antworten
question-form-text = Antwort

## Reading: code on screen

reading-tests-hidden = Tests sind ausgeblendet.
reading-tests-shown = Tests sind eingeblendet.
reading-call-that = ein Aufruf: { $why }
reading-name-is = { $name } ist { $what }.
reading-not-defined = { $name } ist in diesem Repository nicht definiert.
reading-references = { $count ->
    [one] 1 Verweis auf { $symbol }
   *[other] { $count } Verweise auf { $symbol }
}

## References panel

# A kind of reference; the number of them may follow it.
references-panel-call = Aufruf
references-panel-close = Verweise schließen
references-panel-count-possible = { $count } möglich
references-panel-count-proven = { $count } belegt
references-panel-count-same-name = { $count } nur gleicher Name
references-panel-cut = Die ersten { $count } werden gezeigt.
references-panel-definition = Definition
references-panel-elsewhere = { $count ->
    [one] Nicht aufgeführt: 1 Zeile mit diesem Namen, die etwas anderes meint.
   *[other] Nicht aufgeführt: { $count } Zeilen mit diesem Namen, die etwas anderes meinen.
}
references-panel-hidden = { $count } in Tests sind ausgeblendet.
references-panel-import = Import
references-panel-kinds = Arten
references-panel-label = Verweise auf { $name }
# A name follows it.
references-panel-of = Verweise auf
references-panel-omitted = Nicht aufgeführt: { $count } weitere.
references-panel-only-name = nur der Name spricht dafür
references-panel-read = Lesen
references-panel-same-name = gleicher Name
references-panel-same-name-note = „Nur gleicher Name“: Nur der Name spricht dafür, dass dieses Symbol gemeint ist.
references-panel-type = Typ
references-panel-write = Schreiben

## Relatives list

relatives-list-above = Erweitert oder überschreibt
relatives-list-below = Erweitert, implementiert oder überschrieben von
relatives-list-levels = { $count ->
    [one] 1 Ebene
   *[other] { $count } Ebenen
}
relatives-list-not-here = nicht in diesem Repository
relatives-list-resolved = aufgelöst
relatives-list-same-name = nur gleicher Name

## Repositories: opening and storing them

repositories-packing = Der Index wird gepackt.
repositories-stopped = Angehalten. Nichts wurde geändert.
repositories-ready = { $name } ist bereit: { $files }, { $symbols }.
repositories-replaced = Die frühere Kopie ist ersetzt. Ihre Läufe bleiben.

## Resume model

resume-model-choice = Modell ab hier
resume-model-choose = Wählen
resume-model-from-file = Dieser Lauf kam aus einer Datei. Bevor sein Modell gewählt ist, wird nichts gesendet.
resume-model-offline = Das Offline-Modell antwortet; nichts verlässt diesen Browser.
resume-model-resume = Fortsetzen
resume-model-sent = { $model } antwortet: Die Frage, das Gefundene und Code-Ausschnitte gehen an { $host }.
resume-model-was = Bisher war es { $model } bei { $provider }.
resume-model-was-offline = Bisher war es das Offline-Modell.

## Right pane

right-pane-label = Überblick, Code, Graph, Lauf und Änderungen
right-pane-views = Ansichten

## Run import

run-import-file = Zu importierende Datei eines Laufs
run-import-import = Importieren
run-import-title = Einen exportierten Lauf oder eine exportierte Unterhaltung zeigen

## Run offer

run-offer-decide = Entscheiden
run-offer-label = Ein Lauf, der fortgesetzt werden kann
run-offer-look = Ansehen

## Run pane

# Of a step: it comes next.
run-pane-next = als Nächstes
run-pane-graph = Der Graph des Agenten. { $steps }
run-pane-none = Eine Frage stellen, um ihren Lauf zu sehen.
run-pane-timeline = Zeitachse

## Run row

run-row-came-from = von „{ $question }“ ab Checkpoint { $checkpoint }
run-row-came-from-gone = von einem nicht mehr gespeicherten Lauf ab Checkpoint { $checkpoint }
run-row-export-label = Lauf exportieren
run-row-export-title = Als Datei exportieren
run-row-from-file = aus einer Datei

## Run suspended

run-suspended-edits = { $count ->
    [one] 1 Änderung vorgeschlagen.
   *[other] { $count } Änderungen vorgeschlagen.
}
run-suspended-look-again = Erneut nachsehen
# The link `run-suspended-see-stored` follows it.
run-suspended-not-stored = Dieser Lauf ist nicht gespeichert: Er besteht so lange wie dieser Tab. Zum Behalten exportieren oder Platz schaffen:
run-suspended-reading = Aufgezeichneter Lauf wird gelesen
# `run-suspended-unwritten` follows it, after a semicolon.
run-suspended-see-changes = Änderungen ansehen
run-suspended-see-stored = Gespeichertes ansehen
run-suspended-unwritten = vor der Annahme wird nichts geschrieben.

## Run: its events and why it is suspended

run-loading = { $what } wird geladen, einmalig: { $done } von { $total }.
run-plans = plant
run-step = Schritt
run-step-done = Schritt fertig
run-step-failed = Schritt fehlgeschlagen
run-answers = antwortet
run-found = gefunden: { $what }
run-attempt = { $why } Versuch { $attempt } in { $time }.
run-asks = fragt
run-was-answered = bekam Antwort
run-other-way = machte auf andere Weise weiter
run-failed-again = schlug fehl und läuft noch einmal
run-changed = änderte { $path }: +{ $added } −{ $removed }
run-scored = über dieses Repository: { $score } von 100, nötig { $threshold }
run-chose-answer = entschied sich zu antworten
run-chose = wählte { $tools }
run-graded = { $relevant } von { $of } brauchbar
run-review = Prüfung: { $verdict }
run-takes-as = versteht es als { $kind }
run-takes-as-surely = versteht es als { $kind } ({ $percent } % sicher)
run-handed-to = weitergegeben an { $agent }
run-not-verified = nicht geprüft
run-verified = geprüft: bestanden
run-verified-failed = geprüft: durchgefallen
run-remembered = gemerkt
run-secrets = Geheimnisse in { $place }
run-took-message = las die Nachricht
run-read = las { $paths }
run-message-waits = wartet auf den nächsten Schritt des Laufs
run-message-taken = gelesen
run-message-returned = nicht gelesen: Der Lauf hielt vorher an. Die Nachricht ist wieder im Eingabefeld.
run-status-working = arbeitet
run-status-awaiting-approval = wartet auf Freigabe
run-status-answered = beantwortet
run-status-cancelled = abgebrochen
run-interrupted = Dieser Lauf hielt an, als der Tab geschlossen wurde.
run-interrupted-at = Dieser Lauf hielt an, als der Tab bei { $nodes } geschlossen wurde.
run-paused = Dieser Lauf ist pausiert.
run-paused-because = Dieser Lauf ist pausiert. { $why }
run-paused-before = Dieser Lauf ist vor { $nodes } pausiert.
run-waits-for-approval = { $calls ->
    [one] Dieser Lauf wartet auf die Freigabe eines Tool-Aufrufs.
   *[other] Dieser Lauf wartet auf die Freigabe von { $calls } Tool-Aufrufen.
}
run-waits-for-answers = { $questions ->
    [one] Dieser Lauf wartet auf die Antwort auf eine Frage.
   *[other] Dieser Lauf wartet auf die Antworten auf { $questions } Fragen.
}
run-waits-for-both = Dieser Lauf wartet auf die Freigabe { $calls ->
    [one] eines Tool-Aufrufs
   *[other] von { $calls } Tool-Aufrufen
} und auf { $questions ->
    [one] die Antwort auf eine Frage
   *[other] die Antworten auf { $questions } Fragen
}.
run-elsewhere = Ein anderer Tab arbeitet an diesem Lauf.
run-stopped = Angehalten. Nichts wurde geändert; das Gefundene bleibt.
run-no-call-may-run = kein Aufruf darf laufen
run-calls-may-run = { $count ->
    [one] 1 Aufruf darf laufen
   *[other] { $count } Aufrufe dürfen laufen
}

## Runs: what is stored of them

runs-busy = An einer anderen Frage wird gearbeitet.
runs-busy-advice = Auf sie warten, sie pausieren oder anhalten; dann diesen Lauf fortsetzen.
runs-deleted = Der Lauf ist gelöscht.

## Search form

search-form-address = Adresse
search-form-asking = Wird gefragt
search-form-found = { $count ->
    [one] Er antwortet: 1 Treffer für „{ $query }“, der erste ist „{ $first }“.
   *[other] Er antwortet: { $count } Treffer für „{ $query }“, der erste ist „{ $first }“.
}
search-form-found-nothing = Er antwortet und hat für „{ $query }“ nichts gefunden.
search-form-intro = Handelnde Agenten können das Web über den hier eingerichteten Anbieter durchsuchen; vor der ersten Suche eines Laufs wird gefragt. Im Browser muss der Anbieter dieser Seite erlauben, seine Antworten zu lesen (CORS). Ein eigenes SearXNG tut das, wenn seine Einstellungen Access-Control-Allow-Origin unter default_http_headers und json unter den Formaten nennen. Brave dokumentiert es nicht, und von Tavily ist es nicht bekannt: ausprobieren, oder die Adresse eines eigenen Servers angeben, der Suchen weiterreicht.
search-form-known = { $name } unter { $url }
search-form-known-with-key = { $name } unter { $url }, mit Schlüssel
# Follows `common-key`.
search-form-no-key = für die meisten SearXNG-Instanzen nicht nötig
search-form-title = Suche im Web
search-form-try = Suche ausprobieren
search-form-use = Diesen Anbieter verwenden

## Side pane

# Another repository.
side-pane-import = Weiteres importieren

## Skipped dialog

skipped-dialog-none = Nichts wurde übersprungen.

## Source note

# $files: as `common-count-files`. $counts: those of `source-note-count-…` that are not 0.
source-note-changed = Auf der Platte geändert: { $files } ({ $counts }): { $paths }.
source-note-changed-more = Auf der Platte geändert: { $files } ({ $counts }): { $paths } und weitere.
source-note-count-added = { $count } neu
source-note-count-changed = { $count } geändert
source-note-count-removed = { $count } entfernt
source-note-label = Der Ordner hat sich geändert
source-note-load = Neu laden
source-note-look = Nachsehen, ob sich sein Ordner geändert hat
# $repository: host and path, and a branch or tag.
source-note-origin = Von { $repository } bei { $commit }.
source-note-origin-folder = Von { $repository } bei { $commit }, Ordner { $folder }.
source-note-update = Aktualisieren

## Spent: tokens of a run

spent-tokens = { $read } Tokens gelesen, { $written } geschrieben
spent-tokens-cached = { $read } Tokens gelesen ({ $percent } % aus einem Cache), { $written } geschrieben
spent-about = etwa { $tokens }

## Status bar

status-bar-calls = { $count ->
    [one] 1 Aufruf: { $proven } % belegt { $possible } % möglich { $unresolved } % nicht aufgelöst
   *[other] { $count } Aufrufe: { $proven } % belegt { $possible } % möglich { $unresolved } % nicht aufgelöst
}
status-bar-in-memory = nur im Arbeitsspeicher
status-bar-index = Index speichern
status-bar-index-title = Für eine Dokumentationsseite: dieselben Dateien wie vom Befehl quarry index
status-bar-kept = in diesem Browser gespeichert, dauerhaft
status-bar-memory = Gedächtnis
status-bar-memory-title = Ansehen, bearbeiten und löschen, was Agenten sich merken
# $model: the name of a model, or `top-bar-offline`.
status-bar-model = Modell: { $model }
status-bar-no-calls = keine Aufrufe darin
status-bar-not-followed = { $count ->
    [one] 1 Aufruf nicht bis zum Ende verfolgt: Das Verknüpfen hat seine Arbeitsgrenze erreicht
   *[other] { $count } Aufrufe nicht bis zum Ende verfolgt: Das Verknüpfen hat seine Arbeitsgrenze erreicht
}
status-bar-stored = in diesem Browser gespeichert
status-bar-symbols = Symbole sind durchsuchbar, Aufrufe folgen
status-bar-text = Text ist durchsuchbar, Symbole folgen
status-bar-tools = Tools
status-bar-tools-title = Tool-Server (MCP) und eine Suche im Web für handelnde Agenten einrichten

## Steering: messages for a run that works

steering-taken = Der Lauf liest die Nachricht bei seinem nächsten Schritt.
steering-returned = Der Lauf hielt an, bevor er die Nachricht las. Sie ist wieder im Eingabefeld.

## Steps

steps-approval = Freigabe
steps-arguments = Argumente
steps-cached = aus dem Cache
steps-details = Details
steps-enough = genug Belege
steps-from-this-run = von früher in diesem Lauf
steps-look-further = weitersuchen
steps-model-text = Text des Modells
steps-note = Hinweis an das Modell
steps-output = Ausgabe, wie das Modell sie erhielt
steps-program = Programm
steps-reason = Grund
steps-resumed = fortgesetzt
steps-resumed-from = der Lauf wurde ab seinem letzten Checkpoint fortgesetzt
steps-retry = neuer Versuch
steps-stored = gespeichert { $when }
steps-superstep = Superstep { $number }
steps-tokens = { $input } Tokens ein, { $output } aus
steps-why = Warum
# $names: fields of the agent's state.
steps-wrote = schrieb { $names }

## Sticky scope

sticky-scope-label = Definitionen um die erste Zeile

## Storage dialog

storage-dialog-count-runs = { $count ->
    [one] 1 Lauf
   *[other] { $count } Läufe
}
storage-dialog-delete-runs = Läufe löschen
storage-dialog-memory = Ansehen, was Agenten sich merken
storage-dialog-repositories = Repositorys
storage-dialog-runs = Läufe des offenen Repositorys
storage-dialog-unknown = Der Browser sagt nicht, wie viel Platz es gibt.
storage-dialog-used = { $used } der { $quota }, die der Browser dieser Seite gibt, sind belegt.

## Stored list

stored-list-choose = Mindestens zwei auswählen
stored-list-imported = importiert { $when }
stored-list-label = Gespeicherte Repositorys
stored-list-open = { $count } gemeinsam öffnen
stored-list-several = Mehrere gemeinsam öffnen
stored-list-title = Hier gespeichert
stored-list-together = Daraus wird ein Repository, jedes in einem Ordner seines Namens: eine Kopie dessen, was jetzt gespeichert ist, ohne Git-Verlauf. Eine Frage gilt allen gemeinsam.

## Symbol panel

symbol-panel-at = { $count ->
    [one] an 1 Stelle: { $proven } belegt, { $possible } möglich
   *[other] an { $count } Stellen: { $proven } belegt, { $possible } möglich
}
symbol-panel-at-possible = { $count ->
    [one] an 1 Stelle, möglich
   *[other] an { $count } Stellen, möglich
}
symbol-panel-at-proven = { $count ->
    [one] an 1 Stelle, belegt
   *[other] an { $count } Stellen, belegt
}
# What the symbol calls.
symbol-panel-calls = Ruft auf
symbol-panel-close = Symbolseite schließen
symbol-panel-hidden = { $count } in Tests sind ausgeblendet
symbol-panel-implementations = Implementierungen
symbol-panel-label = Symbol { $name }
symbol-panel-line = Zeile { $line }
symbol-panel-namesakes = { $count } weitere dieses Namens
symbol-panel-references = Verweise
symbol-panel-unresolved = { $count ->
    [one] 1 Aufruf nicht aufgelöst
   *[other] { $count } Aufrufe nicht aufgelöst
}
# $sure: `common-proven` or `common-possible`. $rule: in English.
symbol-panel-why = { $sure }: { $rule }, Sicherheit { $percent } %

# In place of the name of a function that has none.
text-unnamed = Funktion ohne Namen
## Text: sizes, times and names

text-just-now = gerade eben
text-minutes-ago = vor { $minutes } min
text-hours-ago = vor { $hours } h
text-days-ago = { $days ->
    [one] vor 1 Tag
   *[other] vor { $days } Tagen
}
text-more-lines = { $count ->
    [one] … 1 weitere Zeile
   *[other] … { $count } weitere Zeilen
}
text-parameter = ein Parameter, gebunden in Zeile { $line }
text-local-variable = eine lokale Variable, gebunden in Zeile { $line }

## Tool row

# Whether the person is asked before a call of the tool.
tool-row-asked = mit Rückfrage
tool-row-changed = seit dem Vertrauen geändert: mit Rückfrage
tool-row-reads = zum Lesen vertraut: ohne Rückfrage
tool-row-says-reads = liest nach eigener Angabe nur: mit Rückfrage
tool-row-trust = Vertrauen
tool-row-trust-tool = { $name } vertrauen
tool-row-trusted = vertraut, aber ohne die Angabe, nur zu lesen: mit Rückfrage

## Tools dialog

tools-dialog-add = Hinzufügen und Tools auflisten
tools-dialog-add-title = Server hinzufügen
tools-dialog-asking = Der Server wird gefragt
tools-dialog-distrust = Keinem vertrauen
tools-dialog-intro = Handelnde Agenten können Tools dieser Server aufrufen (MCP, Streamable HTTP). Vor jedem Aufruf wird gefragt, außer bei Tools, denen vertraut wird und die angeben, nur zu lesen.
tools-dialog-look = Tools zeigen
tools-dialog-name = Name
tools-dialog-of = Tools von { $name }
tools-dialog-sent = Das Hinzufügen verbindet mit dieser Adresse. Agenten senden ihr, was sie in ihre Aufrufe schreiben, sobald diese erlaubt sind.
tools-dialog-trust = Diesen Tools vertrauen
tools-dialog-trust-note = Das Vertrauen gilt für die Beschreibungen, wie sie jetzt sind: Beschreibt sich ein Tool anders, wird wieder gefragt. Nichts belegt, dass ein Tool nur liest.
tools-dialog-trusted = { $count ->
    [one] 1 vertrautes Tool
   *[other] { $count } vertraute Tools
}
tools-dialog-url = URL
tools-dialog-with-token = mit Token

## Top bar

top-bar-files = Dateien und Repositorys
top-bar-indexed = in { $time } indiziert
# The name of the model follows it.
top-bar-model = Modell:
top-bar-offline = offline
top-bar-skip = Zur Unterhaltung springen
top-bar-theme-auto = Farben: automatisch
top-bar-theme-dark = Farben: dunkel
top-bar-theme-light = Farben: hell

## Tree menu

tree-menu-ask = Nur in diesem Ordner fragen
tree-menu-copy = Pfad kopieren
tree-menu-label = Ordner { $path }

## Welcome

welcome-archive = Archiv wählen
welcome-archive-label = Zu importierendes Archiv
welcome-drop = Ordner eines Repositorys hier ablegen
welcome-drop-archive = oder ein .zip oder .tar.gz davon
welcome-folder = Ordner wählen
welcome-folder-label = Zu importierender Ordner
welcome-import = Repository importieren
welcome-intro = Einen Ordner ablegen. Er wird in diesem Tab gespeichert, geparst und indiziert; Antworten nennen die Zeilen, auf denen sie beruhen.
welcome-no-storage = Dieser Browser gibt hier keinen Speicher, daher bestehen Repositorys so lange wie dieser Tab: { $why }
welcome-privacy = Alles bleibt in diesem Browser. Ihn verlassen nur Aufrufe eines selbst eingerichteten Modells (das Offline-Modell macht keine) und Anfragen an einen Git-Host, dessen Repository geladen wird.
# A size follows it.
welcome-sample = Quarrys eigenen Quelltext ausprobieren
welcome-title = Ein Repository fragen, wie es funktioniert

## Work

work-reasoning = Gedankengang
work-steps = Schritte
