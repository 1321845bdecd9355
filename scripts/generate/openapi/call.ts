import { problems } from './parts.ts'

/** An operation to describe in the document. */
interface Call {
  id: string
  tag: string
  summary: string
  parameters?: object[]
  requestBody?: object
  /** The success response. */
  response: object
  /** Statuses of the error responses. @default [401] */
  failures?: number[]
  /** Status of the success response. @default 200 */
  status?: number
  /** Needs no token. */
  isPublic?: boolean
}

/** An OpenAPI operation with its success response and its error responses. */
export function call({ id, tag, summary, parameters = [], requestBody, response, failures = [401], status = 200, isPublic }: Call): object {
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    ...(isPublic ? { security: [] } : {}),
    responses: { [status]: response, ...problems(...(isPublic ? [] : failures)) },
  }
}
