import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  /** The page's only `h1`. */
  title: ReactNode
  /** Way back: a link and its words, above the title. */
  crumbs?: ReactNode
  /** Who and what the page is for; may end in a link to the documentation. */
  about?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
}

/** Head of every page: where one is, what it is for, what one can do. */
export function PageHeader({ title, crumbs, about, actions }: PageHeaderProps) {
  return (
    <chakra.header display="flex" alignItems="flex-start" justifyContent="space-between" flexWrap="wrap" gap={3} mb={4}>
      <chakra.div minW={0} flex="1 1 20rem">
        {crumbs && (
          <chakra.div display="flex" alignItems="center" gap={1} mb={1} fontSize="sm" color="fg.muted">
            {crumbs}
          </chakra.div>
        )}
        <chakra.h1 textStyle="title" tabIndex={-1} outline="none" overflowWrap="anywhere">
          {title}
        </chakra.h1>
        {about && (
          <chakra.p mt={1} fontSize="sm" color="fg.muted" maxW="prose">
            {about}
          </chakra.p>
        )}
      </chakra.div>
      {actions && (
        <chakra.div data-controls="" display="flex" alignItems="center" flexWrap="wrap" gap={2}>
          {actions}
        </chakra.div>
      )}
    </chakra.header>
  )
}
