import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { scopeOf } from '../../schemas/rights/rights.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { Abilities } from '../data/data-source.ts'
import { useHost, type PageProps } from '../host.tsx'
import { ListCrumb } from '../page-links.tsx'
import { MissingRight } from '../missing-right.tsx'
import { ButtonLook } from '../parts/controls/button.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { Tabs } from '../parts/controls/tabs.tsx'
import { useEntityJournal } from './use-journal.ts'
import { JournalBody, JournalFrame } from './journal-body.tsx'
import { journalObjection } from './journal-state.ts'

/** The journal of an entity (S0 section 2 "Journal page"): who did what to which record, when, and how to undo it. */
export function JournalPage(props: PageProps) {
  const because = journalObjection(props.schema, useHost().ruleContext(props.schema['x-entity'].name))
  return because === undefined ? <Journal {...props} /> : <JournalForbidden {...props} because={because} />
}

function JournalForbidden({ schema, because }: PageProps & { because: string }) {
  const { t } = useHost()
  const { name } = schema['x-entity']
  return (
    <>
      <PageHeader title={t('journal.title', { entities: t(`${name}.many`) })} crumbs={<ListCrumb entity={name} />} />
      <MissingRight title={t('journal.noRight.title')}>{t(because)}</MissingRight>
    </>
  )
}

/** Keys of what a journal is about: of the tenant alone, and of those below it, too. */
function aboutKeys({ 'x-entity': entity }: PageProps['schema'], { plans }: Abilities): readonly [string, string] {
  if (entity.writtenByCommands) return ['journal.about.command', 'journal.about.command.below']
  return plans ? ['journal.about', 'journal.about.below'] : ['journal.about.fixed', 'journal.about.fixed.below']
}

/** Whether other tenants may be below one of a type, whose entries are shown with its own. */
const isAbove = (type: RuleContext['tenant']['type']): boolean => type !== 'all' && scopeOf(type) !== 'customer'

function Journal({ schema, screen }: PageProps) {
  const { t, hasText, listPath, listOf, tenant, source } = useHost()
  const { name } = schema['x-entity']
  const shape = useMemo(() => ({ schema, screen }), [schema, screen])
  const journal = useEntityJournal(shape)
  const [here, below] = aboutKeys(schema, source.abilities(name))
  const tabText = (tab: string) => (hasText(`${name}.event.${tab}`) ? t(`${name}.event.${tab}`) : t('journal.tab.all'))
  const title = t('journal.title', { entities: t(`${name}.many`) })
  return (
    <JournalFrame>
      <PageHeader
        title={title}
        about={t(isAbove(tenant.type) ? below : here, { entities: t(`${name}.many`), tenant: tenant.name })}
        actions={
          <ButtonLook asChild>
            <Link to={listPath(listOf(name))}>
              <ArrowLeft aria-hidden />
              {t('journal.back')}
            </Link>
          </ButtonLook>
        }
      />
      <Tabs
        label={t('journal.tabs')}
        items={journal.tabs.map((tab) => ({ id: tab, label: tabText(tab) }))}
        selected={journal.state.event}
        onSelect={(event) => journal.change({ event })}
      />
      <JournalBody journal={journal} title={title} />
    </JournalFrame>
  )
}
