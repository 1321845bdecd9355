import { chakra } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { optionLabel } from '../../data/labels.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { exactText } from '../../parts/text/date-texts.ts'
import { widgetNamed } from '../../widgets/registry.ts'
import type { ListColumn } from '../columns/list-columns.ts'
import { filterText } from '../list-texts.ts'
import type { ListState } from '../list-state.ts'
import { fittingColumns } from './fitting-columns.ts'

/** While it is printed, the list stands for the page. */
const paper = {
  '@page': { size: 'A4 landscape', margin: '12mm' },
  '@media print': { 'body > :not([data-printed])': { display: 'none !important' } },
  '@media screen': { '[data-printed]': { display: 'none' } },
}

const Table = chakra('table', {
  base: {
    w: 'full',
    borderCollapse: 'collapse',
    fontSize: '9pt',
    lineHeight: '1.35',
    '& thead': { display: 'table-header-group' },
    '& tr': { breakInside: 'avoid' },
    '& th, & td': { textAlign: 'start', verticalAlign: 'top', py: '1mm', pe: '3mm', borderBottomWidth: '1px', borderColor: 'border' },
    '& th': { fontWeight: 'semibold', whiteSpace: 'nowrap' },
    '& td': { overflowWrap: 'anywhere' },
    '& [data-number]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  },
})

interface PrintedListProps extends PageProps {
  columns: readonly ListColumn[]
  fieldName: (field: string) => string
  records: readonly ServedRecord[]
  /** Search, filters and conditions of the list. */
  state: Pick<ListState, 'search' | 'filters' | 'where'>
  /** Name of its tab; absent for all rows. */
  tab: string | undefined
  /** It was printed, or the person changed their mind. */
  onDone: () => void
}

/** Every row that matches, as a table on paper: the columns that fit, their heads on each sheet, and what is left out. Opens the browser's dialog. */
export function PrintedList({ schema, columns, fieldName, records, state, tab, onDone }: PrintedListProps) {
  const host = useHost()
  const { t, language, tenant, user } = host
  const { name } = schema['x-entity']
  const [when] = useState(() => new Date().toISOString())
  const { fitting, left } = useMemo(() => fittingColumns(columns), [columns])
  const conditions = useConditionWords(schema, state.where)
  const isReady = conditions !== undefined
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => {
      window.print()
      onDone()
    })
    return () => clearTimeout(timer)
  }, [isReady, onDone])
  const facts = [
    tenant.name,
    ...(tab === undefined ? [] : [tab]),
    ...(state.search === '' ? [] : [`“${state.search}”`]),
    ...Object.entries(state.filters).map(
      ([field, value]) =>
        `${fieldName(field)}: ${filterText(value, { t, language, optionLabel: (option) => optionLabel(host, { entity: name, field, value: option }) })}`,
    ),
    ...(conditions ?? []),
    t('list.print.rows', { count: records.length }),
    t('list.print.when', { when: exactText(when, { language }), who: user.name }),
  ]
  return createPortal(
    <chakra.section data-printed="" color="fg" bg="bg.surface">
      <Global styles={paper} />
      <chakra.h1 fontSize="16pt" fontWeight="semibold">
        {t(`${name}.many`)}
      </chakra.h1>
      <chakra.p fontSize="9pt" mb="4mm">
        {facts.join(' · ')}
      </chakra.p>
      <Table>
        <thead>
          <tr>
            {fitting.map((column) => (
              <th key={column.field} scope="col" {...(column.numeric && { 'data-number': '' })}>
                {fieldName(column.head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.oid}>
              {fitting.map((column) => (
                <td key={column.field} {...(column.numeric && { 'data-number': '' })}>
                  <PrintedValue entity={name} column={column} record={record} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {left.length > 0 && (
        <chakra.p fontSize="8pt" mt="3mm">
          {t('list.print.left', { columns: left.map(({ head }) => fieldName(head)).join(', ') })}
        </chakra.p>
      )}
    </chakra.section>,
    document.body,
  )
}

/** Hook: conditions in words, or as they are written where there are none; undefined until that is known. */
function useConditionWords(schema: EntitySchema, where: string): readonly string[] | undefined {
  const host = useHost()
  const [words, setWords] = useState<readonly string[] | undefined>(where === '' ? [] : undefined)
  useEffect(() => {
    if (where === '') return
    Promise.resolve(host.filterWords?.(schema, where, host) ?? [where]).then(setWords, () => setWords([where]))
  }, [schema, where, host])
  return words
}

function PrintedValue({ entity, column, record }: { entity: string; column: ListColumn; record: ServedRecord }) {
  const host = useHost()
  const { field, property, widget, options, display } = column
  const Cell = widgetNamed(widget).cell
  return (
    <Cell
      value={fieldValue(record, field)}
      property={property}
      record={record}
      language={host.language}
      optionLabel={(value) => optionLabel(host, { entity, field, value })}
      options={options}
      // Paper does not age with its words: "last week" becomes a date.
      display={display === 'relative' ? onPaper(property.format) : display}
      t={host.t}
    />
  )
}

const onPaper = (format: string | undefined): 'planned' | 'date' | 'month' => {
  if (format === 'month') return 'month'
  return format === 'date' ? 'date' : 'planned'
}
