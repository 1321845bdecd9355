import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { ToggleCell } from '../toggle/cell.tsx'

interface Options {
  /** What no value of its own means, as a reference beside it and a property of what that leads to: `site.isOpen`. */
  inherits?: string
}

/** A switch with a third position: the inherited value applies. */
export const inheritableWidget: Widget<'inheritable', boolean | null, Options> = {
  name: 'inheritable',
  fits: (property) => mainType(property) === 'boolean' && Array.isArray(property.type) && property.type.includes('null'),
  options: ['inherits'],
  cell: ToggleCell,
  control: async () => (await import('../choice.tsx')).InheritableControl,
}
