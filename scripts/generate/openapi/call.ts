import { fail } from './parts.ts'

/** One call as it stands in the document. */
interface Call {
  id: string
  tag: string
  summary: string
  parameters?: object[]
  requestBody?: object
  answer: object
  failures?: number[]
  /** Status of the answer. @default 200 */
  status?: number
  /** Answers without a token. */
  open?: boolean
}

/** An operation with its answer and its refusals. */
export function call({ id, tag, summary, parameters = [], requestBody, answer: ok, failures = [401], status = 200, open }: Call): object {
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(parameters.length ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    ...(open ? { security: [] } : {}),
    responses: { [status]: ok, ...fail(...(open ? [] : failures)) },
  }
}
