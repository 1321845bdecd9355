/** Pixels by field that the grid measured: the width at which nothing in the column, its head included, is cut. */
export type FittedWidths = Readonly<Record<string, number>>
