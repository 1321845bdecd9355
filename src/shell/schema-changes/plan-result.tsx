import { chakra } from '@chakra-ui/react'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { Card } from '../../../renderer/parts/page/card.tsx'
import { StatusDot } from '../../../renderer/parts/text/status-dot.tsx'
import { saveFile } from '../../../renderer/data/csv-file.ts'
import type { PlannedEntity, SchemaPlan } from '../../../schemas/schema-plan.ts'
import { FiguresTable } from '../operations/figures-table.tsx'
import { useFigureFormats } from '../operations/use-figure-formats.ts'
import { AffectedFacts, DifferencesTable } from './differences-table.tsx'
import { Facts, type Fact } from './facts.tsx'
import { RefusedRecords } from './refused-records.tsx'
import { useEntityName } from './use-entity-name.ts'

const NONE = '–'

const sum = (entities: readonly PlannedEntity[], of: (one: PlannedEntity) => number): number =>
  entities.reduce((all, one) => all + of(one), 0)
const invalidOf = ({ invalid }: PlannedEntity): number => invalid.reduce((all, { count }) => all + count, 0)
const alikeOf = ({ collisions }: PlannedEntity): number => collisions.reduce((all, { count }) => all + count, 0)

/** What an examination found; the same as `npm run schema:plan` says. */
export function PlanResult({ plan }: { plan: SchemaPlan }) {
  const { t } = useTranslation()
  const { entities, differences, affected, version } = plan
  return (
    <>
      <Card title={t('schema-changes.result', { version })} actions={<DownloadButton plan={plan} />}>
        <Summary plan={plan} />
      </Card>
      <RefusedRecords plan={plan} />
      <EntitiesTable entities={entities} />
      <DifferencesTable
        title={t('schema-changes.differences.next', { version })}
        none={t('schema-changes.differences.none')}
        differences={differences}
      />
      <AffectedFacts title={t('schema-changes.affected.next', { version })} affected={affected} />
    </>
  )
}

function DownloadButton({ plan }: { plan: SchemaPlan }) {
  const { t } = useTranslation()
  const save = (): void => saveFile('schema-plan.json', new Blob([`${JSON.stringify(plan, null, 2)}\n`], { type: 'application/json' }))
  return (
    <Button onClick={save}>
      <Download aria-hidden />
      {t('schema-changes.result.download')}
    </Button>
  )
}

function Summary({ plan: { entities, differences, speed, areSecretsChecked } }: { plan: SchemaPlan }) {
  const { t } = useTranslation()
  const { number, seconds, instant } = useFigureFormats()
  const nameOf = useEntityName()
  const [refused, alike] = [sum(entities, invalidOf), sum(entities, alikeOf)]
  const left = entities.filter(({ notExamined }) => notExamined !== null).length
  const breaking = differences.filter((one) => one.class === 'breaking').length
  const count = (value: number, bad: boolean): ReactNode => (
    <StatusDot kind={bad && value > 0 ? 'danger' : 'success'}>{number(value)}</StatusDot>
  )
  const source = {
    rate: number(speed.rowsPerSecond),
    entity: nameOf(speed.entity ?? ''),
    at: speed.at === undefined ? '' : instant(speed.at),
  }
  const facts: Fact[] = [
    [t('schema-changes.result.rows'), number(sum(entities, ({ rows }) => rows))],
    [t('schema-changes.result.touched'), number(sum(entities, ({ touched }) => touched))],
    [t('schema-changes.result.time'), seconds(sum(entities, ({ migrationSeconds }) => migrationSeconds))],
    [t('schema-changes.result.refused'), count(refused, true)],
    [t('schema-changes.result.alike'), count(alike, true)],
    [t('schema-changes.result.breaking'), count(breaking, true)],
    [t('schema-changes.result.speed'), t(`schema-changes.speed.${speed.from}`, source)],
    ...(left > 0
      ? [
          [
            t('schema-changes.result.notExamined'),
            <StatusDot key="left" kind="warning">
              {number(left)}
            </StatusDot>,
          ] as const,
        ]
      : []),
    ...(areSecretsChecked ? [] : [[t('schema-changes.result.secrets'), t('schema-changes.result.secrets.closed')] as const]),
  ]
  return <Facts facts={facts} />
}

const isTold = (one: PlannedEntity): boolean =>
  one.isNew || one.notExamined !== null || one.touched > 0 || one.invalid.length > 0 || one.collisions.length > 0

/** Entities that something happens to first. */
function EntitiesTable({ entities }: Pick<SchemaPlan, 'entities'>) {
  const { t } = useTranslation()
  const { number, seconds } = useFigureFormats()
  const nameOf = useEntityName()
  const told = entities.toSorted((a, b) => Number(isTold(b)) - Number(isTold(a)))
  return (
    <FiguresTable
      title={t('schema-changes.records')}
      most={Math.max(10, entities.filter(isTold).length)}
      rows={told}
      keyOf={({ entity }) => entity}
      columns={[
        { name: t('schema-changes.entity'), value: ({ entity }) => nameOf(entity) },
        { name: t('schema-changes.records.rows'), value: ({ rows }) => number(rows), isNumber: true },
        { name: t('schema-changes.records.touched'), value: ({ touched }) => number(touched), isNumber: true },
        {
          name: t('schema-changes.records.time'),
          value: (one) => (one.touched === 0 ? NONE : seconds(one.migrationSeconds)),
          isNumber: true,
        },
        { name: t('schema-changes.records.refused'), value: (one) => number(invalidOf(one)), isNumber: true },
        { name: t('schema-changes.records.alike'), value: (one) => number(alikeOf(one)), isNumber: true },
        { name: t('schema-changes.records.note'), value: (one) => <Note one={one} /> },
      ]}
    />
  )
}

function Note({ one }: { one: PlannedEntity }) {
  const { t } = useTranslation()
  if (one.isNew) return <StatusDot kind="info">{t('schema-changes.note.new')}</StatusDot>
  if (one.notExamined === null) return NONE
  return (
    <chakra.div whiteSpace="normal" minW="14rem" py={1}>
      <StatusDot kind="warning">{t(`schema-changes.note.${one.notExamined}`)}</StatusDot>
    </chakra.div>
  )
}
