import { HttpProblem } from '../plugins/problem.ts'

/** An identifier of an address; what no text in the database can be is nobody's. `what`: what it is the identifier of. */
export function storableOid(oid: string, what: string): string {
  if (/\0|\p{Surrogate}/u.test(oid)) throw new HttpProblem(404, `There is no such ${what}, or you may not read it.`)
  return oid
}
