// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSectionParts } from '../../../renderer/editor/layout/section-view.tsx'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import { eachCase } from '../../support/each-case.ts'
import { everyForm, editorOptionsOf } from '../../support/editor/every-form.ts'
import { renderEditor, screen, type RenderEditorOptions } from '../../support/editor/render-editor.tsx'
import { testText } from '../../support/editor/texts.ts'

beforeEach(() => {
  localStorage.clear()
  // Test files of one process share the document, and some leave elements in it.
  document.body.replaceChildren()
})
afterEach(cleanup)

const rights = { list: true, create: true, read: true, update: true, delete: true, readDomain: true, changeStatus: true, actDirectly: true }

/** Opens a form of the administration for somebody with these rights, with other values in its record. */
async function open(name: string, { values = {}, can = {} }: { values?: object; can?: Record<string, boolean> } = {}) {
  const form = everyForm.find((one) => one.name === name)
  if (!form) throw new Error(`there is no form ${name}`)
  const [validate] = await Promise.all([loadValidator(form.schema.$id as EntityName), loadSectionParts(form.screen)])
  const options = editorOptionsOf(form)
  const context = { ...options.context, can: { ...rights, ...can } } as NonNullable<RenderEditorOptions['context']>
  return renderEditor({ ...options, validate, context, record: form.record === null ? null : { ...form.record, ...values } })
}

const nameOf = (control: Element): string =>
  (control.getAttribute('aria-label') ?? document.querySelector(`label[for="${control.id}"]`)?.textContent ?? '').replace(/\*$/, '')

/** The cards of the form in order, each with the names of its controls. */
function cards(): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let card = ''
  const controls = ['input', 'select', 'textarea', '[role=radiogroup]'].map((kind) => `${kind}[id^="field."]`)
  for (const element of document.querySelectorAll(['h2', ...controls].join())) {
    if (element.tagName === 'H2') found[(card = element.textContent)] = []
    else found[card]?.push(nameOf(element))
  }
  return found
}

const control = (role: 'combobox' | 'switch' | 'radiogroup' | 'textbox', key: string): Promise<HTMLElement> =>
  screen.findByRole(role, { name: new RegExp(`^${testText(key)}\\*?$`) })
const optionsOf = (select: HTMLElement): string[] => [...(select as HTMLSelectElement).options].map(({ textContent }) => textContent)

describe('S0 section 2, the form', () => {
  const contact = ['Contact name', 'Contact mail', 'Details', 'Create an administrator']
  const device = ['Serial number', 'Model', 'Tag', 'Software version']
  const request = ['Type', 'Status', 'Created', 'Last modified', 'Details', 'Source tenant', 'Comment']

  eachCase<[string, string, Record<string, string[]>]>([
    ['partner: new', 'Create', { General: ['Parent', 'Type', 'State', 'Name', 'Licensing mode'], Contact: contact }, 'S0-2.30'],
    ['customer: new', 'Create', { General: ['Parent', 'Type', 'State', 'Name', 'Domain'], Contact: contact }, 'S0-2.31'],
    ['user-role: new', 'Attach', { Person: ['Mail'], Role: ['Role in', 'Role'] }, 'S0-2.32'],
    ['user-role: edit', 'Update', { Person: ['Name', 'Mail'], Role: ['Role in', 'Role', 'State'] }, 'S0-2.32'],
    ['appliance: new', 'Create', { Device: device, Inventory: ['Owner', 'State'] }, 'S0-2.33'],
    ['appliance: assign', 'Assign', { Device: device, Owner: ['Owner'] }, 'S0-2.33'],
    ['request: edit', 'Update', { Request: request }, 'S0-2.34'],
    ['settings: own', 'Update', { Reporting: ['Reporting'] }, 'S0-2.35'],
    ['cloud-security-settings: own', 'Update', { Client: ['Edge security', 'Client ID', 'Client secret'] }, 'S0-2.36'],
  ])('%s is applied by %s and has the specified cards and fields', async (name, verb, expected) => {
    await open(name)
    await waitFor(() => expect(cards()).toMatchObject(expected))
    expect(screen.getByRole('button', { name: verb })).toBeDefined()
  })

  it('of a partner has the licensing mode for those who sell alone', { tags: ['S0-2.30', 'S0-2.69'] }, async () => {
    const { user } = await open('partner: new')
    const type = await control('combobox', 'partner.field.type')
    const mode = () => screen.queryByRole('radiogroup', { name: testText('partner.field.licensingMode') })
    for (const [kind, isShown] of [
      ['vad', false],
      ['msp', true],
      ['reseller', true],
    ] as const) {
      await user.selectOptions(type, testText(`partner.option.type.${kind}`))
      expect([kind, mode() !== null]).toEqual([kind, isShown])
    }
  })

  eachCase<[string]>([
    ['partner: new', 'S0-2.30'],
    ['partner: edit', 'S0-2.30'],
    ['customer: new', 'S0-2.31'],
    ['customer: edit', 'S0-2.31'],
  ])('%s shows whether it is active, read only', async (name) => {
    await open(name)
    const state = await control('radiogroup', `${name.split(':')[0]}.field.state`)
    for (const radio of within(state).getAllByRole<HTMLInputElement>('radio')) expect(radio.disabled).toBe(true)
  })

  it('of a new partner says what it means to create an administrator', { tags: ['S0-2.30', 'S0-3.6'] }, async () => {
    await open('partner: new')
    const created = await control('switch', 'partner.field.createAdmin')
    expect((created as HTMLInputElement).checked).toBe(true)
    expect(document.querySelector('[id="field.createAdmin__help"]')?.textContent).toBe(testText('partner.help.createAdmin'))
  })

  it('of a customer has the domain only for those who may read it', { tags: ['S0-2.31', 'S0-2.71'] }, async () => {
    await open('customer: new', { can: { readDomain: false } })
    await waitFor(() => expect(cards()['General']).toEqual(['Parent', 'Type', 'State', 'Name']))
  })

  it('of a new customer follows the type: an administrator unless it is managed', { tags: ['S0-2.72', 'S0-2.73'] }, async () => {
    const { user } = await open('customer: new')
    const type = await control('combobox', 'customer.field.type')
    const created = (await control('switch', 'customer.field.createAdmin')) as HTMLInputElement
    const choose = (one: string) => user.selectOptions(type, testText(`customer.option.type.${one}`))
    await choose('diy_customer')
    expect(created.checked).toBe(true)
    await choose('managed_customer')
    expect(created.checked).toBe(false)
    await choose('diy_customer')
    expect(created.checked).toBe(true)
  })

  it('of a user to attach says what attaching does, and does not offer to give no access', { tags: ['S0-2.32', 'S0-3.11'] }, async () => {
    await open('user-role: new')
    const role = await control('combobox', 'user-role.field.role')
    expect(screen.getByText(testText('user-role.notice.attach'))).toBeDefined()
    expect(optionsOf(role)).toContain(testText('user-role.option.role.admin'))
    expect(optionsOf(role)).not.toContain(testText('user-role.option.role.no_access'))
  })

  it(
    'of a request offers the statuses that follow on its own, to the platform and while it is unfinished',
    { tags: ['S0-2.34', 'S0-2.75'] },
    async () => {
      const statusOf = async (status: string, can: Record<string, boolean> = {}): Promise<HTMLSelectElement> => {
        cleanup()
        await open('request: edit', { values: { status, can: { ...rights, ...can } }, can })
        return (await control('combobox', 'request.field.status')) as HTMLSelectElement
      }
      for (const unfinished of ['open', 'active']) {
        const status = await statusOf(unfinished)
        expect([unfinished, status.disabled, optionsOf(status)]).toEqual([unfinished, false, ['Open', 'Active', 'Resolved', 'Cancelled']])
      }
      for (const final of ['resolved', 'cancelled']) expect([final, (await statusOf(final)).disabled]).toEqual([final, true])
      expect((await statusOf('open', { changeStatus: false })).disabled).toBe(true)
    },
  )

  it('of reporting is locked, and says so, where reporting is not available', { tags: ['S0-2.35', 'S0-2.76', 'S0-8.20'] }, async () => {
    await open('settings: own', { values: { reporting: 'standard', reportingAvailable: true } })
    const reporting = async (): Promise<HTMLSelectElement> => (await control('combobox', 'settings.field.reporting')) as HTMLSelectElement
    expect((await reporting()).disabled).toBe(false)
    expect(screen.queryByText(testText('settings.reporting.not.available'))).toBeNull()
    cleanup()
    await open('settings: own', { values: { reporting: 'not_available', reportingAvailable: false } })
    expect((await reporting()).disabled).toBe(true)
    expect(screen.getByText(testText('settings.reporting.not.available'))).toBeDefined()
  })

  it('of reporting is read only without the right to update', { tags: ['S0-6.38'] }, async () => {
    const can = { update: { because: 'service.because.update' } }
    await open('settings: own', { values: { reporting: 'standard', reportingAvailable: true, can } })
    expect(await screen.findByText(testText('settings.option.reporting.standard'))).toBeDefined()
    const field = document.querySelector<HTMLSelectElement | HTMLInputElement>('[id="field.reporting"]')
    expect(field === null || field.disabled || ('readOnly' in field && field.readOnly)).toBe(true)
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
  })

  it.each([true, false])('of edge security confirms that a secret is stored: %s', { tags: ['S0-2.36'] }, async (configured) => {
    await open('cloud-security-settings: own', { values: { enabled: true, clientID: 'bay', configured } })
    await control('switch', 'cloud-security-settings.field.enabled')
    expect(screen.queryByText(testText('editor.secret.confirmed')) !== null).toBe(configured)
  })

  eachCase<[string]>([
    ['reset', 'S0-2.36'],
    ['sync', 'S0-2.37'],
  ])('of edge security offers %s only while it is enabled', async (command) => {
    for (const enabled of [true, false]) {
      await open('cloud-security-settings: own', { values: { enabled, clientID: 'bay', configured: true } })
      const button = await screen.findByRole('button', { name: testText(`cloud-security-settings.command.${command}`) })
      expect([enabled, button.getAttribute('aria-disabled')]).toEqual([enabled, enabled ? null : 'true'])
      cleanup()
    }
  })
})
