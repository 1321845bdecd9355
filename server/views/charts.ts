import { html, type Markup } from '../identity/pages/markup.ts'

const WIDTH = 600
const HEIGHT = 140
const LEFT = 88
const BOTTOM = 20

/** The next round number: 1, 2, 3, 4, 5, 6 or 8 times a power of ten, so that its half is short, too. */
export function roundAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return power * ([1, 2, 3, 4, 5, 6, 8].find((step) => step * power >= value) ?? 10)
}

/** A chart of values over time; the table beside it is its text alternative. */
export function lineChart(
  label: string,
  { values, ticks, format }: { values: readonly number[]; ticks: readonly string[]; format: (value: number) => string },
): Markup {
  const top = roundAbove(Math.max(...values))
  const x = (index: number): number => LEFT + ((WIDTH - LEFT - 8) * index) / Math.max(1, values.length - 1)
  const y = (value: number): number => 8 + (HEIGHT - BOTTOM - 8) * (1 - value / top)
  const line = values.map((value, index) => `${x(index).toFixed(1)} ${y(value).toFixed(1)}`).join(' L')
  const base = y(0).toFixed(1)
  const last = values.length - 1
  return html`<svg class="line" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    ${[top, top / 2, 0].map(
      (value) =>
        html`<line class="grid" x1="${LEFT}" x2="${WIDTH - 8}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" />
          <text x="${LEFT - 8}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${format(value)}</text>`,
    )}
    <path class="area" d="M${LEFT} ${base} L${line} L${x(last).toFixed(1)} ${base} Z" />
    <path class="stroke" d="M${line}" />
    ${[0, Math.floor(last / 2), last].map(
      (index, place) =>
        html`<text x="${x(index).toFixed(1)}" y="${HEIGHT - 4}" text-anchor="${['start', 'middle', 'end'][place] ?? 'middle'}"
          >${ticks[index] ?? ''}</text
        >`,
    )}
  </svg>`
}

/** A bar with its label in a table cell, for a share of a whole. */
export function bar(share: number, said: string): Markup {
  const width = Math.round(100 * Math.min(1, Math.max(0, share)))
  return html`<span class="load"
    ><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" width="100" height="8" rx="2" />
      <rect class="part" width="${width}" height="8" rx="2" /></svg
    >${said}</span
  >`
}
