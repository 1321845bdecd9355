import { RequestError } from '../../renderer/data/data-source.ts'
import type { FieldError, ServedRecord } from '../../schemas/plan.ts'

type Body = Record<string, unknown>

/** What is said when an answer gives no reason (S0 section 8). */
export const unknownError = 'Unknown error'

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The `errors` of a body, whatever shape each has; other services send plain texts. */
function errorsOf(body: unknown): unknown[] {
  return isObject(body) && Array.isArray(body['errors']) ? body['errors'] : []
}

function toFieldError(error: unknown): FieldError {
  if (!isObject(error)) return { pointer: '', key: '', message: isText(error) ? error : unknownError }
  const { pointer, key, params, message, detail } = error
  const text = [message, detail, key].find(isText) ?? unknownError
  return { pointer: isText(pointer) ? pointer : '', key: isText(key) ? key : '', message: text, ...(isObject(params) ? { params } : {}) }
}

/** Normalises a failed answer (S0 section 8): messages from the detail, else from the errors, else 'Unknown error'. */
export function toRequestError(status: number, body: unknown, requestId: string | undefined): RequestError {
  const errors = errorsOf(body).map(toFieldError)
  const detail = isObject(body) && isText(body['detail']) ? body['detail'] : undefined
  let messages = [unknownError]
  if (detail !== undefined) messages = [detail]
  else if (errors.length > 0) messages = errors.map(({ message }) => message)
  const id = requestId ?? (isObject(body) && isText(body['requestId']) ? body['requestId'] : undefined)
  const current = isObject(body) && Array.isArray(body['current']) ? (body['current'] as ServedRecord[]) : []
  const more = isObject(body) ? body['moreErrors'] : undefined
  const moreErrors = typeof more === 'number' ? more : 0
  return new RequestError({ status, messages, detail, errors, moreErrors, current, requestId: id })
}

/** Whether an answer of status 200 reports errors all the same; then they are thrown. */
export function hasErrors(body: unknown): boolean {
  return errorsOf(body).length > 0
}
