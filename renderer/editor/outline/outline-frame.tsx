import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Skeleton } from '../../parts/page/skeleton.tsx'

/** Above this editor width the outline is a column; below it is a menu. */
export const railFrom = '@container editor (min-width: 56rem)'

const Measured = chakra('div', { base: { containerType: 'inline-size', containerName: 'editor' } })

const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: 4,
    gridTemplateColumns: 'minmax(0, 1fr)',
    [railFrom]: { gap: 6, gridTemplateColumns: '12rem minmax(0, 1fr)' },
  },
})

/** A stack of cards. Scroll margins keep targets clear of the window's edge and of the sticky menu. */
const Stack = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& section, & [role=tablist], & legend': { scrollMarginTop: 14, [railFrom]: { scrollMarginTop: 5 } },
  },
})

/** The cards of an editor, beside the outline if there is one. */
export function OutlineFrame({ outline, children }: { outline: ReactNode; children: ReactNode }) {
  if (!outline) return <Stack>{children}</Stack>
  return (
    <Measured>
      <Columns>
        {outline}
        <Stack>{children}</Stack>
      </Columns>
    </Measured>
  )
}

/** Skeleton of the outline while the record loads. */
export function OutlineSkeleton({ lines }: { lines: number }) {
  return (
    <chakra.div aria-hidden display="none" alignContent="start" gap={4} padding={2} css={{ [railFrom]: { display: 'grid' } }}>
      {Array.from({ length: lines }, (_line, index) => (
        <Skeleton key={index} width={index % 2 ? '55%' : '70%'} />
      ))}
    </chakra.div>
  )
}
