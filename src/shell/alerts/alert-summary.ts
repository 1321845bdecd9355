import { alertSeverities, type Alert, type AlertSeverity } from '../../../schemas/supervision.ts'

/** What the notifications know (S2 section 3 "Notification store"). */
export interface Notified {
  criticalCount: number
  warningCount: number
  infoCount: number
  /** The worst severity of which there is any. */
  severityMax: AlertSeverity | 'none'
  totalCount: number
  /** The worst ones, where the service tells them. */
  alerts: readonly Alert[]
  isSimulated: boolean
}

/** The counts of an answer; throws where it is no summary of alerts. */
export function readSummary(answer: unknown): Notified {
  if (!isObject(answer) || !Array.isArray(answer['data'])) throw new Error('The answer is no summary of alerts')
  const counts = { critical: 0, warning: 0, info: 0 }
  for (const entry of answer['data'] as unknown[]) {
    if (!isObject(entry) || !isSeverity(entry['severity']) || !isCount(entry['count']))
      throw new Error('The summary of alerts is malformed')
    counts[entry['severity']] += entry['count']
  }
  const meta = isObject(answer['meta']) ? answer['meta'] : {}
  return {
    criticalCount: counts.critical,
    warningCount: counts.warning,
    infoCount: counts.info,
    severityMax: alertSeverities.find((severity) => counts[severity] > 0) ?? 'none',
    totalCount: counts.critical + counts.warning + counts.info,
    alerts: Array.isArray(meta['alerts']) ? (meta['alerts'] as unknown[]).filter(isAlert) : [],
    isSimulated: meta['simulated'] === true,
  }
}

/** How a severity is shown: red, orange, green. */
export const severityKinds = { critical: 'danger', warning: 'warning', info: 'success' } as const

function isAlert(value: unknown): value is Alert {
  if (!isObject(value)) return false
  const texts = ['rule', 'boxName', 'wan', 'metric'].every((name) => typeof value[name] === 'string')
  return texts && isSeverity(value['severity']) && ['value', 'threshold'].every((name) => typeof value[name] === 'number')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isSeverity(value: unknown): value is AlertSeverity {
  return alertSeverities.some((severity) => severity === value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
