import type { Widget } from '../contract.ts'
import { SecretCell } from './cell.tsx'

interface Options {
  /** A stored secret is confirmed below the box, in the words of this text key; true: in those of any secret. */
  confirmed?: boolean | string
}

/** Written and never read back; shows whether one is configured. */
export const secretWidget: Widget<'secret', string, Options> = {
  name: 'secret',
  fits: (property) => property['x-secret'] === true,
  options: ['confirmed'],
  cell: SecretCell,
  control: async () => (await import('./control.tsx')).SecretControl,
}
