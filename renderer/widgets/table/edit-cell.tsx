import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { secretMarkOf } from '../../../schemas/vocabulary/schema/property-schema.ts'
import { chakra } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { readAddressAndLength } from '../../../schemas/vocabulary/ipv4.ts'
import { Combobox } from '../combobox.tsx'
import type { InnerCell, InnerValue, Translate } from '../contract.ts'
import { longestFreeText } from '../control-attributes.ts'
import { shownText, typedValue } from './cell-text.ts'
import type { TableColumn } from './columns.ts'

/** One cell of a list. */
interface EditCellProps {
  inner: InnerValue
  path: string
  column: TableColumn
  /** Position in the stored list, from 1: part of the cell's name, as it is of errors. */
  number: number
  readOnly: boolean
  t: Translate
}

/** The path of another cell of the same row. */
const besides = (path: string, column: string): string => `${path.slice(0, path.lastIndexOf('/'))}/${column}`

/** What the control of one kind of cell is given. */
interface CellControlProps extends EditCellProps {
  cell: InnerCell
  attributes: Record<string, unknown>
}

function TextCell({ cell, inner, path, column, readOnly, attributes }: CellControlProps) {
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const isNumber = column.kind === 'number'
  const listId = useId()
  const offered = readOnly ? undefined : column.property.examples
  const optionLabel = (value: unknown) => inner.optionLabel(column.name, value)
  const leave = () => {
    setTyped(undefined)
    const { value } = cell
    const both = column.length === undefined || typeof value !== 'string' ? undefined : readAddressAndLength(trimInvisible(value))
    const lengthPath = besides(path, column.length ?? '')
    if (both && inner.isEnabled(lengthPath)) {
      inner.change(path, both.address)
      inner.change(lengthPath, both.length)
    } else if (typeof value === 'string' && value !== trimInvisible(value)) inner.change(path, trimInvisible(value) || undefined)
    inner.blur(path)
  }
  return (
    <>
      <input
        {...attributes}
        type="text"
        inputMode={isNumber ? 'numeric' : undefined}
        list={offered === undefined ? undefined : listId}
        maxLength={offered === undefined ? undefined : longestFreeText}
        readOnly={readOnly}
        placeholder={cell.state.enabled || readOnly ? column.blank : undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? shownText(column, cell.value, optionLabel)}
        onChange={(event) => {
          setTyped(event.target.value)
          inner.change(path, typedValue(column, event.target.value, optionLabel))
        }}
        onBlur={leave}
      />
      {offered !== undefined && (
        <datalist id={listId}>
          {offered.map((value) => (
            <option key={String(value)} value={String(value)}>
              {inner.optionLabel(column.name, value)}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

function ChoiceCell({ cell, inner, path, column, readOnly, attributes, t }: CellControlProps) {
  const allowed = cell.state.options ?? column.property.enum ?? []
  const options = cell.value === undefined || cell.value === null || allowed.includes(cell.value) ? allowed : [cell.value, ...allowed]
  const index = options.indexOf(cell.value)
  return (
    <select
      {...attributes}
      data-reading={readOnly || undefined}
      disabled={attributes.disabled === true || readOnly}
      value={index < 0 ? '' : String(index)}
      onChange={(event) => inner.change(path, event.target.value === '' ? undefined : options[Number(event.target.value)])}
      onBlur={() => inner.blur(path)}
    >
      {(index < 0 || !cell.state.required) && <option value="">{t('editor.select.none')}</option>}
      {options.map((value, position) => (
        <option key={String(value)} value={String(position)}>
          {inner.optionLabel(column.name, value)}
        </option>
      ))}
    </select>
  )
}

function CheckCell({ cell, inner, path, readOnly, attributes }: CellControlProps) {
  return (
    <input
      {...attributes}
      type="checkbox"
      disabled={attributes.disabled === true || readOnly}
      checked={cell.value === true}
      onChange={(event) => inner.change(path, event.target.checked)}
      onBlur={() => inner.blur(path)}
    />
  )
}

/** A secret: empty with a note when one is stored; what is typed replaces it. */
function SecretCell({ cell, inner, path, readOnly, attributes, t }: CellControlProps) {
  const isStored = inner.useCell(secretMarkOf(path)).value === true
  return (
    <input
      {...attributes}
      type="password"
      readOnly={readOnly}
      autoComplete="new-password"
      placeholder={isStored ? t('editor.table.secret') : undefined}
      value={typeof cell.value === 'string' ? cell.value : ''}
      onChange={(event) => inner.change(path, event.target.value || undefined)}
      onBlur={() => inner.blur(path)}
    />
  )
}

/** A cell that refers to a record: typed letters search on the service, the oid of what is picked is stored. */
function ReferenceCell({ inner, path, column, readOnly, attributes, t }: CellControlProps) {
  const id = useId()
  return (
    <Combobox
      attributes={{ id, name: path, ...attributes }}
      label={inner.label(column.name)}
      readonly={readOnly}
      t={t}
      onBlur={() => inner.blur(path)}
      shown={inner.useName(path)}
      search={(term) => inner.search(path, term)}
      onPick={(candidate) => {
        inner.change(path, candidate.value)
        for (const [field, value] of Object.entries(candidate.fills ?? {})) inner.change(besides(path, field), value)
      }}
      onLeave={(typed) => {
        if (typed !== undefined && typed.trim() === '') inner.change(path, undefined)
      }}
    />
  )
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** A value that nobody types. */
function ShownCell({ inner, path, column }: EditCellProps) {
  const { value } = inner.useCell(path)
  return (
    <span role="cell" className="shown">
      {isMissing(value) ? '' : inner.optionLabel(column.name, value)}
    </span>
  )
}

/** A value that comes with what is picked in another column: nothing until something is picked. */
function FilledCell(props: EditCellProps) {
  const source = props.inner.useCell(besides(props.path, props.column.filledBy ?? ''))
  return isMissing(source.value) ? <span role="cell" className="shown" /> : <ShownCell {...props} />
}

const controls = {
  text: TextCell,
  address: TextCell,
  number: TextCell,
  choice: ChoiceCell,
  check: CheckCell,
  reference: ReferenceCell,
  secret: SecretCell,
}

/**
 * Cells belong to no form: Enter goes to the next row and never sends, and browsers read all controls of a form after each key to
 * learn what it is about.
 */
const nobodys = { form: '' }

/** One cell of a list; it redraws when its own value, state or error changes. */
export const EditCell = memo(function EditCell(props: EditCellProps) {
  const { inner, path, column, number, t } = props
  const cell = inner.useCell(path)
  if (!cell.state.visible) return <span role="cell" />
  if (column.kind === 'filled') return <FilledCell {...props} />
  if (column.kind === 'shown') return <ShownCell {...props} />
  const Control = controls[column.kind]
  const attributes = {
    ...nobodys,
    'data-cell': path,
    'data-kind': column.kind,
    disabled: !cell.state.enabled && !props.readOnly,
    'aria-label': t('editor.table.cell', { column: inner.label(column.name), row: number }),
    'aria-invalid': cell.error === undefined ? undefined : true,
    'aria-required': cell.state.required && column.kind !== 'check' ? true : undefined,
    'aria-description': [cell.error, cell.warning, cell.why].filter(Boolean).join(' ') || undefined,
  }
  return (
    <span role="cell" title={cell.error ?? cell.warning ?? cell.why}>
      <Control {...props} cell={cell} attributes={attributes} />
      {cell.warning !== undefined && <TriangleAlert className="warned" size={14} aria-hidden />}
    </span>
  )
})

/** The error or hint of the focused cell. The description of the cell has the same text for screen readers. */
export function CellNote({ inner, path }: { inner: InnerValue; path: string }) {
  const { error, warning } = inner.useCell(path)
  const text = error ?? warning
  if (text === undefined) return null
  return (
    <chakra.span marginInlineStart="auto" color={error === undefined ? 'warning.fg' : 'danger.fg'} textAlign="end" aria-hidden>
      {text}
    </chakra.span>
  )
}
