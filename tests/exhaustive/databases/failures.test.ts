import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceUrlParts, createPlainDatabase } from '../../support/service/administrator.ts'
import {
  expectErrorsOnlyDuring,
  expectRunning,
  expectStoredOnce,
  expectWholeJournal,
  startLoadOn,
  PLAIN_SERVICE,
} from '../../support/service/away.ts'
import { startReplicas, type Outage, type Replicas } from '../../support/service/replicas.ts'
import { startService, type RunningService } from '../../support/service/service.ts'

const ROUNDS = 10
const BETWEEN_MS = 3_000

describe.each(['bundled', 15] as const)('an outage of the database on PostgreSQL %s', (programs) => {
  let replicas: Replicas
  const copies: RunningService[] = []
  beforeAll(async () => {
    replicas = await startReplicas(programs)
  })
  afterAll(async () => {
    await Promise.all(copies.map((copy) => copy.dispose()))
    await replicas.stop()
  })

  it(
    `of each kind, ${ROUNDS} times under load, ends no copy, loses or duplicates no write, and causes errors only while no primary answers`,
    { tags: ['H-1.3', 'H-1.4', 'H-1.8'] },
    async () => {
      const { name, url } = await createPlainDatabase(replicas.administratorUrl())
      const DATABASE_URL = replicas.bothUrl(url)
      const env = { ...PLAIN_SERVICE, DATABASE_URL }
      for (let copy = 0; copy < 3; copy++) copies.push(await startService({ env }))
      const load = await startLoadOn(copies, 'rounds')
      const outages: Outage[] = []
      const cause = async (failure: () => Promise<Outage>): Promise<void> => {
        await sleep(BETWEEN_MS)
        outages.push(await failure())
      }
      for (let round = 0; round < ROUNDS; round++) {
        await cause(replicas.terminateBackends)
        await cause(replicas.restartPrimary)
        await cause(replicas.failOver)
        await sleep(BETWEEN_MS)
        await replicas.addStandby()
      }
      await sleep(BETWEEN_MS)
      const result = await load.end()
      expectRunning(copies)
      expectErrorsOnlyDuring(outages, result)
      expect(outages).toHaveLength(3 * ROUNDS)
      await expectStoredOnce(replaceUrlParts(replicas.administratorUrl(), { pathname: `/${name}` }), 'rounds', result)
      await expectWholeJournal(DATABASE_URL)
    },
  )
})
