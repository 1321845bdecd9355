import { chakra } from '@chakra-ui/react'
import { useEffect } from 'react'
import useSWRImmutable from 'swr/immutable'
import { subscribe, useSnapshot } from 'valtio'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import { recordName } from '../data/labels.ts'
import { useOneQuery } from '../data/queries/queries.ts'
import { ConflictQuestion } from '../editor/save/conflict-question.tsx'
import { EnvironmentProvider, endModes } from '../editor/page/environment.tsx'
import type { EditorEnvironment, View } from '../editor/page/environment.tsx'
import { goToField, useAddressedField, useFocusRequest } from '../editor/outline/focus.ts'
import { LastModified } from '../editor/page/editor-head.tsx'
import { EditorNotices } from '../editor/page/notices.tsx'
import { RecordAlerts } from '../editor/save/record-alerts.tsx'
import type { Saver } from '../editor/save/saver.ts'
import { loadSectionParts } from '../editor/layout/section-view.tsx'
import { Sections } from '../editor/layout/sections.tsx'
import { useOpenRecord } from '../editor/page/use-open-record.ts'
import { useFirstCandidates } from '../editor/references/candidates.ts'
import { useHost } from '../host.tsx'
import { loadEntityValidator } from '../rules/entity-validator.ts'
import type { EntityValidator } from '../rules/entity-validator.ts'
import { affectedQuestions } from './affected-questions.tsx'
import type { SettingsTabProps, TabOutcome } from './contract.ts'
import { useTabPart } from './contract.ts'
import { TabHead } from './tab-head.tsx'
import { TabFailure, TabSkeleton } from './tab-states.tsx'

interface RecordTabProps extends SettingsTabProps {
  /** @default the tenant's only record */
  oid?: string
  /** One of several forms of a tab, which has the heading and asks what concerns all of them. @default false */
  isPart?: boolean
  /** Open tabs within the form, which the forms of a tab share. */
  tabs?: View['tabs']
}

/** Form of one record. */
export function RecordTab(props: RecordTabProps) {
  const { schema, screen, isOpen, oid } = props
  const { tenant } = useHost()
  const { name } = schema['x-entity']
  const { record, error, retry } = useOneQuery(name, oid ?? tenant.oid)
  const validator = useSWRImmutable<EntityValidator, Error>(['validator', name], async () => {
    if (!isEntityName(name)) throw new Error(`No validator was generated for "${name}"`)
    return (await Promise.all([loadEntityValidator(name), loadSectionParts(screen)]))[0]
  })
  const failure = error ?? validator.error
  if (failure) {
    const shown = failure instanceof RequestError ? failure : new RequestError({ status: 0, messages: [failure.message] })
    const again = () => {
      retry()
      void validator.mutate()
    }
    return isOpen ? <TabFailure entity={name} error={shown} onRetry={again} /> : null
  }
  if (!record || !validator.data) return isOpen ? <TabSkeleton /> : null
  return <OpenTab key={tenant.oid} {...props} record={record} validator={validator.data} />
}

/** Resolves when no save is running and no conflict is open. */
function settled({ state }: Saver): Promise<void> {
  const isBusy = (): boolean => ['saving', 'conflict'].includes(state.phase.kind)
  if (!isBusy()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = subscribe(state, () => {
      if (isBusy()) return
      stop()
      resolve()
    })
  })
}

type OpenTabProps = RecordTabProps & { record: ServedRecord; validator: EntityValidator }

const nothing = {}

function OpenTab({ name, tab, isOpen, schema, screen, record, validator, isPart = false, tabs }: OpenTabProps) {
  const host = useHost()
  const { t } = host
  const open = useOpenRecord({ schema, screen, record, validator, prefill: nothing }, { isQuiet: true, tabs, onDone: () => undefined })
  const { environment, saver, reading } = open
  const { draft } = environment
  const { changed, errors } = useSnapshot(draft.summary)
  useFirstCandidates(environment)

  const apply = async (): Promise<TabOutcome> => {
    await saver.save()
    await settled(saver)
    return draft.summary.changed.length === 0 ? 'saved' : 'refused'
  }
  const { asks } = tab
  const { submit } = useTabPart(
    name,
    { changes: changed.length, errors: errors.length },
    {
      validate: () => {
        endModes(environment)
        return draft.checkAll().length === 0
      },
      questions: async () => {
        const isConcerned = asks?.changed.some((field) => draft.summary.changed.includes(`/${field}`))
        const own = asks && isConcerned ? [{ title: t(asks.title), text: t(asks.text) }] : []
        const target = { oid: record.oid, name: recordName({ schema, screen }, record), isDeleted: false }
        return [...own, ...(await affectedQuestions(host, schema['x-entity'], isPart ? [] : [target]))]
      },
      apply,
      revert: open.reset,
      showProblem: () => goToField(environment, draft.summary.errors[0]?.pointer),
      forget: open.work.finish,
    },
  )
  return (
    <EnvironmentProvider value={environment}>
      {isOpen && (
        <form
          noValidate
          aria-label={open.title}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {!isPart && <TabHead entity={schema['x-entity'].name} reading={reading} />}
          <FocusRequest environment={environment} />
          <EditorNotices editor={open} screen={screen} record={record} />
          <RecordAlerts environment={environment} saver={saver} />
          <Sections plain />
          <chakra.div marginTop={3} minHeight={5}>
            <LastModified record={record} />
          </chakra.div>
        </form>
      )}
      {!reading && <ConflictQuestion saver={saver} />}
    </EnvironmentProvider>
  )
}

/** Handles focus requests while the tab is open; reopening a tab does not move the focus. */
function FocusRequest({ environment }: { environment: EditorEnvironment }) {
  useFocusRequest(environment)
  useAddressedField(environment)
  const { view } = environment
  useEffect(() => () => void (view.focusRequest = undefined), [view])
  return null
}
