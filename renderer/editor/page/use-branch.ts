import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { createPath, recordPath } from '../../descriptor/record-addresses.ts'
import { useHost } from '../../host.tsx'
import type { PageProps } from '../../host.tsx'

interface Asked {
  /** The stored record, once it is there; undefined when creating. */
  record: ServedRecord | undefined
  creating: boolean
  consult: boolean
  /** What a new record begins with, once it is known. */
  prefill: Rec | undefined
}

interface Branch {
  /** What a new record begins with, the option that the address gives included. */
  prefill: Rec | undefined
  /** The address that is meant, where this one names no option, or another one than the record's. */
  instead: string | undefined
}

/** Hook: what the address says of a record whose options have addresses of their own (`editor.branchField`); of others nothing. */
export function useBranch({ schema, screen }: PageProps, { record, creating, consult, prefill }: Asked): Branch {
  const { listPath } = useHost()
  const { option } = useParams()
  const { branchField: by } = screen.editor ?? {}
  const given = useMemo(() => (by === undefined || !prefill ? prefill : { ...prefill, [by]: option }), [by, option, prefill])
  if (by === undefined) return { prefill, instead: undefined }
  const list = listPath(schema['x-entity'].name)
  const options = schema.properties[by]?.enum ?? []
  if (creating) {
    const isKnown = options.some((one) => one === option)
    return { prefill: given, instead: isKnown ? undefined : createPath(list, screen, { [by]: prefill?.[by] ?? options[0] }) }
  }
  const isRight = !record || record[by] === option
  return { prefill, instead: isRight ? undefined : recordPath(list, screen, { record, link: consult ? 'consult' : 'edit' }) }
}
