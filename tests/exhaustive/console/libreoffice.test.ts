import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../../scripts/tooling/packages.mjs'
import { run } from '../../../scripts/tooling/run.mjs'
import { bulkScreens } from '../../support/csv/entity-sheet.ts'
import { workbookOf } from '../../support/csv/workbooks.ts'

const folder = mkdtempSync(join(tmpdir(), 'libreoffice-'))
const books = new Map<string, Awaited<ReturnType<typeof workbookOf>>>()

beforeAll(async () => {
  const office = await findProgram('soffice', 'libreoffice-calc-nogui')
  mkdirSync(join(folder, 'saved'))
  for (const [entity, screen] of bulkScreens) {
    const book = await workbookOf(entity, screen)
    books.set(entity, book)
    writeFileSync(join(folder, `${entity}.xlsx`), book.bytes)
  }
  const files = bulkScreens.map(([entity]) => join(folder, `${entity}.xlsx`))
  const options = [
    `-env:UserInstallation=file://${join(folder, 'profile')}`,
    '--headless',
    '--convert-to',
    'xlsx',
    '--outdir',
    join(folder, 'saved'),
  ]
  const { code, output } = await run(office, [...options, ...files], { quiet: true })
  if (code !== 0) throw new Error(output)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a workbook that LibreOffice opened and saved', () => {
  it.each(bulkScreens)('of %s changes nothing when it is imported again', async (entity) => {
    const book = books.get(entity)
    expect(await book?.unchanged(readFileSync(join(folder, 'saved', `${entity}.xlsx`)))).toBe(book?.rows)
  })
})
