import { chakra } from '@chakra-ui/react'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../parts/controls/button.tsx'
import { Card } from '../parts/page/card.tsx'
import { Skeleton } from '../parts/page/skeleton.tsx'
import type { Translate } from '../widgets/contract.ts'
import { Legend } from './legend.tsx'
import { isBlank, type PlotData } from './plot-data.ts'
import { PlotTable } from './plot-table.tsx'
import { Plot, type PlotProps } from './plot.tsx'

export interface PlotCardProps extends Omit<PlotProps, 'data' | 'label'> {
  title: string
  /** One sentence that describes what is counted. */
  about?: string | undefined
  /** What the points are: months, types. */
  head: string
  /** undefined: not there yet. */
  data: PlotData | undefined
  /** It could not be loaded, and how to try again. */
  failed?: { text: string; onRetry: () => void } | undefined
  t: Translate
}

/** A plot with its title and legend, also available as a table; shows a placeholder while there is nothing to draw. */
export function PlotCard({ title, about, head, data, failed, t, ...plot }: PlotCardProps) {
  const [isTable, setTable] = useState(false)
  const isShown = data !== undefined && !failed && !isBlank(data)
  return (
    <Card
      title={title}
      actions={
        isShown && (
          <Button
            variant="ghost"
            size="sm"
            icon={isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
            aria-label={t(isTable ? 'plot.asPlotOf' : 'plot.asTableOf', { title })}
            onClick={() => setTable(!isTable)}
          >
            {t(isTable ? 'plot.asPlot' : 'plot.asTable')}
          </Button>
        )
      }
    >
      {about && (
        <chakra.p fontSize="sm" color="fg.muted" mb={3}>
          {about}
        </chakra.p>
      )}
      {failed && <Failed {...failed} t={t} />}
      {!failed && data === undefined && <Skeleton role="status" aria-label={t('plot.loading')} height="56" borderRadius="md" />}
      {!failed && data && !isShown && <Blank>{t('plot.empty')}</Blank>}
      {isShown && (
        <chakra.div display="grid" gap={3} minW={0}>
          {data.series.length > 1 && <Legend series={data.series} format={plot.format} />}
          {isTable ? (
            <PlotTable data={data} label={title} head={head} format={plot.format} />
          ) : (
            <Plot {...plot} data={data} label={title} />
          )}
        </chakra.div>
      )}
    </Card>
  )
}

function Blank({ children }: { children: string }) {
  return (
    <chakra.p display="grid" placeItems="center" minH="32" fontSize="sm" color="fg.muted">
      {children}
    </chakra.p>
  )
}

function Failed({ text, onRetry, t }: { text: string; onRetry: () => void; t: Translate }) {
  return (
    <chakra.div role="alert" display="grid" placeItems="center" alignContent="center" gap={2} minH="32" fontSize="sm">
      {text}
      <Button size="sm" onClick={onRetry}>
        {t('plot.retry')}
      </Button>
    </chakra.div>
  )
}
