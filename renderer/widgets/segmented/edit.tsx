import { chakra } from '@chakra-ui/react'
import type { EditProps } from '../contract.ts'
import { choices } from '../select/options.ts'

const Group = chakra('div', {
  base: {
    display: 'inline-flex',
    justifySelf: 'start',
    maxWidth: 'full',
    padding: '2px',
    height: 'control',
    bg: 'bg.muted',
    borderRadius: 'md',
    '&[aria-invalid=true]': { boxShadow: '0 0 0 1px var(--chakra-colors-danger-solid)' },
  },
})
const Segment = chakra('label', {
  base: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    minWidth: 0,
    paddingInline: 3,
    borderRadius: 'sm',
    fontSize: 'sm',
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    '&:has(:checked)': { bg: 'bg.surface', color: 'fg', boxShadow: 'card' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.solid' },
    // Like other locked fields: what is chosen can be read, and nothing looks raised to be pressed.
    '&:has(:disabled)': { cursor: 'not-allowed', color: 'fg.subtle' },
    '&:has(:checked:disabled)': { bg: 'bg.subtle', color: 'fg.muted', boxShadow: 'inset 0 0 0 1px {colors.border}' },
    '& input': { position: 'absolute', inset: 0, opacity: 0, margin: 0, cursor: 'inherit' },
  },
})

/** A few values side by side: radio buttons underneath, so arrow keys choose. */
export function SegmentedEdit(props: EditProps) {
  return (
    <Group
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
        <Segment key={String(value)}>
          <input
            type="radio"
            name={props.id}
            checked={value === props.value}
            disabled={!props.state.enabled || props.readOnly}
            onChange={() => props.onChange(value)}
          />
          <span>{props.optionLabel(value)}</span>
        </Segment>
      ))}
    </Group>
  )
}
