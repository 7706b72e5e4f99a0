// The dialog's looks. Tokens are the same as the page's; a site overrides each as `--quarry-<token>` on the element.

export const STYLES = new CSSStyleSheet();
STYLES.replaceSync(`
.host {
  --font-ui: var(--quarry-font-ui, ui-sans-serif, system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif);
  --font-code: var(--quarry-font-code, ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace);
  --surface: var(--quarry-surface, light-dark(#f6f7f8, #14181b));
  --border: var(--quarry-border, light-dark(#d6dbdf, #2d353b));
  --accent-soft: var(--quarry-accent-soft, light-dark(#d9ecee, #17383c));
  --lit: var(--quarry-lit, light-dark(#fff3cd, #3a3213));
  --lit-edge: var(--quarry-lit-edge, light-dark(#b38600, #d0a72c));
  --danger-soft: var(--quarry-danger-soft, light-dark(#fbe9e7, #3a1d1a));
  --shadow: var(--quarry-shadow, 0 8px 32px rgb(0 0 0 / 0.24));
  --motion: 120ms;
}
@media (prefers-reduced-motion: reduce) { .host { --motion: 0ms; } }

.dialog { box-sizing: border-box; width: min(720px, calc(100vw - 32px)); max-width: none; height: min(720px, calc(100dvh - 12vh)); max-height: none;
  margin: 8vh auto auto; padding: 0; border: 1px solid var(--border); border-radius: calc(var(--radius) + 4px); background: var(--surface-raised); color: var(--text);
  box-shadow: var(--shadow); font: 400 15px/1.5 var(--font-ui); overflow: hidden; overflow-wrap: break-word; }
.dialog[open] { display: flex; flex-direction: column; }
.dialog::backdrop { background: rgb(10 14 17 / 0.45); }
.dialog.wide { width: min(1240px, calc(100vw - 32px)); }
.dialog *, .dialog *::before { box-sizing: border-box; }
.dialog :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
[hidden] { display: none !important; }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { flex: none; width: 16px; height: 16px; }
.muted { color: var(--text-muted); }
.code, kbd { font-family: var(--font-code); font-size: 13px; }

.head { display: flex; align-items: center; gap: 10px; padding: 8px 8px 8px 16px; border-bottom: 1px solid var(--border); flex: none; }
.head > .icon { color: var(--text-muted); }
.query { flex: 1; min-width: 0; height: 40px; margin: 0; padding: 0; border: 0; background: none; color: var(--text); font: 400 18px/1.4 var(--font-ui); }
.dialog .query:focus-visible { outline: none; }
.head:focus-within { box-shadow: inset 0 -1px 0 var(--accent); border-color: var(--accent); }
.query::placeholder { color: var(--text-muted); opacity: 1; }
.icon-button, .quiet, .link, .primary, .more, .suggestion { margin: 0; border: 1px solid transparent; border-radius: var(--radius); background: none; color: inherit; font: inherit; cursor: pointer; }
.icon-button { display: inline-grid; place-items: center; width: 36px; height: 36px; padding: 0; color: var(--text-muted); flex: none; }
.icon-button:hover, .quiet:hover, .suggestion:hover { background: var(--surface-sunken); color: var(--text); }
.quiet { display: inline-flex; align-items: center; gap: 6px; min-height: 28px; padding: 2px 10px; border-color: var(--border-strong); font-size: 13px; flex: none; }
.quiet .icon { width: 13px; height: 13px; }
.primary { min-height: 36px; padding: 4px 16px; background: var(--accent); color: var(--accent-text); }
.link { padding: 0; border: 0; border-radius: 2px; color: var(--accent); text-align: start; }
.link:hover, .place:hover, .prose a:hover { text-decoration: underline; }
.more { display: block; width: 100%; padding: 4px 16px; color: var(--accent); font-size: 13px; text-align: start; }
.more:hover { background: var(--surface-sunken); }

.progress { position: relative; flex: none; height: 2px; margin-bottom: -2px; overflow: hidden; z-index: 1; }
.progress::before { content: ""; position: absolute; inset: 0; width: 30%; background: var(--accent); animation: slide 1.2s infinite ease-in-out; }
@keyframes slide { from { transform: translateX(-100%); } to { transform: translateX(340%); } }
@media (prefers-reduced-motion: reduce) { .progress::before { width: 100%; animation: none; opacity: 0.6; } }

.body { display: flex; flex: 1; min-height: 0; }
.main { flex: 1 1 0; min-width: 0; overflow-y: auto; overscroll-behavior: contain; }
.side { flex: 1.15 1 0; min-width: 0; display: flex; flex-direction: column; border-inline-start: 1px solid var(--border); background: var(--surface); }
.side-head { display: flex; align-items: center; gap: 4px; padding: 4px; border-bottom: 1px solid var(--border); flex: none; }
.side-title { flex: 1; min-width: 0; margin: 0; font: 600 13px/1.4 var(--font-code); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.dialog .side-title:focus-visible { outline-offset: -2px; }
.side-body { flex: 1; overflow: auto; overscroll-behavior: contain; padding-bottom: 16px; }
.side-body > p, .side-body > h4, .side-body > .calls, .side-body > .drawing, .side-body > .problem { margin-inline: 16px; }
.side-note { display: flex; align-items: center; flex-wrap: wrap; gap: 4px 12px; margin-block: 10px; font-size: 13px; }
.side-note a { display: inline-flex; align-items: center; gap: 4px; color: var(--accent); }
.side-note a .icon { width: 12px; height: 12px; }

.home { padding: 12px 16px 16px; }
.home > p { margin: 4px 0 12px; }
.group-title { margin: 16px 0 4px; padding: 0; color: var(--text-muted); font: 600 12px/1.5 var(--font-ui); letter-spacing: 0.02em; }
.suggestions { margin: 4px -8px; padding: 0; list-style: none; }
.suggestion { display: flex; align-items: center; gap: 10px; width: 100%; padding: 8px; text-align: start; }
.suggestion .icon { color: var(--text-muted); }

.results { padding: 6px 8px 16px; }
.results .group-title { padding: 0 8px; margin-top: 10px; }
.option { padding: 5px 8px; border-radius: var(--radius); cursor: pointer; }
.option[aria-selected="true"] { background: var(--accent-soft); }
.row { display: flex; align-items: baseline; gap: 8px; min-width: 0; }
.row > .icon { align-self: center; color: var(--text-muted); }
.row .title { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
/* From right to left, so that it is the beginning that gives way. */
.row .title.code { direction: rtl; text-align: left; }
.owner { color: var(--text-muted); }
.row .where { flex: 1 1 30%; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; direction: rtl; text-align: right; color: var(--text-muted); font-size: 12px; unicode-bidi: plaintext; }
.row kbd { margin-inline-start: auto; color: var(--text-muted); }
.kind { flex: none; color: var(--text-muted); font-size: 12px; }
.snippet { margin-top: 1px; color: var(--text-muted); font-size: 13px; line-height: 1.4; white-space: pre; overflow: hidden; text-overflow: ellipsis; }
.snippet:not(.code) { white-space: normal; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
.snippet.code { font-size: 12px; }
mark { background: none; color: var(--text); font-weight: 600; }
.empty { margin: 12px 8px; }

.conversation { padding: 4px 20px 20px; }
.turn { padding: 12px 0 4px; border-bottom: 1px solid var(--border); }
.turn:nth-last-of-type(1) { border-bottom: 0; }
.question { margin: 0 0 6px; font: 600 16px/1.4 var(--font-ui); }
.how { margin: 0 0 8px; color: var(--text-muted); font-size: 13px; }
.how summary { cursor: pointer; width: fit-content; max-width: 100%; border-radius: 2px; }
.work { margin: 4px 0 0; padding-inline-start: 20px; }
.work .tool { margin-inline-start: 12px; list-style: none; font-family: var(--font-code); font-size: 12px; }
.caveat { border-inline-start: 3px solid var(--accent); padding-inline-start: 8px; }
.prose .plain { white-space: pre-wrap; overflow-wrap: anywhere; }
.prose > :first-child { margin-top: 0; }
.prose p, .prose ul, .prose ol, .prose pre, .prose blockquote, .prose .table { margin: 0 0 10px; }
.prose ul, .prose ol { padding-inline-start: 22px; }
.prose li { margin: 2px 0; }
.prose h4, .prose h5, .prose h6 { margin: 14px 0 6px; font: 600 15px/1.4 var(--font-ui); }
.prose a { color: var(--accent); }
.prose code { padding: 1px 4px; border-radius: 3px; background: var(--surface-sunken); font-family: var(--font-code); font-size: 0.88em; }
.prose pre, .signature, .mermaid pre { padding: 10px 12px; border: 1px solid var(--border); border-radius: var(--radius); background: var(--surface); overflow-x: auto; font: 13px/20px var(--font-code); }
.prose pre code, .signature code { padding: 0; background: none; font: inherit; }
.prose blockquote { padding-inline-start: 12px; border-inline-start: 3px solid var(--border); color: var(--text-muted); }
.prose .table { overflow-x: auto; }
.prose table { border-collapse: collapse; font-size: 13px; }
.prose th, .prose td { padding: 4px 10px; border: 1px solid var(--border); text-align: start; }
.prose hr { border: 0; border-top: 1px solid var(--border); }
.chip { all: unset; display: inline-block; min-width: 18px; padding: 0 5px; border-radius: 9px; background: var(--accent-soft); color: var(--text); font: 600 11px/18px var(--font-ui); text-align: center; vertical-align: 1px; cursor: pointer; }
.prose a.chip { color: var(--text); }
.chip:hover { background: var(--accent); color: var(--accent-text); }
.prose a.chip:hover { color: var(--accent-text); text-decoration: none; }
.foot > p { margin: 8px 0; font-size: 13px; }
.sources { margin: 0; padding: 0; list-style: none; }
.sources li { display: flex; align-items: center; gap: 8px; }
.source { all: unset; display: flex; align-items: baseline; gap: 8px; flex: 1; min-width: 0; padding: 3px 4px; border-radius: 4px; cursor: pointer; font-size: 13px; }
.source:hover { background: var(--surface-sunken); }
.source .number { flex: none; min-width: 18px; color: var(--text-muted); font-size: 12px; text-align: end; }
.source .code { flex: 0 1 auto; min-width: 0; overflow-wrap: anywhere; }
.source .symbol { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 12px; }
.source .icon { align-self: center; width: 12px; height: 12px; color: var(--text-muted); }
.view { margin-inline-end: 4px; padding: 3px 4px; font-size: 13px; }
.by { display: flex; align-items: center; justify-content: space-between; gap: 12px; }
.new { margin-top: 12px; }

.code-view { margin: 0; padding: 6px 0; overflow-x: auto; font: 13px/20px var(--font-code); tab-size: 4; }
.code-view code { display: block; width: max-content; min-width: 100%; font: inherit; }
.line { display: flex; white-space: pre; padding-inline-end: 16px; border-inline-start: 3px solid transparent; }
.line.lit { background: var(--lit); border-color: var(--lit-edge); }
.line-number { flex: none; padding: 0 14px 0 10px; color: var(--text-muted); user-select: none; }
.signature { margin: 0 16px 10px; white-space: pre-wrap; }
.doc { margin: 0 16px; }
.calls { margin-block: 0; padding: 0; list-style: none; font-size: 13px; }
.calls li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 10px; padding: 3px 0; }
.calls .link { flex: 0 1 auto; min-width: 0; overflow-wrap: anywhere; }
.place { all: unset; color: var(--text-muted); cursor: pointer; overflow-wrap: anywhere; }
.place.code { font-family: var(--font-code); font-size: 12px; }
.proof { color: var(--text-muted); font-size: 12px; }
.proof.possible { font-style: italic; }
.drawing { margin-block: 8px; }
.canvas { overflow: auto; max-height: 380px; border: 1px solid var(--border); border-radius: var(--radius); background: var(--surface-raised); padding: 8px; }
.picture { display: block; margin: auto; font: 12px var(--font-code); stroke: none; }
.canvas .picture { width: auto; height: auto; max-width: none; fill: currentColor; }
.node rect { fill: var(--surface); stroke: var(--border-strong); stroke-width: 1; }
.node text { fill: var(--text); stroke: none; }
.node[role="button"] { cursor: pointer; }
.node[role="button"]:hover rect { stroke: var(--accent); }
.node.middle rect { fill: var(--accent-soft); stroke: var(--accent); }
.node:focus-visible { outline: none; }
.node:focus-visible rect { stroke: var(--accent); stroke-width: 2.5; }
.edge path { fill: none; stroke: var(--text-muted); stroke-width: 1.2; }
.edge.possible path { stroke-dasharray: 4 3; }
.edge .arrow { fill: var(--text-muted); stroke: none; }
.mermaid { margin-top: 6px; font-size: 13px; }
.mermaid summary { width: fit-content; color: var(--accent); cursor: pointer; }

.model-form { padding: 16px 20px; max-width: 520px; }
.model-form .side-title { font: 600 15px/1.4 var(--font-ui); margin-bottom: 8px; }
.choice { display: flex; align-items: center; gap: 8px; padding: 4px 0; }
.choice input { accent-color: var(--accent); width: 16px; height: 16px; margin: 0; }
.own-model { margin: 4px 0 12px; padding: 0 0 0 24px; border: 0; min-width: 0; }
.field { display: block; margin: 8px 0; font-size: 13px; }
.field input { display: block; width: 100%; min-height: 36px; padding: 4px 10px; border: 1px solid var(--border-strong); border-radius: var(--radius); background: var(--surface); color: var(--text); font: 16px var(--font-ui); }
.own-model .muted { margin: 8px 0 0; font-size: 13px; }
.buttons { display: flex; align-items: center; gap: 8px; }
.buttons .quiet { min-height: 36px; }

.problem { margin: 16px; padding: 10px 14px; border: 1px solid var(--danger); border-radius: var(--radius); background: var(--danger-soft); }
.problem p { margin: 0 0 4px; }
.problem .what { font-weight: 600; }
.turn .problem { margin: 8px 0; }
.problem .quiet { margin-top: 6px; }

.footer { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 7px 16px; border-top: 1px solid var(--border); background: var(--surface); color: var(--text-muted); font-size: 12px; flex: none; }
.footer .link { flex: none; font-size: 12px; }

@media (max-width: 860px) {
  .wide .main { display: none; }
  .side { border-inline-start: 0; }
}
@media (max-width: 600px) {
  .dialog, .dialog.wide { width: 100vw; height: 100dvh; margin: 0; border: 0; border-radius: 0; }
  .head { padding-inline-start: 12px; }
  .row { flex-wrap: wrap; }
  .row { column-gap: 8px; row-gap: 0; }
  .row .title.code { flex-basis: 100%; }
  .row .where { text-align: left; }
  .conversation { padding-inline: 14px; }
  .option { padding-block: 7px; }
}
@media (forced-colors: active) {
  .option[aria-selected="true"], .line.lit { forced-color-adjust: none; background: Highlight; color: HighlightText; }
  .chip { border: 1px solid; }
}
`);
