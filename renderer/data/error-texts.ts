import type { FieldError } from '../../schemas/plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../host.tsx'
import type { RequestError } from './data-source.ts'

type Texts = Pick<RendererHost, 't' | 'hasText'>

/** Whether the console knows the text, alone or by number. */
const isKnown = ({ hasText }: Pick<Texts, 'hasText'>, key: string): boolean => hasText(key) || hasText(`${key}_other`)

/** One error of the service in the person's language; the service's English text where the console lacks the key. */
export function fieldErrorText(texts: Texts, { key, params, message }: FieldError): string {
  return isKnown(texts, key) ? texts.t(key, params) : message
}

/** Text key of a refused request: overlays have their own. */
export const refusalKey = (schema: EntitySchema): string => (schema['x-entity'].scope === 'overlay' ? 'api.error' : 'admin.api.error')

/** What a failed request says, line by line, each line once; of one without an answer, that there was none. */
export function errorTexts(texts: Texts, error: RequestError): string[] {
  if (error.status === 0) return [texts.t('error.noAnswer')]
  const lines = error.errors.length > 0 ? error.errors.map((one) => fieldErrorText(texts, one)) : error.messages
  return [...new Set(lines), ...moreErrorsText(texts, error)]
}

/** That there are errors which the service counted and did not list; nothing where it listed all. */
export function moreErrorsText({ t }: Pick<Texts, 't'>, { moreErrors = 0 }: { moreErrors?: number | undefined }): string[] {
  return moreErrors > 0 ? [t('error.more', { count: moreErrors })] : []
}

/** A reason as the service sends it in `can`; the general sentence where it names none that the console knows. */
export function reasonText(texts: Texts, can: { because: string; params?: Record<string, unknown> } | undefined): string {
  return can && isKnown(texts, can.because) ? texts.t(can.because, can.params) : texts.t('list.reason.noRight')
}
