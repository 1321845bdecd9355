import type { FieldError } from '../../../schemas/plan.ts'
import { textPathOf } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { RequestError } from '../../data/data-source.ts'
import { errorTexts, fieldErrorText, moreErrorsText } from '../../data/error-texts.ts'
import type { RendererHost } from '../../host.tsx'

interface Refused {
  schema: EntitySchema
  error: RequestError
  /** Names of the records of the plan, in its order. */
  names: readonly string[]
}

/** What a refused plan says: of one of several records its name, of a field within the record the field. Each line once. */
export function refusedLines(host: Pick<RendererHost, 't' | 'hasText'>, { schema, error, names }: Refused): string[] {
  if (error.errors.length === 0) return errorTexts(host, error)
  const lines = error.errors.map((one) => {
    const about = [names.length > 1 ? nameAt(one, names) : undefined, fieldName(host, schema, one)].filter((part) => part !== undefined)
    return [...about, fieldErrorText(host, one)].join(' – ')
  })
  return [...new Set(lines), ...moreErrorsText(host, error)]
}

function nameAt({ pointer }: FieldError, names: readonly string[]): string | undefined {
  const index = /^\/items\/(\d+)/.exec(pointer)?.[1]
  return index === undefined ? undefined : names[Number(index)]
}

/** A field of the record itself is what was changed: nothing needs to be said of it. */
function fieldName({ t, hasText }: Pick<RendererHost, 't' | 'hasText'>, schema: EntitySchema, { pointer }: FieldError): string | undefined {
  const path = parsePointer(/^\/items\/\d+\/changes(\/.+\/.+)$/.exec(pointer)?.[1] ?? '')
  const key = `${schema['x-entity'].name}.field.${textPathOf(schema, path)}`
  return path.length > 0 && hasText(key) ? t(key) : undefined
}
