import { expect, it } from 'vitest'
import { markDatabase } from '../../db/connections/database-keys.ts'
import type { Queries } from '../../db/database.ts'
import { catalogueOf } from '../model/catalogue.ts'
import { countCache } from './known-counts.ts'

it('the counts of a database are not those of another one that the process has open, however alike they are', () => {
  const [one, two] = [{}, {}]
  const queriesOf = (database: object): Queries => {
    const queries = {}
    markDatabase(queries, database)
    return queries as Queries
  }
  const model = catalogueOf().model('appliance')
  countCache(model, queriesOf(one)).remember('list', { counts: { all: 6_000 }, mark: 'm', tableRows: 6_040 })
  expect(countCache(model, queriesOf(one)).of('list')?.counts).toEqual({ all: 6_000 })
  expect(countCache(model, queriesOf(two)).of('list')).toBeUndefined()
})
