// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exactText } from '../../../renderer/parts/text/date-texts.ts'
import { zoneText } from '../../../renderer/parts/text/time-zone.ts'
import type { Candidate, EditorOptions } from '../../../renderer/widgets/contract.ts'
import { showControl, shownControl } from '../../../renderer/widgets/control.fixture.tsx'
import type { GivenControl } from '../../../renderer/widgets/control.fixture.tsx'
import { loadControls, loadedControls } from '../../../renderer/widgets/parts.ts'
import { testText } from '../../support/editor/texts.ts'

afterEach(cleanup)

await loadControls()

/** Renders the control of a widget with a value, as an editor would. */
function show(widget: string, start: unknown, given: GivenControl = {}) {
  const control = loadedControls().widgets[widget]
  if (!control) throw new Error(`The widget "${widget}" has no control`)
  return { ...showControl(control, start, { t: testText, ...given }), control: shownControl() }
}

describe('a date with time', () => {
  const hour = 3_600_000
  const iso = new Date(Date.now() - 3.5 * hour).toISOString()
  const exact = exactText(iso, { language: 'de' })
  const schema = { type: 'string', format: 'date-time', readOnly: true } as const

  it.each([
    ['is read-only', { readonly: true }],
    ['is disabled', { disabled: true }],
  ])('that %s is shown as in lists, in the chosen language, with the exact time on hover', (_case, options) => {
    const { control } = show('date-time', iso, { language: 'de', schema, ...options })
    expect([control.type, control.value, control.title]).toEqual(['text', 'vor 3 Stunden', exact])
    expect(control.readOnly || control.disabled).toBe(true)
    cleanup()
    expect(show('date-time', undefined, { language: 'de', schema, ...options }).control.value).toBe('')
  })

  it('that can be edited uses the picker of the browser, and adds the date in the chosen language if the browser has another', () => {
    const noon = new Date(2026, 4, 3, 12, 30)
    const description = (language: string) => {
      const { control } = show('date-time', noon.toISOString(), { language })
      expect(control.type).toBe('datetime-local')
      const [first = ''] = (control.getAttribute('aria-describedby') ?? '').split(' ')
      const text = document.getElementById(first)?.textContent
      cleanup()
      return text
    }
    const zone = `${testText('editor.time.zone')} ${zoneText(noon.getTime())}`
    expect(description('de')).toBe(`03.05.2026, 12:30 · ${zone}`)
    expect(description(navigator.language)).toBe(zone)
  })
})

describe('text', () => {
  it('is trimmed on blur', async () => {
    const { user, changed, control, left } = show('text', undefined)
    await user.type(control, '  a b ')
    await user.tab()
    expect(changed).toHaveBeenLastCalledWith('a b')
    expect(left).toHaveBeenCalled()
  })
})

describe('a number', () => {
  const schema = { type: 'integer' as const, minimum: 0, maximum: 10 }

  it('ignores the mouse wheel, and steps with the arrow keys within its bounds', async () => {
    const { user, changed, control } = show('number', 9, { schema })
    control.focus()
    control.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true }))
    expect(changed).not.toHaveBeenCalled()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(control.value).toBe('10')
  })

  it('keeps the text while it is typed, even if it is not a number yet', async () => {
    const { user, changed, control } = show('number', undefined, { schema })
    await user.type(control, '-')
    expect(control.value).toBe('-')
    expect(changed).toHaveBeenLastCalledWith('-')
    await user.type(control, '3')
    expect(changed).toHaveBeenLastCalledWith(-3)
  })
})

describe('a choice', () => {
  it('offers the values of its schema, and an empty option while it is neither set nor required', () => {
    const { control } = show('select', 'old', { schema: { enum: ['old', 'b'] } })
    expect([...(control as unknown as HTMLSelectElement).options].map((option) => option.text)).toEqual([
      'Choose …',
      'label of old',
      'label of b',
    ])
  })

  it('shown as segments is a group of radio buttons', async () => {
    const { user, changed } = show('segmented', 'a', { schema: { enum: ['a', 'b'] } })
    expect(screen.getByRole('radiogroup', { name: 'Field' })).toBeDefined()
    await user.click(screen.getByRole('radio', { name: 'label of b' }))
    expect(changed).toHaveBeenCalledWith('b')
  })
})

describe('tags', () => {
  it('are added with Enter or a comma, and removed with Backspace or their button', async () => {
    const { user, changed, control } = show('tags', ['x'], { schema: { type: 'array', items: { type: 'string' } } })
    await user.type(control, 'y{Enter}z,')
    expect(changed).toHaveBeenLastCalledWith(['x', 'y', 'z'])
    await user.type(control, '{Backspace}')
    expect(changed).toHaveBeenLastCalledWith(['x', 'y'])
    await user.click(screen.getByRole('button', { name: 'Remove x' }))
    expect(changed).toHaveBeenLastCalledWith(['y'])
  })
})

describe('a reference', () => {
  const nameOf = (value: unknown) => `label of ${String(value)}`
  const candidates: Candidate[] = [
    { value: '1', label: 'Acme', hint: 'MSP' },
    { value: '2', label: 'Beta' },
  ]

  it('is searched on the service after a pause in typing, and picked by keyboard', async () => {
    const search = vi.fn<(term: string) => Promise<Candidate[]>>(() => Promise.resolve(candidates))
    const { user, changed, control } = show('reference', undefined, { options: { search } })
    await user.type(control, 'be')
    expect(search).not.toHaveBeenCalledWith('b')
    await screen.findByRole('option', { name: 'Beta' }, { timeout: 2000 })
    expect(search).toHaveBeenLastCalledWith('be')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(changed).toHaveBeenCalledWith('2')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('that is opened and closed changes nothing', async () => {
    const { user, changed, control } = show('reference', '1', { options: { search: () => Promise.resolve(candidates), nameOf } })
    await user.click(control)
    await screen.findByRole('option', { name: /Acme/ })
    await user.keyboard('{Enter}{Escape}')
    await user.tab()
    expect(changed).not.toHaveBeenCalled()
    expect(control.value).toBe('label of 1')
  })

  it('says when nothing was found, and when the search failed', async () => {
    const search = vi.fn<(term: string) => Promise<Candidate[]>>().mockResolvedValueOnce([]).mockRejectedValueOnce(new Error('down'))
    const { user, control } = show('reference', undefined, { options: { search } })
    await user.click(control)
    expect(await screen.findByText('Nothing found.')).toBeDefined()
    await user.type(control, 'a')
    expect(await screen.findByText(/The search failed/, {}, { timeout: 2000 })).toBeDefined()
  })
})

describe('an editable select', () => {
  const search = () => Promise.resolve([{ value: 'x', label: 'Known' }])

  it(
    'offers the typed text only if the field would accept it, and takes at most 50 characters',
    { tags: ['S1-5.31', 'S2-5.25'] },
    async () => {
      const { user, changed, control } = show('editable-select', undefined, {
        options: { search, accepts: (value) => !value.includes('|') },
      })
      expect(control.maxLength).toBe(50)
      await user.type(control, ' Own ')
      await user.click(await screen.findByRole('option', { name: /Own/ }))
      expect(changed).toHaveBeenLastCalledWith('Own')
      await user.clear(control)
      await user.type(control, 'bad|one')
      await waitFor(() => expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Known']), { timeout: 2000 })
    },
  )
})

describe('a filter', () => {
  const complete = vi.fn<NonNullable<EditorOptions['complete']>>(async (_of, text, caret) => ({
    from: Math.max(0, text.lastIndexOf(';', caret - 1) + 1),
    to: caret,
    options: ['name', 'note']
      .filter((one) => one.startsWith(text.slice(text.lastIndexOf(';') + 1)))
      .map((one) => ({ text: one, about: '' })),
  }))

  it('is completed at the caret, for the entities that another field names, by arrows and Enter', async () => {
    const { user, control, changed } = show('filter', 'a==b;', { options: { complete, of: 'entities' } })
    await user.click(control)
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.type(control, 'n')
    await screen.findByRole('listbox')
    expect(complete).toHaveBeenLastCalledWith('entities', 'a==b;n', 6)
    await user.keyboard('{ArrowDown}{Enter}')
    expect(changed).toHaveBeenLastCalledWith('a==b;note')
  })

  it('leaves Tab and Escape to the page where nothing is offered', async () => {
    const { user, control } = show('filter', '', { options: { complete, of: 'entities' } })
    await user.type(control, 'n')
    await screen.findByRole('listbox')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.tab()
    expect(document.activeElement).not.toBe(control)
  })
})

describe('a secret', () => {
  it.each([
    [true, 'editor.secret.confirmed'],
    ['credentials.psk.configured', 'credentials.psk.configured'],
  ])('with `confirmed: %j` says below the input that one is stored, if so', { tags: ['S2-8.5'] }, (confirmed, key) => {
    show('secret', undefined, { options: { configured: true, confirmed }, t: (textKey) => textKey })
    expect(screen.getByText(key)).toBeTruthy()
    cleanup()
    show('secret', undefined, { options: { confirmed }, t: (textKey) => textKey })
    expect(screen.queryByText(key)).toBeNull()
  })

  it('is masked until "Show" is pressed', async () => {
    const { user, control } = show('secret', undefined, { options: { configured: true } })
    expect(control.type).toBe('password')
    await user.type(control, ' with blanks ')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(control.type).toBe('text')
    await user.tab()
    expect(control.value).toBe(' with blanks ')
  })
})
