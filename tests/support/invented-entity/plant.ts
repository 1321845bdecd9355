import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languages } from '../../../scripts/generate/tree.ts'
import type { EntityRequest } from '../../../scripts/new-entity/request.ts'
import { withResource, withScreen } from '../../../scripts/new-entity/templates.ts'

const here = import.meta.dirname
const repository = resolve(here, '..', '..', '..')

/** What a copy makes itself, or shares. */
const notCopied = new Set(['.git', '.data', 'dist', 'node_modules', 'test-results', 'coverage'])

/** Copies the work tree into an empty folder, packages by link. */
export function copyTree(target: string): void {
  mkdirSync(target, { recursive: true })
  for (const part of readdirSync(repository).filter((name) => !notCopied.has(name))) {
    cpSync(join(repository, part), join(target, part), { recursive: true })
  }
  symlinkSync(join(repository, 'node_modules'), join(target, 'node_modules'))
}

/** Entities that only tests know, by name: what an author would answer to `npm run new-entity`. */
const requests = {
  /** A mooring place of a tenant, with ten fields and two rules. */
  berth: { plural: 'berths', scope: 'tenant', group: 'administration' },
  /** A light in a customer's overlay, with an object and a list inside and rules in both. */
  beacon: { plural: 'beacons', scope: 'overlay', group: 'network' },
} satisfies Record<string, Omit<EntityRequest, 'root' | 'name'>>

export type InventedEntity = keyof typeof requests

function lineCount(text: string): number {
  return text.trimEnd().split('\n').length
}

/**
 * Enters an invented entity into a copy of the tree, as an author would: schema, screen, texts, a line in the list of screens
 * and one in the table of rights. Returns how many lines that took, samples not counted: they are its tests.
 */
export function plantInventedEntity(root: string, name: InventedEntity): number {
  const request: EntityRequest = { root, name, ...requests[name] }
  const content = (file: string): string => readFileSync(join(here, name, file), 'utf8')
  const files = new Map([
    [`schemas/entities/${name}.schema.json`, content(`${name}.schema.json`)],
    [`screens/${name}.screen.ts`, content(`${name}.screen.ts.txt`)],
    ...languages.map((language) => [`locales/${language}/${name}.json`, content(`locales/${language}.json`)] as const),
  ])
  const lists = [
    ['screens/index.ts', withScreen],
    ['schemas/rights/roles.json', withResource],
  ] as const
  let lines = [...files.values()].reduce((sum, text) => sum + lineCount(text), 0)
  for (const [path, text] of files) writeFileSync(join(root, path), text)
  writeFileSync(join(root, `schemas/entities/${name}.samples.json`), content(`${name}.samples.json`))
  for (const [path, enter] of lists) {
    const before = readFileSync(join(root, path), 'utf8')
    const after = enter(before, request)
    writeFileSync(join(root, path), after)
    lines += lineCount(after) - lineCount(before)
  }
  return lines
}
