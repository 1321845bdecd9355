import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'

/** What a cell of plain elements is: made once, filled anew for each row that comes into its place. */
export interface DomCell<Row> {
  gui: HTMLElement
  /** Undefined while the row is on its way. */
  show: (row: Row | undefined) => void
}

/** A cell renderer without React. */
export function domCell<Row>(make: () => DomCell<Row>): new () => ICellRendererComp<Row> {
  return class implements ICellRendererComp<Row> {
    private readonly cell = make()

    init({ data }: ICellRendererParams<Row>): void {
      this.cell.show(data)
    }

    getGui(): HTMLElement {
      return this.cell.gui
    }

    refresh({ data }: ICellRendererParams<Row>): boolean {
      this.cell.show(data)
      return true
    }
  }
}
