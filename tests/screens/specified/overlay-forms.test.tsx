// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { eachCase } from '../../support/each-case.ts'
import { everyForm, editorOptionsOf } from '../../support/editor/every-form.ts'
import { renderEditor, screen } from '../../support/editor/render-editor.tsx'

beforeEach(() => {
  localStorage.clear()
  // Test files of one process share the document, and some leave elements in it.
  document.body.replaceChildren()
})
afterEach(cleanup)

/** Opens a form of an overlay, with other values in its record; with `candidates` these are what its lists may refer to. */
async function open(name: string, values: object = {}, candidates?: ServedRecord[]) {
  const form = everyForm.find((one) => one.name === name)
  if (!form) throw new Error(`there is no form ${name}`)
  const [validate] = await Promise.all([loadValidator(form.schema.$id as EntityName), loadSectionParts(form.screen)])
  const options = editorOptionsOf(form)
  if (candidates) {
    const meta = { totalCount: candidates.length, page: 1, size: 100, counts: {}, can: {} }
    options.source.list.mockResolvedValue({ data: candidates, meta })
  }
  return renderEditor({ ...options, validate, record: form.record === null ? null : { ...form.record, ...values } })
}

const nameOf = (control: Element): string =>
  (control.getAttribute('aria-label') ?? document.querySelector(`label[for="${control.id}"]`)?.textContent ?? '').replace(/\*$/, '')

/** The cards of the form in order, each with the names of its controls; of a table the names of its columns. */
function cards(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let card = ''
  const controls = ['input', 'select', 'textarea', '[role=radiogroup]'].map((kind) => `${kind}[id^="field."]`)
  for (const element of document.querySelectorAll(['h2', '[role=columnheader]', ...controls].join())) {
    if (element.tagName === 'H2') found[(card = element.textContent)] = []
    else {
      const name = element.getAttribute('role') === 'columnheader' ? element.textContent : nameOf(element)
      if (!['', 'Number', 'Actions'].includes(name) && !element.closest('[role=gridcell], [role=cell]')) found[card]?.push(name)
    }
  }
  return found
}

describe('S2 section 2, the form', () => {
  const ike = ['IKE encryption', 'IKE authentication', 'IKE Diffie-Hellman group', 'IKE lifetime (s)']
  const ipsec = ['IPsec encryption', 'IPsec authentication', 'IPsec PFS group', 'IPsec lifetime (s)', 'IPsec lifebytes', 'MTU (bytes)']
  const gateway = {
    General: ['Type', 'Name', 'Primary public address', 'Secondary public address'],
    Routing: ['Routing mode', 'Prefix', 'Mask', 'Peer IP address', 'Peer AS number', 'Local network preference'],
    Security: [...ike, ...ipsec, 'Responder ID', 'Authentication mode'],
  }
  const set = { General: ['Priority', 'Name', 'Description'], 'Protocols and ports': ['Priority', 'Protocol', 'Ports'] }
  const profile = {
    General: ['Name', 'Keep-alive (ms)', 'Peer dead factor', 'Tunnel persistence', 'Preemption'],
    Health: ['Bad health criteria', 'Monitored interfaces'],
  }
  const zone = { General: ['Priority', 'Name', 'Description'], 'VPN sites': [], 'VPN subnets': ['Prefix', 'Mask'] }
  const routing = {
    'Overlay tunnels': ['VPN subnet'],
    BGP: ['BGP AS range', 'BGP AS exclusion'],
    'Loop prevention': ['BGP community', 'OSPF tag'],
  }
  const tunnels = { 'Key exchange (IKE)': ike, IPsec: ipsec, Authentication: ['Authentication mode', 'Pre-shared key'] }

  eachCase<[string, string[], Record<string, string[]>]>([
    ['external-gateway: new', ['Create', 'Cancel'], gateway, 'S2-2.2', 'S2-2.30', 'S2-2.63'],
    ['external-gateway: edit', ['Update', 'Delete', 'Cancel'], { Routing: gateway.Routing }, 'S2-2.2', 'S2-2.30', 'S2-2.63'],
    ['firewall-vpn-zone: new', ['Create', 'Cancel'], zone, 'S2-2.3', 'S2-2.34', 'S2-2.66'],
    ['firewall-vpn-zone: edit', ['Update', 'Delete', 'Cancel'], { 'VPN subnets': ['Prefix', 'Mask'] }, 'S2-2.3', 'S2-2.36', 'S2-2.66'],
    ['application-set: new', ['Create', 'Cancel'], { General: set.General }, 'S2-2.4', 'S2-2.69'],
    [
      'application-set: edit',
      ['Update', 'Delete', 'Cancel'],
      { 'Protocols and ports': set['Protocols and ports'] },
      'S2-2.4',
      'S2-2.40',
      'S2-2.69',
    ],
    ['overlay-security: own', ['Update'], tunnels, 'S2-2.53'],
    ['overlay-routing: own', ['Update'], routing, 'S2-2.54'],
    ['time-synchro: own', ['Update'], { 'Time server': ['Time server'], 'Synchro servers': ['Edge box'] }, 'S2-2.55'],
    ['local-breakout: own', ['Update'], { 'Traffic to the internet': ['Local breakout', 'Transport network'] }, 'S2-2.56'],
    ['ihap-profile: new', ['Create', 'Cancel'], profile, 'S2-2.79'],
    ['ihap-profile: edit', ['Update', 'Cancel'], profile, 'S2-2.79'],
  ])('%s is applied by %j and has the specified cards and fields', async (name, buttons, expected) => {
    await open(name)
    await waitFor(() => expect(cards()).toMatchObject(expected))
    const offered = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(offered).toEqual(expect.arrayContaining(buttons))
    if (!buttons.includes('Delete') && !name.endsWith('own')) expect(offered).not.toContain('Delete')
  })
})

describe('S2 section 4, the form of a gateway', () => {
  it('offers what its type and routing mode have', { tags: ['S2-3.1', 'S2-4.2', 'S2-4.3', 'S2-4.4'] }, async () => {
    const { user } = await open('external-gateway: edit')
    const choice = (group: string, name: string) => within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name })
    const isOpen = () => ({
      second: !screen.getByLabelText<HTMLInputElement>(/^Secondary public address/).disabled,
      mode: !(choice('Routing mode', 'BGP') as HTMLInputElement).disabled,
      subnets: screen.queryByText('Add row') !== null,
      peer: !screen.getByLabelText<HTMLInputElement>(/^Peer IP address/).disabled,
      asn: !screen.getByLabelText<HTMLInputElement>(/^Peer AS number/).disabled,
      preference: !screen.getByLabelText<HTMLInputElement>(/^Local network preference/).disabled,
    })
    const ofBgp = { peer: false, asn: false, preference: false }
    expect(isOpen()).toEqual({ second: false, mode: true, subnets: true, ...ofBgp })
    await user.click(choice('Routing mode', 'BGP'))
    expect(isOpen()).toEqual({ second: false, mode: true, subnets: false, peer: true, asn: true, preference: true })
    await user.click(choice('Type', 'Zscaler'))
    expect(isOpen()).toEqual({ second: true, mode: false, subnets: false, ...ofBgp })
  })
})

describe('S2 section 4, the pre-shared key of a gateway', () => {
  it('is required unless one is configured, and checked once one is typed', { tags: ['S2-4.5'] }, async () => {
    const security = everyForm.find(({ name }) => name === 'external-gateway: edit')?.record?.['security'] as Rec
    const save = async (configured: boolean, key: string) => {
      cleanup()
      const { user, source } = await open('external-gateway: edit', {
        security: { ...security, credentials: { mode: 'psk', configured } },
      })
      const field = await screen.findByLabelText<HTMLInputElement>(/^Pre-shared key/, { selector: '[type=password]' })
      if (key !== '') await user.click(field)
      if (key !== '') await user.paste(key)
      else await user.type(screen.getByLabelText(/^Name/), '2')
      await user.click(screen.getByRole('button', { name: 'Update' }))
      return { isSent: source.plan.mock.calls.length > 0, isInvalid: field.getAttribute('aria-invalid') === 'true' }
    }
    expect(await save(false, '')).toEqual({ isSent: false, isInvalid: true })
    expect(await save(true, '')).toEqual({ isSent: true, isInvalid: false })
    expect(await save(true, 'x'.repeat(257))).toEqual({ isSent: false, isInvalid: true })
    expect(await save(true, 'x'.repeat(256))).toEqual({ isSent: true, isInvalid: false })
  })
})

describe('S2 section 8, the candidates of', () => {
  const stores = {
    oid: 'c1',
    name: 'Stores',
    vpnZone: 'z9',
    vpnZoneName: 'Guests',
    appSet: 's9',
    appSetName: 'Office',
    revision: 1,
    can: {},
  }

  const empty = { vpnSites: [], type: 'saas', saasApps: [], portBasedApps: [] }
  const [zone, set] = ['firewall-vpn-zone: edit', 'application-set: edit']

  eachCase<[form: string, text: string]>([
    [zone, 'No site is available.', 'S2-8.17'],
    [set, 'No SaaS application is available.', 'S2-8.19'],
  ])('%s, say that there are none: %s', async (form, text) => {
    await open(form, empty, [])
    expect(await screen.findByText(text)).toBeDefined()
  })

  eachCase<[form: string, list: string, text: string]>([
    [zone, 'VPN sites', 'The site already belongs to the zone “Guests”.', 'S2-8.18'],
    [set, 'SaaS applications', 'Already in the set “Office”.', 'S2-8.20'],
  ])('%s, %s, name the other record that has one', async (form, list, text) => {
    await open(form, empty, [stores])
    const candidates = within(await screen.findByRole('listbox', { name: new RegExp(`^Available: ${list}`) }))
    expect((await candidates.findByRole('option')).textContent).toBe(`Stores${text}`)
  })
})

describe('S2 section 2, deleting a gateway', () => {
  it('is asked about with its name and its machine identifier', { tags: ['S2-2.31', 'S2-2.84'] }, async () => {
    const { user } = await open('external-gateway: edit', { machineId: 'gw-4711' })
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('tooltip'))
    expect(question.getByText('Delete Partner bank?')).toBeDefined()
    expect(question.getByRole('definition').textContent).toBe('gw-4711')
  })
})
