import { chakra } from '@chakra-ui/react'
import { MapPin } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ViewUses } from '../../descriptor/view-names.ts'
import { Button } from '../../parts/controls/button.tsx'
import { Surface } from '../../parts/page/card.tsx'
import { EmptyState } from '../../parts/page/empty-state.tsx'
import type { ViewProps } from '../contract.ts'
import type { PlacedDevice } from './layout.ts'
import { Legend } from './legend.tsx'
import { markKind, type MarkKind } from './marks.tsx'
import { linksByDevice, networksOf, partOf, type MapDevice, type Overlay } from './overlay.ts'
import { Stage } from './stage.tsx'
import { Summary } from './summary.tsx'
import { useLayout } from './use-layout.ts'
import { useMapMemory, type MapMemory } from './use-map-memory.ts'

/** Map of an overlay: sites with their devices and connections. */
export function OverlayMap(props: ViewProps) {
  const { data, options, shown, optionLabel, language, t } = props
  const { middle } = options as ViewUses['overlay-map']
  // What the service answers for this view.
  const whole = data as unknown as Overlay
  const overlay = useMemo(() => partOf(whole, shown), [whole, shown])
  // Networks of the whole overlay, so that colours do not depend on the tab.
  const networks = useMemo(() => networksOf(whole), [whole])
  const memory = useMapMemory(props.place)
  const [hidden, toggle] = useHidden(memory)
  const { ref, layout } = useLayout(overlay, middle)
  const links = useMemo(() => linksByDevice(overlay.links), [overlay])
  const linksOf = useMemo(() => (oid: string) => links.get(oid) ?? [], [links])
  const kindOf = useCallback(
    ({ mode, type }: MapDevice) => (mode === null ? optionLabel('type', type) : optionLabel('mode', mode)),
    [optionLabel],
  )
  const { pathTo } = props
  const pathToPlaced = useCallback(({ device }: PlacedDevice) => pathTo(device), [pathTo])
  const devices = overlay.sites.flatMap((site) => site.devices)
  const kinds = new Map(devices.map((device): [MarkKind, string] => [markKind(device, middle), kindOf(device)]))

  if (devices.length === 0)
    return (
      <Surface flex={1} display="grid">
        <EmptyState
          icon={MapPin}
          title={t('list.map.empty.title')}
          actions={shown && <Button onClick={props.clear}>{t('list.noMatch.clear')}</Button>}
        >
          {t('list.map.empty.text')}
        </EmptyState>
      </Surface>
    )
  return (
    <Surface flex={1} minH="24rem" display="flex" flexDirection="column" overflow="hidden" aria-label={props.title}>
      <Legend
        networks={networks}
        hidden={hidden}
        onToggle={toggle}
        kinds={(['middle', 'around', 'other'] as const).flatMap((kind) =>
          kinds.has(kind) ? [[kind, kinds.get(kind) ?? ''] as const] : [],
        )}
        hasHollow={devices.some(({ provisioned }) => provisioned === false)}
        t={t}
      />
      <chakra.div ref={ref} touchAction="none" position="relative" flex={1} minH={0} overflow="hidden">
        {layout && (
          <>
            <Stage
              layout={layout}
              links={overlay.links}
              linksOf={linksOf}
              networks={networks}
              hidden={hidden}
              found={props.found}
              middle={middle}
              kindOf={kindOf}
              pathTo={pathToPlaced}
              go={props.go}
              memory={memory}
              language={language}
              t={t}
            />
            <Summary sites={layout.sites} middle={middle} linksOf={linksOf} language={language} t={t} />
          </>
        )}
      </chakra.div>
    </Surface>
  )
}

/** Hook: the hidden networks, and a toggle. */
function useHidden({ returned, keep }: MapMemory): [hidden: ReadonlySet<string>, toggle: (network: string) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(returned?.hidden))
  const toggle = (network: string) => {
    const next = new Set(hidden.has(network) ? [...hidden].filter((one) => one !== network) : [...hidden, network])
    setHidden(next)
    keep({ hidden: [...next] })
  }
  return [hidden, toggle]
}
