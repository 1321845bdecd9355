import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import type { RowWindow } from '../sheet/view.ts'

/** A cell for which something is being chosen. */
export interface ChoiceOfCell {
  column: CsvMapColumn
  /** Where the control is drawn. */
  place: HTMLElement
  text: string
  /** The letter with which a person began; undefined where they pressed Enter or clicked. */
  typed: string | undefined
  /** What the cell says if it is left now. */
  keep: (text: string) => void
  /** Leaves the cell; `toCell` puts the keyboard back on it. */
  end: (toCell: boolean) => void
}

/** The grid's side of a cell for which something is chosen: it keeps the text, and tells the page where to draw the control. */
export function choiceEditor(
  column: CsvMapColumn,
  show: (choice: ChoiceOfCell | undefined) => void,
): new () => ICellEditorComp<RowWindow, string> {
  return class implements ICellEditorComp<RowWindow, string> {
    private readonly place = document.createElement('div')
    private text = ''

    init({ value, eventKey, api, rowIndex, stopEditing }: ICellEditorParams<RowWindow, string>): void {
      this.text = value ?? ''
      this.place.className = 'sheet-choice'
      show({
        column,
        place: this.place,
        text: this.text,
        typed: eventKey?.length === 1 && eventKey !== ' ' ? eventKey : undefined,
        keep: (text) => {
          this.text = text
        },
        end: (toCell) => {
          stopEditing(true)
          if (toCell) api.setFocusedCell(rowIndex, column.id)
        },
      })
    }

    getGui(): HTMLElement {
      return this.place
    }

    getValue(): string {
      return this.text
    }

    destroy(): void {
      show(undefined)
    }
  }
}
