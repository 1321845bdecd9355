import { History } from 'lucide-react'
import { useState } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { type PageProps, useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'
import type { Editor } from './use-editor.ts'

interface HistoryButtonProps extends PageProps {
  editor: Editor
  record: ServedRecord
}

/** Opens the history of the record, where its journal can be read. */
export function HistoryButton({ editor, schema, screen, record }: HistoryButtonProps) {
  const { t, RecordHistory, ruleContext } = useHost()
  const [isOpen, setOpen] = useState(false)
  const { name, command, writtenByCommands } = schema['x-entity']
  if (!RecordHistory || !screen.journal || command || writtenByCommands) return null
  const reason = ruleContext(name).can.update === true ? undefined : t('service.because.update')
  return (
    <>
      <Button type="button" icon={<History aria-hidden />} reason={reason} onClick={() => setOpen(true)}>
        {t('editor.history')}
      </Button>
      {isOpen && (
        <RecordHistory
          schema={schema}
          screen={screen}
          record={record}
          onTakenBack={() => void editor.takeOver()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
