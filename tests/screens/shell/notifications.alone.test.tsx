// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failingService, refusal } from '../../support/failing-service.ts'
import { scopeWith, renderConsole } from '../../support/shell/render-console.tsx'

vi.mock('../../../renderer/list/list-page.tsx', () => ({ ListPage: () => <h1>A list</h1> }))

const service = failingService()
const overlay = {
  oid: 'o1',
  name: 'Northwind',
  sdcOid: 's1',
  dashboards: [{ oid: 'd1', name: 'Alerts', url: '/supervision/d1/', tags: ['sdwan-notifications-home'], primary: false }],
  alertingConfigurationUrl: null,
  reportingHomeUrl: null,
}
const alert = {
  severity: 'warning',
  rule: 'Slow',
  metric: 'latency',
  boxOid: 'b1',
  boxName: 'Paris',
  wan: 'wan1',
  value: 170.4,
  threshold: 150,
}
const counts = ([critical, warning, info]: [number, number, number], meta?: object) => ({
  data: Object.entries({ critical, warning, info }).map(([severity, count]) => ({ severity, count })),
  ...(meta && { meta }),
})

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Opens a page of a customer; the service gives `answers` in turn and then repeats the last one. */
async function page(answers: unknown[], resources = ['users', 'supervision']) {
  service.on('* /service/*', () => ({ data: [] }))
  const requests = service.on(
    'GET /service/alerting-config/o1/api/v1/alertSummary',
    () => answers[Math.min(requests.length, answers.length) - 1],
  )
  const scopes = [scopeWith('managed_customer', resources, { resources: { overlay } })]
  const rendered = await renderConsole('/oid/t1/admin/users', { scopes, client: service.client })
  return { ...rendered, requests }
}
const bell = (name: string | RegExp) => screen.findByRole('button', { name })
const badge = () => document.querySelector('[data-severity]')
const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000))

describe('the badge on the notifications button', () => {
  it.each([
    [counts([1, 2, 3]), 'critical', '6'],
    [counts([0, 2, 3]), 'warning', '5'],
    [counts([0, 0, 300]), 'info', '99+'],
  ])('shows the highest severity and the number of alerts', { tags: ['S2-2.21', 'S2-4.35', 'S2-7.48'] }, async (answer, severity, text) => {
    await page([answer])
    await bell(new RegExp(`highest severity ${severity}`))
    expect([badge()?.getAttribute('data-severity'), badge()?.textContent]).toEqual([severity, text])
  })

  it('is absent without alerts, and is updated every minute', { tags: ['S0-9.24', 'S2-4.26', 'S2-9.22'] }, async () => {
    const { requests } = await page([counts([0, 0, 0]), counts([1, 0, 0])])
    await bell('Notifications')
    expect(badge()).toBeNull()
    await minutes(1)
    await bell('Notifications: 1, highest severity critical')
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['an error', refusal({ status: 503, detail: 'away' })],
    ['a malformed summary', { data: [{ severity: 'fatal', count: 1 }] }],
  ])('is cleared by %s, and returns with the next valid response', { tags: ['S2-4.26'] }, async (_case, failure) => {
    await page([counts([1, 0, 0]), failure, counts([0, 1, 0])])
    await bell(/critical/)
    await minutes(1)
    await bell('Notifications')
    expect(badge()).toBeNull()
    await minutes(1)
    await bell(/highest severity warning/)
  })

  it('stops polling after a 401', { tags: ['S2-4.26'] }, async () => {
    const { requests } = await page([counts([1, 0, 0]), refusal({ status: 401, detail: 'who?' }), counts([1, 0, 0])])
    await bell(/critical/)
    await minutes(1)
    await bell('Notifications')
    await minutes(5)
    expect(requests).toHaveLength(2)
  })

  it('does not poll for users without the right to supervision', { tags: ['S2-6.14'] }, async () => {
    const { requests } = await page([counts([1, 0, 0])], ['users'])
    await bell('Notifications')
    expect(requests).toEqual([])
  })
})

describe('the notifications panel', () => {
  it('lists the alerts with value and threshold, and links to their dashboard', { tags: ['S2-2.22'] }, async () => {
    const { user, path } = await page([counts([0, 3, 0], { alerts: [alert], simulated: true })])
    await user.click(await bell(/highest severity warning/))
    const list = await screen.findByRole('list', { name: 'Alerts, worst first' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['warning: SlowParis · wan1170.4 ms > 150 ms', '2 more alerts'])
    expect(screen.getByText('Computed from simulated telemetry.')).toBeDefined()
    service.on('GET /supervision/d1/', () => refusal({ status: 500 }))
    await user.click(screen.getByRole('link', { name: 'Open the dashboard' }))
    await waitFor(() => expect(path()).toBe('/oid/t1/supervision/d/d1'))
  })

  it('says when the alerts could not be fetched, and when there are none', async () => {
    const { user } = await page([refusal({ status: 502, detail: 'away' }), counts([0, 0, 0])])
    await user.click(await bell('Notifications'))
    expect(await screen.findByText(/could not be fetched/)).toBeDefined()
    await minutes(1)
    expect(await screen.findByText('No alerts')).toBeDefined()
  })
})
