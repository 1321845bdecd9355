import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './run-checks.ts'

const { values } = parseArgs({ options: { root: { type: 'string', default: resolve(import.meta.dirname, '..', '..') } } })

const findings = await runChecks(values.root)
for (const { id, where, message } of findings) console.error(`${id}  ${where}\n    ${message}`)
console.log(findings.length === 0 ? 'schemas, screens, texts and generated files: no findings' : `${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
