import { FilterError, parseFilter, type Filter } from '../../../schemas/filter/parse-filter.ts'
import { HttpProblem } from '../../plugins/problem.ts'

/** Parses the `filter` of a request; throws a 400 with the position of the error or the exceeded limit. */
export function readFilter(text: string): Filter {
  try {
    return parseFilter(text)
  } catch (error) {
    throw error instanceof FilterError ? new HttpProblem(400, error.message) : error
  }
}
