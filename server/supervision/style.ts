import { baseStyle } from '../identity/assets.ts'

/** Style of the service's own views inside the console; `typeface` is the address of the font. */
export function viewStyle(typeface: string): string {
  return `
${baseStyle(typeface)}
:root { --line: #3056d3; --warning: #8a4f00; --info: #0a6085; --info-bg: #eaf7fd; --info-line: #90cce5; }
@media (prefers-color-scheme: dark) { :root { --line: #7d97fb; --warning: #f0b74a; --info: #6cc8ee; --info-bg: #0b2430; --info-line: #1f5166; } }
body { margin: 0; background: var(--canvas); color: var(--fg); }
main { display: grid; gap: 16px; padding: 0 2px 2px; }
main > * { min-width: 0; }
h1, h2, p { margin: 0; }
h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
h2 { font-size: 14px; font-weight: 600; }
.simulated { padding: 8px 12px; border: 1px solid var(--info-line); border-radius: 6px; background: var(--info-bg); color: var(--info); font-size: 13px; }
.card { padding: 12px 16px; background: var(--surface); border: 1px solid var(--border); border-radius: 8px; }
.card.flush { padding: 12px 0 0; }
.card.flush h2 { padding: 0 16px 8px; }
.card.flush .scroll { border-top: 1px solid var(--border); }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; }
.figure { margin: 4px 0 8px; color: var(--muted); font-size: 12px; }
.figure strong { color: var(--fg); font-size: 20px; line-height: 28px; font-weight: 600; font-variant-numeric: tabular-nums; }
svg.line { display: block; width: 100%; height: auto; }
svg.line .grid { stroke: var(--border); }
svg.line .stroke { fill: none; stroke: var(--line); stroke-width: 1.5; stroke-linejoin: round; }
svg.line .area { fill: var(--line); fill-opacity: 0.14; }
svg.line text { fill: var(--muted); font-size: 11px; font-variant-numeric: tabular-nums; }
svg.bar { width: 96px; height: 8px; vertical-align: middle; }
svg.bar .whole { fill: var(--border); }
svg.bar .part { fill: var(--line); }
.share { margin-left: 8px; font-variant-numeric: tabular-nums; }
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
form { display: grid; gap: 16px; }
input:not([type="checkbox"]), select { height: 32px; padding: 0 8px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 6px; }
input[type="number"] { width: 96px; }
[aria-invalid="true"] { border-color: var(--danger); }
.actions { display: flex; justify-content: flex-end; gap: 8px; }
.primary, .plain { height: 32px; padding: 0 12px; font-weight: 500; border-radius: 6px; border: 1px solid var(--control); color: inherit; background: var(--surface); }
.primary { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.error { color: var(--danger); font-size: 12px; }
.alert { padding: 8px 12px; border-radius: 6px; font-size: 13px; }
.alert.danger { color: var(--danger); background: var(--danger-bg); }
.alert.success { color: var(--success); background: var(--success-bg); }
@media (max-width: 720px) { .pair { grid-template-columns: minmax(0, 1fr); } }
@media print { body { background: none; } h1 { position: static; width: auto; height: auto; clip-path: none; margin-bottom: 16px; } .plain { display: none; } .card { break-inside: avoid; } }
`.trim()
}
