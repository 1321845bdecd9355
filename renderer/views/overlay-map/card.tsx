import { chakra } from '@chakra-ui/react'
import { ArrowRight, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { ButtonLook, IconButton } from '../../parts/controls/button.tsx'
import { LinkLook } from '../../parts/text/link-look.tsx'
import { StatusDot } from '../../parts/text/status-dot.tsx'
import type { Translate } from '../../widgets/contract.ts'
import type { PlacedDevice, PlacedSite } from './layout.ts'
import { LineSample, markKind, MarkSample } from './marks.tsx'
import { peersByNetwork, type MapLink } from './overlay.ts'

/** Subject of the card. */
export type CardSubject = { device: PlacedDevice } | { site: PlacedSite }

interface CardProps {
  subject: CardSubject
  /** Stays until closed; otherwise it follows the pointer. */
  isPinned: boolean
  /** Uses the other corner, because the subject lies in the default one. */
  isAside: boolean
  linksOf: (oid: string) => readonly MapLink[]
  networks: readonly string[]
  middle: string
  kindOf: (device: PlacedDevice['device']) => string
  pathTo: (device: PlacedDevice) => string | undefined
  go: (path: string) => void
  onClose: () => void
  language: string
  t: Translate
}

/** Clicks that do not open a new tab or window. */
const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** Beside the zoom buttons. */
const aside = { insetInlineStart: 'auto', insetInlineEnd: 14 }

const Box = chakra('div', {
  base: {
    position: 'absolute',
    insetInlineStart: 3,
    bottom: 3,
    width: '18rem',
    maxWidth: 'calc(100% - 5rem)',
    maxHeight: 'calc(100% - 1.5rem)',
    overflowY: 'auto',
    padding: 3,
    display: 'grid',
    gap: 2,
    bg: 'bg.raised',
    borderRadius: 'lg',
    boxShadow: 'raised',
    fontSize: 'sm',
  },
})

/** Card with name, site, state and connections of the current device or site. */
export function MapCard(props: CardProps) {
  const { subject, isPinned, isAside, onClose, t } = props
  const title = 'device' in subject ? subject.device.device.name : subject.site.site.name
  return (
    // Not interactive while it only follows the pointer.
    <Box
      data-still
      {...(isAside && aside)}
      role={isPinned ? 'region' : undefined}
      aria-label={isPinned ? title : undefined}
      pointerEvents={isPinned ? undefined : 'none'}
    >
      <chakra.div display="flex" alignItems="center" gap={2} minH="controlSmall">
        {'device' in subject && <DeviceMark at={subject.device} middle={props.middle} />}
        <chakra.span flex={1} minW={0} fontWeight="semibold" overflowWrap="anywhere">
          {title}
        </chakra.span>
        {isPinned && <IconButton small label={t('list.map.close')} icon={<X aria-hidden />} onClick={onClose} />}
      </chakra.div>
      {'device' in subject ? <DeviceFacts {...props} at={subject.device} /> : <SiteFacts {...props} site={subject.site} />}
    </Box>
  )
}

function DeviceMark({ at, middle }: { at: PlacedDevice; middle: string }) {
  return <MarkSample kind={markKind(at.device, middle)} isHollow={at.device.provisioned === false} />
}

function DeviceFacts({ at, isPinned, linksOf, networks, kindOf, pathTo, go, language, t }: CardProps & { at: PlacedDevice }) {
  const { device, site } = at
  const number = new Intl.NumberFormat(language)
  const path = pathTo(at)
  const peers = new Map(peersByNetwork(device.oid, linksOf(device.oid)))
  const own = [...new Set([...device.networks, ...peers.keys()])].toSorted()
  return (
    <>
      <chakra.div color="fg.muted">
        {kindOf(device)} · {site.name}
      </chakra.div>
      {device.serialNumber !== null && (
        <chakra.div textStyle="mono" color="fg.muted">
          {device.serialNumber}
        </chakra.div>
      )}
      {device.provisioned !== null && (
        <StatusDot kind={device.provisioned ? 'success' : 'warning'}>
          {t(device.provisioned ? 'list.map.provisioned' : 'list.map.notProvisioned')}
        </StatusDot>
      )}
      {own.length > 0 && (
        <chakra.ul listStyleType="none" display="grid" gap={1} pt={2} borderTopWidth="1px" borderColor="border">
          {own.map((network) => (
            <chakra.li key={network} display="flex" alignItems="center" gap={2}>
              {networks.includes(network) ? <LineSample index={networks.indexOf(network)} /> : <chakra.span width="26px" />}
              <chakra.span flex={1} minW={0} truncate>
                {network}
              </chakra.span>
              <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
                {peers.has(network) && t('list.map.peers', { count: peers.get(network), number: number.format(peers.get(network) ?? 0) })}
              </chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {isPinned && path !== undefined && (
        <ButtonLook
          as="a"
          {...{ href: path }}
          variant="secondary"
          justifySelf="start"
          mt={1}
          onClick={(event) => {
            if (!isPlain(event)) return
            event.preventDefault()
            go(path)
          }}
        >
          {t('list.map.open')}
          <ArrowRight aria-hidden />
        </ButtonLook>
      )}
    </>
  )
}

function SiteFacts({ site, middle, kindOf, pathTo, go }: CardProps & { site: PlacedSite }) {
  return (
    <chakra.ul listStyleType="none" display="grid" gap={1}>
      {site.devices.map((at) => {
        const path = pathTo(at)
        return (
          <chakra.li key={at.device.oid} display="flex" alignItems="center" gap={2}>
            <DeviceMark at={at} middle={middle} />
            {path === undefined ? (
              <chakra.span truncate>{at.device.name}</chakra.span>
            ) : (
              <LinkLook
                href={path}
                truncate
                onClick={(event) => {
                  if (!isPlain(event)) return
                  event.preventDefault()
                  go(path)
                }}
              >
                {at.device.name}
              </LinkLook>
            )}
            <chakra.span ms="auto" color="fg.muted" whiteSpace="nowrap">
              {kindOf(at.device)}
            </chakra.span>
          </chakra.li>
        )
      })}
    </chakra.ul>
  )
}
