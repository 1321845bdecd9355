import { chakra } from '@chakra-ui/react'
import { lazy, Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { useSnapshot } from 'valtio'
import { Button } from '../../parts/controls/button.tsx'
import { ConfirmDialog } from '../../parts/overlays/confirm-dialog.tsx'
import { BarActions, BarSummary, BottomBar } from '../../parts/page/bottom-bar.tsx'
import { RecordAlerts } from '../save/record-alerts.tsx'
import { ChangesSummary, ErrorsSummary, StylePrewarm } from './bar-summaries.tsx'
import { ConflictQuestion } from '../save/conflict-question.tsx'
import { DeleteButton } from '../save/delete-button.tsx'
import { DuplicateButton } from './duplicate-button.tsx'
import { EditorHead, LastModified } from './editor-head.tsx'
import { HistoryButton } from './history-button.tsx'
import { RecordActions } from './record-actions.tsx'
import { EnvironmentProvider } from './environment.tsx'
import { CopyNotices } from './copy-notices.tsx'
import { EditorNotices } from './notices.tsx'
import type { Phase } from '../save/saver.ts'
import { Sections } from '../layout/sections.tsx'
import { verb } from '../layout/editor-texts.ts'
import { useEditor } from './use-editor.ts'
import type { Editor as EditorModel } from './use-editor.ts'
import type { EditorProps } from './use-open-record.ts'
import { useFirstCandidates } from '../references/candidates.ts'
import { useAddressedField, useFirstFocus, useFocusRequest } from '../outline/focus.ts'

// Loaded on demand: few screens have commands, and the dialogs open on a click.
const Commands = lazy(() => import('../save/commands.tsx').then((module) => ({ default: module.Commands })))
const FinalQuestion = lazy(() => import('../save/save-questions.tsx').then((module) => ({ default: module.FinalQuestion })))
const UpdateQuestion = lazy(() => import('../save/save-questions.tsx').then((module) => ({ default: module.UpdateQuestion })))

/** The editor of one record, loaded or new. */
export function Editor(props: EditorProps) {
  const editor = useEditor(props)
  const { environment, saver, reading } = editor
  useFocusRequest(environment)
  useAddressedField(environment)
  useFirstFocus(environment, props.record === null)
  useFirstCandidates(environment)

  const [asking, setAsking] = useState(false)
  const { command, affects } = props.schema['x-entity']
  const isFinal = command?.needs === 'delete'
  const isAffecting = affects === true && props.record !== null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reading) return
    if (!isFinal && !isAffecting) void saver.save()
    else if (saver.isComplete()) setAsking(true)
  }
  return (
    <EnvironmentProvider value={environment}>
      <chakra.form noValidate onSubmit={submit} aria-label={editor.title} display="flex" flexDirection="column" minHeight="full">
        <EditorHead schema={props.schema} title={editor.title} oid={props.record?.oid} reading={reading}>
          {props.record && <RecordActions editor={editor} schema={props.schema} screen={props.screen} record={props.record} />}
          {props.record && <DuplicateButton schema={props.schema} screen={props.screen} record={props.record} />}
          {props.record && <HistoryButton editor={editor} schema={props.schema} screen={props.screen} record={props.record} />}
        </EditorHead>
        <EditorNotices editor={editor} screen={props.screen} record={props.record} />
        {props.copied && <CopyNotices editor={editor} copied={props.copied} />}
        <RecordAlerts environment={environment} saver={saver} />
        <Sections />
        {props.record && props.screen.editor?.commands && (
          <Suspense>
            <Commands editor={editor} screen={props.screen} record={props.record} />
          </Suspense>
        )}
        <chakra.div flex={1} />
        <Toolbar editor={editor} {...props} />
      </chakra.form>
      <Dialogs editor={editor} />
      <Suspense>
        {asking && isFinal && <FinalQuestion editor={editor} screen={props.screen} onClose={() => setAsking(false)} />}
        {asking && !isFinal && props.record && (
          <UpdateQuestion editor={editor} screen={props.screen} record={props.record} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </EnvironmentProvider>
  )
}

/** Summaries of changes and errors on the left, actions on the right. */
function Toolbar({ editor, schema, screen, record }: EditorProps & { editor: EditorModel }) {
  const { environment, saver, reading } = editor
  const { host, draft } = environment
  const { t } = host
  const phase = useSnapshot(saver.state).phase as Phase
  const { changed } = useSnapshot(draft.summary)
  const creating = record === null
  // A singleton's page stays open after an action.
  const { singleton: isOwnPage = false, command } = schema['x-entity']
  const creation = editor.askingReason === undefined ? 'create' : 'askCreate'
  const nothing = changed.length === 0
  const gone = phase.kind === 'gone' ? t('editor.gone') : undefined

  return (
    <BottomBar mt={6}>
      <BarSummary>
        {!reading && (
          <>
            {/* A command can be carried out with its initial values. */}
            {!(command && nothing) && <ChangesSummary />}
            <StylePrewarm />
            <ErrorsSummary />
          </>
        )}
        {record && <LastModified record={record} />}
      </BarSummary>
      <BarActions>
        {record && screen.editor?.deletes !== false && <DeleteButton editor={editor} screen={screen} record={record} />}
        {reading && !isOwnPage && <Button onClick={editor.leave}>{t('editor.close')}</Button>}
        {!reading && (
          <>
            {!isOwnPage && (
              <Button variant="ghost" onClick={editor.leave}>
                {t('editor.cancel')}
              </Button>
            )}
            <Button reason={nothing ? t('editor.nothing.reset') : undefined} onClick={editor.reset}>
              {t('editor.reset')}
            </Button>
            <Button
              type="submit"
              variant={command?.needs === 'delete' ? 'danger' : 'primary'}
              loading={phase.kind === 'saving'}
              reason={gone ?? (nothing && !creating ? t('editor.nothing.save') : undefined)}
            >
              {verb(screen, creating ? creation : 'update', t)}
            </Button>
          </>
        )}
      </BarActions>
    </BottomBar>
  )
}

/** Blocking dialogs: conflicts, and unsaved changes when leaving. */
function Dialogs({ editor }: { editor: EditorModel }) {
  const { environment, saver, blocker } = editor
  const { t, language } = environment.host
  return (
    <>
      <ConflictQuestion saver={saver} />
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          destructive
          title={t('editor.leave.title')}
          confirmLabel={t('editor.leave.confirm')}
          cancelLabel={t('editor.leave.stay')}
          onCancel={() => blocker.reset()}
          onConfirm={editor.leaveAnyway}
        >
          <span lang={language}>{t('navigation.confirm')}</span>
        </ConfirmDialog>
      )}
    </>
  )
}
