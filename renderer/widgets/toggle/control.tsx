import { chakra } from '@chakra-ui/react'
import { Switch } from '../../parts/controls/switch.tsx'
import type { ControlProps } from '../contract.ts'
import { controlAttributes } from '../control-attributes.ts'

const Frame = chakra('div', {
  base: { display: 'inline-flex', alignItems: 'center', gap: 2.5, height: 'control', fontSize: 'md', color: 'fg.muted' },
})

/** Yes or no, with the word beside the switch. */
export function ToggleControl(props: ControlProps<boolean>) {
  const on = props.value === true
  return (
    <Frame>
      <Switch
        {...controlAttributes(props)}
        aria-required={undefined}
        checked={on}
        disabled={props.disabled === true || props.readonly === true}
        onChange={(isOn) => props.onChange(isOn)}
        onBlur={() => props.onBlur(props.id, on)}
      />
      <span aria-hidden>{props.registry.formContext.t(on ? 'editor.toggle.on' : 'editor.toggle.off')}</span>
    </Frame>
  )
}
