import { Combobox } from '../combobox.tsx'
import type { EditProps } from '../contract.ts'

/** A record of another entity: typed letters search on the service, the oid of what is picked is stored. */
export function ReferenceEdit(props: EditProps<string>) {
  if (!props.search) throw new Error(`The reference "${props.name}" has nothing to search in`)
  return (
    <Combobox
      edit={props}
      shown={props.value === undefined ? '' : props.optionLabel(props.value)}
      search={props.search}
      onPick={(candidate) => props.onChange(candidate.value)}
      onLeave={(typed) => {
        if (typed !== undefined && typed.trim() === '' && !props.state.required) props.onChange(undefined)
      }}
    />
  )
}
