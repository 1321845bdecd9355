import { chakra } from '@chakra-ui/react'
import type { Translate } from '../../widgets/contract.ts'
import { LineSample, MarkSample, type MarkKind } from './marks.tsx'

interface LegendProps {
  networks: readonly string[]
  hidden: ReadonlySet<string>
  onToggle: (network: string) => void
  /** Meaning of the marks that occur on the map. */
  kinds: readonly (readonly [MarkKind, string])[]
  hasHollow: boolean
  t: Translate
}

const Network = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 2,
    height: 'controlSmall',
    paddingInline: 2,
    borderRadius: 'md',
    fontSize: 'sm',
    transition: 'background-color {durations.fast}',
    _hover: { bg: 'bg.muted' },
    '&[aria-pressed=false]': { color: 'fg.subtle', textDecoration: 'line-through', '& svg': { opacity: 0.3 } },
  },
})

/** Legend of networks, which can be hidden, and of marks. */
export function Legend({ networks, hidden, onToggle, kinds, hasHollow, t }: LegendProps) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap={6}
      rowGap={1}
      minH={11}
      px={3}
      py={1.5}
      borderBottomWidth="1px"
      borderColor="border"
    >
      <chakra.div role="group" aria-label={t('list.map.networks')} display="flex" flexWrap="wrap" gap={1} ms={-2}>
        {networks.map((network, index) => (
          <Network key={network} type="button" aria-pressed={!hidden.has(network)} onClick={() => onToggle(network)}>
            <LineSample index={index} />
            {network}
          </Network>
        ))}
      </chakra.div>
      <chakra.ul
        aria-label={t('list.map.marks')}
        display="flex"
        flexWrap="wrap"
        columnGap={4}
        ms="auto"
        listStyleType="none"
        fontSize="sm"
        color="fg.muted"
      >
        {kinds.map(([kind, label]) => (
          <chakra.li key={kind} display="inline-flex" alignItems="center" gap={1.5}>
            <MarkSample kind={kind} />
            {label}
          </chakra.li>
        ))}
        {hasHollow && (
          <chakra.li display="inline-flex" alignItems="center" gap={1.5}>
            <MarkSample kind="around" isHollow />
            {t('list.map.notProvisioned')}
          </chakra.li>
        )}
      </chakra.ul>
    </chakra.div>
  )
}
