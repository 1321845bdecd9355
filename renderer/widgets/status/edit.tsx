import type { EditProps } from '../contract.ts'
import { SegmentedEdit } from '../segmented/edit.tsx'
import { SelectEdit } from '../select/edit.tsx'

/** A state that a person sets: few values side by side, more in a list. */
export function StatusEdit(props: EditProps) {
  return (props.property.enum?.length ?? 0) <= 3 ? <SegmentedEdit {...props} /> : <SelectEdit {...props} />
}
