import { didYouMean, hintFor } from '../../../schemas/vocabulary/names.ts'
import { HttpProblem } from '../../plugins/problem.ts'

/** Throws the refusal of an unknown selector, with its position in the filter. */
export function refuseUnknown(selector: string, known: Iterable<string>, at?: number): never {
  const hint = hintFor(selector, known)
  const { name, ...nearest } = hint
  const params = { field: name, ...nearest, ...(at !== undefined && { position: at }) }
  const message = `Unknown field '${name}'${didYouMean(hint)}`
  throw new HttpProblem(400, message, { errors: [{ pointer: '', key: 'service.field.unknown', params, message }] })
}
