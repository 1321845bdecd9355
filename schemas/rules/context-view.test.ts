import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { compileRules } from './compile/compile.ts'
import { settle } from './settle.ts'

const server = compileRules({
  $id: 'server',
  type: 'object',
  'x-entity': {
    name: 'server',
    plural: 'servers',
    route: '/servers',
    scope: 'tenant',
    resource: 'servers',
    theme: 'Servers',
    label: 'name',
  },
  'x-search': [],
  'x-unique': [],
  'x-sort': [],
  properties: {
    name: { type: 'string', 'x-frozen': 'createOnly' },
    rack: { type: 'string', 'x-access': { write: { when: { '$can.update': true }, because: 'server.closed' } } },
    until: { type: 'string' },
    size: { enum: ['small', 'large'] },
    mount: { type: 'string' },
  },
  'x-rules': [
    { id: 'rack', fields: ['rack'], effect: 'require', when: { '$editor.bulk': true }, because: 'server.rack' },
    {
      id: 'until',
      fields: ['until'],
      effect: 'check',
      when: { '$now.month': '2031-05' },
      that: { until: '2031-05' },
      because: 'server.until',
    },
    { id: 'large', fields: ['mount'], effect: 'require', when: { size: 'large' }, because: 'server.mount' },
    { id: 'small', fields: ['mount'], effect: 'enable', when: { size: 'large' }, because: 'server.small' },
  ],
} as unknown as EntitySchema)

const contextOf = (editor: Record<string, boolean>, can = { update: true }): RuleContext => ({
  tenant: { oid: 't', name: 'T', type: 'po' },
  user: { oid: 'u' },
  can,
  feature: {},
  editor,
})

function refusals(next: Rec, context: RuleContext, stored: Rec | null = null): string[] {
  const touched = Object.keys(next).map((name) => `/${name}`)
  return settle({ rules: server, stored, next, touched, context, lookup: () => undefined }).refusals.map(
    ({ pointer, key }) => `${pointer} ${key}`,
  )
}

afterEach(() => void vi.useRealTimers())

describe('the cached view of a context', () => {
  it('applies to every record in that context, and to no other context', () => {
    const [form, bulk, closed] = [contextOf({}), contextOf({ bulk: true }), contextOf({}, { update: false })]
    for (const rack of ['A', 'B']) {
      expect(refusals({ rack }, form)).toEqual([])
      expect(refusals({ rack: '' }, bulk)).toEqual(['/rack validation.field.mandatory'])
      expect(refusals({ rack }, closed)).toEqual(['/rack server.closed'])
    }
  })

  it('differs between creating and changing a record', () => {
    const context = contextOf({})
    expect(refusals({ name: 'A' }, context)).toEqual([])
    expect(refusals({ name: 'B' }, context, { name: 'A' })).toEqual(['/name validation.field.frozen'])
    expect(refusals({ name: 'C' }, context)).toEqual([])
  })

  it('does not cache refusals that depend on the record', () => {
    const context = contextOf({})
    expect(refusals({ size: 'small' }, context)).toEqual([])
    expect(refusals({ size: 'large' }, context)).toEqual(['/mount validation.field.mandatory'])
    expect(refusals({ size: 'small', mount: 'north' }, context)).toEqual(['/mount server.small'])
    expect(refusals({ size: 'large', mount: 'north' }, context)).toEqual([])
  })

  it('expires at the end of the month', () => {
    const context = contextOf({})
    vi.useFakeTimers({ now: new Date('2031-04-15T12:00:00Z') })
    expect(refusals({ until: '2030-01' }, context)).toEqual([])
    vi.setSystemTime(new Date('2031-05-15T12:00:00Z'))
    expect(refusals({ until: '2030-01' }, context)).toEqual(['/until server.until'])
  })
})
