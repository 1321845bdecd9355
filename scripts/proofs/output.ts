import type { Outputs } from '../generate/outputs.ts'
import { indexOf } from './match.ts'
import { coveragePage, pagePath } from './page.ts'
import { loadRows } from './rows.ts'
import { testNames } from './test-names.ts'

/** The coverage table as a generated file; none where the tree has no rows. */
export async function coverageOutput(root: string): Promise<Outputs> {
  const rows = await loadRows(root)
  return new Map(rows.length > 0 ? [[pagePath, coveragePage(rows, indexOf(testNames(root)))]] : [])
}
