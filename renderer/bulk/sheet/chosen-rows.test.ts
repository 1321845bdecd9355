import { describe, expect, it } from 'vitest'
import { importedSheet, model, record, validators } from '../../../tests/support/csv/partner-sheet.ts'
import { readHere, runHere } from '../../../tests/support/csv/in-this-thread.ts'
import { createSheetService } from '../worker/sheet-service.ts'
import { kindOf, pick } from './row.ts'
import { Sheet } from './sheet.ts'
import { summarise } from './summary.ts'

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer

/** The commands of a sheet of stored partners. */
async function openService(records = [record('a', 'Alpha'), record('b', 'Beta'), record('c', 'Gamma')]) {
  const service = createSheetService(async () => validators, runHere, readHere)
  await service.open(model())
  await service.learn({
    entity: 'tenant',
    labels: ['Platform'],
    records: [{ oid: 't1', name: 'Platform', type: 'po' }],
    labelField: 'name',
  })
  await service.load(records)
  await service.show({ kind: 'all', search: '' })
  return service
}

describe('rows that an import selects', () => {
  it('are those that it changes: none that stays as it is, even with a warning', () => {
    const sheet = importedSheet(
      [record('a', 'Alpha'), record('b', 'Beta')],
      // The type of a stored partner is fixed: a warning.
      'oid,name,type,contactName\na,Alpha,msp,Ann\nb,Beta,vad,Bob\n,Gamma,vad,Cy\n',
    )
    expect(sheet.all.map((row) => [kindOf(row), row.problems.length, row.selected])).toEqual([
      ['unchanged', 1, false],
      ['changed', 0, true],
      ['new', 0, true],
    ])
  })

  it('are never deleted: only those are that a person ticks', async () => {
    const service = await openService()
    await service.importFile(bytes('oid,contactName\na,Bob\n'))
    expect(await service.plan('delete')).toMatchObject({ planned: 0, skipped: 0 })
    expect(await service.summary()).toMatchObject({ selected: 1, picked: 0 })
    const [changed, other] = await service.window(0, 2)
    await service.toggle(other?.id ?? 0)
    expect(await service.plan('delete')).toMatchObject({ planned: 1 })
    // Ticked off and on again, it is the person's.
    await service.toggle(changed?.id ?? 0)
    await service.toggle(changed?.id ?? 0)
    expect(await service.summary()).toMatchObject({ selected: 2, picked: 2 })
    await service.revert()
    expect(await service.summary()).toMatchObject({ selected: 0, picked: 0 })
  })
})

describe('a record that others deleted', () => {
  it('is a conflict of its own kind, once, by its name in the file, and does not hold up the rest', async () => {
    const service = await openService()
    await service.importFile(bytes('oid,parentName,name,contactName\nzzz,Platform,Omega,Zoe\na,Platform,Alpha,Bob\n'))
    await service.check()
    expect(await service.summary()).toMatchObject({
      kinds: { gone: 1, invalid: 0, conflict: 0, changed: 1 },
      selectedInvalid: 0,
      groups: [],
    })
    expect(await service.conflicts(10)).toMatchObject([{ name: 'Omega', column: '', gone: true }])
    await service.select('view', true)
    expect(await service.plan('write')).toMatchObject({ planned: 1, creates: 0 })
  })

  it('is left out, or made anew', async () => {
    const service = await openService()
    await service.importFile(bytes('oid,parentName,name,type,contactName\nyyy,Platform,Psi,vad,Pia\nzzz,Platform,Omega,vad,Zoe\n'))
    const [psi, omega] = await service.conflicts(10)
    await service.resolve('theirs', { id: psi?.row ?? 0, column: '' })
    await service.resolve('mine', { id: omega?.row ?? 0, column: '' })
    expect(await service.summary()).toMatchObject({ total: 4, kinds: { gone: 0, new: 1 }, selected: 1 })
    const { body } = await service.plan('write')
    expect(JSON.parse(await body.text())).toMatchObject({ items: [{ action: 'create', changes: { name: 'Omega', contactName: 'Zoe' } }] })
  })

  it('keeps what was typed where it goes while the sheet is open', () => {
    const sheet = new Sheet(model(), validators)
    sheet.load([record('a', 'Alpha'), record('b', 'Beta')])
    for (const row of sheet.all) pick(row, true)
    sheet.edit(1, 'contactName', 'Bob')
    sheet.dropMissing(new Set())
    expect(sheet.all.map((row) => [kindOf(row), row.edits.get('name'), row.edits.get('contactName'), row.selected])).toEqual([
      ['gone', 'Alpha', 'Bob', false],
    ])
    expect(summarise(sheet.all, sheet.model).kinds).toMatchObject({ gone: 1, new: 0 })
  })
})

describe('one column of many rows', () => {
  it('is replaced in the rows shown, or in those that are ticked, and not where it is fixed', async () => {
    const locked = { ...record('d', 'Delta'), can: { update: { because: 'x' } } }
    const service = await openService([record('a', 'Alpha'), record('b', 'Beta', 'Bo Ann'), record('c', 'Gamma', 'Cy'), locked])
    const names = async () => (await service.window(0, 4)).map(({ cells }) => cells['contactName'])
    expect(await service.replace({ column: 'contactName', find: 'Ann', text: 'Eve' })).toBe(2)
    expect(await names()).toEqual(['Eve', 'Bo Eve', 'Cy', 'Ann'])
    const rows = await service.window(0, 4)
    await service.toggle(rows[2]?.id ?? 0)
    expect(await service.replace({ column: 'contactName', find: '', text: 'Zoe' })).toBe(1)
    expect(await names()).toEqual(['Eve', 'Bo Eve', 'Zoe', 'Ann'])
    expect(await service.replace({ column: 'type', find: '', text: 'msp' })).toBe(0)
    expect(await service.summary()).toMatchObject({ kinds: { changed: 3 }, picked: 1, selected: 3 })
  })
})
