import { screen } from '@testing-library/react'
import { example } from '../../../renderer/data/example.fixture.ts'

/** `count` example records. */
export const examples = (count: number) => Array.from({ length: count }, (_, index) => example(index + 1))

/** Waits for the row with a code. Searches by text, because computing the roles of hundreds of cells is slow in happy-dom. */
export const findRow = async (code: string): Promise<HTMLElement> =>
  (await screen.findByText(code, { selector: 'a *' })).closest('tr') as HTMLElement

/** The tab whose label starts with the name. */
export const tabNamed = (name: string): HTMLElement =>
  screen.getAllByRole('tab').find(({ textContent }) => textContent?.startsWith(name)) as HTMLElement
