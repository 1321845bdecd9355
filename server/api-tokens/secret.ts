import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What every secret begins with, so that scanners of code and logs recognise one: `sdwan_[0-9A-Za-z]{49}`. */
export const TOKEN_PREFIX = 'sdwan_'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_BYTES = 32
/** Base-62 digits of 256 bits, and of the 32 bits of the checksum behind them. */
const SECRET_DIGITS = 43
const CHECK_DIGITS = 6
const FORM = new RegExp(`^${TOKEN_PREFIX}[0-9A-Za-z]{${SECRET_DIGITS + CHECK_DIGITS}}$`)

/** A new secret of 256 random bits with its checksum; it is shown once and stored nowhere. */
export function newTokenSecret(): string {
  const random = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`)
  const body = `${TOKEN_PREFIX}${inBase62(random, SECRET_DIGITS)}`
  return body + checksumOf(body)
}

/** Whether a bearer token means to be a secret of ours rather than an access token of an identity provider. */
export function isTokenSecret(bearer: string): boolean {
  return bearer.startsWith(TOKEN_PREFIX)
}

/** Whether form and checksum are right: what was mistyped or made up costs no look into the database. */
export function isWellFormed(secret: string): boolean {
  return FORM.test(secret) && checksumOf(secret.slice(0, -CHECK_DIGITS)) === secret.slice(-CHECK_DIGITS)
}

/** What is stored of a secret. A fast hash suffices: 256 random bits cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function checksumOf(text: string): string {
  return inBase62(BigInt(crc32(text)), CHECK_DIGITS)
}

function inBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  for (let place = 0; place < length; place++) {
    text = DIGITS.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
