import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../../host.tsx'
import type { ExplainPorts } from '../../rules/explain.ts'
import type { EditorTexts } from '../layout/editor-texts.ts'
import { propertyAt } from './pointer.ts'

/** A path of an explanation: a field, a field of a referenced record, or a context value. */
interface ReadPath {
  pointer: string
  /** Property of the referenced record. */
  followed: string | undefined
}

const split = (path: string): ReadPath => {
  const [pointer = '', followed] = path.split('.', 2)
  return { pointer, followed }
}

function propertyOf(schema: EntitySchema, pointer: string): PropertySchema | undefined {
  try {
    return propertyAt(schema, parsePointer(pointer))
  } catch {
    return undefined
  }
}

/** Names and values for explanations: the record's in its own texts, those of the context in general ones. */
export function explainPorts(
  schema: EntitySchema,
  { t, hasText, language }: Pick<RendererHost, 't' | 'hasText' | 'language'>,
  texts: EditorTexts,
): ExplainPorts {
  const optional = (key: string, fallback: string) => (hasText(key) ? t(key) : fallback)
  const plain = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'editor.value.yes' : 'editor.value.no')
    if (Array.isArray(value)) return new Intl.ListFormat(language).format(value.map(plain))
    return value === undefined || value === null || value === ''
      ? t('editor.value.none')
      : optional(`tenant.option.type.${String(value)}`, String(value))
  }
  return {
    t,
    language,
    name: (path) => {
      if (path.startsWith('$')) return optional(`rule.context.${path.slice(1)}`, path)
      const { pointer, followed } = split(path)
      const property = propertyOf(schema, pointer)
      if (!property) return path
      const entity = property['x-ref']?.entity
      if (followed === undefined || entity === undefined) return texts.field(pointer)
      return t('editor.why.of', { field: optional(`${entity}.field.${followed}`, followed), reference: texts.field(pointer) })
    },
    value: (path, value) => {
      const { pointer, followed } = split(path)
      return path.startsWith('/') && followed === undefined && propertyOf(schema, pointer) ? texts.value(pointer, value) : plain(value)
    },
  }
}
