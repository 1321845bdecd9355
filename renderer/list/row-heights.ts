import type { Density } from './columns/use-columns.ts'

/** Height of a row and of the head, in pixels, for grid and skeleton alike. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 36, compact: 28 }

/** Height of the title of a lane, in pixels, where a list has several side by side. */
export const laneTitleHeight = 44
