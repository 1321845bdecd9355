import { useId } from 'react'
import { Combobox } from '../combobox.tsx'
import type { CellControlProps } from './cell-control.ts'

/** A cell that refers to a record: typed letters search on the service, the oid of what is picked is stored. */
export function ReferenceCell({ cell, inner, path, column, readOnly, attributes, t }: CellControlProps) {
  const id = useId()
  const shown = inner.useName(path)
  return (
    <Combobox
      edit={{
        id,
        name: path,
        value: typeof cell.value === 'string' ? cell.value : undefined,
        property: column.property,
        state: cell.state,
        options: {},
        label: inner.label(column.name),
        language: '',
        describedBy: undefined,
        readOnly,
        t,
        optionLabel: () => shown,
        onChange: (value) => inner.change(path, value),
        onBlur: () => inner.blur(path),
      }}
      attributes={attributes}
      shown={shown}
      search={(term) => inner.search(path, term)}
      onPick={(candidate) => inner.change(path, candidate.value)}
      onLeave={(typed) => {
        if (typed !== undefined && typed.trim() === '') inner.change(path, undefined)
      }}
    />
  )
}
