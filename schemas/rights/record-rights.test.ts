import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { canCommand, canOf, compileRecordRights } from './record-rights.ts'

const schemaOf = (meta: object, more: object = {}): EntitySchema =>
  ({
    $id: 'example',
    type: 'object',
    'x-entity': {
      name: 'example',
      plural: 'examples',
      route: '/examples',
      scope: 'tenant',
      resource: 'examples',
      theme: 'Examples',
      label: 'name',
      ...meta,
    },
    'x-rules': [],
    properties: { name: { type: 'string' }, state: { enum: ['free', 'closed'] }, kind: { enum: ['boat', 'float'] } },
    ...more,
  }) as unknown as EntitySchema

const quay = schemaOf({ name: 'quay', resource: 'quays' })
const compiled = (meta: object, more?: object) => compileRecordRights(schemaOf(meta, more), (id) => (id === 'quay' ? quay : undefined))

const context = (can: Record<string, boolean>): RuleContext => ({
  tenant: { oid: 't', name: 'T', type: 'msp' },
  user: { oid: 'u' },
  can,
  feature: {},
  editor: {},
})
const having = (...pairs: string[]) => ({ has: (resource: string, operation: string) => pairs.includes(`${resource}:${operation}`) })
const of = (model: ReturnType<typeof compiled>, record: Rec, can: Record<string, boolean>) =>
  canOf(model, record, { context: context(can), rights: having() })

const onlyFree = { when: { state: 'free' }, because: 'example.because.free' }

describe('what may be done with a record', () => {
  it('is refused for the right first, then for the condition', () => {
    const model = compiled(
      {},
      { 'x-operations': { update: onlyFree, delete: [onlyFree, { when: { kind: 'boat' }, because: 'example.because.boat' }] } },
    )
    expect(of(model, { state: 'free', kind: 'boat' }, { update: true, delete: true })).toEqual({ update: true, delete: true })
    expect(of(model, { state: 'free', kind: 'float' }, { update: true, delete: true })).toEqual({
      update: true,
      delete: { because: 'example.because.boat' },
    })
    expect(of(model, { state: 'closed' }, { update: true })).toEqual({
      update: { because: 'example.because.free' },
      delete: { because: 'service.because.delete' },
    })
  })

  it('asks the tenant in which the person works where it is not that of the record', () => {
    const model = compiled({}, { 'x-operations': { update: { when: { '$tenant.type': 'po' }, because: 'example.because.platform' } } })
    const own = context({ update: true, delete: true })
    const acting: RuleContext = { ...own, tenant: { oid: 'platform', name: 'P', type: 'po' } }
    expect(canOf(model, {}, { context: own, rights: having() })['update']).toEqual({ because: 'example.because.platform' })
    expect(canOf(model, {}, { context: own, acting, rights: having() })['update']).toBe(true)
  })

  it('is nothing where nobody writes, and no deletion of what each tenant has', () => {
    expect(of(compiled({ readOnly: true }), {}, { update: true, delete: true })).toEqual({})
    expect(of(compiled({ singleton: true }), {}, { update: true, delete: true })).toEqual({ update: true })
  })

  it('names actions by their right, their condition and the right to change', () => {
    const needs = { when: { '$can.manage': true }, because: 'example.because.manage' }
    const model = compiled({}, { 'x-actions': { close: { needs, when: { state: 'free' }, because: 'example.because.closed' } } })
    expect(of(model, { state: 'free' }, { update: true })['close']).toEqual({ because: 'example.because.manage' })
    expect(of(model, { state: 'closed' }, { update: true, manage: true })['close']).toEqual({ because: 'example.because.closed' })
    expect(of(model, { state: 'free' }, { manage: true })['close']).toEqual({ because: 'service.because.update' })
    expect(of(model, { state: 'free' }, { update: true, manage: true })['close']).toBe(true)
  })

  it('says which deletion raises a request, and names further rights of the resource', () => {
    const model = compiled(
      { resource: 'customers' },
      { 'x-requests': { delete: { when: { '$can.manage': { not: true } }, because: 'example.asks' } } },
    )
    expect(of(model, {}, { delete: true, readDomain: true })).toMatchObject({
      delete: true,
      deleteAsks: { because: 'example.asks' },
      readDomain: true,
    })
    expect(of(model, {}, { delete: true, manage: true })).not.toHaveProperty('deleteAsks')
    expect(of(model, {}, {})).not.toHaveProperty('deleteAsks')
  })

  it('of a row that stands for another record follows the rights on that', () => {
    const model = compiled({ rowsOf: { field: 'kind', entities: { boat: 'quay' } } })
    const rowsOf = (kind: string) => canOf(model, { kind }, { context: context({}), rights: having('quays:update') })
    expect(rowsOf('boat')).toEqual({ update: true, delete: { because: 'service.because.delete' } })
    expect(rowsOf('float')).toEqual({})
    expect(() => compiled({ rowsOf: { field: 'kind', entities: { boat: 'unknown' } } })).toThrow("unknown entity 'unknown'")
  })
})

describe('commands', () => {
  const command = (verb: string, more: object, operation?: object) =>
    compiled({ command: { of: 'example', theme: 'Examples', verb, ...more } }, operation && { 'x-operations': { create: operation } })
  const onRow = { needs: 'update', prefill: { state: 'condition' } }
  const all = [
    command('open', { needs: 'create' }),
    command('close', onRow, { ...onlyFree, hides: true }),
    command('move', onRow, onlyFree),
    command('sink', { ...onRow, needs: 'delete' }),
  ]
  const rights = having('examples:update')

  it('of a list are those without a row, refused for their right', () => {
    expect(canCommand(all, { context: context({}), rights })).toEqual({ open: { because: 'service.because.create' } })
    expect(canCommand(all, { context: context({}), rights: having('examples:create') })).toEqual({ open: true })
  })

  it('of a row read the fields that their form is filled with, and are hidden where nobody has the right or the condition says so', () => {
    const sink = { because: 'service.because.delete', hidden: true }
    expect(canCommand(all, { context: context({}), rights }, { condition: 'free' })).toEqual({ close: true, move: true, sink })
    expect(canCommand(all, { context: context({}), rights }, { condition: 'closed' })).toEqual({
      close: { because: 'example.because.free', hidden: true },
      move: { because: 'example.because.free' },
      sink,
    })
  })
})
