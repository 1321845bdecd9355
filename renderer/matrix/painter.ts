import type { Range, Spot } from './matrix-view.ts'

/** Cell size in CSS pixels. */
export const CELL_PX = 28
/** Width of row heads and height of column heads. */
export const ROW_HEAD_PX = 176
export const COLUMN_HEAD_PX = 128
/** Maximum number of cell elements. */
const MAX_CELLS = 840

/** Look of a cell; the same object as long as it does not change. */
export interface CellLook {
  letter: string
  /** Absent if the pair has no record. */
  tone?: string
  /** Accessible name. */
  label: string
  state?: 'pending' | 'failed'
  alarm?: 'minor' | 'major' | 'critical'
  faded?: boolean
}

/** What to draw, by visible row and column. */
export interface Drawn {
  rowCount: number
  columnCount: number
  /** Number of columns without filter, so that the frame keeps its width. */
  columnsInAll: number
  cell: (row: number, column: number) => CellLook
  rowHead: (row: number) => HeadLook
  columnHead: (column: number) => HeadLook
}

export interface HeadLook {
  text: string
  /** Link of the head. */
  href?: string | undefined
}

/** Marks in the grid. */
export interface Marks {
  focus: Spot
  range: Range
  /** Highlighted rows and columns: under the pointer, and of the focus while the grid has the keyboard. */
  lit: readonly Spot[]
}

interface Cell {
  element: HTMLElement
  column: number
  look: CellLook | undefined
}

interface Head {
  element: HTMLElement
  link: HTMLAnchorElement
  at: number
}

interface Row {
  element: HTMLElement
  at: number
  head: Head
  cells: Cell[]
}

interface Parts {
  /** Scroll container of both groups. */
  grid: HTMLElement
  heads: HTMLElement
  body: HTMLElement
  /** Element id of the focused cell. */
  idOf: (spot: Spot) => string
}

const made = (tag: string, role: string): HTMLElement => {
  const element = document.createElement(tag)
  element.setAttribute('role', role)
  return element
}

/**
 * Draws the visible part of a matrix with recycled elements: a row or column that leaves on one side reappears on the other. Without React,
 * because it runs in every frame while scrolling.
 */
export class Painter {
  private rows: Row[] = []
  private columnHeads: Head[] = []
  private drawn: Drawn | undefined
  private marks: Marks | undefined
  private first: Spot = { row: 0, column: 0 }
  /** The element referenced by `aria-activedescendant`. */
  private named: HTMLElement | undefined

  constructor(private readonly parts: Parts) {}

  /** Number of fully visible rows, at least one. */
  pageRows(): number {
    return Math.max(1, Math.floor((this.parts.grid.clientHeight - COLUMN_HEAD_PX) / CELL_PX) - 1)
  }

  /** Draws other content with the same elements. */
  show(drawn: Drawn, marks: Marks): void {
    this.drawn = drawn
    this.marks = marks
    const { grid, body, heads } = this.parts
    grid.setAttribute('aria-rowcount', String(drawn.rowCount + 1))
    grid.setAttribute('aria-colcount', String(drawn.columnCount + 1))
    body.style.height = `${drawn.rowCount * CELL_PX}px`
    for (const part of [body, heads]) part.style.width = `${ROW_HEAD_PX + drawn.columnCount * CELL_PX}px`
    this.fit()
  }

  /** Creates as many elements as fit into the window. */
  fit(): void {
    const { drawn } = this
    const { grid } = this.parts
    if (!drawn) return
    // Adds border and scroll bar.
    grid.style.maxWidth = `${ROW_HEAD_PX + drawn.columnsInAll * CELL_PX + grid.offsetWidth - grid.clientWidth}px`
    const columns = Math.min(drawn.columnCount, Math.ceil((grid.clientWidth - ROW_HEAD_PX) / CELL_PX) + 1)
    const room = Math.max(2, Math.floor(MAX_CELLS / Math.max(1, columns)))
    grid.style.maxHeight = `min(${COLUMN_HEAD_PX + (room - 1) * CELL_PX}px, var(--most-height))`
    const rows = Math.min(drawn.rowCount, room, Math.ceil((grid.clientHeight - COLUMN_HEAD_PX) / CELL_PX) + 1)
    this.resize(Math.max(0, rows), Math.max(0, columns))
    this.bind(true)
  }

  private resize(rows: number, columns: number): void {
    while (this.columnHeads.length > columns) this.columnHeads.pop()?.element.remove()
    while (this.columnHeads.length < columns) this.columnHeads.push(this.newHead('columnheader', this.headRow()))
    while (this.rows.length > rows) this.rows.pop()?.element.remove()
    while (this.rows.length < rows) this.rows.push(this.newRow())
    for (const row of this.rows) {
      while (row.cells.length > columns) row.cells.pop()?.element.remove()
      while (row.cells.length < columns) {
        const element = row.element.appendChild(made('div', 'gridcell'))
        row.cells.push({ element, column: -1, look: undefined })
      }
    }
  }

  private headRow(): HTMLElement {
    return (this.parts.heads.firstElementChild ?? this.parts.heads) as HTMLElement
  }

  private newHead(role: string, parent: HTMLElement): Head {
    const element = parent.appendChild(made('div', role))
    const link = element.appendChild(document.createElement('a'))
    link.tabIndex = -1
    return { element, link, at: -1 }
  }

  private newRow(): Row {
    const element = this.parts.body.appendChild(made('div', 'row'))
    const head = this.newHead('rowheader', element)
    head.element.setAttribute('aria-colindex', '1')
    return { element, at: -1, head, cells: [] }
  }

  /** Updates to the scroll position. */
  scrolled(): void {
    this.bind(false)
  }

  /** Updates the look of everything in the window. */
  repaint(marks: Marks): void {
    this.marks = marks
    this.bind(true)
  }

  private bind(isAll: boolean): void {
    const { drawn } = this
    if (!drawn) return
    const { scrollTop, scrollLeft } = this.parts.grid
    const row = firstOf(scrollTop, drawn.rowCount, this.rows.length)
    const column = firstOf(scrollLeft, drawn.columnCount, this.columnHeads.length)
    if (!isAll && row === this.first.row && column === this.first.column) return
    this.first = { row, column }
    for (let offset = 0; offset < this.columnHeads.length; offset++) this.bindColumnHead(column + offset, drawn, isAll)
    for (let offset = 0; offset < this.rows.length; offset++) this.bindRow(row + offset, drawn, isAll)
    this.nameFocus()
  }

  private bindColumnHead(column: number, drawn: Drawn, isAll: boolean): void {
    const head = this.columnHeads[column % this.columnHeads.length]
    if (!head || (head.at === column && !isAll)) return
    if (head.at !== column) {
      head.element.style.transform = `translateX(${ROW_HEAD_PX + column * CELL_PX}px)`
      head.element.setAttribute('aria-colindex', String(column + 2))
      head.at = column
    }
    setHead(head, drawn.columnHead(column))
    mark(head.element, 'band', this.isLit('column', column))
    mark(head.element, 'focus', this.isFocus(-1, column))
  }

  private bindRow(at: number, drawn: Drawn, isAll: boolean): void {
    const row = this.rows[at % this.rows.length]
    if (!row) return
    const isNew = row.at !== at
    if (isNew) {
      row.at = at
      row.element.style.transform = `translateY(${at * CELL_PX}px)`
      row.element.setAttribute('aria-rowindex', String(at + 2))
    }
    if (isNew || isAll) {
      setHead(row.head, drawn.rowHead(at))
      mark(row.element, 'band', this.isLit('row', at))
      mark(row.head.element, 'focus', this.isFocus(at, -1))
    }
    for (let offset = 0; offset < row.cells.length; offset++) {
      const column = this.first.column + offset
      const cell = row.cells[column % row.cells.length]
      if (cell && (isNew || isAll || cell.column !== column)) this.bindCell(cell, { row: at, column }, drawn)
    }
  }

  private bindCell(cell: Cell, { row, column }: Spot, drawn: Drawn): void {
    const { element } = cell
    if (cell.column !== column) {
      cell.column = column
      element.style.transform = `translateX(${ROW_HEAD_PX + column * CELL_PX}px)`
      element.setAttribute('aria-colindex', String(column + 2))
    }
    const look = drawn.cell(row, column)
    if (look !== cell.look) setLook(cell, look)
    const { marks } = this
    if (!marks) return
    const { top, bottom, left, right } = marks.range
    const isChosen = row >= top && row <= bottom && column >= left && column <= right
    mark(element, 'band', this.isLit('column', column))
    mark(element, 'focus', this.isFocus(row, column))
    mark(element, 'chosen', isChosen && (top !== bottom || left !== right))
    if (element.getAttribute('aria-selected') !== String(isChosen)) element.setAttribute('aria-selected', String(isChosen))
  }

  private isLit(line: keyof Spot, at: number): boolean {
    return this.marks?.lit.some((spot) => spot[line] === at) === true
  }

  private isFocus(row: number, column: number): boolean {
    return this.marks?.focus.row === row && this.marks.focus.column === column
  }

  /** Updates `aria-activedescendant` to the focused element, if it is rendered. */
  private nameFocus(): void {
    const { grid, idOf } = this.parts
    const focus = this.marks?.focus
    const element = focus && this.elementAt(focus)
    if (this.named !== element) this.named?.removeAttribute('id')
    this.named = element
    if (!element) return grid.removeAttribute('aria-activedescendant')
    const id = idOf(focus)
    if (element.id === id) return
    element.id = id
    grid.setAttribute('aria-activedescendant', id)
  }

  /** The element of a cell or head; undefined while outside the window. */
  elementAt({ row, column }: Spot): HTMLElement | undefined {
    if (row < 0) return this.columnHeads.find(({ at }) => at === column)?.element
    const line = this.rows.find(({ at }) => at === row)
    return column < 0 ? line?.head.element : line?.cells.find((cell) => cell.column === column)?.element
  }

  /** The cell or head of an element within the grid. */
  spotOf(target: EventTarget | null): Spot | undefined {
    const element = target instanceof Element ? target.closest('[aria-colindex]') : null
    const row = element?.closest('[aria-rowindex]')
    if (!element || !row || !this.parts.grid.contains(element)) return undefined
    const spot = { row: Number(row.getAttribute('aria-rowindex')) - 2, column: Number(element.getAttribute('aria-colindex')) - 2 }
    return spot.row < 0 && spot.column < 0 ? undefined : spot
  }

  /** Scrolls a cell or head into view. */
  reveal({ row, column }: Spot): void {
    const { grid } = this.parts
    const top = row < 0 ? grid.scrollTop : nearest(row, grid.scrollTop, grid.clientHeight - COLUMN_HEAD_PX)
    const left = column < 0 ? grid.scrollLeft : nearest(column, grid.scrollLeft, grid.clientWidth - ROW_HEAD_PX)
    if (top !== grid.scrollTop) grid.scrollTop = top
    if (left !== grid.scrollLeft) grid.scrollLeft = left
    this.bind(false)
  }
}

/** Index of the first rendered row or column. */
function firstOf(scrolled: number, count: number, shown: number): number {
  return Math.max(0, Math.min(Math.floor(scrolled / CELL_PX), count - shown))
}

/** The nearest scroll position at which a row or column is fully visible. */
function nearest(line: number, scrolled: number, room: number): number {
  return Math.max(Math.min(scrolled, line * CELL_PX), (line + 1) * CELL_PX - room)
}

function mark(element: HTMLElement, name: string, isOn: boolean): void {
  if (isOn === name in element.dataset) return
  if (isOn) element.dataset[name] = ''
  else delete element.dataset[name]
}

function setHead({ link, element }: Head, { text, href }: HeadLook): void {
  if (link.textContent !== text) {
    link.textContent = text
    element.title = text
  }
  if (href === undefined) link.removeAttribute('href')
  else if (link.getAttribute('href') !== href) link.setAttribute('href', href)
}

const lookNames = ['letter', 'tone', 'state', 'alarm'] as const

function setLook(cell: Cell, look: CellLook): void {
  const { element } = cell
  for (const name of lookNames) {
    const value = look[name]
    if (value === cell.look?.[name]) continue
    if (value === undefined) delete element.dataset[name]
    else element.dataset[name] = value
  }
  mark(element, 'faded', look.faded === true)
  if (look.label !== cell.look?.label) element.setAttribute('aria-label', look.label)
  cell.look = look
}
