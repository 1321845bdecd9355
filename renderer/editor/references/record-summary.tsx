import { chakra } from '@chakra-ui/react'
import { parsePointer } from '../../../schemas/vocabulary/paths/pointer.ts'
import { patternsOf } from '../../../schemas/vocabulary/schema/uniform-children.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { dateDisplayOf } from '../../descriptor/date-display.ts'
import { defaultWidget, widgetNamed } from '../../widgets/registry.ts'
import { useEnvironment } from '../page/environment.tsx'
import { propertyAt, valueAt } from '../draft/pointer.ts'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: 4,
    rowGap: 1,
    fontSize: 'sm',
    '& dt': { color: 'fg.muted' },
    '& dd': { margin: 0, minWidth: 0 },
  },
})

/** The entries of a list; an empty list counts as one empty value. */
const valuesOf = (value: unknown): unknown[] =>
  Array.isArray(value) && value.length > 0 ? value : [Array.isArray(value) ? undefined : value]

/** Read-only fields of a record, by path. */
export function RecordSummary({ record, fields }: { record: Rec; fields: readonly string[] }) {
  const { schema, host, texts } = useEnvironment()
  const screen = host.screenOf(schema['x-entity'].name)
  if (fields.length === 0) return null
  return (
    <Facts>
      {fields.map((field) => {
        const pointer = `/${field}`
        const property = propertyAt(schema, parsePointer(pointer))
        // Each list entry gets its own line.
        const { cell: Cell } = widgetNamed(defaultWidget(property.items ?? property))
        return (
          <chakra.div key={field} display="contents">
            <dt>{texts.field(pointer)}</dt>
            <dd>
              {valuesOf(valueAt(record, pointer)).map((value, index) => (
                <Cell
                  key={index}
                  value={value}
                  property={property}
                  record={record}
                  language={host.language}
                  display={dateDisplayOf(screen, patternsOf(schema, field.split('/')), property)}
                  optionLabel={(one) => texts.option(pointer, one)}
                />
              ))}
            </dd>
          </chakra.div>
        )
      })}
    </Facts>
  )
}
