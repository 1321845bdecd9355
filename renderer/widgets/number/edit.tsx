import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TypedTextInput } from '../../parts/controls.tsx'
import type { EditProps } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { controlAttributes, textOption } from '../single-line.tsx'
import { readNumber } from './read-number.ts'

const Frame = chakra('div', { base: { position: 'relative', display: 'flex', alignItems: 'center' } })
const Unit = chakra('span', {
  base: { position: 'absolute', insetInlineEnd: 2.5, color: 'fg.subtle', fontSize: 'sm', pointerEvents: 'none' },
})

/** A number in a text box: no spinner, no change by the wheel; arrow up and down step within the bounds. */
export function NumberEdit(props: EditProps<number | string>) {
  const integer = mainType(props.property) === 'integer'
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const shown = props.value === undefined || props.value === null ? '' : String(props.value)
  const unit = textOption(props.options, 'unit')
  const step = typeof props.options.step === 'number' ? props.options.step : 1

  const stepBy = (event: KeyboardEvent) => {
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || props.readOnly) return
    event.preventDefault()
    const minimum = props.state.minimum ?? props.property.minimum ?? Number.MIN_SAFE_INTEGER
    const maximum = props.state.maximum ?? props.property.maximum ?? Number.MAX_SAFE_INTEGER
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
        readOnly={props.readOnly}
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
          props.onBlur()
        }}
      />
      {unit && <Unit aria-hidden>{unit}</Unit>}
    </Frame>
  )
}
