// @vitest-environment happy-dom
import type { CellEditRequestEvent, ColDef, GridOptions, IGetRowsParams } from 'ag-grid-community'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BulkPage } from '../../../renderer/bulk/bulk-page.tsx'
import type { RowWindow } from '../../../renderer/bulk/sheet/view.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { withGenericTexts } from '../../../renderer/descriptor/generic-texts.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { screens } from '../../../screens/index.ts'
import { textsOf } from '../../support/browser/texts.ts'
import { eachCase } from '../../support/each-case.ts'
import { applied, exampleListService, renderPage } from '../../support/list/render-page.tsx'

const grid = vi.hoisted(() => ({ options: undefined as unknown, current: { ensureColumnVisible: vi.fn(), refreshInfiniteCache: vi.fn() } }))
// The worker and the grid need a browser; the sheet itself runs here as it does in the worker.
vi.mock('../../../renderer/bulk/worker/client.ts', () => import('../../support/csv/sheet-client.ts'))
vi.mock('../../../renderer/parts/grid/use-grid.ts', () => ({
  useGrid: (_frame: unknown, optionsOf: () => unknown) => {
    useEffect(() => void (grid.options = optionsOf()), [optionsOf])
    return { current: grid.current }
  },
}))

configure({ asyncUtilTimeout: 5000, defaultHidden: true })
beforeEach(() => localStorage.clear())
afterEach(() => (cleanup(), vi.restoreAllMocks()))

const texts = withGenericTexts({ ...textsOf('en') }, Object.keys(entityMeta), {})
const platform = { oid: 'platform', name: 'Platform', type: 'po' as const }
const platformRecord = { ...platform, creatablePartnerTypes: ['vad', 'msp', 'reseller'] }
const contact = { contactName: 'Ann', contactEmail: 'ann@bay.test' }
const can = { update: true, delete: true } as const
const records: Partial<Record<EntityName, ServedRecord>> = {
  partner: { oid: 'p1', revision: 3, can, parentOid: 'platform', parentName: 'Platform', name: 'Bay', type: 'msp', ...contact },
  customer: { oid: 'c1', revision: 3, can, parentOid: 'p1', parentName: 'Bay', name: 'Quay', type: 'diy_customer', ...contact },
  'user-role': { oid: 'u1/p1', revision: 3, can, tenantOid: 'p1', tenantName: 'Bay', mail: 'ann@bay.test', name: 'Ann', role: 'admin' },
  appliance: { oid: 'a1', revision: 3, can, serialNumber: 'SN1', tenantId: 'platform', ownerName: 'Platform', ownerType: 'po' },
  license: { oid: 'l1', revision: 3, can, tenantId: 'p1', tenantName: 'Bay', licenseType: 'Edge', licenseSize: 'S', count: 4 },
}

/** Opens the sheet of an entity in the platform owner's tenant, for somebody with every right. */
async function open(entity: EntityName, rights?: Record<string, boolean>) {
  const record = records[entity]
  if (!record) throw new Error(`there is no record of ${entity}`)
  const source = exampleListService([record])
  source.one.mockResolvedValue({ ...platformRecord, revision: 1, can: {} })
  const list = source.list.getMockImplementation()
  source.list.mockImplementation(async (name, query, signal) => {
    if (name === entity && list) return list(name, query, signal)
    return { data: [{ ...platformRecord, revision: 1, can: {} }], meta: { totalCount: 1, page: 1, size: 10, counts: {}, can: {} } }
  })
  const shown = (screens as Record<string, Screen>)[entity]
  if (!shown) throw new Error(`there is no screen ${entity}`)
  const schema = entitySchemas[entity] as EntitySchema
  const rendered = renderPage(BulkPage, { source, schema, screen: shown, tenant: platform, texts, ...(rights && { can: rights }) })
  await screen.findByRole('button', { name: 'Update' })
  return { source, ...rendered }
}

const columns = (): string[] =>
  (grid.options as GridOptions).columnDefs?.map((one) => (one.headerName ?? '').replace(/ \*$/, '')).filter(Boolean) ?? []

/** The rows that the sheet shows. */
function shownRows(): Promise<RowWindow[]> {
  return new Promise((resolve, reject) => {
    const { datasource } = grid.options as GridOptions<RowWindow>
    const range = { startRow: 0, endRow: 10, sortModel: [], filterModel: {}, context: {} }
    datasource?.getRows({ ...range, successCallback: resolve, failCallback: reject } as unknown as IGetRowsParams<RowWindow>)
  })
}

async function importFile(user: { upload: (input: HTMLElement, file: File) => Promise<void> }, text: string): Promise<void> {
  await user.upload(screen.getByLabelText('Import CSV'), new File([text], 'rows.csv', { type: 'text/csv' }))
}
const messages = (): string => screen.getByRole('region', { name: 'Messages' }).textContent

describe('S0 section 2, the sheet of', () => {
  eachCase<[EntityName, string, string[]]>([
    ['partner', 'partners.csv', ['Parent', 'Type', 'Name'], 'S0-1.3', 'S0-2.49', 'S0-2.50', 'S0-2.52'],
    ['customer', 'customers.csv', ['Parent', 'Type', 'Name'], 'S0-1.3', 'S0-2.49', 'S0-2.50', 'S0-2.52'],
    ['user-role', 'userroles.csv', ['Mail', 'Name', 'Role'], 'S0-1.3', 'S0-2.49', 'S0-2.50', 'S0-2.52'],
    ['appliance', 'appliances.csv', ['Serial number', 'Owner'], 'S0-1.3', 'S0-2.49', 'S0-2.50'],
    ['license', 'licenses.csv', ['Type', 'Size', 'Licences'], 'S0-1.3', 'S0-2.49', 'S0-2.50', 'S0-2.56'],
  ])('%s takes .csv files only, and exports its rows as %s', async (entity, name, heads) => {
    const { user } = await open(entity)
    expect(columns()).toEqual(expect.arrayContaining(heads))
    expect((await shownRows()).map(({ kind }) => kind)).toEqual(['unchanged'])
    expect(screen.getByLabelText('Import CSV').getAttribute('accept')).toBe('.csv')
    const saved: { name: string; content: Blob }[] = []
    let content = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => ((content = blob as Blob), 'blob:rows'))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content })
    })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    const csv = await screen.findByRole('group', { name: 'CSV' })
    await user.click(within(csv).getByRole('menuitem', { name: 'Rows shown' }))
    await waitFor(() => expect(saved.map((file) => file.name)).toEqual([name]))
    const [header = '', row = ''] = (await saved[0]?.content.text())?.replace('\uFEFF', '').split('\r\n') ?? []
    expect(header.split(',')).toEqual(expect.arrayContaining(['oid', 'revision']))
    expect(row).toContain(records[entity]?.oid)
  })
})

it.each([true, false])('a sheet of customers has the domain only for those who may read it: %s', { tags: ['S0-6.40'] }, async (is) => {
  await open('customer', { list: true, read: true, create: true, update: true, readDomain: is })
  expect(columns().includes(texts['customer.field.apoDomain'] ?? '')).toBe(is)
})

describe('a sheet of partners', () => {
  const header = 'parentName,name,type,contactName,contactEmail\n'

  it('sends nothing while a selected cell is invalid, and says so', { tags: ['S0-5.48', 'S0-8.15'] }, async () => {
    const { user, source } = await open('partner')
    await importFile(user, `${header}Platform,Cove,boss,Eve,eve@cove.test\n`)
    await waitFor(async () => expect((await shownRows()).map(({ kind }) => kind)).toContain('invalid'))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(messages()).toContain(texts['validation.global.error']))
    expect(source.planBytes).not.toHaveBeenCalled()
  })

  it('takes the text that is typed into a cell, and reads it back from there', { tags: ['S0-2.51'] }, async () => {
    await open('partner')
    const [row] = await shownRows()
    const cellOf = (field: string) => {
      const colDef = (grid.options as GridOptions<RowWindow>).columnDefs?.find((one: ColDef) => one.colId === field || one.field === field)
      return { data: row, colDef } as CellEditRequestEvent<RowWindow>
    }
    const { onCellEditRequest } = grid.options as GridOptions<RowWindow>
    onCellEditRequest?.({ ...cellOf('contactName'), newValue: 'Bob' })
    const changed = [{ kind: 'changed', cells: { contactName: 'Bob' }, before: { contactName: 'Ann' } }]
    await waitFor(async () => expect(await shownRows()).toMatchObject(changed))
  })

  it('shows known rows and new ones, and sends both after a confirmation', { tags: ['S0-2.51', 'S0-4.23', 'S0-5.53'] }, async () => {
    const { user, source } = await open('partner')
    const answer = { ...applied(2), counts: { applied: 2, unchanged: 0, refused: 0 } }
    source.planBytes.mockImplementation(async () => new TextEncoder().encode(JSON.stringify(answer)).buffer as ArrayBuffer)
    await importFile(user, `${header}Platform,Bay,msp,Bob,ann@bay.test\nPlatform,Cove,msp,Eve,eve@cove.test\n`)
    await waitFor(async () => expect((await shownRows()).map(({ kind }) => kind).toSorted()).toEqual(['changed', 'new']))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Apply these changes?' }))
    expect(dialog.getByText(/2 rows will be written: 1 created, 1 updated/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(messages()).toContain('2 rows were written'))
    const sent = source.planBytes.mock.lastCall?.[1]
    expect(JSON.parse((await (sent as Blob).text()) as string)).toMatchObject({
      items: [
        { action: 'update', oid: 'p1', revision: 3, changes: { contactName: 'Bob' } },
        { action: 'create', changes: { parentOid: 'platform', name: 'Cove', type: 'msp' } },
      ],
    })
  })
})
