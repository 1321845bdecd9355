import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runKinds, unprovedBy } from './proofs/findings.ts'
import { indexOf } from './proofs/match.ts'
import { loadRows } from './proofs/rows.ts'
import { testNames } from './proofs/test-names.ts'

// After a suite has run: whether each row of the coverage table that names its tests has one that passed.
const [wanted = '', file = ''] = parseArgs({ allowPositionals: true }).positionals
const kind = runKinds.find((one) => one === wanted)
if (kind === undefined) throw new Error(`"${wanted}" is no kind of run; there are ${runKinds.join(', ')}.`)
const root = resolve(import.meta.dirname, '..')
const passed = JSON.parse(readFileSync(file, 'utf8')) as string[][]
const findings = unprovedBy({ kind, passed }, await loadRows(root), indexOf(testNames(root)))
for (const { id, where, message } of findings) console.error(`${id}  ${where}\n    ${message}`)
process.exitCode = findings.length === 0 ? 0 : 1
