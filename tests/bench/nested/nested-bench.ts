import type { ListAnswer } from '../../../schemas/plan.ts'
import { testServer } from '../../support/service/postgres.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, quantile, type Figure } from '../figure.ts'
import { tenantOf } from '../list/seed.ts'
import { seedBoxes } from './seed-boxes.ts'

const MAIL = 'network@demo.test'
const ROUNDS = 8

/** Nested filters, from what a quarter of the boxes has to what one in ten thousand has. */
const FILTERS: Readonly<Record<string, string>> = {
  'a part': 'wans.wan2.state==disabled',
  'a part and a reference': 'wans.wan2.state==disabled;wans.*.transportNetwork.name==MPLS',
  'one part with two conditions': 'wans=any=(state==enabled;transportNetwork.name==LTE)',
  'what few have': 'wans.*.mtu==1280',
}

/** A list of a million edge boxes with filters that reach into the records, compared with the same list without them, on PostgreSQL. */
export const nestedBench: Bench = {
  id: 'L5',
  about: 'filters that reach into a million edge boxes',
  async run(showProgress) {
    const server = await testServer()
    const url = await server.createDatabase()
    const service = await startService({ env: { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32) } })
    try {
      const tenantOid = await tenantOf(service, MAIL)
      await seedBoxes(server.administratorUrl(url), tenantOid, showProgress)
      return await figuresOf(service, tenantOid, showProgress)
    } finally {
      await service.dispose()
      await server.stop()
    }
  },
}

async function figuresOf(service: RunningService, tenantOid: string, showProgress: (step: string) => void): Promise<Figure[]> {
  const token = await service.token(MAIL)
  const timed = async (filter?: string, more: Record<string, string> = {}): Promise<{ ms: number; total: number }> => {
    const start = performance.now()
    const query = new URLSearchParams({ size: '50', ...(filter !== undefined && { filter }), ...more })
    const response = await fetch(`${service.origin}/api/v1/edgeBoxes?${query}`, {
      headers: { authorization: `Bearer ${token}`, 'x-overlay-oid': tenantOid },
    })
    const page = (await response.json()) as ListAnswer
    if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(page).slice(0, 300)}`)
    return { ms: performance.now() - start, total: page.meta.totalCount }
  }
  const figures: Figure[] = []
  const first = await timed()
  for (const [name, filter] of Object.entries(FILTERS)) {
    // As the console does: rows first, then their count.
    const rows = await timed(filter, { count: 'atLeast' })
    const found = await timed(filter)
    const times = { ours: [] as number[], without: [] as number[] }
    showProgress(
      `${name}: ${found.total} of ${first.total} boxes, rows ${rows.ms.toFixed(0)} ms, count ${found.ms.toFixed(0)} ms, without ${first.ms.toFixed(0)} ms`,
    )
    for (let round = 0; round < ROUNDS + 2; round++) {
      const [without, ours] = [await timed(), await timed(filter)]
      if (round > 1) times.ours.push(ours.ms)
      if (round > 1) times.without.push(without.ms)
    }
    showProgress(`${name}: median ${median(times.ours).toFixed(0)} ms, without ${median(times.without).toFixed(0)} ms`)
    figures.push({
      id: `L5 edge boxes, ${name}, p95`,
      ours: quantile(times.ours, 0.95),
      reference: quantile(times.without, 0.95),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 2 },
      note: 'reference: the same list without the filter; counts are remembered',
    })
    const visit = { reference: first.ms, unit: 'ms', note: 'reference: the first visit of the same list without the filter; one call each' }
    figures.push(
      { ...visit, id: `L5 edge boxes, ${name}, first visit, rows`, ours: rows.ms, budget: { of: 'ratio', atMost: 2 } },
      { ...visit, id: `L5 edge boxes, ${name}, first visit, exact count`, ours: found.ms },
    )
  }
  return [...figures, ...(await groupFigures(service, tenantOid, { token, reference: first.ms }))]
}

/** Fields that lists are grouped by: one of the record, and one of a part of it. */
const GROUPS = ['mode', 'lan.speed']

async function groupFigures(
  { origin }: RunningService,
  tenantOid: string,
  { token, reference }: { token: string; reference: number },
): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${token}`, 'x-overlay-oid': tenantOid }
  const grouped = async (by: string): Promise<number> => {
    const start = performance.now()
    const response = await fetch(`${origin}/api/v1/edgeBoxes/groups?${new URLSearchParams({ by })}`, { headers })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    await response.json()
    return performance.now() - start
  }
  const figures: Figure[] = []
  for (const by of GROUPS) {
    const note = 'reference: the first visit of the list; one call each'
    figures.push({ id: `L5 edge boxes, groups by ${by}, first visit`, ours: await grouped(by), reference, unit: 'ms', note })
    figures.push({ id: `L5 edge boxes, groups by ${by}, again`, ours: await grouped(by), unit: 'ms' })
  }
  return figures
}
