import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languages } from '../generate/tree.ts'
import type { EntityRequest } from './request.ts'
import { localeFile, samplesFile, schemaFile, screenFile, withResource, withScreen } from './templates.ts'

/** Writes the files of a new entity and registers its screen and resource. Throws before writing if a file already exists. */
export function writeEntity(request: EntityRequest): string[] {
  const { root, name } = request
  const created = new Map([
    [`schemas/entities/${name}.schema.json`, schemaFile(request)],
    [`schemas/entities/${name}.samples.json`, samplesFile(request)],
    [`screens/${name}.screen.ts`, screenFile(request)],
    ...languages.map((language) => [`locales/${language}/${name}.json`, localeFile(request, language)] as const),
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
