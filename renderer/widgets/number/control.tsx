import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TypedTextInput } from '../../parts/controls/controls.tsx'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import type { ControlProps } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { controlAttributes, textOption } from '../control-attributes.ts'
import { readNumber } from './numbers.ts'

const Frame = chakra('div', { base: { position: 'relative', display: 'flex', alignItems: 'center' } })
const Unit = chakra('span', {
  base: { position: 'absolute', insetInlineEnd: 2.5, color: 'fg.subtle', fontSize: 'sm', pointerEvents: 'none' },
})

/** A number in a text box: no spinner, no change by the wheel; arrow up and down step within the bounds. */
export function NumberControl(props: ControlProps<number | string>) {
  const { schema, options } = props
  const integer = mainType(schema as PropertySchema) === 'integer'
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const shown = props.value === undefined || props.value === null ? '' : String(props.value)
  const unit = textOption(options, 'unit')
  const step = typeof options['step'] === 'number' ? options['step'] : 1

  const stepBy = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || props.readonly) return
    event.preventDefault()
    const minimum = schema.minimum ?? Number.MIN_SAFE_INTEGER
    const maximum = schema.maximum ?? Number.MAX_SAFE_INTEGER
    const from = typeof props.value === 'number' ? props.value : Math.max(0, minimum)
    const next = from + (event.key === 'ArrowUp' ? step : -step)
    setTyped(undefined)
    props.onChange(Math.min(maximum, Math.max(minimum, next)))
  }

  return (
    <Frame>
      <TypedTextInput
        {...controlAttributes(props)}
        type="text"
        inputMode={integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        readOnly={props.readonly}
        value={typed ?? shown}
        data-numbers=""
        endRoom={unit && `calc(${unit.length}ch + 1.25rem)`}
        onKeyDown={stepBy}
        onChange={(event) => {
          setTyped(event.target.value)
          props.onChange(readNumber(event.target.value, integer))
        }}
        onBlur={() => {
          setTyped(undefined)
          props.onBlur(props.id, props.value)
        }}
      />
      {unit && <Unit aria-hidden>{unit}</Unit>}
    </Frame>
  )
}
