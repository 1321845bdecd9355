import { useMemo, useState, type ReactNode } from 'react'
import type { ServedRecord } from '../../schemas/plan.ts'
import { editorTexts } from '../editor/layout/editor-texts.ts'
import type { References } from '../editor/references/references.ts'
import { useHost } from '../host.tsx'
import { Button } from '../parts/controls/button.tsx'
import type { ComparedField, ComparedRow } from './compared.ts'
import type { SetFieldsProps } from './contract.ts'
import { rowLines, rowName, type RowPlace } from './row-texts.ts'
import { rowsOf, TakenRows, type RowList } from './taken-rows.ts'
import { valueText, type Around } from './value-text.ts'

/** What is taken over of a field, and from which record; rows may come from several. */
export interface Taken {
  value: unknown
  from?: ServedRecord
}

interface FieldRowsProps extends SetFieldsProps {
  field: ComparedField
  references: References
  taken: Taken | undefined
  onTake: (taken: Taken | undefined) => void
}

/** Rows of a long list that are shown before somebody asks for all of them. */
const shownFirst = 20

/** A field of the records side by side; of a list with a key also each row in which they differ. */
export function FieldRows(props: FieldRowsProps) {
  const { field, schema, records, references, taken, onTake } = props
  const host = useHost()
  const { t, language } = host
  const [isOpen, setOpen] = useState(false)
  const around = useMemo(() => ({ schema, texts: editorTexts(schema, host), references }), [schema, host, references])
  const { pointer, values, isSame, takeable, rows = [], list } = field
  const name = around.texts.place(pointer)
  const valueOf = (index: number): unknown => (list ? new TakenRows(list, rowsOf(values[index]), true) : values[index])
  const isWhole = !(taken?.value instanceof TakenRows) || taken.value.isWhole
  const shown = isOpen ? rows : rows.slice(0, shownFirst)
  const action = t(list ? 'editor.compare.take.rows' : 'editor.compare.take')
  const hidden = rows.length - shown.length
  return (
    <>
      <tr data-same={isSame ? '' : undefined}>
        <th scope="row">{name}</th>
        {records.map((record, index) => (
          <Cell
            key={record.oid}
            {...props}
            action={action}
            name={name}
            record={record}
            isTaken={isWhole && taken?.from === record}
            onTake={
              takeable[index] === true ? (isTaken) => onTake(isTaken ? undefined : { value: valueOf(index), from: record }) : undefined
            }
          >
            <ValueLines around={around} field={field} record={record} value={values[index]} />
          </Cell>
        ))}
      </tr>
      {list && shown.map((row) => <ListRow key={row.key} {...props} around={around} list={list} row={row} />)}
      {hidden > 0 && (
        <tr data-row="">
          <th scope="row" colSpan={records.length + 1}>
            <Button size="sm" variant="link" px={0} onClick={() => setOpen(true)}>
              {t('editor.compare.more', { count: hidden, rows: new Intl.NumberFormat(language).format(hidden) })}
            </Button>
          </th>
        </tr>
      )}
    </>
  )
}

interface ValueLinesProps {
  around: Around
  field: ComparedField
  record: ServedRecord
  value: unknown
}

/** A value; of a list without a key what each of its rows says, where the records differ. */
function ValueLines({ around, field: { pointer, isSame, list }, record, value }: ValueLinesProps) {
  const rows = rowsOf(value)
  if (list === undefined || list.key.length > 0 || isSame || rows.length === 0) return <>{valueText(around, { record, pointer, value })}</>
  return rows.slice(0, shownFirst).map((row, index) => (
    // Rows without a key are told apart by their place.
    <div key={index}>{rowLines(around, { pointer, list, record }, { row, among: [row, undefined] }).join(', ')}</div>
  ))
}

interface ListRowProps extends FieldRowsProps {
  around: Around
  list: RowList
  row: ComparedRow
}

/** A row of the records' lists side by side: what it says besides its key, where they differ. */
function ListRow(props: ListRowProps) {
  const { around, field, list, row, records, taken, onTake } = props
  const { t } = useHost()
  const placeIn = (record: ServedRecord): RowPlace => ({ pointer: field.pointer, list, record })
  const first = row.rows.findIndex((one) => one !== undefined)
  const [owner, named] = [records[first], row.rows[first]]
  const name = owner && named ? rowName(around, placeIn(owner), named) : ''
  const all = taken?.value instanceof TakenRows ? taken.value : new TakenRows(list, [], false)
  const take = (own: unknown) => {
    const [one] = rowsOf([own])
    const next = one ? all.toggled(one) : all
    onTake(next.rows.length === 0 ? undefined : { value: next })
  }
  return (
    <tr data-row="">
      <th scope="row">{name}</th>
      {records.map((record, index) => {
        const own = row.rows[index]
        const lines = own ? rowLines(around, placeIn(record), { row: own, among: row.rows }) : []
        return (
          <Cell
            key={record.oid}
            {...props}
            action={t('editor.compare.take.row')}
            name={`${around.texts.place(field.pointer)} › ${name}`}
            record={record}
            isTaken={own !== undefined && all.isTaken(own)}
            onTake={row.takeable[index] === true ? () => take(own) : undefined}
          >
            {own === undefined && t('editor.compare.row.none')}
            {own !== undefined && lines.length === 0 && t('editor.compare.row.here')}
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Cell>
        )
      })}
    </tr>
  )
}

interface CellProps extends Pick<SetFieldsProps, 'nameOf'> {
  /** What the button does, for example "Take this value". */
  action: string
  name: string
  record: ServedRecord
  isTaken: boolean
  /** Absent where nothing can be taken over. */
  onTake: ((isTaken: boolean) => void) | undefined
  children: ReactNode
}

/** What one record has, with a button that takes it over, or leaves it again. */
function Cell({ action, name, record, nameOf, isTaken, onTake, children }: CellProps) {
  const { t } = useHost()
  const take = isTaken ? t('editor.compare.taken') : action
  return (
    <td data-taken={isTaken ? '' : undefined}>
      {children}
      {onTake && (
        <div>
          <Button
            size="sm"
            variant="link"
            px={0}
            aria-pressed={isTaken}
            aria-label={`${take}: ${name}, ${nameOf(record)}`}
            onClick={() => onTake(isTaken)}
          >
            {take}
          </Button>
        </div>
      )}
    </td>
  )
}
