import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runKinds, unprovedBy } from './proofs/findings.ts'
import { indexOf } from './proofs/match.ts'
import { coveragePage, pagePath } from './proofs/page.ts'
import { loadRows } from './proofs/rows.ts'
import { testNames } from './proofs/test-names.ts'

// After a suite has run: whether each row of the coverage table that names its tests has one that passed. Writes the table anew.
const [wanted = '', file = ''] = parseArgs({ allowPositionals: true }).positionals
const kind = runKinds.find((one) => one === wanted)
if (kind === undefined) throw new Error(`"${wanted}" is no kind of run; there are ${runKinds.join(', ')}.`)
const root = resolve(import.meta.dirname, '..')
const passed = JSON.parse(readFileSync(file, 'utf8')) as string[][]
const rows = await loadRows(root)
const names = indexOf(testNames(root))
writeFileSync(join(root, pagePath), coveragePage(rows, names))
const findings = unprovedBy({ kind, passed }, rows, names)
for (const { id, where, message } of findings) console.error(`${id}  ${where}\n    ${message}`)
process.exitCode = findings.length === 0 ? 0 : 1
