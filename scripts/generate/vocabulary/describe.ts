import type { Symbol, Type } from 'typescript/unstable/sync'
import { alternativesOf, documentationOf, elementOf, valueOf, type Types } from './compiler.ts'

/** A JSON Schema. */
export type Shape = Record<string, unknown>

/** Compares the shapes of keywords with their types, and takes the sentences above the types over as descriptions. */
export interface Describer {
  /** The shape with a description for everything that the type describes. Throws if the type lacks what the shape has. */
  describe: (shape: Shape, type: Type, where: string) => Shape
  /** Description of a property of a type. */
  describeProperty: (type: Type, name: string) => string
  /** Properties of types that no shape has, e.g. `Rule.changed`. */
  undescribed: () => string[]
}

const types = 'schemas/vocabulary/types.ts'
const keywords = 'schemas/vocabulary/keywords.ts'

/** `Partial<…>` and literals have no name of their own, and are not compared with what shapes have of them. */
const isNamed = (type: Type): boolean => type.isClassOrInterface() && !type.getSymbol()?.name.startsWith('__')

/** Makes a describer for the given types. */
export function createDescriber(compiled: Types): Describer {
  const { checker } = compiled
  const met = new Map<string, { members: readonly string[]; found: Set<string> }>()

  function note(type: Type, names: readonly string[]): void {
    if (!isNamed(type)) return
    const name = checker.typeToString(type)
    const known = met.get(name) ?? { members: checker.getPropertiesOfType(type).map((member) => member.name), found: new Set<string>() }
    for (const property of names) known.found.add(property)
    met.set(name, known)
  }

  function describe(shape: Shape, type: Type, where: string): Shape {
    if (Array.isArray(shape['anyOf']) && shape['type'] === undefined)
      return { ...shape, anyOf: shape['anyOf'].map((part) => describe(part as Shape, type, where)) }
    const result = { ...shape }
    if (isShape(shape['items'])) result['items'] = describeBelow(shape['items'], type, { where, below: elementOf })
    if (isShape(shape['additionalProperties']))
      result['additionalProperties'] = describeBelow(shape['additionalProperties'], type, { where, below: valueOf })
    if (isShape(shape['properties'])) result['properties'] = describeProperties(shape['properties'], type, where)
    return result
  }

  function describeBelow(shape: Shape, type: Type, { where, below }: { where: string; below: typeof elementOf }): Shape {
    const inner = alternativesOf(type).flatMap((part) => below(compiled, part) ?? [])
    // Texts and numbers carry nothing to describe.
    return inner[0] ? describe(shape, inner[0], where) : shape
  }

  function describeProperties(properties: Shape, type: Type, where: string): Shape {
    const names = Object.keys(properties)
    const candidates = alternativesOf(type).filter((part) => part.isObjectType() || part.isIntersectionType())
    const lacks = (part: Type): string[] => names.filter((name) => !checker.getPropertyOfType(part, name))
    const fitting = candidates.find((part) => lacks(part).length === 0)
    if (!fitting) {
      const [fewest = names] = candidates.map(lacks).toSorted((one, other) => one.length - other.length)
      throw new Error(
        `${keywords}: ${where} has "${fewest.join('", "')}", which ${checker.typeToString(type)} in ${types} lacks; add it there`,
      )
    }
    note(fitting, names)
    return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, describeMember(shape, fitting, { name, where })]))
  }

  function describeMember(shape: unknown, owner: Type, { name, where }: { name: string; where: string }): unknown {
    const property = checker.getPropertyOfType(owner, name) as Symbol
    const type = checker.getTypeOfSymbol(property)
    const description = documentationOf(compiled, property)
    const inner = isShape(shape) && type ? describe(shape, type, `${where}/${name}`) : shape
    return description === '' || !isShape(inner) ? inner : { ...inner, description }
  }

  return {
    describe,
    describeProperty: (type, name) => {
      const property = checker.getPropertyOfType(type, name)
      if (!property) throw new Error(`${keywords}: "${name}" is no property of ${checker.typeToString(type)} in ${types}; add it there`)
      return documentationOf(compiled, property)
    },
    undescribed: () =>
      [...met].flatMap(([name, { members, found }]) => members.filter((member) => !found.has(member)).map((member) => `${name}.${member}`)),
  }
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && !Array.isArray(value)
