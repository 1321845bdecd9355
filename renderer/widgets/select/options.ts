import type { EditProps } from '../contract.ts'

/** What may be chosen: the enumeration, narrowed by the rules; the present value stays in sight even when it may not be chosen again. */
export function choices(props: Pick<EditProps, 'property' | 'state' | 'value'>): unknown[] {
  const all = props.property.enum ?? []
  const allowed = props.state.options ? all.filter((value) => props.state.options?.includes(value)) : all
  const present = props.value
  return present === undefined || present === null || allowed.includes(present) ? [...allowed] : [present, ...allowed]
}

/** Whether leaving the field empty is a choice. */
export const mayBeEmpty = (props: Pick<EditProps, 'state' | 'value' | 'property'>): boolean =>
  props.value === undefined || props.value === null || (!props.state.required && props.property.default === undefined)
