import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { benches } from '../tests/bench/benches.ts'
import { ratioOf, verdictOf, type Figure } from '../tests/bench/figure.ts'
import { tableOf } from '../tests/bench/report.ts'
import { buildIfStale } from './tooling/build.mjs'
import { at } from './tooling/paths.mjs'

/** `npm run bench [-- L1 B1 ...]`: measures the budgets, prints a table, saves the figures in `bench-results`. Fails if a budget is missed. */
async function main(selected: readonly string[]): Promise<void> {
  const unknown = selected.find((one) => !benches.some(({ id }) => isSelected(id, [one])))
  if (unknown !== undefined) throw new Error(`Unknown measurement '${unknown}'; choose from ${benches.map(({ id }) => id).join(', ')}.`)
  if (!(await buildIfStale())) throw new Error('The build failed.')
  const figures: Figure[] = []
  for (const bench of benches.filter(({ id, onRequest }) => (selected.length === 0 ? onRequest !== true : isSelected(id, selected)))) {
    process.stderr.write(`${bench.id}: ${bench.about}\n`)
    figures.push(...(await bench.run((step) => process.stderr.write(`  ${step}\n`))))
  }
  process.stdout.write(`\n${tableOf(figures)}\n\nSaved to ${save(figures)}\n`)
  if (figures.some((figure) => verdictOf(figure) === 'missed')) process.exitCode = 1
}

/** `B1` selects `B1` and `B1-BROWSER`. */
function isSelected(id: string, selected: readonly string[]): boolean {
  return selected.some((one) => id === one || id.startsWith(`${one}-`))
}

function save(figures: readonly Figure[]): string {
  const now = new Date()
  const folder = at('bench-results')
  const file = join(folder, `${now.toISOString().slice(0, 10)}.json`)
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model }
  const measured = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), verdict: verdictOf(figure) }))
  writeFileSync(file, `${JSON.stringify({ at: now.toISOString(), machine, figures: measured }, null, 2)}\n`)
  return file
}

await main(process.argv.slice(2))
