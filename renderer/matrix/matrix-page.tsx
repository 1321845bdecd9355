import { chakra } from '@chakra-ui/react'
import { useCallback, useState } from 'react'
import { DocumentationLink } from '../page-links.tsx'
import { useHost, type PageProps } from '../host.tsx'
import { AlertList, type Alert } from '../parts/page/alert-list.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Card } from '../parts/page/card.tsx'
import { Late, useLate } from '../parts/page/late.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { TableSkeleton } from '../parts/page/skeleton.tsx'
import { usePrinting } from '../parts/page/use-printing.ts'
import { MatrixCard } from './matrix-card.tsx'

/** After this time the matrices that have an answer are shown without the others. */
const maxHoldMs = 5_000

/**
 * Page of one or several matrices, with their alarms on top (S2 section 2, firewall zone policies). All of them appear at once,
 * so that none is pushed down by another or by its alarms; unless one takes very long.
 */
export function MatrixPage({ schema, screen, others = [] }: PageProps & { others?: readonly PageProps[] }) {
  const { t, docsPath } = useHost()
  const { name } = schema['x-entity']
  const [alarms, setAlarms] = useState<Readonly<Record<string, string[]>>>({})
  const hear = useCallback(
    (entity: string, lines: string[]) =>
      setAlarms((known) => (known[entity]?.join('\n') === lines.join('\n') ? known : { ...known, [entity]: lines })),
    [],
  )
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const settle = useCallback((entity: string) => setSettled((known) => (known.has(entity) ? known : new Set([...known, entity]))), [])
  const isVeryLate = useLate(maxHoldMs)
  const alertOf = useAlarmAlert()
  const cards = [{ schema, screen }, ...others]
  const isHeld = settled.size < cards.length && !isVeryLate
  const alerts = cards.flatMap(({ schema: { 'x-entity': entity }, screen: { matrix } }) => {
    const lines = alarms[entity.name] ?? []
    if (matrix?.alarms === undefined || lines.length === 0) return []
    return [alertOf({ entity: entity.name, key: matrix.alarms, lines })]
  })
  return (
    <>
      <PageHeader
        title={t(`${name}.matrix.title`)}
        about={
          <>
            {t(`${name}.matrix.purpose`)} <DocumentationLink href={docsPath(name)}>{t('list.documentation')}</DocumentationLink>
          </>
        }
      />
      <chakra.div display="grid" gap={6} gridTemplateColumns="minmax(0, 1fr)">
        <AlertList label={t('matrix.alarms')} alerts={alerts} />
        {isHeld && (
          <Late>
            <Card title={t(`${name}.many`)}>
              <TableSkeleton rows={12} columns={8} label={t('matrix.loading')} />
            </Card>
          </Late>
        )}
        {cards.map((card) => (
          <AlarmCard key={card.schema['x-entity'].name} {...card} onHear={hear} onSettle={settle} isHeld={isHeld} />
        ))}
      </chakra.div>
    </>
  )
}

interface AlarmCardProps extends PageProps {
  onHear: (entity: string, lines: string[]) => void
  onSettle: (entity: string) => void
  isHeld: boolean
}

function AlarmCard({ schema, screen, onHear, onSettle, isHeld }: AlarmCardProps) {
  const { name } = schema['x-entity']
  const { matrix } = screen
  if (!matrix) throw new Error(`The screen of ${name} has no matrix`)
  const onAlarms = useCallback((lines: string[]) => onHear(name, lines), [name, onHear])
  const onSettled = useCallback(() => onSettle(name), [name, onSettle])
  return <MatrixCard {...{ schema, screen, matrix, onAlarms, onSettled, isHeld }} />
}

/** Alarms shown initially, so that the matrix stays visible. */
const FIRST_LINES = 4

/** Hook: alert with the number of alarms and their texts, most severe first; collapsed beyond the first few. */
function useAlarmAlert(): (about: { entity: string; key: string; lines: readonly string[] }) => Alert {
  const { t } = useHost()
  const isPrinting = usePrinting()
  const [whole, setWhole] = useState<string>()
  return ({ entity, key, lines }) => {
    const isWhole = isPrinting || whole === entity
    const text = (
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" flexWrap="wrap" columnGap={2}>
        {`${lines.length} ${t(key, { count: lines.length })}`}
        {lines.length > FIRST_LINES && !isPrinting && (
          <Button size="sm" variant="link" px={0} h="auto" aria-expanded={isWhole} onClick={() => setWhole(isWhole ? undefined : entity)}>
            {isWhole ? t('matrix.alarms.fewer') : t('matrix.alarms.all', { count: lines.length })}
          </Button>
        )}
      </chakra.div>
    )
    const detail = isWhole
      ? lines.map((line) => <div key={line}>{line}</div>)
      : lines.slice(0, FIRST_LINES).map((line) => (
          <chakra.div key={line} truncate title={line}>
            {line}
          </chakra.div>
        ))
    return { id: entity, kind: 'warning', text, detail }
  }
}
