import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseDifferences } from './checks/release-check.ts'
import { loadTree } from './generate/tree.ts'
import { withRelease } from './release/changelog.ts'
import { presentContracts, writeReleased } from './release/released.ts'

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    root: { type: 'string', default: resolve(import.meta.dirname, '..') },
  },
})

// `npm run release`: writes what the schemas promise from now on, and what changed into CHANGELOG.md. Refuses a breaking change.
const tree = await loadTree(values.root)
const differences = releaseDifferences(tree)
for (const { class: of, kind, entity, message, write } of differences)
  console.log(`${of.padEnd(8)}  ${kind.padEnd(15)}  ${entity}: ${message}${write === undefined ? '' : `; write ${write}`}`)
if (differences.length === 0) console.log('The schemas promise what the last release did.')
const breaking = differences.filter((difference) => difference.class === 'breaking')
if (breaking.length > 0) {
  console.error(`${breaking.length} changes break what the last release promised: nothing is written.`)
  process.exitCode = 1
} else if (!values['dry-run']) {
  const changed = writeReleased(values.root, presentContracts(tree))
  const { version } = JSON.parse(readFileSync(join(values.root, 'package.json'), 'utf8')) as { version: string }
  const file = join(values.root, 'CHANGELOG.md')
  const date = new Date().toISOString().slice(0, 10)
  if (changed.length > 0) {
    writeFileSync(file, withRelease(existsSync(file) ? readFileSync(file, 'utf8') : '', { version, date }, differences))
    writeFileSync(join(values.root, 'schemas', 'last-changes.json'), `${JSON.stringify({ differences }, null, 2)}\n`)
  }
  console.log(`${changed.length} files of schemas/released changed`)
}
