import type { SectionName } from '../descriptor/section-names.ts'
import type { LoadSection } from './contract.ts'

/** The component of every name that a section may `use`; the compiler holds it against the names. */
const sectionViews: Readonly<Record<SectionName, LoadSection>> = {
  'device-diagram': () => import('./device-diagram/view.tsx').then((module) => ({ default: module.DeviceDiagram })),
  'related-records': () => import('./related-records/view.tsx').then((module) => ({ default: module.RelatedRecords })),
}

/** How to fetch what draws a section. Throws on an unknown name. */
export function sectionView(name: string): LoadSection {
  const load = (sectionViews as Readonly<Record<string, LoadSection>>)[name]
  if (!load) throw new Error(`Nothing draws whole sections as "${name}"; there are: ${Object.keys(sectionViews).join(', ')}`)
  return load
}
