import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractOf, type EntityContract } from '../../schemas/evolution/contract.ts'
import type { Tree } from '../generate/tree.ts'

const folderOf = (root: string): string => join(root, 'schemas', 'released')

/** The contracts of the last release by entity name; none before the first one. */
export function readReleased(root: string): Record<string, EntityContract> {
  const folder = folderOf(root)
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
  return Object.fromEntries(names.map((file) => [file.slice(0, -'.json'.length), parseContract(join(folder, file))]))
}

function parseContract(file: string): EntityContract {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as EntityContract
  } catch (error) {
    throw new Error(`${file} is no contract that "npm run release" wrote: ${(error as Error).message}`)
  }
}

/** The contracts that a release of the tree would promise, by entity name. */
export function presentContracts({ sources }: Tree): Record<string, EntityContract> {
  return Object.fromEntries(Object.entries(sources).map(([name, schema]) => [name, contractOf(schema, (id) => sources[id])]))
}

/** Writes the contracts in place of those of the last release; returns the names of the files that changed. */
export function writeReleased(root: string, contracts: Readonly<Record<string, EntityContract>>): string[] {
  const folder = folderOf(root)
  mkdirSync(folder, { recursive: true })
  const stale = Object.keys(readReleased(root)).filter((name) => !contracts[name])
  for (const name of stale) rmSync(join(folder, `${name}.json`))
  const written = Object.entries(contracts).filter(([name, contract]) => {
    const [file, text] = [join(folder, `${name}.json`), contractText(contract)]
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return false
    writeFileSync(file, text)
    return true
  })
  return [...stale, ...written.map(([name]) => name)].map((name) => `${name}.json`)
}

/** A contract as JSON with one line per field, so that reviews show which field changed. */
function contractText({ fields, ...rest }: EntityContract): string {
  const lines = (object: Readonly<Record<string, unknown>>, indent: string): string =>
    Object.entries(object)
      .map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')
  return `{\n${lines(rest as Record<string, unknown>, '  ')},\n  "fields": {\n${lines(fields, '    ')}\n  }\n}\n`
}
