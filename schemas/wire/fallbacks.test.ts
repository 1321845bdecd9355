import { describe, expect, it } from 'vitest'
import { wireTables } from '../generated/wire-tables.ts'
import { decode, type Sender } from './decode.ts'
import { encode } from './encode.ts'
import type { ObjectWire } from './object-wire.ts'

const wire: ObjectWire = { name: { at: ['title'], fallbacks: [['label'], ['about', 'label']] } }
const read = (sent: Record<string, unknown>, sender: Sender = 'answer') => decode(sent, wire, sender).record['name']

describe('further places of a property', () => {
  it('are read in their order where an answer has no value at the place that is written', () => {
    expect(read({ title: 'A', label: 'B', about: { label: 'C' } })).toBe('A')
    expect(read({ title: null, label: 'B', about: { label: 'C' } })).toBe('B')
    expect(read({ about: { label: 'C' } })).toBe('C')
    expect(read({ title: null, label: null, about: null })).toBeUndefined()
  })

  it('are neither read in bodies nor written', () => {
    expect(read({ label: 'B' }, 'body')).toBeUndefined()
    expect(encode({ name: 'A' }, wire)).toEqual({ title: 'A' })
  })

  it('make rows of devices of what S1 section 3 prints within `obj`', { tags: ['S1-7.13'] }, () => {
    const obj = {
      id: 'box-1',
      name: 'brest-1',
      mode: 'hub',
      site: { name: 'Brest' },
      appliance: { serialNumber: 'PN-1', model: '140', provisioned: true },
    }
    const row = { oid: 'box-1', name: 'brest-1', mode: 'hub', siteName: 'Brest', serialNumber: 'PN-1', model: '140', provisioned: true }
    const rowsOf = (sent: object) => decode({ type: 'edge_box', ...sent }, wireTables['ip-engine'] ?? {}, 'answer').record
    expect(rowsOf({ obj })).toMatchObject(row)
    expect(rowsOf({ obj: { ...obj, serialNumber: 'PN-2' } })).toMatchObject({ ...row, serialNumber: 'PN-2' })
    expect(rowsOf({ obj, name: 'printed', serialNumber: 'PN-3' })).toMatchObject({ ...row, name: 'printed', serialNumber: 'PN-3' })
  })
})
