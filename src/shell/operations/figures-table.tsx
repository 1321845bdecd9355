import { chakra } from '@chakra-ui/react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../renderer/parts/controls/button.tsx'
import { Card } from '../../../renderer/parts/page/card.tsx'

const Table = chakra('table', {
  base: {
    w: 'full',
    fontSize: 'sm',
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& :is(th, td)': { h: 'row', px: 4, textAlign: 'start', borderTopWidth: '1px', borderColor: 'border', whiteSpace: 'nowrap' },
    '& :is(th, td)[data-number]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
    '& thead th': { bg: 'bg.subtle', color: 'fg.muted', fontWeight: 'medium', py: 1, xl: { whiteSpace: 'normal', minW: '5rem' } },
    '& tbody th': { fontWeight: 'normal', mdDown: { py: 1.5, minW: '9rem', whiteSpace: 'normal', overflowWrap: 'anywhere' } },
    // Else the mark before a word hangs on the line below the words of other cells.
    '& :is(th, td) > span': { verticalAlign: 'middle' },
    '& code': { overflowWrap: 'inherit', wordBreak: 'inherit' },
    '& tbody tr:hover > *': { bg: 'bg.subtle' },
  },
})

/** A column of figures, or of words. */
export interface FigureColumn<T> {
  name: string
  value: (row: T) => ReactNode
  /** Stands at the right edge. @default words, at the left */
  isNumber?: boolean
}

interface FiguresTableProps<T> {
  title: string
  /** Right of the title. */
  note?: ReactNode
  rows: readonly T[]
  keyOf: (row: T) => string
  /** The first one names the row. */
  columns: readonly FigureColumn<T>[]
  /** In place of the table where there are no rows. */
  none?: string
  /** Of further rows only the number is shown, until somebody wants them. @default all rows are shown */
  most?: number
}

/** A card with a table that only tells; it scrolls sideways where it has no room. */
export function FiguresTable<T>({ title, note, rows, keyOf, columns, none, most = Infinity }: FiguresTableProps<T>) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, most)
  if (rows.length === 0 && none !== undefined)
    return (
      <Card title={title}>
        <chakra.p fontSize="sm" color="fg.muted">
          {none}
        </chakra.p>
      </Card>
    )
  return (
    <Card title={title} actions={note} flush>
      <chakra.div role="group" aria-label={title} tabIndex={0} position="relative" overflowX="auto">
        <Table>
          <thead>
            <tr>
              {columns.map(({ name, isNumber = false }) => (
                <th key={name} scope="col" data-number={isNumber || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ name, value, isNumber = false }, index) =>
                  index === 0 ? (
                    <th key={name} scope="row">
                      {value(row)}
                    </th>
                  ) : (
                    <td key={name} data-number={isNumber || undefined}>
                      {value(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      </chakra.div>
      {shown.length < rows.length && (
        <chakra.div px={4} py={2} borderTopWidth="1px" borderColor="border">
          <Button variant="link" px={0} onClick={() => setWhole(true)}>
            {t('operations.all', { count: rows.length })}
          </Button>
        </chakra.div>
      )}
    </Card>
  )
}
