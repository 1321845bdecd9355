import type { ServedRecord } from '../../../schemas/plan.ts'
import { rightsTable } from '../../../schemas/rights/table.ts'
import type { ControlState } from '../../../schemas/rules/types.ts'
import { actionWrites } from '../../../schemas/rules/actions.ts'
import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { ConditionInput } from '../../../schemas/vocabulary/operators/condition.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { normalizeValue } from '../../../schemas/vocabulary/normalize-text.ts'
import type { Condition, EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../descriptor/screen.ts'
import type { RendererHost } from '../../host.tsx'
import { combineState } from '../../rules/combine-state.ts'
import type { PageState } from '../../rules/combine-state.ts'
import { explain } from '../../rules/explain.ts'
import { explainPorts } from '../draft/explain-ports.ts'
import { Draft } from '../draft/draft.ts'
import { editorTexts } from '../layout/editor-texts.ts'
import { newView } from './environment.tsx'
import type { EditorEnvironment, View } from './environment.tsx'
import { layoutOf, readingOrder } from '../layout/layout.ts'
import type { Layout, SectionLayout } from '../layout/layout.ts'
import { isRequiredAt, isWithin, withValueAt } from '../draft/pointer.ts'
import { referencesOf } from '../references/references.ts'
import { openRules, refusalsOf } from '../../rules/engine.ts'
import type { RuleInputs } from '../../rules/engine.ts'
import type { EntityValidator } from '../../rules/entity-validator.ts'
import { plainRecord, startRecord } from '../draft/start-record.ts'
import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'

/** Input of an editor. */
export interface EditorInput {
  schema: EntitySchema
  screen: Screen
  host: RendererHost
  validator: EntityValidator
  /** The stored record; `null` when creating. */
  record: ServedRecord | null
  /** Values passed by the previous page. */
  prefill: Rec
  /** Values that the service assigns to a new record unless it has its own. */
  place?: Rec | undefined
  /** The record is read-only. */
  reading: boolean
  /** Open tabs, as a proxy, that several editors share. @default tabs of its own */
  tabs?: View['tabs'] | undefined
}

/** Locale key of a rule anywhere in the schema. Throws on an unknown rule. */
function becauseOf(schema: PropertySchema, rule: string): string {
  const find = (property: PropertySchema): string | undefined => {
    const own = property['x-rules']?.find((candidate) => candidate.id === rule)
    if (own) return own.because
    const inner = [...Object.values(property.properties ?? {}), ...[rowSchema(property)].filter((row) => row !== undefined)]
    for (const child of inner) {
      const found = find(child)
      if (found !== undefined) return found
    }
    return undefined
  }
  const because = find(schema)
  if (because === undefined) throw new Error(`The schema has no rule "${rule}"`)
  return because
}

/** Initial values of a copy: the fields that the editor shows and that are writable. */
function copyable(schema: EntitySchema, screen: Screen, record: Rec): Rec {
  const shown = layoutOf(schema, screen, true).fields
  const names = new Set([...shown.keys()].map((pointer) => parsePointer(pointer)[0]))
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => names.has(name) && !schema.properties[name]?.readOnly && !screen.editor?.readOnly?.includes(name),
    ),
  )
}

/** Returns a test for section conditions; all are compiled when the editor opens, so that an invalid one fails at once. */
function sectionTest(
  { schema, layout, input }: { schema: EntitySchema; layout: Layout; input: () => ConditionInput },
  conditionOf: (section: SectionLayout) => Condition | undefined,
): (section: SectionLayout) => boolean {
  const conditions = new Map(
    layout.sections.flatMap((section) => {
      const condition = conditionOf(section)
      return condition === undefined
        ? []
        : [[section.name, compileCondition(condition, schema, { where: `section "${section.name}"` })] as const]
    }),
  )
  return ({ name }) => conditions.get(name)?.holds(input()) ?? true
}

/** Field rights depend on the record's tenant rather than the one in the address; the service sends them with the record. */
function namedRightsOn(schema: EntitySchema, record: ServedRecord | null): Record<string, boolean> {
  const names = record === null ? [] : Object.keys(rightsTable.named[schema['x-entity'].resource] ?? {})
  return Object.fromEntries(names.map((name) => [name, record?.can[name] === true]))
}

/** The mode that unlocks a control, if any. */
function modeOf(screen: Screen, pointer: string): string | undefined {
  const modes = Object.entries(screen.editor?.modes ?? {})
  return modes.find(([, { unlocks }]) => unlocks.some((field) => isWithin(pointer, `/${field}`)))?.[0]
}

/** Returns a getter of the rule context, which is read on every keystroke and cached until a mode changes. */
function contextMaker({ schema, host, record }: EditorInput, modes: Readonly<Record<string, boolean>>): () => RuleContext {
  const known = host.ruleContext(schema['x-entity'].name)
  const can = { ...known.can, ...namedRightsOn(schema, record) }
  return () => ({ ...known, can, editor: { ...known.editor, ...modes, creating: record === null, bulk: false, form: true } })
}

/** Opens an editor: its layout, its draft with a rule session, and its references. */
export function openEditor(input: EditorInput): EditorEnvironment {
  const { schema, screen, host, validator, record, prefill, place, reading } = input
  const creating = record === null
  const entity = schema['x-entity'].name
  const base = record ? plainRecord(record) : null
  const start = base ? { ...base, ...prefill } : startRecord(schema, host.tenant, { ...place, ...prefill })
  const layout = layoutOf(schema, screen, creating)
  const view = newView(input.tabs)
  const contextNow = contextMaker(input, view.modes)
  let context = contextNow()
  const references = referencesOf({ schema, host, record: start, stored: base }, (name, oid) =>
    draft.contextChanged((session) => session.contextChanged(context, [`ref:${name}/${oid}`])),
  )
  const inputs = (stored: Rec | null): RuleInputs => ({ stored, context, lookup: references.lookup })
  const shownOnly = shownOnlyReasons({ schema, screen }, creating)
  const stateOf = (pointer: string, ruled: ControlState): PageState => {
    const segments = parsePointer(pointer)
    const mode = creating ? undefined : modeOf(screen, pointer)
    const held = mode === undefined || view.modes[mode] ? undefined : `${entity}.because.${mode}`
    return combineState(ruled, {
      shownOnly: shownOnly.get(pointer),
      mandatory: isRequiredAt(schema, segments),
      waiting: references.loadingState(ruled.awaits),
      held,
    })
  }
  const { command } = schema['x-entity']
  const branch = branchOf(screen)
  const sentPrefill = sentPointers(prefill, schema, branch)
  const draft: Draft = new Draft(
    {
      base,
      revision: record?.revision,
      open: (from, stored, acted) => openRules(schema, from, { ...inputs(stored), acted }),
      stateOf,
      normalize: (from, stored) => normalizeValue(from, stored, schema),
      check: (session) => refusalsOf(session, validator.validate),
      always: command === undefined ? [...parentPointers(schema), ...branch] : sentPrefill,
      compare: readingOrder(layout),
    },
    start,
  )
  // Values from the command's row do not count as user input.
  const given = command === undefined ? sentPrefill : []
  draft.touch(given)
  const readContext = () => ({ record: draft.record, ...inputs(draft.base) })
  const asked = { schema, layout, input: readContext }
  const isOpen = sectionTest(asked, ({ disabled }) => disabled?.unless)
  const editor: OpenEditor = {
    schema,
    layout,
    formValidator: validator.form,
    draft,
    references,
    view,
    creating,
    start,
    given,
    copyable: () => copyable(schema, screen, draft.record),
    reading,
    becauseOf: (rule) => becauseOf(schema, rule),
    holds: sectionTest(asked, ({ when }) => when),
    unavailableBecause: (section) => (isOpen(section) ? undefined : section.disabled?.because),
    setMode: (name, on) => {
      if ((view.modes[name] ?? false) === on) return
      view.modes[name] = on
      context = contextNow()
      const unlocked = screen.editor?.modes?.[name]?.unlocks.map((field) => `/${field}`)
      draft.contextChanged((session) => session.contextChanged(context, [`$editor.${name}`]), unlocked)
    },
    refusal: (pointer, value) => {
      const session = openRules(schema, draft.record, { ...inputs(draft.base), acted: draft.acted })
      session.change(pointer, value)
      return refusalsOf(session, validator.validate).find((refused) => refused.pointer === pointer)
    },
    accepts: (pointer, value) =>
      !validator.validate(withValueAt(draft.record, pointer, value)).some((refusal) => refusal.pointer === pointer),
  }
  return withLocale(editor, host)
}

/** Text keys of why the screen only shows fields, by pointer: actions of the record, which the head of the page offers, write some of them. */
function shownOnlyReasons({ schema, screen }: Pick<EditorInput, 'schema' | 'screen'>, creating: boolean): ReadonlyMap<string, string> {
  const actions = creating ? [] : Object.keys(screen.list?.rowActions ?? {})
  const acted = new Set(actions.flatMap((name) => actionWrites(schema, '', name).map(({ pointer }) => pointer)))
  const pointers = (screen.editor?.readOnly ?? []).map((field) => `/${field}`)
  return new Map(pointers.map((pointer) => [pointer, acted.has(pointer) ? 'editor.acted' : 'editor.because.shownOnly']))
}

/** The field that names the parent, as a pointer; none without a parent. */
function parentPointers({ 'x-entity': { parent } }: EntitySchema): string[] {
  return parent === undefined ? [] : [`/${parent}`]
}

/** Pointer of the field whose option is part of the address. */
function branchOf({ editor }: Screen): string[] {
  return editor?.branchField === undefined ? [] : [`/${editor.branchField}`]
}

/** Pointers of the prefilled values to send: read-only values are only shown. */
function sentPointers(prefill: Rec, { properties }: EntitySchema, branch: readonly string[]): string[] {
  return Object.keys(prefill)
    .filter((name) => properties[name]?.readOnly !== true)
    .map((name) => `/${name}`)
    .filter((pointer) => !branch.includes(pointer))
}

/** The language-independent part of an editor. */
type OpenEditor = Omit<EditorEnvironment, 'host' | 'texts' | 'explainState' | 'explainCell'>

/** The same editor with the same draft in the host's current language. */
export function withLocale(editor: OpenEditor, host: RendererHost): EditorEnvironment {
  const { schema, draft } = editor
  const texts = editorTexts(schema, host)
  const ports = explainPorts(schema, host, texts)
  const explainState: EditorEnvironment['explainState'] = (state) => explain(state.why, ports)
  const explainCell = (pointer: string) => {
    const reasons = explainState(draft.stateAt(pointer)).map((reason) => reason.text)
    return reasons.join(' ') || undefined
  }
  return { ...editor, host, texts, explainState, explainCell }
}
