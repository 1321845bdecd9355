// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react'
import { SWRConfig } from 'swr'
import { expect, it, vi } from 'vitest'
import type { JournalEntry } from '../../schemas/plan.ts'
import { failingService } from '../../tests/support/failing-service.ts'
import type { DataSource } from '../data/data-source.ts'
import { entry } from '../data/example.fixture.ts'
import { HostProvider, type RendererHost } from '../host.tsx'
import { useWholeAction } from './use-whole-action.ts'

const failing = failingService()
const one = (n: number, change: Partial<JournalEntry> = {}) => entry(n, { actionId: 'one', source: 'import', ...change })

function open(entries: readonly JournalEntry[], event = 'all', last = entries[19]) {
  const journal = vi.fn<DataSource['journal']>(async ({ after, limit, eventType }) => ({
    entries: entries
      .slice(entries.findIndex(({ id }) => id === after) + 1)
      .filter((each) => eventType === undefined || each.eventType === eventType)
      .slice(0, limit),
  }))
  const toast = vi.fn<RendererHost['toast']>()
  const host = { source: { journal }, toast, t: (key: string) => key, hasText: () => false } as unknown as RendererHost
  const { result } = renderHook(() => useWholeAction(last, { theme: 'Racks', tenantOid: 'acme', event }), {
    wrapper: ({ children }) => (
      <SWRConfig value={{ provider: () => new Map() }}>
        <HostProvider value={host}>{children}</HostProvider>
      </SWRConfig>
    ),
  })
  return { journal, toast, result }
}

it('useWholeAction loads a thousand entries at a time, and reports when there are no more', async () => {
  const { journal, result } = open(Array.from({ length: 2000 }, (_, n) => one(n + 1)))
  await waitFor(() => expect(result.current.entries).toHaveLength(1000))
  await act(async () => result.current.showMore?.())
  expect(result.current.entries).toHaveLength(2000)
  expect(journal.mock.lastCall?.[0]).toMatchObject({ after: 'acme.1000', limit: 1000, filter: 'actionId=="one"' })
  await act(async () => result.current.showMore?.())
  expect(result.current.entries).toHaveLength(2000)
  expect(result.current.showMore).toBeUndefined()
})

it('useWholeAction loads only the entries of the current tab', async () => {
  const { result } = open(
    Array.from({ length: 30 }, (_, n) => one(n + 1, { eventType: n % 2 === 0 ? 'creation' : 'update' })),
    'creation',
  )
  await waitFor(() => expect(result.current.entries).toHaveLength(15))
})

it('useWholeAction requests nothing if a single record was changed by hand', () => {
  const { journal, result } = open([], 'all', one(1, { source: 'editor' }))
  expect([result.current.entries, journal.mock.calls]).toEqual([undefined, []])
})

it('useWholeAction reports a failure and keeps the loaded entries', async () => {
  const { journal, toast, result } = open(Array.from({ length: 1001 }, (_, n) => one(n + 1)))
  await waitFor(() => expect(result.current.showMore).toBeDefined())
  journal.mockImplementationOnce(failing.refuses('journal', { status: 503, detail: 'Busy' }))
  await act(async () => result.current.showMore?.())
  expect(toast).toHaveBeenCalledWith('danger', expect.any(String))
  expect(result.current.entries).toHaveLength(1000)
})
