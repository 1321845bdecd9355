import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asService } from '../../../server/db/database.ts'
import { loadTexts } from '../../../server/identity/pages/texts.ts'
import { createMailer, type Mail } from '../../../server/mail/mailer.ts'
import { matchNext } from '../../../server/notifications/match-records.ts'
import { sendMails, unsubscribe } from '../../../server/notifications/send-mails.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { bellOf, subscribe, tellAll } from '../../support/api/notifications.ts'
import { mailCatcher } from '../../support/service/mail-catcher.ts'

describe.each(places)('what is told by mail and as time passes, on %s', (place) => {
  let world: ApiWorld
  const mails: Mail[] = []
  let failure: Error | undefined
  beforeAll(async () => void (world = await apiWorld(place)))
  afterAll(() => world.dispose())

  const run = (statement: ReturnType<typeof sql>): Promise<unknown> => asService(world.database, (queries) => statement.execute(queries))
  const send = async (): Promise<void> => {
    await run(sql`update delivery set due_at = now() where state = 'waiting'`)
    const mailer = {
      send: async (mail: Mail) => {
        if (failure) throw failure
        mails.push(mail)
      },
    }
    await sendMails({ database: world.database, mailer, publicUrl: 'https://console.example.org', texts: loadTexts(process.cwd()) })
  }
  const touch = async (customer: string): Promise<void> => {
    const { body } = await world.call('GET', `/api/v1/customers/${world.oid[customer]!}`)
    const change = {
      oid: world.oid[customer],
      revision: body.data[0]?.['revision'],
      contactName: `Contact ${String(body.data[0]?.['revision'])}`,
    }
    await world.call('PUT', `/api/v1/customers?parentTenantOid=${world.oid['msp']!}`, { as: 'msp@world.test', body: { data: [change] } })
    await tellAll(world, { isMailing: true })
  }

  it('is one mail of all that waits for a person, in their language, which a link ends', async () => {
    await run(sql`update person set locale = 'de' where mail = 'msp@world.test'`)
    await subscribe(world, 'msp@world.test', {
      tenantOid: world.oid['msp'],
      name: 'Kunden <b>',
      entities: ['customer'],
      bell: false,
      mail: true,
    })
    await touch('managed')
    await touch('diy')
    failure = new Error('the server is away')
    await send()
    failure = undefined
    await send()
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail).toMatchObject({ to: 'msp@world.test', subject: expect.stringContaining('Kunden <b> und andere') })
    expect(mail!.text).toContain('- managed wurde geändert (msp)')
    expect(mail!.html).toContain('Kunden &lt;b&gt;')
    expect(mail!.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    const token = /unsubscribe\/([^>]+)>/.exec(mail!.headers!['List-Unsubscribe']!)?.[1] ?? ''
    expect(await unsubscribe(world.database, `${token}x`)).toBe(false)
    expect(await unsubscribe(world.database, token)).toBe(true)
    await touch('managed')
    await send()
    expect(mails).toHaveLength(1)
  })

  it('arrives at a mail server, in both forms', async () => {
    const catcher = await mailCatcher()
    try {
      await world.grant('mailed@world.test', world.oid['msp']!, 'admin')
      const wanted = { tenantOid: world.oid['msp'], name: 'By SMTP', entities: ['customer'], filter: 'name==diy', bell: false, mail: true }
      await subscribe(world, 'mailed@world.test', wanted)
      await touch('managed')
      await touch('diy')
      await run(sql`update delivery set due_at = now() where state = 'waiting'`)
      const mailer = createMailer({ url: `smtp://127.0.0.1:${catcher.port}`, from: 'console@world.test' })
      await sendMails({ database: world.database, mailer, publicUrl: 'https://console.example.org', texts: loadTexts(process.cwd()) })
      expect(catcher.mails).toMatchObject([
        { from: 'console@world.test', to: ['mailed@world.test'], subject: expect.stringContaining('By SMTP') },
      ])
      const { parts } = catcher.mails[0]!
      expect(Object.keys(parts)).toEqual(['text/plain', 'text/html'])
      expect(parts['text/plain']).toContain('- diy was changed (msp)')
      expect(parts['text/plain']).not.toContain('managed')
    } finally {
      await catcher.close()
    }
  })

  it('names each record that has come to meet a condition once, until it meets it no longer', async () => {
    const wanted = { tenantOid: world.oid['msp'], name: 'Frozen', entities: ['customer'], actions: ['match'], filter: 'contactName==Due' }
    await world.grant('looker@world.test', world.oid['msp']!, 'admin')
    await subscribe(world, 'looker@world.test', wanted)
    const look = async (): Promise<number> => {
      await run(sql`update watch set looked_at = null`)
      while (await matchNext({ database: world.database, log: console, isMailing: false }));
      return (await bellOf(world, 'looker@world.test')).data.length
    }
    const become = (contactName: string) =>
      run(
        sql`update entity.customer set data = data || jsonb_build_object('contactName', ${contactName}::text) where oid = ${world.oid['managed']}`,
      )
    expect(await look()).toBe(0)
    await become('Due')
    expect([await look(), await look()]).toEqual([1, 1])
    expect((await bellOf(world, 'looker@world.test')).data[0]).toMatchObject({
      kind: 'match',
      items: [{ name: 'managed', action: 'match' }],
    })
    await become('Later')
    expect(await look()).toBe(1)
    await become('Due')
    expect(await look()).toBe(2)
  })

  it('takes conditions by dates that go by the day', async () => {
    const wanted = {
      tenantOid: world.oid['msp'],
      name: 'Expiring',
      entities: ['license'],
      actions: ['match'],
      filter: 'expirationDate=within=next-2m',
    }
    expect((await subscribe(world, 'msp@world.test', wanted)).status).toBe(201)
    while (await matchNext({ database: world.database, log: console, isMailing: false }));
  })
})
