import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFacts } from './proofs/facts.ts'
import type { RunKind } from './proofs/findings.ts'
import { changed, describeChange, parseChanges, refusals, type Change } from './proofs/red/changes.ts'
import { cleanCommit, withCopy } from './proofs/red/copy.ts'
import { saveRedRecords, type RedRecords } from './proofs/red/records.ts'
import { requireGreen, tryChange, tryTogether, type Trial } from './proofs/red/try-changes.ts'
import { loadProofs } from './proofs/tags.ts'

const usage = `Usage: npm run proofs:red -- <fact> [<fact> ...] --file <path> --replace <text> --with <text> [--browser | --exhaustive]
       npm run proofs:red -- --list <file, or - for the input> [--browser | --exhaustive] [--together] [--quick]
A list is a JSON array of { "facts": ["S0-5.2"], "file": "…", "replace": "…", "with": "…" }. --together tries it in a few rounds of
several changes each, which is quicker if their tests are in the same files, e.g. 7 rounds for 35 changes.
--quick runs API tests only for facts that no quicker test proves. --exhaustive runs only tests of tests/exhaustive.`

// `npm run proofs:red`: changes the product in a copy, sees the tests of a fact fail, and records that in tests/proofs/red.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string' },
    replace: { type: 'string' },
    with: { type: 'string' },
    list: { type: 'string' },
    browser: { type: 'boolean', default: false },
    exhaustive: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})
const root = resolve(import.meta.dirname, '..')
const usualKinds: readonly RunKind[] = values.browser ? ['test', 'e2e'] : ['test']
const kinds: readonly RunKind[] = values.exhaustive ? ['exhaustive'] : usualKinds
const proofs = loadProofs(root)
const changes = requestedChanges()
requireValid(changes)
const commit = cleanCommit(root)
let missed = 0
await withCopy(root, async (copy) => {
  const trial = { copy, commit, proofs, kinds, isQuick: values.quick }
  await requireGreen([...new Set(changes.flatMap(({ facts }) => facts))], trial)
  if (values.together && changes.length > 1) await tryInRounds(trial)
  else for (const change of changes) report(change, await tryChange(change, trial))
})
process.exitCode = missed === 0 ? 0 : 1

/** Stores what was seen red, and tells what was not. */
function report(change: Change, records: RedRecords): void {
  saveRedRecords(root, records)
  const green = change.facts.filter((fact) => !records[fact])
  missed += green.length
  console.log(`${change.file}: ${describeChange(change)}\n  red: ${Object.keys(records).join(', ') || 'none'}`)
  if (green.length > 0) console.error(`  no test fails: ${green.join(', ')}`)
}

async function tryInRounds(trial: Trial): Promise<void> {
  const { records, unclear } = await tryTogether(changes, trial)
  for (const change of changes) {
    const clear = change.facts.filter((fact) => !unclear.some(({ facts }) => facts.includes(fact)))
    if (clear.length > 0)
      report({ ...change, facts: clear }, Object.fromEntries(Object.entries(records).filter(([fact]) => clear.includes(fact))))
  }
  for (const change of unclear) report(change, await tryChange(change, trial))
}

function requestedChanges(): Change[] {
  const { list, file, replace, with: replacement } = values
  if (list !== undefined) return parseChanges(readFileSync(list === '-' ? process.stdin.fd : list, 'utf8'))
  if (file === undefined || replace === undefined || replacement === undefined) throw new Error(usage)
  return [{ facts: positionals, file, replace, with: replacement }]
}

/** Throws before anything runs if one of the changes cannot be tried. */
function requireValid(all: readonly Change[]): void {
  const plan = { known: new Set(loadFacts(root).map(({ id }) => id)), proofs, kinds }
  const reasons = all.flatMap((change) => refusals(change, plan))
  if (reasons.length > 0) throw new Error(reasons.join('\n'))
  for (const change of all) changed(readFileSync(join(root, change.file), 'utf8'), change)
  if (values.together && new Set(all.flatMap(({ facts }) => facts)).size < all.flatMap(({ facts }) => facts).length)
    throw new Error('In a list that is tried together each fact has one change.')
}
