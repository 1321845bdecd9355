import { describe, expect, it } from 'vitest'
import { changedPointers, changesOf } from './changes.ts'

const base = { name: 'a', count: 3, lan: { mtu: 1500, rows: [{ id: '1', v: 1 }] } }

describe('the changes of a draft', () => {
  it('are touched fields whose value differs; a cell counts as its whole list', () => {
    const record = { ...base, name: 'b', lan: { mtu: 1500, rows: [{ id: '1', v: 2 }] } }
    expect(changedPointers(base, record, ['/name', '/lan/mtu', '/lan/rows/0/v'])).toEqual(['/name', '/lan/rows'])
  })

  it('exclude untouched fields, whatever their value', () => {
    expect(changedPointers(base, { ...base, name: 'set by a rule' }, [])).toEqual([])
  })

  it('exclude cleared fields that were empty before', () => {
    expect(changedPointers({}, { notes: '' }, ['/notes'])).toEqual([])
  })

  it('are sent as nested objects of touched properties, with whole lists', () => {
    const record = { ...base, lan: { mtu: 9000, speed: 'auto', rows: [] } }
    expect(changesOf(base, record, ['/lan/mtu', '/lan/rows'])).toEqual({ lan: { mtu: 9000, rows: [] } })
  })

  it('clear a text with an empty string and everything else with null', () => {
    expect(changesOf(base, { lan: base.lan }, ['/name', '/count'])).toEqual({ name: '', count: null })
  })
})
