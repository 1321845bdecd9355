import { chakra } from '@chakra-ui/react'
import { Checkbox } from '../../parts/controls/checkbox.tsx'
import type { FilterProps } from '../contract.ts'

type Option = string | number | boolean

const isOption = (value: unknown): value is Option => value !== null && ['string', 'number', 'boolean'].includes(typeof value)

const optionStyle = {
  minH: 'controlSmall',
  px: 2,
  fontSize: 'sm',
  borderRadius: 'sm',
  overflowWrap: 'anywhere',
  _hover: { bg: 'bg.muted' },
}

/** Any of the values of an enumeration, or yes and no, to tick. */
export function SelectFilter({ id, label, value, property, optionLabel, countOf, onChange }: FilterProps) {
  const chosen = value?.kind === 'oneOf' ? value.values : []
  const options = (property.enum ?? [true, false]).filter(isOption)
  const toggle = (option: Option) => {
    const values = options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one)))
    onChange(values.length === 0 ? undefined : { kind: 'oneOf', values })
  }
  return (
    <chakra.div role="group" aria-label={label} display="grid" gridTemplateColumns="minmax(0, 1fr)">
      {options.map((option, place) => (
        <Checkbox
          key={String(option)}
          css={optionStyle}
          describedBy={countOf && `${id}-${place}-count`}
          checked={chosen.includes(option)}
          onChange={() => toggle(option)}
          aside={
            countOf && (
              <chakra.span id={`${id}-${place}-count`} ms="auto" ps={3} color="fg.subtle" fontVariantNumeric="tabular-nums">
                {countOf(option)}
              </chakra.span>
            )
          }
        >
          {optionLabel(option)}
        </Checkbox>
      ))}
    </chakra.div>
  )
}
