import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withRecords } from '../../../server/backup/with-records.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { readEnv } from '../../../server/env/env.ts'
import { prepare } from '../../support/api/api-world.ts'
import { replaceUrlParts, runSql } from '../../support/service/administrator.ts'
import { testServer, type TestServer } from '../../support/service/postgres.ts'

const SECRET_KEY = '07'.repeat(32)
const REFUSAL = 'DATABASE_URL must name a database in which the service was started; this one is empty or just restored, so start it once.'

describe('a command on a database in which no service was started', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ distributed: false })
  })
  afterAll(() => server.stop())

  const command = (url: string): Promise<unknown> =>
    withRecords(readEnv({ DATABASE_URL: url, SECRET_KEY }, []), (database) => database.withScope(EVERYTHING, async () => 'done'))

  it('is refused with a sentence where it is empty', async () => {
    await expect(command(await server.createDatabase())).rejects.toThrow(REFUSAL)
  })

  it('is refused with a sentence where it was restored under another name, until a service has started', async () => {
    const [url, other] = [await server.createDatabase(), await server.createDatabase()]
    const nameOf = (address: string): string => new URL(address).pathname.slice(1)
    const database = await openDatabase({ at: { url }, secretKey: Buffer.from(SECRET_KEY, 'hex') })
    await prepare(database)
    await database.close()
    expect(await command(url)).toBe('done')
    const administrator = replaceUrlParts(server.administratorUrl(url), { pathname: '/postgres' })
    // The roles are named after the database that was there before.
    await runSql(administrator, `drop database ${nameOf(other)}`)
    await runSql(administrator, `alter database ${nameOf(url)} rename to ${nameOf(other)}`)
    await expect(command(replaceUrlParts(url, { pathname: `/${nameOf(other)}` }))).rejects.toThrow(REFUSAL)
    await runSql(administrator, `alter database ${nameOf(other)} rename to ${nameOf(url)}`)
  })
})
