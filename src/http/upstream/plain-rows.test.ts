import { expect, it } from 'vitest'
import { wireTables } from '../../../schemas/generated/wire-tables.ts'
import { flatRows, withNamedIdentifiers } from './plain-rows.ts'

it('gives references one form, whichever of the printed ones they have', () => {
  expect(flatRows([{ edgeBox: { id: 'b', name: 'Box' }, prefix: '10.0.0.0' }])).toMatchObject([
    { edgeBoxId: 'b', edgeBoxName: 'Box', prefix: '10.0.0.0' },
  ])
  expect(flatRows([{ edgeBoxId: 'b', edgeBoxName: 'Box' }])).toEqual([{ edgeBoxId: 'b', edgeBoxName: 'Box' }])
})

it('finds the records that rows name, and asks for none where rows have identifiers', async () => {
  const asked: string[] = []
  const rowsOf = (entity: string) => {
    asked.push(entity)
    return Promise.resolve([{ oid: 'n', name: 'MPLS' }])
  }
  const wire = wireTables['edge-box'] ?? {}
  expect(await withNamedIdentifiers([{ transportNetwork: 'MPLS' }, { transportNetwork: 'Unknown' }], wire, rowsOf)).toEqual([
    { transportNetwork: 'MPLS', transportNetworkId: 'n' },
    { transportNetwork: 'Unknown' },
  ])
  expect(asked).toEqual(['transport-network'])
  await withNamedIdentifiers([{ transportNetwork: 'MPLS', transportNetworkId: 'own' }], wire, rowsOf)
  expect(asked).toHaveLength(1)
})
