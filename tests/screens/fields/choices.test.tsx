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

const onlyChoice = testText('editor.because.onlyChoice')
const plain = { ...siteBoxScreen, editor: { sections: { what: ['name', 'mode'] } } }

/** Shows the form of a new device whose mode a rule limits to `options`. */
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

describe('a select with a single option', () => {
  it('is disabled when it is required and set; it says why, and its value is sent', async () => {
    const { user, source } = show(['spoke'], { mode: 'spoke' })
    expect([mode().disabled, mode().selectedOptions[0]?.textContent]).toEqual([true, 'spoke'])
    expect(why()?.tabIndex).toBe(0)
    await user.click(why() as HTMLElement)
    expect(screen.getByText(onlyChoice)).toBeDefined()
    expect(screen.getByText('modes')).toBeDefined()
    await user.type(screen.getByLabelText(/^name/), 'Example')
    await user.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(source.plan).toHaveBeenCalledOnce())
    expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ mode: 'spoke' })
  })

  it.each([
    { condition: 'there are two options', options: undefined, prefill: {}, required: true },
    { condition: 'it holds another value', options: ['spoke'], prefill: { mode: 'hub' }, required: true },
    { condition: 'it may be empty', options: ['spoke'], prefill: { mode: 'spoke' }, required: false },
  ])('is enabled if $condition', ({ options, prefill, required }) => {
    show(options, prefill, { required })
    expect(mode().disabled).toBe(false)
  })
})

it('the form to unassign licences has a fixed target', async () => {
  const form = everyForm.find(({ name }) => name === 'license-unassign')
  if (!form) throw new Error('no such form')
  const validate = await loadValidator(form.schema.$id as EntityName)
  const { source, user } = renderEditor({ ...editorOptionsOf(form), validate })
  const target = () => document.getElementById(controlId('/assignTo')) as HTMLInputElement
  await waitFor(() => expect(target().value).toBe('Example'))
  expect(target().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(lastPlan(source)?.items[0]?.changes).toMatchObject({ assignTo: 'example' }))
})
