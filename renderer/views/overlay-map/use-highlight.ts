import { useMemo } from 'react'
import type { MapLayout } from './layout.ts'
import type { MapLink } from './overlay.ts'

/** The hovered or focused device or site, by oid. */
export type Target = { device: string } | { site: string }

/** Highlighted links and devices; undefined if nothing is highlighted. */
export interface Highlight {
  links: readonly MapLink[]
  devices: ReadonlySet<string>
}

interface Shown {
  layout: MapLayout
  linksOf: (oid: string) => readonly MapLink[]
  hidden: ReadonlySet<string>
  found: ReadonlySet<string> | undefined
}

/** Hook: the target with everything connected to it, or else the search matches. */
export function useHighlight(target: Target | undefined, { layout, linksOf, hidden, found }: Shown): Highlight | undefined {
  return useMemo(() => {
    if (!target) return found && { links: [], devices: found }
    const own =
      'device' in target
        ? [target.device]
        : (layout.sites.find(({ site }) => site.oid === target.site)?.devices.map(({ device }) => device.oid) ?? [])
    const links = [...new Set(own.flatMap((oid) => linksOf(oid)))].filter(({ transportNetwork }) => !hidden.has(transportNetwork))
    return { links, devices: new Set([...own, ...links.flatMap(({ from, to }) => [from, to])]) }
  }, [target, layout, linksOf, hidden, found])
}
