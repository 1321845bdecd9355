import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../../renderer/parts/text/chip.tsx'
import { StatusDot } from '../../../renderer/parts/text/status-dot.tsx'
import { SILENT_AFTER_SECONDS, type Operations, type ServiceCopy } from '../../../schemas/operations.ts'
import { FiguresTable } from './figures-table.tsx'
import { allPools, allStatements, failedRoutes, type CopyPool } from './merged-figures.ts'
import { useFigureFormats } from './use-figure-formats.ts'

interface OfCopies {
  copies: readonly ServiceCopy[]
}

/** A copy by its host, and which of the host's it is. */
const nameOf = ({ host, id }: ServiceCopy): string => `${host} · ${id.slice(0, 4)}`

export function CopiesTable({ copies }: OfCopies) {
  const { t } = useTranslation()
  const { number, seconds, bytes, instant } = useFigureFormats()
  const versions = new Set(copies.filter(({ silentSeconds }) => silentSeconds <= SILENT_AFTER_SECONDS).map(({ version }) => version))
  return (
    <FiguresTable
      title={t('operations.copies')}
      note={versions.size > 1 && <StatusDot kind="warning">{t('operations.copies.versions')}</StatusDot>}
      rows={copies}
      keyOf={({ id }) => id}
      columns={[
        { name: t('operations.copy'), value: (copy) => <CopyName copy={copy} /> },
        { name: t('operations.copy.state'), value: (copy) => <CopyState copy={copy} /> },
        { name: t('operations.copy.version'), value: ({ version }) => version },
        { name: t('operations.copy.started'), value: ({ startedAt }) => instant(startedAt) },
        { name: t('operations.copy.memory'), value: ({ figures }) => bytes(figures.memoryBytes), isNumber: true },
        { name: t('operations.copy.eventLoop'), value: ({ figures }) => seconds(figures.eventLoopMs / 1000), isNumber: true },
        { name: t('operations.copy.inFlight'), value: ({ figures }) => number(figures.requestsInFlight), isNumber: true },
        { name: t('operations.copy.imports'), value: ({ figures }) => number(figures.importsRunning), isNumber: true },
      ]}
    />
  )
}

function CopyName({ copy }: { copy: ServiceCopy }) {
  const { t } = useTranslation()
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2}>
      {nameOf(copy)}
      {copy.isHere && <Chip>{t('operations.copy.here')}</Chip>}
    </chakra.span>
  )
}

function CopyState({ copy: { silentSeconds } }: { copy: ServiceCopy }) {
  const { t } = useTranslation()
  const { seconds } = useFigureFormats()
  if (silentSeconds <= SILENT_AFTER_SECONDS) return <StatusDot kind="success">{t('operations.copy.serving')}</StatusDot>
  return <StatusDot kind="warning">{t('operations.copy.silent', { time: seconds(silentSeconds) })}</StatusDot>
}

/** Without copies that are gone: their figures tell of nothing that is. */
const present = (copies: readonly ServiceCopy[]): ServiceCopy[] =>
  copies.filter(({ silentSeconds }) => silentSeconds <= SILENT_AFTER_SECONDS)

export function ConnectionsTable({ copies }: OfCopies) {
  const { t } = useTranslation()
  const { number } = useFigureFormats()
  return (
    <FiguresTable
      title={t('operations.connections')}
      rows={allPools(present(copies))}
      keyOf={({ copy, name }) => `${copy.id} ${name}`}
      columns={[
        { name: t('operations.pool'), value: ({ name }) => (name === 'primary' ? t('operations.database.primary') : name) },
        { name: t('operations.copy'), value: ({ copy }) => nameOf(copy) },
        { name: t('operations.pool.used'), value: ({ used, max }) => `${number(used)} / ${number(max)}`, isNumber: true },
        { name: t('operations.pool.waiting'), value: ({ waiting }) => number(waiting), isNumber: true },
        { name: t('operations.pool.lag'), value: (pool) => <Lag pool={pool} />, isNumber: true },
      ]}
    />
  )
}

function Lag({ pool: { standby } }: { pool: CopyPool }) {
  const { t } = useTranslation()
  const { seconds } = useFigureFormats()
  if (standby === undefined) return '–'
  if (standby.isPrimary) return <StatusDot kind="neutral">{t('operations.database.primary')}</StatusDot>
  return standby.answers ? seconds(standby.behindSeconds) : <StatusDot kind="warning">{t('operations.pool.away')}</StatusDot>
}

export function StatementsTable({ copies }: OfCopies) {
  const { t } = useTranslation()
  const { number, seconds } = useFigureFormats()
  return (
    <FiguresTable
      title={t('operations.statements')}
      rows={allStatements(present(copies))}
      keyOf={({ name }) => name}
      columns={[
        { name: t('operations.statement'), value: ({ name }) => <chakra.code fontFamily="mono">{name}</chakra.code> },
        { name: t('operations.statement.count'), value: ({ count }) => number(count), isNumber: true },
        { name: t('operations.statement.total'), value: (one) => seconds(one.seconds), isNumber: true },
        { name: t('operations.statement.mean'), value: (one) => seconds(one.seconds / one.count), isNumber: true },
        { name: t('operations.statement.rows'), value: ({ rows }) => number(rows), isNumber: true },
      ]}
    />
  )
}

export function RoutesTable({ copies }: OfCopies) {
  const { t } = useTranslation()
  const { number } = useFigureFormats()
  return (
    <FiguresTable
      title={t('operations.routes')}
      none={t('operations.routes.none')}
      rows={failedRoutes(present(copies))}
      keyOf={({ method, route }) => `${method} ${route}`}
      columns={[
        { name: t('operations.route'), value: ({ method, route }) => <chakra.code fontFamily="mono">{`${method} ${route}`}</chakra.code> },
        { name: t('operations.route.failed'), value: ({ failed }) => number(failed), isNumber: true },
        { name: t('operations.route.calls'), value: ({ calls }) => number(calls), isNumber: true },
      ]}
    />
  )
}

export function MigrationsTable({ migrations }: Pick<Operations, 'migrations'>) {
  const { t } = useTranslation()
  const { instant } = useFigureFormats()
  return (
    <FiguresTable
      title={t('operations.migrations')}
      most={10}
      rows={migrations}
      keyOf={({ id }) => String(id)}
      columns={[
        { name: t('operations.migration'), value: ({ id, name }) => `${id} ${name}` },
        { name: t('operations.migration.at'), value: ({ appliedAt }) => instant(appliedAt), isNumber: true },
      ]}
    />
  )
}
