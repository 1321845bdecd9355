import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { RendererHost } from '../../host.tsx'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { patternsOf, textPathOf } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { numberText } from '../../widgets/number/numbers.ts'
import { propertyAt } from '../draft/pointer.ts'
import { isMap } from './layout.ts'
import { rowSchema } from '../../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { fieldErrorText } from '../../data/error-texts.ts'
import { recordName } from '../../data/labels.ts'
import { dateDisplayOf } from '../../descriptor/date-display.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { dateText } from '../../parts/text/date-texts.ts'

/** Texts that follow from the names in a schema. */
export interface EditorTexts {
  field: (pointer: string) => string
  /** Label of a field, with its container if that distinguishes it from fields with the same label. */
  place: (pointer: string) => string
  help: (pointer: string) => string | undefined
  option: (pointer: string, value: unknown) => string
  section: (name: string) => string
  tab: (name: string) => string
  refusal: (refusal: RuleRefusal) => string
  /** A value as a person reads it, for lists of changes and conflicts. */
  value: (pointer: string, value: unknown) => string
  /** The same, however long it is. */
  whole: (pointer: string, value: unknown) => string
}

/** Longest value that a list of changes prints whole. */
const longest = 120

const looksLikeDate = /^\d{4}-\d{2}/

/** The property at a path, which may leave out the positions of rows as columns of tables do. */
function columnAt(schema: EntitySchema, path: readonly string[]): PropertySchema | undefined {
  return path.reduce<PropertySchema | undefined>(
    (at, step) => at?.properties?.[step] ?? rowSchema(at)?.properties?.[step] ?? (isPosition(step) ? rowSchema(at) : undefined),
    schema,
  )
}

/** The texts of one entity's editor. */
export function editorTexts(
  schema: EntitySchema,
  host: Pick<RendererHost, 't' | 'hasText' | 'language'> & Partial<Pick<RendererHost, 'screenOf'>>,
): EditorTexts {
  const { t, hasText } = host
  const entity = schema['x-entity'].name
  const path = (pointer: string) => textPathOf(schema, parsePointer(pointer))
  /** Dates are told as they are, not by their distance from today. */
  const plain = (pointer: string, value: unknown): string => {
    const text = String(value)
    const path = parsePointer(pointer)
    const property = looksLikeDate.test(text) ? columnAt(schema, path) : undefined
    const display = property && dateDisplayOf(host.screenOf?.(entity), patternsOf(schema, path), property)
    return display === undefined ? text : dateText(text, display === 'relative' ? 'exact' : display, host)
  }
  const texts: EditorTexts = {
    field: (pointer) => t(`${entity}.field.${path(pointer)}`),
    place: (pointer) => placeText(schema, t, pointer),
    help: (pointer) => {
      const key = `${entity}.help.${path(pointer)}`
      return hasText(key) ? t(key) : undefined
    },
    option: (pointer, value) => {
      if (value === undefined || value === null) return t('editor.value.none')
      const key = `${entity}.option.${path(pointer)}.${String(value)}`
      return hasText(key) ? t(key) : plain(pointer, value)
    },
    section: (name) => t(`${entity}.section.${name}`),
    tab: (name) => t(`${entity}.tab.${name}`),
    refusal: ({ key, params, message }) => (message === undefined ? t(key, params) : fieldErrorText(host, { key, params, message })),
    value: (pointer, value) => {
      const text = texts.whole(pointer, value)
      return text.length > longest ? `${text.slice(0, longest)}…` : text
    },
    whole: (pointer, value) => {
      if (value === undefined || value === null || value === '') return t('editor.value.empty')
      if (typeof value === 'boolean') return t(value ? 'editor.toggle.on' : 'editor.toggle.off')
      const property = propertyAt(schema, parsePointer(pointer))
      if (typeof value === 'number') return numberText(value, property, host.language)
      if (Array.isArray(value)) return t('editor.value.rows', { count: value.length })
      if (typeof value === 'object') return t('editor.value.object', { count: Object.keys(value).length })
      if (property['x-secret']) return t('editor.secret.changed')
      return property.enum ? texts.option(pointer, value) : plain(pointer, value)
    },
  }
  return texts
}

const isPosition = (segment: string): boolean => /^\d+$/.test(segment)

/**
 * Names a field so that it differs from fields of the same name elsewhere on the page: "WAN 2 › MTU", "Subnets › row 3 › Prefix". Objects
 * that only group fields are left out.
 */
function placeText(schema: EntitySchema, t: (key: string, params?: Record<string, unknown>) => string, pointer: string): string {
  const segments = parsePointer(pointer)
  const parts = segments.flatMap((segment, index) => {
    const path = segments.slice(0, index + 1)
    if (isPosition(segment)) return [t('editor.place.row', { row: Number(segment) + 1 })]
    const isLast = index === segments.length - 1
    const isOneOfMany = isPosition(segments[index + 1] ?? '') || isMap(propertyAt(schema, segments.slice(0, index)))
    return isLast || isOneOfMany ? [t(`${schema['x-entity'].name}.field.${textPathOf(schema, path)}`)] : []
  })
  return parts.join(' › ')
}

/** What names of records follow from. */
interface Naming {
  schema: EntitySchema
  screen: Screen
  t: RendererHost['t']
}

/** What a record is called; its kind when it has no name yet. */
export function recordTitle({ schema, screen, t }: Naming, record: Rec): string {
  return recordName({ schema, screen }, record) || t(`${schema['x-entity'].name}.one`)
}

/** The title of a record that does not exist yet. Nouns keep their capital in German alone. */
export function newTitle(schema: EntitySchema, { t, language }: Pick<RendererHost, 't' | 'language'>): string {
  const one = t(`${schema['x-entity'].name}.one`)
  const noun = language.startsWith('de') ? one : one.charAt(0).toLocaleLowerCase(language) + one.slice(1)
  return t('editor.title.new', { entity: noun })
}

/** The label of an action: the screen's own verb or the usual one; a different one if the action is only requested. */
export function verb(screen: Screen, action: 'create' | 'update' | 'delete' | 'askCreate' | 'askDelete', t: RendererHost['t']): string {
  if (action === 'askCreate' || action === 'askDelete') return t(`editor.verb.${action}`)
  return t(`editor.verb.${screen.editor?.verbs?.[action] ?? action}`)
}
