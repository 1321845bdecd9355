import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useSnapshot } from 'valtio'
import { Switch } from '../../parts/controls/switch.tsx'
import { useEnvironment } from './environment.tsx'

const Row = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2.5, minHeight: 'control', marginBottom: 4 } })

/** Switch for an editor mode. Not rendered for new and read-only records, where there is nothing to unlock. */
export function ModeToggle({ mode }: { mode: string }) {
  const { schema, host, view, creating, reading, setMode } = useEnvironment()
  const id = useId()
  const on = useSnapshot(view.modes)[mode] === true
  if (creating || reading) return null
  const entity = schema['x-entity'].name
  const help = `${entity}.help.${mode}`
  const hasHelp = host.hasText(help)
  return (
    <Row>
      <Switch id={id} checked={on} aria-describedby={hasHelp ? `${id}-help` : undefined} onChange={(isOn) => setMode(mode, isOn)} />
      <span>
        <chakra.label htmlFor={id} textStyle="label" display="block">
          {host.t(`${entity}.mode.${mode}`)}
        </chakra.label>
        {hasHelp && (
          <chakra.span id={`${id}-help`} textStyle="hint" display="block">
            {host.t(help)}
          </chakra.span>
        )}
      </span>
    </Row>
  )
}
