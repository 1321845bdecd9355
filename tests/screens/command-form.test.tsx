// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cssOf } from '../../renderer/parts/parts.fixture.tsx'
import type { CommandMeta, EntitySchema } from '../../schemas/vocabulary/types.ts'
import { screen, showEditor } from '../support/editor/rig.tsx'
import { siteBoxSchema, siteBoxScreen } from '../support/editor/site-box.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const form = { ...siteBoxScreen, editor: { sections: { what: ['name'], change: ['preference'] }, readOnly: ['name'] } }
const helps = ['site-box.help.name', 'site-box.help.preference']

function show(command: Partial<CommandMeta> | undefined) {
  const meta = command && { of: 'site', theme: 'Sites', verb: 'move', needs: 'update', prefill: { name: 'name' }, ...command }
  const schema = { ...siteBoxSchema, 'x-entity': { ...siteBoxSchema['x-entity'], ...(meta && { command: meta }) } } as EntitySchema
  showEditor({ schema, screen: form, prefill: { name: 'Harbour' }, helps, validate: () => [] })
}
const whyOf = (field: string) => document.querySelector(`[data-pointer="/${field}"] [data-why]`)

describe('the form of a command', () => {
  it('says what the command is for, and of what it is called on nothing but the values', () => {
    show({})
    expect(screen.getByText('site-box.about')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/^name/).value).toBe('Harbour')
    expect(whyOf('name')?.getAttribute('tabindex')).toBe('-1')
    expect(screen.queryByText('name', { selector: '[id$="-help"]' })).toBeNull()
    expect(screen.getByText('preference', { selector: '[id$="-help"]' })).toBeDefined()
    expect(screen.queryByText('No changes')).toBeNull()
  })

  it('warns by its button of what takes something away', () => {
    show({ verb: 'remove', needs: 'delete' })
    const look = (): string => cssOf(screen.getByRole('button', { name: 'Create' }))
    const taking = look()
    cleanup()
    show({})
    expect(taking).toContain('danger-solid')
    expect(look()).not.toContain('danger-solid')
  })

  it('is told apart from a record, whose locked fields explain themselves', () => {
    show(undefined)
    expect(whyOf('name')?.getAttribute('tabindex')).toBeNull()
    expect(screen.getByText('name', { selector: '[id$="-help"]' })).toBeDefined()
    expect(screen.getByRole('button', { name: '1 change' })).toBeDefined()
  })
})
