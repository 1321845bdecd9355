import { Combobox, comboboxOf } from '../combobox.tsx'
import type { ControlProps } from '../contract.ts'

/** A record of another entity: typed letters search on the service, the oid of what is picked is stored. */
export function ReferenceControl(props: ControlProps<string>) {
  const { search, nameOf = String } = props.options
  if (!search) throw new Error(`The reference "${props.name}" has nothing to search in`)
  return (
    <Combobox
      {...comboboxOf(props)}
      shown={props.value === undefined ? '' : nameOf(props.value)}
      search={search}
      onPick={(candidate) => props.onChange(candidate.value)}
      onLeave={(typed) => {
        if (typed !== undefined && typed.trim() === '' && !props.required) props.onChange(undefined)
      }}
    />
  )
}
