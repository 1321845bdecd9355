import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EntityContract } from '../../schemas/evolution/contract.ts'
import { releasedContract, releaseOf } from '../../schemas/evolution/derive-step.ts'
import type { Tree } from '../generate/tree.ts'
import { folderOf, readReleased } from './read-released.ts'

/** The contracts that a release of the tree would promise, by entity name. */
export function presentContracts({ sources, migrations, root }: Tree): Record<string, EntityContract> {
  const released = readReleased(root)
  return Object.fromEntries(
    Object.entries(sources).map(([name, schema]) => {
      const parts = { schema, source: (id: string) => sources[id], released: releaseOf(schema, released), migrations }
      return [name, releasedContract(parts)]
    }),
  )
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
