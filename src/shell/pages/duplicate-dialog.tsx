import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import { TenantOptions } from '../tenants/tenant-options.tsx'
import { TenantLine } from '../tenants/tenant-picker.tsx'
import { useTenantSearch } from '../tenants/tenant-search.ts'

interface DuplicateDialogProps {
  title: string
  /** Begins the copy there; a sentence where that cannot be. */
  onChoose: (tenant: { oid: string; name: string }) => Promise<string | undefined>
  onClose: () => void
}

/** Asks for the tenant of a copy. */
export function DuplicateDialog({ title, onChoose, onClose }: DuplicateDialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const search = useTenantSearch(text)
  const choose = async (tenant: { oid: string; name: string }) => {
    if (isBusy) return
    setBusy(true)
    setRefusal(await onChoose(tenant))
    setBusy(false)
  }
  const options = (search.found?.tenants ?? []).map((tenant) => ({
    id: tenant.oid,
    onChoose: () => void choose(tenant),
    content: <TenantLine tenant={tenant} />,
  }))
  return (
    <Dialog title={title} size="md" position="top" closeLabel={t('list.cancel')} onClose={onClose}>
      <chakra.div display="grid" gap={2}>
        <p>{t('editor.duplicate.where')}</p>
        <chakra.p role="alert" color="danger.fg" _empty={{ display: 'none' }}>
          {refusal}
        </chakra.p>
        <chakra.div h="min(24rem, 50vh)" overflow="auto" borderWidth="1px" borderColor="border" borderRadius="md">
          <TenantOptions
            text={text}
            onText={(next) => {
              setText(next)
              setRefusal(undefined)
            }}
            search={search}
            groups={[{ id: 'tenants', heading: t('shell.palette.tenants'), options }]}
            isBusy={isBusy}
          />
        </chakra.div>
      </chakra.div>
    </Dialog>
  )
}
