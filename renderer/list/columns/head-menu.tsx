import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'
import type { Can } from '../../../schemas/plan.ts'
import { reasonText } from '../../data/error-texts.ts'
import { useHost } from '../../host.tsx'
import { Button, ButtonLook } from '../../parts/button.tsx'
import { Menu } from '../../parts/menu.tsx'

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
  /** It stands at the head of a part of the page: smaller. @default false */
  isSmall?: boolean
  /** Id of what it belongs to. */
  describedBy?: string | undefined
  children: string
}

/** A link where there is one way and the person may go it; a menu where there are several; otherwise a button that says why not. */
export function HeadAction({ links, icon, isMain = false, isSmall = false, describedBy, children }: HeadActionProps) {
  const host = useHost()
  const navigate = useNavigate()
  const look = { variant: isMain ? 'primary' : 'secondary', size: isSmall ? 'sm' : 'md', 'aria-describedby': describedBy } as const
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
