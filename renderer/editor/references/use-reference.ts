import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Suggestions } from '../../widgets/editable-select/index.ts'
import type { Candidate } from '../../widgets/contract.ts'
import { useEnvironment } from '../page/environment.tsx'
import type { FieldLayout } from '../layout/layout.ts'
import { candidatesOf } from './candidates.ts'

/** Names and candidates of a reference. */
export interface ReferenceAccess {
  /** Number of loaded records at creation: each further one creates a new object, so that names are read again. */
  arrived: number
  label: (value: unknown) => string
  search: (term: string) => Promise<Candidate[]>
  /** Whether the value is the name of a record that does not exist yet. */
  isNew: (value: unknown) => boolean
}

const suggestionsOf = ({ widget, options }: FieldLayout): Suggestions | undefined =>
  widget === 'editable-select' ? (options.suggestions as Suggestions | undefined) : undefined

/** Hook: access to candidates; `undefined` for fields without any. Hidden fields load nothing by themselves. */
export function useReference(field: FieldLayout, isSeen: boolean): ReferenceAccess | undefined {
  const environment = useEnvironment()
  const { references } = environment
  const reference = field.property['x-ref']
  const suggestions = suggestionsOf(field)
  const entity = reference?.entity ?? suggestions?.entity
  const snapshot = useSnapshot(references.state)
  const arrived = entity === undefined ? 0 : snapshot.loaded
  useEffect(() => {
    if (isSeen && entity !== undefined && field.options.eager === true) void candidatesOf(environment, field, '').catch(() => undefined)
  }, [entity, environment, field, isSeen])
  return useMemo(
    () =>
      entity === undefined
        ? undefined
        : {
            arrived,
            label: (value) => (typeof value === 'string' && reference ? references.label(entity, value) : String(value ?? '')),
            search: (term) => candidatesOf(environment, field, term),
            isNew: (value) => typeof value === 'string' && value !== '' && reference !== undefined && references.isNew(entity, value),
          },
    [entity, reference, references, environment, field, arrived],
  )
}

/** Hook: why the candidates of a field could not be loaded. */
export function useCandidateFailure({ pointer }: FieldLayout): string | undefined {
  return useSnapshot(useEnvironment().view.failures)[pointer]
}

/**
 * Hook: the inherited value of an empty field, according to its option `inherits` (`site.isOpen`: from the record that `site` refers to).
 */
export function useInherited({ pointer, options }: FieldLayout): unknown {
  const { draft, references, layout } = useEnvironment()
  const [name, property] = typeof options.inherits === 'string' ? options.inherits.split('.') : []
  const beside = name === undefined ? pointer : `${pointer.slice(0, pointer.lastIndexOf('/'))}/${name}`
  const { value } = useSnapshot(draft.slot(beside), { sync: true })
  const snapshot = useSnapshot(references.state)
  const entity = layout.fields.get(beside)?.field.property['x-ref']?.entity
  if (property === undefined || entity === undefined || typeof value !== 'string') return undefined
  // Subscribes to loaded records.
  snapshot.loaded satisfies number
  return references.lookup(entity, value)?.[property]
}
