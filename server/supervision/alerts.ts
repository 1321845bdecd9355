import { alertSeverities, type Alert, type AlertSeverity, type AlertSummary } from '../../schemas/supervision.ts'
import type { Queries } from '../db/database.ts'
import type { Catalogue } from '../entities/model/entity-model.ts'
import { findRows } from '../entities/records/one-record.ts'
import { isObject } from '../plan/read-plan.ts'
import type { Caller } from '../policies/caller.ts'
import { wanTelemetry, type WanSample } from '../telemetry/wan-telemetry.ts'
import type { OverlayBox, OverlayUplink } from './overlay-boxes.ts'

/** Entity whose record holds a customer's rules. */
export const ALERT_SETTINGS = 'alert-settings'

/** Alerts are computed per minute, so that requests within one minute agree. */
const MINUTE_MS = 60_000
const MAX_ALERTS = 50

/** A threshold on a metric of every uplink. */
export interface AlertRule {
  name: string
  metric: string
  threshold: number
  severity: AlertSeverity
  enabled: boolean
}

/** Metrics of an uplink that a rule may watch. */
const METRICS: Readonly<Record<string, (sample: WanSample, uplink: OverlayUplink) => number>> = {
  loss: ({ lossPercent }) => lossPercent,
  latency: ({ latencyMs }) => latencyMs,
  jitter: ({ jitterMs }) => jitterMs,
  load: ({ down }, { downBandwidth }) => (downBandwidth > 0 ? Math.round((1000 * down) / downBandwidth) / 10 : 0),
}

/** Reads a customer's alert rules, or the defaults if none were saved. */
export async function alertRules(
  queries: Queries,
  { catalogue, caller, overlayOid }: { catalogue: Catalogue; caller: Caller; overlayOid: string },
): Promise<AlertRule[]> {
  const [found] = await findRows(queries, { model: catalogue.model(ALERT_SETTINGS), caller, oids: [overlayOid] })
  const rules: unknown = found?.row.data['rules']
  return Array.isArray(rules) ? rules.filter((rule): rule is AlertRule => isObject(rule)) : []
}

/** Returns an alert for each uplink and enabled rule whose threshold is exceeded, worst severity first. */
export function alertsOf(boxes: readonly OverlayBox[], rules: readonly AlertRule[], at: number): Alert[] {
  const watching = rules.filter(({ enabled }) => enabled)
  if (watching.length === 0) return []
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const alerts = boxes.flatMap((box) =>
    box.uplinks.flatMap((uplink) => {
      const { identifier: wan, upBandwidth, downBandwidth } = uplink
      const sample = wanTelemetry({ box: box.oid, wan, upBandwidth, downBandwidth }, minute)
      return watching.flatMap(({ name, metric, threshold, severity }): Alert[] => {
        const value = METRICS[metric]?.(sample, uplink) ?? 0
        return value > threshold ? [{ severity, rule: name, metric, boxOid: box.oid, boxName: box.name, wan, value, threshold }] : []
      })
    }),
  )
  const rank = ({ severity }: Alert): number => alertSeverities.indexOf(severity)
  return alerts.toSorted((one, other) => rank(one) - rank(other))
}

/** Counts alerts by severity and lists the worst ones. */
export function summaryOf(alerts: readonly Alert[]): AlertSummary {
  return {
    data: alertSeverities.map((severity) => ({ severity, count: alerts.filter((alert) => alert.severity === severity).length })),
    meta: { alerts: alerts.slice(0, MAX_ALERTS), simulated: true },
  }
}
