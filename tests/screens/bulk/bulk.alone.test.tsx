// @vitest-environment happy-dom
import type { GridOptions } from 'ag-grid-community'
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import bulkTexts from '../../../locales/en/bulk.json' with { type: 'json' }
import serviceTexts from '../../../locales/en/service.json' with { type: 'json' }
import { BulkController } from '../../../renderer/bulk/bulk-controller.ts'
import type { BulkState } from '../../../renderer/bulk/bulk-state.ts'
import { BulkPage } from '../../../renderer/bulk/bulk-page.tsx'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import type { SheetSummary } from '../../../renderer/bulk/sheet/summary.ts'
import type { RowWindow } from '../../../renderer/bulk/sheet/view.ts'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { PlanResult } from '../../../schemas/plan.ts'
import { exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { failingService, type Refusal } from '../../support/failing-service.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

const page = vi.hoisted(() => {
  const grid = { ensureColumnVisible: vi.fn<(column: string) => void>(), refreshInfiniteCache: vi.fn<() => void>() }
  return { controller: undefined as unknown, options: undefined as unknown, grid: { current: grid } }
})
// The worker and the grid need a browser; the browser tests use both.
vi.mock('../../../renderer/bulk/use-bulk.ts', () => ({ useBulk: () => page.controller }))
vi.mock('../../../renderer/parts/grid/use-grid.ts', () => ({
  useGrid: (_frame: unknown, optionsOf: () => unknown) => {
    useEffect(() => void (page.options = optionsOf()), [optionsOf])
    return page.grid
  },
}))

configure({ defaultHidden: true })
const service = failingService()
const { ensureColumnVisible } = page.grid.current
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const column = { type: 'string' as const, aliases: [], required: false, readOnly: false, createOnly: false, guarded: false }
const model: SheetModel = {
  schema: exampleSchema,
  map: {
    entity: 'rack',
    file: 'racks.csv',
    key: ['code'],
    columns: [
      { ...column, id: 'code', field: 'code', headers: { en: 'Code', de: 'Code' } },
      { ...column, id: 'holder', field: 'holder', headers: { en: 'Holder', de: 'Mieter' } },
    ],
  },
  shown: ['code', 'holder'],
  context: {
    tenant: { oid: 'acme', name: 'Acme', type: 'msp' },
    user: { oid: 'marie' },
    can: { create: true, update: true, delete: true },
    feature: {},
    editor: {},
  },
  tenant: { oid: 'acme', name: 'Acme' },
  atTop: false,
  parentFixed: true,
  optionLabels: {},
}

const group = { column: 'holder', key: 'bulk.row.surplus', severity: 'error' as const, count: 1234, rows: [], places: '2-1235', unnamed: 0 }
const summary: SheetSummary = {
  total: 54_321,
  kinds: { gone: 0, invalid: 1234, conflict: 0, new: 0, changed: 50_000, unchanged: 3087 },
  selected: 50_000,
  picked: 50_000,
  pickedShown: 50_000,
  selectedShown: 50_000,
  selectedInvalid: 1234,
  groups: [group, { ...group, column: 'code', severity: 'warning', count: 1, places: '7' }],
}

const screenWithVerb = (deleteVerb: string): Screen => ({ ...exampleScreen, editor: { sections: {}, verbs: { delete: deleteVerb } } })

/** Opens a sheet; `call` stands for the worker. */
function open(state: Partial<BulkState> = {}, language: 'en' | 'de' = 'en', deleteVerb?: string) {
  const source = exampleListService([])
  const call = vi.fn(async (name: string): Promise<unknown> => ({ show: summary.total, summary })[name])
  const client = { id: 'one', call, callWithProgress: call, cancel: vi.fn(), close: vi.fn() } as unknown as BulkController['client']
  const controller = new BulkController({
    client,
    source,
    entity: 'rack',
    tenantOid: 'acme',
    openModel: async () => model,
    parentEntity: undefined,
    hasText: (key) => key.startsWith('service.'),
    written: async () => undefined,
  })
  Object.assign(controller.state, { model, working: undefined, summary, shown: summary.total, ...state })
  page.controller = controller
  return {
    source,
    ...renderPage(BulkPage, { source, language, ...(deleteVerb !== undefined && { screen: screenWithVerb(deleteVerb) }) }),
    controller,
    call,
  }
}

const draft = { planned: 2500, skipped: 1, creates: 1500, updates: 1000, cells: 4000 }
const done = { applied: true, dryRun: false, actionId: 'a', counts: { applied: 2500, unchanged: 0, refused: 0 } }
const messages = () =>
  within(screen.getByRole('region', { name: 'Messages' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the list of problems in a sheet', () => {
  it('scrolls to the column of a chosen problem, and filters its rows', async () => {
    const { user, controller } = open()
    expect(ensureColumnVisible).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: /^Error Holder/ }))
    expect(ensureColumnVisible).toHaveBeenCalledExactlyOnceWith('holder', 'middle')
    expect(controller.state.view.only).toEqual({ column: 'holder', key: 'bulk.row.surplus' })
  })

  it('labels errors and warnings differently, like the first column of the sheet', () => {
    open()
    expect(screen.getByRole('button', { name: /^Warning Code/ }).textContent).toContain('1 row: 7')
    const [markColumn] = (page.options as GridOptions<RowWindow>).columnDefs as [
      { cellRenderer: new () => { init: (about: object) => void; getGui: () => HTMLElement } },
    ]
    const markOf = (row: Partial<RowWindow>) => {
      const cell = new markColumn.cellRenderer()
      cell.init({ data: { id: 1, line: 7, cells: {}, before: {}, conflicts: {}, selected: true, problems: [], ...row } })
      return within(cell.getGui()).queryByRole('img')?.getAttribute('aria-label')
    }
    const problems = [{ column: 'code', key: 'bulk.row.surplus', severity: 'warning' as const, params: {}, from: 'sheet' as const }]
    expect([markOf({ kind: 'unchanged', problems }), markOf({ kind: 'invalid' }), markOf({ kind: 'unchanged' })]).toEqual([
      'Warning',
      'With errors',
      undefined,
    ])
  })
})

describe('the button to add a row', () => {
  it('is enabled, disabled with the reason, or absent if no row could ever be applied', async () => {
    const addButton = () => screen.getByRole('button', { name: 'Add row' })
    const spyOnAddRow = ({ controller }: ReturnType<typeof open>) => vi.spyOn(controller, 'addRow').mockResolvedValue(undefined)
    const allowed = open()
    const addRow = spyOnAddRow(allowed)
    expect(addButton().getAttribute('aria-disabled')).toBeNull()
    await allowed.user.click(addButton())
    expect(addRow).toHaveBeenCalledOnce()
    cleanup()
    const forbidden = open({ model: { ...model, context: { ...model.context, can: { update: true } } } })
    const addRowForbidden = spyOnAddRow(forbidden)
    expect(addButton().getAttribute('aria-disabled')).toBe('true')
    await forbidden.user.hover(addButton())
    expect((await screen.findByRole('tooltip')).textContent).toBe(bulkTexts['bulk.add.noRight'])
    await forbidden.user.click(addButton())
    expect(addRowForbidden).not.toHaveBeenCalled()
    cleanup()
    open({ model: { ...model, closed: 'bulk.add.noRight' } })
    expect(screen.queryByRole('button', { name: 'Add row' })).toBeNull()
    expect(screen.getByText('You may not create records here.')).toBeDefined()
  })
})

describe('the numbers of a sheet', () => {
  it.each([
    ['en', ['54,321', '1,234 rows: 2-1235', '50,000 rows selected · 1,234 of them with errors or conflicts']],
    ['de', ['54.321', '1.234 Zeilen: 2-1235', '50.000 Zeilen ausgewählt · davon 1.234 mit Fehlern oder Konflikten']],
  ] as const)('are formatted for the language %s', (language, numbers) => {
    open({}, language)
    for (const number of numbers) expect(screen.getByText(number)).toBeDefined()
  })
})

it('the grid of a sheet has its texts in the language of the page', () => {
  open({}, 'de')
  const { getLocaleText } = page.options as GridOptions<RowWindow>
  const gridText = (key: string) => getLocaleText?.({ key, defaultValue: 'English' } as Parameters<NonNullable<typeof getLocaleText>>[0])
  expect(gridText('ariaSortableColumn')).toBe('Zum Sortieren die Eingabetaste drücken')
  expect(() => gridText('somethingNew')).toThrow('No text grid.somethingNew')
})

describe('a sheet whose service fails', () => {
  const failWith = async (refusal: Refusal) => {
    const { user, source } = open({ outcome: { kind: 'write', draft, result: done, undone: false } })
    source.undo.mockImplementation(service.refuses('undo', refusal))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(messages()).toHaveLength(2))
    // The first message reports the successful outcome before it.
    return messages()[1]
  }

  it('says that the service did not answer, and that the input is kept', async () => {
    const message = await failWith({ status: 0 })
    expect(message).toContain('The service did not answer. What you typed is still here')
    expect(message).not.toContain('Unknown error')
  })

  it('says that it is open whether rows were written, and sends them again', async () => {
    const error = new RequestError({ status: 503, messages: [], detail: 'This copy ends.', requestId: 'r1' })
    const { user, controller } = open({ failure: { error }, isUnsettled: true })
    const again = vi.spyOn(controller, 'applyAgain').mockResolvedValue(undefined)
    const words = 'They are still here. Try again: nothing is written twice. This copy ends. Request r1'
    expect(messages()).toEqual([`It is not known yet whether the rows were written${words}Try again`])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(again).toHaveBeenCalledOnce()
  })

  it('says that the service is asked again', () => {
    open({ working: { step: 'applying', done: 0, total: 0, isRepeated: true } })
    expect(screen.getByText('The service does not answer; trying again…')).toBeDefined()
  })

  it('shows the reason of a refusal as a text of the console', async () => {
    const message = await failWith({ status: 409, errors: [{ pointer: '', key: 'service.revision.stale', message: 'Stale' }] })
    expect(message).toContain(serviceTexts['service.revision.stale'])
  })

  it.each(['write', 'delete'] as const)('reloads rows that another user changed, keeps the input, and says so (%s)', async (kind) => {
    const { controller, source, call } = open()
    source.planBytes.mockImplementation(async () => new ArrayBuffer())
    const refused = { applied: false, dryRun: true, actionId: 'a', counts: { applied: 0, unchanged: 0, refused: 1 }, changedElsewhere: 1 }
    const answers: Record<string, unknown> = {
      show: 1,
      summary: { ...summary, selectedInvalid: 0 },
      plan: { ...draft, body: new Blob() },
      verdict: refused,
    }
    call.mockImplementation(async (name) => answers[name])
    await act(() => controller.propose(kind))
    expect(messages()).toEqual([expect.stringContaining('They have been loaded again with your changes')])
    const names = (call.mock.calls as unknown[][]).map((args) => args.find((arg) => typeof arg === 'string'))
    const steps = ['verdict', 'load', 'dropMissing', 'check']
    expect(names.filter((name) => steps.includes(String(name)))).toEqual(steps)
    expect(controller.state.proposal).toBeUndefined()
  })

  it('says that the service did not answer when it could not be opened', () => {
    const error = new RequestError({ status: 0, messages: ['Unknown error'] })
    open({ model: undefined, broken: { error } })
    expect(screen.getByText('The service did not answer. Please try again.')).toBeDefined()
  })
})

describe('a sheet of a service without plans', () => {
  const without = { plans: false, dryRun: false, revisions: false, filters: false }

  it('asks for no preview, says so in the dialog, and offers no undo', { tags: ['D-1.8'] }, async () => {
    const { controller, source, call } = open()
    source.abilities = () => without
    const answers: Record<string, unknown> = { show: 1, summary: { ...summary, selectedInvalid: 0 }, plan: { ...draft, body: new Blob() } }
    call.mockImplementation(async (name) => answers[name])
    await act(() => controller.propose('write'))
    expect(source.planBytes).not.toHaveBeenCalled()
    const dialog = await screen.findByRole('alertdialog', { name: 'Apply these changes?' })
    expect(dialog.textContent).toContain('The service of these records cannot check changes beforehand.')
    await act(async () =>
      Object.assign(controller.state, { proposal: undefined, outcome: { kind: 'write', draft, result: done, undone: false } }),
    )
    expect(messages()).toEqual([expect.stringContaining('2,500 rows were written')])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('loads the records again when a change in the middle was refused, because those before it stay, and marks the refused row', async () => {
    const { controller, source, call } = open()
    source.abilities = () => without
    source.planBytes.mockImplementation(async () => {
      const errors = [
        { pointer: '', key: 'service.upstream.partly', params: { done: 1, all: 3 }, message: '1 of 3.' },
        { pointer: '/items/1', key: 'their.own', message: 'No.' },
      ]
      throw new RequestError({ status: 400, messages: ['No.'], errors })
    })
    const answers: Record<string, unknown> = { show: 1, summary: { ...summary, selectedInvalid: 0 }, plan: { ...draft, body: new Blob() } }
    call.mockImplementation(async (name) => answers[name])
    await act(() => controller.propose('write'))
    await act(() => controller.apply())
    expect(source.planBytes).toHaveBeenCalledOnce()
    const calls = call.mock.calls as unknown[][]
    const [loaded, marked] = ['load', 'verdict'].map((command) => calls.findLastIndex(([name]) => name === command))
    expect(loaded).toBeLessThan(marked ?? 0)
    const { items } = JSON.parse(new TextDecoder().decode(calls[marked ?? 0]?.[1] as ArrayBuffer)) as PlanResult
    expect(items).toMatchObject([{ index: 1, verdict: 'refused', errors: [{ key: 'bulk.row.refused', params: { message: 'No.' } }] }])
    expect(messages().join(' ')).toContain('No.')
  })

  it.each([0, 401, 503])('marks no row for an answer that is not about it: %i', async (status) => {
    const { controller, source, call } = open()
    source.abilities = () => without
    source.planBytes.mockImplementation(async () => {
      throw new RequestError({ status, messages: ['None.'], errors: [{ pointer: '/items/1', key: '', message: 'None.' }] })
    })
    const answers: Record<string, unknown> = { show: 1, summary: { ...summary, selectedInvalid: 0 }, plan: { ...draft, body: new Blob() } }
    call.mockImplementation(async (name) => answers[name])
    await act(() => controller.propose('write'))
    call.mockClear()
    await act(() => controller.apply())
    expect(source.planBytes).toHaveBeenCalledOnce()
    expect((call.mock.calls as unknown[][]).map(([name]) => name)).not.toContain('verdict')
  })
})

describe('a sheet with nested lists', () => {
  it('names its tabs in the language of the page, whichever it was opened in', () => {
    const child: SheetModel = { ...model, child: { name: 'slots', list: 'slots/*', key: [], titleKey: 'bulk.problems' } }
    open({ models: [model, child] }, 'de')
    const tabs = screen.getByRole('tablist', { name: 'Tabellen' })
    expect(within(tabs).getAllByRole('tab').at(-1)?.textContent).toContain('Fehler und Warnungen')
  })
})

describe('the outcome of a sheet', () => {
  it.each([
    ['write', false, '2,500 rows were written: 1,500 created, 1,000 updated.'],
    ['delete', false, '2,500 rows were deleted.'],
    ['write', true, 'The changes of 2,500 rows were undone.'],
  ] as const)('is reported with its numbers (%s, undone: %s)', (kind, undone, text) => {
    open({ outcome: { kind, draft, result: done, undone } })
    expect(messages()).toEqual([expect.stringContaining(text)])
    expect(screen.queryByRole('button', { name: 'Undo' }) === null).toBe(undone)
  })

  it('uses the verb of the screen for deletion, as do button and dialog', async () => {
    const { controller } = open({ outcome: { kind: 'delete', draft, result: done, undone: false } }, 'en', 'detach')
    expect(messages()).toEqual([expect.stringContaining('2,500 rows were detached.')])
    expect([screen.queryByRole('button', { name: 'Delete' }), screen.getByRole('button', { name: 'Detach' })]).toEqual([
      null,
      expect.anything(),
    ])
    await act(async () => void (controller.state.proposal = { kind: 'delete', draft }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Detach the selected rows?' })
    expect(dialog.textContent).toContain('2,500 rows will be detached. This is not all of the selection: 1 selected row is left out.')
    expect(within(dialog).getByRole('button', { name: 'Detach' })).toBeDefined()
    await act(async () => Object.assign(controller.state, { proposal: undefined, outcome: undefined, notice: 'nothingToDelete' }))
    expect(messages()).toEqual(['None of the selected rows can be detached.'])
  })

  it('is confirmed beforehand in a dialog that says how many rows are left out', { tags: ['S0-5.53'] }, async () => {
    const { controller, user } = open()
    await act(async () => void (controller.state.proposal = { kind: 'write', draft }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Apply these changes?' })
    expect(dialog.textContent).toContain(
      '2,500 rows will be written: 1,500 created, 1,000 updated. This is not all of the selection: 1 selected row is left out.',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(controller.state.proposal).toBeUndefined()
  })
})
