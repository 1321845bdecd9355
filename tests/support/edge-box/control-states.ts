import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { ControlState } from '../../../schemas/rules/types.ts'
import { formatPointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { schemaTree, type SchemaNode } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { RowOutcome } from './apply-row.ts'

const root = schemaTree(entitySchemas['edge-box'], (id) => (entitySchemas as Record<string, EntitySchema>)[id])

/**
 * States of all controls of a box with the rules' reasons; for a list, of its first row. Omits the contents of hidden or locked objects
 * and lists, which are hidden or locked, too.
 */
export function controlStates({ record, state }: Pick<RowOutcome, 'record' | 'state'>): Map<string, string> {
  const states = new Map<string, string>()
  const visit = (node: SchemaNode, at: readonly string[], value: unknown): void => {
    if (node.property.readOnly === true) return
    if (node.parent) {
      const found = state(formatPointer(at))
      states.set(formatPointer(at), describeState(found))
      if (!found.enabled) return
    }
    for (const [name, child] of node.children) visit(child, [...at, name], (value as Rec | undefined)?.[name])
    if (node.item && Array.isArray(value) && value.length > 0) visit(node.item, [...at, '0'], (value as Rec[])[0])
  }
  visit(root, [], record)
  return states
}

/** Control states that differ from `before` (by default: open), one line each; lines that are the same for all three WANs are merged. */
export function stateLines(after: ReadonlyMap<string, string>, before?: ReadonlyMap<string, string>): string[] {
  const changed = new Map([...after].filter(([pointer, state]) => (before?.get(pointer) ?? OPEN) !== state))
  const toLine = ([pointer, state]: [string, string]): string => {
    const all = ['wan1', 'wan2', 'wan3'].map((wan) => pointer.replace(/^\/wans\/wan\d/, `/wans/${wan}`))
    return `  ${all.every((other) => changed.get(other) === state) ? pointer.replace(/^\/wans\/wan\d/, '/wans/*') : pointer}: ${state}`
  }
  return [...new Set([...changed].map(toLine))]
}

const OPEN = 'open'

function describeState({ visible, enabled, required, options, minimum, maximum, warnings, why }: ControlState): string {
  const parts = [
    ...(visible ? [] : ['hidden']),
    ...(visible && !enabled ? ['locked'] : []),
    ...(required ? ['required'] : []),
    ...(options ? [`one of ${options.join(' ')}`] : []),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(warnings ? ['warns'] : []),
  ]
  if (parts.length === 0) return OPEN
  const reasons = new Set([...why, ...(warnings ?? [])].map(({ because }) => because.replace(/^edge-box\.because\./, '')))
  return `${parts.join(', ')} (${[...reasons].toSorted().join(', ')})`
}
