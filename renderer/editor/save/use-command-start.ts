import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { commandStart } from '../../../schemas/command-start.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { RequestError } from '../../data/data-source.ts'
import { newIdempotencyKey } from '../../data/idempotency-key.ts'
import { useOneQuery } from '../../data/queries/use-one-query.ts'
import { useHost } from '../../host.tsx'
import { whyUnavailableForRow, type Unavailable } from '../page/unavailable.ts'

/** What a command begins with. */
interface CommandStart {
  /** The row on which it is called; undefined for commands of the whole list, and for what is no command. */
  of: string | undefined
  /** Undefined while the row is not there yet. */
  prefill: Rec | undefined
  /** Why the command cannot be called on the row. */
  unavailable: Unavailable | undefined
  error: RequestError | undefined
  retry: () => void
}

/** Hook: the row, as it is when the page opens, that the address of a command names (`?of=<oid>`), as the values with which the form begins. */
export function useCommandStart(schema: EntitySchema, prefill: Rec): CommandStart {
  const host = useHost()
  const { t } = host
  const { name, command } = schema['x-entity']
  const named = new URLSearchParams(useLocation().search).get('of') ?? undefined
  const of = command?.prefill === undefined ? undefined : named
  const [visit] = useState(newIdempotencyKey)
  const { record, error, retry } = useOneQuery(command?.of ?? name, of, visit)
  const start = useMemo(() => (command && record ? commandStart(command, record) : undefined), [command, record])
  const missing = useMemo(() => new RequestError({ status: 404, messages: [t('list.row.missing')] }), [t])
  if (command?.prefill === undefined) return { of, prefill, unavailable: undefined, error: undefined, retry }
  return { of, prefill: start, unavailable: whyUnavailableForRow(record, schema, host), error: of === undefined ? missing : error, retry }
}
