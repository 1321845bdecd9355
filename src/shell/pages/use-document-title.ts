import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCurrentTenant } from '../tenants/use-current-tenant.ts'

/** Hook: names the window after the page and the tenant while the page is open. */
export function useDocumentTitle(title: string): void {
  const { t } = useTranslation()
  const name = useCurrentTenant().tenant?.name
  const product = t('shell.product')
  useEffect(() => {
    document.title = [title, name, product].filter(Boolean).join(' · ')
    return () => {
      document.title = product
    }
  }, [title, name, product])
}
