import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resourceName, type EntityRequest } from './request.ts'
import { withResource, withScreen } from './shared-files.ts'
import { localeFile, samplesFile, schemaFile, screenFile } from './templates.ts'

/** Writes the files of a new entity and registers its screen and resource. Throws before writing if a file already exists. */
export function writeEntity(request: EntityRequest): string[] {
  const { root, name } = request
  const created = new Map([
    [`schemas/entities/${name}.schema.json`, schemaFile(request)],
    [`schemas/entities/${name}.samples.json`, samplesFile(request)],
    [`screens/${name}.screen.ts`, screenFile(request)],
    [`locales/en/${name}.json`, localeFile(request)],
  ])
  const existing = [...created.keys()].filter((path) => existsSync(join(root, path)))
  if (existing.length > 0) throw new Error(`already there: ${existing.join(', ')}`)
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  const changed = new Map([
    ['screens/index.ts', withScreen(read('screens/index.ts'), request)],
    ['schemas/rights/roles.json', withResource(read('schemas/rights/roles.json'), request)],
  ])
  for (const [path, content] of [...created, ...changed]) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return [...created.keys(), ...changed.keys()]
}

/** What an author still has to do, file by file, in a good order. */
export function leftToDo({ name, plural, scope }: EntityRequest): string[] {
  const resource = resourceName(plural)
  const everybody = scope === 'tenant' ? 'every tenant' : 'customers'
  return [
    `schemas/entities/${name}.schema.json: say in "description" what it is and what each field means; set limits, write rules ("x-rules")`,
    `schemas/entities/${name}.samples.json: one record that each rule accepts, and one that it refuses`,
    `screens/${name}.screen.ts: order columns and sections; say above it what it is`,
    `locales/en/${name}.json: "${name}.about", acronyms, "${name}.help.<field>" where a label is not enough`,
    `schemas/rights/roles.json: who may do what; "${resource}" may be used on ${everybody} by all roles of its group`,
    `npm run dev: look at it; English texts are enough until here`,
    `npm run texts:missing: stubs in the other languages; translate them`,
    `npm run generate && npm run check`,
  ]
}
