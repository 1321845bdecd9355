// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { system } from '../../parts/theme/system.ts'
import type { InnerRow, InnerValue, ListProps, MarkedCandidate } from '../contract.ts'
import type { ListFieldProps } from '../list-field.ts'
import { DualListField } from './control.tsx'

beforeAll(async () => {
  await import('./dual-list.tsx')
})
afterEach(cleanup)

const property: PropertySchema = {
  type: 'array',
  items: { type: 'object', properties: { id: { type: 'string', readOnly: true }, app: { type: 'string', 'x-ref': { entity: 'app' } } } },
}
const many: MarkedCandidate[] = [
  { value: 'gone', label: 'Gone', mark: '(deleted)' },
  { value: 'old', label: 'Old', mark: '(disabled)' },
  { value: 'theirs', label: 'Theirs', held: 'Already in the set “Office”.' },
  ...Array.from({ length: 5_000 }, (_, index) => ({ value: `a${index}`, label: `App ${index}` })),
]

interface Given {
  rows?: InnerRow[]
  all?: NonNullable<ListProps['all']>
  errors?: ReadonlyMap<number, string>
  enabled?: boolean
}

interface Refused {
  errors: ReadonlyMap<number, string>
  focusRequest: { path: string } | undefined
}

async function show({ rows: first = [], all = () => Promise.resolve(many), errors: given = new Map(), enabled = true }: Given = {}) {
  const changed = vi.fn<(rows: InnerRow[]) => void>()
  const refused = { set: (_next: Refused): void => {} }
  function Held() {
    const [rows, setRows] = useState(first)
    const [{ errors, focusRequest }, setErrors] = useState<Refused>({ errors: given, focusRequest: undefined })
    refused.set = setErrors
    const inner = useMemo(
      () =>
        ({
          useRows: () => rows,
          rows: () => rows,
          useRowErrors: () => errors,
          useFocusRequest: () => focusRequest,
          replace: (next: InnerRow[]) => {
            changed(next)
            setRows(next)
          },
        }) as unknown as InnerValue,
      [rows, errors, focusRequest],
    )
    const t = (key: string, params?: Record<string, unknown>) => [key, ...Object.values(params ?? {})].join(' ')
    const props = {
      name: 'apps',
      schema: { ...property, title: 'Apps' },
      uiSchema: { 'ui:options': { empty: 'noneThere', inner, all } },
      fieldPathId: { $id: 'field.apps', path: ['apps'] },
      formData: rows,
      disabled: !enabled,
      registry: { formContext: { t, language: 'en' } },
    } as unknown as ListFieldProps
    return <DualListField {...props} />
  }
  render(
    <ChakraProvider value={system}>
      <Held />
    </ChakraProvider>,
  )
  const chosen = await screen.findByLabelText('editor.dual.chosenOf Apps')
  const open = () => screen.getByLabelText('editor.dual.openOf Apps')
  const labels = (list: HTMLElement) =>
    within(list)
      .queryAllByRole('option')
      .map(({ textContent }) => textContent)
  /** The service refuses a row, and the page scrolls to it. */
  const refuse = (row: number, text: string): void =>
    act(() => refused.set({ errors: new Map([[row, text]]), focusRequest: { path: `/${row}/app` } }))
  return { user: userEvent.setup(), changed, chosen, open, labels, refuse }
}

const last = (changed: { mock: { lastCall?: [InnerRow[]] | undefined } }): unknown[] =>
  (changed.mock.lastCall?.[0] ?? []).map(({ app }) => app)

describe('a dual list', () => {
  it('renders a few of five thousand rows, searches by any word, and adds all matches', { tags: ['S2-2.39'] }, async () => {
    const { user, changed, open, labels } = await show()
    await screen.findByText('editor.dual.count 5000')
    expect(labels(open()).length).toBeLessThan(30)
    await user.type(screen.getByRole('searchbox', { name: /editor.dual.search editor.dual.open/ }), '499 app')
    expect(labels(open()).slice(0, 2)).toEqual(['App 499', 'App 1499'])
    await user.click(screen.getByRole('button', { name: 'editor.dual.addAll' }))
    expect(last(changed)).toHaveLength(15)
  })

  it(
    'shows candidates assigned to another record without moving them, and does not offer marked ones',
    { tags: ['S2-4.21', 'S2-4.22', 'S2-8.20'] },
    async () => {
      const { user, changed, open, labels } = await show()
      await screen.findByText('App 0')
      expect(labels(open())[0]).toBe('App 0')
      open().focus()
      await user.keyboard('{End}')
      expect(labels(open()).at(-1)).toBe('TheirsAlready in the set “Office”.')
      expect(labels(open()).join()).not.toContain('(de')
      await user.dblClick(screen.getByText('Theirs'))
      expect(changed).not.toHaveBeenCalled()
      await user.keyboard('{Home}')
      await user.dblClick(screen.getByText('App 0'))
      expect(last(changed)).toEqual(['a0'])
    },
  )

  it('can be used with the keyboard alone', { tags: ['S2-2.35'] }, async () => {
    const { user, changed, open, chosen } = await show()
    await screen.findByText('App 0')
    open().focus()
    await user.keyboard('{ArrowDown} {ArrowDown} {Enter}')
    expect(last(changed)).toEqual(['a1', 'a2'])
    chosen.focus()
    await user.keyboard('{End}{Enter}')
    expect(last(changed)).toEqual(['a1'])
  })

  it('keeps chosen rows with their marks and errors, and lets a marked one be chosen again', async () => {
    const rows = [
      { id: '1', app: 'gone' },
      { id: '2', app: 'theirs' },
    ]
    const { user, changed, chosen, labels } = await show({ rows, errors: new Map([[1, 'Taken meanwhile.']]) })
    await within(chosen).findByText('Gone (deleted)')
    expect(labels(chosen)).toEqual(['Gone (deleted)', 'TheirsTaken meanwhile.'])
    await user.dblClick(within(chosen).getByText('Gone (deleted)'))
    expect(changed).toHaveBeenLastCalledWith([{ id: '2', app: 'theirs' }])
    await user.dblClick(screen.getByText('Gone (deleted)'))
    expect(changed).toHaveBeenLastCalledWith([{ id: '2', app: 'theirs' }, { app: 'gone' }])
  })

  it('names chosen rows before all candidates have loaded, and never by identifier', async () => {
    let come = (_all: MarkedCandidate[]): void => {}
    let tell = (_some: readonly MarkedCandidate[]): void => {}
    const all = (onSome: (some: readonly MarkedCandidate[]) => void): Promise<MarkedCandidate[]> => {
      tell = onSome
      return new Promise((resolve) => (come = resolve))
    }
    const { chosen, labels } = await show({ all, rows: [{ app: 'a1' }, { app: 'old' }] })
    expect(labels(chosen)).toEqual(['…', '…'])
    act(() => tell([{ value: 'a1', label: 'App 1' }]))
    expect(labels(chosen)).toEqual(['App 1', '…'])
    await act(async () => come(many))
    expect(labels(chosen)).toEqual(['App 1', 'Old (disabled)'])
  })

  it('shows the error of an off-screen row below the list, scrolls to it, and reloads the assignments', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({ app: `a${index}` }))
    const all = vi.fn<NonNullable<ListProps['all']>>().mockResolvedValue(many)
    const { chosen, labels, refuse } = await show({ all, rows })
    await within(chosen).findByText('App 0')
    expect(labels(chosen).join()).not.toContain('App 55')
    refuse(55, 'Taken meanwhile.')
    expect((await screen.findByRole('alert')).textContent).toBe('App 55: Taken meanwhile.')
    expect(chosen.getAttribute('aria-invalid')).toBe('true')
    expect(labels(chosen)).toContain('App 55Taken meanwhile.')
    expect([document.activeElement, chosen.getAttribute('aria-activedescendant')]).toEqual([chosen, expect.stringMatching(/-55$/)])
    expect(all).toHaveBeenCalledTimes(2)
  })

  it('reports a failure to load, retries, and shows only the chosen rows if it is locked', { tags: ['S2-8.17', 'S2-8.19'] }, async () => {
    const all = vi.fn<() => Promise<MarkedCandidate[]>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue([])
    const { user } = await show({ all })
    await user.click(await screen.findByRole('button', { name: 'editor.dual.retry' }))
    expect(await screen.findByText('noneThere')).toBeDefined()
    cleanup()
    await show({ enabled: false, rows: [{ id: '1', app: 'a7' }] })
    expect(await screen.findByText('App 7')).toBeDefined()
    expect(screen.getAllByRole('listbox')).toHaveLength(1)
  })
})
