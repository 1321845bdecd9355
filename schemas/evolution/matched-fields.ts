import type { SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { EntityContract, FieldContract } from './contract.ts'

/** A field of the present schema with the released one that it continues, if any. */
export interface MatchedField {
  node: SchemaNode
  /** Path in the release. */
  was: string
  released: FieldContract | undefined
}

/**
 * Pairs each field with the released one that it continues: the one that a new `x-was` names, else the one at the same place of the
 * object around it, wherever that was in the release. Names that the release declared already count no more. Parents come before what
 * they hold.
 */
export function matchFields(root: SchemaNode, { fields }: EntityContract): MatchedField[] {
  const matches: MatchedField[] = []
  const visit = (node: SchemaNode, around: string): void => {
    const was = releasedPath(node, around, fields)
    matches.push({ node, was, released: fields[was] })
    below(node, was)
  }
  const below = (node: SchemaNode, was: string): void => {
    for (const child of node.children.values()) visit(child, was)
    if (node.item) visit(node.item, was)
  }
  below(root, '')
  return matches
}

function releasedPath({ key, property }: SchemaNode, around: string, fields: EntityContract['fields']): string {
  const own = `${around}/${key}`
  const known = fields[own]?.was ?? []
  const earlier = (property['x-was'] ?? []).filter((name) => !known.includes(name)).map((name) => pathOf(name, around))
  return earlier.find((path) => fields[path] !== undefined) ?? own
}

/** The path that an entry of `x-was` names, for a field of the object that was at `around`. */
export function pathOf(name: string, around: string): string {
  return name.startsWith('/') ? name : `${around}/${name}`
}
