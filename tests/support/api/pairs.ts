import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { pairOid } from '../../../schemas/matrix.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { ApiWorld } from './api-world.ts'
import { plantRecord } from './live-boxes.ts'
import { distinct, sampleFileOf } from '../samples/sample-fixtures.ts'

let counter = 0

/** The oid of an untouched pair of two new records of the overlay. */
export async function newPairOid(world: ApiWorld, schema: EntitySchema, overlayOid: string): Promise<string> {
  const sides = (schema['x-entity'].pairs?.of ?? []).map((name) => schema.properties[name]?.['x-ref']?.entity as EntityName)
  const [one = '', other = ''] = await Promise.all(
    sides.map((table) => {
      const [sample] = sampleFileOf(table).valid
      const data = distinct(entitySchemas[table], sample?.record ?? {}, ` ${++counter}`)
      return plantRecord(world.database, { table, overlayOid, data })
    }),
  )
  return pairOid(sides[0] === sides[1] ? 'upper' : 'full', one, other)
}
