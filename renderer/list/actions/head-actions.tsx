import { Plus, ChevronDown } from 'lucide-react'
import type { Can } from '../../../schemas/plan.ts'
import { optionLabel } from '../../data/labels.ts'
import { createPath } from '../../descriptor/record-pages.ts'
import { useHost, type ListCommand, type PageProps, type RendererHost } from '../../host.tsx'
import { placesOf } from '../row-kinds.ts'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { reasonText } from '../../data/error-texts.ts'
import { Button, ButtonLook } from '../../parts/controls/button.tsx'
import { Menu } from '../../parts/overlays/menu.tsx'

interface AddActionProps extends PageProps {
  can: Can
  /** Renders nothing where the person may add nothing. @default false */
  onlyAllowed?: boolean
  /** Of records whose options have addresses of their own: the option that is added. @default each, in a menu */
  option?: unknown
  /** Id of the title of what it adds to. */
  describedBy?: string
}

/** Adds a record of the list; if its rows represent records of several entities, of one of these. */
export function AddAction({ schema, screen, can, onlyAllowed = false, option, describedBy }: AddActionProps) {
  const host = useHost()
  const { name, readOnly, rowsOf } = schema['x-entity']
  if (screen.list?.add === false) return null
  const commands = host.commandsOf(name).filter(({ meta }) => meta.prefill === undefined)
  if (commands.length > 0) return <CommandAction commands={commands} can={can} onlyAllowed={onlyAllowed} />
  if (readOnly && !rowsOf) return null
  const places = placesOf({ schema, screen }, host).filter(({ has }) => has.editor)
  const links = places.flatMap(({ entity, addresses }): HeadLink[] => {
    if (entity === name && screen.editor?.branchField !== undefined) return branchLinks({ schema, screen }, host, can)
    const may = host.ruleContext(entity).can.create === true ? true : { because: 'service.because.create' }
    const label = entity === name ? '' : host.t(`${entity}.one`)
    return [{ id: entity, label, path: addresses.create, may: entity === name ? can.create : may }]
  })
  const asked = option === undefined ? links : links.filter(({ id }) => id === option)
  const [first] = places
  if (!first || (onlyAllowed && links.every(({ may }) => may !== true))) return null
  return (
    <HeadAction
      links={asked}
      icon={<Plus aria-hidden />}
      isMain={option === undefined}
      isSmall={option !== undefined}
      describedBy={describedBy}
    >
      {host.t(`list.action.${first.verb}`)}
    </HeadAction>
  )
}

/** A link to a new record per option of the branch field. */
function branchLinks({ schema, screen }: PageProps, host: RendererHost, can: Can): HeadLink[] {
  const { name } = schema['x-entity']
  const by = screen.editor?.branchField ?? ''
  return (schema.properties[by]?.enum ?? []).map((value) => ({
    id: String(value),
    label: optionLabel(host, { entity: name, field: by, value }),
    path: createPath(host.listPath(name), screen, { [by]: value }),
    may: can.create,
  }))
}

/** Commands on the list as a whole; each has a page. */
function CommandAction({ commands, can, onlyAllowed }: { commands: readonly ListCommand[]; can: Can; onlyAllowed: boolean }) {
  const host = useHost()
  const links = commands.map(({ name, meta: { verb } }): HeadLink => ({
    id: name,
    label: host.t(`${name}.one`),
    path: host.listPath(name),
    may: can[verb],
  }))
  const [first] = commands
  if (!first || (onlyAllowed && links.every(({ may }) => may !== true))) return null
  return (
    <HeadAction links={links} icon={<Plus aria-hidden />} isMain>
      {host.t(`list.action.${first.meta.verb}`)}
    </HeadAction>
  )
}

/** A page that an action of the head leads to. */
export interface HeadLink {
  id: string
  label: string
  path: string
  may: Can[string] | undefined
}

interface HeadActionProps {
  links: readonly HeadLink[]
  icon: ReactNode
  isMain?: boolean
  /** Smaller, for the heading of a section. @default false */
  isSmall?: boolean
  /** Id of what it belongs to. */
  describedBy?: string | undefined
  children: string
}

/** A link to the one page, a menu of several, or, where the person may open none, a disabled button with the reason. */
export function HeadAction({ links, icon, isMain = false, isSmall = false, describedBy, children }: HeadActionProps) {
  const host = useHost()
  const navigate = useNavigate()
  const look = {
    variant: isMain ? 'primary' : 'secondary',
    size: isSmall ? 'sm' : 'md',
    'aria-describedby': describedBy,
    'data-folds': isMain || isSmall ? undefined : '',
  } as const
  const [first, ...others] = links
  if (first === undefined) return null
  if (links.every(({ may }) => may !== true)) {
    return (
      <Button {...look} icon={icon} reason={reasonText(host, first.may === true ? undefined : first.may)}>
        {children}
      </Button>
    )
  }
  if (others.length === 0) {
    return (
      <ButtonLook asChild {...look}>
        <Link to={first.path}>
          {icon}
          {children}
        </Link>
      </ButtonLook>
    )
  }
  const items = links.map(({ id, label, path, may }) => ({
    id,
    label,
    reason: may === true ? undefined : reasonText(host, may),
    onSelect: () => void navigate(path),
  }))
  return (
    <Menu
      label={children}
      groups={[{ id: 'links', items }]}
      width="13rem"
      trigger={(props) => (
        <Button {...props} {...look} icon={icon}>
          {children}
          <ChevronDown aria-hidden size={14} />
        </Button>
      )}
    />
  )
}
