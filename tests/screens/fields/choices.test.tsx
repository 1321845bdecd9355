// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controlId } from '../../../renderer/editor/page/environment.tsx'
import { loadValidator } from '../../../schemas/generated/validators/load.ts'
import type { EntityName } from '../../../schemas/generated/entities.ts'
import type { EntitySchema, Rule } from '../../../schemas/vocabulary/types.ts'
import { everyForm, editorOptionsOf } from '../../support/editor/every-form.ts'
import { lastPlan, screen, renderEditor } from '../../support/editor/render-editor.tsx'
import { siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { testText } from '../../support/editor/texts.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const only = testText('editor.because.onlyChoice')
const plain = { ...siteBoxScreen, editor: { sections: { what: ['name', 'mode'] } } }

/** The form of a new device on which rules leave these modes. */
function show(options: string[] | undefined, prefill: { mode?: string } = {}, { required = true } = {}) {
  const limit: Rule[] = options ? [{ id: 'modes', fields: ['mode'], effect: 'limit', options, because: 'site-box.because.modes' }] : []
  const mode = { ...siteBoxSchema.properties['mode'], ...(!required && { default: undefined }) }
  const schema = {
    ...siteBoxSchema,
    required: required ? siteBoxSchema.required : ['name'],
    properties: { ...siteBoxSchema.properties, mode },
    'x-rules': limit,
  } as EntitySchema
  return renderEditor({ schema, screen: plain, prefill, validate: () => [] })
}
const mode = () => screen.getByLabelText<HTMLSelectElement>(/^mode/)
const why = () => document.querySelector<HTMLElement>('[data-pointer="/mode"] [data-why]')

describe('a choice of one', () => {
  it('that is made and has to be is a value that is shown, says why, and is sent', async () => {
    const { user, source } = show(['spoke'], { mode: 'spoke' })
    expect([mode().disabled, mode().selectedOptions[0]?.textContent]).toEqual([true, 'spoke'])
    expect(why()?.tabIndex).toBe(0)
    await user.click(why() as HTMLElement)
    expect(screen.getByText(only)).toBeDefined()
    expect(screen.getByText('modes')).toBeDefined()
    await user.type(screen.getByLabelText(/^name/), 'Example')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(source.plan).toHaveBeenCalledOnce())
    expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ mode: 'spoke' })
  })

  it.each([
    { where: 'there are two', options: undefined, prefill: {}, required: true },
    { where: 'another value stands there', options: ['spoke'], prefill: { mode: 'hub' }, required: true },
    { where: 'none at all is a choice, too', options: ['spoke'], prefill: { mode: 'spoke' }, required: false },
  ])('stays open where $where', ({ options, prefill, required }) => {
    show(options, prefill, { required })
    expect(mode().disabled).toBe(false)
  })
})

it('whoever takes licences back has nobody to choose', async () => {
  const form = everyForm.find(({ name }) => name === 'license-unassign')
  if (!form) throw new Error('no such form')
  const validate = await loadValidator(form.schema.$id as EntityName)
  const { source, user } = renderEditor({ ...editorOptionsOf(form), validate })
  const to = () => document.getElementById(controlId('/assignTo')) as HTMLInputElement
  await waitFor(() => expect(to().value).toBe('Example'))
  expect(to().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ assignTo: 'example' }))
})
