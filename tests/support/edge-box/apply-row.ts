import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { validators } from '../../../schemas/generated/validators/index.ts'
import { applicableRefusals } from '../../../schemas/rules/refusals.ts'
import { compileRules } from '../../../schemas/rules/compile/compile.ts'
import { withoutNulls } from '../../../schemas/rules/defaults.ts'
import { explanationInWords } from '../../../schemas/rules/explain.ts'
import { contextOf, type SampleContext, type SampleFile, type Samples } from '../../../schemas/rules/checks/samples.ts'
import { ruleSetOf } from '../../../schemas/rules/compile/rule-set.ts'
import { openSession, type Session } from '../../../schemas/rules/session/session.ts'
import { settle } from '../../../schemas/rules/settle.ts'
import type { ControlState, RuleRefusal } from '../../../schemas/rules/types.ts'
import { replaced, expandSamples } from '../../../schemas/rules/checks/whole-samples.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { mergeRecords, changedPointersOf } from '../../../schemas/vocabulary/changes.ts'
import { parsePointer, valueAt, withValueAt } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { withRowIds } from '../../../server/plan/drafts/row-ids.ts'
import { text } from '../browser/texts.ts'
import type { Control, RuleRow } from './rule-row.ts'

const schema = entitySchemas['edge-box']
const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const rules = compileRules(schema, source)
/** Default values of a new box. */
export const { defaults } = ruleSetOf(rules)
export const sampleFile = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../schemas/entities/edge-box.samples.json'), 'utf8'),
) as SampleFile

/** Expanded samples, with references replaced by oids. */
export interface SampleBoxes {
  samples: Samples
  /** New boxes by sample name. */
  boxes: ReadonlyMap<string, Rec>
  oidOf: (name: string) => string
}

export function sampleBoxes(oids?: ReadonlyMap<string, string>): SampleBoxes {
  const samples = expandSamples(sampleFile, oids)
  const boxes = new Map(sampleFile.valid.map(({ name }, index) => [name ?? '', samples.valid[index]?.record ?? {}]))
  const referenceNames = Object.values(sampleFile.references ?? {}).flatMap((records) => Object.keys(records))
  const oidByName = oids ?? new Map(referenceNames.map((name, index) => [name, inventedOid(index)]))
  return { samples, boxes, oidOf: (name) => oidByName.get(name) ?? name }
}

const inventedOid = (index: number): string => `00000000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`

/** Result of a row: the record, its refusals, and the states of the controls. */
export interface RowOutcome {
  record: Rec
  refused: string[]
  state: (pointer: string) => ControlState
  /** Pointers of the values that an editor sends. */
  touched: readonly string[]
}

/** Applies a row with the browser's rule engine, on the box as the service stores it. */
export function applyInBrowser(
  row: RuleRow,
  sampled: SampleBoxes,
  storedBox?: Rec,
): RowOutcome & { stored: Rec | null; isRemovable: (pointer: string) => boolean } {
  const { samples } = sampled
  const box = sampled.boxes.get(row.start) ?? {}
  const lookup = lookupIn(samples)
  const context = (parts: SampleContext[]): RuleContext =>
    contextOf(samples, parts.reduce<SampleContext>(mergeContexts, { editor: { form: true } }), row.creating === true)
  let contexts = row.context ? [row.context] : []
  const stored = row.creating ? null : (storedBox ?? created(box, sampled))
  const start = stored ?? mergeRecords(rules.defaults, box)
  const session = openSession(rules, start, { stored, context: context(contexts), lookup })
  for (const step of row.steps) {
    if ('action' in step) session.act(step.pointer, step.action)
    else if ('context' in step) {
      contexts = [...contexts, step.context]
      session.contextChanged(
        context(contexts),
        Object.keys(step.context.editor ?? {}).map((name) => `$editor.${name}`),
      )
    } else type(session, step[0], replaced(step[1], sampled.oidOf))
  }
  const refusals = [
    ...applicableRefusals(validators['edge-box'](session.record), (pointer) => session.state(pointer)),
    ...session.refusals(),
  ]
  return {
    record: withoutNulls(session.record, ruleSetOf(rules).root.property),
    refused: refusalLines(refusals),
    state: (pointer) => session.state(pointer),
    isRemovable: (pointer) => session.rowState(pointer).deletable,
    touched: session.touched,
    stored,
  }
}

function type(session: Session, pointer: string, value: unknown): void {
  if (Array.isArray(value)) session.listChanged(pointer, value)
  else session.change(pointer, value)
}

const mergeContexts = (a: SampleContext, b: SampleContext): SampleContext => ({
  ...a,
  ...b,
  editor: { ...a.editor, ...b.editor },
  can: { ...a.can, ...b.can },
})

const lookupIn =
  ({ references }: Samples) =>
  (entity: string, oid: string): Rec | undefined =>
    references?.[entity]?.[oid]

function created(box: Rec, { samples }: SampleBoxes): Rec {
  const feature = { sdi: true, cloud_security: true }
  const context = contextOf(samples, { feature }, true)
  const next = mergeRecords(rules.defaults, box)
  const { record } = settle({ rules, stored: null, next, touched: changedPointersOf(box), context, lookup: lookupIn(samples) })
  return withRowIds(record, defaults, ruleSetOf(rules).root.property)
}

/** Applies what the editor sends in the service's rule engine, without the editor's flags. */
export function applyInService(
  row: RuleRow,
  sampled: SampleBoxes,
  { record, touched, stored }: RowOutcome & { stored: Rec | null },
): RowOutcome {
  const context = contextOf(sampled.samples, row.context, stored === null)
  const pointers = stored === null ? changedPointersOf(sampled.boxes.get(row.start) ?? {}) : touched
  const base = stored ?? rules.defaults
  const next = pointers.reduce((draft, pointer) => withValueAt(draft, parsePointer(pointer), valueAt(record, parsePointer(pointer))), base)
  const settled = settle({ rules, stored, next, touched: pointers, context, lookup: lookupIn(sampled.samples), unchangedCounts: true })
  const refusals = [...applicableRefusals(validators['edge-box'](settled.record), settled.state), ...settled.refusals]
  return { record: settled.record, refused: refusalLines(refusals), state: settled.state, touched }
}

/** The first refusal at each pointer, as `pointer key`. */
function refusalLines(refusals: readonly RuleRefusal[]): string[] {
  const first = new Map<string, string>()
  for (const { pointer, key } of refusals) if (!first.has(pointer)) first.set(pointer, `${pointer} ${key}`)
  return [...first.values()].toSorted()
}

/** The actual state of a control, reduced to the properties that the row expects. */
export function actualControl(state: ControlState, wanted: Control, isRemovable: boolean): Control {
  const why = state.why.map((one) => explanationInWords(one, schema, { t: text, source }).because)
  const all: Control = {
    visible: state.visible,
    enabled: state.enabled,
    removable: isRemovable,
    required: state.required,
    options: state.options ?? [],
    ...(state.minimum !== undefined && { minimum: state.minimum }),
    reason: why.find((one) => one === wanted.reason) ?? why.join(' '),
    warning: (state.warnings ?? []).map(({ because }) => because).join(' '),
  }
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, all[name as keyof Control]]))
}

export const valueOf = (record: Rec, pointer: string): unknown => valueAt(record, parsePointer(pointer)) ?? null
