import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { DatabaseActivity } from '../db/activity/database-activity.ts'
import { registerServerTiming } from './server-timing.ts'

describe('the time that an answer took', () => {
  it('is told with the part of the database, where statements that overlap count once', async () => {
    const activity = new DatabaseActivity(1)
    const app = fastify()
    registerServerTiming(app)
    app.get('/', async () => {
      await activity.lend(() => sleep(20))
      const answers = [60, 30].map((ms) => sleep(ms, { rowCount: 1 }))
      for (const answer of answers) activity.follow('select 1', answer)
      await Promise.all(answers)
      await sleep(40)
      return 'done'
    })
    const { headers } = await app.inject('/')
    const [, total, database, wait] = /^total;dur=([\d.]+), db;dur=([\d.]+);desc="2 statements", pool;dur=([\d.]+)$/
      .exec(String(headers['server-timing']))
      ?.map(Number) ?? [0, 0, 0, 0]
    expect(wait).toBeGreaterThan(15)
    expect(database).toBeGreaterThan(55)
    expect(database).toBeLessThan(Number(total) - 50)
    await app.close()
  })

  it('is not told with a refusal', async () => {
    const app = fastify()
    registerServerTiming(app)
    app.get('/', (_request, reply) => reply.code(404).send('nothing'))
    expect((await app.inject('/')).headers).not.toHaveProperty('server-timing')
    await app.close()
  })
})
