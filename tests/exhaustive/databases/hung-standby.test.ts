import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import type { ApiWorld } from '../../support/api/api-world.ts'
import { startStandbyWorld, type StandbyWorld } from '../../support/service/standbys.ts'

const HANGS_MS = 8_000
/** A probe begins every half second and waits two; the rest is for a busy machine. */
const NOTICED_MS = 4_000
const QUICK_MS = 1_500
const MAILS = ['first@world.test', 'second@world.test']

/** Stops a server with all its processes, which keeps its connections open and answers nothing, or lets it go on. */
function signalAll({ data }: TemporaryServer, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const [postmaster = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(postmaster), signal)
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' }).split('\n')
  for (const [parent, pid] of lines.map((line) => line.trim().split(/\s+/))) if (parent === postmaster) process.kill(Number(pid), signal)
}

describe('two copies of the service with a standby that hangs', () => {
  let world: StandbyWorld
  let standby: TemporaryServer
  beforeAll(async () => {
    world = await startStandbyWorld({ standbys: 1, copies: 2, maxLagMs: 60_000 })
    standby = world.standbys[0] ?? expect.fail('there is no standby')
    for (const mail of MAILS) await world.elsewhere.grant(mail, 'platform', 'sa')
    await world.untilAsked(1)
  }, 120_000)
  afterAll(() => world.stop())

  it('read on the primary within seconds, without an error, and say so once', async () => {
    await vi.waitFor(() => expect(world.log.filter((line) => line.startsWith('info'))).toHaveLength(said('warn').length), {
      timeout: 20_000,
    })
    const before = world.log.length
    const reads: { fromMs: number; tookMs: number; status: number }[] = []
    let isOver = false
    const readOn = async (copy: ApiWorld, as: string): Promise<void> => {
      while (!isOver) {
        const fromMs = performance.now()
        const { status } = await copy.call('GET', '/api/v1/partners?size=100', { as })
        reads.push({ fromMs, tookMs: performance.now() - fromMs, status })
        await sleep(20)
      }
    }
    const readers = world.copies.flatMap((copy) => MAILS.map((mail) => readOn(copy, mail)))
    await sleep(500)
    const hungMs = performance.now()
    signalAll(standby, 'SIGSTOP')
    try {
      await sleep(HANGS_MS)
    } finally {
      isOver = true
      signalAll(standby, 'SIGCONT')
    }
    await Promise.all(readers)
    expect(reads.filter(({ status }) => status !== 200)).toEqual([])
    expect(Math.max(...reads.map(({ tookMs }) => tookMs))).toBeLessThan(NOTICED_MS)
    const later = reads.filter(({ fromMs }) => fromMs > hungMs + NOTICED_MS)
    expect(later.length).toBeGreaterThan(50)
    expect(Math.max(...later.map(({ tookMs }) => tookMs))).toBeLessThan(QUICK_MS)
    // Each of the two copies says so.
    expect(world.log.slice(before).map((line) => line.split(' ', 1)[0])).toEqual(['warn', 'warn'])
    await vi.waitFor(() => expect(world.log.slice(before + 2)).toHaveLength(2), { timeout: 20_000 })
    expect(world.log.slice(before + 2).every((line) => line.startsWith('info a standby'))).toBe(true)
    await world.untilAsked(1)
  }, 120_000)

  const said = (level: string): string[] => world.log.filter((line) => line.startsWith(level))
})
