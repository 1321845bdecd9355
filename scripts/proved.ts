import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { unprovedBy } from './proofs/findings.ts'
import { indexOf } from './proofs/match.ts'
import { loadRows } from './proofs/rows.ts'
import { testNames } from './proofs/test-names.ts'

// After a suite has run: whether each row of the coverage table that names its tests has one that passed.
const [kind = '', file = ''] = parseArgs({ allowPositionals: true }).positionals
if (kind !== 'test' && kind !== 'e2e') throw new Error(`"${kind}" is no kind of run; there are test and e2e.`)
const root = resolve(import.meta.dirname, '..')
const passed = JSON.parse(readFileSync(file, 'utf8')) as string[][]
const findings = unprovedBy({ kind, passed }, await loadRows(root), indexOf(testNames(root)))
for (const { id, where, message } of findings) console.error(`${id}  ${where}\n    ${message}`)
process.exitCode = findings.length === 0 ? 0 : 1
