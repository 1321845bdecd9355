import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Plan, ServedRecord } from '../../schemas/plan.ts'
import { actionWrites } from '../../schemas/rules/actions.ts'
import { fieldValue } from '../../schemas/vocabulary/field-path.ts'
import { parsePointer, withValueAt } from '../../schemas/vocabulary/pointer.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { RequestError } from '../data/data-source.ts'
import { useHost, type PageProps, type RendererHost } from '../host.tsx'
import type { RowsToTreat } from './chosen-rows.ts'
import { refusedLines } from './refused-lines.ts'
import { RowsDialog, useDeed, type Deed } from './rows-dialog.tsx'

interface ActDialogProps extends PageProps {
  /** Name of the action (`x-actions` of the record). */
  act: string
  rows: RowsToTreat
  nameOf: (record: ServedRecord) => string
  onClose: () => void
  onDone: () => void
}

/** Does an action of the record to rows: one row at once where the schema asks for no question, else after one. */
export function ActDialog({ act, ...props }: ActDialogProps) {
  const host = useHost()
  const { schema, rows, nameOf } = props
  const deed = useMemo(() => actDeed(host, schema, { act, nameOf }), [host, schema, act, nameOf])
  if (schema['x-actions']?.[act]?.confirm === true || typeof rows === 'function' || rows.length !== 1)
    return <RowsDialog {...props} deed={deed} />
  return <AtOnce {...props} deed={deed} rows={rows} />
}

/** Draws nothing: what became of it is a short message. */
function AtOnce({ deed, rows, nameOf, onClose, onDone, ...shape }: Omit<ActDialogProps, 'act'> & { deed: Deed; rows: ServedRecord[] }) {
  const host = useHost()
  const onError = (error: RequestError | undefined): void => {
    if (!error) return
    const now = deed.now && error.status === 409 ? error.current.flatMap(deed.now) : []
    host.toast('danger', [...refusedLines(host, { schema: shape.schema, error, names: rows.map(nameOf) }), ...now].join(' '))
    onClose()
  }
  const { run } = useDeed(shape, { deed, onDone, onError })
  const start = useEffectEvent(() => void run(rows))
  useEffect(() => start(), [])
  return null
}

function actDeed(host: RendererHost, schema: EntitySchema, { act, nameOf }: Pick<ActDialogProps, 'act' | 'nameOf'>): Deed {
  const { t, hasText, language } = host
  const { name } = schema['x-entity']
  const number = new Intl.NumberFormat(language)
  const action = t(`${name}.action.${act}`)
  const isAsked = schema['x-actions']?.[act]?.confirm === true
  return {
    name: act,
    label: () => action,
    title: (records) => {
      const [first] = records
      const count = records.length
      return count === 1 && first
        ? t('list.act.title', { action, name: nameOf(first) })
        : t('list.act.titleMany', { action, count, rows: number.format(count) })
    },
    text: (records) => {
      if (records.length === 0) return <p>{t('list.act.none')}</p>
      return isAsked ? <p>{t(`${name}.confirm.${act}`)}</p> : null
    },
    plan: (records) => actPlan(schema, { act, records, tenantOid: host.tenant.oid }),
    now: (record) =>
      actionWrites(schema, '', act).map(({ pointer }) => {
        const field = parsePointer(pointer).join('.')
        const value = String(fieldValue(record, pointer.slice(1)) ?? '')
        const option = `${name}.option.${field}.${value}`
        return t('list.act.now', { field: t(`${name}.field.${field}`), value: hasText(option) ? t(option) : value })
      }),
    done: ({ counts: { applied } }) => t(`${name}.acted.${act}`, { count: applied, rows: number.format(applied) }),
  }
}

/** The plan that gives these records the values of the action, all or none. */
function actPlan(
  schema: EntitySchema,
  { act, records, tenantOid }: { act: string; records: readonly ServedRecord[]; tenantOid: string },
): Plan {
  const changes = actionWrites(schema, '', act).reduce<Rec>(
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
