import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import type { RowWindow } from '../sheet/view.ts'

/** A cell being edited by choosing. */
export interface ChoiceOfCell {
  column: CsvMapColumn
  /** The element to render the control in. */
  place: HTMLElement
  text: string
  /** The key that started editing; undefined for Enter or a click. */
  typed: string | undefined
  /** Sets the text that the cell keeps when it is left. */
  keep: (text: string) => void
  /** Ends editing; `toCell` returns the focus to the cell. */
  end: (toCell: boolean) => void
}

/** AG Grid cell editor for such cells: holds the text, and passes the page the element to render the control into. */
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
