import { rankKey } from '../../../server/db/ddl/long-columns.ts'
import { INDEXED_TEXT, searchedText, SMALL_TEXT } from '../../../server/db/ddl/search-functions.ts'
import { catalogueOf } from '../../../server/entities/model/catalogue.ts'

/** Rows of a page. */
export const PAGE = 50

const RANK_KEY = rankKey(catalogueOf().model('appliance'))
const COLUMNS = 'oid, tenant_oid, revision, data, created_at, updated_at, updated_by'
const STATEMENTS = {
  part: `select ${COLUMNS} from entity.appliance where ${INDEXED_TEXT} like ${searchedText('$1::text')} and ${SMALL_TEXT} like $1 order by ${RANK_KEY}, oid limit ${PAGE}`,
  start: `select ${COLUMNS} from entity.appliance where ${RANK_KEY} >= $1 and ${RANK_KEY} < $1 || '~' order by ${RANK_KEY}, oid limit ${PAGE}`,
}

/** The first page of a search as an index finds it: a prepared statement without rights, isolation or counts. */
export function bareQuery(term: string): { name: string; text: string; values: string[] } {
  const small = term.toLowerCase()
  const name = term.length < 3 ? 'start' : 'part'
  return { name, text: STATEMENTS[name], values: [name === 'start' ? small : `%${small}%`] }
}
