import { fieldValue } from './vocabulary/paths/field-path.ts'
import type { CommandMeta } from './vocabulary/command-meta.ts'
import type { Rec } from './vocabulary/types.ts'

/** The fields of a form that a row fills: the row's field by its path, or the fields below. */
interface Prefilled {
  [field: string]: string | Prefilled
}

/** By command, as a list opens the commands of each of its rows. */
const known = new WeakMap<CommandMeta, Prefilled>()

/** The form of a command as it opens on a row: what is not there on the row is not there in the form. */
export function commandStart(command: CommandMeta, row: Rec): Rec {
  const fields = known.get(command) ?? prefilledBy(command)
  known.set(command, fields)
  return filled(fields, row) ?? {}
}

function prefilledBy({ prefill = {} }: CommandMeta): Prefilled {
  const fields: Prefilled = {}
  for (const [path, theirs] of Object.entries(prefill)) {
    const names = path.split('/')
    const last = names.pop() ?? path
    let parent = fields
    for (const name of names) {
      const child = parent[name]
      parent = typeof child === 'object' ? child : (parent[name] = {})
    }
    parent[last] = theirs
  }
  return fields
}

function filled(fields: Prefilled, row: Rec): Rec | undefined {
  let record: Rec | undefined
  for (const [name, from] of Object.entries(fields)) {
    const value = typeof from === 'string' ? fieldValue(row, from) : filled(from, row)
    if (value !== undefined) (record ??= {})[name] = value
  }
  return record
}
