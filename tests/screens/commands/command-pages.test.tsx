// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EditorPage } from '../../../renderer/editor/page/editor-page.tsx'
import type { Can } from '../../../schemas/plan.ts'
import type { RuleContext } from '../../../schemas/vocabulary/context.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { applianceScreen } from '../../../screens/appliance.screen.ts'
import { everyForm, type Form } from '../../support/editor/every-form.ts'
import { screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { testText } from '../../support/editor/texts.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const commands = everyForm.flatMap(({ name, schema, screen: shown }) => {
  const { command } = schema['x-entity']
  return command ? [{ name, schema, screen: shown, command, onRow: command.prefill !== undefined }] : []
})
const group = { oid: 'g1', licenseType: 'Foundation', licenseSize: 'S', startDate: '2090-01', duration: 12, count: 4, tenantId: 'example' }
type Tenant = RuleContext['tenant']
const owner: Tenant = { oid: 'platform', name: 'Platform', type: 'po' }
const allRights = { list: true, create: true, read: true, update: true, delete: true }

interface VisitOptions {
  tenant?: Tenant
  can?: Record<string, boolean>
  /** What the service permits on the row. */
  row?: Can
}

/** Opens the page of a command or of a new record. */
function visit(
  { schema, screen: shown }: Pick<Form, 'schema' | 'screen'>,
  { tenant = owner, can = allRights, row = {} }: VisitOptions = {},
) {
  const onRow = schema['x-entity'].command?.prefill !== undefined
  const source = testSource({ one: (_entity, oid) => Promise.resolve(served({ ...group, oid, name: oid }, { can: row })) })
  return renderEditor({
    schema,
    source,
    tenant,
    context: { tenant, can },
    page: { element: <EditorPage schema={schema} screen={shown} />, search: onRow ? '?of=g1' : '' },
  })
}
const expectNoForm = (): void => {
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: /^Back to the list/ })).toBeDefined()
}

describe.each(commands)('the page of $name', (form) => {
  const { command, onRow } = form

  it('opens for users who may run the command', { tags: ['S0-2.55'] }, async () => {
    visit(form, { row: { [command.verb]: true } })
    expect(await screen.findByRole('textbox', { name: /^How many/ })).toBeDefined()
  })

  it('says which right is missing', async () => {
    visit(form, { can: { ...allRights, [command.needs]: false }, row: { [command.verb]: true } })
    expect((await screen.findByRole('status')).textContent).toContain(testText('editor.noRight.title'))
    expect(screen.getByText(/needs a right that you do not have/)).toBeDefined()
    expectNoForm()
  })

  it('shows why the command is unavailable, from the permissions of the row or the schema', { tags: ['S0-6.35'] }, async () => {
    const because = `license.cannot.${command.verb}`
    const subscribing: Tenant = { oid: 'example', name: 'Example', type: 'msp', licensingMode: 'subscription' }
    visit(form, onRow ? { row: { [command.verb]: { because } } } : { tenant: subscribing })
    expect((await screen.findByText(testText(because))).closest('[role=status]')?.textContent).toContain(testText('editor.closed.title'))
    expectNoForm()
  })
})

it('the page of a new record has a form only in tenants that can create one', async () => {
  const form = { schema: entitySchemas.appliance, screen: applianceScreen }
  visit(form, { tenant: { oid: 'example', name: 'Example', type: 'msp' } })
  expect(await screen.findByText(testText('appliance.cannot.create'))).toBeDefined()
  expectNoForm()
  cleanup()
  visit(form)
  expect(await screen.findByRole('textbox', { name: /^Serial number/ })).toBeDefined()
})
