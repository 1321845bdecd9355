import { chakra } from '@chakra-ui/react'
import { Undo2, X } from 'lucide-react'
import { type Ref, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { JournalEntry } from '../../schemas/plan.ts'
import { reasonText } from '../data/error-texts.ts'
import { recordPath } from '../descriptor/record-pages.ts'
import { type PageProps, useHost } from '../host.tsx'
import { Button, ButtonLook, IconButton } from '../parts/controls/button.tsx'
import { SidePanel } from '../parts/motion/side-panel.tsx'
import { exactText } from '../parts/text/date-texts.ts'
import { changeLines, type ChangeTexts } from './change-lines.ts'
import { ChangeTable } from './change-table.tsx'
import { entrySentence, type SentencePart, actorName } from './sentences.ts'

const Panel = chakra(SidePanel, {
  base: {
    display: 'flex',
    flexDirection: 'column',
    w: '27rem',
    flexShrink: 0,
    bg: 'bg.surface',
    borderInlineStartWidth: '1px',
    borderColor: 'border',
    overflowY: 'auto',
    // Over the head of the table, which it passes when it leaves.
    zIndex: 'sticky',
    // Overlays the table in a narrow window.
    '@media (max-width: 1100px)': { position: 'absolute', insetBlock: 0, insetInlineEnd: 0, maxW: 'full', boxShadow: 'raised' },
  },
})

interface EntryPanelProps extends PageProps {
  ref?: Ref<HTMLElement>
  entry: JournalEntry
  /** It was open before the page was left. */
  isBack: boolean
  texts: ChangeTexts
  onTakeBack: () => void
  onClose: () => void
}

/** Details of an entry: exact time, person, source, all old and new values, and a button to undo the change. */
export function EntryPanel({ ref, schema, screen, entry, isBack, texts, onTakeBack, onClose }: EntryPanelProps) {
  const host = useHost()
  const { t, language, listPath } = host
  const heading = useRef<HTMLHeadingElement>(null)
  const lines = useMemo(() => changeLines(texts, schema, entry), [texts, schema, entry])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [entry.id])

  const mayRestore = entry.can.restore
  const facts: [string, string][] = [
    [t('journal.when'), exactText(entry.creationDate, { language })],
    [t('journal.who'), actorName(texts, entry)],
    [t('journal.tenant'), entry.tenant.name],
    [t('journal.source'), t(`journal.source.${entry.source}`)],
    ...(entry.requestId === undefined ? [] : [[t('list.error.requestId'), entry.requestId] satisfies [string, string]]),
  ]
  return (
    <Panel ref={ref} isBack={isBack} aria-label={t('journal.details')} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <chakra.header display="flex" alignItems="flex-start" gap={2} px={4} pt={3} pb={2}>
        <chakra.h2
          ref={heading}
          tabIndex={-1}
          outline="none"
          flex={1}
          minW={0}
          textStyle="heading"
          fontWeight="medium"
          lineHeight="1.45"
          color="fg.muted"
          pt={1}
          overflowWrap="anywhere"
        >
          <Sentence parts={entrySentence(texts, schema, entry)} />
        </chakra.h2>
        <IconButton small label={t('journal.close')} icon={<X />} onClick={onClose} />
      </chakra.header>
      <chakra.dl display="grid" gridTemplateColumns="max-content minmax(0, 1fr)" columnGap={4} rowGap={1} px={4} py={2} m={0} fontSize="sm">
        {facts.map(([name, value]) => (
          <chakra.div key={name} display="contents">
            <chakra.dt color="fg.muted">{name}</chakra.dt>
            <chakra.dd m={0} overflowWrap="anywhere">
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <chakra.div px={4} py={2} flex={1}>
        {lines.length > 0 && <ChangeTable lines={lines} beforeLabel={t('journal.old')} afterLabel={t('journal.new')} />}
      </chakra.div>
      <chakra.footer display="flex" flexWrap="wrap" gap={2} p={4} borderTopWidth="1px" borderColor="border">
        <Button icon={<Undo2 aria-hidden />} reason={mayRestore === true ? undefined : reasonText(host, mayRestore)} onClick={onTakeBack}>
          {t('journal.takeBack')}
        </Button>
        {screen.editor && entry.eventType !== 'deletion' && (
          <ButtonLook asChild variant="ghost">
            <Link to={recordPath(listPath(entry.entity), screen, { record: { oid: entry.subject.oid }, link: 'edit' })}>
              {t('journal.open')}
            </Link>
          </ButtonLook>
        )}
      </chakra.footer>
    </Panel>
  )
}

const Part = chakra('span', {
  variants: {
    kind: {
      plain: {},
      subject: { fontWeight: 'semibold', color: 'fg' },
      field: { color: 'fg' },
      before: { color: 'fg.muted', textDecoration: 'line-through', textDecorationColor: '{colors.border.control}' },
      after: { color: 'fg', fontWeight: 'medium' },
    },
  },
})

/** A journal sentence; the record and the new value are emphasized. */
export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return (
    <>
      {parts.map(({ kind, text }, index) => (
        <Part key={index} kind={kind}>
          {text}
        </Part>
      ))}
    </>
  )
}
