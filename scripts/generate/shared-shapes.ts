import type { Shape } from '../../schemas/vocabulary/schema/shape.ts'

/** Minimum JSON length of a repeated shape that gets its own definition; shorter ones stay inline. */
const minSharedLength = 60

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Direct child shapes: properties, list items, map entries. */
function childShapes(shape: Shape): Shape[] {
  const { properties, items, additionalProperties } = shape
  return [...Object.values(isShape(properties) ? properties : {}), items, additionalProperties].filter(isShape)
}

/** Copy of a shape with `change` applied to each direct child shape. */
function mapChildShapes(shape: Shape, change: (inner: Shape) => Shape): Shape {
  const { properties, items, additionalProperties } = shape
  const changeShape = (inner: unknown): unknown => (isShape(inner) ? change(inner) : inner)
  return {
    ...shape,
    ...(isShape(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, changeShape(inner)])) }
      : {}),
    ...(items === undefined ? {} : { items: changeShape(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: changeShape(additionalProperties) }),
  }
}

/** Moves repeated child shapes into `$defs`, so that AJV compiles one function per distinct shape. */
export function sharedShapes(shape: Shape): Shape {
  const counts = new Map<string, number>()
  const count = (inner: Shape): void => {
    const text = JSON.stringify(inner)
    const seen = counts.get(text) ?? 0
    counts.set(text, seen + 1)
    // Children of a known shape are shared with it.
    if (seen === 0) childShapes(inner).forEach(count)
  }
  childShapes(shape).forEach(count)
  const names = new Map<string, string>()
  const definitions: Record<string, Shape> = {}
  const share = (inner: Shape): Shape => {
    const text = JSON.stringify(inner)
    if ((counts.get(text) ?? 0) < 2 || text.length < minSharedLength) return mapChildShapes(inner, share)
    const name = names.get(text) ?? `shape${names.size}`
    if (!names.has(text)) {
      names.set(text, name)
      definitions[name] = mapChildShapes(inner, share)
    }
    return { $ref: `#/$defs/${name}` }
  }
  const root = mapChildShapes(shape, share)
  return names.size === 0 ? root : { ...root, $defs: definitions }
}
