import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { type PageProps, useHost } from '../../host.tsx'
import { Button } from '../../parts/controls/button.tsx'

/** Begins a new record with the values of this one, here or in another tenant, where people add such records. */
export function DuplicateButton({ schema, screen, record }: PageProps & { record: ServedRecord }) {
  const { t, RecordTool, ruleContext, user } = useHost()
  const [isOpen, setOpen] = useState(false)
  const { name, creation, singleton, command, writtenByCommands, readOnly } = schema['x-entity']
  if (!RecordTool || creation === false || singleton || command || writtenByCommands || readOnly || screen.list?.add === false) return null
  const mayBegin = user.hasManyTenants === true || ruleContext(name).can.create === true
  const close = () => setOpen(false)
  return (
    <>
      <Button
        type="button"
        icon={<CopyPlus aria-hidden />}
        data-folds="tools"
        reason={mayBegin ? undefined : t('service.because.create')}
        onClick={() => setOpen(true)}
      >
        {t('editor.duplicate')}
      </Button>
      {isOpen && <RecordTool schema={schema} screen={screen} tool="duplicate" rows={[record]} onClose={close} onDone={close} />}
    </>
  )
}
