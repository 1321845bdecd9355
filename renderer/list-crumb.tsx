import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useHost } from './host.tsx'
import { LinkLook } from './parts/link-look.tsx'

/** The way back to an entity's list, for the head of its other pages. */
export function ListCrumb({ entity }: { entity: string }) {
  const { t, listPath } = useHost()
  return (
    <LinkLook asChild display="inline-flex" alignItems="center" gap={1}>
      <Link to={listPath(entity)}>
        <ChevronLeft size={14} aria-hidden />
        {t(`${entity}.many`)}
      </Link>
    </LinkLook>
  )
}
