import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import type { TenantHit } from '../../../schemas/tenancy.ts'
import { isOwnPath } from '../../http/abilities.ts'
import { useServices } from '../../services.ts'
import { TenantOptions } from '../tenants/tenant-options.tsx'
import { TenantLine } from '../tenants/tenant-picker.tsx'
import { useTenantSearch } from '../tenants/tenant-search.ts'

interface DuplicateDialogProps {
  title: string
  /** The resource of the copy, which decides where people may add it. */
  resource: string
  /** What the records are called, for example "Customers". */
  records: string
  /** Whether the person may add such a record there. */
  mayCreate: (tenantOid: string) => Promise<boolean>
  /** Begins the copy there; a sentence where that cannot be. */
  onChoose: (tenant: TenantHit) => Promise<string | undefined>
  onClose: () => void
}

/** Asks for the tenant of a copy: one of those where the service lets the person add such a record. */
export function DuplicateDialog({ title, resource, records, mayCreate, onChoose, onClose }: DuplicateDialogProps) {
  const { t } = useTranslation()
  const { config } = useServices()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // Other platforms search for tenants by name only: each that they find is asked about.
  const isOwn = isOwnPath(config.bases.user, config)
  const search = useTenantSearch(text, { wish: { creates: resource, mayCreate: isOwn ? undefined : mayCreate } })
  const choose = async (tenant: TenantHit) => {
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
            none={text.trim() === '' ? { key: 'editor.duplicate.none', params: { records } } : undefined}
            isBusy={isBusy}
          />
        </chakra.div>
      </chakra.div>
    </Dialog>
  )
}
