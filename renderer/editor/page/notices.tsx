import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { compileCondition } from '../../../schemas/vocabulary/operators/condition.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { minuteText } from '../../parts/text/clock-texts.ts'
import type { Phase } from '../save/saver.ts'
import type { OpenRecord } from './use-open-record.ts'

interface NoticesProps {
  editor: OpenRecord
  screen: Screen
  /** `null` when creating. */
  record: ServedRecord | null
}

/** Notices of the screen about the stored record. */
function RecordNotices({ editor, screen, record }: NoticesProps) {
  const { schema, host } = editor.environment
  const context = host.ruleContext(schema['x-entity'].name)
  const holding = (screen.editor?.notices ?? []).filter(
    ({ when, text }) => record && compileCondition(when, schema, { where: `notice "${text}"` }).holds({ record, context }),
  )
  return holding.map(({ kind, text }) => (
    <Notice key={text} kind={kind}>
      {host.t(text)}
    </Notice>
  ))
}

/** Notices about the record as a whole: hints before creation, read-only with reason, what its service does not notice, stored work, changes and deletion by others. */
export function EditorNotices({ editor, screen, record }: NoticesProps) {
  const { t, language, source } = useHost()
  const isNoticed = source.abilities(editor.environment.schema['x-entity'].name).revisions
  const note = record === null ? screen.editor?.note : undefined
  const phase = useSnapshot(editor.saver.state).phase as Phase
  const { offer } = editor.work
  const savedAt = offer && minuteText(offer.savedAt, language)
  return (
    <>
      {note !== undefined && <Notice kind="info">{t(note)}</Notice>}
      {editor.reading && editor.readingReason !== undefined && <Notice kind="info">{editor.readingReason}</Notice>}
      {record !== null && !editor.reading && !isNoticed && <Notice kind="info">{t('editor.lastWins')}</Notice>}
      <RecordNotices editor={editor} screen={screen} record={record} />
      {editor.askingReason !== undefined && <Notice kind="info">{editor.askingReason}</Notice>}
      {phase.kind === 'gone' && (
        <Notice
          kind="danger"
          actions={
            <>
              <Button size="sm" onClick={() => void editor.copyWork()}>
                {t('editor.gone.copy')}
              </Button>
              {editor.mayCreate && (
                <Button size="sm" variant="primary" onClick={editor.createAnew}>
                  {t('editor.gone.create')}
                </Button>
              )}
            </>
          }
        >
          {t('editor.gone')}
        </Notice>
      )}
      {editor.isElsewhereChanged && phase.kind !== 'gone' && (
        <Notice
          kind="warning"
          actions={
            <Button size="sm" variant="primary" onClick={() => void editor.takeOver()}>
              {t(editor.isDirty ? 'editor.elsewhere.merge' : 'editor.elsewhere.reload')}
            </Button>
          }
        >
          {t(editor.isDirty ? 'editor.elsewhere.dirty' : 'editor.elsewhere')}
        </Notice>
      )}
      {offer && !editor.reading && phase.kind !== 'gone' && (
        <Notice
          kind="info"
          actions={
            <>
              <Button size="sm" onClick={editor.work.discard}>
                {t('editor.offer.discard')}
              </Button>
              <Button size="sm" variant="primary" onClick={editor.restore}>
                {t('editor.offer.restore')}
              </Button>
            </>
          }
        >
          {t('editor.offer', { count: Object.keys(offer.values).length, date: savedAt })}
        </Notice>
      )}
    </>
  )
}

const Frame = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: 3,
    paddingInline: 4,
    paddingBlock: 2.5,
    marginBottom: 4,
    borderWidth: '1px',
    borderStyle: 'solid',
    borderRadius: 'lg',
    fontSize: 'sm',
    animation: 'appear',
  },
  variants: {
    kind: {
      info: { bg: 'info.subtle', borderColor: 'info.border' },
      warning: { bg: 'warning.subtle', borderColor: 'warning.border' },
      danger: { bg: 'danger.subtle', borderColor: 'danger.border' },
    },
  },
})

interface NoticeProps {
  kind: 'info' | 'warning' | 'danger'
  children: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
}

/** A notice about the record as a whole, optionally with actions. */
export function Notice({ kind, children, actions }: NoticeProps) {
  return (
    <Frame kind={kind} role="status">
      <chakra.span flex="1 1 20rem" minWidth={0}>
        {children}
      </chakra.span>
      {actions && (
        <chakra.span display="flex" gap={2}>
          {actions}
        </chakra.span>
      )}
    </Frame>
  )
}
