import { describe, expect, it } from 'vitest'
import { catalogueOf } from '../../entities/model/catalogue.ts'
import { markedTables } from './marked-tables.ts'

describe('the tables that a list depends on', () => {
  it.each([
    ['its own', `select true from entity."edge-box" r where r.tenant_oid = $1`, ['edge-box']],
    [
      'those of references and computed fields, in any case once',
      `select true from entity."edge-box" r where exists (select from entity."transport-network" f0 where f0.oid = r.oid)
        or exists (select x from entity.site s join entity."edge-box" o on o.oid = s.oid)`,
      ['edge-box', 'transport-network', 'site'],
    ],
    [
      'the tree and its people besides',
      'select true from entity.customer r where r.oid in (select h.oid from tenant h join user_role u on true)',
      ['customer'],
    ],
    [
      'rows of lists in records',
      `select from entity.site r where exists (select from jsonb_array_elements(r.data) as e0(value))`,
      ['site'],
    ],
    ['those after a comma', `select from tenant t, entity.site s, entity."edge-box" e where true`, ['site', 'edge-box']],
    ['words that look alike', `select from entity.site r where (r.data->'a') is distinct from r.oid`, ['site']],
    ['none where changes are not marked', 'select true from entity.license r', undefined],
    ['none where a view is read', 'select true from entity."overlay-appliance" r', undefined],
    [
      'none where a function reads for itself',
      'select true from entity.site r where exists (select from entity.own_records(r.oid) x)',
      undefined,
    ],
    ['none where another table is read', 'select true from entity.site r join saas_application s on s.oid = r.oid', undefined],
    ['none where the time matters', `select (r.data->>'expiresAt')::timestamptz <= now() from entity."api-token" r`, undefined],
  ])('are %s', (_what, statement, tables) => {
    expect(markedTables(statement, catalogueOf())).toEqual(tables)
  })
})
