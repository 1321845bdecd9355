import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languages } from '../../../scripts/generate/tree.ts'
import type { EntityRequest } from '../../../scripts/new-entity/request.ts'
import { writeEntity } from '../../../scripts/new-entity/write-entity.ts'

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
  /** A server cabinet of a tenant, with ten fields and two rules. */
  rack: { plural: 'racks', scope: 'tenant', group: 'administration' },
  /** A light in a customer's overlay, with an object and a list inside and rules in both. */
  beacon: { plural: 'beacons', scope: 'overlay', group: 'network' },
} satisfies Record<string, Omit<EntityRequest, 'root' | 'name'>>

export type InventedEntity = keyof typeof requests

/** Lines that an author writes after `npm run new-entity`: new ones, and those of the scaffold that become others. */
export interface WrittenLines {
  schema: number
  screen: number
  /** In four languages. */
  texts: number
  /** Its tests. */
  samples: number
}

/** How many lines of a text are not those of another one, in their order. */
function linesBeyond(before: string, after: string): number {
  const [old, now] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')]
  let kept = Array.from({ length: old.length + 1 }, () => 0)
  for (const line of now) {
    const next = [0]
    for (const [index, other] of old.entries())
      next.push(line === other ? (kept[index] ?? 0) + 1 : Math.max(kept[index + 1] ?? 0, next[index] ?? 0))
    kept = next
  }
  return now.length - (kept.at(-1) ?? 0)
}

/** Makes an invented entity in a copy of the tree as its author would: the scaffold, then schema, screen, texts and samples. */
export function plantInventedEntity(root: string, name: InventedEntity): WrittenLines {
  writeEntity({ root, name, ...requests[name] })
  const write = (path: string, content: string): number => {
    const before = readFileSync(join(root, path), 'utf8')
    const after = readFileSync(join(here, name, content), 'utf8')
    writeFileSync(join(root, path), after)
    return linesBeyond(before, after)
  }
  return {
    schema: write(`schemas/entities/${name}.schema.json`, `${name}.schema.json`),
    screen: write(`screens/${name}.screen.ts`, `${name}.screen.ts.txt`),
    texts: languages.reduce((sum, language) => sum + write(`locales/${language}/${name}.json`, `locales/${language}.json`), 0),
    samples: write(`schemas/entities/${name}.samples.json`, `${name}.samples.json`),
  }
}
