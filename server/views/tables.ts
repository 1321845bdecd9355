import { html, type Markup } from '../identity/pages/markup.ts'
import type { Language } from '../identity/pages/texts.ts'

/** Maximum rows of a table; the console's lists show all. */
export const MOST_ROWS = 300

/** Numbers in the reader's locale. */
export const numbers = (language: Language): Intl.NumberFormat => new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

/** Measured values with a fixed number of decimals, so that decimal points align. */
export const measures = (language: Language): Intl.NumberFormat =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** An empty card with an explanation. */
export function emptyCard(title: string, said: string): Markup {
  return html`<section class="card">
    <h2>${title}</h2>
    <p>${said}</p>
  </section>`
}

/** A row of counts. */
export function figures(title: string, counted: readonly { label: string; value: string }[]): Markup {
  return html`<section class="card">
    <h2>${title}</h2>
    <dl class="figures">
      ${counted.map(
        ({ label, value }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

interface TableParts {
  head: readonly string[]
  rows: readonly (readonly (Markup | string)[])[]
  /** Index of the first numeric column. */
  numbersFrom: number
}

/** A card with a table that scrolls horizontally if too wide. */
export function table(title: string, { head, rows, numbersFrom }: TableParts): Markup {
  const kind = (index: number): Markup | false => index >= numbersFrom && html` class="number"`
  return html`<section class="card flush">
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${head.map((name, index) => html`<th scope="col" ${kind(index)}>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                ${row.map((cell, index) => html`<td${kind(index)}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
