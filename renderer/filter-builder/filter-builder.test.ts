import { describe, expect, it, vi } from 'vitest'
import { parseFilter, type Filter } from '../../schemas/filter/parse-filter.ts'
import { writeFilter } from '../../schemas/filter/write-filter.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import type { RendererHost } from '../host.tsx'
import { completeFilter } from './complete-filter.ts'
import { completionAt } from './completion.ts'
import { problemOf } from './filter-errors.ts'
import { fieldBySelector, recordFields, walkOf, type Walk } from './filter-fields.ts'
import { added, asGroup, replaced, turned } from './filter-tree.ts'
import { filterWords } from './filter-words.ts'
import { comparisonOf, namedComparison } from './operators.ts'

const wan = { type: 'object', properties: { state: { enum: ['enabled', 'disabled'] }, mtu: { type: 'integer' } } }
const schema = {
  $id: 'example',
  type: 'object',
  'x-entity': { name: 'example', scope: 'overlay' },
  properties: {
    name: { type: 'string' },
    code: { type: 'string', 'x-secret': true },
    wans: { type: 'object', properties: { wan1: wan, wan2: wan } },
    rows: { type: 'array', items: { type: 'object', properties: { due: { type: 'string', format: 'date' }, pay: { type: 'integer' } } } },
  },
} as unknown as EntitySchema

const t = (key: string, params: Record<string, unknown> = {}): string => [key, ...Object.values(params).map(String)].join(' ')
const walk: Walk = { schema, texts: { t, hasText: () => false }, readable: (path) => path.at(-1) !== 'pay', canFollow: () => true }
const fields = recordFields(walk)
const offers = (text: string): string[] => completionAt(text, text.length, { fields }).options.map((option) => option.text)

describe('the fields of conditions', () => {
  it('reach into parts that are alike and lists, and leave out secrets and what may not be read', () => {
    expect(fields.map(({ kind, selector }) => `${kind} ${selector}`)).toEqual([
      'text name',
      'options wans.wan1.state',
      'number wans.wan1.mtu',
      'options wans.wan2.state',
      'number wans.wan2.mtu',
      'elements wans',
      'options wans.*.state',
      'number wans.*.mtu',
      'elements rows',
      'day rows.*.due',
      'list rows',
    ])
    expect(fieldBySelector(fields, 'wans.*', 'elements')?.selector).toBe('wans')
  })
})

describe('a filter of several entities', () => {
  const list = vi.fn(async () => ({ data: [{ oid: '1', name: 'Some, one' }], meta: { totalCount: 1 } }))
  const host = {
    t,
    hasText: () => false,
    ruleContext: () => ({ can: { read: true }, feature: {} }),
    source: { list },
    tenant: { oid: 'acme' },
  } as unknown as RendererHost
  const ofSite = ['site.city', 'site.site.name', 'site.lans', 'site.lans.*.vlan']
  const named = (properties: Record<string, unknown>) =>
    ({ $id: 'o', type: 'object', 'x-entity': { name: 'o', scope: 'overlay' }, properties }) as unknown as EntitySchema
  const site = { type: 'string', 'x-ref': { entity: 'site' } }
  const schemas = [
    named({ name: { type: 'string' }, site, mtu: { type: 'integer' } }),
    named({ name: { type: 'string' }, site, mtu: { type: 'string' } }),
  ]
  const place = named({
    name: { type: 'string' },
    city: { type: 'string' },
    siteName: { type: 'string', 'x-derived': { ref: 'site', field: 'name' } },
    site,
    lans: { type: 'array', items: { type: 'object', properties: { vlan: { type: 'integer' } } } },
  })
  const known = new Map<string, EntitySchema>([...schemas.map((one, index) => [String(index), one] as const), ['site', place]])
  const schemaOf = async (entity: string) => known.get(entity) ?? named({})
  const complete = (text: string, entities = ['0', '1']) => completeFilter({ text, caret: text.length }, { entities, schemaOf }, host)

  it('is completed by fields of the records that references lead to, one step far', async () => {
    expect((await complete('site.ci')).options.map(({ text }) => text)).toEqual(['site.city'])
    expect((await complete('site.lans=any=(v')).options.map(({ text }) => text)).toEqual(['vlan'])
    const [field] = recordFields(walkOf(place, host, () => place)).filter(({ kind }) => kind === 'reference')
    expect(field?.inner?.map(({ selector, words }) => [selector, words.join(' › ')])).toContainEqual(['site.city', 'site › city'])
    expect(field?.inner?.every(({ inner }) => inner === undefined)).toBe(true)
    const closed = { ...place, 'x-operations': { read: { when: { '$feature.sdi': true } } } } as unknown as EntitySchema
    expect(recordFields(walkOf(place, host, () => closed)).map(({ kind }) => kind)).not.toContain('reference')
  })

  it('is completed by fields that all of them have, of the same kind', async () => {
    expect((await complete('')).options.map(({ text }) => text)).toEqual(['name', 'site.name', ...ofSite])
    expect((await complete('', ['0'])).options.map(({ text }) => text)).toEqual(['name', 'site.name', 'mtu', ...ofSite])
    expect((await complete('', [])).options).toEqual([])
  })

  it('is completed by names of records, in quotes where they need them', async () => {
    expect((await complete('site.name==So')).options).toEqual([{ text: '"Some, one"', about: '' }])
    expect(list).toHaveBeenCalledOnce()
  })
})

describe('a filter as text', () => {
  it.each([
    ['wans.wan2', ['wans.wan2.state', 'wans.wan2.mtu']],
    ['name==x;rows.*.due', []],
    ['rows.*.due =w', ['=within=']],
    ['wans.wan2.state==', ['enabled', 'disabled']],
    ['wans.wan2.state=in=(enabled,dis', ['disabled']],
    ['wans=any=(sta', ['state']],
    ['wans=any=(state==dis', ['disabled']],
    ['wans=any=(state==enabled);nam', ['name']],
    ['rows.*.due=within=this', ['this-week', 'this-month', 'this-year']],
  ])('is completed after %s', (text, expected) => {
    expect(offers(text)).toEqual(expected)
  })

  it('is told what is wrong, and where', () => {
    const problem = (text: string) => problemOf(text, { t }, { fields, schema })
    expect(problem('name==x;wans=any=(stat==enabled)')).toEqual({
      text: 'service.field.unknown stat filter.nearest state',
      at: 18,
    })
    expect(problem('name==x;wans.*.mtu==')).toMatchObject({ at: 20 })
    expect(problem('wans.wan1.state==enabled,oid==x')).toBeUndefined()
  })

  it.each(['a==1;b=in=(x,"y z");(c!=2,d=lt=3)', 'list=any=(a=="it\'s \\"so\\"";b=none=(c==1,d==2))', 'a==and;b=="(x)"'])(
    'is written as it was read: %s',
    (text) => {
      const unplaced = (filter: Filter): unknown =>
        JSON.parse(JSON.stringify(filter, (key, value: unknown) => (key === 'at' ? undefined : value)))
      expect(unplaced(parseFilter(writeFilter(parseFilter(text))))).toEqual(unplaced(parseFilter(text)))
    },
  )
})

describe('conditions in a row', () => {
  const filter = asGroup(parseFilter('a==1;(b==2,list=any=(c==3;d==4))'))

  it('are added, replaced, removed and turned at their place', () => {
    const one = parseFilter('x==0')
    const text = (next: Filter | undefined) => next && writeFilter(next)
    expect(text(added(filter, [], one))).toBe('a==1;(b==2,list=any=(c==3;d==4));x==0')
    expect(text(added(filter, [1], one))).toBe('a==1;(b==2,list=any=(c==3;d==4),x==0)')
    expect(text(replaced(filter, [1, 0], one))).toBe('a==1;(x==0,list=any=(c==3;d==4))')
    expect(text(replaced(filter, [0], undefined))).toBe('(b==2,list=any=(c==3;d==4))')
    expect(text(replaced(asGroup(one), [0], undefined))).toBeUndefined()
    expect(text(turned(filter))).toBe('a==1,(b==2,list=any=(c==3;d==4))')
  })

  it('have names for what people chose', () => {
    for (const [name, values] of [
      ['contains', ['50%_x']],
      ['starts', ['ab']],
      ['is', ['x']],
      ['empty', []],
    ] as const)
      expect(namedComparison(comparisonOf(name, values), 'text')).toEqual({ name, values })
    expect(namedComparison({ operator: '=ilike=', values: ['a_c'] }, 'text')).toBeUndefined()
  })
})

describe('a filter in words', () => {
  const words = { t, hasText: () => false, language: 'en' }
  it.each([
    ['', []],
    ['name==a', ['name filter.how.is filter.quoted a']],
    ['name==a;wans.wan1.mtu=gt=1300', ['name filter.how.is filter.quoted a', 'wan1 › mtu filter.how.more 1300']],
    ['name==a,name==b', ['name filter.how.is filter.quoted a filter.or name filter.how.is filter.quoted b']],
    ['wans=any=(mtu==1280)', ['filter.elements.any wans (mtu filter.how.is 1280)']],
    ['unknown==1', ['unknown==1']],
    ['not a filter', ['not a filter']],
  ])('has a text for each condition: %s', (where, texts) => {
    expect(filterWords(where, fields, words)).toEqual(texts)
  })
})
