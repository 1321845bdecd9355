import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { at } from '../../../scripts/tooling/paths.mjs'

/** Folder of the files for Prometheus and Grafana. */
export const MONITORING = at('deploy', 'monitoring')
/** The guide that explains metrics and alerts. */
export const GUIDE = at('docs', 'guides', 'monitoring.md')

/** An alert as it stands in `alerts.yml`. */
export interface Alert {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook: string }
}

/** A panel of the dashboard, as far as tests look at it. */
export interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; legendFormat: string }[]
  fieldConfig?: { defaults: { unit?: string } }
}

/** A row of the guide's table of metrics. */
export interface DocumentedMetric {
  name: string
  type: string
  labels: string[]
}

export function readAlerts(): Alert[] {
  const { groups } = parse(readFileSync(`${MONITORING}/alerts.yml`, 'utf8')) as { groups: { rules: Alert[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

export function readPanels(): Panel[] {
  return (JSON.parse(readFileSync(`${MONITORING}/dashboard.json`, 'utf8')) as { panels: Panel[] }).panels
}

/** The names of metrics in an expression, where each is written with its labels. */
export function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/([a-z_]\w*)\{/g)].map(([, name = '']) => name)
}

/** The table of metrics of the guide. */
export function documentedMetrics(): DocumentedMetric[] {
  const rows = readFileSync(GUIDE, 'utf8').matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\|/gm)
  return [...rows].map(([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).toSorted(),
  }))
}
