import { chakra } from '@chakra-ui/react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../../renderer/data/data-source.ts'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { TextInput } from '../../../renderer/parts/controls/controls.tsx'
import { Field } from '../../../renderer/parts/controls/field.tsx'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import { listViewLimits } from '../../../schemas/list-views.ts'

/** What is asked for: a view of one's own, one for the tenant, or another name. */
export type ViewQuestion = 'Save' | 'Share' | 'Rename'

interface ViewDialogProps {
  asks: ViewQuestion
  tenantName: string
  /** The name that it begins with. */
  name: string
  /** Rejects where the service refuses. */
  onSubmit: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a view. */
export function ViewDialog({ asks, tenantName, name: before, onSubmit, onClose }: ViewDialogProps) {
  const { t } = useTranslation()
  const [id, formId] = [useId(), useId()]
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('palette.views.nameNeeded'))
    setSending(true)
    try {
      await onSubmit(name.trim())
    } catch (failure) {
      setError(failure instanceof RequestError ? (failure.messages[0] ?? failure.message) : String(failure))
      setSending(false)
    }
    return undefined
  }
  return (
    <Dialog
      title={t(`palette.views.title${asks}`)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('palette.views.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={isSending}>
            {t(asks === 'Share' ? 'palette.views.confirmShare' : 'palette.views.save')}
          </Button>
        </>
      }
    >
      <chakra.form id={formId} noValidate onSubmit={(event) => void submit(event)} py={1}>
        <Field
          id={id}
          label={t('palette.views.name')}
          error={error}
          help={asks === 'Rename' ? undefined : t(`palette.views.${asks === 'Share' ? 'everybody' : 'alone'}`, { tenant: tenantName })}
        >
          <TextInput
            id={id}
            data-autofocus=""
            value={name}
            maxLength={listViewLimits.nameLetters}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? `${id}__help` : `${id}__error`}
            onChange={({ target }) => {
              setName(target.value)
              setError(undefined)
            }}
          />
        </Field>
      </chakra.form>
    </Dialog>
  )
}
