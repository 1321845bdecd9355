import { validators } from '../../../schemas/generated/validators/index.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { applicableRefusals } from '../../../schemas/rules/refusals.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { ruleSetOf, type RuleSet } from '../../../schemas/rules/compile/rule-set.ts'
import { contextOf, type SampleContext, type SampleFile, type Samples } from '../../../schemas/rules/checks/samples.ts'
import { openSession, type Session } from '../../../schemas/rules/session/session.ts'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import { expandSamples, type SampleOids } from '../../../schemas/rules/checks/whole-samples.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import { hasUniformChildren } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { allNodes, eachPlace, type SchemaNode } from '../../../schemas/vocabulary/schema/schema-tree.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { boundCases, isBounded, type BoundCase } from './bound-cases.ts'
import { distinct } from './sample-fixtures.ts'
import { sampleRecord } from './sample-record.ts'

/** A record in which a place is open, and the value that is tried there. */
export interface PlacedCase extends BoundCase {
  pointer: string
  start: StartRecord
}

/** A new record of which cases are made. */
export interface StartRecord {
  record: Rec
  context: SampleContext
}

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]

const known = new Map<EntityName, RuleSet>()

function rulesOf(name: EntityName): RuleSet {
  const rules = known.get(name) ?? ruleSetOf(compileRules(entitySchemas[name], source))
  known.set(name, rules)
  return rules
}

/** The bounds of an entity: where they are, and the records in which somebody can come up against them. */
export interface EntityBounds {
  samples: Samples
  cases: readonly PlacedCase[]
  /** Patterns of places with a bound that are open in no sample. */
  unreached: readonly string[]
}

/** Every bound of every place of an entity, rows and entries included; `oids` of the records that samples refer to. */
export function boundsOf(name: EntityName, file: SampleFile, oids?: SampleOids): EntityBounds {
  const samples = expandSamples(file, oids)
  const rules = rulesOf(name)
  const sessions = startsOf(name, { samples, root: rules.root }).map((start) => ({ start, session: openStart(rules, samples, start) }))
  const unreached: string[] = []
  const cases = [...allNodes(rules.root)].filter(isOpenToPeople).flatMap((node): PlacedCase[] => {
    if (!isBounded(node.property) && !isLimited(rules, node)) return []
    for (const { start, session } of sessions) {
      const pointer = openPlace(node, session)
      if (pointer === undefined) continue
      const rows = valueAt(session.record, parsePointer(pointer))
      const state = session.state(pointer)
      const cases = boundCases(node.property, { ...state, required: state.required || isAskedFor(node) }, Array.isArray(rows) ? rows : [])
      return cases.filter(({ value }) => value !== null || !isFilledIn(rules, node)).map((one) => ({ ...one, pointer, start }))
    }
    unreached.push(node.pattern)
    return []
  })
  return { samples, cases, unreached }
}

/** What the engine of the browser says at the place of a case when somebody types its value; those of one place one after the other. */
export function browserRefusals(name: EntityName, samples: Samples): (one: PlacedCase) => RuleRefusal[] {
  let at: { pointer: string; session: Session } | undefined
  return ({ pointer, value, start }) => {
    at = at?.pointer === pointer ? at : { pointer, session: openStart(rulesOf(name), samples, start) }
    const { session } = at
    const list = pointer.slice(0, pointer.lastIndexOf('/'))
    const rows = valueAt(session.record, parsePointer(list))
    if (Array.isArray(value)) session.listChanged(pointer, value)
    else if (Array.isArray(rows)) session.listChanged(list, [value, ...rows.slice(1)])
    else session.change(pointer, value)
    const all = [...applicableRefusals(validators[name](session.record), (place) => session.state(place)), ...session.refusals()]
    return all.filter((refusal) => refusal.pointer === pointer)
  }
}

/** The case's record as somebody sends it, with `suffix` behind what no two records may have in common. */
export const recordOf = (name: EntityName, { pointer, value, start }: PlacedCase, suffix: string): Rec =>
  withValueAt(distinct(entitySchemas[name], start.record, suffix), parsePointer(pointer), value)

function openStart(rules: RuleSet, samples: Samples, { record, context }: StartRecord): Session {
  const lookup = (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid]
  return openSession(rules, mergeRecords(rules.defaults, record), { stored: null, context: contextOf(samples, context, true), lookup })
}

/** Lists are sent whole: a cell in which there is nothing gets what a rule puts into those that nobody touched. */
const isFilledIn = ({ rules }: RuleSet, node: SchemaNode): boolean =>
  node.pattern.includes('/*/') && rules.some(({ rule, targets }) => rule.untouched && targets.some(({ nodes }) => nodes.includes(node)))

/** A rule bounds the number by what else is in the record. */
const isLimited = ({ rules }: RuleSet, node: SchemaNode): boolean =>
  rules.some(
    ({ rule, targets }) =>
      rule.effect === 'limit' &&
      (rule.minimum !== undefined || rule.maximum !== undefined) &&
      targets.some(({ nodes }) => nodes.includes(node)),
  )

/** The schema asks for it, and nothing stands there by itself. */
const isAskedFor = ({ key, parent, property }: SchemaNode): boolean =>
  parent?.property.required?.includes(key) === true && property.default === undefined

/** Somebody can type something there, if rules let it be. */
function isOpenToPeople(node: SchemaNode): boolean {
  for (let place: SchemaNode | undefined = node; place; place = place.parent) {
    const { readOnly, 'x-derived': derived } = place.property
    if (readOnly === true || (derived && !('write' in derived && derived.write))) return false
  }
  return node.parent !== undefined
}

function openPlace(node: SchemaNode, session: Session): string | undefined {
  let found: string | undefined
  if (!node.parent) return undefined
  eachPlace(node.parent, session.record, (at) => {
    // Of a list of values, the first.
    const pointer = formatPointer([...at, node.key === '*' ? '0' : node.key])
    if (found !== undefined || (node.key === '*' && valueAt(session.record, parsePointer(pointer)) === undefined)) return
    const { visible, enabled } = session.state(pointer)
    if (visible && enabled) found = pointer
  })
  return found
}

/** The valid samples, with what one of several like objects holds in each of them; and what the schema alone makes. */
function startsOf(name: EntityName, { samples, root }: { samples: Samples; root: SchemaNode }): StartRecord[] {
  const valid = samples.valid.filter(({ context }) => context?.tenant === undefined)
  const starts = valid.map(({ record, context = {} }) => ({ record, context }))
  const made = { record: sampleRecord(entitySchemas[name], 'made'), context: {} }
  return [...starts, ...starts.flatMap(({ record, context }) => turned(root, record).map((one) => ({ record: one, context }))), made]
}

/** The record with the values of like objects (the uplinks of a box) in each other's places. */
function turned(root: SchemaNode, record: Rec): Rec[] {
  return [...root.children.values()].flatMap(({ key: name, property, children }) => {
    const held = record[name] as Rec | undefined
    if (!held || !hasUniformChildren(property)) return []
    const keys = [...children.keys()]
    return keys.slice(1).map((_, turn) => {
      const moved = keys.map((key, index) => [key, held[keys[(index + turn + 1) % keys.length] ?? '']])
      return { ...record, [name]: Object.fromEntries(moved.filter(([, value]) => value !== undefined)) }
    })
  })
}
