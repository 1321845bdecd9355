import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pageNameKey } from './descriptor/page-name.ts'
import { useHost } from './host.tsx'
import { LinkLook } from './parts/link-look.tsx'

/** The way back to the page on which an entity's records stand: for the head of its other pages, and of lists below it. */
export function ListCrumb({ entity }: { entity: string }) {
  const { t, listPath, listOf, screenOf } = useHost()
  const list = listOf(entity)
  return (
    <LinkLook asChild display="inline-flex" alignItems="center" gap={1}>
      <Link to={listPath(list)}>
        <ChevronLeft size={14} aria-hidden />
        {t(pageNameKey(list, screenOf(list)))}
      </Link>
    </LinkLook>
  )
}
