import { SegmentGroup, SegmentLook } from '../../parts/segments.tsx'
import type { EditProps } from '../contract.ts'
import { choices } from '../select/options.ts'

/** A few values side by side: radio buttons underneath, so arrow keys choose. */
export function SegmentedEdit(props: EditProps) {
  return (
    <SegmentGroup
      role="radiogroup"
      id={props.id}
      tabIndex={-1}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-invalid={props.error === undefined ? undefined : true}
      aria-busy={props.busy}
      aria-required={props.state.required || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur()
      }}
    >
      {choices(props).map((value) => (
        <SegmentLook key={String(value)}>
          <input
            type="radio"
            name={props.id}
            checked={value === props.value}
            disabled={!props.state.enabled || props.readOnly}
            onChange={() => props.onChange(value)}
          />
          <span>{props.optionLabel(value)}</span>
        </SegmentLook>
      ))}
    </SegmentGroup>
  )
}
