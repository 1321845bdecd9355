import { describe, expect, it } from 'vitest'
import { example } from '../../data/example.fixture.ts'
import { readFingerprint } from '../../data/fingerprint.ts'
import { csvFile, importableColumns } from './list-export.ts'

const column = { type: 'string' as const, aliases: [], headers: {}, required: false, readOnly: false, createOnly: false, guarded: false }
const map = {
  columns: [
    { ...column, id: 'code', field: 'code' },
    { ...column, id: 'roomName', field: 'roomOid', via: 'roomName', entity: 'room' },
    { ...column, id: 'power.amps', field: 'power/amps' },
    { ...column, id: 'tags', field: 'tags', type: 'list' as const },
    { ...column, id: 'gate', field: 'gate', guarded: true },
  ],
}
const text = async (columns: ReturnType<typeof importableColumns>, ...pages: Parameters<ReturnType<typeof csvFile>['add']>[0][]) => {
  const file = csvFile(columns)
  for (const page of pages) file.add(page)
  return (await ((await file.blob()) as Blob).text()).split('\r\n')
}

describe('an exported file', () => {
  const record = example(1, { roomOid: 'p1', power: { amps: 16 }, tags: ['a', 'b'], gate: '1234', revision: 3 })

  it('has stable headers, labels of references, and nested values and lists as stored', async () => {
    const [head, line, end] = await text(
      importableColumns(map, () => true),
      [record],
    )
    expect(head).toBe('oid,code,roomName,power.amps,tags,gate,revision,_base')
    expect(line).toMatch(/^b1,A1,North room,16,a;b,1234,3,code:/)
    expect(end).toBe('')
  })

  it('omits values that the user may not read, also from the fingerprint', async () => {
    const columns = importableColumns(map, (field) => field !== 'gate')
    expect(columns.map(({ header }) => header)).not.toContain('gate')
    expect([...readFingerprint(columns.at(-1)?.text(record) ?? '').keys()]).toEqual(['code', 'roomName', 'power.amps', 'tags'])
  })

  it('has an empty cell for a missing value', async () => {
    const [, line] = await text(
      importableColumns(map, () => true),
      [example(2, { roomName: null })],
    )
    expect(line).toMatch(/^b2,A2,,,,,1,/)
  })

  it('has one header row, however many pages', async () => {
    expect(
      await text(
        importableColumns(map, () => true),
        [example(1)],
        [],
        [example(2), example(3)],
      ),
    ).toHaveLength(5)
  })

  it.each(['=1+1', '+1', '-1', '@x', '\tx', "'=x"])('escapes the formula %j', async (code) => {
    const [, line = ''] = await text(
      importableColumns({ columns: map.columns.slice(0, 1) }, () => true),
      [example(1, { code })],
    )
    expect(line.startsWith(`b1,'${code},`)).toBe(true)
  })

  it.each(['a,b', 'a"b', 'a\nb', ' a', 'a '])('quotes %j', async (code) => {
    const lines = await text(
      importableColumns({ columns: map.columns.slice(0, 1) }, () => true),
      [example(1, { code })],
    )
    expect(lines[1]).toContain(`b1,"${code.replaceAll('"', '""')}",`)
  })
})
