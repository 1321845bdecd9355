// @vitest-environment happy-dom
import type { FieldProps, WidgetProps } from '@rjsf/utils'
import { ariaDescribedByIds } from '@rjsf/utils'
import { cleanup, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RuleRefusal } from '../../../schemas/rules/types.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { lastPlan, screen, served, renderEditor, testSource } from '../../support/editor/render-editor.tsx'
import { siteBox, siteBoxSchema, siteBoxScreen } from '../../support/editor/site-box.ts'
import { testText } from '../../support/editor/texts.ts'
import type { Screen } from '../../../renderer/descriptor/screen.ts'
import { PlainCell } from '../../../renderer/widgets/cell-text.tsx'
import type { Widget } from '../../../renderer/widgets/contract.ts'
import { loadControls, loadedControls } from '../../../renderer/widgets/parts.ts'
import { widgets } from '../../../renderer/widgets/registry.ts'

// Widgets and a field written as in rjsf's documentation; they depend on rjsf only.

const onRender = vi.fn<(name: string) => void>()

function ShoutWidget(props: WidgetProps) {
  onRender(props.name)
  return (
    <input
      type="text"
      id={props.id}
      className="shout"
      value={props.value ?? ''}
      required={props.required}
      disabled={props.disabled || props.readonly}
      placeholder={props.placeholder}
      aria-describedby={ariaDescribedByIds(props.id)}
      aria-invalid={(props.rawErrors ?? []).length > 0}
      onChange={(event) => props.onChange(event.target.value === '' ? props.options.emptyValue : event.target.value)}
      onBlur={(event) => props.onBlur(props.id, event.target.value)}
    />
  )
}

/** The control of `docs/guides/add-a-widget.md`. */
function StarsControl({ id, value, disabled, readonly, required, onChange, onBlur }: WidgetProps) {
  return (
    <input
      type="number"
      min={1}
      max={5}
      id={id}
      value={value ?? ''}
      disabled={disabled || readonly}
      aria-required={required}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => onBlur(id, event.target.value)}
    />
  )
}

function PickWidget({ id, value, options: { enumOptions = [] }, onChange }: WidgetProps) {
  return (
    <select id={id} value={String(value)} onChange={(event) => onChange(event.target.value)}>
      {enumOptions.map((option) => (
        <option key={option.label} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

function PairField({ fieldPathId, formData = {}, onChange }: FieldProps<{ low?: string; high?: string }>) {
  return (
    <>
      {(['low', 'high'] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={formData[name] ?? ''}
          onChange={(event) => onChange({ ...formData, [name]: event.target.value }, fieldPathId.path)}
        />
      ))}
    </>
  )
}

/** The widgets as entries of the registry. */
const registry = widgets as Map<string, Widget>
const added: Widget[] = [
  { name: 'shout', fits: () => true, options: [], cell: PlainCell, control: async () => ShoutWidget },
  { name: 'stars', fits: () => true, options: [], cell: PlainCell, control: async () => StarsControl },
  { name: 'pick', fits: () => true, options: [], cell: PlainCell, control: async () => PickWidget },
  { name: 'pair', fits: () => true, options: [], cell: PlainCell, field: async () => PairField },
]
beforeAll(async () => {
  for (const widget of added) registry.set(widget.name, widget)
  await loadControls()
})
afterAll(() => {
  const loaded = loadedControls()
  for (const { name } of added) {
    registry.delete(name)
    delete loaded.widgets[name]
    delete loaded.fields[name]
  }
})
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const rules = [
  ...(siteBoxSchema['x-rules'] ?? []),
  { id: 'motto-of-hubs', fields: ['motto'], effect: 'enable', when: { mode: 'hub' }, because: 'site-box.because.preference' },
]
const schema = {
  ...siteBoxSchema,
  'x-rules': rules,
  properties: {
    ...siteBoxSchema.properties,
    motto: { type: 'string', maxLength: 10 },
    slogan: { type: 'string' },
    rank: { type: 'integer' },
    size: { enum: ['small', 'large'] },
    span: { type: 'object', properties: { low: { type: 'string' }, high: { type: 'string' } } },
  },
} as EntitySchema
const descriptor: Screen = {
  ...siteBoxScreen,
  editor: {
    sections: { general: ['mode', 'motto', 'slogan', 'rank', 'size', 'span'] },
    widgets: {
      mode: 'segmented',
      motto: { use: 'shout', placeholder: 'LOUD' },
      slogan: 'shout',
      rank: 'stars',
      size: 'pick',
      span: 'pair',
    },
  },
}
const validate = ({ motto }: Rec): RuleRefusal[] => (motto === 'bad' ? [{ pointer: '/motto', key: 'validation.field.mandatory' }] : [])

const box = { ...siteBox(), motto: 'loud', slogan: 'louder', rank: 3, size: 'small', span: { low: '1', high: '2' } }
const show = () =>
  renderEditor({ record: served(box), schema, screen: descriptor, validate, helpKeys: ['site-box.help.motto'], source: testSource() })
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')

describe('a widget that depends on rjsf only', () => {
  it('gets its label, value, placeholder and help, and is disabled by rules', async () => {
    const { user } = show()
    expect([input('motto').value, input('motto').placeholder, descriptionOf(input('motto'))]).toEqual(['loud', 'LOUD', 'motto'])
    await user.click(screen.getByRole('radio', { name: 'spoke' }))
    expect(input('motto').disabled).toBe(true)
  })

  it('is the only widget rendered on a keystroke', async () => {
    const { user } = show()
    onRender.mockClear()
    await user.type(input('motto'), 'er')
    expect(input('motto').value).toBe('louder')
    expect(new Set(onRender.mock.calls.flat())).toEqual(new Set(['motto']))
  })

  it('shows the error of its field on blur', async () => {
    const { user } = show()
    await user.clear(input('motto'))
    await user.type(input('motto'), 'bad')
    await user.tab()
    await waitFor(() => expect(input('motto').getAttribute('aria-invalid')).toBe('true'))
    expect(descriptionOf(input('motto'))).toBe(testText('validation.field.mandatory'))
  })

  it('edits strings, numbers, choices and objects, and the saved values have the types of the schema', async () => {
    const { user, source } = show()
    await user.type(input('rank'), '2')
    await user.selectOptions(input('size'), 'large')
    await user.type(input('high'), '0')
    await user.clear(input('slogan'))
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await waitFor(() => expect(lastPlan(source)).toBeDefined())
    expect(lastPlan(source)?.items[0]?.changes).toEqual({ rank: 32, size: 'large', span: { low: '1', high: '20' }, slogan: '' })
  })
})
