import type { ObjectWire, PropertyWire, WirePath } from './object-wire.ts'

/** The names of an object that hold properties elsewhere than stored: an object of further names, or the place of a value. */
export type Shape = ReadonlyMap<string, Shape | 'value'>

type Growing = Map<string, Growing | 'value'>

const shapes = new WeakMap<ObjectWire, Shape>()

/** The shape of what an object travels as. */
export function shapeOf(wire: ObjectWire): Shape {
  const known = shapes.get(wire)
  if (known !== undefined) return known
  const shape: Growing = new Map()
  for (const rule of Object.values(wire)) for (const path of [...sentPaths(rule), ...(rule.ignored ?? [])]) addPath(shape, path)
  shapes.set(wire, shape)
  return shape
}

/** Every path at which a property is sent. */
export function sentPaths({ at, id, as, copies = [], labels = {}, names }: PropertyWire): WirePath[] {
  if (at.length === 0) return []
  return [
    at,
    ...(id === undefined ? [] : [id]),
    ...copies,
    ...(as === 'single' ? [] : Object.values(labels)),
    ...(names === undefined ? [] : [names.at]),
  ]
}

function addPath(shape: Growing, [name = '', ...rest]: WirePath): void {
  const inner = shape.get(name)
  if (rest.length === 0) {
    if (inner === undefined) shape.set(name, 'value')
    return
  }
  const below: Growing = inner === undefined || inner === 'value' ? new Map() : inner
  shape.set(name, below)
  addPath(below, rest)
}
