import { describe, expect, it } from 'vitest'
import { hashPassword, pretendToVerify, verifyPassword } from './password.ts'

describe('passwords', () => {
  it('are recognised from their hash, and others are not', async () => {
    const stored = await hashPassword('correct horse battery')
    expect(await verifyPassword('correct horse battery', stored)).toBe(true)
    expect(await verifyPassword('correct horse batterY', stored)).toBe(false)
    expect(await verifyPassword('', stored)).toBe(false)
  })

  it('give another hash each time', async () => {
    expect(await hashPassword('correct horse battery')).not.toBe(await hashPassword('correct horse battery'))
  })

  it('are the same however their letters are composed', async () => {
    expect(await verifyPassword('pa\u0301ssword-long', await hashPassword('p\u00e1ssword-long'))).toBe(true)
  })

  it('refuse a hash of unknown form', async () => {
    await expect(verifyPassword('x', 'plain$x')).rejects.toThrow(/unknown form/)
    expect(await pretendToVerify('x')).toBe(false)
  })

  it('can be checked many at once', async () => {
    const stored = await hashPassword('correct horse battery')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => verifyPassword(n % 2 === 0 ? 'correct horse battery' : 'no', stored)),
    )
    expect(answers.filter(Boolean)).toHaveLength(6)
  })
})
