import { chakra } from '@chakra-ui/react'
import { ChevronRight, ChevronsUpDown } from 'lucide-react'
import { Fragment, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLook } from '../../../renderer/parts/controls/button.tsx'
import { useCurrentTenant } from './use-current-tenant.ts'

const loadPicker = () => import('./tenant-picker.tsx').then((module) => ({ default: module.TenantPicker }))
const TenantPicker = lazy(loadPicker)

/** Where one is in the hierarchy; opens the tenant picker. */
export function TenantButton() {
  const { t } = useTranslation()
  const { tenant, scope } = useCurrentTenant()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const ancestors = (scope?.ancestors ?? []).slice(-2)
  const name = tenant?.name ?? t('header.tenant.choose')
  const way = [...ancestors.map((ancestor) => ancestor.name), name].join(' › ')
  return (
    <>
      <ButtonLook
        ref={anchor}
        type="button"
        variant="ghost"
        minW={0}
        flexShrink={1}
        gap={1}
        px={2}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('header.tenant.current', { name: way })}
        title={way}
        onClick={() => setOpen((was) => !was)}
        onPointerEnter={() => void loadPicker()}
      >
        {ancestors.map((ancestor) => (
          <Fragment key={ancestor.oid}>
            <chakra.span
              truncate
              minW={0}
              maxW={{ base: '9rem', xl: '14rem' }}
              fontWeight="normal"
              display={{ base: 'none', lg: 'inline' }}
            >
              {ancestor.name}
            </chakra.span>{' '}
            <chakra.span asChild color="fg.subtle" display={{ base: 'none', lg: 'inline' }}>
              <ChevronRight aria-hidden />
            </chakra.span>
          </Fragment>
        ))}
        <chakra.span truncate minW={0} maxW={{ base: '16rem', xl: '22rem' }} color="fg">
          {name}
        </chakra.span>
        <ChevronsUpDown aria-hidden />
      </ButtonLook>
      {isOpen && (
        <Suspense>
          <TenantPicker anchor={anchor} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
