import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkNames, runChecks } from './run-checks.ts'

const { values } = parseArgs({
  options: { root: { type: 'string', default: resolve(import.meta.dirname, '..', '..') }, only: { type: 'string', multiple: true } },
})
const { only = checkNames } = values
const unknown = only.filter((name) => !checkNames.some((known) => known === name))
if (unknown.length > 0) throw new Error(`No check is named ${unknown.join(', ')}; there are ${checkNames.join(', ')}.`)

const findings = await runChecks(
  values.root,
  checkNames.filter((name) => only.includes(name)),
)
for (const { id, where, message } of findings) console.log(`${id}  ${where}\n    ${message}`)
console.log(findings.length === 0 ? 'schemas, screens and texts: no findings' : `${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
