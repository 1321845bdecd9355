import { isSame } from '../equality.ts'
import { entrySchema, rowSchema } from './property-schema.ts'
import type { PropertySchema } from '../types.ts'

const known = new WeakMap<PropertySchema, boolean>()

function compareChildren({ properties = {} }: PropertySchema): boolean {
  const [first, ...others] = Object.values(properties)
  return others.length > 0 && first?.properties !== undefined && others.every((other) => isSame(first, other))
}

/**
 * Whether all children of an object have the same schema (wan1, wan2, wan3), so that one text or descriptor entry can serve all of them.
 */
export function hasUniformChildren(property: PropertySchema): boolean {
  const answer = known.get(property) ?? compareChildren(property)
  known.set(property, answer)
  return answer
}

const isPosition = (segment: string): boolean => /^\d+$/.test(segment)

/**
 * The dotted path of a place in locale keys. List positions are left out, and so are the keys of uniform children, except at the end:
 * `wans.mtu` for the MTU of any WAN, `wans.wan1` for the WAN itself.
 */
export function textPathOf(schema: PropertySchema, segments: readonly string[]): string {
  const names: string[] = []
  let at: PropertySchema | undefined = schema
  segments.forEach((segment, index) => {
    const isRow = at?.items !== undefined && isPosition(segment)
    const isDropped =
      isRow || (index < segments.length - 1 && at !== undefined && at.properties?.[segment] !== undefined && hasUniformChildren(at))
    if (!isDropped) names.push(segment)
    at = at?.properties?.[segment] ?? (isRow ? at?.items : entrySchema(at)) ?? rowSchema(at)?.properties?.[segment]
  })
  return names.join('.')
}

/** The paths under which a descriptor may name a place: its own path, and the one with `*` in place of keys of uniform children. */
export function patternsOf(schema: PropertySchema, segments: readonly string[]): string[] {
  let at: PropertySchema | undefined = schema
  const pattern = segments.map((segment) => {
    const isAlike = at !== undefined && hasUniformChildren(at)
    at = at?.properties?.[segment]
    return isAlike ? '*' : segment
  })
  return [...new Set([segments.join('/'), pattern.join('/')])]
}

/** The property that a descriptor's path names; `*` stands for any of several uniform children. */
export function patternAt(schema: PropertySchema, path: string): PropertySchema | undefined {
  return path.split('/').reduce<PropertySchema | undefined>((parent, name) => {
    if (name !== '*') return parent?.properties && Object.hasOwn(parent.properties, name) ? parent.properties[name] : undefined
    return parent && hasUniformChildren(parent) ? Object.values(parent.properties ?? {})[0] : undefined
  }, schema)
}
