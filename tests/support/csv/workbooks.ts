import { expect } from 'vitest'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { testWorld } from '../../../server/demo/world/test-world.ts'
import { modelOf, sheetServiceOf } from './entity-sheet.ts'

/** Records per entity. */
const RECORDS = 200
/** What spreadsheets like to change. */
const TRICKY = [
  '00123',
  '2026-11',
  '1-2',
  '=1+1',
  "'49",
  '+49 30 1',
  ' spaced ',
  'TRUE',
  '1e5',
  '12:30',
  '3/4',
  'two\nlines',
  'Łódź “x” 🛰',
  '_x0041_',
]

const world = testWorld()

/** A workbook of the sheets of an entity, of the demo world's records, some with a text that spreadsheets like to change. */
export async function workbookOf(entity: EntityName, screen: Screen): Promise<{ bytes: Uint8Array; rows: number; unchanged: Unchanged }> {
  const service = await sheetServiceOf(entity)
  const model = await modelOf(entity, screen)
  const [text] = model.map.columns.filter(
    ({ type, readOnly, createOnly, via, enum: options }) => type === 'string' && !readOnly && !createOnly && !via && !options,
  )
  const records = world.records
    .filter((one) => one.entity === entity)
    .slice(0, RECORDS)
    .map(({ oid, record }, index) => ({ ...tricky(record, text?.field, index), oid, revision: 1, can: { update: true } }) as ServedRecord)
  await service.open(model)
  await service.load(records)
  await service.dropMissing(records.map(({ oid }) => oid))
  const blob = await service.export('sheets', 'xlsx')
  if (!(blob instanceof Blob)) throw new Error(blob.key)
  const states = await service.sheets()
  return {
    bytes: new Uint8Array(await blob.arrayBuffer()),
    rows: states.reduce((sum, { total }) => sum + total, 0),
    unchanged: async (bytes) => {
      const report = await service.importFile(new Uint8Array(bytes).buffer, 'xlsx')
      expect(report).toMatchObject({ headerProblems: [], formulas: [], ignoredSheets: [] })
      await service.check()
      for (const { name, worked } of await service.sheets()) expect([name, worked]).toEqual([name, 0])
      return 'rows' in (report as object) ? (report as { rows: number }).rows : -1
    },
  }
}

/** Imports a workbook into the sheets that it comes from: expects that no row changes, and answers how many the file has. */
type Unchanged = (bytes: Uint8Array) => Promise<number>

function tricky(record: Rec, field: string | undefined, index: number): Rec {
  const text = TRICKY[index]
  return text === undefined || field === undefined || field.includes('/') ? record : { ...record, [field]: text }
}
