import type { Density } from './use-columns.ts'

/** Height of a row and of the head, in pixels, for grid and skeleton alike. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 36, compact: 28 }
