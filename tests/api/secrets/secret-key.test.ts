import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Database } from '../../../server/db/database.ts'
import { EnvError } from '../../../server/env/env-error.ts'
import { adapterFor } from '../../../server/identity/provider/adapter.ts'
import { providerKeys } from '../../../server/identity/provider/keys.ts'
import { resealChains } from '../../../server/journal/reseal.ts'
import { verifyJournal } from '../../../server/journal/verify.ts'
import { openSecrets } from '../../../server/entities/records/secrets.ts'
import { checkKey, pinKey } from '../../../server/secret-key/check-key.ts'
import { rotateKey, RotationRefused } from '../../../server/secret-key/rotate.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { convertJournalToForm1 } from '../../support/api/earlier-journal.ts'

const SECRET = 'spring-tide-8143'

const [FIRST, SECOND, THIRD] = [7, 8, 9].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]

describe.each(places)('the secret key on %s', (place) => {
  let world: ApiWorld
  let customer = ''
  beforeAll(async () => {
    world = await apiWorld(place)
    customer = world.oid['managed'] ?? ''
    const data = [{ oid: customer, revision: 1, enabled: true, clientID: 'bay', clientSecret: SECRET }]
    const headers = { 'x-overlay-oid': customer }
    expect((await world.call('PUT', '/api/v1/cloudSecSettings', { headers, body: { data } })).status).toBe(200)
  })
  afterAll(() => world.dispose())

  /** The same database as an instance of the service with this key opens it. */
  const databaseWith = (secretKey: Buffer): Database => ({ ...world.database, secretKey })
  const asOwner = (text: string): Promise<{ rows: Rec[] }> =>
    world.database.asOwner((queries) => sql.raw<Rec>(text).execute(queries)) as Promise<{ rows: Rec[] }>
  const envWith = (secretKey: Buffer) => ({ dataDir: '/nowhere', secretKey })
  const check = (secretKey: Buffer): Promise<void> => checkKey(databaseWith(secretKey), envWith(secretKey))
  const pin = (secretKey: Buffer): Promise<void> => pinKey(databaseWith(secretKey), envWith(secretKey))
  const WRONG_KEY = 'SECRET_KEY must be the key that the database was written with; the one that is given opens nothing in it.'
  const ROTATION_UNFINISHED = /^SECRET_KEY is being replaced, which was not finished; run npm run rotate-key [^\n]*\.$/

  async function decryptedWith(secretKey: Buffer): Promise<unknown> {
    const { rows } = await asOwner(`select data from entity."cloud-security-settings" where oid = '${customer}'`)
    const schema = entitySchemas['cloud-security-settings']
    if (schema === undefined) throw new Error('no such entity')
    return openSecrets(rows[0]?.['data'] as Rec, schema, { place: customer, key: secretKey })['clientSecret']
  }

  describe('is checked', () => {
    beforeEach(() => asOwner('delete from secret_key'))

    it('against the data of an earlier version, without writing anything', { tags: ['H-3.3'] }, async () => {
      await check(FIRST)
      await expect(check(SECOND)).rejects.toThrow(new EnvError('SECRET_KEY', WRONG_KEY.slice('SECRET_KEY '.length, -1)))
      await convertJournalToForm1(world.database)
      await check(FIRST)
      await expect(check(SECOND)).rejects.toThrow(WRONG_KEY)
      expect((await asOwner('select * from secret_key')).rows).toEqual([])
      await resealChains(world.database, { from: FIRST, to: FIRST })
      await providerKeys(world.database)
      await asOwner('create table kept_head as select * from journal_head')
      await asOwner(`update journal_head set seal = 'x'`)
      await check(FIRST)
      await expect(check(SECOND)).rejects.toThrow(WRONG_KEY)
      await asOwner('update journal_head h set seal = k.seal from kept_head k where k.tenant_oid = h.tenant_oid')
      await asOwner('drop table kept_head')
    })

    it('against the pinned key; of several instances that start at once, the first pins its own', { tags: ['H-3.2'] }, async () => {
      const results = await Promise.allSettled([pin(FIRST), pin(SECOND), pin(FIRST), pin(SECOND)])
      const refused = results.filter(({ status }) => status === 'rejected')
      expect(refused.map((result) => String((result as PromiseRejectedResult).reason))).toEqual(Array(2).fill(`EnvError: ${WRONG_KEY}`))
      const [won, lost] = results[0]?.status === 'fulfilled' ? [FIRST, SECOND] : [SECOND, FIRST]
      await check(won)
      await expect(check(lost)).rejects.toThrow(WRONG_KEY)
    })
  })

  describe('its rotation', () => {
    beforeEach(async () => {
      await asOwner('delete from secret_key')
      await pin(FIRST)
    })

    const sessions = (secretKey: Buffer) => adapterFor(databaseWith(secretKey))('Session')

    it('can be interrupted after any transaction and resumed', { tags: ['H-3.6'] }, async () => {
      await sessions(FIRST).upsert('wave', { jti: 'wave', accountId: 'somebody' }, 600)
      const keys = await providerKeys(databaseWith(FIRST))
      const rotate = (interruptAfter: number): Promise<unknown> => {
        let transactions = 0
        const committed = (): void => {
          if (++transactions === interruptAfter) throw new Error('interrupted')
        }
        return rotateKey(world.database, { from: FIRST, to: SECOND, batchSize: 3, committed })
      }
      let interruptions = 0
      for (; ; interruptions++) {
        expect(interruptions).toBeLessThan(500)
        const result = await rotate(3 * interruptions + 1).catch((error: Error) => error.message)
        if (result !== 'interrupted') {
          expect(result).toEqual({ isDone: false, unreadable: [] })
          break
        }
        if (interruptions % 3 > 0) continue
        const isFinished = (await asOwner('select from secret_key where next_id is null')).rows.length > 0
        if (!isFinished) for (const key of [FIRST, SECOND, THIRD]) await expect(check(key)).rejects.toThrow(ROTATION_UNFINISHED)
        await expect(rotateKey(world.database, { from: FIRST, to: THIRD })).rejects.toThrow(RotationRefused)
      }
      expect(interruptions).toBeGreaterThan(10)
      await check(SECOND)
      await expect(check(FIRST)).rejects.toThrow(WRONG_KEY)
      expect((await verifyJournal(databaseWith(SECOND))).faults).toEqual([])
      expect((await verifyJournal(databaseWith(FIRST))).faults).not.toEqual([])
      expect(await decryptedWith(SECOND)).toBe(SECRET)
      await expect(decryptedWith(FIRST)).rejects.toThrow()
      expect(await sessions(SECOND).find('wave')).toEqual({ jti: 'wave', accountId: 'somebody' })
      expect(await sessions(FIRST).find('wave')).toBeUndefined()
      expect(await providerKeys(databaseWith(SECOND))).toEqual(keys)
      expect(await rotateKey(world.database, { from: FIRST, to: SECOND })).toEqual({ isDone: true, unreadable: [] })
      await rotateKey(world.database, { from: SECOND, to: FIRST })
      expect(await decryptedWith(FIRST)).toBe(SECRET)
    })

    it('stops instances that still run with the old key from writing', { tags: ['H-3.7'] }, async () => {
      const headers = { 'x-overlay-oid': customer }
      const { body } = await world.call('GET', `/api/v1/cloudSecSettings/${customer}`, { headers })
      const change = (clientSecret: string) =>
        world.call('PUT', '/api/v1/cloudSecSettings', {
          headers,
          body: { data: [{ oid: customer, revision: body.data[0]?.['revision'], clientSecret }] },
        })
      const interrupt = (): never => {
        throw new Error('interrupted')
      }
      await expect(rotateKey(world.database, { from: FIRST, to: SECOND, committed: interrupt })).rejects.toThrow('interrupted')
      const refused = { status: 503, body: { detail: expect.stringMatching(/^The secret key was replaced /) } }
      expect(await change('half')).toMatchObject(refused)
      await rotateKey(world.database, { from: FIRST, to: SECOND })
      const userRole = { data: [{ tenantOid: customer, mail: 'late@world.test', role: 'viewer' }] }
      expect(await world.call('POST', '/api/v1/userroles', { body: userRole })).toMatchObject(refused)
      await rotateKey(world.database, { from: SECOND, to: FIRST })
      expect(await decryptedWith(FIRST)).toBe(SECRET)
      expect(await change(SECRET)).toMatchObject({ status: 200 })
      expect((await verifyJournal(world.database)).faults).toEqual([])
    })

    it('changes nothing while a journal is tampered with, and names that journal', { tags: ['H-3.8'] }, async () => {
      await asOwner(`update journal set tenant_path = 'a.' where tenant_oid = '${customer}' and seq = 1`)
      const refusal = await rotateKey(world.database, { from: FIRST, to: SECOND }).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(RotationRefused)
      expect(refusal).toMatchObject({
        message: expect.stringMatching(/^Somebody tampered with the journal of 1 tenants\. Nothing was changed; /),
        faults: [{ kind: 'changed', tenantOid: customer, at: '1' }],
      })
      await check(FIRST)
      expect(await decryptedWith(FIRST)).toBe(SECRET)
      await asOwner(
        `update journal set tenant_path = (select path from tenant where oid = '${customer}') where tenant_oid = '${customer}' and seq = 1`,
      )
    })

    it('is refused without the current key as the old one, and leaves values that neither key decrypts', { tags: ['H-3.9'] }, async () => {
      await expect(rotateKey(world.database, { from: THIRD, to: SECOND })).rejects.toThrow(/^OLD_SECRET_KEY must be the key /)
      await asOwner(`insert into service_secret (name, value) values ('driftwood', 'nothing that opens')`)
      expect(await rotateKey(world.database, { from: FIRST, to: SECOND })).toEqual({
        isDone: false,
        unreadable: ['service_secret driftwood'],
      })
      expect((await asOwner(`select value from service_secret where name = 'driftwood'`)).rows).toEqual([{ value: 'nothing that opens' }])
      await asOwner(`delete from service_secret where name = 'driftwood'`)
      await rotateKey(world.database, { from: SECOND, to: FIRST })
    })
  })
})
