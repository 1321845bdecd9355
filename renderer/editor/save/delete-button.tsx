import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { reasonText } from '../../data/error-texts.ts'
import type { Screen } from '../../descriptor/screen.ts'
import { Button } from '../../parts/controls/button.tsx'
import { ConfirmDialog } from '../../parts/overlays/confirm-dialog.tsx'
import { Tooltip } from '../../parts/overlays/tooltip.tsx'
import type { Phase } from './saver.ts'
import { verb } from '../layout/editor-texts.ts'
import type { Editor } from '../page/use-editor.ts'

// Loaded on click, for entities whose records affect others.
const AffectedNote = lazy(() => import('../../affected/affected.tsx').then((module) => ({ default: module.AffectedNote })))

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: 3,
    rowGap: 1,
    margin: 0,
    marginTop: 3,
    fontSize: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': { margin: 0, textStyle: 'mono', overflowWrap: 'anywhere' },
  },
})

interface DeleteButtonProps {
  editor: Editor
  screen: Screen
  record: ServedRecord
}

/** Deletes the record after a confirmation with its name; shows a spinner while working, and turns red briefly on failure. */
export function DeleteButton({ editor, screen, record }: DeleteButtonProps) {
  const { environment, saver } = editor
  const { host, draft, texts, schema } = environment
  const { name: entity, affects } = schema['x-entity']
  const { t } = host
  const state = useSnapshot(saver.state)
  const phase = state.phase as Phase
  const [asking, setAsking] = useState(false)
  const [isInUse, setInUse] = useState(false)
  const mayDelete = record.can.delete
  if (mayDelete === undefined) return null
  const { deleteAsks } = record.can
  const asks = deleteAsks === undefined || deleteAsks === true ? undefined : deleteAsks
  const word = screen.editor?.verbs?.delete ?? 'delete'
  const label = verb(screen, asks ? 'askDelete' : 'delete', t)
  const shownPointers = (screen.editor?.deleteSummary ?? []).map((field) => `/${field}`)
  const locked = phase.kind === 'gone' ? t('editor.gone') : undefined
  return (
    <>
      <Tooltip text={state.deletion}>
        <Button
          variant={state.deletion === undefined ? 'dangerQuiet' : 'danger'}
          loading={phase.kind === 'deleting'}
          reason={locked ?? (mayDelete === true ? undefined : reasonText(host, mayDelete))}
          onClick={() => {
            setInUse(false)
            setAsking(true)
          }}
        >
          {label}
        </Button>
      </Tooltip>
      {asking && (
        <ConfirmDialog
          destructive
          size={affects === true ? 'md' : 'sm'}
          title={t(asks ? 'editor.ask.deleteTitle' : `editor.${word}.title`, { name: editor.title })}
          confirmLabel={label}
          reason={isInUse ? t('affected.inUse') : undefined}
          cancelLabel={t('editor.cancel')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void saver.remove()
          }}
        >
          {asks ? reasonText(host, asks) : !isInUse && t(`editor.${word}.about`, { name: editor.title })}
          {affects === true && (
            <chakra.div marginTop={3}>
              <Suspense>
                <AffectedNote
                  entity={entity}
                  touched={[{ oid: record.oid, name: editor.title, isDeleted: true }]}
                  onUsed={() => setInUse(true)}
                />
              </Suspense>
            </chakra.div>
          )}
          {shownPointers.length > 0 && (
            <Facts>
              {shownPointers.map((pointer) => (
                <chakra.div key={pointer} display="contents">
                  <dt>{texts.field(pointer)}</dt>
                  <dd>{texts.whole(pointer, draft.value(pointer))}</dd>
                </chakra.div>
              ))}
            </Facts>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
