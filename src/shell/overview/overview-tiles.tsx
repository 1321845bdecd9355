import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { Skeleton } from '../../../renderer/parts/page/skeleton.tsx'
import type { PlotData } from '../../../renderer/plots/plot-data.ts'
import { Plot } from '../../../renderer/plots/plot.tsx'
import type { OverlayStats } from '../../../schemas/supervision.ts'
import { useServices } from '../../services.ts'
import { usePolled } from '../use-polled.ts'
import { historyPlot, mbps, readStats, shareOf } from './overlay-stats.ts'

const Grid = chakra('div', { base: { display: 'grid', gap: 4, '& > section': { minW: 0, display: 'flex', flexDirection: 'column' } } })

/** What the overlay has and what its traffic does (S2 section 2 "Overlay home"): asked for at once, every minute, and of every other overlay. */
export function OverviewTiles({ overlayOid }: { overlayOid: string }) {
  const { t, i18n } = useTranslation()
  const { client, config } = useServices()
  const stats = usePolled<OverlayStats>({
    about: overlayOid,
    load: async (_overlay, signal) => readStats(await client.request('GET', `${config.bases.api}/stats`, { retries: 0, signal })),
    onFailure: () => 'keep',
  })
  return (
    <chakra.section aria-label={t('overview.title')} aria-busy={stats === undefined} display="grid" gap={4}>
      <Grid
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(3, minmax(0, 1fr))' }}
        css={{ '& > :last-child': { gridColumn: { md: '1 / -1', xl: 'auto' } } }}
      >
        <Devices stats={stats} />
        <Connections stats={stats} />
        <Tile title={t('overview.applicationGroups')} room="figure">
          {stats && <Figure value={stats.applicationGroupsCount} language={i18n.language} note={t('overview.applicationGroups.about')} />}
        </Tile>
      </Grid>
      <Grid gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
        <Traffic stats={stats} of="flowsCount" />
        <Traffic stats={stats} of="throughputValue" />
      </Grid>
      <chakra.p textStyle="hint" minH="1lh">
        {stats?.simulated === true && t('overview.simulated')}
      </chakra.p>
    </chakra.section>
  )
}

interface StatsProps {
  stats: OverlayStats | undefined
}

function Devices({ stats }: StatsProps) {
  const { t, i18n } = useTranslation()
  const parts = stats && [
    { id: 'hubs', label: t('overview.hubs'), value: stats.hubsCount },
    { id: 'spokes', label: t('overview.spokes'), value: stats.spokesCount },
    { id: 'teleEngines', label: t('overview.teleEngines'), value: stats.teleEnginesCount },
  ]
  return (
    <Tile title={t('overview.edgeBoxes')} room="threeBars">
      {stats && parts && (
        <>
          <Figure
            value={stats.edgeBoxesCount}
            language={i18n.language}
            note={t('overview.engines', { count: stats.totalEnginesCount, running: stats.enginesCount })}
          />
          <Parts label={t('overview.edgeBoxes')} parts={parts} language={i18n.language} />
        </>
      )}
    </Tile>
  )
}

function Connections({ stats }: StatsProps) {
  const { t, i18n } = useTranslation()
  const parts = stats && [
    { id: 'internal', label: t('overview.internal'), value: stats.connections.internalCount },
    { id: 'external', label: t('overview.external'), value: stats.connections.externalCount },
  ]
  return (
    <Tile title={t('overview.connections')} room="twoBars">
      {stats && parts && (
        <>
          <Figure value={stats.connectionsCount} language={i18n.language} note={t('overview.connections.about')} />
          <Parts label={t('overview.connections')} parts={parts} language={i18n.language} />
        </>
      )}
    </Tile>
  )
}

/** A value against its maximum, and its last hours. */
function Traffic({ stats, of }: StatsProps & { of: 'flowsCount' | 'throughputValue' }) {
  const { t, i18n } = useTranslation()
  const isFlows = of === 'flowsCount'
  const title = t(isFlows ? 'overview.flows' : 'overview.throughput')
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: isFlows ? 0 : 2 })
  const say = (value: number) => (isFlows ? number.format(value) : t('overview.mbps', { value: number.format(value) }))
  const history = stats && historyPlot(stats, { label: title, language: i18n.language, of })
  const [value, most] = stats ? measured(stats, isFlows) : [0, 0]
  return (
    <Tile title={title} room="history">
      {stats && (
        <>
          <Figure value={say(value)} language={i18n.language} note={t('overview.ofMost', { most: say(most) })} />
          <Meter label={title} share={shareOf(value, most)} text={t('overview.valueOfMost', { value: say(value), most: say(most) })} />
          {history && <SmallPlot data={history} label={t('overview.lastHours', { title })} kind="area" format={say} />}
        </>
      )}
    </Tile>
  )
}

/** Value and maximum as they are shown. */
function measured({ apo }: OverlayStats, isFlows: boolean): [value: number, most: number] {
  return isFlows ? [apo.flowsCount, apo.flowsMaxCount] : [mbps(apo.throughputValue), mbps(apo.throughputMaxValue)]
}

/** Heights of what tiles contain: a figure, and what stands below it. */
const rooms = { figure: '2.625rem', twoBars: '7.875rem', threeBars: '9.5rem', history: '12rem' }

/** A card that has its height while nothing is known yet. */
function Tile({ title, room, children }: { title: string; room: keyof typeof rooms; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Card title={title}>
      <chakra.div minH={rooms[room]}>
        {children || (
          <chakra.div role="status" aria-label={t('overview.loading', { title })} display="grid" gap={3}>
            <Skeleton width="30%" height="7.5" />
            {room !== 'figure' && <Skeleton width="full" height={room === 'history' ? '36' : '20'} borderRadius="md" />}
          </chakra.div>
        )}
      </chakra.div>
    </Card>
  )
}

function Figure({ value, note, language }: { value: number | string; note: string; language: string }) {
  return (
    <chakra.p display="flex" alignItems="baseline" flexWrap="wrap" columnGap={2} mb={3}>
      <chakra.strong fontSize="2xl" lineHeight="tight" fontWeight="semibold" letterSpacing="tight" fontVariantNumeric="tabular-nums">
        {typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value}
      </chakra.strong>
      <chakra.span textStyle="hint">{note}</chakra.span>
    </chakra.p>
  )
}

interface Part {
  id: string
  label: string
  value: number
}

/** Of what a count consists: in words, and as a small plot. */
function Parts({ label, parts, language }: { label: string; parts: readonly Part[]; language: string }) {
  const number = new Intl.NumberFormat(language)
  const data: PlotData = {
    points: parts.map((part) => ({ id: part.id, label: `${part.label} ${number.format(part.value)}` })),
    series: [{ id: 'count', label, tone: 'accent', values: parts.map(({ value }) => value) }],
  }
  return <SmallPlot data={data} label={label} kind="bars" format={(value) => number.format(value)} />
}

function SmallPlot(props: { data: PlotData; label: string; kind: 'area' | 'bars'; format: (value: number) => string }) {
  return (
    <chakra.div minW={0}>
      <Plot {...props} height={132} />
    </chakra.div>
  )
}

function Meter({ label, share, text }: { label: string; share: number; text: string }) {
  const percent = Math.round(share * 100)
  return (
    <chakra.div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      h={1.5}
      mb={3}
      borderRadius="full"
      bg="bg.muted"
      overflow="hidden"
    >
      <chakra.div h="full" bg="accent.dot" borderRadius="full" style={{ width: `${percent}%` }} />
    </chakra.div>
  )
}
