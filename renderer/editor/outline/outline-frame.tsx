import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Skeleton } from '../../parts/skeleton.tsx'

/** From this width of the editor on the outline has a column of its own; below it is a menu. */
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

/** Cards one below the other. What one can go to keeps clear of the window's edge, and of the menu that stays there. */
const Stack = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& section, & [role=tablist], & legend': { scrollMarginTop: 14, [railFrom]: { scrollMarginTop: 5 } },
  },
})

/** The cards of an editor, with the outline beside them where there is one. */
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

/** The outline in grey while its record loads. */
export function OutlineSkeleton({ lines }: { lines: number }) {
  return (
    <chakra.div aria-hidden display="none" alignContent="start" gap={4} padding={2} css={{ [railFrom]: { display: 'grid' } }}>
      {Array.from({ length: lines }, (_line, index) => (
        <Skeleton key={index} width={index % 2 ? '55%' : '70%'} />
      ))}
    </chakra.div>
  )
}
