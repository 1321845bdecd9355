import { chakra } from '@chakra-ui/react'
import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { ServedRecord } from '../../schemas/plan.ts'
import { reasonText } from '../data/error-texts.ts'
import { recordName } from '../data/labels.ts'
import { useListQuery } from '../data/queries/queries.ts'
import { ChangedMark } from '../editor/layout/tab-label.tsx'
import type { View } from '../editor/page/environment.tsx'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { LightTabs } from '../parts/controls/light-tabs.tsx'
import { Surface } from '../parts/page/card.tsx'
import { affectedQuestions } from './affected-questions.tsx'
import { SettingsPagePortProvider, useTabPart, type SettingsTabProps, type TabPart, type TabQuestion } from './contract.ts'
import { DeleteQuestion } from './delete-question.tsx'
import { AddLink, Foot, maxRows, Nothing } from './list-tab.tsx'
import { PartGroup } from './part-group.ts'
import { RecordTab } from './record-tab.tsx'
import { TabHead } from './tab-head.tsx'
import { TabFailure, TabSkeleton } from './tab-states.tsx'

/** The forms of all records of an entity, of which one is shown; the page saves the changes of all of them. */
export function RecordsTab(props: SettingsTabProps) {
  const { name, schema, screen, isOpen } = props
  const host = useHost()
  const { tenant } = host
  const entity = schema['x-entity'].name
  const [first] = schema['x-sort']
  const { answer, error, retry } = useListQuery(entity, {
    tenantOid: tenant.oid,
    page: 1,
    size: maxRows,
    ...(first !== undefined && { sort: { by: first, order: 'asc' } }),
  })
  const [group] = useState(() => new PartGroup())
  const { figures } = useSnapshot(group.state)
  const sumOf = (figure: 'changes' | 'errors'): number => Object.values(figures).reduce((sum, one) => sum + one[figure], 0)
  const questions = async (): Promise<readonly TabQuestion[]> => {
    const touched = (answer?.data ?? []).filter(({ oid }) => group.isChanged(oid))
    const targets = touched.map((record) => ({ oid: record.oid, name: recordName({ schema, screen }, record), isDeleted: false }))
    return [...(await group.questions()), ...(await affectedQuestions(host, schema['x-entity'], targets))]
  }
  const part: TabPart = {
    validate: () => group.validate(),
    questions,
    apply: () => group.apply(),
    revert: () => group.revert(),
    showProblem: () => group.showProblem(),
    forget: () => group.forget(),
  }
  const port = useTabPart(name, { changes: sumOf('changes'), errors: sumOf('errors') }, part)
  useEffect(() => group.submitBy(() => port.submit()), [group, port])
  if (!answer) {
    if (!isOpen) return null
    return error ? <TabFailure entity={entity} error={error} onRetry={retry} /> : <TabSkeleton />
  }
  const mayCreate = screen.list?.add !== false && answer.meta.can.create === true
  if (answer.data.length === 0)
    return isOpen ? (
      <>
        <TabHead entity={entity} reading={!mayCreate}>
          {mayCreate && <AddLink entity={entity} />}
        </TabHead>
        <Surface overflow="hidden">
          <Nothing entity={entity} />
        </Surface>
      </>
    ) : null
  return (
    <SettingsPagePortProvider value={group}>
      <Forms {...props} group={group} records={answer.data} mayCreate={mayCreate} />
      {isOpen && <Foot total={answer.meta.totalCount} />}
    </SettingsPagePortProvider>
  )
}

interface FormsProps extends SettingsTabProps {
  group: PartGroup
  records: readonly ServedRecord[]
  mayCreate: boolean
}

/** Forms stay mounted once they were shown, so that what was typed stays. */
function Forms({ group, records, mayCreate, ...props }: FormsProps) {
  const { schema, screen, isOpen } = props
  const { t } = useHost()
  const entity = schema['x-entity'].name
  const [chosen, choose] = useState<string>()
  const [tabs] = useState(() => proxy<View['tabs']>({}))
  const shown = records.find(({ oid }) => oid === chosen) ?? records[0]
  const [visited, setVisited] = useState<readonly string[]>([])
  if (shown && !visited.includes(shown.oid)) setVisited([...visited, shown.oid])
  const [doomed, setDoomed] = useState<ServedRecord>()
  useFirstProblem(group, { shown: shown?.oid, choose })
  const { figures } = useSnapshot(group.state)
  const nameOf = (record: ServedRecord): string => recordName({ schema, screen }, record)
  return (
    <>
      {isOpen && shown && (
        <TabHead entity={entity} reading={shown.can.update !== true}>
          <DeleteRecord record={shown} name={nameOf(shown)} onDelete={() => setDoomed(shown)} />
          {mayCreate && <AddLink entity={entity} />}
        </TabHead>
      )}
      {isOpen && shown && records.length > 1 && (
        <chakra.div marginBottom={4}>
          <LightTabs
            label={t(`${entity}.many`)}
            items={records.map((record) => {
              const { oid } = record
              return { id: oid, label: <ChosenLabel name={nameOf(record)} changes={figures[oid]?.changes ?? 0} /> }
            })}
            selected={shown.oid}
            formatCount={String}
            onSelect={choose}
          />
        </chakra.div>
      )}
      {records
        .filter(({ oid }) => visited.includes(oid))
        .map(({ oid }) => (
          <RecordTab {...props} key={oid} name={oid} oid={oid} tabs={tabs} isPart isOpen={isOpen && oid === shown?.oid} />
        ))}
      {doomed && <DeleteQuestion schema={schema} screen={screen} record={doomed} onClose={() => setDoomed(undefined)} />}
    </>
  )
}

function ChosenLabel({ name, changes }: { name: string; changes: number }) {
  const { t } = useHost()
  return (
    <>
      {name}
      {changes > 0 && <ChangedMark label={t('editor.tab.changed', { count: changes })} />}
    </>
  )
}

function DeleteRecord({ record, name, onDelete }: { record: ServedRecord; name: string; onDelete: () => void }) {
  const host = useHost()
  const mayDelete = record.can.delete
  if (mayDelete === undefined) return null
  return (
    <Button
      variant="dangerQuiet"
      aria-label={host.t('settings-page.row.delete', { name })}
      reason={mayDelete === true ? undefined : reasonText(host, mayDelete)}
      icon={<Trash2 aria-hidden />}
      onClick={onDelete}
    >
      {host.t('editor.verb.delete')}
    </Button>
  )
}

/** Hook: shows the form with the first problem, then the problem. */
function useFirstProblem(group: PartGroup, { shown, choose }: { shown: string | undefined; choose: (oid: string) => void }): void {
  const { lead } = useSnapshot(group.state)
  const follow = useEffectEvent((oid: string) => (oid === shown ? group.showProblemOf(oid) : choose(oid)))
  useEffect(() => {
    if (lead !== undefined) follow(lead)
  }, [lead, shown])
}
