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
import { exampleSchema, exampleScreen } from '../../../renderer/data/example.fixture.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { failingService, type Refusal } from '../../support/failing-service.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

const page = vi.hoisted(() => {
  const grid = { ensureColumnVisible: vi.fn<(column: string) => void>(), refreshInfiniteCache: vi.fn<() => void>() }
  return { controller: undefined as unknown, options: undefined as unknown, grid: { current: grid } }
})
// The worker and the grid need a browser; the journeys use both.
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
  optionLabels: {},
}

const group = { column: 'holder', key: 'bulk.row.surplus', severity: 'error' as const, count: 1234, rows: [], places: '2-1235', unnamed: 0 }
const summary: SheetSummary = {
  total: 54_321,
  kinds: { invalid: 1234, conflict: 0, new: 0, changed: 50_000, unchanged: 3087 },
  selected: 50_000,
  selectedShown: 50_000,
  selectedInvalid: 1234,
  groups: [group, { ...group, column: 'code', severity: 'warning', count: 1, places: '7' }],
}

/** The screen with a word of its own for deletion. */
const calling = (deletion: string): Screen => ({ ...exampleScreen, editor: { sections: {}, verbs: { delete: deletion } } })

/** A sheet that is open, with what the worker would say of it. */
function open(state: Partial<BulkState> = {}, language: 'en' | 'de' = 'en', deletion?: string) {
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
    written: async () => undefined,
  })
  Object.assign(controller.state, { model, working: undefined, summary, shown: summary.total, ...state })
  page.controller = controller
  return {
    source,
    ...renderPage(BulkPage, { source, language, ...(deletion !== undefined && { screen: calling(deletion) }) }),
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

describe('the errors of a sheet', () => {
  it('bring their column into sight when they are chosen, and their rows alone', async () => {
    const { user, controller } = open()
    expect(ensureColumnVisible).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: /^Error Holder/ }))
    expect(ensureColumnVisible).toHaveBeenCalledExactlyOnceWith('holder', 'middle')
    expect(controller.state.view.only).toEqual({ column: 'holder', key: 'bulk.row.surplus' })
  })

  it('are told from warnings by name, in the list beside the sheet and in its margin', () => {
    open()
    expect(screen.getByRole('button', { name: /^Warning Code/ }).textContent).toContain('1 row: 7')
    const [margin] = (page.options as GridOptions<RowWindow>).columnDefs as [
      { cellRenderer: new () => { init: (about: object) => void; getGui: () => HTMLElement } },
    ]
    const markOf = (row: Partial<RowWindow>) => {
      const cell = new margin.cellRenderer()
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

describe('a row of one’s own', () => {
  it('is offered, or refused with the reason, or not offered where no row could ever be applied', async () => {
    const add = () => screen.getByRole('button', { name: 'Add row' })
    const asks = ({ controller }: ReturnType<typeof open>) => vi.spyOn(controller, 'addRow').mockResolvedValue(undefined)
    const mine = open()
    const added = asks(mine)
    expect(add().getAttribute('aria-disabled')).toBeNull()
    await mine.user.click(add())
    expect(added).toHaveBeenCalledOnce()
    cleanup()
    const shut = open({ model: { ...model, context: { ...model.context, can: { update: true } } } })
    const refused = asks(shut)
    expect(add().getAttribute('aria-disabled')).toBe('true')
    await shut.user.hover(add())
    expect((await screen.findByRole('tooltip')).textContent).toBe(bulkTexts['bulk.add.noRight'])
    await shut.user.click(add())
    expect(refused).not.toHaveBeenCalled()
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
  ] as const)('stand as %s writes them', (language, numbers) => {
    open({}, language)
    for (const number of numbers) expect(screen.getByText(number)).toBeDefined()
  })
})

it('has the words of the grid in the language of the page', () => {
  open({}, 'de')
  const { getLocaleText } = page.options as GridOptions<RowWindow>
  const said = (key: string) => getLocaleText?.({ key, defaultValue: 'English' } as Parameters<NonNullable<typeof getLocaleText>>[0])
  expect(said('ariaSortableColumn')).toBe('Zum Sortieren die Eingabetaste drücken')
  expect(() => said('somethingNew')).toThrow('No text grid.somethingNew')
})

describe('a sheet whose service fails', () => {
  const failWith = async (refused: Refusal) => {
    const { user, source } = open({ outcome: { kind: 'write', draft, result: done, undone: false } })
    source.undo.mockImplementation(service.refuses('undo', refused))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(messages()).toHaveLength(2))
    // The outcome before it is a success, which stands first.
    return messages()[1]
  }

  it('says that there was no answer, and that what was typed is still there', async () => {
    const said = await failWith({ status: 0 })
    expect(said).toContain('The service did not answer. What you typed is still here')
    expect(said).not.toContain('Unknown error')
  })

  it('says why it was refused in the words of the console', async () => {
    const said = await failWith({ status: 409, errors: [{ pointer: '', key: 'service.revision.stale', message: 'Stale' }] })
    expect(said).toContain(serviceTexts['service.revision.stale'])
  })

  it.each(['write', 'delete'] as const)(
    'loads again what somebody else changed since, keeps what was typed, and says so (%s)',
    async (kind) => {
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
    },
  )

  it('says that there was no answer where it could not be opened', () => {
    const error = new RequestError({ status: 0, messages: ['Unknown error'] })
    open({ model: undefined, broken: { error } })
    expect(screen.getByText('The service did not answer. Please try again.')).toBeDefined()
  })
})

describe('what was done with a sheet', () => {
  it.each([
    ['write', false, '2,500 rows were written: 1,500 created, 1,000 updated.'],
    ['delete', false, '2,500 rows were deleted.'],
    ['write', true, 'The changes of 2,500 rows were undone.'],
  ] as const)('is said in words (%s, undone: %s)', (kind, undone, text) => {
    open({ outcome: { kind, draft, result: done, undone } })
    expect(messages()).toEqual([expect.stringContaining(text)])
    expect(screen.queryByRole('button', { name: 'Undo' }) === null).toBe(undone)
  })

  it('is called what the screen calls it: button, question and outcome', async () => {
    const { controller } = open({ outcome: { kind: 'delete', draft, result: done, undone: false } }, 'en', 'detach')
    expect(messages()).toEqual([expect.stringContaining('2,500 rows were detached.')])
    expect([screen.queryByRole('button', { name: 'Delete' }), screen.getByRole('button', { name: 'Detach' })]).toEqual([
      null,
      expect.anything(),
    ])
    await act(async () => void (controller.state.proposal = { kind: 'delete', draft }))
    const question = await screen.findByRole('alertdialog', { name: 'Detach the selected rows?' })
    expect(question.textContent).toContain('2,500 rows will be detached. This is not all of the selection: 1 selected row is left out.')
    expect(within(question).getByRole('button', { name: 'Detach' })).toBeDefined()
    await act(async () => Object.assign(controller.state, { proposal: undefined, outcome: undefined, notice: 'nothingToDelete' }))
    expect(messages()).toEqual(['None of the selected rows can be detached.'])
  })

  it('is asked before, and says that it is not all', { tags: ['S0-5.53'] }, async () => {
    const { controller, user } = open()
    await act(async () => void (controller.state.proposal = { kind: 'write', draft }))
    const question = await screen.findByRole('alertdialog', { name: 'Apply these changes?' })
    expect(question.textContent).toContain(
      '2,500 rows will be written: 1,500 created, 1,000 updated. This is not all of the selection: 1 selected row is left out.',
    )
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(controller.state.proposal).toBeUndefined()
  })
})
