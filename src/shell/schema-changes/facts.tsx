import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const List = chakra('dl', {
  base: { display: 'grid', gridTemplateColumns: { base: '1fr', md: 'repeat(2, 1fr)', xl: 'repeat(3, 1fr)' }, gap: 4, fontSize: 'sm' },
})

/** A name and its value. */
export type Fact = readonly [name: string, value: ReactNode]

/** Names and values, side by side where there is room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(([name, value]) => (
        <div key={name}>
          <chakra.dt color="fg.muted">{name}</chakra.dt>
          <chakra.dd mt={0.5} overflowWrap="anywhere" css={{ '& > span': { whiteSpace: 'normal' } }}>
            {value}
          </chakra.dd>
        </div>
      ))}
    </List>
  )
}
