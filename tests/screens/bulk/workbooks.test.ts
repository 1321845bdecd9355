import { describe, expect, it } from 'vitest'
import { bulkScreens } from '../../support/csv/entity-sheet.ts'
import { workbookOf } from '../../support/csv/workbooks.ts'

describe('a workbook of the demo world', () => {
  it.each(bulkScreens)('of %s changes nothing when it is imported again', async (entity, screen) => {
    const { bytes, rows, unchanged } = await workbookOf(entity, screen)
    expect(rows).toBeGreaterThan(0)
    expect(await unchanged(bytes)).toBe(rows)
  })
})
