import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../../host.tsx'
import { parsePointer } from '../../../schemas/vocabulary/pointer.ts'
import { placeText } from './place-text.ts'
import { textPathOf } from '../../../schemas/vocabulary/uniform-children.ts'
import { numberText } from '../../widgets/number/numbers.ts'
import { propertyAt } from '../draft/pointer.ts'

/** Texts that follow from the names in a schema. */
export interface EditorTexts {
  field: (pointer: string) => string
  /** A field with what it stands in, where that tells it from others of its name. */
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

/** The texts of one entity's editor. */
export function editorTexts(schema: EntitySchema, host: Pick<RendererHost, 't' | 'hasText' | 'language'>): EditorTexts {
  const { t, hasText } = host
  const entity = schema['x-entity'].name
  const path = (pointer: string) => textPathOf(schema, parsePointer(pointer))
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
      return hasText(key) ? t(key) : String(value)
    },
    section: (name) => t(`${entity}.section.${name}`),
    tab: (name) => t(`${entity}.tab.${name}`),
    refusal: ({ key, params }) => t(key, params),
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
      return property.enum ? texts.option(pointer, value) : String(value)
    },
  }
  return texts
}
