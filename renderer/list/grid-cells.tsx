import { chakra } from '@chakra-ui/react'
import type { CustomCellRendererProps } from 'ag-grid-react'
import { createElement, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { fieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import { optionLabel } from '../data/labels.ts'
import { useHost } from '../host.tsx'
import { Checkbox } from '../parts/controls.tsx'
import { widgetNamed } from '../widgets/registry.ts'
import type { ListColumn } from './columns/list-columns.ts'
import { useListContext } from './list-context.ts'
import { headState, isSelected, withRows } from './actions/selection.ts'

type RowProps = CustomCellRendererProps<ServedRecord>
type RowData = Pick<RowProps, 'data'>

/** The value of one column, drawn by the column's widget; the record's name is a link to its editor. */
export function ValueCell({ data, listColumn }: RowData & { listColumn: ListColumn }) {
  const host = useHost()
  const { schema, linkTo, tabIndex } = useListContext()
  if (!data) return null
  const { name, label } = schema['x-entity']
  const { field, property, widget, options } = listColumn
  const cell = createElement(widgetNamed(widget).cell, {
    value: fieldValue(data, field),
    property,
    record: data,
    language: host.language,
    optionLabel: (value) => optionLabel(host, { entity: name, field, value }),
    options,
    t: host.t,
  })
  const link = field === label ? linkTo(data) : undefined
  if (link === undefined) return cell
  return (
    <chakra.span
      asChild
      display="block"
      color="fg"
      fontWeight="medium"
      textDecoration="none"
      _hover={{ textDecoration: 'underline', textUnderlineOffset: '2px' }}
    >
      <Link to={link.path} state={link.state} tabIndex={tabIndex}>
        {link.kind === 'configure' ? host.t('list.row.configure') : cell}
      </Link>
    </chakra.span>
  )
}

/** Which row of all it is, from 1. */
export function NumberCell({ data, node }: RowProps) {
  const { language } = useHost()
  const { firstRow } = useListContext()
  if (!data) return null
  return (
    <chakra.span color="fg.subtle" fontSize="xs">
      {new Intl.NumberFormat(language).format(firstRow + (node.rowIndex ?? 0))}
    </chakra.span>
  )
}

/** Names the column of row numbers. */
export function NumberHeader() {
  const { t } = useHost()
  return (
    <chakra.span fontSize="xs" color="fg.subtle" title={t('list.number')}>
      #<chakra.span srOnly> {t('list.number')}</chakra.span>
    </chakra.span>
  )
}

/** Chooses a row. */
export function ChoiceCell({ data }: RowData) {
  const { t } = useHost()
  const { selection, select, nameOf, tabIndex } = useListContext()
  if (!data) return null
  return (
    <Checkbox
      tabIndex={tabIndex}
      aria-label={t('list.select.row', { name: nameOf(data) })}
      checked={isSelected(selection, data.oid)}
      onChange={(event) => select(withRows(selection, [data], event.target.checked))}
    />
  )
}

/** Chooses all rows of the page, or none. */
export function ChoiceHeader() {
  const { t } = useHost()
  const { selection, select, rows, tabIndex } = useListContext()
  const box = useRef<HTMLInputElement>(null)
  const state = headState(selection, rows)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some'
  }, [state])
  return (
    <Checkbox
      ref={box}
      tabIndex={tabIndex}
      aria-label={t('list.select.page')}
      checked={state === 'all'}
      disabled={rows.length === 0}
      onChange={() => select(withRows(selection, rows, state !== 'all'))}
    />
  )
}
