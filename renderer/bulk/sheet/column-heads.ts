import type { CsvMapColumn } from '../../../schemas/csv.ts'
import type { EntitySchema, PropertySchema } from '../../../schemas/vocabulary/types.ts'

/** What the head of a column says over and above its name. */
export interface ColumnHead {
  /** Rules of sheets ask for a value in every row, whatever the schema says. */
  required: boolean
  /** Why, and when, in words. */
  explanation: string
}

type Rule = NonNullable<EntitySchema['x-rules']>[number]

/** By column id, of the columns that rules ask for: in sheets alone (`$editor.bulk`), or where the row says so. */
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

/** The rules of every object around a field that ask for it. */
function rulesAsking(schema: PropertySchema | EntitySchema, [first = '', ...rest]: readonly string[]): Rule[] {
  const path = [first, ...rest].join('/')
  const own = (schema['x-rules'] ?? []).filter(({ effect, fields }) => effect === 'require' && fields.includes(path))
  const inner = schema.properties?.[first]
  return rest.length === 0 || inner === undefined ? own : [...own, ...rulesAsking(inner, rest)]
}
