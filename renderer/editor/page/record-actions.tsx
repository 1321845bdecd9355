import { lazy, Suspense, useEffect, useState } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { type PageProps, useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import { recordTitle } from '../layout/editor-texts.ts'
import type { Editor } from './use-editor.ts'

// Loaded on the first click.
const ActionDialog = lazy(() => import('../../record-actions/action-dialog.tsx').then((module) => ({ default: module.ActionDialog })))

interface RecordActionsProps extends PageProps {
  editor: Editor
  record: ServedRecord
}

/** The actions of the record that its list offers, too: those that the record is ready for. Unsaved changes stay. */
export function RecordActions({ editor, schema, screen, record }: RecordActionsProps) {
  const { t } = useHost()
  const { draft } = editor.environment
  const { saver } = editor
  const [asked, setAsked] = useState<string>()
  const [hasActed, setActed] = useState(false)
  // An action, or its undo, changed the stored record below the draft.
  useEffect(() => {
    if (hasActed && record.revision !== draft.revision) saver.takeOver(record)
  }, [hasActed, record, draft, saver])
  const { name } = schema['x-entity']
  const offered = Object.keys(screen.list?.rowActions ?? {}).filter((action) => record.can[action] === true)
  return (
    <>
      {offered.map((action) => (
        <Button key={action} type="button" onClick={() => setAsked(action)}>
          {t(`${name}.action.${action}`)}
        </Button>
      ))}
      {asked !== undefined && (
        <Suspense>
          <ActionDialog
            schema={schema}
            screen={screen}
            actionName={asked}
            rows={[record]}
            nameOf={(one) => recordTitle({ schema, screen, t }, one)}
            onClose={() => setAsked(undefined)}
            onDone={() => {
              setActed(true)
              setAsked(undefined)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
