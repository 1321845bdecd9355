// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AlertList } from './alert-list.tsx'
import type { Alert } from './alert-list.tsx'
import { showPart } from '../parts.fixture.tsx'

afterEach(cleanup)

const alerts: Alert[] = [
  { id: '1', kind: 'info', text: 'Reporting is off' },
  { id: '2', kind: 'danger', text: 'The name is taken', detail: 'Request r-1' },
  { id: '3', kind: 'warning', text: 'Two rows were skipped' },
  { id: '4', kind: 'success', text: 'Saved' },
]

it(
  'the alert list shows successes, then failures, warnings and notes, at most 200 px high',
  { tags: ['S0-2.68', 'S0-8.9', 'S0-9.23'] },
  () => {
    showPart(<AlertList label="Messages" alerts={alerts} />)
    expect(screen.getAllByRole('listitem').map((row) => row.dataset['kind'])).toEqual(['success', 'danger', 'warning', 'info'])
    const [style] = [...screen.getByRole('list').classList].filter((name) => name.startsWith('ui-'))
    expect(document.head.textContent).toMatch(new RegExp(`${style}\\{[^}]*max-height:200px`))
  },
)

it('dismissing an alert removes only that alert', async () => {
  const dismiss = vi.fn()
  const { user } = showPart(<AlertList label="Messages" alerts={alerts.slice(1, 2)} onDismiss={dismiss} dismissLabel="Dismiss" />)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(dismiss).toHaveBeenCalledExactlyOnceWith('2')
})

it('the alert list without messages is empty, but its live region announces the next one', () => {
  showPart(<AlertList label="Messages" alerts={[]} />)
  expect(screen.queryByRole('list')).toBeNull()
  expect(document.querySelector('[aria-live=polite]')).not.toBeNull()
})
