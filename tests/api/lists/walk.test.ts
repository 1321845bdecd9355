import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiWorld, places, type Answer, type ApiWorld } from '../../support/api/api-world.ts'

describe.each(places)('walking a list by cursor on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  })
  afterAll(() => world.dispose())

  async function walk(query: string, as?: string): Promise<{ names: string[]; answers: Answer[] }> {
    const answers: Answer[] = []
    for (let after: unknown = ''; after !== undefined; after = answers.at(-1)?.body.meta['next']) {
      const answer = await world.call('GET', `/api/v1/partners?size=2&after=${String(after)}${query}`, as === undefined ? {} : { as })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      answers.push(answer)
    }
    return { names: answers.flatMap(({ body }) => body.data.map(({ name }) => String(name))).toSorted(), answers }
  }

  it('returns every row once, ordered by identifier, with the number of rows left', async () => {
    const { names, answers } = await walk('')
    expect(names).toEqual(['msp', 'otherMsp', 'reseller', 'vad'])
    const oids = answers.flatMap(({ body }) => body.data.map(({ oid }) => String(oid)))
    expect(oids).toEqual(oids.toSorted())
    expect(answers.map(({ body }) => [body.meta['totalCount'], body.data.length, body.meta.counts])).toEqual([
      [4, 2, {}],
      [2, 2, {}],
      [0, 0, {}],
    ])
  })

  it('respects tab, filter, tenant and scope', async () => {
    expect((await walk('&condition=msp')).names).toEqual(['msp', 'otherMsp'])
    expect((await walk(`&filter=${encodeURIComponent('name=ilike=%sell%')}`)).names).toEqual(['reseller'])
    expect((await walk('&filter=type!=msp')).names).toEqual(['reseller', 'vad'])
    expect((await walk(`&parentTenantOid=${world.oid['vad']}`)).names).toEqual(['msp', 'reseller'])
    expect((await walk(`&parentTenantOid=${world.oid['vad']}`, 'vad@world.test')).names).toEqual(['msp', 'reseller'])
  })

  it('returns the same records as the list', async () => {
    const listed = await world.call('GET', '/api/v1/partners?sort=name')
    const { answers } = await walk('')
    const byOid = (records: { oid?: unknown }[]): unknown => records.toSorted((a, b) => (String(a.oid) < String(b.oid) ? -1 : 1))
    expect(byOid(answers.flatMap(({ body }) => body.data))).toEqual(byOid(listed.body.data))
  })

  it('refuses another sort order', async () => {
    expect((await world.call('GET', '/api/v1/partners?after=&sort=name')).status).toBe(400)
  })
})
