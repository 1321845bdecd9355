import { ClipboardList, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useHost } from '../../host.tsx'
import { DocumentationLink } from '../../page-links.tsx'
import { Button, ButtonLook } from '../../parts/controls/button.tsx'
import { Chip } from '../../parts/text/chip.tsx'
import { PageHeader } from '../../parts/page/page-header.tsx'

/** Head of a singleton record's page: there is no list to go back to. */
export function SingletonHeader({ entity, reading, children }: { entity: string; reading: boolean; children?: ReactNode }) {
  const { t, docsPath, listPath, ruleContext, screenOf } = useHost()
  const icon = <ClipboardList aria-hidden />
  const journal =
    ruleContext(entity).can.update === true ? (
      <ButtonLook asChild variant="secondary">
        <Link to={`${listPath(entity)}/journal`}>
          {icon}
          {t('editor.journal')}
        </Link>
      </ButtonLook>
    ) : (
      <Button icon={icon} reason={t('service.because.update')}>
        {t('editor.journal')}
      </Button>
    )
  return (
    <PageHeader
      title={t(`${entity}.many`)}
      about={
        <>
          {t(`${entity}.about`)} <DocumentationLink href={docsPath(entity)}>{t('editor.documentation')}</DocumentationLink>
        </>
      }
      actions={
        <>
          {reading && (
            <Chip>
              <Eye size={12} aria-hidden />
              {t('editor.reading')}
            </Chip>
          )}
          {screenOf(entity)?.journal && journal}
          {children}
        </>
      }
    />
  )
}
