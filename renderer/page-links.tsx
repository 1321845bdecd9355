import { BookOpen, ChevronLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pageNameKey } from './descriptor/record-pages.ts'
import { useHost } from './host.tsx'
import { LinkLook } from './parts/text/link-look.tsx'

/** Back link to the page that lists an entity's records, for the header of its other pages and of lists below it. */
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

/** Leads from the head of a page to its reference page, in a window of its own. */
export function DocumentationLink({ href, children }: { href: string; children: string }) {
  return (
    <LinkLook href={href} target="_blank" rel="noreferrer" whiteSpace="nowrap" textDecoration="underline" textUnderlineOffset="2px">
      <BookOpen size={13} aria-hidden style={{ display: 'inline', verticalAlign: '-2px', marginInlineEnd: '0.25rem' }} />
      {children}
    </LinkLook>
  )
}
