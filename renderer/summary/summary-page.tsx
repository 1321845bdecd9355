import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { usePageParams } from '../data/page-history.ts'
import { dottedPath } from '../../schemas/vocabulary/paths/field-path.ts'
import type { Figures, RequestError } from '../data/data-source.ts'
import { errorTexts } from '../data/error-texts.ts'
import { useFiguresQuery } from '../data/queries/queries.ts'
import { DocumentationLink, ListCrumb } from '../page-links.tsx'
import { useHost, type PageProps } from '../host.tsx'
import { MissingRight } from '../missing-right.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Surface } from '../parts/page/card.tsx'
import { EmptyState, ErrorState } from '../parts/page/empty-state.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { TableSkeleton } from '../parts/page/skeleton.tsx'
import { PlotCard } from '../plots/plot-card.tsx'
import { isBlank } from '../plots/plot-data.ts'
import { nowPoint, plotData, tableRows, type SummaryShape } from './summary-data.ts'
import { SummaryFilters } from './summary-filters.tsx'
import { filtersOf, paramsOf, type Summary } from './summary-state.ts'
import { SummaryTable } from './summary-table.tsx'

/** What a tenant and those below it have, added up (S0 section 2, `/summary`): plots, and all of it as a table. */
export function SummaryPage({ schema, screen }: PageProps) {
  const { summary } = screen
  const { name } = schema['x-entity']
  if (!summary) throw new Error(`The screen of ${name} has no summary`)
  return <SummaryOf schema={schema} summary={summary} />
}

type SummaryProps = Pick<PageProps, 'schema'> & { summary: Summary }

function SummaryOf({ schema, summary }: SummaryProps) {
  const host = useHost()
  const { t, tenant, docsPath } = host
  const { name } = schema['x-entity']
  const [params, setParams] = usePageParams()
  const filters = useMemo(() => filtersOf(params, schema, summary), [params, schema, summary])
  const query = useMemo(() => ({ from: summary.endpoint, tenantOid: tenant.oid, filters }), [summary, tenant.oid, filters])
  const { figures, error, retry } = useFiguresQuery(name, query)
  const change = (chosen: Record<string, string>) => setParams(paramsOf(chosen))
  return (
    <>
      <PageHeader
        title={t(`${name}.summary.title`)}
        crumbs={<ListCrumb entity={name} />}
        about={
          <>
            {t(`${name}.summary.purpose`)} <DocumentationLink href={docsPath(name)}>{t('list.documentation')}</DocumentationLink>
          </>
        }
      />
      {error && !figures ? (
        <Failure error={error} entity={name} onRetry={retry} />
      ) : (
        <>
          <SummaryFilters schema={schema} fields={summary.filters} chosen={filters} onChange={change} />
          {error && (
            <chakra.div mb={4}>
              <AlertList
                label={t('summary.error.title')}
                alerts={errorTexts(host, error).map((text, index) => ({ id: String(index), kind: 'danger', text }))}
              />
            </chakra.div>
          )}
          <Content
            schema={schema}
            summary={summary}
            figures={figures}
            isNarrowed={Object.keys(filters).length > 0}
            onClear={() => change({})}
          />
        </>
      )}
    </>
  )
}

interface ContentProps extends SummaryProps {
  /** undefined: not there yet. */
  figures: Figures | undefined
  isNarrowed: boolean
  onClear: () => void
}

/** Plots side by side where there is room, then the table; or why there are none. */
function Content({ schema, summary, figures, isNarrowed, onClear }: ContentProps) {
  const host = useHost()
  const { t, language } = host
  const entity = schema['x-entity'].name
  const format = useMemo(() => {
    const number = new Intl.NumberFormat(language)
    return (value: number) => number.format(value)
  }, [language])
  const plots = useMemo(() => {
    const shape: SummaryShape = { schema, summary, host }
    // Some services add up the table's rows only.
    const known = Object.entries(summary.plots).filter(([, { of }]) => of === undefined || !figures || figures.meta[of] !== undefined)
    return known.map(([name, plot]) => ({ name, plot, data: figures && plotData(plot, figures, shape) }))
  }, [schema, summary, host, figures])
  const rows = useMemo(() => figures && tableRows(figures, { schema, summary, host }), [schema, summary, host, figures])
  const now = useMemo(() => nowPoint(t), [t])

  if (rows?.length === 0 && plots.every(({ data }) => data && isBlank(data))) {
    const actions = isNarrowed ? <Button onClick={onClear}>{t('summary.clear')}</Button> : undefined
    return (
      <Surface>
        <EmptyState title={t(isNarrowed ? 'list.noMatch.title' : 'list.empty.title')} actions={actions}>
          {t(isNarrowed ? 'summary.noMatch' : 'list.empty.text', { entities: t(`${entity}.many`) })}
        </EmptyState>
      </Surface>
    )
  }
  return (
    <chakra.div display="grid" gap={6} gridTemplateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}>
      {plots.map(({ name, plot: { kind, axis: along }, data }) => (
        <PlotCard
          key={name}
          kind={kind}
          title={t(`${entity}.summary.${name}`)}
          about={t(`${entity}.summary.${name}.about`)}
          head={along === 'month' ? t('summary.month') : t(`${entity}.field.${dottedPath(along)}`)}
          data={data}
          format={format}
          now={along === 'month' && kind !== 'columns' ? now : undefined}
          t={t}
        />
      ))}
      <chakra.div gridColumn="1 / -1" minW={0}>
        {rows ? (
          <SummaryTable schema={schema} summary={summary} rows={rows} />
        ) : (
          <Surface>
            <TableSkeleton rows={10} columns={summary.rows.length + 2} label={t('summary.loading')} />
          </Surface>
        )}
      </chakra.div>
    </chakra.div>
  )
}

function Failure({ error, entity, onRetry }: { error: RequestError; entity: string; onRetry: () => void }) {
  const host = useHost()
  const { t, tenant } = host
  if (error.status === 403) {
    return (
      <MissingRight title={t('summary.noRight.title')}>
        {t('list.noRight.text', { entities: t(`${entity}.many`), tenant: tenant.name })}
      </MissingRight>
    )
  }
  return (
    <ErrorState
      title={t('summary.error.title')}
      messages={errorTexts(host, error)}
      requestId={error.requestId === undefined ? undefined : { label: t('list.error.requestId'), value: error.requestId }}
      retryLabel={t('list.error.retry')}
      onRetry={onRetry}
    />
  )
}
