/** What a person changed about the columns of a list; kept in local storage as `<plural>Columns`. */
export interface ColumnChoice {
  /** Fields in the person's order; columns that it does not name keep their place of the screen, after these. */
  order: string[]
  /** Field to shown or not, where it differs from the screen. */
  shown: Record<string, boolean>
  /** Field to pixels. */
  widths: Record<string, number>
  /** Field to the side that it is pinned to, where it differs from the screen. */
  pinned: Record<string, PinnedSide>
}

/** Where a column stays while the others scroll. */
export type PinnedSide = 'left' | 'right' | 'none'

/** Pixels by field that the grid measured: the width at which nothing in the column, its head included, is cut. */
export type FittedWidths = Readonly<Record<string, number>>
