import { BookOpen, ClipboardList, Plus, Sheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Can } from '../../schemas/plan.ts'
import { reasonText } from '../data/error-texts.ts'
import { useHost, type PageProps } from '../host.tsx'
import { Button, ButtonLook } from '../parts/button.tsx'
import { LinkLook } from '../parts/link-look.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { createVerb, listAddresses } from './list-addresses.ts'

/** Title, purpose, documentation, and what can be done with the list as a whole. */
export function ListHeader({ schema, screen, can }: PageProps & { can: Can }) {
  const { t, docsPath, listPath } = useHost()
  const { name, readOnly } = schema['x-entity']
  const addresses = listAddresses(listPath(name), screen)
  const verb = createVerb(screen)
  return (
    <PageHeader
      title={t(`${name}.many`)}
      about={
        <>
          {t(`${name}.about`)}{' '}
          <LinkLook
            href={docsPath(name)}
            target="_blank"
            rel="noreferrer"
            whiteSpace="nowrap"
            textDecoration="underline"
            textUnderlineOffset="2px"
          >
            <BookOpen size={13} aria-hidden style={{ display: 'inline', verticalAlign: '-2px', marginInlineEnd: '0.25rem' }} />
            {t('list.documentation')}
          </LinkLook>
        </>
      }
      actions={
        <>
          {screen.journal && (
            <ActionLink to={addresses.journal} may={can.journal} icon={<ClipboardList aria-hidden />}>
              {t('list.journal')}
            </ActionLink>
          )}
          {screen.bulk && (
            <ActionLink to={addresses.bulk} may={can.import} icon={<Sheet aria-hidden />}>
              {t('list.bulk')}
            </ActionLink>
          )}
          {screen.editor && screen.list?.add !== false && !readOnly && (
            <ActionLink to={addresses.create} may={can.create} icon={<Plus aria-hidden />} isMain>
              {t(`list.action.${verb}`)}
            </ActionLink>
          )}
        </>
      }
    />
  )
}

/** A link where the person may go there; otherwise a button that says why not. */
function ActionLink({
  to,
  may,
  icon,
  isMain = false,
  children,
}: {
  to: string
  may: Can[string] | undefined
  icon: ReactNode
  isMain?: boolean
  children: ReactNode
}) {
  const host = useHost()
  const variant = isMain ? 'primary' : 'secondary'
  if (may !== true) {
    return (
      <Button variant={variant} icon={icon} reason={reasonText(host, may)}>
        {children}
      </Button>
    )
  }
  return (
    <ButtonLook asChild variant={variant}>
      <Link to={to}>
        {icon}
        {children}
      </Link>
    </ButtonLook>
  )
}
