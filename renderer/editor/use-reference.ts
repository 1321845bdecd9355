import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Candidate } from '../widgets/contract.ts'
import { useEnvironment } from './environment.tsx'
import type { FieldLayout } from './layout.ts'
import { textOption } from '../widgets/single-line.tsx'

/** How a reference is named and found; a new object when further names have arrived. */
export interface ReferenceAccess {
  label: (value: unknown) => string
  search: (term: string) => Promise<Candidate[]>
}

/** The entity that a field's candidates come from: that of its reference, or that of its suggestions. */
const candidatesOf = (field: FieldLayout): string | undefined =>
  field.property['x-ref']?.entity ?? (field.widget === 'editable-select' ? textOption(field.options, 'suggestions') : undefined)

/** Access to candidates; `undefined` for fields that have none. */
export function useReference(field: FieldLayout): ReferenceAccess | undefined {
  const { references } = useEnvironment()
  const entity = candidatesOf(field)
  const where = field.property['x-ref']?.where
  const snapshot = useSnapshot(references.state)
  const loaded = entity === undefined ? 0 : snapshot.loaded
  return useMemo(
    () =>
      entity === undefined
        ? undefined
        : {
            label: (value) => (typeof value === 'string' ? references.label(entity, value) : ''),
            search: (term) => references.search(entity, term, where),
          },
    // `loaded` makes a new object, so that the label is asked for again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [entity, where, references, loaded],
  )
}
