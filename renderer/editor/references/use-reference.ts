import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Suggestions } from '../../descriptor/widget-uses.ts'
import type { Candidate } from '../../widgets/contract.ts'
import { useEnvironment } from '../page/environment.tsx'
import type { FieldLayout } from '../layout/layout.ts'
import { candidatesOf } from './candidates.ts'

/** How a reference is named and found. */
export interface ReferenceAccess {
  /** How many records had arrived when it was made: with each further one it is another object, and names are asked for again. */
  arrived: number
  label: (value: unknown) => string
  search: (term: string) => Promise<Candidate[]>
  /** The value names a record that is yet to be made. */
  isNew: (value: unknown) => boolean
}

const suggestionsOf = ({ widget, options }: FieldLayout): Suggestions | undefined =>
  widget === 'editable-select' ? (options.suggestions as Suggestions | undefined) : undefined

/** Access to candidates; `undefined` for fields that have none. What is hidden asks for none of itself. */
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

/** Hook: why the candidates of a field cannot be had. */
export function useCandidateFailure({ pointer }: FieldLayout): string | undefined {
  return useSnapshot(useEnvironment().view.failures)[pointer]
}

/** Hook: what a field without a value of its own takes over, as its option `inherits` says (`site.isOpen`: of the record that `site` refers to). */
export function useInherited({ pointer, options }: FieldLayout): unknown {
  const { draft, references, layout } = useEnvironment()
  const [name, property] = typeof options.inherits === 'string' ? options.inherits.split('.') : []
  const beside = name === undefined ? pointer : `${pointer.slice(0, pointer.lastIndexOf('/'))}/${name}`
  const { value } = useSnapshot(draft.slot(beside), { sync: true })
  const snapshot = useSnapshot(references.state)
  const entity = layout.fields.get(beside)?.field.property['x-ref']?.entity
  if (property === undefined || entity === undefined || typeof value !== 'string') return undefined
  // Read so that a record that arrives is looked at.
  snapshot.loaded satisfies number
  return references.lookup(entity, value)?.[property]
}
