import { chakra } from '@chakra-ui/react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../renderer/parts/page-header.tsx'
import { useCurrentTenant } from '../tenants/use-current-tenant.ts'

/** The page around an embedded view: its title, and all the room that the window has. */
export function ViewFrame({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  const { tenant } = useCurrentTenant()
  const name = tenant?.name
  useEffect(() => {
    document.title = [title, name, t('shell.product')].filter(Boolean).join(' · ')
    return () => {
      document.title = t('shell.product')
    }
  }, [title, name, t])
  return (
    <chakra.div display="grid" gridTemplateRows="auto minmax(0, 1fr)" gridTemplateColumns="minmax(0, 1fr)" h="full">
      <PageHeader title={title} actions={actions} />
      {children}
    </chakra.div>
  )
}
