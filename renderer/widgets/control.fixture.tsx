import { ChakraProvider } from '@chakra-ui/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createElement, useState } from 'react'
import type { ComponentType } from 'react'
import type { WidgetProps } from '@rjsf/utils'
import { vi } from 'vitest'
import { system } from '../parts/theme/system.ts'
import type { EditorOptions, FormContext } from './contract.ts'

/** What a test gives a control besides its value. */
export interface GivenControl extends Partial<FormContext> {
  schema?: WidgetProps['schema']
  options?: EditorOptions & Record<string, unknown>
  disabled?: boolean
  readonly?: boolean
  required?: boolean
  rawErrors?: string[]
}

/** Shows a form control with its value, as rjsf would under the label "Field"; options are labelled `label of <value>`. */
export function showControl(control: ComponentType<WidgetProps>, start: unknown, given: GivenControl = {}) {
  const { schema = { type: 'string' }, options = {}, t = (key) => key, language = 'en', ...rest } = given
  const changed = vi.fn<(value: unknown) => void>()
  const left = vi.fn<(id: string, value: unknown) => void>()
  const enumOptions = schema.enum?.map((value) => ({ value, label: `label of ${String(value)}` }))
  function Holder() {
    const [value, setValue] = useState(start)
    return createElement(control, {
      id: 'field',
      name: 'field',
      label: 'Field',
      schema,
      value,
      options: { ...(enumOptions && { enumOptions }), ...options } as WidgetProps['options'],
      registry: { formContext: { t, language } } as WidgetProps['registry'],
      onChange: (next: unknown) => {
        changed(next)
        setValue(next)
      },
      onBlur: left,
      onFocus: () => undefined,
      ...rest,
    })
  }
  render(
    <ChakraProvider value={system}>
      <label htmlFor="field">Field</label>
      <Holder />
    </ChakraProvider>,
  )
  return { changed, left, user: userEvent.setup() }
}

/** The control that `showControl` shows. */
export const shownControl = (): HTMLInputElement => screen.getByLabelText<HTMLInputElement>('Field')
