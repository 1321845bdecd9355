import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { TagsCell } from './cell.tsx'

interface Options {
  placeholder?: string
  monospace?: boolean
}

/** A list of short texts. */
export const tagsWidget: Widget<'tags', readonly string[], Options> = {
  name: 'tags',
  fits: (property) => mainType(property) === 'array' && property.items?.type === 'string',
  options: ['placeholder', 'monospace'],
  cell: TagsCell,
  control: async () => (await import('./control.tsx')).TagsControl,
}
