import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase, replaceUrlParts } from '../../support/service/administrator.ts'
import { startServers } from '../../support/service/standbys.ts'
import { startService, type RunningService } from '../../support/service/service.ts'
import type { Bench } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import type { Load, LoadOptions } from '../list/load-process.ts'
import { tenantOf } from '../list/seed.ts'
import { runProcess } from '../processes.ts'
import { cpuShare, type CpuShare } from './cpu-share.ts'

const [READER, WRITER] = ['owner@demo.test', 'msp@demo.test']
/** Of one core, for each server: little, so that neither the service nor the load is what ends the throughput. */
const CORES = 0.15
const ROUNDS = 4
const SECONDS = 5
const WRITES = 150

/** Lists from two standbys compared with those from the primary alone, each server with the same share of a core. */
export const standbysBench: Bench = {
  id: 'STANDBYS',
  about: 'lists read from two standbys, compared with the primary alone, with the same share of a core for each server',
  async run(showProgress) {
    const ends: (() => unknown)[] = []
    try {
      const servers = await startServers(2)
      ends.push(() => servers.stop())
      const { url } = await createPlainDatabase(servers.primary.url)
      const env = { DATABASE_URL: url, SECRET_KEY: '01'.repeat(32), DEMO_SCALE: '4' }
      const alone = await startService({ env })
      ends.push(() => alone.dispose())
      const at = servers.standbys.map(({ port }) => `127.0.0.1:${port}`).join(',')
      const DATABASE_READ_URL = replaceUrlParts(url, {}).replace(/@[^/]*/, `@${at}`)
      const ours = await startService({ env: { ...env, DATABASE_READ_URL } })
      ends.push(() => ours.dispose())
      const writes = await writeTimes(ours, alone)
      showProgress(`writes: ${median(writes.ours).toFixed(1)} ms with standbys, ${median(writes.alone).toFixed(1)} ms without`)
      const shares = [servers.primary, ...servers.standbys].map((server, index) => limited(server, index))
      ends.unshift(() => shares.forEach((share) => share.remove()))
      const lists = await listRates(ours, alone, showProgress)
      return figuresOf(lists, writes)
    } finally {
      for (const end of ends.toReversed()) await end()
    }
  },
}

interface Sides {
  ours: number[]
  alone: number[]
}

function figuresOf(lists: Sides, writes: Sides): Figure[] {
  return [
    {
      id: 'STANDBYS lists',
      ours: median(lists.ours),
      reference: median(lists.alone),
      unit: 'calls/s',
      budget: { of: 'ratio', atLeast: 1.7 },
      note: `${CORES} of a core for each server; reference: the primary alone`,
    },
    {
      id: 'STANDBYS writes, p50',
      ours: median(writes.ours),
      reference: median(writes.alone),
      unit: 'ms',
      budget: { of: 'ratio', atMost: 1.15 },
    },
  ]
}

function limited(server: TemporaryServer, index: number): CpuShare {
  const share = cpuShare(`bench-standbys-${index}`, CORES)
  share.hold(Number(readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n')[0]))
  return share
}

/** Both sides alternate, so that a busy machine slows down both; somebody writes meanwhile. */
async function listRates(ours: RunningService, alone: RunningService, showProgress: (step: string) => void): Promise<Sides> {
  const tenantOid = await tenantOf(ours, READER)
  const path = `/api/v1/customers?${new URLSearchParams({ parentTenantOid: tenantOid, page: '1', size: '10', filter: 'name=ilike=*a*' })}`
  const rates: Sides = { ours: [], alone: [] }
  let isOver = false
  const writer = (async () => {
    for (let count = 0; !isOver; count++) {
      await write(count % 2 === 0 ? ours : alone, `During lists ${count}`)
      await sleep(500)
    }
  })()
  for (let round = 0; round < ROUNDS; round++)
    for (const side of ['alone', 'ours'] as const) {
      const service = side === 'ours' ? ours : alone
      const headers = { authorization: `Bearer ${await service.token(READER)}` }
      const options: LoadOptions = { url: service.origin + path, headers, connections: 12, seconds: SECONDS }
      const { perSecond, p50Ms } = JSON.parse(await runProcess('list/load-process.ts', options).output) as Load
      showProgress(`${side}: ${perSecond.toFixed(0)} lists/s, p50 ${p50Ms.toFixed(0)} ms`)
      // The first round warms up.
      if (round > 0) rates[side].push(perSecond)
    }
  isOver = true
  await writer
  return rates
}

async function writeTimes(ours: RunningService, alone: RunningService): Promise<Sides> {
  const times: Sides = { ours: [], alone: [] }
  for (let count = -10; count < WRITES; count++)
    for (const side of ['ours', 'alone'] as const) {
      const start = performance.now()
      await write(side === 'ours' ? ours : alone, `${side} ${count}`)
      if (count >= 0) times[side].push(performance.now() - start)
    }
  return times
}

async function write(service: RunningService, name: string): Promise<void> {
  const parentOid = await tenantOf(service, WRITER)
  const record = { parentOid, type: 'managed_customer', name, contactName: name, contactEmail: 'load@test.example', createAdmin: false }
  const answer = await service.call(WRITER, '/api/v1/customers', { method: 'POST', body: JSON.stringify({ data: [record] }) })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
}
