import type { CsvMapColumn } from '../../../schemas/csv.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'

/** Hints of a column header. */
export interface ColumnHead {
  /** Rules for spreadsheets require a value in every row. */
  required: boolean
  /** Explanation of when and why a value is required. */
  explanation: string
}

type Rule = NonNullable<EntitySchema['x-rules']>[number]

/** Hints by column id for columns that rules require: in spreadsheets only (`$editor.bulk`), or depending on the row. */
export function columnHeads(
  schema: EntitySchema,
  columns: readonly CsvMapColumn[],
  t: (key: string) => string,
): Record<string, ColumnHead> {
  const heads = columns.flatMap(({ id, field }): [string, ColumnHead][] => {
    const rules = rulesAsking(schema, field.split('/'))
    if (rules.length === 0) return []
    const explanation = [...new Set(rules.map(({ because }) => t(because)))].join('\n')
    return [[id, { required: rules.some(isOfSheets), explanation }]]
  })
  return Object.fromEntries(heads)
}

const isOfSheets = ({ when }: Rule): boolean => when !== undefined && '$editor.bulk' in when

/** Rules on a field, or on an object around it, that require it. */
function rulesAsking(schema: PropertySchema | EntitySchema, [first = '', ...rest]: readonly string[]): Rule[] {
  const path = [first, ...rest].join('/')
  const own = (schema['x-rules'] ?? []).filter(({ effect, fields }) => effect === 'require' && fields.includes(path))
  const inner = schema.properties?.[first]
  return rest.length === 0 || inner === undefined ? own : [...own, ...rulesAsking(inner, rest)]
}
