import { baseStyle, inBothLooks } from '../identity/pages/assets.ts'

/** Style of the window of live troubleshooting; `typeface` is the address of the font. */
export function liveStyle(typeface: string): string {
  return `
${baseStyle(typeface)}
${inBothLooks('--down: #3056d3; --up: #1c9a61; --warning: #8a4f00; --warning-bg: #fff6e6; --warning-dot: #c97a0a; --info: #0a6085; --info-bg: #eaf7fd; --info-line: #90cce5;', '--down: #7d97fb; --up: #3fcf8e; --warning: #f0b74a; --warning-bg: #261e10; --warning-dot: #f0a93a; --info: #6cc8ee; --info-bg: #0b2430; --info-line: #1f5166;')}
[hidden] { display: none !important; }
body { margin: 0; background: var(--canvas); color: var(--fg); }
main { max-width: 1440px; margin: 0 auto; padding: 24px; }
h1, h2, p, figure { margin: 0; }
h1 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 14px; font-weight: 600; }
.brand { margin: 0 0 4px; font-size: 13px; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: flex-end; gap: 12px 24px; }
.what { min-width: 0; }
.serial, .until, .bandwidth, .network { color: var(--muted); font-size: 13px; }
.serial code { color: var(--fg); background: none; padding: 0; font-size: 13px; }
.how { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.until { font-variant-numeric: tabular-nums; }
.state { display: flex; align-items: center; gap: 8px; font-weight: 500; }
.state::before { content: ""; width: 8px; height: 8px; border-radius: 50%; background: var(--control); }
.state[data-state="live"]::before { background: var(--up); }
.state[data-state="lost"] { color: var(--warning); }
.state[data-state="lost"]::before { background: var(--warning-dot); border-radius: 0; clip-path: polygon(50% 0, 100% 100%, 0 100%); }
.state[data-state="paused"]::before { border-radius: 0; background: linear-gradient(90deg, var(--control) 3px, transparent 3px 5px, var(--control) 5px); }
.plain { display: inline-flex; align-items: center; justify-content: center; min-height: 32px; padding: 0 12px; color: inherit; background: var(--surface); border: 1px solid var(--control); border-radius: 6px; font-weight: 500; }
.plain:hover { background: var(--subtle); text-decoration: none; }
#pause { min-width: 96px; }
.simulated { margin: 16px 0; padding: 8px 12px; border: 1px solid var(--info-line); border-radius: 6px; background: var(--info-bg); color: var(--info); font-size: 13px; }
.wan { margin-bottom: 16px; padding: 12px 16px; background: var(--surface); border: 1px solid var(--border); border-radius: 8px; }
.about { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; margin-bottom: 12px; }
.network { overflow-wrap: anywhere; }
.network [data-network]:not(:empty) + .without { display: none; }
.bandwidth { margin-left: auto; font-variant-numeric: tabular-nums; }
.disabled { display: none; margin-left: auto; color: var(--muted); font-size: 13px; }
.wan[data-enabled="false"] { background: transparent; }
.wan[data-enabled="false"] h2 { color: var(--muted); }
.wan[data-enabled="false"] .about { margin: 0; }
.wan[data-enabled="false"] :is(.charts, details, .bandwidth) { display: none; }
.wan[data-enabled="false"] .disabled { display: block; }
.charts { display: grid; grid-template-columns: 2fr 1fr 1fr 1fr; gap: 16px 24px; }
.charts figure { min-width: 0; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 12px; min-height: 24px; font-size: 13px; }
.metric { font-weight: 500; }
.values { display: flex; flex-wrap: wrap; gap: 0 16px; font-variant-numeric: tabular-nums; }
.values b { font-weight: 600; }
.values .name { color: var(--muted); }
:is(.values, .bandwidth) :is(.down, .up)::before { content: ""; display: inline-block; width: 10px; margin-right: 6px; vertical-align: middle; }
:is(.values, .bandwidth) .down::before { height: 8px; background: color-mix(in srgb, var(--down) 25%, transparent); border-top: 2px solid var(--down); }
:is(.values, .bandwidth) .up::before { border-top: 2px solid var(--up); }
.bandwidth .up { margin-left: 12px; }
.bandwidth .down { margin-left: 8px; }
.plot { position: relative; height: 104px; border: 1px solid var(--border); border-radius: 4px; overflow: hidden; background: linear-gradient(var(--border), var(--border)) 0 50% / 100% 1px no-repeat; }
.plot svg { display: block; width: 100%; height: 100%; }
.plot path { fill: none; stroke: var(--down); stroke-width: 1.5; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.plot path.area { stroke: none; fill: var(--down); fill-opacity: 0.14; }
.plot path.up { stroke: var(--up); }
.top { position: absolute; top: 2px; left: 4px; padding: 0 4px; border-radius: 3px; background: color-mix(in srgb, var(--surface) 80%, transparent); color: var(--muted); font-size: 11px; line-height: 16px; font-variant-numeric: tabular-nums; }
.axis { display: flex; justify-content: space-between; color: var(--muted); font-size: 11px; line-height: 16px; }
[data-stale] .plot { opacity: 0.55; }
details { margin-top: 8px; }
summary { width: fit-content; cursor: pointer; color: var(--muted); font-size: 13px; }
.scroll { max-height: 260px; margin-top: 8px; overflow: auto; border: 1px solid var(--border); border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--border); }
th { position: sticky; top: 0; background: var(--subtle); font-weight: 500; }
:is(th, td):first-child { text-align: left; }
.ended { max-width: 480px; margin: 15vh auto 0; padding: 24px; background: var(--surface); border: 1px solid var(--border); border-radius: 8px; }
.ended :is(h1, p) { margin-bottom: 12px; }
.ended p:last-child { margin: 0; }
.ended:focus { outline: none; }
@media (max-width: 1100px) { .charts { grid-template-columns: repeat(3, 1fr); } .charts figure:first-child { grid-column: 1 / -1; } }
@media (max-width: 560px) { main { padding: 16px; } .charts { grid-template-columns: 1fr; } .bandwidth { margin-left: 0; } }
`.trim()
}
