import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { Skeleton } from '../../../renderer/parts/page/skeleton.tsx'
import { StatusDot, type StatusKind } from '../../../renderer/parts/text/status-dot.tsx'
import type { Operations } from '../../../schemas/operations.ts'
import { useFigureFormats } from './use-figure-formats.ts'

const Facts = chakra('dl', {
  base: { display: 'grid', gridTemplateColumns: { base: '1fr', md: 'repeat(2, 1fr)', xl: 'repeat(3, 1fr)' }, gap: 4, fontSize: 'sm' },
})

/** Names and values before they are there, as high as they will be. */
export function FactsSkeleton({ label }: { label: string }) {
  return (
    <Facts as="div" role="status" aria-label={label}>
      {Array.from({ length: 6 }, (_fact, index) => (
        <chakra.div key={index} display="grid" alignContent="space-around" h="2.75rem">
          <Skeleton width="30%" />
          <Skeleton width="60%" />
        </chakra.div>
      ))}
    </Facts>
  )
}

/** What is the same for all copies: database, journal and key. */
export function OperationsFacts({ operations }: { operations: Operations }) {
  const { t } = useTranslation()
  const { bytes, instant } = useFigureFormats()
  const { database, migrations, keySince } = operations
  const [last] = migrations
  const facts: [name: string, value: ReactNode][] = [
    [t('operations.database.server'), t(`operations.database.${database.kind}`, { version: database.version })],
    [t('operations.database.role'), t(`operations.database.${database.isDistributed ? 'distributed' : database.role}`)],
    [t('operations.database.size'), bytes(database.sizeBytes)],
    [t('operations.database.migration'), last && `${last.name} (${last.id}), ${instant(last.appliedAt)}`],
    [t('operations.journal'), <Verification key="journal" verification={operations.verification} />],
    [t('operations.key'), keySince === null ? t('operations.key.unknown') : t('operations.key.since', { at: instant(keySince) })],
  ]
  return (
    <Card title={t('operations.database')}>
      <Facts>
        {facts.map(([name, value]) => (
          <div key={name}>
            <chakra.dt color="fg.muted">{name}</chakra.dt>
            <chakra.dd mt={0.5} overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </div>
        ))}
      </Facts>
    </Card>
  )
}

function Verification({ verification }: Pick<Operations, 'verification'>) {
  const { t } = useTranslation()
  const { number, instant } = useFigureFormats()
  const [kind, text]: [StatusKind, string] = (() => {
    if (verification === null) return ['neutral', t('operations.journal.never')]
    const { at, entries, faults } = verification
    const words = { at: instant(at), entries: number(entries), faults: number(faults) }
    return faults === 0 ? ['success', t('operations.journal.intact', words)] : ['danger', t('operations.journal.faults', words)]
  })()
  return (
    <chakra.span css={{ '& > span': { whiteSpace: 'normal', alignItems: 'baseline' } }}>
      <StatusDot kind={kind}>{text}</StatusDot>
    </chakra.span>
  )
}
