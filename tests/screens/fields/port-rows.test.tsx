// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { editorOptionsOf, everyForm } from '../../support/editor/every-form.ts'
import { lastPlan, renderEditor, screen } from '../../support/editor/render-editor.tsx'
import { testText as text } from '../../support/editor/texts.ts'

beforeEach(() => {
  localStorage.clear()
  // happy-dom does no layout: give every element the height of ten rows.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 })
})
afterEach(cleanup)

async function show() {
  const options = editorOptionsOf(everyForm.find(({ name }) => name === 'application-set: edit')!)
  const rendered = renderEditor({ ...options, validate: await loadValidator('application-set') })
  const cell = (field: string, row: number) =>
    screen.findByLabelText<HTMLInputElement>(
      text('editor.table.cell', { column: text(`application-set.field.portBasedApps.${field}`), row }),
    )
  const update = () => rendered.user.click(screen.getByRole('button', { name: text('editor.verb.update') }))
  const sent = () => (lastPlan(options.source)?.items[0]?.changes?.['portBasedApps'] as Rec[] | undefined)?.[0]
  return { ...rendered, source: options.source, cell, update, sent }
}

describe('the protocol of a port row', () => {
  it(
    'is typed as a name or a number; typing stops at 50 characters, but Backspace works',
    { tags: ['S2-2.40', 'S2-5.70', 'S2-9.24'] },
    async () => {
      const { user, cell } = await show()
      const protocol = await cell('protocolId', 1)
      await user.clear(protocol)
      await user.type(protocol, `  ${'x'.repeat(60)}`)
      expect(protocol.value).toBe(`  ${'x'.repeat(48)}`)
      await user.type(protocol, '{Backspace}y')
      await user.tab()
      expect(protocol.value).toBe(`${'x'.repeat(47)}y`)
    },
  )

  it.each([
    ['udp', 17],
    [' 143 ', 143],
    ['0', 0],
  ])('given as "%s" is stored as %d', { tags: ['S2-5.18'] }, async (typed, protocolId) => {
    const { user, cell, update, sent } = await show()
    const protocol = await cell('protocolId', 1)
    await user.clear(protocol)
    await user.type(protocol, typed)
    await update()
    expect(sent()).toMatchObject({ protocolId })
  })

  it.each(['144', '-1', 'http'])('is refused at its cell, in words, if it is "%s"', { tags: ['S2-5.18', 'S2-8.7'] }, async (typed) => {
    const { user, source, cell, update } = await show()
    const protocol = await cell('protocolId', 1)
    await user.clear(protocol)
    await user.type(protocol, typed)
    await update()
    expect(source.plan).not.toHaveBeenCalled()
    expect(protocol.getAttribute('aria-description')).toContain(text('validation.field.portBasedApp.protocol'))
  })

  it(
    'other than TCP and UDP closes the ports and empties them; without ports the cell shows *',
    { tags: ['S2-4.24', 'S2-4.36'] },
    async () => {
      const { user, cell, update, sent } = await show()
      const [protocol, ports] = [await cell('protocolId', 1), await cell('ports', 1)]
      expect([ports.disabled, ports.value]).toEqual([false, '80;443'])
      await user.clear(ports)
      expect(ports.placeholder).toBe('*')
      await user.type(ports, '80')
      await user.clear(protocol)
      await user.type(protocol, 'GRE')
      expect([ports.disabled, ports.value]).toEqual([true, ''])
      await update()
      expect(sent()).toMatchObject({ protocolId: 47 })
      expect(sent()?.['ports'] ?? null).toBeNull()
    },
  )
})
