import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { apiWorld, OWNER, places, type ApiWorld } from '../support/api-world.ts'
import pinned from './statement-counts.json' with { type: 'json' }

/** The caller of a request is one further statement; so is a change of what the connection may see. */
const counts = pinned as Record<string, Record<string, number>>

describe.each(places)('statements of a list call on %s', (place) => {
  let world: ApiWorld
  beforeAll(async () => {
    world = await apiWorld(place)
  }, 60_000)
  afterAll(() => world.dispose())

  async function statementsOf(url: string): Promise<string[]> {
    await world.call('GET', url)
    const caller = await world.caller(OWNER)
    await world.database.withScope(caller.scopes(), async () => undefined)
    const seen: string[] = []
    const stop = world.database.onStatement((text) => seen.push(text))
    expect((await world.call('GET', url)).status, url).toBe(200)
    stop()
    return seen.filter((text) => !text.includes('load_person'))
  }

  it('are pinned for every entity', () => expect(Object.keys(counts).toSorted()).toEqual(Object.keys(entitySchemas).toSorted()))

  it.each(Object.values(entitySchemas).map((schema) => schema['x-entity']))(
    '$name',
    async ({ name, route, tenantParam = 'tenantOid', scope }) => {
      if (scope === 'overlay') return
      const [first] = entitySchemas[name as keyof typeof entitySchemas]['x-search']
      const oid = name === 'customer' ? world.oid['managed'] : world.oid['vad']
      const urls: Record<string, string> = {
        tenant: `${route}?${tenantParam}=platform`,
        all: `${route}?size=100`,
        search: `${route}?filter=${encodeURIComponent(`${first}=ilike="%any%"`)}`,
        one: `${route}/${oid}`,
      }
      const found: Record<string, number> = {}
      for (const [kind, url] of Object.entries(urls)) found[kind] = (await statementsOf(url)).length
      expect(found).toEqual(counts[name])
    },
  )
})
