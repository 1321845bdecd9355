import { chakra } from '@chakra-ui/react'
import { useCallback } from 'react'
import type { FieldError, JournalEntry, PlanResult } from '../../schemas/plan.ts'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'
import { errorTexts, fieldErrorText } from '../data/error-texts.ts'
import { useHost, type PageProps, type RendererHost } from '../host.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Dialog } from '../parts/overlays/dialog.tsx'
import { Spinner } from '../parts/page/spinner.tsx'
import { ChangeTable } from './change-table.tsx'
import type { JournalAction } from './use-journal.ts'
import { changeLines, type ChangeTexts } from './change-lines.ts'
import { useTakeBack, type TakeBack, type TakeBackCall } from './use-take-back.ts'

interface TakeBackDialogProps extends Pick<PageProps, 'schema'> {
  /** Entities of the entries. @default that of the schema */
  entities?: readonly EntityMeta[]
  /** One entry, or all loaded entries of an action. */
  target: JournalEntry | JournalAction
  texts: ChangeTexts
  /** `isDone`: it was taken back. */
  onClose: (isDone?: true) => void
}

/** Previews the undo of a change and carries it out; explains why not if later changes prevent it. */
export function TakeBackDialog({ schema, entities = [schema['x-entity']], target, texts, onClose }: TakeBackDialogProps) {
  const { t, source, tenant } = useHost()
  const call = useCallback<TakeBackCall>(
    (options) => ('entries' in target ? source.undo(target.entries[0].actionId, tenant.oid, options) : source.restore(target, options)),
    [source, tenant.oid, target],
  )
  const { state, confirm } = useTakeBack(entities, call, () => onClose(true))
  const canConfirm = state.step === 'ready' || state.step === 'applying'
  return (
    <Dialog
      title={t('journal.takeBack.title')}
      size="md"
      onClose={() => onClose()}
      footer={
        <>
          <Button onClick={() => onClose()}>{t(canConfirm ? 'journal.cancel' : 'journal.close')}</Button>
          {canConfirm && (
            <Button variant={eventOf(target) === 'creation' ? 'danger' : 'primary'} loading={state.step === 'applying'} onClick={confirm}>
              {t('journal.takeBack')}
            </Button>
          )}
        </>
      }
    >
      <Progress schema={schema} target={target} texts={texts} state={state} />
    </Dialog>
  )
}

/** What happened, in all entries alike: taking a creation back deletes, taking a deletion back makes anew. */
function eventOf(target: JournalEntry | JournalAction): 'creation' | 'deletion' | 'update' {
  const events = 'entries' in target ? target.entries.map(({ eventType }) => eventType) : [target.eventType]
  return (['creation', 'deletion'] as const).find((event) => events.every((one) => one === event)) ?? 'update'
}

/** What happens to the records of an action. It may cover more records than are shown; those shown say nothing about the rest. */
function actionText(action: JournalAction, { counts }: PlanResult): string {
  const event = eventOf(action)
  const isWhole = action.entries.length === counts.applied
  return isWhole && event !== 'update' ? `journal.takeBack.text.action.${event}` : 'journal.takeBack.text.action'
}

function Progress({ schema, target, texts, state }: Omit<TakeBackDialogProps, 'onClose' | 'entities'> & { state: TakeBack }) {
  const host = useHost()
  const { t } = host
  switch (state.step) {
    case 'checking':
      return (
        <chakra.p role="status" display="flex" alignItems="center" gap={2}>
          <Spinner aria-hidden /> {t('journal.takeBack.checking')}
        </chakra.p>
      )
    case 'ready':
    case 'applying': {
      const { preview } = state
      const { withoutSecrets = 0, leftAbove = 0 } = preview
      const stays = (
        <>
          {leftAbove > 0 && <p>{t('journal.takeBack.leftAbove', { count: leftAbove })}</p>}
          {withoutSecrets > 0 && <p>{t('journal.takeBack.withoutSecrets', { count: withoutSecrets })}</p>}
        </>
      )
      if ('entries' in target)
        return (
          <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={3}>
            <p>{t(actionText(target, preview), { count: preview.counts.applied })}</p>
            {stays}
          </chakra.div>
        )
      const along = preview.counts.applied - 1
      const lines = changeLines(texts, schema, { entity: target.entity, eventDetails: { changes: previewChanges(preview, target) } })
      return (
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={3}>
          <p>
            {t(`journal.takeBack.text.${eventOf(target)}`, { subject: target.subject.name })}
            {along > 0 && ` ${t('journal.takeBack.along', { count: along })}`}
          </p>
          {stays}
          {lines.length > 0 && (
            <ChangeTable lines={lines} beforeLabel={t('journal.takeBack.now')} afterLabel={t('journal.takeBack.then')} />
          )}
        </chakra.div>
      )
    }
    case 'refused': {
      const { entity } = 'entries' in target ? target.entries[0] : target
      const reasons = new Set(
        state.result.items.flatMap(({ errors }) => errors ?? []).map((error) => fieldErrorText(host, withFieldName(host, entity, error))),
      )
      return (
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={3}>
          <p>{t('journal.takeBack.refused')}</p>
          <AlertList label={t('journal.takeBack.refused')} alerts={[...reasons].map((text) => ({ id: text, kind: 'warning', text }))} />
        </chakra.div>
      )
    }
    case 'failed': {
      const { error } = state
      const detail = error.requestId === undefined ? {} : { detail: `${t('list.error.requestId')} ${error.requestId}` }
      return (
        <AlertList
          label={t('journal.takeBack.refused')}
          alerts={errorTexts(host, error).map((text, index) => ({ id: text, kind: 'danger', text, ...(index === 0 ? detail : {}) }))}
        />
      )
    }
  }
}

/** A refusal with the field's label in place of its name. */
function withFieldName({ t, hasText }: Pick<RendererHost, 't' | 'hasText'>, entity: string, error: FieldError): FieldError {
  const key = `${entity}.field.${String(error.params?.['field'])}`
  return hasText(key) ? { ...error, params: { ...error.params, field: t(key) } } : error
}

/** The dry run's `[before, after]` pairs in the shape of an entry's changes; records referred to have the names that the entry knows. */
function previewChanges({ items }: PlanResult, { eventDetails }: JournalEntry): NonNullable<JournalEntry['eventDetails']['changes']> {
  return Object.fromEntries(
    Object.entries(items[0]?.changed ?? {}).map(([field, [before, after]]) => {
      const known = eventDetails.changes?.[field]
      const names = {
        ...(known?.afterName && { beforeName: known.afterName }),
        ...(known?.beforeName && { afterName: known.beforeName }),
        ...(known?.names && { names: known.names }),
      }
      return [field, { before, after, ...names }]
    }),
  )
}
