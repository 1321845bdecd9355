import type { ReactNode } from 'react'
import { useHost } from './host.tsx'
import { NoRight } from './parts/page/empty-state.tsx'

interface MissingRightProps {
  title: string
  /** Which right is missing. */
  children: ReactNode
  actions?: ReactNode
}

/** A page that the person may not use: which right is missing, and who can help. In 'all' a tenant has to be chosen instead. */
export function MissingRight({ title, children, actions }: MissingRightProps) {
  const { t, tenant } = useHost()
  return (
    <NoRight title={title} actions={actions}>
      {tenant.oid === 'all' ? (
        t('service.because.all')
      ) : (
        <>
          {children} {t('list.right.giver', { tenant: tenant.name })}
        </>
      )}
    </NoRight>
  )
}
