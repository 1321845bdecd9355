import { BookOpen } from 'lucide-react'
import { LinkLook } from './parts/link-look.tsx'

/** Leads from the head of a page to its reference page, in a window of its own. */
export function DocumentationLink({ href, children }: { href: string; children: string }) {
  return (
    <LinkLook href={href} target="_blank" rel="noreferrer" whiteSpace="nowrap" textDecoration="underline" textUnderlineOffset="2px">
      <BookOpen size={13} aria-hidden style={{ display: 'inline', verticalAlign: '-2px', marginInlineEnd: '0.25rem' }} />
      {children}
    </LinkLook>
  )
}
