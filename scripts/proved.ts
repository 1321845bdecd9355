import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFacts } from './proofs/facts.ts'
import { runKinds, unprovedBy, type TaggedTest } from './proofs/findings.ts'
import { coveragePage, pagePath } from './proofs/page.ts'
import { loadRedRecords } from './proofs/red/records.ts'
import { loadProofs } from './proofs/tags.ts'

// Runs after the suites of a kind: checks that every fact tagged in their tests has a test that passed, and rewrites the coverage table.
const [kindName = '', file = ''] = parseArgs({ allowPositionals: true }).positionals
const kind = runKinds.find((one) => one === kindName)
if (kind === undefined) throw new Error(`Unknown kind of run "${kindName}"; choose from ${runKinds.join(', ')}.`)
const root = resolve(import.meta.dirname, '..')
const passed = JSON.parse(readFileSync(file, 'utf8')) as TaggedTest[]
const proofs = loadProofs(root)
writeFileSync(join(root, pagePath), coveragePage(loadFacts(root), proofs, loadRedRecords(root)))
const findings = unprovedBy({ kind, passed }, proofs)
for (const { id, where, message } of findings) console.log(`${id}  ${where}\n    ${message}`)
process.exitCode = findings.length === 0 ? 0 : 1
