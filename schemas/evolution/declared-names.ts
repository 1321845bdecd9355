import type { PlaceNode } from './place-tree.ts'

/** What an earlier name stands for, and the day from which it is refused. */
export interface Declared<Now> {
  now: Now
  until?: string | undefined
}

/** Declarations within an object, a list or a map; parts without any are left out. */
export interface Names {
  /** Earlier names of the object's fields. */
  fields: ReadonlyMap<string, Declared<string>>
  /** Fields that go (`x-removed`), with their day. */
  removed: ReadonlyMap<string, string>
  /** Within fields, by their present names. */
  below: ReadonlyMap<string, Names>
  /** Within the rows of a list or the entries of a map. */
  rows?: Names
  /** Of a value: earlier options. */
  options: ReadonlyMap<string, Declared<unknown>>
}

/** The declarations at and below a place; undefined if there are none. */
export function compileNames(node: PlaceNode): Names | undefined {
  const rows = node.item && compileNames(node.item)
  const fields = new Map<string, Declared<string>>()
  const removed = new Map<string, string>()
  const below = new Map<string, Names>()
  for (const [name, child] of node.children) {
    const inner = compileNames(child)
    if (inner !== undefined) below.set(name, inner)
    const { 'x-was': was = [], 'x-until': until, 'x-removed': gone } = child.property
    // A name that another field has now is that field's.
    for (const earlier of was) if (!earlier.startsWith('/') && !node.children.has(earlier)) fields.set(earlier, { now: name, until })
    if (gone !== undefined) removed.set(name, gone)
  }
  const options = optionsOf(node)
  if (rows === undefined && fields.size + removed.size + below.size + options.size === 0) return undefined
  return { fields, removed, below, options, ...(rows && { rows }) }
}

function optionsOf({ property: { enum: known = [], 'x-options': declared = {} } }: PlaceNode): Map<string, Declared<unknown>> {
  const options = known.map(String)
  const found = new Map<string, Declared<unknown>>()
  for (const [option, { 'x-was': was, 'x-until': until }] of Object.entries(declared))
    for (const earlier of was) if (!options.includes(earlier)) found.set(earlier, { now: known[options.indexOf(option)], until })
  return found
}

/** The declarations below a place of a record, or of a field path. */
export function namesAt(names: Names | undefined, segments: readonly string[]): Names | undefined {
  return segments.reduce<Names | undefined>((at, segment) => at?.rows ?? at?.below.get(segment), names)
}

/** The node at a place, also by the earlier names of fields; undefined if there is none. */
export function nodeNow(node: PlaceNode, segment: string): PlaceNode | undefined {
  return node.item ?? node.children.get(segment) ?? [...node.children.values()].find(({ property }) => property['x-was']?.includes(segment))
}
