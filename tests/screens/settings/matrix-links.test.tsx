// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { MatrixPage } from '../../../renderer/matrix/matrix-page.tsx'
import type { MatrixAnswer } from '../../../schemas/matrix.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

const schema = { ...exampleSchema, properties: { ...exampleSchema.properties, policy: { enum: ['deny', 'bh'] } } }
const shown: Screen = {
  ...exampleScreen,
  matrix: { value: 'policy', marks: { deny: { letter: 'D', tone: 'danger' }, bh: { letter: 'B', tone: 'gray' } } },
}
const answer: MatrixAnswer = {
  axes: { rows: 'rack', columns: 'rack' },
  rows: [{ oid: 'z1', name: 'Guests' }],
  columns: [{ oid: 's1', name: 'Web' }],
  shape: 'full',
  values: ['deny', 'bh'],
  cells: '0',
  revisions: '1',
  details: {},
  can: { update: true },
}

// happy-dom does no layout.
const sizes = [vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get'), vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get')]
beforeAll(() => sizes.forEach((size) => size.mockReturnValue(500)))
afterAll(() => sizes.forEach((size) => size.mockRestore()))
afterEach(cleanup)

/** Opens a matrix as somebody with these rights to the records of its axes; returns where its heads lead. */
async function headsFor(can: Record<string, boolean>) {
  const source = exampleListService([])
  source.matrix.mockResolvedValue(answer)
  renderPage(MatrixPage, { source, schema, screen: shown, can })
  await screen.findByRole('grid')
  const hrefOf = (role: 'rowheader' | 'columnheader', name: string) =>
    screen.getByRole(role, { name }).querySelector('a')?.getAttribute('href')
  return [hrefOf('rowheader', 'Guests'), hrefOf('columnheader', 'Web')]
}

describe('the heads of a matrix', () => {
  it('lead to the forms of the records, and its card to their list', { tags: ['S2-2.43', 'S2-2.82'] }, async () => {
    expect(await headsFor({ update: true })).toEqual(['/racks/edit/z1', '/racks/edit/s1'])
    expect(screen.getByRole('link', { name: 'Edit Racks' }).getAttribute('href')).toBe('/racks')
  })

  it('lead to read-only forms without the right to change the records', { tags: ['S2-2.43'] }, async () => {
    expect(await headsFor({ read: true })).toEqual(['/racks/consult/z1', '/racks/consult/s1'])
    expect(screen.getByRole('link', { name: 'View Racks' }).getAttribute('href')).toBe('/racks')
  })
})
