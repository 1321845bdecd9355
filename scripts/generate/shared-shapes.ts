import type { Shape } from './shape.ts'

/** Shortest shape, as text, that is worth a function of its own. */
const worthSharing = 60

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The shapes right inside of one: properties, rows, entries of a map. */
function inside(shape: Shape): Shape[] {
  const { properties, items, additionalProperties } = shape
  return [...Object.values(isShape(properties) ? properties : {}), items, additionalProperties].filter(isShape)
}

function withInside(shape: Shape, change: (inner: Shape) => Shape): Shape {
  const { properties, items, additionalProperties } = shape
  const changed = (inner: unknown): unknown => (isShape(inner) ? change(inner) : inner)
  return {
    ...shape,
    ...(isShape(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, changed(inner)])) }
      : {}),
    ...(items === undefined ? {} : { items: changed(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: changed(additionalProperties) }),
  }
}

/** The same shape in which what stands in several places stands once, so that one function checks it everywhere. */
export function sharedShapes(shape: Shape): Shape {
  const counts = new Map<string, number>()
  const count = (inner: Shape): void => {
    const text = JSON.stringify(inner)
    const seen = counts.get(text) ?? 0
    counts.set(text, seen + 1)
    // What stands inside of a known one is checked with it.
    if (seen === 0) inside(inner).forEach(count)
  }
  inside(shape).forEach(count)
  const names = new Map<string, string>()
  const definitions: Record<string, Shape> = {}
  const share = (inner: Shape): Shape => {
    const text = JSON.stringify(inner)
    if ((counts.get(text) ?? 0) < 2 || text.length < worthSharing) return withInside(inner, share)
    const name = names.get(text) ?? `shape${names.size}`
    if (!names.has(text)) {
      names.set(text, name)
      definitions[name] = withInside(inner, share)
    }
    return { $ref: `#/$defs/${name}` }
  }
  const root = withInside(shape, share)
  return names.size === 0 ? root : { ...root, $defs: definitions }
}
