import { useMemo, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import useSWRImmutable from 'swr/immutable'
import { commandStart } from '../../../schemas/command-start.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { RequestError } from '../../data/data-source.ts'
import { reasonText } from '../../data/error-texts.ts'
import { equals } from '../../data/filters/rsql.ts'
import { newIdempotencyKey } from '../../data/changes.ts'
import { useOneQuery } from '../../data/queries/queries.ts'
import { createPath, recordPath } from '../../descriptor/record-pages.ts'
import { type PageProps, type RendererHost, useHost } from '../../host.tsx'
import { refusalOfAll } from '../../rules/creation.ts'

/** Why a create or command page cannot be used: a missing right, or a translated reason. */
export type Unavailable = { right: 'create' | 'command' } | { because: string }

/** Why creating a record or calling the command is not possible here at all; undefined if it is. */
export function whyUnavailable(schema: EntitySchema, host: RendererHost): Unavailable | undefined {
  const { name, creation, command } = schema['x-entity']
  const context = host.ruleContext(name)
  if (creation === false || context.can[command?.needs ?? 'create'] !== true) return { right: command === undefined ? 'create' : 'command' }
  const because = refusalOfAll(schema, { ...context, editor: { ...context.editor, creating: true } })
  return because === undefined ? undefined : { because: host.t(because) }
}

/** Why the command cannot be called on this row, according to its `can`; undefined if it can. */
export function whyUnavailableForRow(row: ServedRecord | undefined, schema: EntitySchema, host: RendererHost): Unavailable | undefined {
  const { command } = schema['x-entity']
  const may = row && command && row.can[command.verb]
  return row === undefined || may === true ? undefined : { because: reasonText(host, may) }
}

interface Asked {
  /** The stored record once loaded; undefined when creating. */
  record: ServedRecord | undefined
  creating: boolean
  consult: boolean
  /** Initial values of a new record once known. */
  prefill: Rec | undefined
}

interface Branch {
  /** Initial values including the option in the address. */
  prefill: Rec | undefined
  /** The correct address, if this one has no option, or another one than the record's. */
  instead: string | undefined
}

/** Hook: the option in the address of entities with `editor.branchField`. */
export function useBranch({ schema, screen }: PageProps, { record, creating, consult, prefill }: Asked): Branch {
  const { listPath } = useHost()
  const { option } = useParams()
  const { branchField: by } = screen.editor ?? {}
  const given = useMemo(() => (by === undefined || !prefill ? prefill : { ...prefill, [by]: option }), [by, option, prefill])
  if (by === undefined) return { prefill, instead: undefined }
  const list = listPath(schema['x-entity'].name)
  const options = schema.properties[by]?.enum ?? []
  if (creating) {
    const isKnown = (name: unknown): boolean => options.some((one) => one === name)
    const now = presentOption(schema.properties[by] ?? {}, option ?? '')
    const right = isKnown(now) ? now : (prefill?.[by] ?? options[0])
    return { prefill: given, instead: isKnown(option) ? undefined : createPath(list, screen, { [by]: right }) }
  }
  const isRight = !record || record[by] === option
  return { prefill, instead: isRight ? undefined : recordPath(list, screen, { record, link: consult ? 'consult' : 'edit' }) }
}

/** The option that an earlier one is called now (`x-options`), of the same text if it is none. A name that another option has now is that option's. */
function presentOption({ enum: known = [], 'x-options': declared = {} }: PropertySchema, option: string): string {
  if (known.includes(option)) return option
  return Object.keys(declared).find((now) => declared[now]?.['x-was'].includes(option)) ?? option
}

const nowhere: Rec = {}

/**
 * Hook: the position of a new record in an ordered list (`x-entity.order`) at the time the form opens; undefined while loading, empty if
 * loading fails.
 */
export function useLastPlace(schema: EntitySchema, isNew: boolean, prefill: Rec | undefined): Rec | undefined {
  const { source, tenant } = useHost()
  const { name, order } = schema['x-entity']
  const { key: visit } = useLocation()
  const lane = useMemo(
    () => (order?.within === undefined ? undefined : { ...defaultsOf(schema), ...prefill }[order.within]),
    [schema, order, prefill],
  )
  const { data, error } = useSWRImmutable<number, Error>(isNew && order ? ['place', tenant.oid, name, lane, visit] : null, async () => {
    const filter = order?.within === undefined ? {} : { filter: equals(order.within, String(lane)) }
    return (await source.list(name, { tenantOid: tenant.oid, page: 1, size: 1, ...filter })).meta.totalCount
  })
  return useMemo(() => {
    if (!isNew || !order || error) return nowhere
    return data === undefined ? undefined : { [order.by]: Math.max(data + (order.plus ?? 0), 1) }
  }, [isNew, order, error, data])
}

/** Initial state of a command's form. */
interface CommandStart {
  /** Oid of the row; undefined for commands on the list, and for other editors. */
  of: string | undefined
  /** Undefined while the row loads. */
  prefill: Rec | undefined
  /** Why the command cannot be called on the row. */
  unavailable: Unavailable | undefined
  error: RequestError | undefined
  retry: () => void
}

/** Hook: loads the row that a command's address names (`?of=<oid>`) once, and derives the form's initial values from it. */
export function useCommandStart(schema: EntitySchema, prefill: Rec | undefined): CommandStart {
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
