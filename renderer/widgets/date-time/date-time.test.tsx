// @vitest-environment happy-dom
import axe from 'axe-core'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import editorTexts from '../../../locales/en/editor.json' with { type: 'json' }
import { showControl, shownControl, type GivenControl } from '../control.fixture.tsx'
import { DateControl } from '../date/control.tsx'
import { DateTimeControl } from './control.tsx'

const home = process.env['TZ']
beforeEach(() => void vi.setSystemTime(new Date('2026-11-22T10:00:00Z')))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  if (home === undefined) delete process.env['TZ']
  else process.env['TZ'] = home
})

const t = (key: string, params: Record<string, unknown> = {}): string =>
  (editorTexts as Record<string, string>)[key]!.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(params[name]))

/** Shows the control to a reader in a time zone. */
function show(zone: string, start: string | undefined, given: GivenControl = {}) {
  process.env['TZ'] = zone
  const { changed, user } = showControl(DateTimeControl, start, { schema: { type: 'string', format: 'date-time' }, t, ...given })
  const last = () => changed.mock.lastCall?.[0]
  const type = (text: string) => fireEvent.change(shownControl(), { target: { value: text } })
  return { changed, user, last, type }
}
const described = () =>
  (shownControl().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
const violations = async () => {
  const { violations: found } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
  })
  return found.map(({ id }) => id)
}
/** Spaces before AM and PM are narrow ones. */
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u202f', ' ')

describe('a date with time', () => {
  it.each([
    ['Europe/Berlin', '2026-01-12T23:00', 'Europe/Berlin, UTC+1', '2026-01-13T08:30', '2026-01-13T07:30:00.000Z'],
    ['Europe/Berlin', '2026-01-12T23:00', 'Europe/Berlin, UTC+1', '2026-07-13T08:30', '2026-07-13T06:30:00.000Z'],
    ['America/Sao_Paulo', '2026-01-12T19:00', 'America/Sao Paulo, UTC−3', '2026-01-12T21:00', '2026-01-13T00:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-13T03:45', 'Asia/Katmandu, UTC+5:45', '2026-01-13T00:00', '2026-01-12T18:15:00.000Z'],
    ['Pacific/Apia', '2026-01-13T11:00', 'Pacific/Apia, UTC+13', '2026-01-01T00:00', '2025-12-31T11:00:00.000Z'],
  ])('is shown and typed by a clock of %s, and kept in UTC', (zone, ...expected) => {
    const [shown, zoneLine, typed, kept] = expected
    const { last, type } = show(zone, '2026-01-12T22:00:00.000Z')
    expect(shownControl().value).toBe(shown)
    expect(described()).toContain(`Time zone: ${zoneLine}`)
    type(typed)
    expect(last()).toBe(kept)
    expect(shownControl().value).toBe(typed)
  })

  it('with another offset is the same instant', () => {
    show('Europe/Berlin', '2026-01-12T12:00:00-10:00')
    expect(shownControl().value).toBe('2026-01-12T23:00')
  })

  it('states the offset of the date, not that of today', () => {
    const { type } = show('Europe/Berlin', '2026-01-12T22:00:00.000Z')
    type('2026-07-12T23:00')
    expect(described()).toContain('Europe/Berlin, UTC+2')
  })

  it('that clocks skip becomes the later one, which is said while typing and afterwards', async () => {
    const { last, type } = show('Europe/Berlin', undefined)
    type('2026-03-29T02:30')
    expect(last()).toBe('2026-03-29T01:30:00.000Z')
    // What is being typed stays: it may go on to be 20:30.
    expect(shownControl().value).toBe('2026-03-29T02:30')
    const hint = '2:30 AM does not exist on this day, as clocks are put forward: Mar 29, 2026, 3:30 AM applies.'
    expect(plain(screen.getByRole('status').textContent)).toBe(hint)
    expect(plain(described())).toContain(hint)
    fireEvent.blur(shownControl())
    expect(shownControl().value).toBe('2026-03-29T03:30')
    expect(plain(screen.getByRole('status').textContent)).toBe(hint)
    expect(await violations()).toEqual([])
    type('2026-03-29T04:30')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('that a day lacks which was left out is that of the next', () => {
    const { last, type } = show('Pacific/Apia', undefined)
    type('2011-12-30T12:00')
    expect(last()).toBe('2011-12-30T22:00:00.000Z')
    expect(plain(screen.getByRole('status').textContent)).toContain('Dec 31, 2011, 12:00 PM applies')
  })

  it('that clocks show twice is the first, or the second if a person says so', async () => {
    const { user, last, type } = show('Europe/Berlin', undefined)
    type('2026-10-25T02:30')
    expect(last()).toBe('2026-10-25T00:30:00.000Z')
    const group = screen.getByRole('radiogroup')
    expect(plain(screen.getByRole('status').textContent)).toBe(
      '2:30 AM occurs twice on this day, as clocks are put back. Which one do you mean?',
    )
    expect(group.getAttribute('aria-labelledby')).toBe(screen.getByRole('status').id)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'The first, UTC+2' }).checked).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'The second, UTC+1' }))
    expect(last()).toBe('2026-10-25T01:30:00.000Z')
    expect(shownControl().value).toBe('2026-10-25T02:30')
    expect(described()).toContain('Europe/Berlin, UTC+1')
    expect(await violations()).toEqual([])
  })

  it('that comes twice is told of a stored one, too', () => {
    show('America/Sao_Paulo', '2018-02-18T02:30:00.000Z')
    expect(shownControl().value).toBe('2018-02-17T23:30')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'The second, UTC−3' }).checked).toBe(true)
  })

  it('is nothing while the box is not filled in', () => {
    const { last, type } = show('Europe/Berlin', '2026-01-12T22:00:00.000Z')
    type('')
    expect(last()).toBeUndefined()
    expect(shownControl().value).toBe('')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('is read in the chosen language where the browser’s picker speaks another one', () => {
    show('Europe/Berlin', '2026-01-12T22:00:00.000Z', { language: 'de' })
    expect(screen.getByText(/12\.01\.2026, 23:00 · .*Europe\/Berlin, UTC\+1/)).toBeDefined()
  })

  it('that cannot be changed is planned if people enter it, by the zone that stands below', async () => {
    show('Europe/Berlin', '2026-01-12T22:00:00.000Z', { readonly: true, language: 'de' })
    expect(shownControl().value).toBe('Mo., 12. Jan., 23:00')
    expect(shownControl().readOnly).toBe(true)
    expect(described()).toBe('Time zone: Europe/Berlin, UTC+1')
    expect(await violations()).toEqual([])
  })

  it('that cannot be changed is relative if it is a stamp, and tells all of it to screen readers', async () => {
    const schema = { type: 'string', format: 'date-time', readOnly: true } as const
    show('Europe/Berlin', '2026-01-12T22:00:00.000Z', { readonly: true, language: 'de', schema })
    expect(shownControl().value).toBe('vor 10 Monaten')
    expect(shownControl().title).toBe('12. Jan. 2026, 23:00:00 UTC+1')
    expect(described()).toBe('12. Jan. 2026, 23:00:00 UTC+1')
    expect(await violations()).toEqual([])
  })

  it('that cannot be changed is written as the screen says', () => {
    const options = { display: 'exact' } as const
    show('Europe/Berlin', '2026-01-12T22:00:00.000Z', { readonly: true, language: 'de', options })
    expect(shownControl().value).toBe('12.01.2026, 23:00:00')
  })
})

describe('a date', () => {
  it('is kept as it is typed, wherever the reader is', async () => {
    for (const zone of ['Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      process.env['TZ'] = zone
      const { changed } = showControl(DateControl, '2026-01-01', { schema: { type: 'string', format: 'date' }, t, language: 'de' })
      expect(shownControl().value).toBe('2026-01-01')
      expect(screen.getByText('01.01.2026')).toBeDefined()
      fireEvent.change(shownControl(), { target: { value: '2026-12-31' } })
      expect(changed).toHaveBeenLastCalledWith('2026-12-31')
      expect(await violations()).toEqual([])
      fireEvent.change(shownControl(), { target: { value: '' } })
      expect(changed).toHaveBeenLastCalledWith(undefined)
      cleanup()
    }
  })

  it('that cannot be changed has its weekday, and no zone', () => {
    process.env['TZ'] = 'Pacific/Pago_Pago'
    showControl(DateControl, '2026-01-12', { schema: { type: 'string', format: 'date' }, t, language: 'de', readonly: true })
    expect(shownControl().value).toBe('Mo., 12. Jan.')
    expect(described()).toBe('Montag, 12. Januar 2026')
  })
})
