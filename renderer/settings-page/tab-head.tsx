import { chakra } from '@chakra-ui/react'
import { ClipboardList, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { DocumentationLink } from '../page-links.tsx'
import { useHost } from '../host.tsx'
import { ButtonLook } from '../parts/controls/button.tsx'
import { Chip } from '../parts/text/chip.tsx'

/** Header of an open tab: description, read-only badge, link to the journal, and further actions. */
export function TabHead({ entity, reading, children }: { entity: string; reading: boolean; children?: ReactNode }) {
  const { t, docsPath, listPath, ruleContext, screenOf } = useHost()
  const hasJournal = screenOf(entity)?.journal !== undefined && ruleContext(entity).can.update === true
  return (
    <chakra.div display="flex" alignItems="flex-start" justifyContent="space-between" flexWrap="wrap" gap={3} marginBottom={4}>
      <chakra.div minWidth={0} flex="1 1 16rem">
        <chakra.h2 textStyle="heading">{t(`${entity}.many`)}</chakra.h2>
        <chakra.p marginTop={1} fontSize="sm" color="fg.muted" maxWidth="prose">
          {t(`${entity}.about`)} <DocumentationLink href={docsPath(entity)}>{t('editor.documentation')}</DocumentationLink>
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap={2}>
        {reading && (
          <Chip>
            <Eye size={12} aria-hidden />
            {t('editor.reading')}
          </Chip>
        )}
        {hasJournal && (
          <ButtonLook asChild variant="secondary">
            <Link to={`${listPath(entity)}/journal`}>
              <ClipboardList aria-hidden />
              {t('editor.journal')}
            </Link>
          </ButtonLook>
        )}
        {children}
      </chakra.div>
    </chakra.div>
  )
}
