import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PlanItem, ServedRecord } from '../../../schemas/plan.ts'
import { RequestError } from '../../data/data-source.ts'
import { errorTexts } from '../../data/error-texts.ts'
import { newIdempotencyKey, useRefresh } from '../../data/changes.ts'
import { useHost, type PageProps } from '../../host.tsx'
import { useSlide } from '../../parts/motion/use-slide.ts'
import { lanesOf, moved, writesOf, type Lane } from './order-moves.ts'

/** The rows of an ordered list in their current order, and a function that moves them. */
export interface OrderModel {
  lanes: Lane[]
  isSaving: boolean
  /** Moves a row of a lane, shown at once; refused, it goes back and the reason is said. Answers whether it was stored. */
  move: (lane: Lane, from: number, to: number) => Promise<boolean>
}

export function useOrder({ schema }: PageProps, rows: readonly ServedRecord[]): OrderModel {
  const host = useHost()
  const { source, tenant, t, language } = host
  const refresh = useRefresh()
  const slide = useSlide()
  const [ahead, setAhead] = useState<readonly PlanItem[]>([])
  const { name, theme } = schema['x-entity']
  const lanes = useMemo(() => lanesOf(withWrites(rows, ahead), schema, language), [rows, ahead, schema, language])

  const fail = async (error: unknown): Promise<void> => {
    if (!(error instanceof RequestError)) throw error
    // Somebody moved or changed them meanwhile: the current order is shown with the message.
    if (error.status === 409) await refresh({ names: [name, theme] }).catch(() => undefined)
    host.toast('danger', error.status === 409 ? t('order.conflict') : [t('order.refused'), ...errorTexts(host, error)].join(' '))
  }
  const move: OrderModel['move'] = async (lane, from, to) => {
    const items = writesOf(moved(lane.rows, from, to), schema)
    if (items.length === 0 || ahead.length > 0) return false
    slide(() => flushSync(() => setAhead(items)))
    try {
      await source.plan({ source: 'inline', tenantOid: tenant.oid, items }, { idempotencyKey: newIdempotencyKey() })
      await refresh({ names: [name, theme] })
      return true
    } catch (error) {
      await fail(error)
      return false
    } finally {
      slide(() => flushSync(() => setAhead([])))
    }
  }
  return { lanes, isSaving: ahead.length > 0, move }
}

function withWrites(rows: readonly ServedRecord[], items: readonly PlanItem[]): readonly ServedRecord[] {
  if (items.length === 0) return rows
  const changes = new Map(items.map((item) => [item.oid, item.changes]))
  return rows.map((row) => ({ ...row, ...changes.get(row.oid) }))
}
