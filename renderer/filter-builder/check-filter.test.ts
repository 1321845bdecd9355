import { describe, expect, it } from 'vitest'
import { loadSchema } from '../../schemas/generated/load-schema.ts'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import { RequestError } from '../data/data-source.ts'
import { fieldErrorText } from '../data/error-texts.ts'
import type { RendererHost } from '../host.tsx'
import { checkFilter } from './check-filter.ts'

const t = (key: string, params: Record<string, unknown> = {}): string => [key, ...Object.values(params).map(String)].join(' ')
const schemaOf = (entity: string) => {
  if (!isEntityName(entity)) throw new Error(`there is no entity ${entity}`)
  return loadSchema(entity)
}

/** A host whose lists refuse every filter like this, or take it. */
function hostOf(refusal?: RequestError) {
  const asked: string[] = []
  const list = async (entity: string) => {
    asked.push(entity)
    if (refusal) throw refusal
    return { data: [], meta: { totalCount: 0 } }
  }
  const host = {
    t,
    hasText: () => true,
    ruleContext: () => ({ can: { read: true }, feature: {} }),
    source: { list },
    tenant: { oid: 'acme' },
  } as unknown as RendererHost
  return { host, asked }
}

const check = (text: string, entities: string[], host: RendererHost) => checkFilter({ entities, text, asksService: true }, schemaOf, host)

describe('a filter that is typed', () => {
  it('is told where it cannot be read, and which field there is not, before the service is asked', async () => {
    const { host, asked } = hostOf()
    expect(await check('name==', ['site'], host)).toMatchObject({ text: expect.stringContaining('service.filter.syntax'), at: 6 })
    expect(await check('name==x;nmae==y', ['site'], host)).toMatchObject({ text: expect.stringContaining('filter.nearest name'), at: 8 })
    expect(await check(' ', ['site'], host)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('is told for the first entity that it does not fit, by its name', async () => {
    const { host } = hostOf()
    expect(await check('state==active', ['customer', 'site'], host)).toMatchObject({
      text: expect.stringMatching(/^filter\.problem site\.many service\.field\.unknown state/),
      at: 0,
    })
  })

  it('is told what only the service knows once it is left', async () => {
    const error = { pointer: '', key: 'service.filter.value.number', params: { value: 'x', position: 5 }, message: 'No number.' }
    const { host, asked } = hostOf(new RequestError({ status: 400, messages: [], errors: [error] }))
    expect(await checkFilter({ entities: ['site'], text: 'name==x', asksService: false }, schemaOf, host)).toBeUndefined()
    expect(asked).toEqual([])
    expect(await check('name==x', ['site'], host)).toEqual({ text: 'service.filter.value.number x 5', at: 5 })
    expect(await check('name==x', ['site'], hostOf(new RequestError({ status: 403, messages: [] })).host)).toBeUndefined()
  })
})

it('a refusal that repeats another message says it in the language of the person, and names the entity', () => {
  const why = { key: 'service.filter.value.number', params: { value: 'x' } }
  const params = { entity: 'site', reason: 'No number.', why }
  const refusal = { key: 'subscription.because.filterOf', params, message: 'The condition does not fit site: No number.' }
  const said: Record<string, unknown>[] = []
  const texts = { hasText: () => true, t: (key: string, given: Record<string, unknown> = {}) => (said.push(given), t(key)) }
  expect(fieldErrorText(texts, refusal)).toBe('subscription.because.filterOf')
  expect(said.at(-1)).toMatchObject({ entity: 'site.many', reason: 'service.filter.value.number' })
  expect(fieldErrorText({ ...texts, hasText: () => false }, refusal)).toBe(refusal.message)
})
