import { chakra } from '@chakra-ui/react'
import type { Translate } from '../../widgets/contract.ts'
import type { PlacedSite } from './layout.ts'
import { peersByNetwork, type MapLink } from './overlay.ts'

interface SummaryProps {
  sites: readonly PlacedSite[]
  middle: string
  linksOf: (oid: string) => readonly MapLink[]
  language: string
  t: Translate
}

/** Text alternative of the middle for screen readers. */
export function Summary({ sites, middle, linksOf, language, t }: SummaryProps) {
  const number = new Intl.NumberFormat(language)
  const list = new Intl.ListFormat(language, { style: 'short', type: 'unit' })
  const hubs = sites.flatMap(({ devices }) => devices.filter(({ device }) => device.mode === middle))
  if (hubs.length === 0) return null
  return (
    <chakra.ul srOnly aria-label={t('list.map.summary')}>
      {hubs.map(({ device }) => {
        const peers = peersByNetwork(device.oid, linksOf(device.oid)).map(([network, count]) =>
          t('list.map.peersBy', { count, number: number.format(count), network }),
        )
        return (
          <li key={device.oid}>
            {t('list.map.line', { name: device.name, peers: peers.length > 0 ? list.format(peers) : t('list.map.alone') })}
          </li>
        )
      })}
    </chakra.ul>
  )
}
