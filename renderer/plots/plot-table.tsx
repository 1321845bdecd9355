import { chakra } from '@chakra-ui/react'
import type { PlotData } from './plot-data.ts'

/** Lines of a small table of numbers: the first column names, the others are numbers. */
const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    '& :is(th, td)': { py: 1, px: 2, textAlign: 'end', borderBottomWidth: '1px', borderColor: 'border' },
    '& :is(th, td):first-child': { textAlign: 'start', ps: 0 },
    '& thead th': { position: 'sticky', top: 0, bg: 'bg.surface', fontWeight: 'medium', color: 'fg.muted' },
    '& tbody th': { fontWeight: 'normal' },
  },
})

interface PlotTableProps {
  data: PlotData
  label: string
  /** What the points are: months, types. */
  head: string
  format: (value: number) => string
}

/** All that a plot shows, to be read. */
export function PlotTable({ data: { points, series }, label, head, format }: PlotTableProps) {
  return (
    // Who has no pointer scrolls it with the arrow keys.
    <chakra.div role="region" aria-label={label} tabIndex={0} maxH="20rem" overflow="auto">
      <Table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ id, label: name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ id, label: name }, index) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {series.map(({ id: one, values }) => (
                <td key={one}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </chakra.div>
  )
}
