import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { dottedPath } from '../../schemas/vocabulary/paths/field-path.ts'
import type { Screen } from '../descriptor/screen.ts'
import { useHost, type PageProps } from '../host.tsx'
import { Card } from '../parts/page/card.tsx'
import { Swatch } from '../plots/legend.tsx'
import { sortedRows, type TableRow } from './summary-data.ts'

const Table = chakra('table', {
  base: {
    w: 'full',
    fontSize: 'sm',
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& :is(th, td)': { h: 'row', px: 4, textAlign: 'start', borderTopWidth: '1px', borderColor: 'border' },
    '& :is(th, td):last-child': { textAlign: 'end' },
    '& thead th': { bg: 'bg.subtle', color: 'fg.muted', fontWeight: 'medium' },
    '& tbody th': { fontWeight: 'normal' },
    '& tbody tr:hover > *': { bg: 'bg.subtle' },
  },
})

const Head = chakra('button', {
  base: { display: 'inline-flex', alignItems: 'center', gap: 1, fontWeight: 'medium', borderRadius: 'xs', _hover: { color: 'fg' } },
})

interface SummaryTableProps extends Pick<PageProps, 'schema'> {
  summary: NonNullable<Screen['summary']>
  rows: readonly TableRow[]
}

/** Everything that is summed up, row by row; a head sorts by its column. */
export function SummaryTable({ schema, summary, rows }: SummaryTableProps) {
  const { t, language } = useHost()
  const entity = schema['x-entity'].name
  const [order, setOrder] = useState<{ column: number; isDown: boolean }>()
  const shown = useMemo(() => (order ? sortedRows(rows, order) : rows), [rows, order])
  const number = new Intl.NumberFormat(language)
  const fields = [...summary.rows, summary.states.by, summary.count]
  return (
    <Card title={t('summary.table')} flush>
      <chakra.div position="relative" overflowX="auto">
        <Table>
          <thead>
            <tr>
              {fields.map((field, column) => {
                const isDown = order?.column === column ? order.isDown : undefined
                return (
                  <th key={field} scope="col" aria-sort={sortName(isDown)}>
                    <Head type="button" onClick={() => setOrder({ column, isDown: isDown === false })}>
                      {t(`${entity}.field.${dottedPath(field)}`)}
                      {isDown !== undefined && (isDown ? <ArrowDown size={13} aria-hidden /> : <ArrowUp size={13} aria-hidden />)}
                    </Head>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, names: [name, ...others], state, count }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                {others.map((other, index) => (
                  <td key={summary.rows[index + 1]}>{other}</td>
                ))}
                <td>
                  <chakra.span display="inline-flex" alignItems="center" gap={1.5}>
                    <Swatch tone={summary.states.tones[state.value] ?? 'quiet'} />
                    {state.label}
                  </chakra.span>
                </td>
                <td>{number.format(count)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </chakra.div>
    </Card>
  )
}

function sortName(isDown: boolean | undefined): 'ascending' | 'descending' | undefined {
  if (isDown === undefined) return undefined
  return isDown ? 'descending' : 'ascending'
}
