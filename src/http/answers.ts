import { RequestError } from '../../renderer/data/data-source.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { isObject } from '../../schemas/wire/object-wire.ts'
import { unknownError } from './problem.ts'

/** The data of an answer, or the answer itself where it is a mere list. */
const dataOf = (answer: unknown): unknown => (isObject(answer) ? answer['data'] : answer)

/** The rows of an answer `{data: [...]}`; none where it holds no list. */
export function rowsIn(answer: unknown): unknown[] {
  const data = dataOf(answer)
  return Array.isArray(data) ? (data as unknown[]) : []
}

/** What an answer says of its rows, under a name of its own; nothing where it says nothing. */
export function metaIn(answer: unknown): Rec {
  const meta = isObject(answer) ? answer['meta'] : undefined
  return isObject(meta) ? meta : {}
}

/** The first row of an answer, or its data where that is one record; undefined where it holds neither. */
export function recordIn(answer: unknown): Rec | undefined {
  const data = dataOf(answer)
  const first: unknown = Array.isArray(data) ? data[0] : data
  return isObject(first) ? first : undefined
}

/** The same of an answer that has to hold one. Throws a 404 where it holds none. */
export function presentIn(answer: unknown): Rec {
  const record = recordIn(answer)
  if (record === undefined) throw new RequestError({ status: 404, messages: [unknownError] })
  return record
}
