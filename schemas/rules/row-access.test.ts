import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { compileRules } from './compile/compile.ts'
import { openSession } from './session/session.ts'
import { settle } from './settle.ts'

const text = { type: 'string' }
const because = 'rack.because.links'
const delete_ = { when: { type: 'user', '$can.delete': true }, because }
const links = { type: 'array', items: { type: 'object', properties: { id: text, type: text } }, 'x-rows': { delete: delete_ } }
const schema = {
  $id: 'rack',
  type: 'object',
  properties: {
    mode: text,
    links,
    room: { type: 'object', properties: { links } },
    servers: { type: 'array', items: { type: 'object', properties: { id: text, links } } },
  },
  'x-rules': [{ id: 'other-mode-other-links', fields: ['links'], effect: 'clear', changed: ['mode'], because: 'rack.because.mode' }],
} as unknown as EntitySchema
const rules = compileRules(schema)
const context = (mayDelete: boolean): RuleContext => ({
  tenant: { oid: 't', name: 'T', type: 'po' },
  user: { oid: 'u' },
  can: { delete: mayDelete },
  feature: {},
  editor: {},
})
const [own, given] = [
  { id: 'own', type: 'user' },
  { id: 'given', type: 'system' },
]
const stored = { mode: 'hub', links: [own, given], room: { links: [given] }, servers: [{ id: 'b', links: [given] }] }
const refusal = (pointer: string) => ({ pointer, key: because, forbidden: true })

/** The service's verdict; asserts that the console reaches the same. */
function verdict(changes: Rec, mayDelete = true) {
  const options = { context: context(mayDelete), lookup: () => undefined }
  const session = openSession(rules, stored, { stored, ...options })
  for (const [name, value] of Object.entries(changes)) session.change(`/${name}`, value)
  const touched = Object.keys(changes).map((name) => `/${name}`)
  const { refusals } = settle({ rules, stored, next: { ...stored, ...changes }, touched, ...options, unchangedCounts: true })
  expect(session.refusals()).toEqual(refusals)
  return refusals
}

describe('rows with a restricted right to remove them', () => {
  it('can be removed if the condition holds for the stored row, whatever values were sent in it', () => {
    expect(verdict({ links: [given] })).toEqual([])
    expect(verdict({ links: [given] }, false)).toEqual([refusal('/links')])
    expect(verdict({ links: [own] })).toEqual([refusal('/links')])
    expect(verdict({ links: [own, { ...given, id: 'new', type: 'user' }] })).toEqual([refusal('/links')])
    expect(verdict({ links: [{ ...given, type: 'user' }, own, { type: 'system' }] })).toEqual([])
  })

  it('cannot be removed from lists in objects and in rows, but are removed with the enclosing row', () => {
    expect(verdict({ room: { links: [] } })).toEqual([refusal('/room/links')])
    expect(verdict({ servers: [{ id: 'new' }, { id: 'b', links: [] }] })).toEqual([refusal('/servers/1/links')])
    expect(verdict({ servers: [] })).toEqual([])
  })

  it('cannot be removed together with the enclosing object', () => {
    const { refusals } = settle({
      rules,
      stored,
      next: { ...stored, room: null },
      touched: ['/room'],
      context: context(true),
      lookup: () => undefined,
    })
    expect(refusals).toEqual([refusal('/room/links')])
  })

  it('are removed by a rule that clears the list, even if new rows are added', () => {
    expect(verdict({ mode: 'spoke' })).toEqual([])
    expect(verdict({ mode: 'spoke', links: [{ type: 'user' }] })).toEqual([])
  })

  it(
    'include a first row that cannot be removed if the list has keepFirst, also in the editor of a new record',
    { tags: ['S1-5.37'] },
    () => {
      const keeping = {
        ...schema,
        properties: { links: { ...links, 'x-rows': { delete: delete_, keepFirst: 'rack.because.first' } } },
        'x-rules': [],
      }
      const compiled = compileRules(keeping as unknown as EntitySchema)
      const record = { links: [own, { id: 'other', type: 'user' }] }
      const inputs = { context: context(true), lookup: () => undefined }
      const refusalsOf = (next: Rec[]) =>
        settle({ rules: compiled, stored: record, next: { links: next }, touched: ['/links'], ...inputs }).refusals
      expect(refusalsOf([own])).toEqual([])
      expect(refusalsOf([{ id: 'other', type: 'user' }])).toEqual([{ pointer: '/links', key: 'rack.because.first', forbidden: true }])
      for (const stored of [record, null]) {
        const session = openSession(compiled, record, { stored, ...inputs })
        expect([0, 1].map((index) => session.rowState(`/links/${index}`).deletable)).toEqual([false, true])
      }
    },
  )

  it('are marked by the session, which allows removing new rows', () => {
    const session = openSession(rules, stored, { stored, context: context(true), lookup: () => undefined })
    session.listChanged('/links', [{ type: 'system' }, given, own])
    const states = [0, 1, 2].map((index) => session.rowState(`/links/${index}`))
    expect(states).toEqual([{ deletable: true }, { deletable: false, because }, { deletable: true }])
  })

  it.each<[string, object, RegExp]>([
    [
      'a condition on an unknown field of the row',
      { links: { ...links, 'x-rows': { delete: { ...delete_, when: { tpye: 'x' } } } } },
      /x-rows of \/links: unknown field/,
    ],
    ['a property that is not a list', { links: { type: 'object', properties: {}, 'x-rows': links['x-rows'] } }, /it belongs on a list/],
    [
      'rows without an identifier',
      { links: { ...links, items: { type: 'object', properties: { type: text } } } },
      /need one of id, oid, uuid/,
    ],
    [
      'a condition that follows a reference',
      {
        links: { ...links, 'x-rows': { delete: { ...delete_, when: { '^.of.open': true } } } },
        of: { type: 'string', 'x-ref': { entity: 'net' } },
      },
      /cannot follow a reference \("\^\.of\.open"\)/,
    ],
  ])('cannot be declared with %s', (_what, properties, message) =>
    expect(() => compileRules({ ...schema, properties, 'x-rules': [] } as unknown as EntitySchema)).toThrow(message),
  )
})
