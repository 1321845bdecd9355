// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Delivery } from '../../../schemas/subscriptions.ts'
import { contextState } from '../../../src/session/context-state.ts'
import { deliveriesState } from '../../../src/shell/deliveries/deliveries-state.ts'
import { failingService, refusal } from '../../support/failing-service.ts'
import { renderConsole, scopeWith } from '../../support/shell/render-console.tsx'

const service = failingService()
afterEach(() => {
  deliveriesState.of = undefined
  cleanup()
})

const at = '2026-11-29T08:15:00.000Z'
const delivered: Delivery = {
  oid: 'd2',
  channel: 'webhook',
  kind: 'changes',
  state: 'delivered',
  at,
  total: 3,
  attempts: [{ at, status: 204, ms: 35 }],
}
const waiting: Delivery = {
  oid: 'd1',
  channel: 'mail',
  kind: 'test',
  state: 'waiting',
  at,
  total: 0,
  dueAt: at,
  attempts: [{ at, error: 'It did not answer in time.', ms: 10_000 }],
}

/** Opens the deliveries of a subscription with a webhook, of the person or of somebody else. */
async function openDeliveries({ isOwn }: { isOwn: boolean }) {
  service.on('* /service/*', () => ({ data: [], meta: {} }))
  service.on('GET /service/subscriptions/s1/deliveries', () => ({ data: [delivered, waiting] }))
  const { user } = await renderConsole('/userInfo', { scopes: [scopeWith('msp', [])], client: service.client })
  const ownerOid = isOwn ? (contextState.user?.oid ?? '') : 'somebody-else'
  act(() => {
    deliveriesState.of = { oid: 's1', name: 'Zones', hasWebhook: true, ownerOid }
  })
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Deliveries of “Zones”' })) }
}

describe('the deliveries of a subscription', () => {
  it('say what became of each message, and send one that has ended once more', async () => {
    const { user, dialog } = await openDeliveries({ isOwn: false })
    const again = service.on('POST /service/subscriptions/s1/deliveries/d2/redeliver', () => undefined)
    const rows = (await dialog.findAllByRole('row')).slice(1).map(({ textContent }) => textContent)
    expect(rows).toEqual([
      expect.stringMatching(/Changes · Webhook3Delivered1204 · 35\s?msSend again/),
      expect.stringMatching(/Test · Mail0Next attempt .*1no answer · It did not answer in time\. · 10\s?sec$/),
    ])
    await user.click(dialog.getByRole('button', { name: 'Send again' }))
    await waitFor(() => expect(again).toHaveLength(1))
    expect(await screen.findByText('It is sent again.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Send a test' })).toBeNull()
  })

  it('let the owner test the webhook and make a secret, which is told once', async () => {
    const { user, dialog } = await openDeliveries({ isOwn: true })
    const tested = service.on('POST /service/subscriptions/s1/test', () => undefined)
    service.on('POST /service/subscriptions/s1/secret', () => ({ data: [{ secret: 'whsec_abc' }] }))
    await user.click(await dialog.findByRole('button', { name: 'Send a test' }))
    await waitFor(() => expect(tested).toHaveLength(1))
    await user.click(dialog.getByRole('button', { name: 'Make a new secret' }))
    expect(await dialog.findByText('whsec_abc')).toBeDefined()
  })

  it('say why a test is refused', async () => {
    const { user, dialog } = await openDeliveries({ isOwn: true })
    service.on('POST /service/subscriptions/s1/test', () => refusal({ status: 409, detail: 'This subscription has no webhook.' }))
    await user.click(await dialog.findByRole('button', { name: 'Send a test' }))
    expect(await screen.findByText(/This subscription has no webhook/)).toBeDefined()
  })
})
