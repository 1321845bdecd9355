import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import type { JWKS } from 'oidc-provider'
import { asService, type Database } from '../../db/database.ts'
import { isKeyOfDatabase } from '../../secret-key/key-id.ts'
import { SIGNING_ALGORITHM } from './configuration.ts'
import { PROVIDER_KEYS, seal, unseal } from '../sealed.ts'

/** Signing keys of the embedded provider. */
export interface ProviderKeys {
  /** Private keys; the first signs. */
  jwks: JWKS
  /** Cookie keys: the first signs, the others still verify. */
  cookieKeys: string[]
}

/** The keys shared by all replicas; the first one creates them. */
export async function providerKeys(db: Database): Promise<ProviderKeys> {
  const known = await readKeys(db)
  if (known !== undefined) return known
  const sealed = seal(JSON.stringify(await makeKeys()), PROVIDER_KEYS, db.secretKey)
  await asService(db, (queries) =>
    sql`insert into service_secret (name, value) select ${PROVIDER_KEYS}, ${sealed} where ${isKeyOfDatabase(db.secretKey)} on conflict (name) do nothing`.execute(
      queries,
    ),
  )
  const stored = await readKeys(db)
  if (stored === undefined) throw new Error('the keys of the identity provider could not be stored')
  return stored
}

async function readKeys(db: Database): Promise<ProviderKeys | undefined> {
  const { rows } = await asService(db, (queries) =>
    sql<{ value: string }>`select value from service_secret where name = ${PROVIDER_KEYS}`.execute(queries),
  )
  const value = rows[0]?.value
  if (value === undefined) return undefined
  try {
    return JSON.parse(unseal(value, PROVIDER_KEYS, db.secretKey)) as ProviderKeys
  } catch (cause) {
    throw new Error(
      'The stored keys of the identity provider cannot be decrypted: the secret key is another one than when they were made.',
      { cause },
    )
  }
}

async function makeKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const kid = randomBytes(8).toString('base64url')
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: SIGNING_ALGORITHM, kid }
  return { jwks: { keys: [jwk] } as JWKS, cookieKeys: [randomBytes(32).toString('base64url')] }
}
