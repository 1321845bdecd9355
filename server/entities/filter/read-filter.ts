import { FilterError, parseFilter, type ElementFilter, type Filter } from '../../../schemas/filter/parse-filter.ts'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { HttpProblem } from '../../plugins/problem.ts'

/** Parses the `filter` of a request; throws a 400 with the position of the error or the exceeded limit. */
export function readFilter(text: string): Filter {
  try {
    return parseFilter(text)
  } catch (error) {
    if (error instanceof FilterError) return refuseFilter(error.reason, error.message, error.params)
    throw error
  }
}

/** Refuses a filter with a 400; `reason` is the end of the message key `service.filter.<reason>`, `position` in `params` where it stands. */
export function refuseFilter(reason: string, message: string, params: Readonly<Rec> = {}): never {
  throw new HttpProblem(400, message, { errors: [{ pointer: '', key: `service.filter.${reason}`, params: { ...params }, message }] })
}

/** Refuses a condition on elements of what has none. */
export function refuseNoList({ selector, at }: Pick<ElementFilter, 'selector' | 'at'>): never {
  return refuseFilter('noList', `'${truncated(selector)}' is no list.`, { field: truncated(selector), position: at })
}
