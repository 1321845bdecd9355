import { describe, expect, it } from 'vitest'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { mergeChanges, touchedPointers, unfitAt } from './merge-changes.ts'

const schema: PropertySchema = {
  properties: {
    name: { type: 'string' },
    lan: { type: 'object', properties: { vlan: { type: 'integer' }, mask: { type: 'integer' } } },
    gateways: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, psk: { type: 'string', 'x-secret': true }, local: { type: 'string' } },
      },
    },
    psk: { type: 'string', 'x-secret': true },
  },
}

describe('merging changes', () => {
  it('merges objects, replaces lists and keeps what was not sent', () => {
    const base = { name: 'a', lan: { vlan: 1, mask: 24 }, list: [1, 2] }
    expect(mergeChanges(base, { lan: { vlan: 2 }, list: [3] }, schema)).toEqual({ name: 'a', lan: { vlan: 2, mask: 24 }, list: [3] })
    expect(base.lan.vlan).toBe(1)
  })

  it('keeps the secrets of rows that come back without them', () => {
    const base = {
      gateways: [
        { id: '1', psk: 'one', local: 'x' },
        { id: '2', psk: 'two' },
      ],
    }
    const merged = mergeChanges(
      base,
      {
        gateways: [
          { id: '2', configured: true, local: 'y' },
          { id: '3', psk: 'new' },
        ],
      },
      schema,
    )
    expect(merged).toEqual({
      gateways: [
        { id: '2', local: 'y', psk: 'two' },
        { id: '3', psk: 'new' },
      ],
    })
  })

  it('does not store the placeholders for secrets', () => {
    expect(mergeChanges({ psk: 's' }, { configured: true }, schema)).toEqual({ psk: 's' })
    expect(touchedPointers({ psk: 's' }, { configured: true }, { schema })).toEqual([])
  })

  it('keeps an empty secret so that validation refuses it, and treats null as no secret', () => {
    for (const psk of ['', null]) {
      expect(mergeChanges({ psk: 's' }, { psk }, schema)).toEqual({ psk })
      const rows = { gateways: [{ id: '1', psk }] }
      expect(mergeChanges({ gateways: [{ id: '1', psk: 'one' }] }, rows, schema)).toEqual(rows)
    }
  })

  it('lists the pointers of fields that really differ', () => {
    const [base, changes] = [
      { name: 'a', lan: { vlan: 1, mask: 24 } },
      { name: 'a', lan: { vlan: 2, mask: 24 } },
    ]
    expect(touchedPointers(base, changes, { schema })).toEqual(['/lan/vlan'])
    expect(touchedPointers({}, { name: '', 'a/b~c': 1 }, { schema })).toEqual(['/a~1b~0c'])
  })

  it('lists the pointers of all submitted fields, unchanged ones included', () => {
    const changes = { name: 'a', lan: { mask: 24 }, psk: null, configured: true }
    expect(touchedPointers({ name: 'a', lan: { mask: 24 } }, changes, { schema, isTyped: true })).toEqual(['/name', '/lan/mask', '/psk'])
  })
})

describe('values that cannot be stored whatever the schema', () => {
  it.each([
    [{ name: 'a\u0000b' }, '/name', 'service.value.unstorable'],
    [{ name: '\ud800' }, '/name', 'service.value.unstorable'],
    [{ lan: [{ 'x\u0000': 1 }] }, '/lan/0/x\u0000', 'validation.field.unknown'],
    [JSON.parse('{"lan":{"__proto__":{"admin":true}}}'), '/lan/__proto__', 'validation.field.unknown'],
  ])('finds what is wrong in %j', (value, pointer, key) => expect(unfitAt(value)).toMatchObject({ pointer, key }))

  it('detects excessive nesting', () => {
    const deep = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown
    expect(unfitAt({ deep })?.key).toBe('service.value.tooDeep')
  })

  it('accepts emoji and every script', () => expect(unfitAt({ name: '😀 Zürich 東京' })).toBeUndefined())
})
