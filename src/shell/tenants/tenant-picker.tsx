import { chakra } from '@chakra-ui/react'
import { Star } from 'lucide-react'
import { useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { Popover } from '../../../renderer/parts/overlays/popover.tsx'
import type { TenantHit } from '../../../schemas/tenancy.ts'
import { addressInTenant } from '../../screen-addresses.ts'
import { contextState } from '../../session/context-state.ts'
import { allTenants } from '../../session/permissions.ts'
import type { OptionGroup } from '../palette/option-list.tsx'
import { TenantOptions } from './tenant-options.tsx'
import { TenantTypeMark } from './tenant-type-mark.tsx'
import { useTenantSearch } from './tenant-search.ts'

interface TenantPickerProps {
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Chooses the tenant to work in: all of them, or one found by its name. */
export function TenantPicker({ anchor, onClose }: TenantPickerProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const search = useTenantSearch(text)
  const groups = useTenantGroups(search.found?.tenants ?? [], text, onClose)
  return (
    <Popover anchor={anchor} label={t('header.tenant.choose')} width="24rem" onClose={onClose}>
      <TenantOptions text={text} onText={setText} search={search} groups={groups} />
    </Popover>
  )
}

function useTenantGroups(tenants: readonly TenantHit[], text: string, onClose: () => void): OptionGroup[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { user, all } = useSnapshot(contextState)
  const choose = (tenantOid: string) => () => {
    onClose()
    void navigate(addressInTenant(pathname, tenantOid))
  }
  const everyTenant: OptionGroup = {
    id: 'favourites',
    options: [{ id: allTenants, onChoose: choose(allTenants), content: <AllTenants /> }],
  }
  const found: OptionGroup = {
    id: 'found',
    heading: t('shell.palette.tenants'),
    options: tenants.map((tenant) => ({ id: tenant.oid, onChoose: choose(tenant.oid), content: <TenantLine tenant={tenant} /> })),
  }
  return all && user?.hasManyTenants && text === '' ? [everyTenant, found] : [found]
}

function AllTenants() {
  const { t } = useTranslation()
  return (
    <>
      <TenantTypeMark type="all" />
      <chakra.span flex={1} minW={0}>
        {t('header.tenant.all')}
        <chakra.span display="block" textStyle="hint">
          {t('header.tenant.all.hint')}
        </chakra.span>
      </chakra.span>
      <Star aria-label={t('header.tenant.favourite')} />
    </>
  )
}

/** A tenant with the way to it from the top. */
export function TenantLine({ tenant }: { tenant: TenantHit }) {
  // The platform stands above everybody; naming it on every line would push the nearer ones out.
  const path = (tenant.ancestors.length > 1 ? tenant.ancestors.slice(1) : tenant.ancestors).map(({ name }) => name).join(' ▸ ')
  return (
    <>
      <TenantTypeMark type={tenant.type} />
      <chakra.span flex={1} minW={0}>
        <chakra.span display="block" truncate>
          {tenant.name}
        </chakra.span>
        {path && (
          <chakra.span display="block" textStyle="hint" truncate>
            {path}
          </chakra.span>
        )}
      </chakra.span>
    </>
  )
}
