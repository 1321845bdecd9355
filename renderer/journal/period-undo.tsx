import { chakra } from '@chakra-ui/react'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { entityMeta } from '../../schemas/generated/entity-meta.ts'
import type { StayingChange, UndoResult } from '../../schemas/plan.ts'
import type { EntityMeta } from '../../schemas/vocabulary/types.ts'
import { errorTexts, fieldErrorText } from '../data/error-texts.ts'
import { useHost, type RendererHost } from '../host.tsx'
import { AlertList } from '../parts/page/alert-list.tsx'
import { Button } from '../parts/controls/button.tsx'
import { Dialog } from '../parts/overlays/dialog.tsx'
import { Spinner } from '../parts/page/spinner.tsx'
import type { JournalModel } from './use-journal.ts'
import { useTakeBack, type TakeBack, type TakeBackCall } from './use-take-back.ts'

/** A button that takes back everything that one person did in a period, after a preview. */
export function PeriodUndo({ journal }: { journal: JournalModel }) {
  const { t, language } = useHost()
  const [isOpen, setOpen] = useState(false)
  const { state, entries, isFull } = journal
  const isChosen = state.person !== '' && state.period !== 'any'
  const missing = isChosen ? undefined : t('journal.undoPeriod.choose')
  const reason = entries?.length === 0 ? t('journal.noMatch.title') : missing
  const known = isChosen && entries && !isFull && entries.length > 0 ? entries.length : undefined
  const label =
    known === undefined
      ? t('journal.undoPeriod')
      : t('journal.undoPeriod.count', { count: known, entries: new Intl.NumberFormat(language).format(known) })
  return (
    <>
      <Button icon={<Undo2 aria-hidden />} reason={reason} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <PeriodUndoDialog journal={journal} onClose={() => setOpen(false)} />}
    </>
  )
}

function PeriodUndoDialog({ journal, onClose }: { journal: JournalModel; onClose: () => void }) {
  const { t, source } = useHost()
  // What is done after the preview is not undone with it.
  const [query] = useState(() => ({ before: new Date().toISOString(), ...journal.query }))
  const [entities] = useState(() => (journal.entities ?? []).flatMap((name) => (entityMeta as Record<string, EntityMeta>)[name] ?? []))
  const call = useCallback<TakeBackCall>((options) => source.undoEntries(query, options), [source, query])
  const { state, confirm } = useTakeBack(entities, call, onClose)
  const canConfirm = (state.step === 'ready' || state.step === 'applying') && state.preview.counts.applied > 0
  return (
    <Dialog
      title={t('journal.undoPeriod.title')}
      size="md"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(canConfirm ? 'journal.cancel' : 'journal.close')}</Button>
          {canConfirm && (
            <Button variant="primary" loading={state.step === 'applying'} onClick={confirm}>
              {t('journal.undoPeriod.confirm', { count: state.preview.counts.applied })}
            </Button>
          )}
        </>
      }
    >
      <Preview state={state} />
    </Dialog>
  )
}

function Preview({ state }: { state: TakeBack }) {
  const host = useHost()
  const { t } = host
  if (state.step === 'failed')
    return (
      <AlertList
        label={t('journal.takeBack.refused')}
        alerts={errorTexts(host, state.error).map((text) => ({ id: text, kind: 'danger', text }))}
      />
    )
  if (state.step !== 'ready' && state.step !== 'applying')
    return (
      <chakra.p role="status" display="flex" alignItems="center" gap={2}>
        <Spinner aria-hidden /> {t('journal.takeBack.checking')}
      </chakra.p>
    )
  const { counts, about, stays, moreStays = 0, withoutSecrets = 0 } = state.preview as UndoResult
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={4}>
      <p>{t(counts.applied === 0 ? 'journal.undoPeriod.nothing' : 'journal.undoPeriod.text', { count: counts.applied })}</p>
      {withoutSecrets > 0 && <p>{t('journal.takeBack.withoutSecrets', { count: withoutSecrets })}</p>}
      {about.length > 0 && (
        <Records
          heading={t('journal.undoPeriod.becomes')}
          rest={Math.max(0, counts.applied - about.length)}
          rows={about.map(({ index, entity, subject, action }) => ({
            id: String(index),
            name: `${kindOf(host, entity)} ${subject.name}`,
            note: t(`journal.undoPeriod.${action}`),
          }))}
        />
      )}
      {stays.length > 0 && (
        <Records
          heading={t('journal.undoPeriod.stays')}
          rest={moreStays}
          rows={stays.map((change) => ({
            id: change.entryId,
            name: `${kindOf(host, change.entity)} ${change.subject.name}`,
            note: staysBecause(host, change),
          }))}
        />
      )}
    </chakra.div>
  )
}

const kindOf = ({ t, hasText }: RendererHost, entity: string): string => (hasText(`${entity}.one`) ? t(`${entity}.one`) : entity)

function staysBecause({ t, hasText }: RendererHost, { entity, errors }: StayingChange): string {
  return errors
    .map((error) => {
      const key = `${entity}.field.${String(error.params?.['field'])}`
      return fieldErrorText({ t, hasText }, hasText(key) ? { ...error, params: { ...error.params, field: t(key) } } : error)
    })
    .join(' ')
}

/** Rows that are shown of a list. */
const shownRows = 50

interface RecordsProps {
  heading: string
  rows: readonly { id: string; name: string; note: ReactNode }[]
  /** How many there are besides. */
  rest: number
}

function Records({ heading, rows, rest }: RecordsProps) {
  const { t, language } = useHost()
  const more = rest + Math.max(0, rows.length - shownRows)
  return (
    <chakra.section>
      <chakra.h3 textStyle="label" color="fg" mb={1}>
        {heading}
      </chakra.h3>
      <chakra.ul m={0} p={0} listStyleType="none" maxH="14rem" overflowY="auto" tabIndex={0} aria-label={heading}>
        {rows.slice(0, shownRows).map(({ id, name, note }) => (
          <chakra.li key={id} py={1.5} borderTopWidth="1px" borderColor="border" fontSize="sm" overflowWrap="anywhere">
            <chakra.span color="fg" fontWeight="medium">
              {name}
            </chakra.span>{' '}
            <chakra.span color="fg.muted">{note}</chakra.span>
          </chakra.li>
        ))}
        {more > 0 && (
          <chakra.li py={1.5}>
            {t('journal.undoPeriod.more', { count: more, entries: new Intl.NumberFormat(language).format(more) })}
          </chakra.li>
        )}
      </chakra.ul>
    </chakra.section>
  )
}
