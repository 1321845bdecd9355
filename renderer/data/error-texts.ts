import type { FieldError } from '../../schemas/plan.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../host.tsx'
import type { RequestError } from './data-source.ts'

type Texts = Pick<RendererHost, 't' | 'hasText'>

/** Whether the console knows the text, alone or by number. */
const isKnown = ({ hasText }: Pick<Texts, 'hasText'>, key: string): boolean => hasText(key) || hasText(`${key}_other`)

type FieldWords = Pick<FieldError, 'key' | 'message'> & { params?: FieldError['params'] | undefined }

/**
 * One error of the service in the person's language; the service's own text where the console lacks the key. A parameter `why` is another
 * message, which takes the place of the service's `reason`; `entity` is named by its title.
 */
export function fieldErrorText(texts: Texts, { key, params, message }: FieldWords): string {
  return isKnown(texts, key) ? texts.t(key, params && inWords(texts, params)) : message
}

function inWords(texts: Texts, params: Record<string, unknown>): Record<string, unknown> {
  const { entity, why } = params
  const title = `${String(entity)}.many`
  const reason = isMessage(why) && isKnown(texts, why.key) ? { reason: texts.t(why.key, why.params) } : {}
  return { ...params, ...(typeof entity === 'string' && texts.hasText(title) && { entity: texts.t(title) }), ...reason }
}

const isMessage = (value: unknown): value is Pick<FieldError, 'key' | 'params'> =>
  typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string'

/** Text key of a refused request: overlays have their own. */
export const refusalKey = (schema: EntitySchema): string => (schema['x-entity'].scope === 'overlay' ? 'api.error' : 'admin.api.error')

/**
 * What a failed request says, line by line, each line once. The service's sentence about the whole stands for all errors that are mere
 * words (S0 section 8: the detail, else the errors), not for those with a message key; where there was no answer, that stands for them.
 * `errors`: those that are not shown at a place of their own.
 */
export function errorTexts(texts: Texts, error: RequestError, errors: readonly FieldError[] = error.errors): string[] {
  const lines = error.errors.length === 0 ? wholeTexts(texts, error) : listedTexts(texts, error, errors)
  return [...new Set(lines), ...moreErrorsText(texts, error)]
}

/** The sentence about the whole; none of a failure that only lists errors. */
const sentenceOf = ({ t }: Texts, { status, detail }: RequestError): string | undefined => (status === 0 ? t('error.noAnswer') : detail)

const wholeTexts = (texts: Texts, error: RequestError): string[] => {
  const sentence = sentenceOf(texts, error)
  return sentence === undefined ? error.messages : [sentence]
}

function listedTexts(texts: Texts, error: RequestError, errors: readonly FieldError[]): string[] {
  const sentence = errors.some(({ key }) => key === '') ? sentenceOf(texts, error) : undefined
  return sentence === undefined ? errors.map((one) => fieldErrorText(texts, one)) : [...keyedTexts(texts, errors), sentence]
}

/** The errors with a message key, in words. */
export function keyedTexts(texts: Texts, errors: readonly FieldError[]): string[] {
  return errors.filter(({ key }) => key !== '').map((one) => fieldErrorText(texts, one))
}

interface Placing {
  errors: readonly FieldError[]
  /** What an error is about, in words; empty where it is about the whole. */
  placeOf: (error: FieldError) => readonly string[]
}

/** The same lines, those of errors that are about a record or a field of several with its name in front. */
export function placedTexts(texts: Texts, error: RequestError, { errors, placeOf }: Placing): string[] {
  const placed = errors.flatMap((one) => {
    const place = placeOf(one)
    return place.length === 0 ? [] : [[...place, fieldErrorText(texts, one)].join(' – ')]
  })
  const others = errors.filter((one) => placeOf(one).length === 0)
  return [...new Set([...placed, ...errorTexts(texts, error, others)])]
}

/** That there are errors which the service counted and did not list; nothing where it listed all. */
export function moreErrorsText({ t }: Pick<Texts, 't'>, { moreErrors = 0 }: { moreErrors?: number | undefined }): string[] {
  return moreErrors > 0 ? [t('error.more', { count: moreErrors })] : []
}

/** A reason as the service sends it in `can`; the general sentence where it names none that the console knows. */
export function reasonText(texts: Texts, can: { because: string; params?: Record<string, unknown> } | undefined): string {
  return can && isKnown(texts, can.because) ? texts.t(can.because, can.params) : texts.t('list.reason.noRight')
}

/** Several messages in one line: a full stop stays at the last one only. */
export const inOneLine = (messages: readonly string[]): string => messages.join('; ').replaceAll('.; ', '; ')
