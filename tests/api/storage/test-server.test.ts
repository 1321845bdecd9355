import { afterEach, expect, it, vi } from 'vitest'
import { withPostgres } from '../../../scripts/tooling/postgres/postgres.mjs'
import { runSql } from '../../support/service/administrator.ts'

afterEach(() => vi.unstubAllEnvs())

it('a server for tests runs during the work only: further work gets one of its own', async () => {
  vi.stubEnv('TEST_DATABASE_URL', undefined)
  const answers: unknown[] = []
  for (const round of [1, 2])
    await withPostgres(async () => {
      answers.push(await runSql(process.env['TEST_DATABASE_URL'] ?? '', `select ${round} as round`))
    })
  expect(answers).toEqual([[{ round: 1 }], [{ round: 2 }]])
  expect(process.env['TEST_DATABASE_URL']).toBeUndefined()
})
