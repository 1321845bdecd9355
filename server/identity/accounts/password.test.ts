import { describe, expect, it } from 'vitest'
import { hashPassword, pretendToVerify, verifyPassword } from './password.ts'

describe('passwords', () => {
  it('match their own hash and no other', async () => {
    const stored = await hashPassword('correct horse battery')
    expect(await verifyPassword('correct horse battery', stored)).toBe(true)
    expect(await verifyPassword('correct horse batterY', stored)).toBe(false)
    expect(await verifyPassword('', stored)).toBe(false)
  })

  it('get a different hash each time', async () => {
    expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'))
  })

  it('match regardless of Unicode composition', async () => {
    expect(await verifyPassword('pa\u0301ssword-long', await hashPassword('p\u00e1ssword-long'))).toBe(true)
  })

  it.each(['plain$x', 'bcrypt$32768$8$1$c2FsdA$a2V5', 'scrypt$32768$8$1$c2FsdA'])(
    'cannot be checked against a hash of an unknown format: %s',
    async (stored) => {
      await expect(verifyPassword('x', stored)).rejects.toThrow(/unknown form/)
    },
  )

  it('take as long to check for accounts without a password', async () => {
    const from = performance.now()
    expect(await pretendToVerify('x')).toBe(false)
    expect(performance.now() - from).toBeGreaterThan(10)
  })

  it('can be checked concurrently', async () => {
    const stored = await hashPassword('correct horse battery')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => verifyPassword(n % 2 === 0 ? 'correct horse battery' : 'no', stored)),
    )
    expect(answers.filter(Boolean)).toHaveLength(6)
  })
})
