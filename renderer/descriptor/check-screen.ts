import type { Finding } from '../../schemas/finding.ts'
import { fieldAt } from '../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { checkDateDisplay } from './checks/date-display.ts'
import { checkFields } from './checks/fields.ts'
import { checkKeys } from './checks/keys.ts'
import { checkMatrix } from './checks/matrix.ts'
import { checkSummary } from './checks/summary.ts'
import { checkWidgets, type KnownWidget } from './checks/widgets.ts'
import { alternativeScreen } from './alternative-editor.ts'
import type { Screen } from './screen.ts'
import { textKeys } from './text-keys.ts'

/** What a screen is checked against. */
export interface ScreenContext {
  schema: EntitySchema
  widgets: ReadonlyMap<string, KnownWidget>
  /** Names of the icon registry. */
  icons: readonly string[]
  /** Whether the source language has a text for the key. */
  hasText: (key: string) => boolean
}

function checkNames(screen: Screen, { schema, icons }: ScreenContext): Finding[] {
  const conditions = Object.keys(schema['x-conditions'] ?? {})
  const tabs = (screen.list?.tabs ?? []).filter((tab) => !conditions.includes(tab))
  const facets = (screen.list?.facets ?? []).filter((field) => {
    const counted = Object.values(schema['x-conditions'] ?? {}).filter((one) => Object.keys(one).join() === field)
    const options = fieldAt(schema, field)?.enum
    return options === undefined || !options.every((option) => counted.some((one) => one[field] === option))
  })
  const sort = screen.list?.sort?.by
  const { branchField: by } = screen.editor ?? {}
  const options = by === undefined ? undefined : schema.properties[by]?.enum
  const isBranched =
    options?.every((option) => typeof option === 'string') === true && schema.properties[by ?? '']?.['x-frozen'] !== undefined
  return [
    ...(by === undefined || isBranched
      ? []
      : [
          {
            id: 'screen.branch.options',
            where: 'editor.branchField',
            message: `"${by}" has no options that a record keeps: no address can name them`,
          },
        ]),
    ...facets.map((field) => ({
      id: 'screen.facet.uncounted',
      where: 'list.facets',
      message: `${schema.$id} has no condition for every option of "${field}"`,
    })),
    ...tabs.map((tab) => ({ id: 'screen.tab.unknown', where: 'list.tabs', message: `${schema.$id} has no condition "${tab}"` })),
    ...(sort !== undefined && !schema['x-sort'].includes(sort)
      ? [
          {
            id: 'screen.sort.unknown',
            where: 'list.sort.by',
            message: `lists cannot be sorted by "${sort}"; x-sort offers ${schema['x-sort'].join(', ')}`,
          },
        ]
      : []),
    ...iconsOf(screen)
      .filter(([, icon]) => !icons.includes(icon))
      .map(([where, icon]) => ({
        id: 'screen.icon.unknown',
        where,
        message: `no icon is called "${icon}"; there are: ${icons.join(', ')}`,
      })),
  ]
}

function iconsOf({ icon, editor }: Screen): [where: string, icon: string][] {
  const others = Object.entries(editor?.alternatives ?? {}).map(([name, other]): [string, string] => [
    `editor.alternatives.${name}.icon`,
    other.icon,
  ])
  return [...(icon === undefined ? [] : [['icon', icon] as [string, string]]), ...others]
}

function checkEmptiness(screen: Screen): Finding[] {
  const sections = Object.entries(screen.editor?.sections ?? {}).filter(([, section]) =>
    Array.isArray(section) ? section.length === 0 : section.fields.length === 0 && section.use === undefined,
  )
  return [
    ...(screen.list && screen.list.columns.length === 0
      ? [{ id: 'screen.list.empty', where: 'list.columns', message: 'a list needs at least one column' }]
      : []),
    ...sections.map(([name]) => ({ id: 'screen.section.empty', where: `editor.sections.${name}`, message: 'the section shows nothing' })),
    ...(screen.journal?.events.length === 0
      ? [{ id: 'screen.journal.empty', where: 'journal.events', message: 'a journal page needs at least one event' }]
      : []),
  ]
}

/** A press that arms a button leaves no time to read what uses the record: such records are deleted in their list or table. */
function checkDeletion({ editor }: Screen, { schema }: ScreenContext): Finding[] {
  if (schema['x-entity'].affects !== true || !editor || editor.deletes === false) return []
  return [
    { id: 'screen.deletes.used', where: 'editor.deletes', message: `records that others use (x-entity.affects) need "deletes: false"` },
  ]
}

function checkTexts(screen: Screen, { schema, hasText }: ScreenContext): Finding[] {
  return textKeys(schema, screen)
    .required.filter((key) => !hasText(key))
    .map((key) => ({ id: 'screen.text.missing', where: '', message: `no text for "${key}"` }))
}

/** Second editors are held to what first ones are, but they need not show every field. */
function checkOthers(screen: Screen, context: ScreenContext): Finding[] {
  const { schema, widgets } = context
  return Object.keys(screen.editor?.alternatives ?? {}).flatMap((name) => {
    const other = alternativeScreen(screen, name)
    const findings = [...checkFields(other, schema), ...checkWidgets(other, schema, widgets), ...checkEmptiness(other)]
    return findings
      .filter(({ id, where }) => where.startsWith('editor.') && id !== 'screen.field.missing')
      .map((finding) => ({ ...finding, where: `editor.alternatives.${name}: ${finding.where}` }))
  })
}

/** Everything in a screen that the compiler cannot see; `where` names the place within the screen's file. */
export function checkScreen(screen: Screen, context: ScreenContext): Finding[] {
  const file = `screens/${context.schema['x-entity'].name}.screen.ts`
  const findings = [
    ...checkKeys(screen),
    ...checkFields(screen, context.schema),
    ...checkWidgets(screen, context.schema, context.widgets),
    ...checkDateDisplay(screen, context.schema),
    ...checkNames(screen, context),
    ...checkEmptiness(screen),
    ...checkDeletion(screen, context),
    ...checkSummary(screen, context.schema),
    ...checkMatrix(screen, context.schema),
    ...checkTexts(screen, context),
    ...checkOthers(screen, context),
  ]
  return findings.map((finding) => ({ ...finding, where: finding.where ? `${file}: ${finding.where}` : file }))
}
