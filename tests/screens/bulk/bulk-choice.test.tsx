// @vitest-environment happy-dom
import type { ICellEditorParams } from 'ag-grid-community'
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { CellChoice } from '../../../renderer/bulk/grid/cell-choice.tsx'
import { choiceEditor, type ChoiceOfCell } from '../../../renderer/bulk/grid/choice-editor.ts'
import type { SheetModel } from '../../../renderer/bulk/sheet/sheet-model.ts'
import type { RowWindow } from '../../../renderer/bulk/sheet/view.ts'
import { example, exampleSchema } from '../../../renderer/data/example.fixture.ts'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { exampleListService, renderPage } from '../../support/list/render-page.tsx'

afterEach(cleanup)

const shared = { aliases: [], required: false, readOnly: false, createOnly: false, guarded: false }
const state: CsvMapColumn = {
  ...shared,
  id: 'state',
  field: 'state',
  type: 'enum',
  enum: ['free', 'closed', 'reserved'],
  headers: { en: 'State', de: 'Zustand' },
}
const room: CsvMapColumn = {
  ...shared,
  id: 'roomName',
  field: 'roomOid',
  via: 'roomName',
  type: 'string',
  headers: { en: 'Room', de: 'Raum' },
}
const model = {
  schema: exampleSchema,
  tenant: { oid: 'acme', name: 'Acme' },
  optionLabels: { state: { free: 'Frei', closed: 'Gesperrt', reserved: 'Freigehalten' } },
} as unknown as SheetModel

/** Opens the editor of a cell as the grid does, without the grid. */
function openCell(column: CsvMapColumn, { text = '', eventKey = null }: { text?: string; eventKey?: string | null } = {}) {
  const stopEditing = vi.fn<() => void>()
  const setFocusedCell = vi.fn<(row: number, column: string) => void>()
  const source = exampleListService([example(1, { name: 'North room' }), example(2, { name: 'South room' })])
  let show: (choice: ChoiceOfCell | undefined) => void = () => undefined
  function Page() {
    const [choice, setChoice] = useState<ChoiceOfCell>()
    show = setChoice
    return choice ? <CellChoice choice={choice} model={model} /> : null
  }
  const page = renderPage(Page, { source, language: 'de' })
  const editor = new (choiceEditor(column, (choice) => act(() => show(choice))))()
  document.body.append(editor.getGui())
  const params = { value: text, eventKey, rowIndex: 4, api: { setFocusedCell }, stopEditing }
  editor.init?.(params as unknown as ICellEditorParams<RowWindow, string>)
  return { ...page, source, editor, stopEditing, setFocusedCell }
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

it('the cell editor of an enum offers all options under the name of its column, and stores the picked one', async () => {
  const { user, editor, stopEditing, setFocusedCell } = openCell(state, { text: 'free' })
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Zustand' })
  expect([document.activeElement, box.value]).toEqual([box, 'Frei'])
  await screen.findByRole('option', { name: 'Gesperrt' })
  expect(options()).toEqual(['(leer)', 'Frei', 'Gesperrt', 'Freigehalten'])
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  expect([editor.getValue(), stopEditing.mock.calls.length > 0, setFocusedCell.mock.calls[0]]).toEqual(['closed', true, [4, 'state']])
})

it.each([
  ['g', 'closed'],
  ['reserved', 'reserved'],
  // Two options begin like this, so the text is stored as typed and reported as unknown.
  ['fr', 'fr'],
  ['besetzt', 'besetzt'],
])('the cell editor of an enum resolves the typed text %j to %j', async (typed, value) => {
  const { user, editor } = openCell(state, { eventKey: typed.charAt(0) })
  await user.keyboard(typed.slice(1) || '{Shift}')
  expect(editor.getValue()).toBe(value)
  await user.tab()
  expect(editor.getValue()).toBe(value)
})

it('the cell editor of a reference searches records by name on the service, and keeps the name of one that does not exist yet', async () => {
  const { user, editor, source } = openCell(room)
  await screen.findByRole('option', { name: 'South room' })
  await user.keyboard('East room')
  expect(editor.getValue()).toBe('East room')
  await vi.waitFor(() => expect(source.list.mock.lastCall).toMatchObject(['room', { filter: 'name=ilike="%East room%"', size: 10 }]))
  await user.clear(screen.getByRole('combobox', { name: 'Raum' }))
  await screen.findByRole('option', { name: 'South room' })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(editor.getValue()).toBe('South room')
})
