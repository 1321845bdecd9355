import { chakra } from '@chakra-ui/react'
import { Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { JournalEntry } from '../../../schemas/plan.ts'
import { RequestError } from '../../data/data-source.ts'
import { errorTexts, reasonText } from '../../data/error-texts.ts'
import { equals } from '../../data/filters/rsql.ts'
import { useJournalQuery } from '../../data/queries/queries.ts'
import { recordName } from '../../data/labels.ts'
import { type RecordHistoryProps, useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { EmptyState } from '../../parts/page/empty-state.tsx'
import { AlertList } from '../../parts/page/alert-list.tsx'
import { Dialog } from '../../parts/overlays/dialog.tsx'
import { Spinner } from '../../parts/page/spinner.tsx'
import { minuteText } from '../../parts/text/clock-texts.ts'
import { exactText } from '../../parts/text/date-texts.ts'
import { archiveText } from '../archive-text.ts'
import { changeLines, type ChangeTexts } from '../change-lines.ts'
import { ChangeTable } from '../change-table.tsx'
import { Sentence } from '../entry-panel.tsx'
import { actorName, entrySentence } from '../sentences.ts'
import { TakeBackDialog } from '../take-back-dialog.tsx'
import { changeTextsOf } from '../use-journal.ts'
import { valueText } from '../value-text.ts'
import { pastRecord } from './past-record.ts'

/** Entries per call. */
const pageSize = 50

const Item = chakra('button', {
  base: {
    display: 'block',
    w: 'full',
    textAlign: 'start',
    px: 3,
    py: 2,
    fontSize: 'sm',
    color: 'fg.muted',
    borderTopWidth: '1px',
    borderColor: 'border',
    overflowWrap: 'anywhere',
    _hover: { bg: 'bg.subtle' },
    '&[aria-pressed=true]': { bg: 'bg.selected' },
  },
})

/** The history of one record: who changed what, the record as it was after each change, and how to take a change back. */
export function RecordHistory({ schema, screen, record, onTakenBack, onClose }: RecordHistoryProps) {
  const host = useHost()
  const { t, hasText, language } = host
  const { name } = schema['x-entity']
  const texts = useMemo(() => changeTextsOf({ t, hasText, language }, name, screen), [t, hasText, language, name, screen])
  const history = useHistory(schema['x-entity'].theme, record.oid)
  const { entries, error, archivedBefore, showOlder } = history
  const [chosen, setChosen] = useState<string>()
  const [taken, setTaken] = useState<JournalEntry>()
  const selected = entries?.find(({ id }) => id === chosen) ?? entries?.[0]
  return (
    <>
      <Dialog
        title={t('journal.history.title', { name: recordName({ schema, screen }, record) })}
        size="xl"
        onClose={onClose}
        closeLabel={t('journal.close')}
      >
        {error && (
          <AlertList
            label={t('journal.error.title')}
            alerts={errorTexts(host, error).map((text) => ({ id: text, kind: 'danger', text }))}
          />
        )}
        {!entries && !error && (
          <chakra.p role="status" display="flex" alignItems="center" gap={2}>
            <Spinner aria-hidden /> {t('list.loading')}
          </chakra.p>
        )}
        {entries?.length === 0 && <EmptyState title={t('journal.empty.title')}>{t('journal.empty.text')}</EmptyState>}
        {selected && entries && (
          <chakra.div
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' }}
            gap={{ base: 4, md: 6 }}
          >
            <chakra.div>
              <chakra.ul
                aria-label={t('journal.history.entries')}
                m={0}
                p={0}
                listStyleType="none"
                maxH={{ base: '14rem', md: '60vh' }}
                overflowY="auto"
                borderWidth="1px"
                borderTopWidth={0}
                borderColor="border"
                borderRadius="md"
              >
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <Item type="button" aria-pressed={entry.id === selected.id} onClick={() => setChosen(entry.id)}>
                      <chakra.span display="block" textStyle="hint">
                        <time dateTime={entry.creationDate} title={exactText(entry.creationDate, { language })}>
                          {minuteText(entry.creationDate, language)}
                        </time>
                        {' · '}
                        {actorName(host, entry)}
                      </chakra.span>
                      <Sentence parts={entrySentence(texts, schema, entry)} />
                    </Item>
                  </li>
                ))}
                {showOlder && (
                  <chakra.li p={2} borderTopWidth="1px" borderColor="border" textAlign="center">
                    <Button size="sm" loading={history.isLoading} onClick={showOlder}>
                      {t('journal.older')}
                    </Button>
                  </chakra.li>
                )}
              </chakra.ul>
              {archivedBefore !== undefined && (
                <chakra.p mt={2} textStyle="hint">
                  {archiveText(host, archivedBefore)}
                </chakra.p>
              )}
            </chakra.div>
            <Past {...{ schema, screen, record, texts, entries }} entry={selected} onTakeBack={() => setTaken(selected)} />
          </chakra.div>
        )}
      </Dialog>
      {taken && (
        <TakeBackDialog
          schema={schema}
          target={taken}
          texts={texts}
          onClose={(isDone) => {
            setTaken(undefined)
            if (isDone) onTakenBack()
          }}
        />
      )}
    </>
  )
}

interface PastProps extends Pick<RecordHistoryProps, 'schema' | 'record'> {
  texts: ChangeTexts
  entries: readonly JournalEntry[]
  entry: JournalEntry
  onTakeBack: () => void
}

/** The record as it was after a change: what differs from now first. */
function Past({ schema, record, texts, entries, entry, onTakeBack }: PastProps) {
  const host = useHost()
  const { t, language } = host
  const past = useMemo(() => pastRecord(schema, record, { entries, id: entry.id }), [schema, record, entries, entry.id])
  const lines = changeLines(texts, schema, { entity: entry.entity, eventDetails: { changes: past.changes } })
  const same = past.same.flatMap((field): [string, string][] => {
    const property = schema.properties[field]
    const label = `${entry.entity}.field.${field}`
    const reference = property?.['x-ref']?.label
    const name = reference === undefined ? undefined : record[reference]
    const text = valueText(texts, { field, property, value: record[field], ...(typeof name === 'string' && { name }) })
    return texts.hasText(label) && text !== '' && property?.['x-secret'] !== true ? [[t(label), text]] : []
  })
  const mayRestore = entry.can.restore
  return (
    <chakra.section
      aria-live="polite"
      display="grid"
      alignContent="start"
      gap={3}
      minW={0}
      maxH={{ md: '64vh' }}
      overflowY={{ md: 'auto' }}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap={2}>
        <chakra.h3 textStyle="heading" color="fg">
          {t('journal.history.after', { date: minuteText(entry.creationDate, language) })}
        </chakra.h3>
        <Button
          size="sm"
          icon={<Undo2 aria-hidden />}
          reason={mayRestore === true ? undefined : reasonText(host, mayRestore)}
          onClick={onTakeBack}
        >
          {t('journal.takeBack')}
        </Button>
      </chakra.div>
      {lines.length === 0 ? (
        <chakra.p color="fg.muted">{t('journal.history.same')}</chakra.p>
      ) : (
        <div>
          <chakra.h4 textStyle="label" color="fg">
            {t('journal.history.differs')}
          </chakra.h4>
          <ChangeTable lines={lines} beforeLabel={t('journal.history.then')} afterLabel={t('journal.takeBack.now')} />
        </div>
      )}
      {same.length > 0 && (
        <div>
          <chakra.h4 textStyle="label" color="fg">
            {t('journal.history.equal')}
          </chakra.h4>
          <chakra.dl display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 2fr)" columnGap={4} m={0} fontSize="sm">
            {same.map(([label, text]) => (
              <chakra.div key={label} display="contents">
                <chakra.dt py={1} color="fg.muted" overflowWrap="anywhere">
                  {label}
                </chakra.dt>
                <chakra.dd py={1} m={0} color="fg" overflowWrap="anywhere">
                  {text}
                </chakra.dd>
              </chakra.div>
            ))}
          </chakra.dl>
        </div>
      )}
    </chakra.section>
  )
}

/** Hook: the entries of a record, newest first, a page at a time. */
function useHistory(theme: string, oid: string) {
  const host = useHost()
  const query = useMemo(
    () => ({ tenantOid: host.tenant.oid, theme, limit: pageSize, filter: equals('subject.oid', oid) }),
    [host.tenant.oid, theme, oid],
  )
  const { entries: first, archivedBefore, error } = useJournalQuery(query)
  const [older, setOlder] = useState<{ first: JournalEntry[]; entries: JournalEntry[]; isEnd: boolean }>()
  const [isLoading, setLoading] = useState(false)
  const known = older && older.first === first ? older : undefined
  const entries = useMemo(() => first && [...first, ...(known?.entries ?? [])], [first, known])
  const last = entries?.at(-1)
  const load = async (): Promise<void> => {
    if (!first || !last) return
    setLoading(true)
    try {
      const { entries: next } = await host.source.journal({ ...query, after: last.id })
      setOlder({ first, entries: [...(known?.entries ?? []), ...next], isEnd: next.length < pageSize })
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      host.toast('danger', errorTexts(host, failure).join(' '))
    } finally {
      setLoading(false)
    }
  }
  const hasOlder = first !== undefined && first.length >= pageSize && known?.isEnd !== true
  return { entries, archivedBefore, error, isLoading, showOlder: hasOlder ? () => void load() : undefined }
}
