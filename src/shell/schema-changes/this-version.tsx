import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { StatusDot } from '../../../renderer/parts/text/status-dot.tsx'
import type { SchemaChanges, StoredEntity } from '../../../schemas/schema-plan.ts'
import { FiguresTable } from '../operations/figures-table.tsx'
import { useFigureFormats } from '../operations/use-figure-formats.ts'
import { AffectedFacts, DifferencesTable } from './differences-table.tsx'
import { Facts, type Fact } from './facts.tsx'
import { ProgressTrack } from './progress-track.tsx'
import { useEntityName } from './use-entity-name.ts'

const NONE = '–'

/** What the running version changed, and how far stored records are. */
export function ThisVersion({ changes }: { changes: SchemaChanges }) {
  const { t } = useTranslation()
  const { number } = useFigureFormats()
  const { version, release, isReleased, differences, affected, entities } = changes
  const pending = entities.reduce((sum, { rewrite }) => sum + (rewrite?.pending ?? 0), 0)
  const facts: Fact[] = [
    [t('schema-changes.this.version'), version],
    [t('schema-changes.this.release'), release === null ? t('schema-changes.this.noRelease') : t('schema-changes.this.releaseOf', release)],
    [
      t('schema-changes.this.pending'),
      pending === 0 ? (
        <StatusDot key="pending" kind="success">
          {t('schema-changes.this.settled')}
        </StatusDot>
      ) : (
        number(pending)
      ),
    ],
  ]
  return (
    <>
      <Card title={t('schema-changes.this')}>
        <Facts facts={facts} />
      </Card>
      <RewritesTable entities={entities} />
      <DifferencesTable
        title={t(isReleased ? 'schema-changes.differences.released' : 'schema-changes.differences.since', {
          version: release?.version ?? '',
        })}
        none={t('schema-changes.differences.none')}
        differences={differences}
      />
      <AffectedFacts title={t('schema-changes.affected')} affected={affected} />
      <VersionsTable entities={entities} />
    </>
  )
}

type Rewritten = StoredEntity & { rewrite: NonNullable<StoredEntity['rewrite']> }

const isRewritten = (one: StoredEntity): one is Rewritten => one.rewrite !== null

function RewritesTable({ entities }: Pick<SchemaChanges, 'entities'>) {
  const { t } = useTranslation()
  const { number, seconds } = useFigureFormats()
  const nameOf = useEntityName()
  const done = ({ rows, pending }: Rewritten['rewrite']): number => Math.max(0, rows - pending)
  return (
    <FiguresTable
      title={t('schema-changes.rewrites')}
      none={t('schema-changes.rewrites.none')}
      rows={entities.filter(isRewritten)}
      keyOf={({ entity }) => entity}
      columns={[
        { name: t('schema-changes.entity'), value: ({ entity }) => nameOf(entity) },
        { name: t('schema-changes.rewrites.pending'), value: ({ rewrite }) => number(rewrite.pending), isNumber: true },
        {
          name: t('schema-changes.rewrites.done'),
          value: ({ rewrite }) =>
            rewrite.isEstimated ? t('schema-changes.about.figure', { n: number(done(rewrite)) }) : number(done(rewrite)),
          isNumber: true,
        },
        {
          name: t('schema-changes.rewrites.rate'),
          value: ({ rewrite }) => (rewrite.rowsPerSecond === null ? NONE : number(rewrite.rowsPerSecond)),
          isNumber: true,
        },
        {
          name: t('schema-changes.rewrites.left'),
          value: ({ rewrite }) => (rewrite.secondsLeft === null || rewrite.pending === 0 ? NONE : seconds(rewrite.secondsLeft)),
          isNumber: true,
        },
        {
          name: t('schema-changes.rewrites.progress'),
          value: ({ entity, rewrite }) => (
            <chakra.div minW="8rem">
              <ProgressTrack
                label={t('schema-changes.rewrites.of', { entity: nameOf(entity) })}
                part={rewrite.rows === 0 ? 1 : done(rewrite) / rewrite.rows}
              />
            </chakra.div>
          ),
        },
      ]}
    />
  )
}

/** Versions that the records of each entity have; those that ever had the first one stand last. */
function VersionsTable({ entities }: Pick<SchemaChanges, 'entities'>) {
  const { t } = useTranslation()
  const nameOf = useEntityName()
  return (
    <FiguresTable
      title={t('schema-changes.versions')}
      most={10}
      rows={entities.toSorted((a, b) => b.version - a.version)}
      keyOf={({ entity }) => entity}
      columns={[
        { name: t('schema-changes.entity'), value: ({ entity }) => nameOf(entity) },
        { name: t('schema-changes.versions.own'), value: ({ version }) => String(version), isNumber: true },
        {
          name: t('schema-changes.versions.stored'),
          value: ({ stored }) => (stored === null ? NONE : String(stored.version)),
          isNumber: true,
        },
        { name: t('schema-changes.versions.base'), value: ({ stored }) => (stored === null ? NONE : String(stored.base)), isNumber: true },
      ]}
    />
  )
}
