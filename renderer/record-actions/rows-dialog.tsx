import { chakra } from '@chakra-ui/react'
import { useMemo, useState, type ReactNode } from 'react'
import type { Plan, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import { reasonText } from '../data/error-texts.ts'
import { areInContext, isInContext, newIdempotencyKey, useRefresh } from '../data/changes.ts'
import { useUndoOffer } from '../data/undo-offer.ts'
import { useHost, type PageProps } from '../host.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'
import { ConfirmDialog } from '../parts/overlays/confirm-dialog.tsx'
import { Spinner } from '../parts/page/spinner.tsx'
import { useSortedRows, type TargetRows, refusedLines } from './chosen-rows.ts'
import { rowEntities } from '../data/row-entities.ts'

/** What is to be done with chosen rows. */
export interface RowOperation {
  /** What the service's `can` of a record calls it. */
  name: string
  label: (records: readonly ServedRecord[]) => string
  title: (records: readonly ServedRecord[]) => string
  /** What becomes of the rows; of none why nothing does. */
  text: (records: readonly ServedRecord[]) => ReactNode
  /** Whether something is lost by it. @default no */
  destructive?: (records: readonly ServedRecord[]) => boolean
  plan: (records: readonly ServedRecord[]) => Plan
  done: (result: PlanResult) => string
  /** What a record is now that somebody changed meanwhile, as far as the deed is about it. @default nothing is said */
  now?: (record: ServedRecord) => string[]
}

interface RowsDialogProps extends PageProps {
  operation: RowOperation
  rows: TargetRows
  nameOf: (record: ServedRecord) => string
  onClose: () => void
  onDone: () => void
}

/** Names spelled out before the rest is counted. */
const spelledOut = 5

/** Asks for confirmation of an action on rows, shows which rows are excluded and why, and runs it on all others or on none. */
export function RowsDialog({ schema, screen, operation, rows, nameOf, onClose, onDone }: RowsDialogProps) {
  const host = useHost()
  const { t, language } = host
  const { sorted, error, setError } = useSortedRows(rows, operation.name)
  const { isRunning, run } = useRowOperation({ schema, screen }, { operation, onDone, onError: setError })
  const number = useMemo(() => new Intl.NumberFormat(language), [language])
  const records = sorted?.records ?? []
  const count = records.length

  return (
    <ConfirmDialog
      destructive={operation.destructive?.(records) === true}
      title={sorted && count > 0 ? operation.title(records) : operation.label(records)}
      confirmLabel={operation.label(records)}
      cancelLabel={t('list.cancel')}
      loading={isRunning}
      onCancel={onClose}
      onConfirm={() => sorted && (count === 0 ? onClose() : void run(records))}
    >
      <chakra.div display="grid" gap={3}>
        {!sorted && !error && (
          <chakra.span display="flex" alignItems="center" gap={2} role="status">
            <Spinner aria-hidden /> {t('list.delete.counting')}
          </chakra.span>
        )}
        {sorted && operation.text(records)}
        {count > 1 && (
          <chakra.ul m={0} ps={5} color="fg" listStyleType="disc">
            {records.slice(0, spelledOut).map((record) => (
              <li key={record.oid}>{nameOf(record)}</li>
            ))}
            {count > spelledOut && <li>{t('list.delete.more', { count: count - spelledOut, rows: number.format(count - spelledOut) })}</li>}
          </chakra.ul>
        )}
        {sorted?.kept.map(({ reason, count: stays }) => (
          <p key={reason?.because ?? ''}>
            {t('list.delete.kept', { count: stays, rows: number.format(stays), because: reasonText(host, reason) })}
          </p>
        ))}
        {error && (
          <AlertList
            label={t('list.error.title')}
            alerts={[
              ...refusedLines(host, { schema, error, names: records.map(nameOf) }),
              ...(operation.now && error.status === 409 ? error.current.flatMap(operation.now) : []),
            ].map((text, index) => ({
              id: String(index),
              kind: 'danger',
              text,
              ...(error.requestId && index === 0 ? { detail: `${t('list.error.requestId')} ${error.requestId}` } : {}),
            }))}
          />
        )}
      </chakra.div>
    </ConfirmDialog>
  )
}

/** Hook: does it, once however often it is pressed, and shows what became of the rows. */
export function useRowOperation(
  { schema }: PageProps,
  { operation, onDone, onError }: { operation: RowOperation; onDone: () => void; onError: (error: RequestError | undefined) => void },
) {
  const host = useHost()
  const refresh = useRefresh()
  const offerUndo = useUndoOffer()
  const [isRunning, setRunning] = useState(false)
  // One intended change, one key: another press after a lost answer does not do it twice.
  const [idempotencyKey] = useState(newIdempotencyKey)

  const run = async (records: readonly ServedRecord[]) => {
    const entity = schema['x-entity']
    setRunning(true)
    onError(undefined)
    try {
      const plan = operation.plan(records)
      const result = await host.source.plan(plan, { idempotencyKey })
      const names = [entity.name, entity.theme, ...rowEntities(schema)]
      const offer = result.counts.raised ? undefined : offerUndo({ actionId: result.actionId, entity, names })
      host.toast('success', operation.done(result), ...(offer ? [offer] : []))
      onDone()
      await refresh({ names })
      const written = plan.items.map(({ changes }) => changes ?? {})
      if (operation.name === 'delete' ? areInContext(entity, records, host.user.oid) : isInContext(entity, written)) host.contextDirty()
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      onError(failure)
      // Somebody changed a row meanwhile: the list behind the question shows it as it is now.
      if (failure.status === 409) void refresh({ names: [entity.name] })
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, run }
}
