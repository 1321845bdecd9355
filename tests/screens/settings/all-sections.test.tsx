// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { entitySchemas, type EntityName } from '../../../schemas/generated/entities.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { screen, testSource } from '../../support/editor/render-editor.tsx'
import { answerOf, applied, cell, itemsOf, recordOf, retype, stored, update, vrrpProfiles } from '../../support/editor/record-tabs.ts'
import { advancedSettings, renderSettings, widenWindow } from '../../support/editor/render-settings.tsx'
import { testText as text } from '../../support/editor/texts.ts'
import { failingService } from '../../support/failing-service.ts'

const failing = failingService()

beforeEach(() => {
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 400 })
  localStorage.clear()
  document.body.replaceChildren()
  widenWindow()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const values: Partial<Record<EntityName, object>> = {
  'overlay-routing': { vtiSubnet: '10.1.0.0/16', bgpAsRange: '64512-65534' },
  'time-synchro': { timeServer: '10.0.0.1' },
  'local-breakout': { enabled: true, transportNetwork: 'net1' },
}

it(
  'Update sends routing, security, VRRP profile, time, transport networks, syslog servers and local breakout at the same time',
  { tags: ['S2-4.43', 'S2-4.44', 'S2-4.61'] },
  async () => {
    const { call, answer } = failing.holds('plan')
    const source = testSource({
      one: (entity, oid) => {
        const own = { ...defaultsOf(entitySchemas[entity as EntityName]), ...values[entity as EntityName], name: 'Acme' }
        const known = [...vrrpProfiles, ...Object.values(stored).flat()].find((record) => record.oid === oid)
        return Promise.resolve(known ?? recordOf('acme', own))
      },
      list: (entity) => Promise.resolve(answerOf(entity === 'vrrp-profile' ? vrrpProfiles : (stored[entity] ?? []))),
      related: () => Promise.resolve([]),
      plan: call,
    })
    const rendered = {
      ...(await renderSettings(
        advancedSettings(() => true),
        { source },
      )),
      source,
    }
    const { user } = rendered
    const open = (entity: string) => user.click(screen.getByRole('tab', { name: new RegExp(`^${text(`${entity}.many`)}`) }))
    const box = (key: string) => screen.findByRole('textbox', { name: new RegExp(`^${text(key).replace(/[()]/g, '\\$&')}`) })
    await retype(rendered, await box('overlay-security.field.mtu'), '1300')
    await open('overlay-routing')
    await retype(rendered, await box('overlay-routing.field.ospfTag'), '7')
    await open('vrrp-profile')
    await retype(rendered, await box('vrrp-profile.field.preemptDelay'), '7')
    await open('time-synchro')
    await retype(rendered, await box('time-synchro.field.timeServer'), '10.0.0.9')
    await open('transport-network')
    await user.click(await screen.findByRole('switch', { name: `${text('transport-network.field.eligibleDti')}: MPLS` }))
    await open('syslog-server')
    await retype(rendered, await cell('Port', 1), '1514')
    await open('local-breakout')
    await user.click(await screen.findByRole('switch', { name: text('local-breakout.field.enabled') }))
    await update(rendered)
    const sent = () => source.plan.mock.calls.map((_call, index) => itemsOf(rendered, index)?.[0]?.entity)
    // None of them has been answered yet.
    await waitFor(() => expect(sent()).toHaveLength(7))
    expect(sent().toSorted()).toEqual([
      'local-breakout',
      'overlay-routing',
      'overlay-security',
      'syslog-server',
      'time-synchro',
      'transport-network',
      'vrrp-profile',
    ])
    expect(screen.queryByRole('heading', { name: 'The list' })).toBeNull()
    for (const [request] of source.plan.mock.calls) {
      const result = applied(request)
      answer({
        ...result,
        items: result.items.map((item, index) => ({ ...item, record: recordOf('acme', { ...request.items[index]?.changes }) })),
      })
    }
    await screen.findByRole('heading', { name: 'The list' })
  },
)
