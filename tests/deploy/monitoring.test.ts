import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { alertCases } from '../support/deploy/alert-cases.ts'
import { documentedMetrics, GUIDE, metricsIn, readAlerts, readPanels } from '../support/deploy/monitoring.ts'

/** Names of series that a copy of the service has, as far as its guide tells, and of what every process and target has. */
function knownSeries(): Set<string> {
  const process = new Registry()
  collectDefaultMetrics({ register: process })
  const own = documentedMetrics().flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
  )
  return new Set(['up', ...process.getMetricsAsArray().map(({ name }) => name), ...own])
}

const unknownIn = (expressions: readonly string[]): string[] => {
  const known = knownSeries()
  return expressions.flatMap(metricsIn).filter((name) => !known.has(name))
}

describe('the alerts', () => {
  it('look at metrics that there are', () => {
    expect(unknownIn(readAlerts().map(({ expr }) => expr))).toEqual([])
    expect(unknownIn(['rate(such_a_metric{job="a"}[5m])'])).toEqual(['such_a_metric'])
  })

  it('are each tried by one case', () => {
    expect(alertCases.map(({ alert }) => alert)).toEqual(readAlerts().map(({ alert }) => alert))
  })

  it('are each explained in the guide, where they lead', () => {
    const guide = readFileSync(GUIDE, 'utf8')
    for (const { alert, annotations, labels } of readAlerts()) {
      expect(annotations.runbook).toBe(`docs/guides/monitoring.md#${alert.toLowerCase()}`)
      expect(guide).toContain(`### ${alert}\n\n${annotations.summary} ${annotations.description}\n`)
      expect(['critical', 'warning']).toContain(labels.severity)
    }
    expect(guide.match(/^### /gm)).toHaveLength(alertCases.length)
  })
})

describe('the dashboard', () => {
  const panels = readPanels()

  it('looks at metrics that there are', () => {
    expect(unknownIn(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))).toEqual([])
  })

  it('shows every metric of the service', () => {
    const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr))))
    const isShown = (name: string): boolean => ['', '_bucket', '_count', '_sum'].some((part) => shown.has(name + part))
    expect(documentedMetrics().filter(({ name }) => !isShown(name))).toEqual([])
  })

  it('has panels that do not overlap, with units and legends', () => {
    const places = new Set<string>()
    for (const { gridPos, title, type, targets = [], fieldConfig } of panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(places.has(`${x} ${y}`), title).toBe(false)
          places.add(`${x} ${y}`)
        }
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      if (type === 'row') continue
      expect(fieldConfig?.defaults.unit, title).toBeTruthy()
      expect(targets.length, title).toBeGreaterThan(0)
      for (const { legendFormat } of targets) expect(legendFormat, title).not.toBe('')
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})
