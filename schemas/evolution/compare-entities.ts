import { isSame } from '../vocabulary/equality.ts'
import type { SchemaSource } from '../vocabulary/schema/resolve-schema.ts'
import { schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import type { EntitySchema } from '../vocabulary/types.ts'
import { compareFields } from './compare-fields.ts'
import { contractOf, type EntityContract } from './contract.ts'
import type { Difference, DifferenceKind } from './difference.ts'
import { matchFields } from './matched-fields.ts'

type Found = Omit<Difference, 'entity'>

/** The released contracts by entity name, and what is compared with them. */
export interface Comparison {
  released: Readonly<Record<string, EntityContract>>
  /** Schemas by entity name, as written. */
  schemas: Readonly<Record<string, EntitySchema>>
  /** Date as `2026-12-01`, for what was promised until a day. */
  today: string
}

/**
 * Every difference between a release and the present schemas, in the order of the entities' names. Without a release of an entity, it is
 * new. Throws on a schema that cannot be resolved, which the other checks report.
 */
export function compareWithRelease({ released, schemas, today }: Comparison): Difference[] {
  const source: SchemaSource = (id) => schemas[id]
  const continued = new Set<string>()
  const present = Object.entries(schemas).flatMap(([entity, schema]): Difference[] => {
    const was = releasedName(entity, schema, released)
    const contract = was === undefined ? undefined : released[was]
    if (was === undefined || !contract) return [{ class: 'free', kind: 'entity.added', entity, at: '', message: `${entity} is new` }]
    continued.add(was)
    const before: Found[] =
      was === entity ? [] : [{ class: 'declared', kind: 'entity.renamed', at: '', was, message: `${was} is called ${entity} now` }]
    return [...before, ...compareEntity(contract, { schema, source, today })].map((one) => ({ ...one, entity }))
  })
  const gone = Object.keys(released).filter((name) => !continued.has(name))
  return [
    ...present,
    ...gone.map((entity): Difference => ({
      class: 'breaking',
      kind: 'entity.gone',
      entity,
      at: '',
      message: `${entity} is gone, which stored records, files and callers have`,
      write: `"x-was": [${JSON.stringify(entity)}] at the root of the schema that takes its place`,
    })),
  ]
}

function releasedName(entity: string, schema: EntitySchema, released: Comparison['released']): string | undefined {
  if (released[entity]) return entity
  return schema['x-was']?.find((name) => released[name])
}

interface Present {
  schema: EntitySchema
  source: SchemaSource
  today: string
}

function compareEntity(released: EntityContract, { schema, source, today }: Present): Found[] {
  const present = contractOf(schema, source)
  const root = schemaTree(schema, source)
  return [
    ...comparedAddresses(released, present, schema),
    ...compareFields(released, root, today),
    ...comparedMembers('tab', { before: released.tabs, after: present.tabs, former: schema['x-former']?.tabs }),
    ...comparedMembers('rule', {
      before: Object.keys(released.rules),
      after: Object.keys(present.rules),
      former: schema['x-former']?.rules,
    }),
    ...comparedKeys(released, present, { schema, root }),
  ]
}

/** Names under which callers, bookmarks and rights know an entity. */
function comparedAddresses(released: EntityContract, present: EntityContract, schema: EntitySchema): Found[] {
  const fixed = (['scope', 'plural', 'theme', 'resource'] as const)
    .filter((name) => released[name] !== present[name])
    .map((name): Found => ({
      class: 'breaking',
      kind: 'entity.names',
      at: `x-entity/${name}`,
      message: `the ${name} was "${released[name]}" and is "${present[name]}" now`,
      write: `"${name}": ${JSON.stringify(released[name])}, which addresses, rights and journals name`,
    }))
  if (released.route === present.route) return fixed
  const isDeclared = schema['x-former']?.routes?.includes(released.route)
  const message = `the address was ${released.route} and is ${present.route} now`
  const at = 'x-entity/route'
  if (isDeclared) return [...fixed, { class: 'declared', kind: 'entity.route', at, message }]
  const write = `"x-former": { "routes": [${JSON.stringify(released.route)}] }`
  return [...fixed, { class: 'breaking', kind: 'entity.route', at, message, write }]
}

interface Members {
  before: readonly string[]
  after: readonly string[]
  former: Record<string, string | null> | undefined
}

/** Compares tabs or rules by their names. */
function comparedMembers(what: 'tab' | 'rule', { before, after, former = {} }: Members): Found[] {
  const kind = (end: 'added' | 'renamed' | 'gone'): DifferenceKind => `${what}.${end}`
  const gone = before.filter((name) => !after.includes(name))
  const heirs = new Set(gone.map((name) => former[name]))
  return [
    ...after
      .filter((name) => !before.includes(name) && !heirs.has(name))
      .map((name): Found => ({ class: 'free', kind: kind('added'), at: name, message: `${what} "${name}" is new` })),
    ...gone.map((name): Found => {
      const heir = former[name]
      if (heir === null) return { class: 'declared', kind: kind('gone'), at: name, message: `${what} "${name}" is gone` }
      if (heir !== undefined && after.includes(heir))
        return { class: 'declared', kind: kind('renamed'), at: heir, was: name, message: `${what} "${name}" is called "${heir}" now` }
      const write = `"x-former": { "${what}s": { ${JSON.stringify(name)}: "<its new name>" } }, or null if nothing takes its place`
      return { class: 'breaking', kind: kind('gone'), at: name, message: `${what} "${name}" is gone`, write }
    }),
  ]
}

/** Compares by what rows of files find records, and which values no two records share. */
function comparedKeys(
  released: EntityContract,
  present: EntityContract,
  { schema, root }: { schema: EntitySchema; root: SchemaNode },
): Found[] {
  // Of two fields that claim to continue a third one, the first counts.
  const names = new Map(
    matchFields(root, released)
      .toReversed()
      .map(({ was, node }) => [was.slice(1), node.pattern.slice(1)]),
  )
  const today = (fields: readonly string[]): string[] => fields.map((field) => names.get(field) ?? field)
  const differences: Found[] = []
  if (!isSame(today(released.key), present.key)) {
    const isDeclared = schema['x-former']?.keys?.some((key) => isSame(key, released.key))
    const message = `rows of files found their record by ${released.key.join(', ')} and do by ${present.key.join(', ')} now`
    const write = `"x-former": { "keys": [${JSON.stringify(released.key)}] }`
    differences.push({
      class: isDeclared ? 'declared' : 'breaking',
      kind: 'key.changed',
      at: 'x-key',
      message,
      ...(!isDeclared && { write }),
    })
  }
  const before = released.unique.map(today)
  const isImplied = (fields: readonly string[]): boolean => before.some((earlier) => earlier.every((field) => fields.includes(field)))
  for (const fields of present.unique.filter((one) => !isImplied(one)))
    differences.push({
      class: 'breaking',
      kind: 'unique.added',
      at: fields.join(', '),
      message: `no two records may share ${fields.join(', ')} now, and stored ones may`,
      write: `a further field in "fields" that makes stored records differ, or leave it out`,
    })
  for (const fields of before.filter((one) => !present.unique.some((other) => isSame(one, other))))
    differences.push({ class: 'free', kind: 'unique.gone', at: fields.join(', '), message: `records may share ${fields.join(', ')} now` })
  return differences
}
