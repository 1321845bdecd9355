import type { Finding } from '../../../schemas/finding.ts'
import { fieldAt } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import type { Screen } from '../screen.ts'

/** What a summary page filters by, names its rows by or draws along has options; what it draws stands by month or in its table. */
export function checkSummary({ summary }: Screen, schema: EntitySchema): Finding[] {
  if (!summary) return []
  const plots = Object.entries(summary.plots)
  const named: [where: string, field: string][] = [
    ...summary.filters.map((field): [string, string] => ['summary.filters', field]),
    ...summary.rows.map((field): [string, string] => ['summary.rows', field]),
    ...plots
      .filter(([, { axis: along }]) => along !== 'month')
      .map(([name, { axis: along }]): [string, string] => [`summary.plots.${name}`, along]),
  ]
  const unnamed = named
    .filter(([, field]) => fieldAt(schema, field)?.enum === undefined)
    .map(([where, field]) => ({ id: 'screen.summary.options', where, message: `"${field}" is no field with options` }))
  const homeless = plots
    .filter(([, { of, axis: along }]) => of === undefined && !summary.rows.includes(along))
    .map(([name, { axis: along }]) => ({
      id: 'screen.summary.rows',
      where: `summary.plots.${name}`,
      message: `rows are not named by "${along}"`,
    }))
  return [...unnamed, ...homeless]
}
