import { describe, expect, it } from 'vitest'
import { changedPointers, changesOf } from './changes.ts'

const base = { name: 'a', count: 3, lan: { mtu: 1500, rows: [{ id: '1', v: 1 }] } }

describe('the changes of a draft', () => {
  it('are touched fields that differ; a cell counts as its list', () => {
    const record = { ...base, name: 'b', lan: { mtu: 1500, rows: [{ id: '1', v: 2 }] } }
    expect(changedPointers(base, record, ['/name', '/lan/mtu', '/lan/rows/0/v'])).toEqual(['/name', '/lan/rows'])
  })

  it('leave out what was never touched, whatever it is now', () => {
    expect(changedPointers(base, { ...base, name: 'set by a rule' }, [])).toEqual([])
  })

  it('do not count emptied fields that were empty', () => {
    expect(changedPointers({}, { notes: '' }, ['/notes'])).toEqual([])
  })

  it('are sent nested, touched properties only, lists whole', () => {
    const record = { ...base, lan: { mtu: 9000, speed: 'auto', rows: [] } }
    expect(changesOf(base, record, ['/lan/mtu', '/lan/rows'])).toEqual({ lan: { mtu: 9000, rows: [] } })
  })

  it('empty a text by empty text and everything else by null', () => {
    expect(changesOf(base, { lan: base.lan }, ['/name', '/count'])).toEqual({ name: '', count: null })
  })
})
