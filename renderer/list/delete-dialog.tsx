import { chakra } from '@chakra-ui/react'
import { useEffect, useMemo, useState } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import { errorTexts, reasonText } from '../data/error-texts.ts'
import { newIdempotencyKey } from '../data/idempotency-key.ts'
import { areInContext } from '../data/in-context.ts'
import { useRefresh } from '../data/use-refresh.ts'
import { useHost, type PageProps } from '../host.tsx'
import { AlertList } from '../parts/alert-list.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Spinner } from '../parts/spinner.tsx'
import { deletionPlan, sortForDeletion, type Deletion } from './delete-rows.ts'
import { rowEntities } from './row-kinds.ts'

interface DeleteDialogProps extends PageProps {
  /** The rows, or how to get them where they are not all in sight. */
  rows: ServedRecord[] | ((signal: AbortSignal) => Promise<ServedRecord[]>)
  nameOf: (record: ServedRecord) => string
  onClose: () => void
  onDeleted: () => void
}

/** Names spelled out before the rest is counted. */
const spelledOut = 5

/** Asks before rows are deleted, says which stay and why, and deletes all of the others or none. */
export function DeleteDialog({ schema, screen, rows, nameOf, onClose, onDeleted }: DeleteDialogProps) {
  const host = useHost()
  const { t, language } = host
  const { deletion, error, setError } = useDeletion(rows)
  const { isRunning, run } = useRun(schema, onDeleted, setError)
  const number = useMemo(() => new Intl.NumberFormat(language), [language])
  const verb = screen.editor?.verbs?.delete ?? 'delete'
  const count = deletion?.records.length ?? 0
  const single = count === 1 ? deletion?.records[0] : undefined

  const title = single
    ? t(`list.${verb}.title`, { name: nameOf(single) })
    : t(`list.${verb}.titleMany`, { count, rows: number.format(count) })
  return (
    <ConfirmDialog
      destructive
      title={deletion ? title : t(`list.action.${verb}`)}
      confirmLabel={t(`list.action.${verb}`)}
      cancelLabel={t('list.cancel')}
      loading={isRunning}
      onCancel={onClose}
      onConfirm={() => deletion && (count === 0 ? onClose() : void run(deletion.records))}
    >
      <chakra.div display="grid" gap={3}>
        {!deletion && !error && (
          <chakra.span display="flex" alignItems="center" gap={2} role="status">
            <Spinner aria-hidden /> {t('list.delete.counting')}
          </chakra.span>
        )}
        {deletion && <p>{t(count === 0 ? 'list.delete.none' : 'list.delete.text', { count })}</p>}
        {deletion && count > 1 && (
          <chakra.ul m={0} ps={5} color="fg" listStyleType="disc">
            {deletion.records.slice(0, spelledOut).map((record) => (
              <li key={record.oid}>{nameOf(record)}</li>
            ))}
            {count > spelledOut && <li>{t('list.delete.more', { count: count - spelledOut, rows: number.format(count - spelledOut) })}</li>}
          </chakra.ul>
        )}
        {deletion?.kept.map(({ reason, count: stays }) => (
          <p key={reason?.because ?? ''}>
            {t('list.delete.kept', { count: stays, rows: number.format(stays), because: reasonText(host, reason) })}
          </p>
        ))}
        {error && (
          <AlertList
            label={t('list.error.title')}
            alerts={errorTexts(host, error).map((text, index) => ({
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

function useDeletion(rows: DeleteDialogProps['rows']) {
  const [deletion, setDeletion] = useState<Deletion | undefined>(() => (typeof rows === 'function' ? undefined : sortForDeletion(rows)))
  const [error, setError] = useState<RequestError>()
  useEffect(() => {
    if (typeof rows !== 'function') return undefined
    const stop = new AbortController()
    rows(stop.signal).then(
      (all) => setDeletion(sortForDeletion(all)),
      (failure: unknown) => {
        if (failure instanceof RequestError && !stop.signal.aborted) setError(failure)
      },
    )
    return () => stop.abort()
  }, [rows])
  return { deletion, error, setError }
}

function useRun(schema: PageProps['schema'], onDeleted: () => void, onError: (error: RequestError | undefined) => void) {
  const host = useHost()
  const refresh = useRefresh()
  const [isRunning, setRunning] = useState(false)
  // One intended deletion, one key: another press after a lost answer does not delete twice.
  const [idempotencyKey] = useState(newIdempotencyKey)

  const run = async (records: ServedRecord[]) => {
    const entity = schema['x-entity']
    setRunning(true)
    onError(undefined)
    try {
      const result = await host.source.plan(deletionPlan(schema, records, host.tenant.oid), { idempotencyKey })
      host.toast(
        'success',
        host.t('list.deleted', { count: result.counts.applied, rows: new Intl.NumberFormat(host.language).format(result.counts.applied) }),
      )
      onDeleted()
      await refresh({ names: [entity.name, entity.theme, ...rowEntities(schema)] })
      if (areInContext(entity, records, host.user.oid)) host.contextDirty()
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
