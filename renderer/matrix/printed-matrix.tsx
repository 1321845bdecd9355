import { chakra } from '@chakra-ui/react'
import type { Translate } from '../widgets/contract.ts'
import { cellLooks } from './matrix-looks.ts'
import { alarmMark, Letter, toneStyles } from './matrix-style.ts'
import type { MatrixView } from './matrix-view.ts'
import type { CellLook } from './painter.ts'

/** Columns that fit beside the heads of rows on upright paper: 44 mm and 19 times 7 mm of the 181 mm that a card on A4 or Letter leaves. */
const COLUMNS_A_TABLE = 19

/**
 * Splits columns into as few groups as fit on paper, of about the same width.
 *
 * @returns from and to of each group, `to` exclusive
 */
export function columnGroups(count: number, most: number): (readonly [from: number, to: number])[] {
  const groups = Math.ceil(count / most)
  return Array.from({ length: groups }, (_group, index) => [
    Math.round((index * count) / groups),
    Math.round(((index + 1) * count) / groups),
  ])
}

const Table = chakra('table', {
  base: {
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    width: 'min-content',
    fontSize: '8pt',
    lineHeight: '1.2',
    mb: '6mm',
    printColorAdjust: 'exact',
    '& thead': { display: 'table-header-group' },
    '& tr': { breakInside: 'avoid' },
    '& th': { fontWeight: 'normal', textAlign: 'start' },
    '& thead th': { width: '7mm', height: '34mm', verticalAlign: 'bottom', px: 0, pb: '1mm' },
    '& thead th > span': { writingMode: 'vertical-rl', transform: 'rotate(180deg)', maxH: '33mm', lineHeight: '7mm', truncate: true },
    '& th[scope=row], & thead td': { width: '44mm', pe: '2mm' },
    '& th[scope=row]': { truncate: true, maxW: '44mm' },
    '& thead td': { verticalAlign: 'bottom', pb: '1mm', color: 'fg.muted', '& > span': { display: 'block', truncate: true } },
    '& tbody :is(th, td)': { height: '6mm', borderWidth: '1px', borderStyle: 'solid', borderColor: 'border' },
    '& tbody th': { borderInlineStartWidth: 0 },
    '& tbody td': { position: 'relative', textAlign: 'center', fontWeight: 'semibold', p: 0, ...toneStyles, '&[data-alarm]': alarmMark },
  },
})

interface PrintedMatrixProps {
  view: MatrixView
  /** Name of the matrix. */
  label: string
  axes: { rows: string; columns: string }
  t: Translate
}

/** The whole matrix on paper, as far as its filter shows it: columns that do not fit stand in further tables, each with the heads of rows. */
export function PrintedMatrix({ view, label, axes, t }: PrintedMatrixProps) {
  const { model, filter } = view
  const { rows, columns } = model.input
  const lookOf = cellLooks(view, t)
  const counts = model.counts()
  const narrowed = (['rows', 'columns'] as const).filter((axis) => filter[axis] !== '')
  return (
    <chakra.div color="fg">
      <chakra.p display="flex" flexWrap="wrap" columnGap={4} rowGap={1} mb="4mm" fontSize="9pt" css={{ printColorAdjust: 'exact' }}>
        {model.options.map(({ value, letter, tone, text }, place) => (
          <chakra.span key={value} display="inline-flex" alignItems="center" gap={1.5}>
            <Letter data-tone={tone}>{letter}</Letter>
            {text} {t('matrix.count', { count: counts[place] ?? 0 })}
          </chakra.span>
        ))}
        {narrowed.map((axis) => (
          <span key={axis}>{`${t(`matrix.filter.${axis}`, { entities: axes[axis] })}: “${filter[axis]}”`}</span>
        ))}
      </chakra.p>
      {columnGroups(view.columns.length, COLUMNS_A_TABLE).map(([from, to]) => (
        <Table key={from} aria-label={label}>
          <thead>
            <tr>
              <td>
                <span>{axes.columns} →</span>
                <span>{axes.rows} ↓</span>
              </td>
              {view.columns.slice(from, to).map((column) => (
                <th key={column} scope="col">
                  <span>{columns[column]?.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.rows.map((at, row) => (
              <tr key={at}>
                <th scope="row">{rows[at]?.name}</th>
                {view.columns.slice(from, to).map((column, offset) => {
                  const look = lookOf(row, from + offset)
                  const { letter, tone, alarm }: Partial<CellLook> = look.faded ? {} : look
                  return (
                    <td key={column} data-tone={tone} data-alarm={alarm}>
                      {letter}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Table>
      ))}
    </chakra.div>
  )
}
