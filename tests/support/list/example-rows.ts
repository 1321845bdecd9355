import { screen } from '@testing-library/react'
import { example } from '../../../renderer/data/example.fixture.ts'

/** That many example records. */
export const examples = (count: number) => Array.from({ length: count }, (_, index) => example(index + 1))

/** The row of a code, once it is shown; found by text, because roles of hundreds of cells are slow to compute without a browser. */
export const findRow = async (code: string): Promise<HTMLElement> =>
  (await screen.findByText(code, { selector: 'a *' })).closest('tr') as HTMLElement

/** The tab whose label begins with the name. */
export const tabNamed = (name: string): HTMLElement =>
  screen.getAllByRole('tab').find(({ textContent }) => textContent?.startsWith(name)) as HTMLElement
