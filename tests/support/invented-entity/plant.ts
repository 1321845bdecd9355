import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languages } from '../../../scripts/generate/tree.ts'
import { requestOf, type Answers } from '../../../scripts/new-entity/request.ts'
import { writeEntity } from '../../../scripts/new-entity/write-entity.ts'

const here = import.meta.dirname
const repository = resolve(here, '..', '..', '..')

/** Folders that a copy creates itself or shares by link. */
const notCopied = new Set(['.git', '.data', 'dist', 'node_modules', 'test-results', 'coverage'])

/** Copies the work tree into an empty folder; links `node_modules`. */
export function copyTree(target: string): void {
  mkdirSync(target, { recursive: true })
  for (const part of readdirSync(repository).filter((name) => !notCopied.has(name))) {
    cpSync(join(repository, part), join(target, part), { recursive: true })
  }
  symlinkSync(join(repository, 'node_modules'), join(target, 'node_modules'))
}

/** Invented entities by name, with an author's answers to `npm run new-entity`. */
const requests = {
  /** A server cabinet of a tenant, with ten fields and two rules. */
  rack: { owner: 'tenant', plural: 'racks', group: 'administration' },
  /** A beacon in a customer's overlay, with rules in a nested object and in a list. */
  beacon: { owner: 'overlay', plural: 'beacons', group: 'network' },
} satisfies Record<string, Answers>

export type InventedEntity = keyof typeof requests

/** Number of lines that an author adds or changes after `npm run new-entity`. */
export interface WrittenLines {
  schema: number
  screen: number
  /** In four languages. */
  texts: number
  /** Its tests. */
  samples: number
}

/** Number of added or changed lines, by the longest common subsequence of both texts. */
function linesBeyond(before: string, after: string): number {
  const [old, now] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')]
  let common = Array.from({ length: old.length + 1 }, () => 0)
  for (const line of now) {
    const next = [0]
    for (const [index, other] of old.entries())
      next.push(line === other ? (common[index] ?? 0) + 1 : Math.max(common[index + 1] ?? 0, next[index] ?? 0))
    common = next
  }
  return now.length - (common.at(-1) ?? 0)
}

/** Adds an invented entity to a copy of the work tree as an author would: scaffold, then schema, screen, texts and samples. */
export function plantInventedEntity(root: string, name: InventedEntity): WrittenLines {
  writeEntity(requestOf(root, { name, ...requests[name] }))
  const write = (path: string, content: string): number => {
    // `npm run texts:missing` begins the files of other languages.
    const before = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '{\n}\n'
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
