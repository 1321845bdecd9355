import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './checks/run-checks.ts'
import { descriptionsFolder } from './generate/tree.ts'
import { withDescriptionStubs, withStubs } from './texts/stubs.ts'

const { values } = parseArgs({ options: { root: { type: 'string', default: resolve(import.meta.dirname, '..') } } })

// `npm run texts:missing`: writes a stub for each missing text, English first, since the stubs of other languages hold the English text.
const missing = new Map<string, string[]>()
for (const { id, where } of await runChecks(values.root, ['locales', 'descriptions'])) {
  const [file = ''] = where.split(': ')
  const key = where.slice(`${file}: `.length)
  if (id.endsWith('.missing')) missing.set(file, [...(missing.get(file) ?? []), key])
}
const read = (file: string): Record<string, string> => {
  const path = join(values.root, file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {}
}
const englishFirst = [...missing].toSorted(([a], [b]) => Number(b.startsWith('locales/en/')) - Number(a.startsWith('locales/en/')))
for (const [file, keys] of englishFirst) {
  const isDescriptions = file.startsWith(`${descriptionsFolder}/`)
  const texts = isDescriptions
    ? withDescriptionStubs(read(file), keys)
    : withStubs(read(file), read(file.replace(/^locales\/\w+\//, 'locales/en/')), keys)
  writeFileSync(join(values.root, file), `${JSON.stringify(texts, null, 2)}\n`)
  console.log(`${file}: ${keys.length} stubs`)
}
if (missing.size === 0) console.log('No text is missing.')
