import { Plus } from 'lucide-react'
import type { Can } from '../../schemas/plan.ts'
import { useHost, type ListCommand, type PageProps } from '../host.tsx'
import { HeadAction, type HeadWay } from './head-menu.tsx'
import { placesOf } from './row-kinds.ts'

interface AddActionProps extends PageProps {
  can: Can
  /** Nothing stands there for those who may add nothing. */
  onlyAllowed?: boolean
}

/** Adds a record of the list; where its rows stand for records of several entities, of one of these. */
export function AddAction({ schema, screen, can, onlyAllowed = false }: AddActionProps) {
  const host = useHost()
  const { name, readOnly, rowsOf } = schema['x-entity']
  if (screen.list?.add === false) return null
  const commands = host.commandsOf(name).filter(({ meta }) => meta.prefill === undefined)
  if (commands.length > 0) return <CommandAction commands={commands} can={can} onlyAllowed={onlyAllowed} />
  if (readOnly && !rowsOf) return null
  const places = placesOf({ schema, screen }, host).filter(({ has }) => has.editor)
  const ways = places.map(({ entity, addresses }): HeadWay => {
    const may = host.ruleContext(entity).can.create === true ? true : { because: 'service.because.create' }
    return {
      id: entity,
      label: entity === name ? '' : host.t(`${entity}.one`),
      path: addresses.create,
      may: entity === name ? can.create : may,
    }
  })
  const [first] = places
  if (!first || (onlyAllowed && ways.every(({ may }) => may !== true))) return null
  return (
    <HeadAction ways={ways} icon={<Plus aria-hidden />} isMain>
      {host.t(`list.action.${first.verb}`)}
    </HeadAction>
  )
}

/** What is called on the list as a whole: pages of their own. */
function CommandAction({ commands, can, onlyAllowed }: { commands: readonly ListCommand[]; can: Can; onlyAllowed: boolean }) {
  const host = useHost()
  const ways = commands.map(({ name, meta: { verb } }): HeadWay => ({
    id: name,
    label: host.t(`${name}.one`),
    path: host.listPath(name),
    may: can[verb],
  }))
  const [first] = commands
  if (!first || (onlyAllowed && ways.every(({ may }) => may !== true))) return null
  return (
    <HeadAction ways={ways} icon={<Plus aria-hidden />} isMain>
      {host.t(`list.action.${first.meta.verb}`)}
    </HeadAction>
  )
}
