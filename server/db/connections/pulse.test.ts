import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Pulse } from './pulse.ts'
import { testDatabase } from '../test-database.ts'

describe('a database with no free connection', () => {
  let now = 0
  let pulse = new Pulse(() => now)
  beforeEach(() => {
    now = 1_000
    pulse = new Pulse(() => now)
  })

  it('is not busy while there is no activity', () => expect(pulse.isBusy()).toBe(false))

  it('is busy as long as it answers one statement after another, whatever the total time', async () => {
    pulse.lend(false)
    for (let statement = 0; statement < 100; statement++) {
      const answer = pulse.follow(Promise.resolve())
      now += 9_000
      expect(pulse.isBusy()).toBe(true)
      await answer
    }
    pulse.giveBack(false)
    expect(pulse.isBusy()).toBe(false)
  })

  it('is considered dead when a statement is not answered', () => {
    pulse.lend(false)
    void pulse.follow(new Promise(() => undefined))
    now += 9_999
    expect(pulse.isBusy()).toBe(true)
    now += 1
    void pulse.follow(new Promise(() => undefined))
    expect(pulse.isBusy()).toBe(false)
  })

  it('may wait longer for a client between two statements, but not forever', async () => {
    pulse.lend(false)
    const answer = pulse.follow(Promise.resolve())
    now += 9_000
    await answer
    now += 119_999
    expect(pulse.isBusy()).toBe(true)
    now += 1
    expect(pulse.isBusy()).toBe(false)
  })

  it('counts a failed statement as an answer', async () => {
    pulse.lend(false)
    const refused = pulse.follow(Promise.reject(new Error('no')))
    now += 20_000
    await expect(refused).rejects.toThrow('no')
    expect(pulse.isBusy()).toBe(true)
  })

  it('is not busy while the health check itself is unanswered', () => {
    pulse.lend(false)
    pulse.lend(true)
    expect(pulse.isBusy()).toBe(false)
    expect(pulse.isAnswering()).toBe(true)
    pulse.giveBack(true)
    expect(pulse.isBusy()).toBe(true)
  })
})

describe('the embedded database', () => {
  it('tracks its statements but does not count the health check itself', async () => {
    const database = await testDatabase()
    const busy: boolean[] = []
    const follow = vi.spyOn(Pulse.prototype, 'follow').mockImplementation((answer) => {
      busy.push(database.isBusy())
      return answer
    })
    try {
      await database.ping()
      await database.asOwner(async () => undefined)
      expect(busy).toEqual([false, true, true])
    } finally {
      follow.mockRestore()
      await database.close()
    }
  })

  it('is busy only while its one connection is checked out', async () => {
    const database = await testDatabase()
    try {
      expect(database.isBusy()).toBe(false)
      const order: string[] = []
      const work = database.asOwner(async () => {
        const asked = database.ping().then(() => order.push('answered'))
        await new Promise((wake) => setTimeout(wake, 20))
        expect(database.isBusy()).toBe(true)
        order.push('worked')
        return { asked }
      })
      await (
        await work
      ).asked
      expect(order).toEqual(['worked', 'answered'])
      expect(database.isBusy()).toBe(false)
    } finally {
      await database.close()
    }
  })
})
