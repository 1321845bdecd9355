import { describe, expect, it } from 'vitest'
import { catalogueOf } from '../../entities/model/catalogue.ts'
import { THIS_MONTH } from '../sql-parts.ts'
import { OF_MONTH, partOf, SHARED } from './change-marks.ts'
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
    ['those that commands write', 'select true from entity.license r', ['license']],
    [
      'the month besides, where it matters',
      `select true from entity.license r where r.data->>'startDate' > ${THIS_MONTH}`,
      [OF_MONTH, 'license'],
    ],
    ['none where changes are not marked', 'select true from entity."vpn-zone-policy" r', undefined],
    ['none where a view is read', 'select true from entity."overlay-appliance" r', undefined],
    [
      'none where a function reads for itself',
      'select true from entity.site r where exists (select from entity.own_records(r.oid) x)',
      undefined,
    ],
    ['none where another table is read', 'select true from entity.site r join saas_application s on s.oid = r.oid', undefined],
    ['none where the time matters', `select (r.data->>'expiresAt')::timestamptz <= now() from entity."api-token" r`, undefined],
  ])('are %s', (_what, statement, tables) => {
    expect(markedTables(statement, catalogueOf())).toEqual(tables && [...SHARED, ...tables])
  })

  const part = partOf('t')
  it.each([
    ['part of its own', `select true from entity."edge-box" r where r.tenant_oid = $1`, [`edge-box ${part}`]],
    [
      'parts of all that is compared with its tenant, but all of tables whose rows lie across tenants',
      `select true from entity.site r where r.tenant_oid = $1 and exists (select from entity."edge-box" b where b.tenant_oid = r.tenant_oid)
        and r.oid in (select a.oid from entity.appliance a where a.tenant_oid = r.tenant_oid)`,
      [`site ${part}`, `edge-box ${part}`, 'appliance'],
    ],
    [
      'all of what is read of every tenant',
      `select from entity.site r where exists (select from entity."edge-box" b where b.oid = r.oid)`,
      ['site', 'edge-box'],
    ],
    ['all of what is read twice, and once of every tenant', `select from entity.site r, entity.site s where r.tenant_oid = $1`, ['site']],
    [
      'the tree, where it is read',
      `select from entity.site r where r.tenant_oid = $1 and r.tenant_oid in (select h.oid from tenant h where true)`,
      [`site ${part}`, 'tenant'],
    ],
    ['none where changes are not marked', `select true from entity."vpn-zone-policy" r where r.tenant_oid = $1`, undefined],
  ])('are of a list of one tenant the %s', (_what, statement, tables) => {
    expect(markedTables(statement, catalogueOf(), 't')).toEqual(tables)
  })
})
