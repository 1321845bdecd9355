import { chakra } from '@chakra-ui/react'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { subscribe } from 'valtio'
import { actionWrites } from '../../../schemas/rules/actions.ts'
import { textPathOf } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { Button } from '../../parts/controls/button.tsx'
import { ConfirmDialog } from '../../parts/overlays/confirm-dialog.tsx'
import { useEnvironment } from '../page/environment.tsx'
import { useStates } from '../layout/field-group.tsx'
import { propertyAt } from '../draft/pointer.ts'

/** Button that sets several values of an object, after a confirmation if the schema requires one. */
export function ActionButton({ pointer, name }: { pointer: string; name: string }) {
  const { schema, draft, host, reading } = useEnvironment()
  const { t } = host
  const written = useMemo(() => actionWrites(schema, pointer, name).map((write) => write.pointer), [schema, pointer, name])
  const [asking, setAsking] = useState(false)
  // Visible if at least one of its fields is visible and enabled; it writes the others, too.
  const isSeen = useStates(written, () => {
    const seen = written.map((at) => draft.stateAt(at)).filter(({ visible }) => visible)
    return !reading && seen.some(({ enabled }) => enabled)
  })
  const listen = useCallback((onChange: () => void) => subscribe(draft.pulse, onChange), [draft])
  const isAvailable = useSyncExternalStore(listen, () => draft.actionState(pointer, name).available)
  if (!isSeen) return null
  const segments = parsePointer(pointer)
  const action = propertyAt(schema, segments)['x-actions']?.[name]
  const key = (kind: string) => [schema.$id, kind, textPathOf(schema, [...segments, name])].join('.')
  const label = t(key('action'))
  const act = () => {
    setAsking(false)
    draft.act(pointer, name)
  }
  return (
    <chakra.div gridColumn="span 12">
      <Button
        size="sm"
        reason={isAvailable || !action ? undefined : t(action.because)}
        onClick={() => (action?.confirm ? setAsking(true) : act())}
      >
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={label}
          confirmLabel={label}
          cancelLabel={t('editor.cancel')}
          onCancel={() => setAsking(false)}
          onConfirm={act}
        >
          {t(key('confirm'))}
        </ConfirmDialog>
      )}
    </chakra.div>
  )
}
