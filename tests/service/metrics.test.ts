import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentedMetrics } from '../support/deploy/monitoring.ts'
import { demoWorld } from '../support/service/demo-world.ts'
import { startService, type RunningService } from '../support/service/service.ts'

describe('the metrics of a running service', () => {
  let service: RunningService
  let text = ''
  beforeAll(async () => {
    service = await startService({ template: (await demoWorld()).data })
    expect((await service.call('owner@demo.test', '/api/v1/customers')).status).toBe(200)
    text = await (await fetch(`${service.origin}/metrics`)).text()
  })
  afterAll(() => service.dispose())

  it('are those of the table in the guide', () => {
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }))
    const own = types.filter(({ name }) => !/^(?:process|nodejs)_/.test(name))
    const documented = documentedMetrics().map(({ name, type }) => ({ name, type }))
    expect(own.toSorted(byName)).toEqual(documented.toSorted(byName))
  })

  it('have the labels that the guide tells', () => {
    for (const { name, labels } of documentedMetrics()) {
      const [, found] = new RegExp(`^${name}(?:_count)?(?:\\{([^}]*)\\})? `, 'm').exec(text) ?? []
      if (found === undefined) continue
      expect([...found.matchAll(/(\w+)="/g)].map(([, label]) => label).toSorted(), name).toEqual(labels)
    }
  })
})

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1)
