import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost parameters of scrypt: about 60 ms and 32 MiB per hash. Stored with each hash, so that they can be raised. */
const COST = { N: 2 ** 15, r: 8, p: 1 }
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Maximum number of concurrent hashes; each needs 32 MiB. */
const MAX_AT_ONCE = 4

/** Minimum and maximum length of a new password, in characters. */
export const PASSWORD_LENGTH = { min: 10, max: 250 }

/** Hashes a password as `scrypt$N$r$p$salt$key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password matches the hash; throws if the hash is malformed. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, n, r, p, salt, key] = stored.split('$')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) throw new Error('unknown form of password hash')
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) })
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Takes as long as a verification, so that response times do not reveal which accounts exist. */
export async function pretendToVerify(password: string): Promise<false> {
  await derive(password, Buffer.alloc(SALT_BYTES), COST)
  return false
}

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((turn) => waiting.push(turn))
  running++
  try {
    return await new Promise((resolve, reject) => {
      const maxmem = 256 * cost.N * cost.r
      scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...cost, maxmem }, (error, key) => (error ? reject(error) : resolve(key)))
    })
  } finally {
    running--
    waiting.shift()?.()
  }
}
