// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { internetMatrix } from '../../tests/support/samples/matrix-input.ts'
import { system } from '../parts/theme/system.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import { columnGroups } from './printed-matrix.tsx'

afterEach(cleanup)

const t = (key: string): string => key
const tables = () => screen.queryAllByRole('table', { name: 'Policies' })

/** Shows a matrix of that many rows and columns, and prints it. */
function print(rows: number, columns: number): void {
  const axes = { rows: 'Zones', columns: 'Links' }
  render(
    <ChakraProvider value={system}>
      <MatrixGrid input={internetMatrix(rows, columns)} label="Policies" axes={axes} paths={{}} t={t} go={() => undefined} />
    </ChakraProvider>,
  )
  act(() => void dispatchEvent(new Event('beforeprint')))
}

describe('a matrix on paper', () => {
  it('shows every row and column, in tables that fit, each with the heads of its rows', () => {
    print(70, 45)
    const shown = tables().map((table) => ({
      columns: within(table).getAllByRole('columnheader').length,
      rows: within(table).getAllByRole('rowheader').length,
      cells: table.querySelectorAll('tbody td').length,
    }))
    expect(shown).toEqual([15, 15, 15].map((columns) => ({ columns, rows: 70, cells: 70 * columns })))
  })

  it('is on paper only', () => {
    print(3, 4)
    expect(tables()).toHaveLength(1)
    act(() => void dispatchEvent(new Event('afterprint')))
    expect(tables()).toEqual([])
  })

  it.each<[count: number, most: number, groups: ReturnType<typeof columnGroups>]>([
    [0, 20, []],
    [20, 20, [[0, 20]]],
    [
      21,
      20,
      [
        [0, 11],
        [11, 21],
      ],
    ],
    [
      50,
      20,
      [
        [0, 17],
        [17, 33],
        [33, 50],
      ],
    ],
  ])('splits %i columns by at most %i into groups of about the same width', (count, most, groups) => {
    expect(columnGroups(count, most)).toEqual(groups)
  })
})
