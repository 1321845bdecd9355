import type { Widget } from '../contract.ts'
import { ReferenceCell } from './cell.tsx'

interface Options {
  hint?: string
  /** An empty one takes the first candidate. */
  first?: boolean
  /** Candidates are requested at once, so that a failure is visible. */
  eager?: boolean
  /** Properties of what is chosen that stand below it. */
  shows?: string[]
}

/** A record of another entity, searched on the service. */
export const referenceWidget: Widget<'reference', string, Options> = {
  name: 'reference',
  fits: (property) => property['x-ref'] !== undefined,
  options: ['hint', 'first', 'eager', 'shows'],
  cell: ReferenceCell,
  control: async () => (await import('./control.tsx')).ReferenceControl,
}
