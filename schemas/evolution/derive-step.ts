import { isSame } from '../vocabulary/equality.ts'
import type { SchemaSource } from '../vocabulary/schema/resolve-schema.ts'
import { schemaTree, type SchemaNode } from '../vocabulary/schema/schema-tree.ts'
import { kindOf } from '../vocabulary/schema/value-kind.ts'
import type { EntitySchema } from '../vocabulary/types.ts'
import { contractOf, type EntityContract } from './contract.ts'
import { matchFields, type MatchedField } from './matched-fields.ts'
import { topOf, type Evolution, type Move, type OptionRename, type Step } from '../vocabulary/evolution.ts'
import type { RecordMigrations } from './record-migration.ts'

/** The release of an entity, under the name that it had then. */
export function releaseOf(schema: EntitySchema, released: Readonly<Record<string, EntityContract>>): EntityContract | undefined {
  const name = [schema['x-entity'].name, ...(schema['x-was'] ?? [])].find((one) => released[one] !== undefined)
  return name === undefined ? undefined : released[name]
}

/** What the versions of an entity are made from. */
export interface StepParts {
  schema: EntitySchema
  source: SchemaSource
  released: EntityContract | undefined
  migrations?: RecordMigrations
}

/**
 * The versions of an entity's records: those of its releases, and one more if the schema now differs from the last of them in what records
 * hold. Undefined if all records ever had the present version.
 */
export function evolutionOf({ schema, source, released, migrations = {} }: StepParts): Evolution | undefined {
  const { version = 0, base = version, steps = [] } = released ?? {}
  const step = released && stepSince({ schema, source, released, migrations })
  const first = released && (released.table ?? released.entity)
  const table = first === undefined || first === schema['x-entity'].name ? undefined : { table: first }
  if (step) return { version: version + 1, base: version, steps: [...steps, step], ...table }
  return steps.length === 0 && table === undefined ? undefined : { version, base, steps, ...table }
}

/**
 * The contract that a release of the schema writes, with the versions of its records. Records of an entity that a release leaves alone are in
 * one version from then on.
 */
export function releasedContract(parts: StepParts): EntityContract {
  const contract = contractOf(parts.schema, parts.source)
  const evolution = evolutionOf(parts)
  if (evolution === undefined) return contract
  const isChanged = evolution.steps.length > (parts.released?.steps?.length ?? 0)
  return { ...contract, ...evolution, base: isChanged ? evolution.base : evolution.version }
}

/** What changed about stored records since the release; undefined if nothing did. */
function stepSince({ schema, source, released, migrations }: Required<StepParts> & { released: EntityContract }): Step | undefined {
  const matches = matchFields(schemaTree(schema, source), released)
  const stored = matches.filter(({ node }) => isStored(node))
  const continued = new Set(matches.flatMap(({ node, released: earlier }) => (earlier ? [node] : [])) as (SchemaNode | undefined)[])
  const used = new Set((released.steps ?? []).flatMap((step) => step.migrations ?? []))
  const fresh = Object.entries(migrations)
    .filter(([name, { entity }]) => entity === schema['x-entity'].name && !used.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const step = {
    moves: movesOf(stored),
    options: stored.flatMap(optionsOf),
    migrations: fresh.map(([name]) => name),
    writes: fresh.flatMap(([, { writes }]) => writes),
    drops: dropsOf(matches, released),
    since: stored.filter(hasNewSince).map(({ node }) => node.pattern),
    kinds: stored.flatMap(kindBefore),
    inner: stored.filter(({ node, released: earlier }) => !earlier && continued.has(node.parent)).map(({ node }) => node.pattern),
  }
  if (Object.values(step).every((list) => list.length === 0)) return undefined
  const has = (name: string): boolean => released.fields[`/${name}`] !== undefined
  const tops = [...new Set(stored.map(({ node }) => topOf(node.pattern)))]
  const touched = new Set([
    ...step.moves.flatMap(({ from, to }) => [topOf(from), topOf(to)]),
    ...[...step.options.map(({ at }) => at), ...step.drops, ...step.since, ...step.inner].map(topOf),
    ...step.writes,
  ])
  const whole: Step = { ...step, added: tops.filter((name) => !has(name)), changed: [...touched].filter(has) }
  return Object.fromEntries(Object.entries(whole).filter(([, list]) => (list as readonly unknown[]).length > 0))
}

function isStored({ pattern, property, parent }: SchemaNode): boolean {
  return pattern !== '' && property['x-derived'] === undefined && property['x-transient'] !== true && (!parent?.parent || isStored(parent))
}

/** Renamed and moved fields, each from where it stands once the objects around it have moved. */
function movesOf(matches: readonly MatchedField[]): Move[] {
  const moves = matches.flatMap(({ node, was, released }): Move[] => {
    const from = released && presentPlace(was, matches, node)
    return from === undefined || from === node.pattern ? [] : [{ from, to: node.pattern }]
  })
  return moves.toSorted((a, b) => a.to.split('/').length - b.to.split('/').length)
}

/** Where the value of a released path stands after the moves of the objects around it. */
function presentPlace(was: string, matches: readonly MatchedField[], node: SchemaNode): string {
  const around = matches
    .filter((match) => match.node !== node && match.released && was.startsWith(`${match.was}/`))
    .toSorted((a, b) => b.was.length - a.was.length)[0]
  return around === undefined ? was : around.node.pattern + was.slice(around.was.length)
}

function optionsOf({ node: { pattern: at, property }, released }: MatchedField): OptionRename[] {
  return Object.entries(property['x-options'] ?? {}).flatMap(([to, { 'x-was': names }]) =>
    names.filter((from) => released?.options?.map(String).includes(from)).map((from) => ({ at, from, to })),
  )
}

const scalars = ['text', 'number', 'integer', 'boolean'] as const

function kindBefore({ node, released }: MatchedField): NonNullable<Step['kinds']>[number][] {
  const from = scalars.find((kind) => kind === released?.kind)
  return from === undefined || from === kindOf(node.property) || !hasNewSince({ node, released, was: '' })
    ? []
    : [{ at: node.pattern, from }]
}

function hasNewSince({ node, released }: MatchedField): boolean {
  const { 'x-since': since } = node.property
  return since !== undefined && 'value' in since && !isSame(since, released?.since)
}

/** Topmost released fields that no present one continues, and that were stored. */
function dropsOf(matches: readonly MatchedField[], { fields }: EntityContract): string[] {
  const continued = new Set(matches.map(({ was }) => was))
  return Object.keys(fields).filter((path) => {
    const around = path.slice(0, path.lastIndexOf('/'))
    return !continued.has(path) && fields[path]?.readOnly !== true && (around === '' || continued.has(around))
  })
}
