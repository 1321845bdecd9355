import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../renderer/parts/overlays/dialog.tsx'
import { SearchInput } from '../../../renderer/parts/controls/controls.tsx'
import { OptionList, optionId, useActiveOption } from '../palette/option-list.tsx'
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
  const listId = useId()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const { found, isLoading, hasFailed } = useTenantSearch(text)
  const choose = async (tenant: { oid: string; name: string }) => {
    setChosen(tenant.oid)
    setRefusal(await onChoose(tenant))
    setChosen(undefined)
  }
  const options = (found?.tenants ?? []).map((tenant) => ({
    id: tenant.oid,
    onChoose: () => void choose(tenant),
    content: <TenantLine tenant={tenant} />,
  }))
  const groups = [{ id: 'tenants', heading: t('shell.palette.tenants'), options }]
  const { active, setActive, onKeyDown } = useActiveOption(groups)
  const note = hasFailed ? 'header.tenant.failed' : found?.tenants.length === 0 && !isLoading && 'header.tenant.noResult'
  return (
    <Dialog title={title} size="md" position="top" closeLabel={t('list.cancel')} onClose={onClose}>
      <chakra.div display="grid" gap={2}>
        <p>{t('editor.duplicate.where')}</p>
        <SearchInput
          data-autofocus=""
          label={t('header.tenant.search')}
          clearLabel={t('header.tenant.clear')}
          value={text}
          onChange={(next) => {
            setText(next)
            setRefusal(undefined)
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active && optionId(listId, active)}
          aria-busy={isLoading || chosen !== undefined}
        />
        <chakra.p role="alert" color="danger.fg" _empty={{ display: 'none' }}>
          {refusal}
        </chakra.p>
        <chakra.div minH="16rem" maxH="50vh" overflow="auto" opacity={(isLoading && found) || chosen !== undefined ? 0.6 : 1}>
          <OptionList id={listId} label={t('header.tenant.choose')} groups={groups} active={active} onPoint={setActive} />
          {note && (
            <chakra.p role="status" px={2} py={2} textStyle="hint">
              {t(note)}
            </chakra.p>
          )}
        </chakra.div>
      </chakra.div>
    </Dialog>
  )
}
