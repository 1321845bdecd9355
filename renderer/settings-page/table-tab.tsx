import { chakra } from '@chakra-ui/react'
import { useMemo, useRef, useState } from 'react'
import useSWRImmutable from 'swr/immutable'
import { useSnapshot } from 'valtio'
import { isEntityName } from '../../schemas/generated/entity-names.ts'
import type { ListAnswer } from '../../schemas/plan.ts'
import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { candidateFilter } from '../data/filters/candidate-filter.ts'
import { RequestError } from '../data/data-source.ts'
import type { ListQuery } from '../data/data-source.ts'
import { recordName } from '../data/labels.ts'
import { openEditor } from '../editor/page/open-editor.ts'
import { useHost } from '../host.tsx'
import type { RendererHost } from '../host.tsx'
import { loadEntityValidator } from '../rules/entity-validator.ts'
import type { EntityValidator } from '../rules/entity-validator.ts'
import { AlertList } from '../parts/page/alert-list.tsx'
import { RecordTable } from '../widgets/table/control.tsx'
import { affectedQuestions } from './affected-questions.tsx'
import type { SettingsTabProps } from './contract.ts'
import { useTabPart } from './contract.ts'
import { TabHead } from './tab-head.tsx'
import { TabFailure, TabSkeleton } from './tab-states.tsx'
import { tableInner } from './table/table-inner.ts'
import { TableModel } from './table/table-model.ts'
import { Transposed } from './table/transposed.tsx'
import { useTableSave } from './table/use-table-save.ts'

/** Maximum number of records of a table tab. */
const maxRows = 500

function queryOf({ schema, tab }: Pick<SettingsTabProps, 'schema' | 'tab'>, tenantOid: string): ListQuery {
  const filter = candidateFilter({ entity: tab.entity, term: '', ...(tab.where && { where: tab.where }) }, tenantOid)
  const [first] = schema['x-sort']
  return {
    tenantOid,
    page: 1,
    size: maxRows,
    ...(filter !== undefined && { filter }),
    ...(first !== undefined && { sort: { by: first, order: 'asc' } }),
  }
}

/** Edits all records of an entity in one table. */
export function TableTab(props: SettingsTabProps) {
  const { schema, tab, isOpen } = props
  const { source, tenant } = useHost()
  const { name } = schema['x-entity']
  // A new cache key per visit, so that each visit loads the stored records.
  const [visit] = useState(() => crypto.randomUUID())
  const query = useMemo(() => queryOf({ schema, tab }, tenant.oid), [schema, tab, tenant.oid])
  const { data, error, mutate } = useSWRImmutable<[ListAnswer, EntityValidator], Error>(['settings-table', visit, query], () => {
    if (!isEntityName(name)) throw new Error(`No validator was generated for "${name}"`)
    return Promise.all([source.list(name, query), loadEntityValidator(name)])
  })
  if (error) {
    const shown = error instanceof RequestError ? error : new RequestError({ status: 0, messages: [error.message] })
    return isOpen ? <TabFailure entity={name} error={shown} onRetry={() => void mutate()} /> : null
  }
  if (!data) return isOpen ? <TabSkeleton /> : null
  return <OpenTable key={tenant.oid} {...props} query={query} answer={data[0]} validator={data[1]} />
}

type OpenTableProps = SettingsTabProps & { query: ListQuery; answer: ListAnswer; validator: EntityValidator }

const nothing = {}

function modelOf({ schema, screen, answer, validator }: OpenTableProps, host: RendererHost): TableModel {
  return new TableModel(answer.data, (record) =>
    openEditor({ schema, screen, host, validator, record, prefill: nothing, reading: record !== null && record.can.update !== true }),
  )
}

function OpenTable(props: OpenTableProps) {
  const { name, schema, screen, isOpen, query } = props
  const host = useHost()
  const [model] = useState(() => modelOf(props, host))
  const inner = useMemo(() => tableInner(model, schema, host), [model, schema, host])
  const { changes, invalid } = useSnapshot(model.state)
  const { alerts, apply, say } = useTableSave(model, { schema, screen, query })
  const place = useRef<HTMLDivElement>(null)
  const entity = schema['x-entity']

  const questions = () =>
    affectedQuestions(
      host,
      entity,
      model.touched().map(({ record, isDeleted }) => ({ oid: record.oid, name: recordName({ schema, screen }, record), isDeleted })),
    )
  useTabPart(
    name,
    { changes, errors: invalid.length },
    {
      validate: () => model.check(),
      questions,
      apply,
      revert: () => {
        say([])
        model.revert()
      },
      showProblem: () => {
        if (model.state.invalid.length > 0) model.showProblem()
        else place.current?.scrollIntoView({ block: 'center' })
      },
    },
  )
  if (!isOpen) return null
  return (
    <>
      <TabHead entity={entity.name} reading={isReading(props, model)} />
      <chakra.div ref={place} marginBottom={alerts.length > 0 ? 4 : 0}>
        <AlertList
          label={host.t('editor.alerts')}
          alerts={alerts.map((text, index) => ({ id: String(index), kind: 'danger', text }))}
          dismissLabel={host.t('editor.alerts.dismiss')}
          onDismiss={(id) => say(alerts.filter((_text, index) => String(index) !== id))}
        />
      </chakra.div>
      <Cells {...props} inner={inner} reading={isReading(props, model)} />
    </>
  )
}

/** Whether the table is read-only. */
function isReading({ answer }: OpenTableProps, { rows }: TableModel): boolean {
  return answer.meta.can.create !== true && !rows.some(({ record }) => record?.can.update === true)
}

function Cells(props: OpenTableProps & { inner: ReturnType<typeof tableInner>; reading: boolean }) {
  const { schema, screen, tab, answer, inner, reading } = props
  const { t, language } = useHost()
  const entity = schema['x-entity']
  const columns = (screen.list?.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field))
  const label = t(`${entity.name}.many`)
  const property = useMemo<PropertySchema>(() => ({ type: 'array', items: { type: 'object', properties: schema.properties } }), [schema])
  return (
    <>
      {tab.transposed ? (
        <Transposed
          inner={inner}
          label={label}
          name={entity.label}
          fields={columns.filter((column) => column !== entity.label)}
          reading={reading}
          fixed={answer.meta.can.create !== true}
          t={t}
        />
      ) : (
        <RecordTable
          id={`table-${entity.name}`}
          label={label}
          property={property}
          options={{ columns, fixed: answer.meta.can.create !== true }}
          disabled={false}
          readonly={reading}
          isInvalid={false}
          describedBy={undefined}
          inner={inner}
          nameOf={String}
          t={t}
        />
      )}
      {answer.meta.totalCount > maxRows && (
        <chakra.p marginTop={2} textStyle="hint">
          {t('settings-page.most', { rows: new Intl.NumberFormat(language).format(maxRows) })}
        </chakra.p>
      )}
    </>
  )
}
