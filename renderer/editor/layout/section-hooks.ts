import { useSnapshot } from 'valtio'
import useSWR from 'swr'
import { parsePointer } from '../../../schemas/vocabulary/pointer.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Related } from '../../sections/contract.ts'
import type { EditorEnvironment } from '../page/environment.tsx'
import { propertyAt } from '../draft/pointer.ts'

/** Hook: one value in words: the name of a referenced record, the label of an option; empty for nothing. */
export function useText({ draft, references, schema, texts }: EditorEnvironment, pointer: string): string {
  const { value } = useSnapshot(draft.slot(pointer), { sync: true })
  const reference = propertyAt(schema, parsePointer(pointer))['x-ref']
  // Read so that a name that arrives is shown.
  useSnapshot(references.state).loaded satisfies number
  if (value === undefined || value === null || value === '') return ''
  return reference && typeof value === 'string' ? references.label(reference.entity, value) : texts.value(pointer, value)
}

/** Hook: rows that the service knows of the record that a reference names. */
export function useRelated({ draft, references, schema, host }: EditorEnvironment, pointer: string, name: string): Related {
  const { value } = useSnapshot(draft.slot(pointer))
  const entity = propertyAt(schema, parsePointer(pointer))['x-ref']?.entity
  if (entity === undefined) throw new Error(`${schema.$id}: ${pointer} is no reference`)
  const tenantOid = host.tenant.oid
  const oid = typeof value === 'string' && value !== '' && !references.isNew(entity, value) ? value : undefined
  const { data, error, mutate } = useSWR<Rec[], Error>(oid === undefined ? null : ['related', entity, oid, name, tenantOid], () =>
    host.source.related({ entity, oid: oid ?? '', name, tenantOid }),
  )
  if (oid === undefined) return { state: 'none' }
  if (data) return { state: 'found', rows: data }
  return error ? { state: 'failed', retry: () => void mutate() } : { state: 'loading' }
}
