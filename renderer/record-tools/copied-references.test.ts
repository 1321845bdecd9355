import { describe, expect, it } from 'vitest'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import { RequestError, type DataSource, type ListQuery } from '../data/data-source.ts'
import { lookUp } from '../editor/page/copied-start.ts'
import type { RendererHost } from '../host.tsx'
import { copyElsewhere } from './copied-references.ts'

const served = (oid: string, name: string): ServedRecord => ({ oid, name, revision: 1, can: {} }) as unknown as ServedRecord

/** A host whose lists have these records, or fail with a status, by entity. */
function hostOf(lists: Readonly<Record<string, ServedRecord[] | number>>) {
  const asked: [entity: string, filter: string | undefined][] = []
  const list = async (entity: string, { filter }: ListQuery) => {
    asked.push([entity, filter])
    const found = lists[entity] ?? []
    if (typeof found === 'number') throw new RequestError({ status: found, messages: [] })
    return { data: found, meta: { totalCount: found.length, page: 1, size: 1000, counts: {}, can: {} } }
  }
  const one = async (entity: string, oid: string) => {
    asked.push([entity, oid])
    return (lists[entity] as ServedRecord[]).find((record) => record.oid === oid)
  }
  const host = { source: { list, one } as unknown as DataSource, tenant: { oid: 'here', name: 'Here', type: 'po' } } as const
  return { host: host as Pick<RendererHost, 'source' | 'tenant'>, asked }
}

describe('a copy for another tenant', () => {
  it('knows records of the overlay by their names, which are asked for once per entity', async () => {
    const schema = await loadSchema('edge-box')
    const connection = (box: string) => ({ edgeBox: box })
    const copy = {
      site: 's1',
      wans: {
        wan1: { transportNetwork: 'n1', connections: [connection('b1'), connection('b2'), connection('b1')] },
        wan2: { transportNetwork: 'n2' },
      },
    }
    const { host, asked } = hostOf({
      site: [served('s1', 'Paris')],
      'transport-network': [served('n1', 'MPLS'), served('n2', 'LTE')],
      'edge-box': [served('b1', 'hub 1'), served('b2', 'hub 2')],
    })
    const { named, prefill } = await copyElsewhere(schema, copy, { into: { oid: 'there', type: 'msp' }, host })
    expect(prefill).toEqual(copy)
    expect(named).toContainEqual({ pointer: '/wans/wan2/transportNetwork', entity: 'transport-network', name: 'LTE' })
    expect(named.find(({ pointer }) => pointer === '/site')?.name).toBe('Paris')
    expect(new Set(asked.map(([entity]) => entity)).size).toBe(asked.length)
  })

  it('stands below that tenant, or asks for its parent where that cannot be one', async () => {
    const { host } = hostOf({})
    const schema = await loadSchema('customer')
    const parent = schema['x-entity'].parent ?? ''
    const { prefill } = await copyElsewhere(schema, { [parent]: 'here', contactName: 'Ann' }, { into: { oid: 'there', type: 'msp' }, host })
    expect(prefill).toEqual({ [parent]: 'there', contactName: 'Ann' })
    const above = await copyElsewhere(schema, { [parent]: 'here', contactName: 'Ann' }, { into: { oid: 'there', type: 'vad' }, host })
    expect(above.prefill).toEqual({ contactName: 'Ann' })
  })
})

describe('the records that names of a copy mean', () => {
  const network = (name: string) => ({ pointer: '/a', entity: 'transport-network', name })

  it('have exactly the name, else one that differs in case only', async () => {
    const { host } = hostOf({ 'transport-network': [served('n1', 'mpls'), served('n2', 'MPLS'), served('n3', 'Lte')] })
    expect(await lookUp(host, [network('MPLS'), network('LTE'), network('5G')])).toEqual(
      new Map([
        ['transport-network/MPLS', 'n2'],
        ['transport-network/LTE', 'n3'],
      ]),
    )
  })

  it('are none where they may not be listed, and are not said to be missing where the service fails', async () => {
    expect(await lookUp(hostOf({ 'transport-network': 403 }).host, [network('MPLS')])).toEqual(new Map())
    await expect(lookUp(hostOf({ 'transport-network': 503 }).host, [network('MPLS')])).rejects.toBeInstanceOf(RequestError)
  })
})
