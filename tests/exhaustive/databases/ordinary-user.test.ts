import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase } from '../../support/service/administrator.ts'
import {
  type OrdinaryUser,
  proveOrdinaryUser,
  proveRestore,
  runSetupScript,
  upgrading,
  withScript,
} from '../../support/service/ordinary-users.ts'
import { eachCase } from '../../support/each-case.ts'

describe('the service with an ordinary database user', () => {
  let server: TemporaryServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  eachCase<[string, OrdinaryUser]>([withScript, upgrading].map((user) => [user.name, user, 'H-2.1', 'H-2.15', ...user.facts]))(
    'runs as %s',
    async (_, user) => {
      await proveOrdinaryUser(server, user)
    },
  )
})

describe('a dump made by an ordinary user', () => {
  let servers: TemporaryServer[] = []
  beforeAll(async () => {
    servers = [await startPostgres({ programs: 'installed' }), await startPostgres({ programs: 'installed' })]
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  it(
    'is restored by another one on another server, under the same name, with every row, and works there',
    { tags: ['H-2.2', 'H-2.4'] },
    async () => {
      const [first, second] = servers
      expect(second).toBeDefined()
      const from = await createPlainDatabase(first!.url)
      await proveRestore(from, {
        bin: first!.bin,
        // Under the same name everything is as before, except for what a dump does not contain: roles and their rights.
        prepare: async () => {
          const into = await createPlainDatabase(second!.url, { database: from.name })
          await runSetupScript(second!, into)
          return into
        },
      })
    },
  )
})
