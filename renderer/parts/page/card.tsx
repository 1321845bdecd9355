import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import type { ReactNode } from 'react'

/** A surface with a thin edge. It is painted on its own: what changes in one makes the browser look at no other. */
export const Surface = chakra('section', {
  base: {
    isolation: 'isolate',
    bg: 'bg.surface',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'border',
    borderRadius: 'lg',
    boxShadow: 'card',
  },
})

interface CardProps {
  title?: ReactNode
  /** Sits right of the title. */
  actions?: ReactNode
  /** Anchor for links into the page. */
  id?: string
  /** Content reaches the edges (tables). @default false */
  flush?: boolean
  children: ReactNode
}

/** A titled group on a page; a labelled region for assistive technology. */
export function Card({ title, actions, id, flush = false, children }: CardProps) {
  const titleId = useId()
  return (
    <Surface id={id} aria-labelledby={title ? titleId : undefined}>
      {(title || actions) && (
        <chakra.header
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap={4}
          rowGap={2}
          minH={10}
          px={4}
          pt={3}
          pb={flush ? 3 : 1}
        >
          <chakra.h2 id={titleId} flex="1 1 auto" textStyle="heading" tabIndex={-1} borderRadius="xs">
            {title}
          </chakra.h2>
          {actions}
        </chakra.header>
      )}
      <chakra.div p={flush ? 0 : 4} pt={title && !flush ? 2 : undefined}>
        {children}
      </chakra.div>
    </Surface>
  )
}
