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

/** A bound case at a pointer that is enabled in the start record. */
export interface PlacedCase extends BoundCase {
  pointer: string
  start: StartRecord
}

/** A new record that cases start from. */
export interface StartRecord {
  record: Rec
  context: SampleContext
}

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]

const ruleSets = new Map<EntityName, RuleSet>()

function rulesOf(name: EntityName): RuleSet {
  const rules = ruleSets.get(name) ?? ruleSetOf(compileRules(entitySchemas[name], source))
  ruleSets.set(name, rules)
  return rules
}

/** Test cases for all bounds of an entity. */
export interface EntityBounds {
  samples: Samples
  cases: readonly PlacedCase[]
  /** A sentence for each bounded field that is enabled in no sample: where, and what to write. */
  unreached: readonly string[]
}

/** Cases for every bound of every field of an entity, including list rows and map entries; `oids` are those of the referenced records. */
export function boundsOf(name: EntityName, file: SampleFile, oids?: SampleOids): EntityBounds {
  const samples = expandSamples(file, oids)
  const rules = rulesOf(name)
  const sessions = startsOf(name, { samples, root: rules.root }).map((start) => ({ start, session: openStart(rules, samples, start) }))
  const unreached: string[] = []
  const cases = [...allNodes(rules.root)].filter(isEditable).flatMap((node): PlacedCase[] => {
    if (!isBounded(node.property) && !isLimited(rules, node)) return []
    for (const { start, session } of sessions) {
      const pointer = enabledPointer(node, session)
      if (pointer === undefined) continue
      const rows = valueAt(session.record, parsePointer(pointer))
      const state = session.state(pointer)
      const cases = boundCases(
        node.property,
        { ...state, required: state.required || isRequiredWithoutDefault(node) },
        Array.isArray(rows) ? rows : [],
      )
      return cases.filter(({ value }) => value !== null || !isFilledIn(rules, node)).map((one) => ({ ...one, pointer, start }))
    }
    unreached.push(`schemas/entities/${name}.samples.json: ${node.pattern} is enabled in no sample; add a record to "valid" in which it is`)
    return []
  })
  return { samples, cases, unreached }
}

/** Returns the browser's refusals at a case's pointer after its value is typed. Consecutive cases at one pointer share a session. */
export function browserRefusals(name: EntityName, samples: Samples): (one: PlacedCase) => RuleRefusal[] {
  let last: { pointer: string; session: Session } | undefined
  return ({ pointer, value, start }) => {
    last = last?.pointer === pointer ? last : { pointer, session: openStart(rulesOf(name), samples, start) }
    const { session } = last
    const list = pointer.slice(0, pointer.lastIndexOf('/'))
    const rows = valueAt(session.record, parsePointer(list))
    if (Array.isArray(value)) session.listChanged(pointer, value)
    else if (Array.isArray(rows)) session.listChanged(list, [value, ...rows.slice(1)])
    else session.change(pointer, value)
    const all = [...applicableRefusals(validators[name](session.record), (place) => session.state(place)), ...session.refusals()]
    return all.filter((refusal) => refusal.pointer === pointer)
  }
}

/** The case's record to send, with `suffix` appended to the values that must be unique. */
export const recordOf = (name: EntityName, { pointer, value, start }: PlacedCase, suffix: string): Rec =>
  withValueAt(distinct(entitySchemas[name], start.record, suffix), parsePointer(pointer), value)

function openStart(rules: RuleSet, samples: Samples, { record, context }: StartRecord): Session {
  const lookup = (entity: string, oid: string): Rec | undefined => samples.references?.[entity]?.[oid]
  return openSession(rules, mergeRecords(rules.defaults, record), { stored: null, context: contextOf(samples, context, true), lookup })
}

/** Whether a rule fills the cell if it is empty: lists are sent whole, so an empty cell counts as untouched. */
const isFilledIn = ({ rules }: RuleSet, node: SchemaNode): boolean =>
  node.pattern.includes('/*/') && rules.some(({ rule, targets }) => rule.untouched && targets.some(({ nodes }) => nodes.includes(node)))

/** Whether a rule sets a minimum or maximum that depends on other fields. */
const isLimited = ({ rules }: RuleSet, node: SchemaNode): boolean =>
  rules.some(
    ({ rule, targets }) =>
      rule.effect === 'limit' &&
      (rule.minimum !== undefined || rule.maximum !== undefined) &&
      targets.some(({ nodes }) => nodes.includes(node)),
  )

/** Whether the schema requires a value and has no default. */
const isRequiredWithoutDefault = ({ key, parent, property }: SchemaNode): boolean =>
  parent?.property.required?.includes(key) === true && property.default === undefined

/** Whether a person can edit the field, unless a rule prevents it. */
function isEditable(node: SchemaNode): boolean {
  for (let place: SchemaNode | undefined = node; place; place = place.parent) {
    const { readOnly, 'x-derived': derived } = place.property
    if (readOnly === true || (derived && !('write' in derived && derived.write))) return false
  }
  return node.parent !== undefined
}

function enabledPointer(node: SchemaNode, session: Session): string | undefined {
  let found: string | undefined
  if (!node.parent) return undefined
  eachPlace(node.parent, session.record, (at) => {
    // For a list of values, use the first one.
    const pointer = formatPointer([...at, node.key === '*' ? '0' : node.key])
    if (found !== undefined || (node.key === '*' && valueAt(session.record, parsePointer(pointer)) === undefined)) return
    const { visible, enabled } = session.state(pointer)
    if (visible && enabled) found = pointer
  })
  return found
}

/** The valid samples, also with the values of uniform objects rotated, and a record generated from the schema. */
function startsOf(name: EntityName, { samples, root }: { samples: Samples; root: SchemaNode }): StartRecord[] {
  const valid = samples.valid.filter(({ context }) => context?.tenant === undefined)
  const starts = valid.map(({ record, context = {} }) => ({ record, context }))
  const generated = { record: sampleRecord(entitySchemas[name], 'made'), context: {} }
  return [
    ...starts,
    ...starts.flatMap(({ record, context }) => rotations(root, record).map((one) => ({ record: one, context }))),
    generated,
  ]
}

/** Copies of the record with the values of uniform objects rotated, e.g. the uplinks of a box: wan1 gets the values of wan2. */
function rotations(root: SchemaNode, record: Rec): Rec[] {
  return [...root.children.values()].flatMap(({ key: name, property, children }) => {
    const held = record[name] as Rec | undefined
    if (!held || !hasUniformChildren(property)) return []
    const keys = [...children.keys()]
    return keys.slice(1).map((_, shift) => {
      const rotated = keys.map((key, index) => [key, held[keys[(index + shift + 1) % keys.length] ?? '']])
      return { ...record, [name]: Object.fromEntries(rotated.filter(([, value]) => value !== undefined)) }
    })
  })
}
