import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EntityContract } from '../../schemas/evolution/contract.ts'

/** Folder of the released contracts below a root. */
export const folderOf = (root: string): string => join(root, 'schemas', 'released')

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
