import type { Widget } from '../contract.ts'
import { SelectCell } from '../select/cell.tsx'

/** One of a few values, all of them visible. */
export const segmentedWidget: Widget<'segmented', string | number | null, object> = {
  name: 'segmented',
  fits: (property) => Array.isArray(property.enum) && property.enum.length <= 5,
  options: [],
  cell: SelectCell,
  control: async () => (await import('../choice.tsx')).SegmentedControl,
}
