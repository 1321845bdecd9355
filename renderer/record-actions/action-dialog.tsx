import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Plan, ServedRecord } from '../../schemas/plan.ts'
import { actionWrites } from '../../schemas/rules/actions.ts'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import { parsePointer, withValueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { RequestError } from '../data/data-source.ts'
import { useHost, type PageProps, type RendererHost } from '../host.tsx'
import { type TargetRows, refusedLines } from './chosen-rows.ts'
import { RowsDialog, useRowOperation, type RowOperation } from './rows-dialog.tsx'

interface ActionDialogProps extends PageProps {
  /** Name of the action (`x-actions` of the record). */
  actionName: string
  rows: TargetRows
  nameOf: (record: ServedRecord) => string
  onClose: () => void
  onDone: () => void
}

/** Does an action of the record to rows: one row at once where the schema asks for no question, else after one. */
export function ActionDialog({ actionName, ...props }: ActionDialogProps) {
  const host = useHost()
  const { schema, rows, nameOf } = props
  const operation = useMemo(() => actionOperation(host, schema, { actionName, nameOf }), [host, schema, actionName, nameOf])
  if (schema['x-actions']?.[actionName]?.confirm === true || typeof rows === 'function' || rows.length !== 1)
    return <RowsDialog {...props} operation={operation} />
  return <AtOnce {...props} operation={operation} rows={rows} />
}

/** Draws nothing: what became of it is a short message. */
function AtOnce({
  operation,
  rows,
  nameOf,
  onClose,
  onDone,
  ...shape
}: Omit<ActionDialogProps, 'actionName'> & { operation: RowOperation; rows: ServedRecord[] }) {
  const host = useHost()
  const onError = (error: RequestError | undefined): void => {
    if (!error) return
    const now = operation.now && error.status === 409 ? error.current.flatMap(operation.now) : []
    host.toast('danger', [...refusedLines(host, { schema: shape.schema, error, names: rows.map(nameOf) }), ...now].join(' '))
    onClose()
  }
  const { run } = useRowOperation(shape, { operation, onDone, onError })
  const start = useEffectEvent(() => void run(rows))
  useEffect(() => start(), [])
  return null
}

function actionOperation(
  host: RendererHost,
  schema: EntitySchema,
  { actionName, nameOf }: Pick<ActionDialogProps, 'actionName' | 'nameOf'>,
): RowOperation {
  const { t, hasText, language } = host
  const { name } = schema['x-entity']
  const number = new Intl.NumberFormat(language)
  const action = t(`${name}.action.${actionName}`)
  const isAsked = schema['x-actions']?.[actionName]?.confirm === true
  return {
    name: actionName,
    label: () => action,
    title: (records) => {
      const [first] = records
      const count = records.length
      return count === 1 && first
        ? t('list.actionDialog.title', { action, name: nameOf(first) })
        : t('list.actionDialog.titleMany', { action, count, rows: number.format(count) })
    },
    text: (records) => {
      if (records.length === 0) return <p>{t('list.actionDialog.none')}</p>
      return isAsked ? <p>{t(`${name}.confirm.${actionName}`)}</p> : null
    },
    plan: (records) => actionPlan(schema, { actionName, records, tenantOid: host.tenant.oid }),
    now: (record) =>
      actionWrites(schema, '', actionName).map(({ pointer }) => {
        const field = parsePointer(pointer).join('.')
        const value = String(fieldValue(record, pointer.slice(1)) ?? '')
        const option = `${name}.option.${field}.${value}`
        return t('list.actionDialog.now', { field: t(`${name}.field.${field}`), value: hasText(option) ? t(option) : value })
      }),
    done: ({ counts: { applied } }) => t(`${name}.acted.${actionName}`, { count: applied, rows: number.format(applied) }),
  }
}

/** The plan that gives these records the values of the action, all or none. */
function actionPlan(
  schema: EntitySchema,
  { actionName, records, tenantOid }: { actionName: string; records: readonly ServedRecord[]; tenantOid: string },
): Plan {
  const changes = actionWrites(schema, '', actionName).reduce<Rec>(
    (written, { pointer, value }) => withValueAt(written, parsePointer(pointer), value),
    {},
  )
  const entity = schema['x-entity'].name
  return {
    source: 'inline',
    tenantOid,
    items: records.map(({ oid, revision }) => ({ entity, action: 'update', oid, revision, changes })),
  }
}
