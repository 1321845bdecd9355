import { baseStyle, inBothLooks } from '../identity/pages/assets.ts'

const FORMS = `
[hidden] { display: none !important; }
form { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
.first { position: absolute; width: 0; height: 0; padding: 0; border: 0; overflow: hidden; }
.note { padding: 0 16px 12px; color: var(--muted); font-size: 13px; }
.rules td { padding: 8px 8px 8px 16px; vertical-align: top; }
.rules td:last-child { padding-right: 16px; text-align: right; }
.rules input[type="text"] { width: 100%; min-width: 176px; }
.rules input[type="checkbox"] { width: 16px; height: 16px; margin: 8px 0; accent-color: var(--accent); }
.rules .error { max-width: 220px; margin-top: 4px; white-space: normal; }
.changed { flex: 1; align-self: center; color: var(--muted); font-size: 12px; }
input:not([type="checkbox"]), select { height: 32px; padding: 0 8px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 6px; }
input[type="number"] { width: 96px; }
[aria-invalid="true"] { border-color: var(--danger); }
.actions { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
.primary, .plain { height: 32px; padding: 0 12px; font-size: 13px; font-weight: 500; border-radius: 6px; border: 1px solid var(--control); color: inherit; background: var(--surface); }
.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.error { color: var(--danger); font-size: 12px; }
.alert { padding: 8px 12px; border-radius: 6px; font-size: 13px; }
.alert.danger { color: var(--danger); background: var(--danger-bg); }
.alert.info { color: var(--info); background: var(--info-bg); }
.alert.success { color: var(--success); background: var(--success-bg); }
`.trim()

const NARROW = `
@media (max-width: 720px) {
  .pair { grid-template-columns: minmax(0, 1fr); }
  .periods { flex: 1; }
  .made { order: 1; flex-basis: 100%; text-align: left; }
  th, td { padding: 6px 8px; white-space: normal; }
  th:first-child, td:first-child { padding-left: 16px; }
  th:last-child, td:last-child { padding-right: 16px; }
  .rules td:not(:first-child, :last-child) { padding: 8px; }
  .rules input[type="text"] { min-width: 128px; }
  .rules input[type="number"] { width: 80px; }
}
`.trim()

const PAPER = `
@media print {
  @page { margin: 14mm; }
  body { background: none; }
  h1 { position: static; width: auto; height: auto; clip-path: none; white-space: normal; font-size: 20px; line-height: 28px; }
  .plain, .primary, .periods { display: none !important; }
  .made { text-align: left; }
  .card { break-inside: avoid; }
  .card.flush { break-inside: auto; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th, td { padding: 4px 8px; white-space: normal; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`.trim()

/** Style of the service's own views inside the console; `typeface` is the address of the font. */
export function viewStyle(typeface: string): string {
  return `
${baseStyle(typeface)}
${inBothLooks(
  '--line: #3056d3; --warning: #8a4f00; --info: #0a6085; --info-bg: #eaf7fd; --info-line: #90cce5;',
  '--line: #7d97fb; --warning: #f0b74a; --info: #6cc8ee; --info-bg: #0b2430; --info-line: #1f5166;',
)}
body { margin: 0; background: var(--canvas); color: var(--fg); }
main { display: grid; gap: 16px; padding: 0 2px 2px; }
main > * { min-width: 0; }
h1, h2, p { margin: 0; }
h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
h2 { font-size: 14px; font-weight: 600; }
.simulated { padding: 8px 12px; border: 1px solid var(--info-line); border-radius: 6px; background: var(--info-bg); color: var(--info); font-size: 13px; }
.card { padding: 12px 16px; background: var(--surface); border: 1px solid var(--border); border-radius: 8px; }
.card > p:not(.figure) { margin-top: 4px; color: var(--muted); font-size: 13px; }
.card.flush { padding: 12px 0 0; }
.card.flush h2 { padding: 0 16px 8px; }
.card.flush .scroll { border-top: 1px solid var(--border); }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; }
.figure { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; margin: 4px 0 8px; color: var(--muted); font-size: 12px; }
.figure strong { color: var(--fg); font-size: 20px; line-height: 28px; font-weight: 600; font-variant-numeric: tabular-nums; }
svg.line { display: block; width: 100%; height: auto; }
svg.line .grid { stroke: var(--border); }
svg.line .stroke { fill: none; stroke: var(--line); stroke-width: 1.5; stroke-linejoin: round; }
svg.line .area { fill: var(--line); fill-opacity: 0.14; }
svg.line text { fill: var(--muted); font-size: 11px; font-variant-numeric: tabular-nums; }
svg.bar { width: 96px; height: 8px; }
svg.bar .whole { fill: var(--border); }
svg.bar .part { fill: var(--line); }
.load { display: inline-flex; align-items: center; gap: 8px; white-space: nowrap; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 6px 16px; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--border); }
tr:last-child td { border-bottom: 0; }
th { color: var(--muted); font-weight: 500; background: var(--subtle); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.severity { display: inline-flex; align-items: center; gap: 8px; }
.severity::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--success); }
.severity.critical::before { border-radius: 1px; background: var(--danger); }
.severity.warning::before { border-radius: 0; background: var(--warning); clip-path: polygon(50% 0, 100% 100%, 0 100%); }
.wrap { display: block; min-width: 160px; max-width: 480px; white-space: normal; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px 24px; margin: 8px 0 4px; }
.figures > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.figures dt { color: var(--muted); font-size: 12px; }
.figures dd { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; font-variant-numeric: tabular-nums; }
.state { display: inline-flex; align-items: center; gap: 8px; }
.state::before { content: ""; width: 8px; height: 8px; border-radius: 50%; border: 1px solid var(--control); }
.state.on::before { border-color: var(--success); background: var(--success); }
.ended { padding: 24px; text-align: center; color: var(--muted); }
.ended h2 { margin-bottom: 4px; color: var(--fg); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.headline { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.periods { display: flex; flex-wrap: wrap; gap: 4px; }
.periods button { padding: 5px 12px; font: inherit; font-size: 13px; border: 1px solid var(--border); border-radius: 6px; color: var(--muted); background: var(--surface); cursor: pointer; }
.periods button[aria-pressed="true"] { color: var(--fg); border-color: var(--accent); font-weight: 500; }
.made { flex: 1; color: var(--muted); font-size: 12px; text-align: right; }
${FORMS}
${NARROW}
${PAPER}
`.trim()
}
