import { searchFilter } from '../../../renderer/data/rsql.ts'

/** A list call of the console, and what the reference needs to answer the same. */
export interface ListCall {
  name: string
  /** RSQL as the console builds it. */
  filter: string
  /** How the reference's statement says the filter, over a row `r`. */
  where: string
  values: string[]
}

const TERM = 'horizon'

/** What people do on a list: type into the search box, choose values of a column. */
export const calls: ListCall[] = [
  {
    name: 'search',
    filter: searchFilter(['name', 'contactName', 'contactEmail'], TERM) ?? '',
    where: `(r.data->>'name' ilike $2 or r.data->>'contactName' ilike $2 or r.data->>'contactEmail' ilike $2)`,
    values: [`%${TERM}%`],
  },
  { name: 'filter', filter: 'type=="msp"', where: `r.data->>'type' = $2`, values: ['msp'] },
]

export const PAGE_SIZE = 50
