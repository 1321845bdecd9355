import { useMemo } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { reasonText } from '../../data/error-texts.ts'
import { useHost, type PageProps, type RendererHost } from '../../host.tsx'
import { type TargetRows, deletionPlan } from '../../record-actions/chosen-rows.ts'
import { RowsDialog, type RowOperation } from '../../record-actions/rows-dialog.tsx'

interface DeleteDialogProps extends PageProps {
  rows: TargetRows
  nameOf: (record: ServedRecord) => string
  onClose: () => void
  onDone: () => void
}

/** Asks for confirmation before rows are deleted, or before their deletion is requested if the user may not delete them directly. */
export function DeleteDialog(props: DeleteDialogProps) {
  const host = useHost()
  const { schema, screen, nameOf } = props
  const operation = useMemo(() => deletion(host, { schema, screen }, nameOf), [host, schema, screen, nameOf])
  return <RowsDialog {...props} operation={operation} />
}

const asks = ({ can }: ServedRecord): boolean => can.deleteAsks !== undefined

function deletion(host: RendererHost, { schema, screen }: PageProps, nameOf: (record: ServedRecord) => string): RowOperation {
  const { t, language, tenant } = host
  const number = new Intl.NumberFormat(language)
  const verb = screen.editor?.verbs?.delete ?? 'delete'
  const asksOnly = (records: readonly ServedRecord[]): boolean => records.length > 0 && records.every(asks)
  return {
    name: 'delete',
    destructive: (records) => !asksOnly(records),
    label: (records) => t(asksOnly(records) ? 'list.action.askDelete' : `list.action.${verb}`),
    title: (records) => {
      const key = asksOnly(records) ? 'ask' : verb
      const [first] = records
      const count = records.length
      return count === 1 && first
        ? t(`list.${key}.title`, { name: nameOf(first) })
        : t(`list.${key}.titleMany`, { count, rows: number.format(count) })
    },
    text: (records) => {
      const count = records.length
      const asking = records.filter(asks)
      const because = asking[0]?.can.deleteAsks
      return (
        <>
          {!asksOnly(records) && <p>{t(`list.${verb}.${count === 0 ? 'none' : 'text'}`, { count })}</p>}
          {because !== undefined && because !== true && (
            <p>
              {asking.length < count && `${t('list.ask.some', { count: asking.length, rows: number.format(asking.length) })} `}
              {reasonText(host, because)}
            </p>
          )}
        </>
      )
    },
    plan: (records) => deletionPlan(schema, records, tenant.oid),
    done: ({ counts: { applied, raised = 0 } }) => {
      const sentence = (key: string, count: number): string[] => (count > 0 ? [t(key, { count, rows: number.format(count) })] : [])
      return [...sentence(`list.${verb}.done`, applied - raised), ...sentence('list.asked', raised)].join(' · ')
    },
  }
}
