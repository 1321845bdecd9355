import type { SectionName } from '../descriptor/section-names.ts'
import type { LoadSection } from './contract.ts'

/** The component of every name that a section may `use`; the compiler holds it against the names. */
export const sectionViews: Readonly<Record<SectionName, LoadSection>> = {}

/** How to fetch what draws a section. Throws on an unknown name. */
export function sectionView(name: string): LoadSection {
  const load = (sectionViews as Readonly<Record<string, LoadSection>>)[name]
  if (!load) throw new Error(`Nothing draws whole sections as "${name}"; there are: ${Object.keys(sectionViews).join(', ') || 'none'}`)
  return load
}
