import type { PropertySchema } from '../vocabulary/types.ts'

/** A place of a resolved schema, as `SchemaNode`, with only what declarations need: lists load it. */
export interface PlaceNode {
  property: PropertySchema
  /** `/links/*` + `/mtu`; empty for the record itself. */
  pattern: string
  children: ReadonlyMap<string, PlaceNode>
  /** Of a list its rows, of a map its entries. */
  item: PlaceNode | undefined
}

/** The places of a resolved schema. */
export function placeTree(property: PropertySchema, pattern = ''): PlaceNode {
  const { properties = {}, items, additionalProperties }: PropertySchema = { ...Object.assign({}, ...(property.allOf ?? [])), ...property }
  const row = items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
  return {
    property,
    pattern,
    children: new Map(Object.entries(properties).map(([name, child]) => [name, placeTree(child, `${pattern}/${name}`)])),
    item: row && placeTree(row, `${pattern}/*`),
  }
}

/** All places, what holds others before them. */
export function allPlaces(node: PlaceNode): PlaceNode[] {
  return [node, ...[...node.children.values(), ...(node.item ? [node.item] : [])].flatMap(allPlaces)]
}

/** The place at the steps of a path; undefined if there is none. */
export function placeAt(root: PlaceNode, steps: readonly string[]): PlaceNode | undefined {
  return steps.reduce<PlaceNode | undefined>((node, step) => node?.item ?? node?.children.get(step), root)
}
