import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { runSql, createPlainDatabase, type PlainDatabase } from '../../support/service/administrator.ts'
import { proveInstallation } from '../../support/service/installation.ts'
import { everyUser, type OrdinaryUser, proveOrdinaryUser, proveRestore, runSetupScript } from '../../support/service/ordinary-users.ts'
import { eachCase } from '../../support/each-case.ts'

describe.each(['bundled', 15] as const)('the service with an ordinary database user on PostgreSQL %s', (programs) => {
  let server: TemporaryServer
  beforeAll(async () => {
    server = await startPostgres({ programs })
  })
  afterAll(() => server.stop())

  eachCase<[string, OrdinaryUser]>(everyUser.map((user) => [user.name, user, ...user.facts]))('runs as %s', async (_, user) => {
    await proveOrdinaryUser(server, user, true)
  })
})

describe.each(['bundled', 15] as const)('a PostgreSQL %s server without a superuser', (programs) => {
  it('lets the service run as the owner of a new database', { tags: ['H-2.14'] }, async () => {
    const server = await startPostgres({ programs })
    try {
      const { url } = await createPlainDatabase(server.url)
      // From here on the service can act only as its own user.
      await runSql(server.url, 'alter role postgres nologin')
      await expect(runSql(server.url, 'select')).rejects.toThrow(/not permitted to log in/)
      await proveInstallation(url, { demo: true })
    } finally {
      await server.stop()
    }
  })
})

describe('a dump made by an ordinary user of PostgreSQL 15', () => {
  let servers: TemporaryServer[] = []
  beforeAll(async () => {
    servers = [await startPostgres({ programs: 15 }), await startPostgres({ programs: 15 })]
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  /** Creates the empty database to restore into, by where and by whom. */
  const targets: Record<string, (from: PlainDatabase) => Promise<PlainDatabase>> = {
    'on the same server': () => createPlainDatabase(servers[0]!.url),
    'into another database by the same user': async ({ user, url }) => {
      const empty = await createPlainDatabase(servers[0]!.url)
      await runSql(servers[0]!.url, `alter database ${empty.name} owner to ${user}`)
      return { ...empty, user, url: url.replace(/[^/]*$/, empty.name) }
    },
    'under its own name by the same user, after it was dropped': async (from) => {
      await runSql(servers[0]!.url, `drop database ${from.name} with (force)`)
      const empty = await createPlainDatabase(servers[0]!.url, { database: from.name })
      await runSql(servers[0]!.url, `alter database ${from.name} owner to ${from.user}`)
      return { ...empty, user: from.user, url: from.url }
    },
    'under its own name by another user, after it was dropped': async ({ name }) => {
      await runSql(servers[0]!.url, `drop database ${name} with (force)`)
      return createPlainDatabase(servers[0]!.url, { database: name })
    },
    'on another server, where its user created the two roles': async ({ name }) => {
      const into = await createPlainDatabase(servers[1]!.url)
      for (const kind of ['app', 'search']) await runSql(into.url, `create role ${name}_${kind} nologin`)
      return into
    },
    'on another server under the same name, where an administrator ran the script': async ({ name }) => {
      const into = await createPlainDatabase(servers[1]!.url, { createRole: false, database: name })
      await runSetupScript(servers[1]!, into)
      return into
    },
  }

  it.each(Object.entries(targets))('is restored %s, with every row, and works there', { tags: ['H-2.3', 'H-2.4'] }, async (_, prepare) => {
    const from = await createPlainDatabase(servers[0]!.url)
    await proveRestore(from, { bin: servers[0]!.bin, prepare: () => prepare(from) })
  })
})
