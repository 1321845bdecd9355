import type { MatrixDetail } from '../../schemas/matrix.ts'
import type { FieldError, Plan, PlanResult, ServedRecord } from '../../schemas/plan.ts'
import { RequestError } from '../data/data-source.ts'
import { errorTexts, fieldErrorText } from '../data/error-texts.ts'
import { newIdempotencyKey } from '../data/changes.ts'
import type { RendererHost } from '../host.tsx'
import type { MatrixChange, MatrixVerdict, MatrixWrite } from './contract.ts'

type WriteHost = Pick<RendererHost, 't' | 'hasText' | 'tenant'> & { source: Pick<RendererHost['source'], 'plan'> }

interface Written {
  host: WriteHost
  entity: string
  /** The field that cells show. */
  field: string
  /** Called after every write, because other data may be outdated. */
  onDone: (isApplied: boolean) => void
}

/** Writes cells: one plan per action. */
export function matrixWrite({ host, entity, field, onDone }: Written): MatrixWrite {
  return async (changes) => {
    const plan: Plan = {
      source: 'inline',
      tenantOid: host.tenant.oid,
      items: changes.map(({ oid, revision, value }) => ({ entity, action: 'update', oid, revision, changes: { [field]: value } })),
    }
    const outcome = await sent(host, plan)
    onDone(outcome.isApplied)
    if (outcome.isApplied) {
      const records = new Map(outcome.result.items.flatMap(({ oid, record }) => (oid && record ? [[oid, record] as const] : [])))
      return changes.map(({ cell, oid, revision }) => ({ cell, detail: detailOf(records.get(oid), revision) }))
    }
    return changes.map((change, index) => refusal(change, index, { ...outcome, host, field }))
  }
}

type Sent =
  | { isApplied: true; result: PlanResult }
  | { isApplied: false; errors: FieldError[]; messages: string[]; current: ServedRecord[] }

async function sent({ source, ...texts }: WriteHost, plan: Plan): Promise<Sent> {
  try {
    const result = await source.plan(plan, { idempotencyKey: newIdempotencyKey() })
    if (result.applied) return { isApplied: true, result }
    const errors = result.items.flatMap(({ index, errors: own = [] }) => own.map((error) => ({ ...error, pointer: `/items/${index}` })))
    return { isApplied: false, errors, messages: [], current: result.items.flatMap(({ current }) => current ?? []) }
  } catch (error) {
    if (!(error instanceof RequestError)) return { isApplied: false, errors: [], messages: [String(error)], current: [] }
    const [ofItems, others] = [error.errors.filter(isOfItem), error.errors.filter((one) => !isOfItem(one))]
    const isAboutAll = ofItems.length === 0 || others.length > 0
    return { isApplied: false, errors: ofItems, messages: isAboutAll ? errorTexts(texts, error, others) : [], current: error.current }
  }
}

/** Details of a written record. The answer to a large plan has no records, but each is one revision further. */
function detailOf(record: ServedRecord | undefined, revision: number): MatrixDetail {
  if (!record) return { revision: revision + 1 }
  const { alarm, alarmMsg } = record as MatrixDetail
  return { revision: record.revision, ...(alarm && { alarm }), ...(alarmMsg && { alarmMsg }) }
}

interface Refused extends Extract<Sent, { isApplied: false }> {
  host: WriteHost
  field: string
}

function refusal({ cell, oid }: MatrixChange, index: number, { errors, messages, current, host, field }: Refused): MatrixVerdict {
  const own = errors.filter(({ pointer }) => itemOf(pointer) === index).map((error) => fieldErrorText(host, error))
  const reasons = own.length > 0 ? own : messages
  const now = current.find((record) => record.oid === oid)
  return {
    cell,
    refused: reasons.length > 0 ? [...new Set(reasons)].join(' ') : host.t('matrix.whole'),
    ...(now && { current: { value: String(now[field]), revision: now.revision } }),
  }
}

const isOfItem = ({ pointer }: FieldError): boolean => pointer.startsWith('/items/')

/** Item index of an error. */
const itemOf = (pointer: string): number => Number(/^\/items\/(\d+)/.exec(pointer)?.[1] ?? -1)
