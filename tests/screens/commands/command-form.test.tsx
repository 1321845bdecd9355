// @vitest-environment happy-dom
import { cleanup, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cssOf } from '../../../renderer/parts/parts.fixture.tsx'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { CommandMeta } from '../../../schemas/vocabulary/command-meta.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { lastPlan, screen, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const form = { ...siteBoxScreen, editor: { sections: { what: ['name'], change: ['preference'] }, readOnly: ['name'] } }
const helpKeys = ['site-box.help.name', 'site-box.help.preference']

function show(command: Partial<CommandMeta> | undefined, deleteSummary: string[] = [], refusals: RuleRefusal[] = []) {
  const meta = command && { of: 'site', theme: 'Sites', verb: 'move', needs: 'update', prefill: { name: 'name' }, ...command }
  const schema = {
    ...siteBoxSchema,
    'x-rules': [],
    'x-entity': { ...siteBoxSchema['x-entity'], ...(meta && { command: meta }) },
  } as EntitySchema
  return renderEditor({
    schema,
    screen: { ...form, editor: { ...form.editor, deleteSummary } },
    prefill: { name: 'Example' },
    helpKeys,
    validate: () => refusals,
  })
}
const whyOf = (field: string) => document.querySelector(`[data-pointer="/${field}"] [data-why]`)

describe('the form of a command', () => {
  it('describes the command, and shows the target record without help texts', () => {
    show({})
    expect(screen.getByText('site-box.about')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/^name/).value).toBe('Example')
    expect(whyOf('name')?.getAttribute('tabindex')).toBe('-1')
    expect(screen.queryByText('name', { selector: '[id$="__help"]' })).toBeNull()
    expect(screen.getByText('preference', { selector: '[id$="__help"]' })).toBeDefined()
    expect(screen.queryByText('No changes')).toBeNull()
  })

  it('sends what it shows of the target record besides what the user changed', async () => {
    const { user, source } = show({ prefill: { name: 'name', preference: 'preference' } })
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(source.plan).toHaveBeenCalledOnce())
    expect(lastPlan(source)?.items).toMatchObject([{ action: 'create', changes: { name: 'Example' } }])
  })

  it('has a red button if the command removes something', () => {
    show({ verb: 'remove', needs: 'delete' })
    const buttonCss = (): string => cssOf(screen.getByRole('button', { name: 'Create' }))
    const removingCss = buttonCss()
    cleanup()
    show({})
    expect(removingCss).toContain('danger-solid')
    expect(buttonCss()).not.toContain('danger-solid')
  })

  it('asks for confirmation before an irreversible command, lists what is removed, and does so only for a valid form', async () => {
    const { user, source } = show({ verb: 'remove', needs: 'delete' }, ['name', 'preference'])
    const press = () => user.click(screen.getByRole('button', { name: 'Create' }))
    await press()
    const dialog = within(await screen.findByRole('alertdialog'))
    expect([...(dialog.getByText('name').closest('dl') as HTMLElement).children].map((line) => line.textContent)).toEqual([
      'nameExample',
      'preference100',
    ])
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(source.plan).not.toHaveBeenCalled()
    await press()
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(source.plan).toHaveBeenCalledOnce())
    cleanup()

    const harmless = show({})
    await harmless.user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(harmless.source.plan).toHaveBeenCalledOnce())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    cleanup()

    const invalid = show({ needs: 'delete' }, [], [{ pointer: '/preference', key: 'validation.field.mandatory' }])
    await invalid.user.click(screen.getByRole('button', { name: 'Create' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(invalid.source.plan).not.toHaveBeenCalled()
  })

  it('differs from a record editor, where disabled fields say why', () => {
    show(undefined)
    expect(whyOf('name')?.getAttribute('tabindex')).toBeNull()
    expect(screen.getByText('name', { selector: '[id$="__help"]' })).toBeDefined()
    expect(screen.getByRole('button', { name: '1 change' })).toBeDefined()
  })
})
