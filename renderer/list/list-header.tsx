import { ChartColumn, ClipboardList, Sheet } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Can } from '../../schemas/plan.ts'
import { pageNameKey } from '../descriptor/record-pages.ts'
import { DocumentationLink, ListCrumb } from '../page-links.tsx'
import { useHost, type PageProps, type RendererHost } from '../host.tsx'
import { ButtonLook } from '../parts/controls/button.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { AddAction, HeadAction, type HeadLink } from './actions/head-actions.tsx'
import { hasOwnAdd } from './order/own-add.ts'
import { placesOf } from './row-kinds.ts'

/** Title, purpose, documentation, and what can be done with the list as a whole. */
export function ListHeader({ schema, screen, can }: PageProps & { can: Can }) {
  const host = useHost()
  const { t, docsPath } = host
  const { name } = schema['x-entity']
  const places = placesOf({ schema, screen }, host)
  const links = (page: 'journal' | 'bulk' | 'summary', may: Can[string] | undefined): HeadLink[] =>
    places
      .filter(({ has }) => has[page])
      .map(({ entity, addresses }) => ({
        id: entity,
        label: t(`${entity}.many`),
        path: addresses[page],
        may: entity === name ? may : mayUpdate(host, entity),
      }))
  return (
    <PageHeader
      title={t(`${name}.many`)}
      about={
        <>
          {t(`${name}.about`)} <DocumentationLink href={docsPath(name)}>{t('list.documentation')}</DocumentationLink>
        </>
      }
      crumbs={screen.list?.parentPage !== undefined && <ListCrumb entity={screen.list.parentPage} />}
      actions={
        <>
          {(screen.list?.relatedPages ?? []).map((entity) => (
            <ButtonLook key={entity} asChild>
              <Link to={host.listPath(entity)}>{t(pageNameKey(entity, host.screenOf(entity)))}</Link>
            </ButtonLook>
          ))}
          <HeadAction links={links('summary', mayRead(host, name))} icon={<ChartColumn aria-hidden />}>
            {t('list.summary')}
          </HeadAction>
          <HeadAction links={links('journal', can.journal)} icon={<ClipboardList aria-hidden />}>
            {t('list.journal')}
          </HeadAction>
          <HeadAction links={links('bulk', can.import)} icon={<Sheet aria-hidden />}>
            {t('list.bulk')}
          </HeadAction>
          {!hasOwnAdd({ schema, screen }) && <AddAction schema={schema} screen={screen} can={can} />}
        </>
      }
    />
  )
}

/** Sheets and journals need the update right (S0 section 6). */
function mayUpdate(host: RendererHost, entity: string): Can[string] {
  return host.ruleContext(entity).can.update === true ? true : { because: 'service.because.update' }
}

/** A summary shows no more than the list does. */
function mayRead(host: RendererHost, entity: string): Can[string] {
  const { can } = host.ruleContext(entity)
  return can.read === true || can['list'] === true ? true : { because: 'list.reason.noRight' }
}
