import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import { NativeSelect, TextInput } from '../parts/controls/controls.tsx'
import { Field } from '../parts/controls/field.tsx'
import { Dialog } from '../parts/overlays/dialog.tsx'
import type { BulkController } from './bulk-controller.ts'
import type { BulkState } from './bulk-state.ts'
import type { SheetModel } from './sheet/sheet-model.ts'

interface ReplaceDialogProps {
  controller: BulkController
  model: SheetModel
  onClose: () => void
}

/** Finds and replaces text in one column, or gives all of its cells one value: of the ticked rows, else of those shown. */
export function ReplaceDialog({ controller, model, onClose }: ReplaceDialogProps) {
  const { t, language } = useHost()
  const { summary, shown } = useSnapshot(controller.state) as BulkState
  const columns = model.map.columns.filter(({ id, readOnly }) => model.shown.includes(id) && !readOnly)
  const [column, setColumn] = useState(columns[0]?.id ?? '')
  const [find, setFind] = useState('')
  const [text, setText] = useState('')
  const id = useId()
  const rows = summary?.pickedShown ? t('bulk.replace.ticked', { count: summary.pickedShown }) : t('bulk.replace.shown', { count: shown })
  const replace = async () => {
    await controller.replace({ column, find, text })
    onClose()
  }
  return (
    <Dialog
      title={t('bulk.replace')}
      closeLabel={t('bulk.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('bulk.cancel')}</Button>
          <Button type="submit" form={id} variant="primary">
            {t('bulk.replace.confirm')}
          </Button>
        </>
      }
    >
      <chakra.form
        id={id}
        display="grid"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault()
          void replace()
        }}
      >
        <p>{rows}</p>
        <Field id={`${id}c`} label={t('bulk.confirm.column')}>
          <NativeSelect id={`${id}c`} value={column} onChange={({ target }) => setColumn(target.value)}>
            {columns.map((one) => (
              <option key={one.id} value={one.id}>
                {one.headers[language] ?? one.id}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field id={`${id}f`} label={t('bulk.replace.find')} help={t('bulk.replace.find.help')}>
          <TextInput id={`${id}f`} data-autofocus="" value={find} onChange={({ target }) => setFind(target.value)} />
        </Field>
        <Field id={`${id}t`} label={t('bulk.replace.text')}>
          <TextInput id={`${id}t`} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </chakra.form>
    </Dialog>
  )
}
