import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startCollector, type Collector } from '../support/api/collector.ts'
import { demoWorld } from '../support/service/demo-world.ts'
import { startService } from '../support/service/service.ts'

const PRELOAD = `--require=${join(import.meta.dirname, '..', 'support', 'service', 'loaded-packages.cjs')}`

describe('traces of the built service', () => {
  let collector: Collector | undefined
  afterEach(() => collector?.close())

  async function packagesWith(env: Record<string, string>): Promise<string[]> {
    const service = await startService({ template: (await demoWorld()).data, env: { NODE_OPTIONS: PRELOAD, ...env } })
    try {
      expect((await service.call('owner@demo.test', '/api/v1/customers')).status).toBe(200)
      expect(await service.end()).toBe(0)
      return /^loaded: (.*)$/m.exec(service.output())?.[1]?.split(' ') ?? []
    } finally {
      await service.dispose()
    }
  }

  it('are off by default: what makes them is not even loaded', async () => {
    const loaded = await packagesWith({})
    // Loaded by the library of metrics.
    expect(loaded.filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api'])
    // Nor is what forwards calls, with its HTTP client: a start would wait for it.
    expect(loaded).toContain('fastify')
    for (const name of ['@fastify/http-proxy', 'undici']) expect(loaded).not.toContain(name)
  })

  it('are sent before the service ends, however soon that is', async () => {
    collector = await startCollector()
    const { url, spans } = collector
    const loaded = await packagesWith({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '600000' })
    expect(loaded).toContain('@opentelemetry/sdk-trace-base')
    await vi.waitFor(() => expect(spans.map(({ name }) => name)).toContain('GET /api/v1/customers'))
  })
})
