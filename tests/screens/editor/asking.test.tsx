// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { screen, renderEditor, type RenderEditorOptions } from '../../support/editor/render-editor.tsx'
import { siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const schema: EntitySchema = {
  ...siteBoxSchema,
  'x-entity': { ...siteBoxSchema['x-entity'], parent: 'notes' },
  'x-context': { can: ['actDirectly'] },
  'x-requests': { create: { when: { '$can.actDirectly': false }, because: 'customer.because.asksToCreate' } },
}
const descriptor = { ...siteBoxScreen, editor: { ...siteBoxScreen.editor, sections: { general: ['name', 'mode', 'notes'] } } }
const rights = { list: true, create: true, read: true, update: true, delete: true }
const canIn: NonNullable<RenderEditorOptions['canIn']> = async (_entity, tenantOid) => {
  if (tenantOid === 'gone') throw new Error('There is no such tenant')
  return { ...rights, actDirectly: tenantOid === 'mine' }
}
const showNewRecord = (actDirectly: boolean) =>
  renderEditor({ schema, screen: descriptor, context: { can: { ...rights, actDirectly } }, canIn })
const button = (name: string) => screen.findByRole('button', { name })

it('the editor of a new record creates it or requests its creation, depending on the rights in the chosen parent tenant', async () => {
  const { user } = showNewRecord(false)
  expect(await button('Request creation')).toBeDefined()
  const parent = screen.getByRole('textbox', { name: 'notes' })
  await user.clear(parent)
  await user.type(parent, 'mine')
  expect(await button('Create')).toBeDefined()
  expect(screen.queryByText(/cannot create customers directly/)).toBeNull()
  await user.clear(parent)
  await user.type(parent, 'theirs')
  expect(await button('Request creation')).toBeDefined()
  expect(screen.getByText(/cannot create customers directly/)).toBeDefined()
})

it('the editor uses the rights in the current tenant if that is the parent or the rights in the parent cannot be loaded', async () => {
  const { user } = showNewRecord(true)
  const parent = screen.getByRole('textbox', { name: 'notes' })
  await user.clear(parent)
  await user.type(parent, 'gone')
  expect(await button('Create')).toBeDefined()
  await user.clear(parent)
  await user.type(parent, 'theirs')
  expect(await button('Request creation')).toBeDefined()
  await user.clear(parent)
  await user.type(parent, 'acme')
  expect(await button('Create')).toBeDefined()
})
